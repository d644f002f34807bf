//! Game play on top of the search: static moves, self-play, simulation, inference, endgame and pre-endgame.
//!
//! Games have two players and the rules that all rulebooks share; clocks, challenges and arbiters are unknown here. Scores
//! are integer points, equities thousandths of a point.

mod bag;
mod bag_context;
mod endgame;
mod exchange_rule;
mod game;
mod inference;
mod leave_training;
mod moves;
mod parallel;
mod player_model;
mod pre_endgame;
mod random;
mod self_play;
mod simulate;
mod static_eval;
#[cfg(test)]
mod test_game;
mod win_table;

pub use bag_context::BagContext;
pub use endgame::{EndRules, Solution, Solver};
pub use exchange_rule::ExchangeRule;
pub use game::{Game, PASSES_TO_END};
pub use inference::{Inference, Observation, ObservedMove};
pub use leave_training::{LeaveTerms, TrainingSums};
pub use moves::Move;
pub use parallel::run_units;
pub use player_model::PlayerModel;
pub use pre_endgame::{PreEndgamePosition, PreEndgameResult, pre_endgame};
pub use random::{Random, random};
pub use self_play::{GameRecord, Games, LeadSample, Player, SelfPlay, StaticPlayer};
pub use simulate::{Estimate, PlayerView, Simulation, SimulationError, StoppingRule};
pub use static_eval::{Wanted, best_moves, best_static_move};
pub use win_table::{WinTable, WinTableError};
