//! The DAWG: a minimal acyclic automaton for word lookup, compact enough to ship.
//!
//! A node has 32 bits and is one letter of a state: from the top, the letter (6 bits), whether a word ends here,
//! whether it is the last node of its state, and the place of the next state (24 bits, 0 for none). The nodes of a
//! state are a row in the order of the letters. Node 0 has no letter and points to the root.
//!
//! Two things differ from a textbook DAWG and from the KWG files of wolges and MAGPIE: a state whose nodes are the tail
//! of another state's row shares them (a KWG does so, too), and a row comes after all rows that it leads to, so that
//! counting, checking and height are one pass over the nodes. A KWG holds a DAWG and a GADDAG in one array; here the
//! GADDAG is another structure, see [`crate::gaddag`].

mod build;
pub(crate) mod find;
mod lookup;

use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use crate::alphabet::{Alphabet, MAX_LETTERS};
use crate::packed_word::{MAX_LENGTH, PackedWord};
use crate::storage::{OpenError, Storage};
use crate::words::{Words, text};

const LETTER: u32 = 26;
const ENDS: u32 = 1 << 25;
const LAST: u32 = 1 << 24;
const ARC: u32 = LAST - 1;

/// The words of a lexicon, for lookup.
#[derive(Debug)]
pub struct Dawg {
    nodes: Storage,
    letters: Alphabet,
    count: OnceLock<u64>,
    /// The index of the first letters, made by the first lookup.
    prefix_index: OnceLock<Box<[u32]>>,
}

impl Dawg {
    /// A DAWG from bytes, checked.
    ///
    /// # Errors
    /// [`OpenError`] if they are not a DAWG over this alphabet.
    pub fn of(bytes: &[u8], letters: Alphabet) -> Result<Self, OpenError> {
        let graph = Self::trusted(Storage::of(bytes)?, letters);
        graph.check()?;
        Ok(graph)
    }

    /// A DAWG in a part of a file, given in bytes. The part is mapped into memory and not checked: in a damaged DAWG
    /// [`contains`](Self::contains) may give a wrong answer, in bounded time and without a panic. [`len`](Self::len),
    /// [`text`](Self::text) and [`words`](Self::words) traverse all nodes and need one that passed
    /// [`check`](Self::check) or comes from a trusted source.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be read or has no such part.
    pub fn open(path: &Path, offset: u64, length: usize, letters: Alphabet) -> Result<Self, OpenError> {
        Ok(Self::trusted(Storage::open(path, offset, length)?, letters))
    }

    fn trusted(nodes: Storage, letters: Alphabet) -> Self {
        Self { nodes, letters, count: OnceLock::new(), prefix_index: OnceLock::new() }
    }

    /// The letters of the words.
    #[must_use]
    pub fn alphabet(&self) -> &Alphabet {
        &self.letters
    }

    /// The number of words, counted at the first call.
    #[must_use]
    pub fn len(&self) -> u64 {
        *self.count.get_or_init(|| self.counted())
    }

