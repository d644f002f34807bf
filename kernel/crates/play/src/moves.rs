//! Moves.

use mostek_search::Play;

/// What a player does with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A play.
    Play(Play),
    /// An exchange of a subset of the rack's tiles, see [`Rack::tiles`](mostek_search::Rack::tiles).
    Exchange(u16),
    /// A pass.
    Pass,
}
