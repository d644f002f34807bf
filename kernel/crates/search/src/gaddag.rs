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
mod states;

use std::path::Path;

pub use build::GaddagNodes;
pub(crate) use states::{GaddagArc, State, States};

use crate::alphabet::Alphabet;
use crate::storage::{OpenError, Storage};
use states::{is_wide, stride};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{BuildError, SEPARATOR};
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
