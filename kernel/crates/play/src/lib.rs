//! Playing on from positions: choosing moves, games against oneself, looking ahead by chance, and
//! the exact end of a game.
//!
//! Two players, and what every rulebook has in common: no clock, no challenge, no arbiter. Points
//! are whole; equities are thousandths of a point.

mod bag;
mod endgame;
mod game;
mod inference;
mod leave_training;
mod parallel;
mod pre_endgame;
mod random;
mod self_play;
mod simulate;
mod static_eval;
#[cfg(test)]
mod test_game;
mod win_table;

pub use endgame::{Ends, Solution, Solver};
pub use game::{Game, PASSES_TO_END};
pub use inference::{Belief, Clue, Turn};
pub use leave_training::{Lessons, Terms};
pub use pre_endgame::{Prospect, Question, pre_endgame};
pub use random::{Random, random};
pub use self_play::{Games, Greedy, Lead, Player, Record, Series};
pub use simulate::{Confidence, Estimate, Seen, Simulation, SimulationError, Skill};
pub use static_eval::{Choice, Exchanges, Stock, choose};
pub use win_table::{WinError, WinTable};
