//! The words of one length, by their letters.
//!
//! The words are a hash table: words whose bit racks have the same bucket are adjacent, and a directory has the place of the
//! first word of each bucket. The bits above the place are marks: each word sets one of them by its bit rack's hash. Nine of
//! ten questions are about letters that make no word, and for most of those the mark is not set, so that no word is read.
//!
//! A word is its letters, 5 bits each, the first lowest, and above them a tag of the bit rack's hash, which excludes most
//! other words. As the letters are compared, too, no answer is wrong. The bits of a word follow those of the word before,
//! across the limits of numbers. After the last word there is room, so that each can be read as [`SPAN`] numbers.

use std::ops::Range;

use super::bit_rack::{BitRack, bucket};
use crate::packed_word::{MAX_LENGTH, PackedWord};
use crate::prefetch::{BATCH, prefetch};

/// Bits of a letter: its code less 1.
const LETTER: usize = 5;
/// Bits of the tag of a word.
pub(super) const TAG: usize = 4;
/// Bits of a number.
const NUMBER: usize = u32::BITS as usize;
/// The most numbers on which a word lies, as it may begin at any bit of the first.
pub(super) const SPAN: usize = (MAX_LENGTH * LETTER + TAG + NUMBER - 1).div_ceil(NUMBER);
/// The mean number of words in a bucket.
const WORDS_PER_BUCKET: usize = 2;

/// Bits of a word.
#[inline(always)]
fn width(length: usize) -> usize {
    length * LETTER + TAG
}

/// The number in which a word begins, and its first bit there.
#[inline(always)]
fn beginning(word: usize, length: usize) -> (usize, usize) {
    let bit = word as u64 * width(length) as u64;
    ((bit / NUMBER as u64) as usize, (bit % NUMBER as u64) as usize)
}

/// The numbers of so many words and of the room after them.
fn size(words: usize, length: usize) -> usize {
    beginning(words, length).0.saturating_add(SPAN)
}

/// The number of buckets.
fn buckets(words: usize) -> usize {
    words.div_ceil(WORDS_PER_BUCKET)
}

/// The low bits of the numbers of a directory, which hold the place of one of so many words.
fn place_bits(words: usize) -> u32 {
    usize::BITS - words.leading_zeros()
}

/// The mark of a word in the directory, by the part of the hash that the bucket does not determine; 0 if there is no room for
/// marks.
#[inline(always)]
fn mark(rest: u64, place_bits: u32) -> u32 {
    let number = (u128::from(rest) * u128::from(u32::BITS - place_bits)) >> u64::BITS;
    1u32.checked_shl(place_bits + number as u32).unwrap_or(0)
}

/// The tag above the letters of a word, by the part of the hash that the bucket does not determine.
#[inline(always)]
fn tag(rest: u64) -> u128 {
    u128::from(rest >> (u64::BITS as usize - TAG))
}

/// The ranges of the words of one length in the numbers of a map.
#[derive(Debug, Clone)]
pub(super) struct Section {
    length: usize,
    count: usize,
    directory: Range<usize>,
    words: Range<usize>,
}

impl Section {
    /// The section of `words` words that begins at a number.
    pub(super) fn new(start: usize, words: usize, length: usize) -> Self {
        let middle = start.saturating_add(buckets(words) + 1);
        let end = middle.saturating_add(size(words, length));
        Self { length, count: words, directory: start..middle, words: middle..end }
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.directory.start..self.words.end
    }

    #[inline]
    pub(super) fn of<'n>(&self, numbers: &'n [u32]) -> Anagrams<'n> {
        let part = |range: &Range<usize>| numbers.get(range.clone()).unwrap_or_default();
        let (length, count) = (self.length, self.count);
        Anagrams { length, count, directory: part(&self.directory), words: part(&self.words) }
    }
}

/// The words of one length.
#[derive(Clone, Copy)]
pub(super) struct Anagrams<'n> {
    length: usize,
    count: usize,
    directory: &'n [u32],
    words: &'n [u32],
}

impl<'n> Anagrams<'n> {
    pub(super) fn ask_directory(self, key: BitRack) {
        prefetch(self.directory, self.bucket(key).0);
    }

    /// Asks for the words of a bit rack if there may be one.
    pub(super) fn ask_words(self, key: BitRack) {
        let (place, rest) = self.bucket(key);
        if self.has_mark(place, rest) {
            prefetch(self.words, self.beginning(place));
        }
    }

    /// Whether there may be a word of a bit rack: false for most that have none.
    #[cfg(test)]
    pub(super) fn may_have(self, key: BitRack) -> bool {
        let (place, rest) = self.bucket(key);
        self.has_mark(place, rest)
    }

    /// Calls `visit` for the words of each bit rack with its number. The cache lines of a batch are fetched together,
    /// so that the look-ups do not wait for one another.
    pub(super) fn visit_many(self, keys: &[BitRack], mut visit: impl FnMut(usize, &[u8])) {
        for (batch, keys) in keys.chunks(BATCH).enumerate() {
            let mut buckets = [(0, 0); BATCH];
            for (bucket, key) in buckets.iter_mut().zip(keys) {
                *bucket = self.bucket(*key);
                prefetch(self.directory, bucket.0);
            }
            let (mut promising, mut count) = ([0; BATCH], 0);
            for (number, (place, rest)) in buckets[..keys.len()].iter().enumerate() {
                let is_promising = self.has_mark(*place, *rest);
                prefetch(self.words, if is_promising { self.beginning(*place) } else { 0 });
                promising[count] = number;
                count += usize::from(is_promising);
            }
            for number in &promising[..count] {
                let (place, rest) = buckets[*number];
                self.visit(place, rest, keys[*number], |word| visit(batch * BATCH + number, word));
            }
        }
    }

