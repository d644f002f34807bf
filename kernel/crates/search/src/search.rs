//! A lexicon, a layout and a set of tiles, with which positions are searched.

use std::fmt;
use std::sync::Arc;

use crate::gaddag::{Gaddag, States};
use crate::layout::{Layout, MAX_SIDE};
use crate::packed_word::MAX_LENGTH;
use crate::play::Play;
use crate::position::{Position, PositionError};
use crate::rack::Rack;
use crate::scoring::Scoring;
use crate::word_map::WordMap;

/// Why numbers are not a valid game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// The number of values is wrong.
    Values {
        /// The number that the alphabet needs.
        needed: usize,
        /// The number given.
        values: usize,
    },
    /// The blank has points.
    Blank(u8),
    /// A rack of no tiles, or of more than the longest word has.
    Rack(usize),
    /// A play could score more than fits.
    Score,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values { needed, values } => {
                write!(f, "the blank and the letters need {needed} values, not {values}")
            }
            Self::Blank(value) => write!(f, "a blank is worth 0 points, not {value}"),
            Self::Rack(size) => write!(f, "a rack holds 1 to {MAX_LENGTH} tiles, not {size}"),
            Self::Score => write!(f, "with these values and premiums a score could be too large to count"),
        }
    }
}

impl std::error::Error for SearchError {}

/// The highest score of one play with which equities fit 32 bits.
const MAX_SCORE: u64 = i32::MAX as u64 / 4000;

/// The move generator and everything that it needs: a lexicon, a layout, tile values, the size of a rack and the bingo
/// bonus. It is immutable and may be shared by threads.
#[derive(Debug)]
pub struct Search {
    graph: Arc<Gaddag>,
    map: Option<Arc<WordMap>>,
    layout: Layout,
    empty: Position,
    values: [u8; 64],
    letters: usize,
    rack_size: usize,
    bingo: i32,
}

impl Search {
    /// A search without a word map. `values` are the points of the blank (0) and of each letter in the order of the
    /// alphabet; `bingo` is the bonus for laying `rack_size` tiles.
    ///
    /// # Errors
    /// [`SearchError`] if the numbers are not a valid game.
    pub fn new(
        graph: Arc<Gaddag>,
        layout: Layout,
        values: &[u8],
        rack_size: usize,
        bingo: u16,
    ) -> Result<Self, SearchError> {
        let letters = graph.letters();
        if values.len() != letters + 1 {
            return Err(SearchError::Values { needed: letters + 1, values: values.len() });
        }
        if values[0] != 0 {
            return Err(SearchError::Blank(values[0]));
        }
        if !(1..=MAX_LENGTH).contains(&rack_size) {
            return Err(SearchError::Rack(rack_size));
        }
        if max_score(&layout, values, rack_size, bingo) > MAX_SCORE {
            return Err(SearchError::Score);
        }
        let mut points = [0; 64];
        points[..values.len()].copy_from_slice(values);
        let empty = Position::empty(&layout);
        Ok(Self { graph, map: None, layout, empty, values: points, letters, rack_size, bingo: i32::from(bingo) })
    }

    /// The search with the word map of the same lexicon, with which [`best`](Self::best) is about twice as fast.
    #[must_use]
    pub fn with_map(self, map: Arc<WordMap>) -> Self {
        Self { map: Some(map), ..self }
    }

    pub(crate) fn map(&self) -> Option<&WordMap> {
        self.map.as_deref()
    }

    /// The empty board.
    #[must_use]
    pub fn empty(&self) -> &Position {
        &self.empty
    }

    /// The position of a board, one byte a square, row by row.
    ///
    /// # Errors
    /// [`PositionError`] if the board is malformed.
    pub fn position(&self, board: &[u8]) -> Result<Position, PositionError> {
        let mut position = self.empty.clone();
        position.fill(board, &self.values[..=self.letters], self.graph.states())?;
        Ok(position)
    }

    /// A rack of these tiles, 0 for a blank.
    ///
    /// # Errors
    /// [`PositionError`] if there are too many tiles, or a code is not in the alphabet.
    pub fn rack(&self, tiles: &[u8]) -> Result<Rack, PositionError> {
        if tiles.len() > self.rack_size {
            return Err(PositionError::Rack { size: self.rack_size, tiles: tiles.len() });
        }
        match tiles.iter().find(|code| usize::from(**code) > self.letters) {
            Some(code) => Err(PositionError::Tile(*code)),
            None => Ok(Rack::of(tiles, &self.values)),
        }
    }

    /// Lays a play that was generated in this position. A copy of the position made before undoes it.
    pub fn lay(&self, position: &mut Position, play: &Play) {
        position.lay(play, &self.values, self.graph.states());
    }

    /// The number of squares of the board.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.layout.squares()
    }

    /// The number of tiles on a full rack.
    #[must_use]
    pub fn rack_size(&self) -> usize {
        self.rack_size
    }

    /// The number of letters of the alphabet; letter codes are 1 to this number, 0 is the blank.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The points of a tile on a rack, by its code.
    #[must_use]
    pub fn value(&self, code: u8) -> i32 {
        i32::from(self.values[usize::from(code & 63)])
    }

    pub(crate) fn states(&self) -> States<'_> {
        self.graph.states()
    }

    pub(crate) fn scoring(&self) -> Scoring<'_> {
        Scoring { values: &self.values, rack_size: self.rack_size, bingo: self.bingo }
    }

    /// The row and the column of the start square, from 0.
    pub(crate) fn start(&self) -> (usize, usize) {
        (self.layout.start / self.layout.columns, self.layout.start % self.layout.columns)
    }
}

/// An upper bound on the score of one play.
fn max_score(layout: &Layout, values: &[u8], rack_size: usize, bingo: u16) -> u64 {
    let most = |numbers: &[u8]| u64::from(numbers.iter().copied().max().unwrap_or(0));
    let letter = most(values) * most(&layout.letter_premiums);
    let side = rack_size as u64 * MAX_SIDE as u64 * letter * most(&layout.word_premiums);
    let main = (MAX_LENGTH as u64 * letter).saturating_mul(layout.highest_word_premium(rack_size));
    main.saturating_add(side).saturating_add(u64::from(bingo))
}

#[cfg(test)]
mod tests;
