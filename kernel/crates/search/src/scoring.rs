//! The points of a play.

use crate::cross_sets::Square;

/// The points of a word as it grows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartialScore {
    /// The sum of the word's letters.
    pub(crate) main: i32,
    /// What multiplies it.
    word: i32,
    /// The points of the words across.
    side: i32,
}

impl Default for PartialScore {
    fn default() -> Self {
        Self { main: 0, word: 1, side: 0 }
    }
}

impl PartialScore {
    /// The run over tiles that lie on the board, worth so many points.
    pub(crate) fn over(points: i32) -> Self {
        Self { main: points, ..Self::default() }
    }

    #[inline(always)]
    pub(crate) fn score(self) -> i32 {
        self.main * self.word + self.side
    }

    #[inline(always)]
    pub(crate) fn with(self, square: &Square, value: i32) -> Self {
        Self {
            main: self.main + value * i32::from(square.letter_premium),
            word: self.word * i32::from(square.word_premium),
            side: self.side + square.cross_score + value * i32::from(square.cross_multiplier),
        }
    }
}

/// What does not change during a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scoring<'s> {
    pub(crate) values: &'s [u8; 64],
    /// How many tiles earn the bonus, and the bonus.
    pub(crate) rack_size: usize,
    pub(crate) bingo: i32,
}
