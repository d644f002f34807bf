//! The words of one length, by their letters.
//!
//! The words are a hash table: words whose bit racks have the same bucket are adjacent, and a directory has the first
//! word of each bucket. A word is its letters, 5 bits each, the first lowest, in as few numbers as hold them; the
//! remaining bits above hold a tag of the bit rack's hash, which excludes most other words. As the letters are
//! compared, too, no answer is wrong. Short words take 4 or 8 bytes.

use std::ops::Range;

use super::bit_rack::{BitRack, bucket};
use crate::packed_word::{MAX_LENGTH, PackedWord};
use crate::prefetch::{BATCH, prefetch};

/// Bits of a letter: its code less 1.
const LETTER: usize = 5;
/// Bits of a number.
const NUMBER: usize = u32::BITS as usize;
/// The mean number of words in a bucket.
const WORDS_PER_BUCKET: usize = 4;

/// Numbers of a word.
#[inline(always)]
fn width(length: usize) -> usize {
    (length * LETTER).div_ceil(NUMBER).max(1)
}

/// The number of buckets.
fn buckets(words: usize) -> usize {
    words.div_ceil(WORDS_PER_BUCKET)
}

/// The bucket of a bit rack, and the tag above the letters of its words.
#[inline(always)]
fn bucket_and_tag(key: BitRack, buckets: usize, length: usize) -> (usize, u128) {
    let (place, rest) = bucket(key.hash(), buckets);
    let spare = width(length) * NUMBER - length * LETTER;
    (place, u128::from(rest) >> (u64::BITS as usize - spare))
}

/// The ranges of the words of one length in the numbers of a map.
#[derive(Debug, Clone)]
pub(super) struct Section {
    length: usize,
    directory: Range<usize>,
    words: Range<usize>,
}

impl Section {
    /// The section of `words` words that begins at a number.
    pub(super) fn new(start: usize, words: usize, length: usize) -> Self {
        let middle = start.saturating_add(buckets(words) + 1);
        let end = middle.saturating_add(words.saturating_mul(width(length)));
        Self { length, directory: start..middle, words: middle..end }
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.directory.start..self.words.end
    }

    #[inline]
    pub(super) fn of<'n>(&self, numbers: &'n [u32]) -> Anagrams<'n> {
        let part = |range: &Range<usize>| numbers.get(range.clone()).unwrap_or_default();
        Anagrams { length: self.length, directory: part(&self.directory), words: part(&self.words) }
    }
}

/// The words of one length.
#[derive(Clone, Copy)]
pub(super) struct Anagrams<'n> {
    length: usize,
    directory: &'n [u32],
    words: &'n [u32],
}

impl<'n> Anagrams<'n> {
    pub(super) fn ask_directory(self, key: BitRack) {
        let (place, _) = bucket_and_tag(key, self.buckets(), self.length);
        prefetch(self.directory, place);
    }

    pub(super) fn ask_words(self, key: BitRack) {
        let (place, _) = bucket_and_tag(key, self.buckets(), self.length);
        if let Some(first) = self.at(place).first() {
            prefetch(std::slice::from_ref(first), 0);
        }
    }

    /// Calls `visit` for the words of each bit rack with its number. The cache lines of a batch are fetched together,
    /// so that the look-ups do not wait for one another.
    pub(super) fn visit_many(self, keys: &[BitRack], mut visit: impl FnMut(usize, &[u8])) {
        for (batch, keys) in keys.chunks(BATCH).enumerate() {
            let mut slots = [(&[][..], 0); BATCH];
            let mut touched = 0;
            for (here, key) in slots.iter_mut().zip(keys) {
                let (place, tag) = bucket_and_tag(*key, self.buckets(), self.length);
                *here = (self.at(place), tag);
            }
            for (words, _) in &slots[..keys.len()] {
                touched ^= words.first().copied().unwrap_or(0);
            }
            std::hint::black_box(touched);
            for (number, ((words, tag), key)) in slots.into_iter().zip(keys).enumerate() {
                let words = words.chunks_exact(width(self.length)).map(word_bits);
                for word in words.filter(|word| word >> (self.length * LETTER) == tag) {
                    let letters = letters_of(word);
                    let letters = &letters[..self.length];
                    if BitRack::of(letters) == *key {
                        visit(batch * BATCH + number, letters);
                    }
                }
            }
        }
    }