    /// Whether there are no words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.as_slice()[0] & ARC == 0
    }

    fn counted(&self) -> u64 {
        let nodes = self.nodes.as_slice();
        let mut from = vec![0; nodes.len()];
        for row in rows(nodes) {
            for at in row.rev() {
                let others = if nodes[at] & LAST == 0 { from[at + 1] } else { 0 };
                from[at] = others + u64::from(nodes[at] & ENDS != 0) + from[(nodes[at] & ARC) as usize];
            }
        }
        from[(nodes[0] & ARC) as usize]
    }

    /// All words as upper-case UTF-8 in the order of the alphabet, each followed by LF.
    #[must_use]
    pub fn text(&self) -> String {
        text(&self.letters, self.packed())
    }

    /// All words.
    #[must_use]
    pub fn words(&self) -> Words {
        Words::sorted(&self.letters, self.packed())
    }

    /// The alphabet of the words.
    #[must_use]
    pub fn letters(&self) -> &Alphabet {
        &self.letters
    }

    pub(crate) fn packed(&self) -> impl Iterator<Item = PackedWord> {
        Walk::new(self.nodes.as_slice())
    }

    /// All words of a length, in order.
    pub(crate) fn of_length(&self, length: usize) -> impl Iterator<Item = PackedWord> {
        Walk::new(self.nodes.as_slice()).filter(move |word| word.len() == length)
    }

    /// Checks the letter and the target of every node, the order of the letters, and that no path is longer than
    /// [`MAX_LENGTH`].
    ///
    /// # Errors
    /// [`OpenError::Damaged`] with the first faulty node.
    pub fn check(&self) -> Result<(), OpenError> {
        let nodes = self.nodes.as_slice();
        let damaged = |node, fault| Err(OpenError::Damaged { node, fault });
        // The length of the longest path from each node or a later one of its row.
        let mut heights = vec![0u8; nodes.len()];
        for row in rows(nodes) {
            let first = row.start;
            let mut height = 0;
            for at in row.rev() {
                let node = nodes[at];
                let (letter, next) = ((node >> LETTER) as usize, (node & ARC) as usize);
                if letter > self.letters.count() {
                    return damaged(at, "a letter outside the alphabet");
                }
                if letter == 0 || (at > first && letter <= (nodes[at - 1] >> LETTER) as usize) {
                    return damaged(at, "its letter is out of order");
                }
                if next >= first {
                    return damaged(at, "it leads to no earlier state");
                }
                if next == 0 && node & ENDS == 0 {
                    return damaged(at, "no word ends here or goes on");
                }
                height = height.max(heights[next] + 1);
                if usize::from(height) > MAX_LENGTH {
                    return damaged(at, "a word too long");
                }
                heights[at] = height;
            }
        }
        if nodes.len() > 1 && nodes[nodes.len() - 1] & LAST == 0 {
            return damaged(nodes.len() - 1, "its state does not end");
        }
        if nodes[0] as usize >= nodes.len() {
            return damaged(0, "no root");
        }
        if row(nodes, nodes[0]).iter().any(|node| node & ENDS != 0) {
            return damaged(0, "a word of fewer than two letters");
        }
        Ok(())
    }
}

/// The ranges of all rows, in order.
fn rows(nodes: &[u32]) -> impl Iterator<Item = Range<usize>> {
    let mut first = 1;
    nodes[1..].split_inclusive(|node| node & LAST != 0).map(move |row| {
        let row = first..first + row.len();
        first = row.end;
        row
    })
}

/// The nodes of the state at a place; none at 0.
fn row(nodes: &[u32], first: u32) -> &[u32] {
    let rest = if first == 0 { &[] } else { nodes.get(first as usize..).unwrap_or_default() };
    let length = rest.iter().take(MAX_LETTERS).position(|node| node & LAST != 0);
    &rest[..length.map_or(rest.len().min(MAX_LETTERS), |last| last + 1)]
}

/// An iterator over all words in order.
struct Walk<'n> {
    nodes: &'n [u32],
    /// The nodes of the path, and the words up to them.
    path: Vec<(usize, PackedWord)>,
}

impl<'n> Walk<'n> {
    fn new(nodes: &'n [u32]) -> Self {
        let mut walk = Self { nodes, path: Vec::with_capacity(MAX_LENGTH) };
        walk.enter(nodes[0] & ARC, PackedWord::default());
        walk
    }

