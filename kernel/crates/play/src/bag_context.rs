//! The tiles that are not on the board, for a static evaluation.

/// What a static evaluation must know of the tiles that are not on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BagContext {
    /// How many tiles are in the bag.
    pub bag: usize,
    /// The most tiles that the player may exchange.
    pub max_exchanged: usize,
    /// The points of the opponent's tiles; used with an empty bag only.
    pub opponent_points: i32,
}
