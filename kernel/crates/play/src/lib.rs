//! Playing on from positions: choosing moves, games against oneself, looking ahead by chance, and
//! the exact end of a game.
//!
//! Two players, and what every rulebook has in common: no clock, no challenge, no arbiter. Points
//! are whole; equities are thousandths of a point.

mod bag;
mod belief;
mod choice;
mod draws;
mod endgame;
mod game;
mod lessons;
#[cfg(test)]
mod little;
mod pre_endgame;
mod self_play;
mod simulate;
mod units;
mod win;

pub use bag::{Bag, Random, random};
pub use belief::{Belief, Clue, Turn};
pub use choice::{Choice, Exchanges, Stock, choose};
pub use endgame::{Ends, Solution, Solver};
pub use game::{Game, PASSES_TO_END};
pub use lessons::{Lessons, Terms};
pub use pre_endgame::{Prospect, Question, pre_endgame};
pub use self_play::{Games, Greedy, Lead, Player, Record, Series};
pub use simulate::{Confidence, Estimate, Seen, Simulation, SimulationError, Skill};
pub use win::{WinError, WinTable};