    fn enter(&mut self, first: u32, before: PackedWord) {
        if first != 0 {
            self.path.push((first as usize, before));
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = PackedWord;

    fn next(&mut self) -> Option<PackedWord> {
        while let Some((at, before)) = self.path.pop() {
            let node = self.nodes[at];
            let word = before.with(before.len(), (node >> LETTER) as u8);
            if node & LAST == 0 {
                self.path.push((at + 1, before));
            }
            self.enter(node & ARC, word);
            if node & ENDS != 0 {
                return Some(word);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage;

    fn letters() -> Alphabet {
        Alphabet::new(&["A", "B", "CH"]).unwrap()
    }

    fn bytes(text: &str) -> Vec<u8> {
        Words::read(text.as_bytes(), letters(), true).dawg().unwrap()
    }

    #[test]
    fn the_graph_holds_just_its_words() {
        let graph = Dawg::of(&bytes("aab\naach\nab\nba\nchaab\n"), letters()).unwrap();
        assert_eq!(graph.text(), "AAB\nAACH\nAB\nBA\nCHAAB\n");
        assert_eq!(graph.words().text(), graph.text());
        assert_eq!(graph.len(), 5);
        assert!(graph.contains("aAcH") && graph.contains("ba"));
        assert!(!graph.contains("aa") && !graph.contains("abb") && !graph.contains("a?") && !graph.contains(""));
    }

    #[test]
    fn a_graph_without_words_answers_too() {
        let graph = Dawg::of(&bytes(""), letters()).unwrap();
        assert!(graph.is_empty() && graph.counted() == 0 && graph.text().is_empty() && !graph.contains("ab"));
    }

    #[test]
    fn a_flipped_bit_is_found_or_gives_another_sound_graph() {
        let good = bytes("aab\naach\nab\nba\nchaab\n");
        let mut untold = 0;
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            if let Ok(graph) = Dawg::of(&bad, letters()) {
                let text = graph.text();
                assert_eq!(text.lines().count() as u64, graph.len());
                assert!(text.lines().all(|word| graph.contains(word)));
                untold += 1;
            }
        }
        assert!(untold < good.len(), "most are found: {untold} of {} are not", good.len() * 8);
    }

    #[test]
    fn a_damaged_graph_that_was_not_checked_still_answers() {
        let good = bytes("aab\naach\nab\nba\nchaab\n");
        let plain = Alphabet::new(&["A", "B", "C"]).unwrap();
        let words = ["ab", "chaab", "chchch", "aach", "caab", "cccccccccccccccccccccc", "aac"];
        for (bit, letters) in (0..good.len() * 8).flat_map(|bit| [(bit, letters()), (bit, plain.clone())]) {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let graph = Dawg::trusted(Storage::of(&bad).unwrap(), letters);
            let answers = words.map(|word| graph.contains(word));
            assert_eq!(answers.len(), words.len(), "every look-up returns");
        }
    }

    #[test]
    fn states_share_the_tails_of_rows() {
        let graph = Dawg::of(&bytes("aa\nab\nach\nbb\nbch\n"), letters()).unwrap();
        assert_eq!(graph.nodes.as_slice().len(), 1 + 3 + 2, "B|CH is the tail of A|B|CH");
        assert_eq!(graph.text(), "AA\nAB\nACH\nBB\nBCH\n");
        assert_eq!(graph.len(), 5);
    }

    #[test]
    fn a_damage_has_its_place() {
        let word = |letter: u32, rest: u32| letter << LETTER | rest;
        let fault = |nodes: &[u32]| Dawg::of(&storage::bytes(nodes), letters()).unwrap_err().to_string();
        assert_eq!(fault(&[1, word(4, ENDS | LAST)]), "the graph is damaged at node 1: a letter outside the alphabet");
        assert!(fault(&[1, word(2, ENDS), word(1, ENDS | LAST)]).contains("node 2: its letter is out of order"));
        assert!(fault(&[1, word(1, LAST | 1)]).contains("node 1: it leads to no earlier state"));
        assert!(fault(&[1, word(1, LAST)]).contains("node 1: no word ends here"));
        assert!(fault(&[1, word(1, ENDS)]).contains("node 1: its state does not end"));
        assert!(fault(&[2, word(1, ENDS | LAST)]).contains("node 0: no root"));
        assert!(fault(&[1, word(1, ENDS | LAST)]).contains("node 0: a word of fewer than two letters"));
    }
}
