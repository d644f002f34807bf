//! A sorted set of distinct words of one alphabet.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::alphabet::Alphabet;
use crate::packed_word::{MAX_LENGTH, PackedWord};
use crate::word_list::{self, Rejection, WordListReader};

/// Why two sets of words cannot be combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WordsError {
    /// Their alphabets differ.
    Alphabets,
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alphabets => write!(f, "the two sets of words have different alphabets"),
        }
    }
}

impl std::error::Error for WordsError {}

/// A sorted set of distinct words of one alphabet, 2 to 15 tiles each.
#[derive(Debug, Clone)]
pub struct Words {
    letters: Arc<Alphabet>,
    words: Vec<PackedWord>,
    rejected: Vec<(u32, Rejection)>,
}

impl Words {
    /// Reads one word a line from UTF-8 text in either case. Lines end with LF, CRLF or CR; spaces around a word and
    /// empty lines are ignored. Without `capitals` a line with a capital letter is rejected.
    #[must_use]
    pub fn read(text: &[u8], letters: Alphabet, capitals: bool) -> Self {
        let mut reading = WordListReader::new(letters, capitals, text.len());
        reading.text(text);
        Self::of(reading)
    }

    /// Reads a file piece by piece, see [`read`](Self::read).
    ///
    /// # Errors
    /// [`io::Error`] if the file cannot be read.
    pub fn open(path: &Path, letters: Alphabet, capitals: bool) -> io::Result<Self> {
        let file = File::open(path)?;
        let bytes = file.metadata()?.len();
        let mut reading = WordListReader::new(letters, capitals, usize::try_from(bytes).unwrap_or(0));
        reading.pieces(file, word_list::PIECE)?;
        Ok(Self::of(reading))
    }

    /// The words of a list, sorted and without duplicates.
    fn of(reading: WordListReader) -> Self {
        let WordListReader { letters, mut words, rejected, .. } = reading;
        words.sort_unstable();
        words.dedup();
        words.shrink_to_fit();
        Self { letters: Arc::new(letters), words, rejected }
    }

    /// A set of words that are sorted and distinct.
    pub(crate) fn sorted(letters: &Alphabet, words: impl Iterator<Item = PackedWord>) -> Self {
        Self { letters: Arc::new(letters.clone()), words: words.collect(), rejected: Vec::new() }
    }

    /// The rejected lines: number from 1 and reason.
    #[must_use]
    pub fn rejected(&self) -> &[(u32, Rejection)] {
        &self.rejected
    }

    /// The alphabet of the words.
    #[must_use]
    pub fn letters(&self) -> &Alphabet {
        &self.letters
    }

    /// The number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a text, in either case, is one of the words.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        self.letters.pack(text).is_ok_and(|word| self.words.binary_search(&word).is_ok())
    }

    pub(crate) fn packed(&self) -> &[PackedWord] {
        &self.words
    }

    /// The number of words of each length in tiles.
    #[must_use]
    pub fn lengths(&self) -> [usize; MAX_LENGTH + 1] {
        let mut counts = [0; MAX_LENGTH + 1];
        for word in &self.words {
            counts[word.len()] += 1;
        }
        counts
    }

    /// The words as upper-case UTF-8 in the order of the alphabet, each followed by LF.
    #[must_use]
    pub fn text(&self) -> String {
        text(&self.letters, self.words.iter().copied())
    }

    /// The words of either set.
    ///
    /// # Errors
    /// [`WordsError`] if the alphabets differ.
    pub fn union(&self, other: &Self) -> Result<Self, WordsError> {
        self.merged(other, [true, true, true])
    }

    /// The words of this set that are not in the other one.
    ///
    /// # Errors
    /// See [`union`](Self::union).
    pub fn difference(&self, other: &Self) -> Result<Self, WordsError> {
        self.merged(other, [true, false, false])
    }

    /// The words of both sets.
    ///
    /// # Errors
    /// See [`union`](Self::union).
    pub fn intersection(&self, other: &Self) -> Result<Self, WordsError> {
        self.merged(other, [false, true, false])
    }

    /// Merges two sorted sets with the words: only in this one, in both, only in the other.
    fn merged(&self, other: &Self, [mine, both, theirs]: [bool; 3]) -> Result<Self, WordsError> {
        if self.letters != other.letters {
            return Err(WordsError::Alphabets);
        }
        let (mut left, mut right) = (self.words.as_slice(), other.words.as_slice());
        let mut words = Vec::new();
        while let (Some(a), Some(b)) = (left.first(), right.first()) {
            let (word, keep) = match a.cmp(b) {
                std::cmp::Ordering::Less => (a, mine),
                std::cmp::Ordering::Equal => (a, both),
                std::cmp::Ordering::Greater => (b, theirs),
            };
            left = &left[usize::from(a <= b)..];
            right = &right[usize::from(b <= a)..];
            words.extend(keep.then_some(*word));
        }
        words.extend_from_slice(if mine { left } else { &[] });
        words.extend_from_slice(if theirs { right } else { &[] });
        Ok(Self { letters: Arc::clone(&self.letters), words, rejected: Vec::new() })
    }
}

/// The canonical text of words: upper case, each word followed by LF.
pub(crate) fn text(letters: &Alphabet, words: impl Iterator<Item = PackedWord>) -> String {
    let mut text = String::new();
    for word in words {
        word.letters().for_each(|letter| text.push_str(letters.tile(letter)));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Words {
        Words::read(text.as_bytes(), Alphabet::new(&["A", "B", "CH"]).unwrap(), false)
    }

    #[test]
    fn a_set_is_sorted_and_distinct() {
        let set = words("ba\nab\nba\nach\nchab\n");
        assert_eq!(set.text(), "AB\nACH\nBA\nCHAB\n");
        assert_eq!(set.lengths()[..4], [0, 0, 3, 1]);
        assert!(set.contains("Chab") && !set.contains("chb") && !set.contains("?"));
    }

    #[test]
    fn sets_combine() {
        let (one, two) = (words("ab\nba\nbb"), words("aa\nba\nchch"));
        assert_eq!(one.union(&two).unwrap().text(), "AA\nAB\nBA\nBB\nCHCH\n");
        assert_eq!(one.difference(&two).unwrap().text(), "AB\nBB\n");
        assert_eq!(one.intersection(&two).unwrap().text(), "BA\n");
        let other = Words::read(b"", Alphabet::new(&["A"]).unwrap(), false);
        assert_eq!(one.union(&other).unwrap_err(), WordsError::Alphabets);
    }
}
