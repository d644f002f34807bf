//! Playing on from positions: choosing moves, games against oneself, looking ahead by chance, and
//! the exact end of a game.
//!
//! Two players, and what every rulebook has in common: no clock, no challenge, no arbiter. Points
//! are whole; equities are thousandths of a point.

mod bag;
mod choice;
mod endgame;
mod pre_endgame;

pub use bag::{Bag, Random, random};
pub use choice::{Choice, EXCHANGE_FROM, choose};
pub use endgame::{Ends, Solution, Solver};
pub use pre_endgame::{Prospect, Question, pre_endgame};
