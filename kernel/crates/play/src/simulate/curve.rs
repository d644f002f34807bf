//! A win table from a formula, where none was made by playing.

use crate::win_table::{WinError, WinTable};

/// Tiles unseen and points for which the curve is written down.
const UNSEEN: usize = 120;
const SPREAD: i32 = 400;
/// By how many points, for the root of each tile unseen, the rest of a game varies (standard deviation), and what
/// being on turn is worth: in 500 games of players without look-ahead in Polish, nearly the same at every stage.
const DEVIATION: f64 = 10.9;
const TURN: f64 = 18.0;
/// The standard deviation of the logistic distribution.
const LOGISTIC: f64 = 1.813_799;

impl WinTable {
    /// The share of wins as a logistic curve in the spread: a stand-in for a table made by playing.
    ///
    /// # Errors
    /// None: the shares of the curve are a table.
    pub fn logistic() -> Result<Self, WinError> {
        let share = |unseen: usize, spread: i32| {
            let scale = DEVIATION * (unseen as f64).max(1.0).sqrt() / LOGISTIC;
            (f64::from(u16::MAX) / (1.0 + (-(f64::from(spread) + TURN) / scale).exp())).round() as u16
        };
        let rows = (0..=UNSEEN).flat_map(|unseen| (-SPREAD..=SPREAD).map(move |spread| share(unseen, spread)));
        Self::new(UNSEEN, SPREAD, rows.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_is_worth_points_and_a_lead_the_more_the_later() {
        let table = WinTable::logistic().unwrap();
        assert_eq!([7, 50, 93].map(|unseen| table.share(-18, unseen)), [32_768; 3]);
        assert!(table.share(30, 10) > table.share(30, 60) && table.share(30, 60) > table.share(10, 60));
        // One standard deviation ahead, 86 of 100 by the logistic distribution: here it is reached at 36 unseen tiles.
        assert!((table.share(47, 36) as f64 / 65_535.0 - 0.86).abs() < 0.005);
    }
}