    /// Calls `visit` for the words that can be made of some of the letters and some of the blanks.
    pub(super) fn visit_all(self, rack: BitRack, blanks: usize, mut visit: impl FnMut(&[u8])) {
        for word in self.words.chunks_exact(width(self.length)).map(word_bits) {
            let letters = letters_of(word);
            let letters = &letters[..self.length];
            let mut rest = rack;
            if letters.iter().filter(|letter| !rest.take(**letter)).count() <= blanks {
                visit(letters);
            }
        }
    }

    /// Checks that the words are in their buckets, in order and distinct, and calls `visit` with their bit racks.
    pub(super) fn check(self, alphabet: u32, mut visit: impl FnMut(BitRack)) -> Result<(), &'static str> {
        let end = self.directory.last().map(|end| *end as usize * width(self.length));
        if !self.directory.is_sorted() || self.directory.first() != Some(&0) || end != Some(self.words.len()) {
            return Err("a directory is out of order");
        }
        let mut before = None;
        for at in 0..self.buckets() {
            for word in self.at(at).chunks_exact(width(self.length)).map(word_bits) {
                let letters = letters_of(word);
                let key = BitRack::of(&letters[..self.length]);
                if key.letters() & !alphabet != 0 {
                    return Err("a letter outside the alphabet");
                }
                let now = Some((key.hash(), letters));
                if bucket_and_tag(key, self.buckets(), self.length) != (at, word >> (self.length * LETTER))
                    || before >= now
                {
                    return Err("a word is out of order");
                }
                visit(key);
                before = now;
            }
        }
        Ok(())
    }

    fn buckets(self) -> usize {
        self.directory.len().saturating_sub(1)
    }

    /// The numbers of the words in a bucket.
    #[inline]
    fn at(self, place: usize) -> &'n [u32] {
        let width = width(self.length);
        let ends = self.directory.get(place..).and_then(<[u32]>::first_chunk).unwrap_or(&[0; 2]);
        self.words.get(ends[0] as usize * width..ends[1] as usize * width).unwrap_or_default()
    }
}

/// The numbers of a word as one number.
#[inline]
fn word_bits(word: &[u32]) -> u128 {
    word.iter().rev().fold(0, |sum, number| sum << NUMBER | u128::from(*number))
}

/// The letters of a word, then meaningless ones.
#[inline]
fn letters_of(word: u128) -> [u8; MAX_LENGTH] {
    std::array::from_fn(|place| (word >> (LETTER * place)) as u8 % (1 << LETTER) + 1)
}

/// Appends the words of one length, directory first; returns their number.
pub(super) fn write(words: impl Iterator<Item = PackedWord>, length: usize, numbers: &mut Vec<u32>) -> usize {
    let key = |word: PackedWord| word.letters().fold(BitRack::default(), BitRack::with);
    let mut words: Vec<(u64, PackedWord)> = words.map(|word| (key(word).hash(), word)).collect();
    words.sort_unstable();
    let buckets = buckets(words.len());
    let mut directory = vec![0; buckets + 1];
    words.iter().for_each(|(hash, _)| directory[bucket(*hash, buckets).0 + 1] += 1);
    let mut end = 0;
    numbers.extend(directory.iter().map(|count| {
        end += count;
        end
    }));
    for (_, word) in &words {
        let (_, tag) = bucket_and_tag(key(*word), buckets, length);
        let bits = (0..length).rev().fold(tag, |sum, place| sum << LETTER | u128::from(word.letter(place) - 1));
        numbers.extend((0..width(length)).map(|at| (bits >> (NUMBER * at)) as u32));
    }
    words.len()
}
