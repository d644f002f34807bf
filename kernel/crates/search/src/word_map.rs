//! The word map: from letters in any order to the words they make.
//!
//! Numbers of 32 bits, in lines of sixteen. The first line says what there is: a mark, the letters
//! of the alphabet, the letters of a rack, and how many lines of the table of [`reach`] follow.

mod key;
mod reach;
#[cfg(test)]
mod tests;

use std::path::Path;

pub use key::{Key, MAX_KEY_LETTERS};
pub use reach::Reach;
use reach::{LINE, Line, Reaches};

use crate::letters::Letters;
use crate::minimal::BuildError;
use crate::nodes::{self, Nodes, OpenError};
use crate::words::Words;

/// The first number of a map: "map" and the version of its format.
const MARK: u32 = u32::from_le_bytes(*b"map\x01");

impl Words {
    /// The word map of these words, as bytes, for racks of so many tiles. `progress` is told the
    /// share of the work done, 0 to 1, and says whether to go on.
    ///
    /// # Errors
    /// [`BuildError::Letters`] beyond [`MAX_KEY_LETTERS`], [`BuildError::Full`] beyond 2³²
    /// numbers, [`BuildError::Stopped`] when told not to go on.
    pub fn word_map(&self, rack: usize, progress: &mut dyn FnMut(f64) -> bool) -> Result<Vec<u8>, BuildError> {
        let mut report = |share| if progress(share) { Ok(()) } else { Err(BuildError::Stopped) };
        let letters = self.letters().count();
        if letters > MAX_KEY_LETTERS {
            return Err(BuildError::Letters { count: letters, most: MAX_KEY_LETTERS });
        }
        report(0.0)?;
        let reach = reach::lines(self.packed(), rack);
        let mut numbers = vec![0; LINE];
        let count = u32::try_from(reach.len()).map_err(|_| BuildError::Full)?;
        numbers[..4].copy_from_slice(&[MARK, letters as u32, rack as u32, count]);
        numbers.extend_from_slice(reach.as_flattened());
        report(1.0)?;
        Ok(nodes::bytes(&numbers))
    }
}

/// A lexicon to ask what letters make.
#[derive(Debug)]
pub struct WordMap {
    numbers: Nodes,
    /// A bit for each letter.
    alphabet: u32,
    rack: usize,
    /// Lines of the table of reach.
    reach: usize,
}

impl WordMap {
    /// The map of these bytes.
    ///
    /// # Errors
    /// [`OpenError`] if they are not a word map over these letters.
    pub fn of(bytes: &[u8], letters: &Letters) -> Result<Self, OpenError> {
        Self::read(Nodes::of(bytes)?, letters)
    }

    /// The map in a part of a file, given in bytes, mapped into memory and trusted: a damaged one
    /// answers wrongly, but does not panic.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be read, has no such part, or the part is not a word map
    /// over these letters.
    pub fn open(path: &Path, offset: u64, length: usize, letters: &Letters) -> Result<Self, OpenError> {
        Self::read(Nodes::open(path, offset, length)?, letters)
    }

    fn read(numbers: Nodes, letters: &Letters) -> Result<Self, OpenError> {
        let damaged = |node, fault| Err(OpenError::Damaged { node, fault });
        let (lines, rest) = numbers.as_slice().as_chunks();
        let Some([MARK, count, rack, reach, ..]): Option<&Line> = lines.first() else {
            return damaged(0, "no map begins so");
        };
        if *count as usize != letters.count() || letters.count() > MAX_KEY_LETTERS {
            return damaged(1, "it is for another alphabet");
        }
        if lines.len() - 1 != *reach as usize || !rest.is_empty() {
            return damaged(3, "the map has another length");
        }
        let alphabet = u32::MAX >> (MAX_KEY_LETTERS - letters.count());
        let (rack, reach) = (*rack as usize, *reach as usize);
        Ok(Self { numbers, alphabet, rack, reach })
    }

    /// How many tiles a rack has: [`reach`](Self::reach) knows keys of so many letters at most.
    #[must_use]
    pub fn rack(&self) -> usize {
        self.rack
    }

    /// What letters reach, 1 to [`rack`](Self::rack) of them; a bound from above: less than one in
    /// a hundred answers holds something that is not so, none lacks anything.
    #[inline]
    #[must_use]
    pub fn reach(&self, key: Key) -> Reach {
        self.reaches().of(key)
    }

    /// [`reach`](Self::reach) of each key into the same place of `out`, as many as both have;
    /// faster than one by one where the table is not in the cache.
    pub fn reach_many(&self, keys: &[Key], out: &mut [Reach]) {
        self.reaches().many(keys, out);
    }

    #[inline(always)]
    fn reaches(&self) -> Reaches<'_> {
        let (lines, _) = self.numbers.as_slice().as_chunks();
        Reaches { lines: lines.get(1..=self.reach).unwrap_or_default(), alphabet: self.alphabet }
    }
}
