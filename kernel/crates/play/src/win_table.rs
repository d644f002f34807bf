//! How likely a lead is to last: the share of games won from a spread with so many tiles unseen.

use std::fmt;

/// Why numbers are not a win table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WinError {
    /// Another number of shares than the rows and columns need.
    Size {
        /// How many it needs.
        needed: usize,
        /// How many came.
        shares: usize,
    },
    /// A spread below 1 point or beyond 10 000 either way.
    Spread(i32),
    /// More tiles unseen than 10 000.
    Unseen(usize),
    /// With so many tiles unseen a larger lead wins less often than a smaller one.
    Falling(usize),
}

impl fmt::Display for WinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { needed, shares } => write!(f, "the win table needs {needed} shares, not {shares}"),
            Self::Spread(spread) => write!(f, "a win table goes to a spread of 1 to {MOST} points, not {spread}"),
            Self::Unseen(unseen) => write!(f, "a win table goes to at most {MOST} tiles unseen, not {unseen}"),
            Self::Falling(unseen) => {
                write!(f, "in row {unseen} of the win table a larger lead wins less often than a smaller one")
            }
        }
    }
}

impl std::error::Error for WinError {}

/// The widest table.
const MOST: i32 = 10_000;

/// The share of games that the player on turn wins, a draw being half a win, by the tiles that they
/// do not see (those in the bag and on the other rack) and by how many points they lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinTable {
    unseen: usize,
    spread: i32,
    shares: Vec<u16>,
}

impl WinTable {
    /// The table for 0 to `unseen` tiles, a row each, and spreads of −`spread` to `spread` points;
    /// shares are in 1/65535.
    ///
    /// # Errors
    /// [`WinError`] if there are not as many shares, or they fall in a row.
    pub fn new(unseen: usize, spread: i32, shares: Vec<u16>) -> Result<Self, WinError> {
        if !(1..=MOST).contains(&spread) {
            return Err(WinError::Spread(spread));
        }
        if unseen > MOST as usize {
            return Err(WinError::Unseen(unseen));
        }
        let table = Self { unseen, spread, shares };
        let needed = (unseen + 1) * table.columns();
        if table.shares.len() != needed {
            return Err(WinError::Size { needed, shares: table.shares.len() });
        }
        match table.shares.chunks(table.columns()).position(|row| !row.is_sorted()) {
            Some(unseen) => Err(WinError::Falling(unseen)),
            None => Ok(table),
        }
    }

    /// The share won by the player on turn, in 1/65535. Beyond its edges the table goes on as at them.
    ///
    /// That of a player who is not on turn is what is left of 65535 by the other's share.
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
        assert_eq!(of(0, 1, &[1, 2]), WinError::Size { needed: 3, shares: 2 });
        assert_eq!(of(0, 0, &[1]), WinError::Spread(0));
        assert_eq!(of(0, MOST + 1, &[1]), WinError::Spread(10_001));
        assert_eq!(of(usize::MAX, 1, &[1]), WinError::Unseen(usize::MAX));
        assert_eq!(
            of(1, 1, &[1, 1, 1, 3, 4, 3]).to_string(),
            "in row 1 of the win table a larger lead wins less often than a smaller one"
        );
    }
}
