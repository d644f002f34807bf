//! The judge of a turn: candidates are compared over equal deals, and the move played gets its loss and its grade.
//!
//! Reviews of the server and those of a page come from here, so they are equal to the last digit.

mod comparison;
mod grades;
mod paired_deals;
mod rounding;
#[cfg(test)]
mod tests;
mod verdict;

pub use comparison::{Comparison, Mean};
pub use grades::{Grade, GradeLimits, Graded};
pub use paired_deals::{Effort, PairedDeals};
pub use rounding::rounded;
pub use verdict::{Efforts, JudgedMove, Judging, Loss, ProvedMove, Question, Verdict};
