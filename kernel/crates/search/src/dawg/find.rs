//! The words of a lexicon that fit a pattern, a rack, needed letters and a length: one walk through the graph, which
//! turns back where no word can fit.

use super::{ARC, Dawg, ENDS, LETTER, row};
use crate::alphabet::MAX_LETTERS;
use crate::packed_word::{MAX_LENGTH, PackedWord};

/// The longest pattern, in parts.
pub const MAX_PATTERN: usize = 63;

/// What a word must be like.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// For each part of the pattern the letters that fit, a bit for each code; 0 is a run of any letters, also of none.
    pub pattern: Option<Vec<u64>>,
    /// How many of each tile there are, by code, the blanks first; the word is made of some of them.
    pub rack: Option<Vec<u8>>,
    /// How many of each letter the word has at least, by code.
    pub needed: Vec<u8>,
    /// The letters that the word does not have, a bit for each code.
    pub excluded: u64,
    /// The fewest letters.
    pub shortest: usize,
    /// The most letters.
    pub longest: usize,
}

/// The words of one length.
#[derive(Debug, Clone, Default)]
pub struct OfLength {
    /// How many words fit.
    pub total: u64,
    /// The first of them, in the order of the alphabet.
    pub words: Vec<Vec<u8>>,
}

/// The words that fit.
#[derive(Debug)]
pub struct Found {
    /// By length, from 0 letters on.
    pub lengths: Vec<OfLength>,
    /// Whether the whole graph was searched: the totals are exact.
    pub is_complete: bool,
}

impl Dawg {
    /// The first `limit` words of each length that are as wanted, after `budget` nodes at most.
    ///
    /// A pattern of more than [`MAX_PATTERN`] parts fits no word.
    #[must_use]
    pub fn find(&self, wanted: &Wanted, limit: usize, budget: u64) -> Found {
        let mut walk = Walk::new(self.nodes.as_slice(), self.letters.count(), wanted, limit, budget);
        if let Some(places) = walk.pattern.start() {
            let first = self.nodes.as_slice()[0] & ARC;
            walk.enter(first, PackedWord::default(), 0, places);
        }
        Found { lengths: walk.lengths, is_complete: walk.left > 0 }
    }
}

/// A pattern as an automaton whose states are sets of places: bit `i` says that the first `i` parts are done.
struct Pattern {
    /// For each letter the places whose part is that letter.
    takes: [u64; MAX_LETTERS + 1],
    /// The places whose part is a run of any letters.
    runs: u64,
    length: usize,
}

impl Pattern {
    fn new(parts: &[u64]) -> Self {
        let mut pattern = Self { takes: [0; MAX_LETTERS + 1], runs: 0, length: parts.len() };
        for (place, part) in parts.iter().take(MAX_PATTERN).enumerate() {
            if *part == 0 {
                pattern.runs |= 1 << place;
            }
            for (letter, takes) in pattern.takes.iter_mut().enumerate() {
                *takes |= (part >> letter & 1) << place;
            }
        }
        pattern
    }

    fn start(&self) -> Option<u64> {
        (self.length <= MAX_PATTERN).then(|| self.passed_over(1))
    }

    /// The places with those that are reached because a run may have no letter.
    fn passed_over(&self, mut places: u64) -> u64 {
        loop {
            let more = places | (places & self.runs) << 1;
            if more == places {
                return places;
            }
            places = more;
        }
    }

    fn after(&self, places: u64, letter: u8) -> u64 {
        self.passed_over((places & self.takes[usize::from(letter)]) << 1 | places & self.runs)
    }

    fn ends_at(&self, places: u64) -> bool {
        places >> self.length & 1 == 1
    }
}

struct Walk<'n> {
    nodes: &'n [u32],
    letters: usize,
    pattern: Pattern,
    /// The tiles that are left; without a rack there is always another.
    rack: Option<[u8; MAX_LETTERS + 1]>,
    tiles: usize,
    needed: [u8; MAX_LETTERS + 1],
    still_needed: usize,
    excluded: u64,
    shortest: usize,
    longest: usize,
    limit: usize,
    left: u64,
    lengths: Vec<OfLength>,
}

impl<'n> Walk<'n> {
    fn new(nodes: &'n [u32], letters: usize, wanted: &Wanted, limit: usize, budget: u64) -> Self {
        let rack = wanted.rack.as_deref().map(counts);
        let needed = counts(&wanted.needed);
        Self {
            nodes,
            letters,
            pattern: Pattern::new(wanted.pattern.as_deref().unwrap_or(&[0])),
            rack,
            tiles: rack.map_or(MAX_LENGTH, sum),
            needed,
            still_needed: sum(needed),
            excluded: wanted.excluded,
            shortest: wanted.shortest,
            longest: wanted.longest.min(MAX_LENGTH),
            limit,
            left: budget,
            lengths: vec![OfLength::default(); MAX_LENGTH + 1],
        }
    }

