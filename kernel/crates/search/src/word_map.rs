//! The word map: from letters in any order to the words that they spell.
//!
//! After the word maps (WMP files) of MAGPIE, with a format of its own. All numbers have 32 bits. The first two lines
//! of sixteen numbers are the header: a magic number, the number of letters of the alphabet, the size of a rack, and
//! the number of lines of the table of [`reach`]; then the number of words of each length from 0. The table of reach
//! follows, then the words of each length, see [`anagrams`]. In a file a map begins at a multiple of 64 bytes, so that
//! its lines are cache lines.

mod anagrams;
mod bit_rack;
mod reach;
mod subsets;
#[cfg(test)]
mod tests;

use std::array::from_fn;
use std::ops::Range;
use std::path::Path;

use crate::alphabet::Alphabet;
use crate::packed_word::MAX_LENGTH;
use anagrams::{Anagrams, Section};
pub use bit_rack::{BitRack, MAX_BIT_RACK_LETTERS};
pub use reach::Reach;
use reach::{LINE, ReachTable};

use crate::automaton::BuildError;
use crate::storage::{self, OpenError, Storage};
use crate::words::Words;

/// The magic number: "map" and the version of the format.
const MARK: u32 = u32::from_le_bytes(*b"map\x03");
/// Numbers before the table of reach.
const HEADER: usize = 2 * LINE;
/// The share of the work done when the table of reach is complete.
const REACH_SHARE: f64 = 0.2;

impl Words {
    /// The word map of these words, as bytes, for racks of `rack` tiles (at most [`MAX_LENGTH`]). `progress` is called
    /// with the share of the work done, 0 to 1; the build stops when it returns false.
    ///
    /// # Errors
    /// [`BuildError::Alphabet`] beyond [`MAX_BIT_RACK_LETTERS`], [`BuildError::Full`] beyond 2³² numbers,
    /// [`BuildError::Stopped`] if `progress` returns false.
    pub fn word_map(&self, rack: usize, progress: &mut dyn FnMut(f64) -> bool) -> Result<Vec<u8>, BuildError> {
        let mut report = |share| if progress(share) { Ok(()) } else { Err(BuildError::Stopped) };
        let letters = self.letters().count();
        if letters > MAX_BIT_RACK_LETTERS {
            return Err(BuildError::Alphabet { count: letters, most: MAX_BIT_RACK_LETTERS });
        }
        report(0.0)?;
        let rack = rack.min(MAX_LENGTH);
        let reach = reach::lines(self.packed(), rack);
        let mut numbers = vec![0; HEADER];
        numbers[..4].copy_from_slice(&[MARK, letters as u32, rack as u32, counted(reach.len())?]);
        numbers.extend_from_slice(reach.as_flattened());
        drop(reach);
        for length in 0..=MAX_LENGTH {
            report(REACH_SHARE + (1.0 - REACH_SHARE) * length as f64 / LINE as f64)?;
            let words = self.packed().iter().copied().filter(|word| word.len() == length);
            numbers[LINE + length] = counted(anagrams::write(words, length, &mut numbers))?;
        }
        report(1.0)?;
        Ok(storage::bytes(&numbers))
    }
}

fn counted(count: usize) -> Result<u32, BuildError> {
    u32::try_from(count).map_err(|_| BuildError::Full)
}

/// The words of a lexicon by their letters.
#[derive(Debug)]
pub struct WordMap {
    numbers: Storage,
    /// A bit for each letter of the alphabet.
    alphabet: u32,
    rack: usize,
    /// The range of the table of reach.
    reach: Range<usize>,
    words: [Section; MAX_LENGTH + 1],
}

impl WordMap {
    /// A word map from bytes, checked.
    ///
    /// # Errors
    /// [`OpenError`] if they are not a word map over this alphabet.
    pub fn of(bytes: &[u8], letters: &Alphabet) -> Result<Self, OpenError> {
        let map = Self::read(Storage::of(bytes)?, letters)?;
        map.check()?;
        Ok(map)
    }

    /// A word map in a part of a file, given in bytes. The part is mapped into memory and only its header is checked: a
    /// damaged map gives wrong answers, but does not panic. [`check`](Self::check) checks all of it.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be read or has no such part, or if the part does not begin as a word map over
    /// this alphabet.
    pub fn open(path: &Path, offset: u64, length: usize, letters: &Alphabet) -> Result<Self, OpenError> {
        Self::read(Storage::open(path, offset, length)?, letters)
    }

