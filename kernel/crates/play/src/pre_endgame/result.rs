//! What the analysis of a move of the pre-endgame says.

use mostek_search::Play;

/// The results of a move over all draws. Each draw counts as often as it can happen, with every order of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreEndgameResult {
    /// The play; none for an exchange and the pass.
    pub play: Option<Play>,
    /// The subset of the rack's tiles exchanged, see [`Rack::tiles`](mostek_search::Rack::tiles); 0 for a play and the pass.
    pub exchanged: u16,
    /// The number of tiles that the move leaves in the bag. If it leaves any, the opponent is assumed to know where all tiles
    /// are, and so is the player from their next turn on.
    pub bag: usize,
    /// The number of draws. An exchange counts them more finely: with every order of the bag after it.
    pub draws: u32,
    /// The draws after which the game is proved to be won.
    pub won: u32,
    /// The draws after which the game is proved to be drawn.
    pub drawn: u32,
    /// The draws after which the result is proved.
    pub settled: u32,
    /// The sum of the final spreads over all draws, in points: an estimate unless `exact`.
    pub spread: i64,
    /// Whether the spread after every draw is proved.
    pub exact: bool,
    /// Whether another move is proved to be as good or better.
    pub beaten: bool,
}
