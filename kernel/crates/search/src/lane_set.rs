//! Sets of rows and columns.

use crate::bits::bits;
use crate::play::Play;

/// A set of lanes: bit `n` is row `n`, bit `32 + n` is column `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LaneSet(pub(crate) u64);

/// The number of the first column.
pub(crate) const COLUMNS: u8 = 32;

impl LaneSet {
    /// The number of the lane of a play.
    #[must_use]
    pub fn number(play: &Play) -> u8 {
        Self::number_of(play.down, usize::from(if play.down { play.column } else { play.row }))
    }

    /// The number of a lane.
    pub(crate) fn number_of(down: bool, lane: usize) -> u8 {
        if down { COLUMNS + lane as u8 } else { lane as u8 }
    }

    /// Whether the lane with a number is a column, and its index among the rows or columns.
    pub(crate) fn direction_and_index(number: u8) -> (bool, usize) {
        (number >= COLUMNS, usize::from(number % COLUMNS))
    }

    /// Whether the set has the lane with this number.
    #[must_use]
    pub fn contains(self, number: u8) -> bool {
        self.0 >> number & 1 != 0
    }

    /// The union of two sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The numbers of the lanes in the set, rows first.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        bits(self.0)
    }
}
