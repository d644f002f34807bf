//! Leave values: what the tiles left on a rack are worth.
//!
//! The value of a leave is a sum of terms: the number of each tile, each pair of different tiles, and the numbers of
//! vowels and consonants. A few thousand numbers value every leave of any alphabet, and all subsets of a rack are
//! valued in less than a microsecond. Other engines list leaves one by one (the KLV2 files of wolges, Quackle's
//! superleaves), which takes a million numbers for English.

use std::fmt;

use crate::packed_word::MAX_LENGTH;
use crate::position::PositionError;
use crate::rack::Rack;

/// The largest number of equal tiles that has a value of its own.
pub const MAX_EQUAL: usize = MAX_LENGTH;
/// The side of the table of vowels and consonants.
pub const BALANCE_SIDE: usize = MAX_LENGTH + 1;

/// Why numbers are not leave values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeavesError {
    /// The length of a table is wrong.
    Size {
        /// The name of the table.
        table: &'static str,
        /// The length that is needed.
        needed: usize,
        /// The length given.
        numbers: usize,
    },
    /// A value beyond ± 1 000 000 thousandths of a point.
    Value(i32),
}

impl fmt::Display for LeavesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { table, needed, numbers } => {
                write!(f, "the table of {table} needs {needed} numbers, not {numbers}")
            }
            Self::Value(value) => write!(f, "{value} thousandths of a point is no value of a leave"),
        }
    }
}

impl std::error::Error for LeavesError {}

/// Leave values in thousandths of a point.
#[derive(Debug, Clone)]
pub struct Leaves {
    codes: usize,
    /// For each code the values of holding 1, 2, … of it.
    equal: Vec<i32>,
    /// For each pair of codes the value of holding both.
    pairs: Vec<i32>,
    /// For each number of vowels and of consonants their value.
    balance: Vec<i32>,
    vowels: u64,
}

impl Leaves {
    /// Leave values for an alphabet of `letters` letters, in thousandths of a point. `equal` has [`MAX_EQUAL`] numbers
    /// for the blank and for each letter; `pairs` is a square by code, of which the part above the diagonal is used;
    /// `balance` is a square of side [`BALANCE_SIDE`] by numbers of vowels and consonants; bit `code` of `vowels` is
    /// set for a vowel.
    ///
    /// # Errors
    /// [`LeavesError`] if the length of a table is wrong or a value is out of range.
    pub fn new(
        letters: usize,
        equal: &[i32],
        pairs: &[i32],
        balance: &[i32],
        vowels: u64,
    ) -> Result<Self, LeavesError> {
        let codes = letters + 1;
        for (table, numbers, needed) in [
            ("equal tiles", equal, codes * MAX_EQUAL),
            ("pairs", pairs, codes * codes),
            ("vowels and consonants", balance, BALANCE_SIDE * BALANCE_SIDE),
        ] {
            if numbers.len() != needed {
                return Err(LeavesError::Size { table, needed, numbers: numbers.len() });
            }
            if let Some(value) = numbers.iter().find(|value| value.unsigned_abs() > 1_000_000) {
                return Err(LeavesError::Value(*value));
            }
        }
        Ok(Self { codes, equal: equal.to_vec(), pairs: pairs.to_vec(), balance: balance.to_vec(), vowels })
    }

    /// Leave values of zero.
    #[must_use]
    pub fn zero(letters: usize) -> Self {
        let codes = letters + 1;
        Self {
            codes,
            equal: vec![0; codes * MAX_EQUAL],
            pairs: vec![0; codes * codes],
            balance: vec![0; BALANCE_SIDE * BALANCE_SIDE],
            vowels: 0,
        }
    }

    /// The number of letters of the alphabet.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.codes - 1
    }

    /// The value of a leave, 0 for a blank.
    ///
    /// # Errors
    /// [`PositionError`] if there are more than [`MAX_LENGTH`] tiles, or a code is not in the alphabet.
    pub fn value(&self, kept: &[u8]) -> Result<i32, PositionError> {
        if kept.len() > MAX_LENGTH {
            return Err(PositionError::Rack { size: MAX_LENGTH, tiles: kept.len() });
        }
        if let Some(code) = kept.iter().find(|code| usize::from(**code) >= self.codes) {
            return Err(PositionError::Tile(*code));
        }
        let mut values = Vec::new();
        self.fill(&Rack::of(kept, &[0; 64]), &mut values);
        Ok(values[0])
    }

    /// Writes the leave value for each subset of the rack's tiles that a play may lay.
    pub(crate) fn fill(&self, rack: &Rack, values: &mut Vec<i32>) {
        let terms = Terms::of(self, rack.tiles());
        let all = (1usize << rack.tiles().len()) - 1;
        values.clear();
        values.resize(all + 1, 0);
        for kept in 1..=all {
            // A leave is its first tile and the leave of the others.
            let first = kept.trailing_zeros() as usize;
            let rest = kept & (kept - 1);
            let mut value = values[all ^ rest] + terms.steps[first];
            let mut others = rest;
            while others != 0 {
                value += terms.together[first][others.trailing_zeros() as usize];
                others &= others - 1;
            }
            values[all ^ kept] = value;
        }
        for kept in 1..=all {
            let count = |sort: usize| (kept & sort).count_ones() as usize;
            values[all ^ kept] += self.balance[count(terms.vowels) * BALANCE_SIDE + count(terms.consonants)];
        }
    }
}

