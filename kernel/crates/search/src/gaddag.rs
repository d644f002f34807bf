//! The search graph: every word from every one of its letters, for finding plays.
//!
//! A GADDAG after Gordon, "A faster Scrabble move generation algorithm" (Software: Practice and
//! Experience 24, 1994): a path reads a prefix of a word backwards, takes the turn, and reads the
//! rest forwards. What may follow a prefix is a state of the word automaton, so the part after the
//! turn is that automaton, embedded once; the part before it is the minimal automaton of the
//! distinct prefixes, reversed, each with its turn. A word may also end before the turn.
//!
//! A state is a row of arcs in the order of their letters, and before it, if there is one, that of
//! the turn. An arc is a number of 32 bits, from the top: whether a word ends here, whether the
//! state it leads to has a turn, and where the arcs of that state begin (30 bits, 0 = nowhere);
//! then, in one more number, or in two if the alphabet has over 32 letters, the letters of that
//! state, the first letter as the lowest bit. So the search meets the letters that go on with those
//! it holds before it touches a state, and comes to none in vain. The first arc leads to the root.

mod build;
mod check;

use std::path::Path;

use crate::alphabet::Alphabet;
use crate::automaton::SEPARATOR;
use crate::bits::bits;
use crate::storage::{OpenError, Storage};

const ENDS: u32 = 1 << 31;
const HAS_SEPARATOR: u32 = 1 << 30;
const PLACE: u32 = HAS_SEPARATOR - 1;
/// Alphabet whose mask fits one number.
const NARROW: usize = 32;

/// Numbers of an arc.
fn stride(letters: usize) -> usize {
    if letters > NARROW { 3 } else { 2 }
}

/// A lexicon to search for plays.
#[derive(Debug)]
pub struct Gaddag {
    nodes: Storage,
    letters: usize,
}

impl Gaddag {
    /// The graph of these bytes.
    ///
    /// # Errors
    /// [`OpenError`] if they are not a search graph over these letters.
    pub fn of(bytes: &[u8], letters: &Alphabet) -> Result<Self, OpenError> {
        let graph = Self { nodes: Storage::of(bytes)?, letters: letters.count() };
        graph.check()?;
        Ok(graph)
    }

    /// The graph in a part of a file, given in bytes, mapped into memory and trusted: a damaged one
    /// answers wrongly, but neither panics nor goes on for ever. [`check`](Self::check) tells.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be read or has no such part.
    pub fn open(path: &Path, offset: u64, length: usize, letters: &Alphabet) -> Result<Self, OpenError> {
        Ok(Self { nodes: Storage::open(path, offset, length)?, letters: letters.count() })
    }

    /// How many letters the alphabet has.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.letters
    }

    pub(crate) fn states(&self) -> States<'_> {
        States { nodes: self.nodes.as_slice(), wide: stride(self.letters) > 2 }
    }

    /// Checks every state that a search can reach: its letters, where its arcs lead, that nothing
    /// turns twice and that no path is longer than a word may be.
    ///
    /// # Errors
    /// [`OpenError::Damaged`] with a node at fault.
    pub fn check(&self) -> Result<(), OpenError> {
        check::check(self.states(), self.letters, stride(self.letters))
    }
}

/// A state: where its arcs begin, 0 for nowhere, and its letters, with bit 0 for the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct State {
    pub(crate) place: u32,
    pub(crate) mask: u64,
}

/// What an arc says: whether a word ends with its letter, and where it leads.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GaddagArc {
    pub(crate) accepts: bool,
    pub(crate) state: State,
}

/// The states of a search graph, for walking. A walk out of a damaged graph ends there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct States<'n> {
    pub(crate) nodes: &'n [u32],
    wide: bool,
}

impl States<'_> {
    /// The state before any letter, nowhere if there is no word.
    pub(crate) fn root(self) -> State {
        self.read(0).state
    }

    /// The arc at a place.
    #[inline(always)]
    pub(crate) fn read(self, place: usize) -> GaddagArc {
        let Some([arc, low]) = self.nodes.get(place..place + 2) else { return GaddagArc::default() };
        let high = if self.wide { self.nodes.get(place + 2).copied().unwrap_or(0) } else { 0 };
        let letters = u64::from(*low) | u64::from(high) << 32;
        let state = State { place: arc & PLACE, mask: letters << 1 | u64::from(arc & HAS_SEPARATOR != 0) };
        GaddagArc { accepts: arc & ENDS != 0, state }
    }

    #[inline(always)]
    fn stride(self) -> usize {
        if self.wide { 3 } else { 2 }
    }

    /// The arc of a letter's bit that is set in the state's mask.
    #[inline(always)]
    pub(crate) fn arc(self, state: State, bit: u64) -> GaddagArc {
        let rank = (state.mask & !SEPARATOR & (bit - 1)).count_ones() as usize;
        self.read(state.place as usize + rank * self.stride())
    }

    /// The arc of a letter, if the state has it.
    #[inline(always)]
    pub(crate) fn step(self, state: State, letter: u8) -> Option<GaddagArc> {
        let bit = 1 << letter;
        (state.mask & bit != 0).then(|| self.arc(state, bit))
    }

    /// The state after the turn, nowhere if there is none.
    #[inline(always)]
    pub(crate) fn past_separator(self, state: State) -> State {
        if state.mask & SEPARATOR == 0 {
            return State::default();
        }
        self.read((state.place as usize).wrapping_sub(self.stride())).state
    }

    /// The letters of a state.
    pub(crate) fn letters(self, state: State) -> impl Iterator<Item = (u8, GaddagArc)> {
        let places = (state.place as usize..).step_by(self.stride());
        bits(state.mask & !SEPARATOR).zip(places).map(move |(letter, place)| (letter, self.read(place)))
    }

    /// The letters with which a word ends at a state.
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

    /// Every path of the graph, as (word, number of letters before the turn), sorted.
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
    fn whoever_watches_may_stop() {
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
        assert!(harmless < good.len(), "most are told: {harmless} of {} are not", good.len() * 8);
    }

    #[test]
    fn no_words_are_a_graph_too() {
        let graph = Gaddag::of(&bytes(&[], letters()), &letters()).unwrap();
        assert_eq!(graph.states().root(), State::default());
    }
}
