//! The GADDAG: every word from each of its letters, for move generation.
//!
//! After Gordon, "A faster Scrabble move generation algorithm" (Software: Practice and Experience 24, 1994): a path
//! reads a prefix of a word backwards, then the separator, then the rest forwards. The part after the separator is the
//! automaton of the words, stored once; the part before it is the minimal automaton of the distinct prefixes, reversed,
//! each with its separator. A word may also end before the separator.
//!
//! A state is a row of arcs in the order of their letters, before it the arc of the separator if it has one. An arc is
//! a number of 32 bits: from the top, whether a word ends here, whether the target state has a separator, and the place
//! of the target's first arc (30 bits, 0 for none); then, in one more number, or in two for an alphabet of more than 32
//! letters, the letters of the target, the first letter as the lowest bit. The first arc leads to the root.
//!
//! The masks differ from Gordon's GADDAG and from a KWG, whose states are lists of letters: a move generator intersects
//! the mask with its rack and the cross-set before it reads the state, and follows no arc in vain. States are ordered
//! by how often a search visits them, see [`build`].

mod build;
mod check;

use std::path::Path;

pub use build::GaddagNodes;

use crate::alphabet::Alphabet;
use crate::automaton::SEPARATOR;
use crate::bits::bits;
use crate::prefetch::prefetch;
use crate::storage::{OpenError, Storage};

const ENDS: u32 = 1 << 31;
const HAS_SEPARATOR: u32 = 1 << 30;
const PLACE: u32 = HAS_SEPARATOR - 1;
/// The most letters whose mask fits one number.
const NARROW: usize = 32;

/// A number above all places.
const MAX_PLACE: usize = (1 << 31) - 1;

/// Whether an arc has two numbers for the letters of its target.
fn is_wide(letters: usize) -> bool {
    letters > NARROW
}

/// Numbers of an arc.
const fn stride(wide: bool) -> usize {
    if wide { 3 } else { 2 }
}

/// The words of a lexicon, for move generation.
#[derive(Debug)]
pub struct Gaddag {
    nodes: Storage,
    letters: usize,
}

impl Gaddag {
    /// A GADDAG from bytes, checked.
    ///
    /// # Errors
    /// [`OpenError`] if they are not a GADDAG over this alphabet.
    pub fn of(bytes: &[u8], letters: &Alphabet) -> Result<Self, OpenError> {
        let graph = Self { nodes: Storage::of(bytes)?, letters: letters.count() };
        graph.check()?;
        Ok(graph)
    }

    /// A GADDAG in a part of a file, given in bytes. The part is mapped into memory and not checked: a damaged one
    /// gives wrong plays, in bounded time and without a panic. [`check`](Self::check) checks it.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be read or has no such part.
    pub fn open(path: &Path, offset: u64, length: usize, letters: &Alphabet) -> Result<Self, OpenError> {
        Ok(Self { nodes: Storage::open(path, offset, length)?, letters: letters.count() })
    }

    /// A GADDAG from its numbers, for where no file can be mapped. They are not checked, see [`open`](Self::open).
    #[must_use]
    pub fn trusted(numbers: Vec<u32>, letters: usize) -> Self {
        Self { nodes: Storage::Held(numbers), letters }
    }

    /// The number of letters of the alphabet.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.letters
    }

    pub(crate) fn states(&self) -> States<'_> {
        States { nodes: self.nodes.as_slice(), wide: is_wide(self.letters) }
    }

    /// Checks every state that a search can reach: its letters, the targets of its arcs, that no path has two
    /// separators and that none is longer than a word may be.
    ///
    /// # Errors
    /// [`OpenError::Damaged`] with a faulty node.
    pub fn check(&self) -> Result<(), OpenError> {
        check::check(self.states(), self.letters, stride(is_wide(self.letters)))
    }
}

/// A state: the place of its first arc, 0 for none, and its letters, with bit 0 for the separator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct State {
    pub(crate) place: u32,
    pub(crate) mask: u64,
}

/// An arc: whether a word ends with its letter, and its target.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GaddagArc {
    pub(crate) accepts: bool,
    pub(crate) state: State,
}

