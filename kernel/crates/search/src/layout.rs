//! The layout of a board: its size, its premium squares and its start square.

use std::fmt;

/// The longest side of a board, in squares.
pub const MAX_SIDE: usize = 31;
/// The highest multiplier of a premium square.
const MAX_PREMIUM: u8 = 9;

/// Why numbers are not a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// A side shorter than 1 or longer than [`MAX_SIDE`].
    Side(usize),
    /// The number of premiums differs from that of squares.
    Premiums {
        /// The number of squares.
        squares: usize,
        /// The number of premiums.
        premiums: usize,
    },
    /// A multiplier below 1 or above 9.
    Premium {
        /// The square, row by row from 0.
        square: usize,
        /// Its multiplier.
        premium: u8,
    },
    /// The start square is not on the board.
    Start(usize),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side(side) => write!(f, "a board has sides of 1 to {MAX_SIDE} squares, not {side}"),
            Self::Premiums { squares, premiums } => {
                write!(f, "a board of {squares} squares needs {squares} premiums, not {premiums}")
            }
            Self::Premium { square, premium } => {
                write!(f, "square {square} multiplies by {premium}; premiums are 1 to {MAX_PREMIUM}")
            }
            Self::Start(start) => write!(f, "the start {start} is not a square of the board"),
        }
    }
}

impl std::error::Error for LayoutError {}

/// A board without tiles. Squares are numbered row by row from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) letter_premiums: Vec<u8>,
    pub(crate) word_premiums: Vec<u8>,
    pub(crate) start: usize,
}

impl Layout {
    /// A layout with the letter and word multipliers of each square (1 for a plain one), row by row, and the number of
    /// the square that the first play must cover.
    ///
    /// # Errors
    /// [`LayoutError`] if the numbers do not fit together.
    pub fn new(
        rows: usize,
        columns: usize,
        letter_premiums: &[u8],
        word_premiums: &[u8],
        start: usize,
    ) -> Result<Self, LayoutError> {
        if let Some(side) = [rows, columns].into_iter().find(|side| !(1..=MAX_SIDE).contains(side)) {
            return Err(LayoutError::Side(side));
        }
        let squares = rows * columns;
        for premiums in [letter_premiums, word_premiums] {
            if premiums.len() != squares {
                return Err(LayoutError::Premiums { squares, premiums: premiums.len() });
            }
            if let Some(square) = premiums.iter().position(|premium| !(1..=MAX_PREMIUM).contains(premium)) {
                return Err(LayoutError::Premium { square, premium: premiums[square] });
            }
        }
        if start >= squares {
            return Err(LayoutError::Start(start));
        }
        let (letter_premiums, word_premiums) = (letter_premiums.to_vec(), word_premiums.to_vec());
        Ok(Self { rows, columns, letter_premiums, word_premiums, start })
    }

    /// The largest product of word multipliers in one play of `tiles` tiles.
    pub(crate) fn highest_word_premium(&self, tiles: usize) -> u64 {
        let product = |mut premiums: Vec<u8>| {
            premiums.sort_unstable_by(|one, other| other.cmp(one));
            premiums.iter().take(tiles).fold(1u64, |product, premium| product.saturating_mul(u64::from(*premium)))
        };
        let rows = self.word_premiums.chunks(self.columns).map(<[u8]>::to_vec);
        let column = |column: usize| self.word_premiums.iter().skip(column).step_by(self.columns).copied().collect();
        rows.chain((0..self.columns).map(column)).map(product).max().unwrap_or(1)
    }

    /// The number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.rows * self.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_fits_together() {
        let of = |rows, letters: &[u8], start| Layout::new(rows, 2, letters, &[1; 4], start);
        assert!(of(2, &[1, 2, 3, 9], 3).is_ok());
        assert_eq!(of(0, &[], 0), Err(LayoutError::Side(0)));
        assert_eq!(of(32, &[1; 64], 0), Err(LayoutError::Side(32)));
        assert_eq!(of(2, &[1; 3], 0), Err(LayoutError::Premiums { squares: 4, premiums: 3 }));
        assert_eq!(of(2, &[1, 1, 0, 1], 0), Err(LayoutError::Premium { square: 2, premium: 0 }));
        assert_eq!(of(2, &[1; 4], 4), Err(LayoutError::Start(4)));
    }
}
