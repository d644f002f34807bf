//! What is known of an endgame.

use crate::moves::Move;

/// The value of an endgame, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Solution {
    /// The gain of the player on turn from here on less that of the opponent, in points.
    pub value: i32,
    /// Whether the value is proved; otherwise it is an estimate of a search to `depth`.
    pub proved: bool,
    /// The depth of the search, in turns.
    pub depth: u8,
    /// The principal variation: the best moves of both players as far as they are known.
    pub line: Vec<Move>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The amount of work, the same on every machine: about one unit for a play that is ordered, twelve for a node.
    pub work: u64,
}
