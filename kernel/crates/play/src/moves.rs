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

impl Move {
    /// Whether two moves of a position lay the same tiles, or exchange the same: one tile may be laid across or down.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Play(one), Self::Play(other)) => one.placement().eq(other.placement()),
            _ => self == other,
        }
    }
}
