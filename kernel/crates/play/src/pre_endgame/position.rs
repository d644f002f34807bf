//! A position of the pre-endgame.

use mostek_search::Position;

/// A position with tiles in the bag, as the player on turn sees it.
#[derive(Debug, Clone, Copy)]
pub struct PreEndgamePosition<'p> {
    /// The board.
    pub position: &'p Position,
    /// The tiles of the player on turn.
    pub rack: &'p [u8],
    /// The unseen tiles: those of the opponent and those in the bag.
    pub unseen: &'p [u8],
    /// The number of tiles in the bag.
    pub bag: usize,
    /// The lead of the player on turn, in points.
    pub lead: i32,
    /// The number of consecutive passes just before.
    pub passes: u8,
}