    fn enter(&mut self, first: u32, before: PackedWord, depth: usize, places: u64) {
        for node in row(self.nodes, first) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let letter = (node >> LETTER) as u8;
            let after = self.pattern.after(places, letter);
            if after == 0 || self.excluded >> letter & 1 == 1 || usize::from(letter) > self.letters || letter == 0 {
                continue;
            }
            let Some(tile) = self.take(letter) else { continue };
            let was_needed = self.meet(letter);
            self.visit(*node, before.with(depth, letter), depth + 1, after);
            if was_needed {
                self.needed[usize::from(letter)] += 1;
                self.still_needed += 1;
            }
            self.put_back(tile);
        }
    }

    /// A word or the beginning of one, of `depth` letters.
    fn visit(&mut self, node: u32, word: PackedWord, depth: usize, places: u64) {
        if depth + self.still_needed > self.longest || depth + self.tiles_left(depth) < self.shortest {
            return;
        }
        if node & ENDS != 0 && depth >= self.shortest && self.still_needed == 0 && self.pattern.ends_at(places) {
            let found = &mut self.lengths[depth];
            found.total += 1;
            if found.words.len() < self.limit {
                found.words.push(word.letters().collect());
            }
        }
        if depth < self.longest && node & ARC != 0 {
            self.enter(node & ARC, word, depth, places);
        }
    }

    fn tiles_left(&self, depth: usize) -> usize {
        if self.rack.is_some() { self.tiles } else { MAX_LENGTH - depth }
    }

    /// The tile that lays a letter: its own, else a blank; without a rack any.
    fn take(&mut self, letter: u8) -> Option<u8> {
        let Some(rack) = &mut self.rack else { return Some(letter) };
        let tile = [letter, 0].into_iter().find(|tile| rack[usize::from(*tile)] > 0)?;
        rack[usize::from(tile)] -= 1;
        self.tiles -= 1;
        Some(tile)
    }

    fn put_back(&mut self, tile: u8) {
        if let Some(rack) = &mut self.rack {
            rack[usize::from(tile)] += 1;
            self.tiles += 1;
        }
    }

    /// Whether a needed letter has been found.
    fn meet(&mut self, letter: u8) -> bool {
        let needed = &mut self.needed[usize::from(letter)];
        let is_needed = *needed > 0;
        *needed -= u8::from(is_needed);
        self.still_needed -= usize::from(is_needed);
        is_needed
    }
}

fn counts(given: &[u8]) -> [u8; MAX_LETTERS + 1] {
    let mut counts = [0; MAX_LETTERS + 1];
    for (count, given) in counts.iter_mut().zip(given) {
        *count = *given;
    }
    counts
}

fn sum(counts: [u8; MAX_LETTERS + 1]) -> usize {
    counts.iter().map(|count| usize::from(*count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::words::Words;

    fn graph() -> Dawg {
        let letters = Alphabet::new(&["A", "B", "CH"]).unwrap();
        let words = Words::read(b"aab\naach\nab\nba\nbab\nchaab\n", letters.clone(), true);
        Dawg::of(&words.dawg().unwrap(), letters).unwrap()
    }

    fn found(wanted: &Wanted) -> Vec<String> {
        let graph = graph();
        let found = graph.find(wanted, 10, 1000);
        assert!(found.is_complete);
        found.lengths.iter().flat_map(|of| &of.words).map(|word| graph.letters.text(word)).collect()
    }

    fn any() -> Wanted {
        Wanted { longest: MAX_LENGTH, ..Wanted::default() }
    }

    const A: u64 = 1 << 1;
    const B: u64 = 1 << 2;

    #[test]
    fn without_a_wish_every_word_fits_the_shorter_first() {
        assert_eq!(found(&any()), ["AB", "BA", "AAB", "AACH", "BAB", "CHAAB"]);
    }

    #[test]
    fn a_pattern_fits_letter_by_letter_and_run_by_run() {
        let pattern = |parts: &[u64]| found(&Wanted { pattern: Some(parts.to_vec()), ..any() });
        assert_eq!(pattern(&[A, 0]), ["AB", "AAB", "AACH"]);
        assert_eq!(pattern(&[0, A, 0, B]), ["AB", "AAB", "BAB", "CHAAB"]);
        assert_eq!(pattern(&[A | B, A, B]), ["AAB", "BAB"]);
        assert_eq!(pattern(&[0, 0]).len(), 6);
        assert_eq!(pattern(&[]).len(), 0);
        assert_eq!(pattern(&[0; 64]).len(), 0, "too long a pattern");
    }

    #[test]
    fn a_rack_lays_its_own_tiles_before_its_blanks() {
        let rack = |counts: &[u8]| found(&Wanted { rack: Some(counts.to_vec()), ..any() });
        assert_eq!(rack(&[0, 1, 1]), ["AB", "BA"]);
        assert_eq!(rack(&[1, 1, 1]), ["AB", "BA", "AAB", "BAB"]);
        assert_eq!(rack(&[2]), ["AB", "BA"]);
    }

    #[test]
    fn letters_are_needed_as_often_as_they_are_named() {
        assert_eq!(found(&Wanted { needed: vec![0, 2], ..any() }), ["AAB", "AACH", "CHAAB"]);
        assert_eq!(found(&Wanted { excluded: 1 << 3, ..any() }), ["AB", "BA", "AAB", "BAB"]);
        assert_eq!(found(&Wanted { shortest: 3, longest: 3, ..any() }), ["AAB", "AACH", "BAB"]);
    }

    #[test]
    fn what_is_not_shown_is_counted_and_what_is_not_searched_is_told() {
        let limited = graph().find(&any(), 1, 1000);
        assert_eq!((limited.lengths[2].total, limited.lengths[2].words.len()), (2, 1));
        assert!(!graph().find(&any(), 10, 3).is_complete);
    }
}
