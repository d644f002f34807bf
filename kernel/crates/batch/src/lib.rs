//! Questions about many positions and games at once, on all cores.
//!
//! [`Positions`] are rows, read from CGP or given as columns; a row that is no position has a [`RowError`] and the others are
//! answered. An answer is a [`Table`]: columns of equal length, of which `position` says which row each line is about. Answers
//! do not depend on the number of threads.

mod cores;
mod moves;
mod positions;
mod questions;
mod review;
mod rows;
mod simulate;
mod solve;
mod table;

pub use cores::Cores;
pub use moves::Writing;
pub use positions::{Positions, RowError};
pub use questions::{Plays, best, moves, totals};
pub use review::{Reviewing, review};
pub use rows::Answer;
pub use simulate::{Simulating, simulate};
pub use solve::{Solving, solve};
pub use table::{Column, Table};
