//! Words of some of the letters of a rack and blanks.

use super::WordMap;
use super::bit_rack::BitRack;
use crate::bits::bits;

/// With more blanks a scan of all words is faster than trying every choice of letters.
const MAX_CHOICE_BLANKS: usize = 2;

impl WordMap {
    /// Calls `visit` for all words of a length that can be made of some of the letters and some of the blanks, each
    /// once.
    pub fn words_of(&self, rack: BitRack, blanks: usize, length: usize, mut visit: impl FnMut(&[u8])) {
        match self.of_length(length) {
            None => {}
            Some(words) if blanks == 0 && length == rack.count() => words.visit_many(&[rack], |_, word| visit(word)),
            Some(words) if blanks > MAX_CHOICE_BLANKS => words.visit_all(rack, blanks, visit),
            Some(_) => SubsetWords { map: self, chosen: BitRack::default(), missing: length, rack, blanks, first: 1 }
                .visit(&mut visit),
        }
    }
}

/// A choice of letters in the order of the alphabet, so that no choice occurs twice.
#[derive(Clone, Copy)]
struct SubsetWords<'m> {
    map: &'m WordMap,
    chosen: BitRack,
    /// How many letters are still to be chosen.
    missing: usize,
    /// The letters left; a blank stands for a letter only if none of it is left.
    rack: BitRack,
    blanks: usize,
    /// The lowest letter that may be chosen next.
    first: u8,
}

impl SubsetWords<'_> {
    /// Calls `visit` for the words of every choice.
    fn visit(self, visit: &mut impl FnMut(&[u8])) {
        if self.missing == 0 {
            return self.map.words_many(self.chosen.count(), &[self.chosen], |_, word| visit(word));
        }
        for letter in bits(self.letters().into()).map(|bit| bit + 1) {
            if let Some(next) = self.with(letter) {
                next.visit(visit);
            }
        }
    }

    /// The letters that may be chosen next.
    fn letters(self) -> u32 {
        if self.rack.count().saturating_add(self.blanks) < self.missing {
            return 0;
        }
        let last = self.missing == 1 && self.chosen.count() <= self.map.rack();
        let useful = if last { self.map.reach(self.chosen).letters } else { self.map.alphabet };
        let there = if self.blanks > 0 { u32::MAX << (self.first - 1) } else { self.rack.letters() };
        useful & there
    }

    fn with(self, letter: u8) -> Option<Self> {
        let mut rack = self.rack.starting_at(letter);
        let blanks = if rack.take(letter) { self.blanks } else { self.blanks.checked_sub(1)? };
        Some(Self { chosen: self.chosen.with(letter), missing: self.missing - 1, rack, blanks, first: letter, ..self })
    }
}
