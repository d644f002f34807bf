//! The win table: the share of games won with a given lead and number of unseen tiles.

use std::fmt;

/// Why numbers are not a win table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WinTableError {
    /// The number of shares does not match the rows and columns.
    Size {
        /// The number of shares that the table needs.
        needed: usize,
        /// The number of shares given.
        shares: usize,
    },
    /// A spread below 1 point or above 10 000 points.
    Spread(i32),
    /// More than 10 000 unseen tiles.
    Unseen(usize),
    /// In the row for this number of unseen tiles a larger lead wins less often than a smaller one.
    Falling(usize),
}

impl fmt::Display for WinTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { needed, shares } => write!(f, "the win table needs {needed} shares, not {shares}"),
            Self::Spread(spread) => write!(f, "a win table goes to a spread of 1 to {MAX_SIZE} points, not {spread}"),
            Self::Unseen(unseen) => write!(f, "a win table goes to at most {MAX_SIZE} tiles unseen, not {unseen}"),
            Self::Falling(unseen) => {
                write!(f, "in row {unseen} of the win table a larger lead wins less often than a smaller one")
            }
        }
    }
}

impl std::error::Error for WinTableError {}

/// The largest spread and the largest number of unseen tiles.
const MAX_SIZE: i32 = 10_000;

/// Tiles unseen and points for which [`WinTable::logistic`] has rows and columns.
const LOGISTIC_UNSEEN: usize = 120;
const LOGISTIC_SPREAD: i32 = 400;
/// The standard deviation of the spread at the end of the game, in points per square root of an unseen tile, and the value
/// of being on turn, in points: measured in 500 games of static players in Polish, about the same at every stage.
const DEVIATION: f64 = 10.9;
const TURN: f64 = 18.0;
/// The standard deviation of the standard logistic distribution, π/√3.
const LOGISTIC: f64 = 1.813_799;

/// The share of games that the player on turn wins, a draw counting as half a win, by the number of unseen tiles (those in
/// the bag and on the opponent's rack) and by the lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinTable {
    unseen: usize,
    spread: i32,
    shares: Vec<u16>,
}

impl WinTable {
    /// A table with a row for each of 0 to `unseen` tiles and a column for each lead of −`spread` to `spread` points. Shares
    /// are in 1/65535.
    ///
    /// # Errors
    /// [`WinTableError`] if the number of shares is wrong or they fall within a row.
    pub fn new(unseen: usize, spread: i32, shares: Vec<u16>) -> Result<Self, WinTableError> {
        if !(1..=MAX_SIZE).contains(&spread) {
            return Err(WinTableError::Spread(spread));
        }
        if unseen > MAX_SIZE as usize {
            return Err(WinTableError::Unseen(unseen));
        }
        let table = Self { unseen, spread, shares };
        let needed = (unseen + 1) * table.columns();
        if table.shares.len() != needed {
            return Err(WinTableError::Size { needed, shares: table.shares.len() });
        }
        match table.shares.chunks(table.columns()).position(|row| !row.is_sorted()) {
            Some(unseen) => Err(WinTableError::Falling(unseen)),
            None => Ok(table),
        }
    }

    /// A table by formula, for where no table was made by self-play: the share is a logistic curve in the lead.
    ///
    /// # Errors
    /// None; the result is that of [`new`](Self::new).
    pub fn logistic() -> Result<Self, WinTableError> {
        let share = |unseen: usize, spread: i32| {
            let scale = DEVIATION * (unseen as f64).max(1.0).sqrt() / LOGISTIC;
            (f64::from(u16::MAX) / (1.0 + (-(f64::from(spread) + TURN) / scale).exp())).round() as u16
        };
        let spreads = -LOGISTIC_SPREAD..=LOGISTIC_SPREAD;
        let rows = (0..=LOGISTIC_UNSEEN).flat_map(|unseen| spreads.clone().map(move |spread| share(unseen, spread)));
        Self::new(LOGISTIC_UNSEEN, LOGISTIC_SPREAD, rows.collect())
    }

    /// The share won by the player on turn, in 1/65535; the opponent's share is the rest of 65535. Leads and numbers of
    /// tiles beyond the table are clamped to its edges.
    #[must_use]
    pub fn share(&self, spread: i32, unseen: usize) -> u16 {
        let column = spread.clamp(-self.spread, self.spread) + self.spread;
        self.shares[unseen.min(self.unseen) * self.columns() + column as usize]
    }

    fn columns(&self) -> usize {
        2 * self.spread as usize + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_found_by_tiles_and_lead() {
        let table = WinTable::new(1, 1, vec![0, 32768, 65535, 20, 30, 40]).unwrap();
        assert_eq!([-1, 0, 1].map(|spread| table.share(spread, 0)), [0, 32768, 65535]);
        assert_eq!([-1, 0, 1].map(|spread| table.share(spread, 1)), [20, 30, 40]);
    }

    #[test]
    fn beyond_its_edges_the_table_goes_on() {
        let table = WinTable::new(1, 1, vec![0, 1, 2, 3, 4, 5]).unwrap();
        assert_eq!((table.share(-2, 0), table.share(i32::MAX, 0), table.share(i32::MIN, 99)), (0, 2, 3));
    }

    #[test]
    fn what_is_no_table_is_refused_in_words() {
        let of = |unseen, spread, shares: &[u16]| WinTable::new(unseen, spread, shares.to_vec()).unwrap_err();
        assert_eq!(of(0, 1, &[1, 2]), WinTableError::Size { needed: 3, shares: 2 });
        assert_eq!(of(0, 0, &[1]), WinTableError::Spread(0));
        assert_eq!(of(0, MAX_SIZE + 1, &[1]), WinTableError::Spread(10_001));
        assert_eq!(of(usize::MAX, 1, &[1]), WinTableError::Unseen(usize::MAX));
        assert_eq!(
            of(1, 1, &[1, 1, 1, 3, 4, 3]).to_string(),
            "in row 1 of the win table a larger lead wins less often than a smaller one"
        );
    }

    #[test]
    fn the_turn_is_worth_points_and_a_lead_the_more_the_later() {
        let table = WinTable::logistic().unwrap();
        assert_eq!([7, 50, 93].map(|unseen| table.share(-18, unseen)), [32_768; 3]);
        assert!(table.share(30, 10) > table.share(30, 60) && table.share(30, 60) > table.share(10, 60));
        // One standard deviation ahead, 86 of 100 by the logistic distribution: here it is reached at 36 unseen tiles.
        assert!((table.share(47, 36) as f64 / 65_535.0 - 0.86).abs() < 0.005);
    }
}
