//! The score of a play.

use crate::cross_sets::Square;

/// The score of a word while it grows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartialScore {
    /// The points of the word's letters with their letter premiums.
    pub(crate) main: i32,
    /// The product of the word premiums.
    multiplier: i32,
    /// The points of the crossing words.
    cross: i32,
}

impl Default for PartialScore {
    fn default() -> Self {
        Self { main: 0, multiplier: 1, cross: 0 }
    }
}

impl PartialScore {
    /// The score of tiles on the board that are worth `points`.
    pub(crate) fn over(points: i32) -> Self {
        Self { main: points, ..Self::default() }
    }

    /// The points without the bingo bonus.
    #[inline(always)]
    pub(crate) fn total(self) -> i32 {
        self.main * self.multiplier + self.cross
    }

    /// The score with a tile of this value on a square.
    #[inline(always)]
    pub(crate) fn with(self, square: &Square, value: i32) -> Self {
        Self {
            main: self.main + value * i32::from(square.letter_premium),
            multiplier: self.multiplier * i32::from(square.word_premium),
            cross: self.cross + square.cross_score + value * i32::from(square.cross_multiplier),
        }
    }
}

/// The tile values and the bingo rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scoring<'s> {
    pub(crate) values: &'s [u8; 64],
    /// The number of tiles that earns the bingo bonus, and the bonus.
    pub(crate) rack_size: usize,
    pub(crate) bingo: i32,
}