    fn read(numbers: Storage, letters: &Alphabet) -> Result<Self, OpenError> {
        let damaged = |node, fault| Err(OpenError::Damaged { node, fault });
        let all = numbers.as_slice();
        let ([[MARK, count, rack, lines, ..], counts, ..], _) = all.as_chunks::<LINE>() else {
            return damaged(0, "no map begins so");
        };
        if *count as usize != letters.count() || letters.count() > MAX_BIT_RACK_LETTERS {
            return damaged(1, "it is for another alphabet");
        }
        let rack = *rack as usize;
        if rack > MAX_LENGTH {
            return damaged(2, "a rack too large");
        }
        let reach = HEADER..HEADER.saturating_add((*lines as usize).saturating_mul(LINE));
        let mut end = reach.end;
        let words = from_fn(|length| {
            let section = Section::new(end, counts[length] as usize, length);
            end = section.range().end;
            section
        });
        if end != all.len() {
            return damaged(3, "the map has another length");
        }
        let alphabet = u32::MAX >> (MAX_BIT_RACK_LETTERS - letters.count());
        Ok(Self { numbers, alphabet, rack, reach, words })
    }

    /// Checks every word, and that the table of reach is complete.
    ///
    /// # Errors
    /// [`OpenError::Damaged`] with the first number of the faulty part.
    pub fn check(&self) -> Result<(), OpenError> {
        let damaged = |node, fault| OpenError::Damaged { node, fault };
        let mut lacking = false;
        for section in &self.words {
            let words = section.of(self.numbers.as_slice());
            let checked =
                words.check(self.alphabet, |key| lacking |= !self.reach_table().is_complete_for(key, self.rack));
            checked.map_err(|fault| damaged(section.range().start, fault))?;
        }
        if lacking { Err(damaged(self.reach.start, "letters reach less than they should")) } else { Ok(()) }
    }

    /// The size of a rack: the most letters of a bit rack for [`reach`](Self::reach).
    #[must_use]
    pub fn rack(&self) -> usize {
        self.rack
    }

    /// The reach of 1 to [`rack`](Self::rack) letters. It is an upper bound: less than one answer in fifty has a
    /// letter or a word too much, none lacks one.
    #[inline]
    #[must_use]
    pub fn reach(&self, letters: BitRack) -> Reach {
        self.reach_table().get(letters)
    }

    /// The number of letters of the alphabet.
    pub(crate) fn letters(&self) -> u8 {
        self.alphabet.count_ones() as u8
    }

    /// The letters that may complete a word with these, bit 0 for letter 1; all if that is not known.
    pub(crate) fn completing(&self, letters: BitRack) -> u32 {
        if letters.count() <= self.rack { self.reach(letters).letters } else { self.alphabet }
    }

    /// Asks for the reach of a bit rack.
    pub(crate) fn ask_reach(&self, letters: BitRack) {
        self.reach_table().ask(letters);
    }

    /// The [`reach`](Self::reach) of each bit rack, in the same place of `out`; faster than one by one if the table is
    /// not in the cache.
    pub fn reach_many(&self, keys: &[BitRack], out: &mut [Reach]) {
        self.reach_table().get_many(keys, out);
    }

    /// Asks for the place of the words of a length with these letters.
    pub(crate) fn ask_directory(&self, length: usize, letters: BitRack) {
        if let Some(words) = self.of_length(length) {
            words.ask_directory(letters);
        }
    }

    /// Asks for the words of a length with these letters.
    pub(crate) fn ask_words(&self, length: usize, letters: BitRack) {
        if let Some(words) = self.of_length(length) {
            words.ask_words(letters);
        }
    }

    /// Calls `visit` for the words that use exactly the letters of a bit rack, in alphabetical order, for many bit
    /// racks of `length` letters, each word with the number of its bit rack; faster than one by one if the words are
    /// not in the cache.
    pub fn words_many(&self, length: usize, keys: &[BitRack], visit: impl FnMut(usize, &[u8])) {
        if let Some(words) = self.of_length(length) {
            words.visit_many(keys, visit);
        }
    }

    #[inline(always)]
    fn of_length(&self, length: usize) -> Option<Anagrams<'_>> {
        Some(self.words.get(length)?.of(self.numbers.as_slice()))
    }

    #[inline(always)]
    fn reach_table(&self) -> ReachTable<'_> {
        let numbers = self.numbers.as_slice().get(self.reach.clone()).unwrap_or_default();
        ReachTable { lines: numbers.as_chunks().0, alphabet: self.alphabet }
    }
}
