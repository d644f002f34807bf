//! A win table from a formula, where none was made by playing.

use crate::win::{WinError, WinTable};

/// Tiles unseen and points for which the curve is written down.
const UNSEEN: usize = 120;
const SPREAD: i32 = 400;
/// By how many points, for the root of each tile unseen, the rest of a game varies (standard deviation).
const DEVIATION: f64 = 9.0;
/// The standard deviation of the logistic distribution.
const LOGISTIC: f64 = 1.813_799;

impl WinTable {
    /// The share of wins as a logistic curve in the spread, as if each tile unseen brought chance of its own.
    ///
    /// A stand-in for a table made by playing: that the player on turn is ahead by half a turn is left out.
    ///
    /// # Errors
    /// None: the shares of the curve are a table.
    pub fn logistic() -> Result<Self, WinError> {
        let share = |unseen: usize, spread: i32| {
            let scale = DEVIATION * (unseen as f64).max(1.0).sqrt() / LOGISTIC;
            (f64::from(u16::MAX) / (1.0 + (-f64::from(spread) / scale).exp())).round() as u16
        };
        let rows = (0..=UNSEEN).flat_map(|unseen| (-SPREAD..=SPREAD).map(move |spread| share(unseen, spread)));
        Self::new(UNSEEN, SPREAD, rows.collect())
    }
}