/// The states of a GADDAG. A path out of a damaged one ends there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct States<'n> {
    pub(crate) nodes: &'n [u32],
    wide: bool,
}

impl States<'_> {
    /// The state before any letter; the empty state if there are no words.
    pub(crate) fn root(self) -> State {
        self.read(0).state
    }

    /// Whether an arc has two numbers for the letters of its target.
    pub(crate) fn is_wide(self) -> bool {
        self.wide
    }

    /// The arc at a place.
    #[inline(always)]
    pub(crate) fn read(self, place: usize) -> GaddagArc {
        if self.wide { self.read_as::<true>(place) } else { self.read_as::<false>(place) }
    }

    /// [`read`](Self::read) for a graph that is known to be wide, or not.
    #[inline(always)]
    fn read_as<const WIDE: bool>(self, place: usize) -> GaddagArc {
        // No valid place is as high; without the mask the compiler would expect an overflow.
        let place = place & MAX_PLACE;
        let Some([arc, low]) = self.nodes.get(place..place + 2) else { return GaddagArc::default() };
        let high = if WIDE { self.nodes.get(place + 2).copied().unwrap_or(0) } else { 0 };
        let letters = u64::from(*low) | u64::from(high) << 32;
        let state = State { place: arc & PLACE, mask: letters << 1 | u64::from(arc & HAS_SEPARATOR != 0) };
        GaddagArc { accepts: arc & ENDS != 0, state }
    }

    /// The arc of a letter's bit, which must be set in the state's mask.
    #[inline(always)]
    pub(crate) fn arc(self, state: State, bit: u64) -> GaddagArc {
        if self.wide { self.arc_as::<true>(state, bit) } else { self.arc_as::<false>(state, bit) }
    }

    /// [`arc`](Self::arc) for a graph that is known to be wide, or not.
    #[inline(always)]
    pub(crate) fn arc_as<const WIDE: bool>(self, state: State, bit: u64) -> GaddagArc {
        let rank = (state.mask & !SEPARATOR & (bit - 1)).count_ones() as usize;
        self.read_as::<WIDE>(state.place as usize + rank * stride(WIDE))
    }

    /// The arc of a letter, if the state has it.
    #[inline(always)]
    pub(crate) fn step(self, state: State, letter: u8) -> Option<GaddagArc> {
        let bit = 1 << letter;
        (state.mask & bit != 0).then(|| self.arc(state, bit))
    }

    /// The state after the separator; the empty state if there is none.
    #[inline(always)]
    pub(crate) fn past_separator(self, state: State) -> State {
        if self.wide { self.past_separator_as::<true>(state) } else { self.past_separator_as::<false>(state) }
    }

    /// [`past_separator`](Self::past_separator) for a graph that is known to be wide, or not.
    #[inline(always)]
    pub(crate) fn past_separator_as<const WIDE: bool>(self, state: State) -> State {
        if state.mask & SEPARATOR == 0 {
            return State::default();
        }
        self.read_as::<WIDE>((state.place as usize).wrapping_sub(stride(WIDE))).state
    }

    /// Asks for the first arcs of a state if it is wanted.
    #[inline(always)]
    pub(crate) fn prefetch_if(self, wanted: bool, state: State) {
        // The first arc of the graph is always in the cache, and asking for it needs no branch.
        prefetch(self.nodes, if wanted { state.place as usize } else { 0 });
    }

    /// The letters and arcs of a state.
    pub(crate) fn letters(self, state: State) -> impl Iterator<Item = (u8, GaddagArc)> {
        let places = (state.place as usize..).step_by(stride(self.wide));
        bits(state.mask & !SEPARATOR).zip(places).map(move |(letter, place)| (letter, self.read(place)))
    }

    /// The letters with which a word ends at a state, as a mask.
    pub(crate) fn endings(self, state: State) -> u64 {
        self.letters(state).filter(|(_, arc)| arc.accepts).fold(0, |mask, (letter, _)| mask | 1 << letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::BuildError;
    use crate::words::Words;

    const WORDS: [&str; 6] = ["AAB", "AACH", "AB", "ABBA", "BA", "CHAAB"];

    fn letters() -> Alphabet {
        Alphabet::new(&["A", "B", "CH"]).unwrap()
    }

    fn bytes(words: &[&str], letters: Alphabet) -> Vec<u8> {
        Words::read(words.join("\n").as_bytes(), letters, true).gaddag(&mut |_| true).unwrap()
    }

    /// Every path of the GADDAG, as (word, number of letters before the separator), sorted.
    fn paths(states: States, state: State, back: &[u8], on: Option<&[u8]>, found: &mut Vec<(Vec<u8>, usize)>) {
        if state.mask & SEPARATOR != 0 {
            paths(states, states.past_separator(state), back, Some(&[]), found);
        }
        for (letter, arc) in states.letters(state) {
            let (back, on) = match on {
                Some(on) => (back.to_vec(), Some([on, &[letter]].concat())),
                None => ([&[letter], back].concat(), None),
            };
            if arc.accepts {
                found.push(([&back[..], on.as_deref().unwrap_or_default()].concat(), back.len()));
            }
            paths(states, arc.state, &back, on.as_deref(), found);
        }
    }

    fn assert_complete(words: &[&str], letters: Alphabet) {
        let graph = Gaddag::of(&bytes(words, letters.clone()), &letters).unwrap();
        let mut found = Vec::new();
        paths(graph.states(), graph.states().root(), &[], None, &mut found);
        found.sort();
        let mut wanted = Vec::new();
        for word in words {
            let codes: Vec<u8> = letters.pack(word).unwrap().letters().collect();
            wanted.extend((1..=codes.len()).map(|turn| (codes.clone(), turn)));
        }
        wanted.sort();
        assert_eq!(found, wanted);
    }

    #[test]
    fn every_word_is_there_once_from_each_of_its_letters() {
        assert_complete(&WORDS, letters());
    }

    #[test]
    fn an_alphabet_may_have_up_to_sixty_two_letters() {
        for count in [32, 33, 62] {
            let tiles: Vec<String> = ('\u{4e00}'..).take(count).map(String::from).collect();
            let word = |codes: &[usize]| codes.iter().map(|code| tiles[code - 1].as_str()).collect::<String>();
            let words = [word(&[1, 2]), word(&[1, count, 2, 31]), word(&[2, count]), word(&[count, count, count])];
            assert_complete(&words.each_ref().map(String::as_str), Alphabet::new(&tiles).unwrap());
        }
    }

    #[test]
    fn endings_are_the_letters_that_make_a_word() {
        let graph = Gaddag::of(&bytes(&WORDS, letters()), &letters()).unwrap();
        let states = graph.states();
        let after = |letters: &[u8]| {
            letters.iter().fold(states.root(), |state, letter| states.step(state, *letter).unwrap().state)
        };
        assert_eq!(states.endings(states.past_separator(after(&[1]))), 1 << 2, "AB");
        assert_eq!(states.endings(states.past_separator(after(&[1, 1]))), 1 << 2 | 1 << 3, "AAB and AACH");
        assert_eq!(states.endings(after(&[2])), 1 << 1, "AB read backwards");
        assert_eq!(states.endings(State::default()), 0);
    }

    #[test]
    fn the_progress_callback_may_stop_the_build() {
        let words = Words::read(b"ab\nba", letters(), true);
        let mut shares = Vec::new();
        words
            .gaddag(&mut |share| {
                shares.push(share);
                true
            })
            .unwrap();
        assert!(shares.is_sorted() && shares.first() == Some(&0.0) && shares.last() == Some(&1.0));
        assert_eq!(words.gaddag(&mut |share| share < 0.2), Err(BuildError::Stopped));
    }

    #[test]
    fn a_flipped_bit_is_found_or_harmless() {
        let good = bytes(&WORDS, letters());
        let mut harmless = 0;
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            if let Ok(graph) = Gaddag::of(&bad, &letters()) {
                let mut found = Vec::new();
                paths(graph.states(), graph.states().root(), &[], None, &mut found);
                harmless += 1;
            }
        }
        assert!(harmless < good.len(), "most are found: {harmless} of {} are not", good.len() * 8);
    }

    #[test]
    fn no_words_are_a_graph_too() {
        let graph = Gaddag::of(&bytes(&[], letters()), &letters()).unwrap();
        assert_eq!(graph.states().root(), State::default());
    }
}