/// The terms of a rack.
struct Terms {
    /// By the place of a tile: the value of one more of its kind.
    steps: [i32; MAX_LENGTH],
    /// By the places of two tiles: the value of the pair. Of equal tiles the first ones are laid first, so that every
    /// leave with one of the kind has the last one, which stands for the kind.
    together: [[i32; MAX_LENGTH]; MAX_LENGTH],
    /// Subsets of the rack.
    vowels: usize,
    consonants: usize,
}

impl Terms {
    fn of(leaves: &Leaves, tiles: &[u8]) -> Self {
        let mut terms = Self { steps: [0; _], together: [[0; _]; _], vowels: 0, consonants: 0 };
        let lasts = |at: usize| (at + 1 == tiles.len() || tiles[at + 1] != tiles[at]).then_some(at);
        for (at, tile) in tiles.iter().map(|tile| usize::from(*tile)).enumerate() {
            let equal = tiles[at..].iter().take_while(|other| usize::from(**other) == tile).count();
            let value = |equal: usize| if equal == 0 { 0 } else { leaves.equal[tile * MAX_EQUAL + equal - 1] };
            terms.steps[at] = value(equal) - value(equal - 1);
            match tile {
                0 => {}
                _ if leaves.vowels >> tile & 1 != 0 => terms.vowels |= 1 << at,
                _ => terms.consonants |= 1 << at,
            }
            for other in lasts(at).into_iter().flat_map(|at| (at + 1..tiles.len()).filter_map(lasts)) {
                let second = usize::from(tiles[other]);
                terms.together[at][other] = leaves.pairs[tile.min(second) * leaves.codes + tile.max(second)];
            }
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three letters, A is a vowel; every term has a digit of its own.
    fn leaves() -> Leaves {
        let mut equal = vec![0; 4 * MAX_EQUAL];
        equal[..2].copy_from_slice(&[700, 900]);
        equal[MAX_EQUAL..MAX_EQUAL + 3].copy_from_slice(&[1, 2, 4]);
        let mut pairs = vec![0; 16];
        pairs[1] = 10_000;
        pairs[4 + 3] = 20_000;
        pairs[3 * 4 + 1] = 999_999;
        let mut balance = vec![0; BALANCE_SIDE * BALANCE_SIDE];
        balance[BALANCE_SIDE + 1] = 300_000;
        Leaves::new(3, &equal, &pairs, &balance, 1 << 1).unwrap()
    }

    const VALUES: [u8; 64] = [0; 64];

    fn value(kept: &[u8]) -> i32 {
        leaves().value(kept).unwrap()
    }

    #[test]
    fn a_leave_is_the_sum_of_its_terms() {
        assert_eq!(value(&[]), 0);
        assert_eq!(value(&[0]), 700);
        assert_eq!(value(&[0, 0]), 900);
        assert_eq!(value(&[1, 1, 1]), 4);
        assert_eq!(value(&[1, 0]), 10_701);
        assert_eq!(value(&[1, 1, 0, 0]), 10_902, "a pair counts once");
        assert_eq!(value(&[3, 1]), 320_001, "one vowel and one consonant, and both together");
        let mut values = Vec::new();
        leaves().fill(&Rack::of(&[1, 3], &std::array::from_fn(|code| code as u8)), &mut values);
        assert_eq!(values[0], 320_001, "whichever stands first");
        assert_eq!(value(&[2, 2, 1]), 1, "two consonants are another balance");
    }

    #[test]
    fn a_set_laid_is_worth_what_is_left() {
        let rack = Rack::of(&[3, 1, 0, 1, 0], &VALUES);
        assert_eq!(rack.tiles(), [0, 0, 1, 1, 3]);
        let mut values = Vec::new();
        leaves().fill(&rack, &mut values);
        for (laid, kept) in [(0b00000, &[0, 0, 1, 1, 3][..]), (0b10001, &[0, 1, 1]), (0b01111, &[3]), (0b11111, &[])] {
            assert_eq!(values[laid], value(kept));
        }
    }

    #[test]
    fn what_no_rack_can_hold_has_no_value() {
        assert_eq!(leaves().value(&[1; 16]), Err(PositionError::Rack { size: 15, tiles: 16 }));
        assert_eq!(leaves().value(&[0, 4]), Err(PositionError::Tile(4)));
    }

    #[test]
    fn tables_of_another_size_are_refused_in_words() {
        let of = |equal: &[i32], pairs: &[i32]| Leaves::new(1, equal, pairs, &[0; 256], 0).unwrap_err().to_string();
        assert_eq!(of(&[0; 29], &[0; 4]), "the table of equal tiles needs 30 numbers, not 29");
        assert_eq!(of(&[0; 30], &[0; 5]), "the table of pairs needs 4 numbers, not 5");
        assert_eq!(of(&[0; 30], &[0, 1_000_001, 0, 0]), "1000001 thousandths of a point is no value of a leave");
    }
}
