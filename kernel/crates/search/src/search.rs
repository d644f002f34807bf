//! Searching positions of one lexicon, one layout and one set of tiles.

use std::fmt;
use std::sync::Arc;

use crate::generate::{Rack, Scale, generate};
use crate::layout::{Layout, MAX_SIDE};
use crate::letters::MAX_LENGTH;
use crate::plays::{Best, Collect, Play, Totals};
use crate::position::{Position, PositionError};
use crate::search_graph::SearchGraph;

/// Why numbers are not the measures of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// Not one value for the blank and each letter.
    Values {
        /// How many the alphabet needs.
        needed: usize,
        /// How many came.
        values: usize,
    },
    /// A blank that is worth points.
    Blank(u8),
    /// A rack of no tiles, or of more than a word has.
    Rack(usize),
    /// A play could score more than can be counted.
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

/// Finds plays with one lexicon, on one layout, with one set of tiles.
#[derive(Debug)]
pub struct Search {
    graph: Arc<SearchGraph>,
    layout: Layout,
    empty: Position,
    values: [i32; 64],
    letters: usize,
    rack_size: usize,
    bingo: i32,
}

impl Search {
    /// `values` are the points of the blank (0) and of each letter in the order of the alphabet;
    /// `bingo` is the bonus for laying `rack_size` tiles.
    ///
    /// # Errors
    /// [`SearchError`] if the numbers make no game.
    pub fn new(
        graph: Arc<SearchGraph>,
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
        if highest(&layout, values, rack_size, bingo) > i32::MAX as u64 {
            return Err(SearchError::Score);
        }
        let mut points = [0; 64];
        points.iter_mut().zip(values).for_each(|(point, value)| *point = i32::from(*value));
        let empty = Position::empty(&layout);
        Ok(Self { graph, layout, empty, values: points, letters, rack_size, bingo: i32::from(bingo) })
    }

    /// Every play, each once, always in the same order.
    ///
    /// # Errors
    /// [`PositionError`] if board or rack are malformed; the same for the other searches.
    pub fn plays(&self, board: &[u8], rack: &[u8]) -> Result<Vec<Play>, PositionError> {
        let mut plays = Vec::new();
        self.collect(&mut self.empty.clone(), board, rack, &mut plays)?;
        Ok(plays)
    }

    /// The best plays by score, best first; of equal ones that with the lower row, column,
    /// direction (across first) and tiles.
    ///
    /// # Errors
    /// See [`plays`](Self::plays).
    pub fn best(&self, board: &[u8], rack: &[u8], count: usize) -> Result<Vec<Play>, PositionError> {
        let mut best = Best::new(count);
        self.collect(&mut self.empty.clone(), board, rack, &mut best)?;
        Ok(best.plays())
    }

    /// The number of plays, the sum of their scores and the highest.
    ///
    /// # Errors
    /// See [`plays`](Self::plays).
    pub fn totals(&self, board: &[u8], rack: &[u8]) -> Result<Totals, PositionError> {
        let mut totals = Totals::default();
        self.collect(&mut self.empty.clone(), board, rack, &mut totals)?;
        Ok(totals)
    }

    /// [`best`](Self::best) for boards that stand one after another, each with its rack.
    ///
    /// # Errors
    /// See [`plays`](Self::plays).
    pub fn best_many<R: AsRef<[u8]>>(
        &self,
        boards: &[u8],
        racks: &[R],
        count: usize,
    ) -> Result<Vec<Vec<Play>>, PositionError> {
        let found = self.many(boards, racks, || Best::new(count))?;
        Ok(found.into_iter().map(Best::plays).collect())
    }

    /// [`totals`](Self::totals) for boards that stand one after another, each with its rack.
    ///
    /// # Errors
    /// See [`plays`](Self::plays).
    pub fn totals_many<R: AsRef<[u8]>>(&self, boards: &[u8], racks: &[R]) -> Result<Vec<Totals>, PositionError> {
        self.many(boards, racks, Totals::default)
    }

    fn many<R: AsRef<[u8]>, C: Collect>(
        &self,
        boards: &[u8],
        racks: &[R],
        new: impl Fn() -> C,
    ) -> Result<Vec<C>, PositionError> {
        let squares = self.layout.squares();
        if boards.len() != squares * racks.len() {
            return Err(PositionError::Batch { bytes: boards.len(), racks: racks.len() });
        }
        let mut position = self.empty.clone();
        let positions = boards.chunks(squares).zip(racks);
        let found = positions.map(|(board, rack)| {
            let mut collect = new();
            self.collect(&mut position, board, rack.as_ref(), &mut collect)?;
            Ok(collect)
        });
        found.collect()
    }

    fn collect<C: Collect>(
        &self,
        position: &mut Position,
        board: &[u8],
        rack: &[u8],
        collect: &mut C,
    ) -> Result<(), PositionError> {
        if rack.len() > self.rack_size {
            return Err(PositionError::Rack { size: self.rack_size, tiles: rack.len() });
        }
        if let Some(code) = rack.iter().find(|code| usize::from(**code) > self.letters) {
            return Err(PositionError::Tile(*code));
        }
        let states = self.graph.states();
        position.set(&self.empty, board, &self.values[..=self.letters], states)?;
        let (row, column) = (self.layout.start / self.layout.columns, self.layout.start % self.layout.columns);
        let start = |lane, at| position.is_empty().then_some((lane, at));
        let scale = Scale { values: &self.values, rack_size: self.rack_size, bingo: self.bingo };
        let rack = Rack::of(rack);
        generate(&position.rows, false, start(row, column), &rack, scale, states, collect);
        generate(&position.columns, true, start(column, row), &rack, scale, states, collect);
        Ok(())
    }
}

/// A bound on the score of one play.
fn highest(layout: &Layout, values: &[u8], rack_size: usize, bingo: u16) -> u64 {
    let most = |numbers: &[u8]| u64::from(numbers.iter().copied().max().unwrap_or(0));
    let letter = most(values) * most(&layout.letter_premiums);
    let word = most(&layout.word_premiums);
    let main = (MAX_LENGTH as u64 * letter).saturating_mul(word.saturating_pow(rack_size as u32));
    let side = rack_size as u64 * MAX_SIDE as u64 * letter * word;
    main.saturating_add(side).saturating_add(u64::from(bingo))
}

#[cfg(test)]
mod tests;