    /// Calls `visit` for the words of a bit rack, whose bucket and rest of the hash are given.
    fn visit(self, place: usize, rest: u64, key: BitRack, mut visit: impl FnMut(&[u8])) {
        let wanted = tag(rest);
        for word in self.words(self.at(place)).filter(|word| word >> (self.length * LETTER) == wanted) {
            let letters = letters_of(word);
            let letters = &letters[..self.length];
            if BitRack::of(letters) == key {
                visit(letters);
            }
        }
    }

    /// Calls `visit` for the words that can be made of some of the letters and some of the blanks.
    pub(super) fn visit_all(self, rack: BitRack, blanks: usize, mut visit: impl FnMut(&[u8])) {
        for word in self.words(0..self.count) {
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
        let places = || (0..self.directory.len()).map(|at| self.start(at));
        if !places().is_sorted() || places().next() != Some(0) || places().next_back() != Some(self.count) {
            return Err("a directory is out of order");
        }
        let mut before = None;
        for at in 0..self.buckets() {
            let mut marks = 0;
            for word in self.words(self.at(at)) {
                let letters = letters_of(word);
                let key = BitRack::of(&letters[..self.length]);
                if key.letters() & !alphabet != 0 {
                    return Err("a letter outside the alphabet");
                }
                let now = Some((key.hash(), letters));
                let (place, rest) = self.bucket(key);
                if (place, tag(rest)) != (at, word >> (self.length * LETTER)) || before >= now {
                    return Err("a word is out of order");
                }
                visit(key);
                marks |= mark(rest, self.place_bits());
                before = now;
            }
            if self.number(at) & marks != marks {
                return Err("a directory lacks a mark");
            }
        }
        let (end, used) = beginning(self.count, self.length);
        let room = self.words.get(end..).unwrap_or_default();
        let is_clear = room.iter().enumerate().all(|(at, number)| number >> (if at == 0 { used } else { 0 }) == 0);
        if is_clear { Ok(()) } else { Err("the words have no clear end") }
    }

    #[inline(always)]
    fn place_bits(self) -> u32 {
        place_bits(self.count)
    }

    fn buckets(self) -> usize {
        self.directory.len().saturating_sub(1)
    }

    /// The bucket of a bit rack, and the rest of its hash.
    #[inline(always)]
    fn bucket(self, key: BitRack) -> (usize, u64) {
        bucket(key.hash(), self.buckets())
    }

    /// Whether a bucket has the mark of the words with this rest of the hash.
    #[inline(always)]
    fn has_mark(self, place: usize, rest: u64) -> bool {
        let mark = mark(rest, self.place_bits());
        self.number(place) & mark == mark
    }

    #[inline(always)]
    fn number(self, place: usize) -> u32 {
        self.directory.get(place).copied().unwrap_or_default()
    }

    /// The place of the first word of a bucket.
    #[inline(always)]
    fn start(self, place: usize) -> usize {
        let low = u32::MAX.checked_shl(self.place_bits()).map_or(u32::MAX, |marks| !marks);
        (self.number(place) & low) as usize
    }

    /// The number in which the words of a bucket begin.
    #[inline(always)]
    fn beginning(self, place: usize) -> usize {
        beginning(self.start(place), self.length).0
    }

    /// The places of the words in a bucket.
    #[inline]
    fn at(self, place: usize) -> Range<usize> {
        self.start(place)..self.start(place + 1)
    }

    /// The words in these places, each with its tag.
    #[inline]
    fn words(self, places: Range<usize>) -> impl Iterator<Item = u128> {
        places.map_while(move |place| {
            let (number, bit) = beginning(place, self.length);
            let numbers: &[u32; SPAN] = self.words.get(number..)?.first_chunk()?;
            let bits = numbers.iter().rev().fold(0, |sum, number| sum << NUMBER | u128::from(*number));
            Some(bits >> bit & !(u128::MAX << width(self.length)))
        })
    }
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
    let (count, place_bits) = (buckets(words.len()), place_bits(words.len()));
    let (mut sizes, mut marks) = (vec![0; count], vec![0; count + 1]);
    for (hash, _) in &words {
        let (place, rest) = bucket(*hash, count);
        sizes[place] += 1;
        marks[place] |= mark(rest, place_bits);
    }
    let mut start = 0;
    for (marks, size) in marks.iter().zip(sizes.into_iter().chain([0])) {
        numbers.push(start | marks);
        start += size;
    }
    let first = numbers.len();
    numbers.resize(first + size(words.len(), length), 0);
    for (place, (hash, word)) in words.iter().enumerate() {
        let tag = tag(bucket(*hash, count).1);
        let bits = (0..length).rev().fold(tag, |sum, place| sum << LETTER | u128::from(word.letter(place) - 1));
        let (number, bit) = beginning(place, length);
        for (at, number) in numbers[first + number..][..SPAN].iter_mut().enumerate() {
            *number |= (bits << bit >> (NUMBER * at)) as u32;
        }
    }
    words.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_lies_above_the_place() {
        let (least, most) = (0, u64::MAX);
        assert_eq!([0, 1, 2, 3, 4].map(place_bits), [0, 1, 2, 2, 3]);
        assert_eq!((mark(least, 3), mark(most, 3)), (1 << 3, 1 << 31));
        assert_eq!((mark(least, 31), mark(most, 31)), (1 << 31, 1 << 31), "one mark for all");
        assert_eq!((mark(least, 32), mark(most, 32)), (0, 0), "no room: nothing is excluded");
    }
}
