//! The word graph: a minimal acyclic automaton (DAWG), compact enough to ship.
//!
//! A node of 32 bits is one letter of a state: from the top, the letter (6 bits), whether a word
//! ends here, whether it is the last of its state, and where the next state begins (24 bits,
//! 0 = nowhere). The nodes of a state stand together in the order of the letters. Node 0 is no
//! letter: it points to the root. A state stands after all the states it leads to.

use std::path::Path;
use std::sync::OnceLock;

use crate::letters::{Letters, MAX_LENGTH, Packed};
use crate::minimal::{self, ACCEPTS, BuildError, Minimal};
use crate::nodes::{self, Nodes, OpenError};
use crate::words::{Words, text};

const LETTER: u32 = 26;
const ENDS: u32 = 1 << 25;
const LAST: u32 = 1 << 24;
const ARC: u32 = LAST - 1;

impl Words {
    /// The nodes of the word graph of these words, as bytes.
    ///
    /// # Errors
    /// [`BuildError::Full`] beyond 2²⁴ nodes.
    pub fn word_graph(&self) -> Result<Vec<u8>, BuildError> {
        let mut minimal = Minimal::new(1);
        for word in self.packed() {
            minimal.add(*word, true, 0)?;
        }
        let root = minimal.finish()?;
        flat(&minimal.nodes, root).map(|nodes| nodes::bytes(&nodes))
    }
}

/// One node a letter, from the states of the builder.
fn flat(built: &[u32], root: u32) -> Result<Vec<u32>, BuildError> {
    let mut moved = vec![0; built.len()];
    let mut nodes = vec![0];
    let mut state = 1;
    while state < built.len() {
        moved[state] = nodes.len() as u32;
        let arcs = minimal::arcs(built, state as u32);
        for (letter, arc) in minimal::bits(minimal::mask(built, state as u32)).zip(arcs) {
            let ends = if arc & ACCEPTS == 0 { 0 } else { ENDS };
            nodes.push(u32::from(letter) << LETTER | ends | moved[(arc & !ACCEPTS) as usize]);
        }
        if let Some(last) = nodes.last_mut() {
            *last |= LAST;
        }
        state += minimal::HEADER + arcs.len();
    }
    nodes[0] = moved[root as usize];
    if nodes.len() > ARC as usize { Err(BuildError::Full) } else { Ok(nodes) }
}

/// A lexicon to ask whether a word is in it.
#[derive(Debug)]
pub struct WordGraph {
    nodes: Nodes,
    letters: Letters,
    count: OnceLock<u64>,
}

impl WordGraph {
    /// The graph of these bytes.
    ///
    /// # Errors
    /// [`OpenError`] if they are not a graph of words over these letters.
    pub fn of(bytes: &[u8], letters: Letters) -> Result<Self, OpenError> {
        let graph = Self { nodes: Nodes::of(bytes)?, letters, count: OnceLock::new() };
        graph.check()?;
        Ok(graph)
    }

    /// The graph in a part of a file, given in bytes, mapped into memory and trusted: a damaged one
    /// answers wrongly, but neither panics nor goes on for ever. [`check`](Self::check) tells.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be read or has no such part.
    pub fn open(path: &Path, offset: u64, length: usize, letters: Letters) -> Result<Self, OpenError> {
        Ok(Self { nodes: Nodes::open(path, offset, length)?, letters, count: OnceLock::new() })
    }

    /// Whether the text, in either case, is a word.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        let Ok(word) = self.letters.pack(text) else { return false };
        let nodes = self.nodes.as_slice();
        let mut node = nodes[0];
        for letter in word.letters() {
            match find(nodes, node & ARC, u32::from(letter)) {
                Some(found) => node = found,
                None => return false,
            }
        }
        node & ENDS != 0
    }

    /// How many words there are; counted once.
    #[must_use]
    pub fn len(&self) -> u64 {
        *self.count.get_or_init(|| self.counted())
    }

    /// Whether there is no word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.as_slice()[0] & ARC == 0
    }

    fn counted(&self) -> u64 {
        let nodes = self.nodes.as_slice();
        let mut below = vec![0; nodes.len()];
        let mut first = 1;
        while first < nodes.len() {
            let state = state(nodes, first);
            below[first] = state.iter().map(|node| u64::from(node & ENDS != 0) + below[(node & ARC) as usize]).sum();
            first += state.len();
        }
        below[(nodes[0] & ARC) as usize]
    }

    /// All words as upper-case UTF-8 in the order of the alphabet, each followed by LF.
    #[must_use]
    pub fn text(&self) -> String {
        text(&self.letters, Walk::new(self.nodes.as_slice()))
    }

    /// Checks every node: its letter, the order of the letters, where it leads, and that no path is
    /// longer than a word may be.
    ///
    /// # Errors
    /// [`OpenError::Damaged`] with the first node at fault.
    pub fn check(&self) -> Result<(), OpenError> {
        let nodes = self.nodes.as_slice();
        // The longest path from the state that begins at a node; 0 = no state begins there.
        let mut heights = vec![0u8; nodes.len()];
        let mut first = 1;
        while first < nodes.len() {
            let state = state(nodes, first);
            let mut height = 0;
            let mut before = 0;
            for (at, node) in (first..).zip(state) {
                let damaged = |fault| Err(OpenError::Damaged { node: at, fault });
                let (letter, next) = ((node >> LETTER) as usize, (node & ARC) as usize);
                if letter > self.letters.count() {
                    return damaged("a letter outside the alphabet");
                }
                if letter <= before {
                    return damaged("its letter is out of order");
                }
                if next >= first || (next != 0 && heights[next] == 0) {
                    return damaged("it leads to no earlier state");
                }
                if next == 0 && node & ENDS == 0 {
                    return damaged("no word ends here or goes on");
                }
                before = letter;
                height = height.max(heights[next] + 1);
            }
            if usize::from(height) > MAX_LENGTH {
                return Err(OpenError::Damaged { node: first, fault: "a word too long" });
            }
            heights[first] = height;
            first += state.len();
            if nodes[first - 1] & LAST == 0 {
                return Err(OpenError::Damaged { node: first - 1, fault: "its state does not end" });
            }
        }
        let root = nodes[0] as usize;
        if root != 0 && heights.get(root).is_none_or(|height| *height == 0) {
            return Err(OpenError::Damaged { node: 0, fault: "no root" });
        }
        Ok(())
    }
}

/// The nodes of the state that begins at a place.
fn state(nodes: &[u32], first: usize) -> &[u32] {
    let rest = &nodes[first..];
    let last = rest.iter().position(|node| node & LAST != 0);
    &rest[..last.map_or(rest.len(), |last| last + 1)]
}

/// The node of a letter in the state that begins at a place, 0 being no state.
fn find(nodes: &[u32], first: u32, letter: u32) -> Option<u32> {
    if first == 0 {
        return None;
    }
    for node in nodes.get(first as usize..)? {
        if node >> LETTER >= letter || node & LAST != 0 {
            return (node >> LETTER == letter).then_some(*node);
        }
    }
    None
}

/// Goes through all words in order.
struct Walk<'n> {
    nodes: &'n [u32],
    /// The places of the nodes on the path, and the words they spell so far.
    path: Vec<(usize, Packed)>,
}

impl<'n> Walk<'n> {
    fn new(nodes: &'n [u32]) -> Self {
        let mut walk = Self { nodes, path: Vec::with_capacity(MAX_LENGTH) };
        walk.enter(nodes[0] & ARC, Packed::default());
        walk
    }

    fn enter(&mut self, first: u32, before: Packed) {
        if first != 0 {
            self.path.push((first as usize, before));
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Packed;

    fn next(&mut self) -> Option<Packed> {
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

    fn letters() -> Letters {
        Letters::new(&["A", "B", "CH"]).unwrap()
    }

    fn bytes(text: &str) -> Vec<u8> {
        Words::read(text.as_bytes(), letters(), true).word_graph().unwrap()
    }

    #[test]
    fn the_graph_holds_just_its_words() {
        let graph = WordGraph::of(&bytes("aab\naach\nab\nba\nchaab\n"), letters()).unwrap();
        assert_eq!(graph.text(), "AAB\nAACH\nAB\nBA\nCHAAB\n");
        assert_eq!(graph.len(), 5);
        assert!(graph.contains("aAcH") && graph.contains("ba"));
        assert!(!graph.contains("aa") && !graph.contains("abb") && !graph.contains("a?") && !graph.contains(""));
    }

    #[test]
    fn a_graph_without_words_answers_too() {
        let graph = WordGraph::of(&bytes(""), letters()).unwrap();
        assert!(graph.is_empty() && graph.counted() == 0 && graph.text().is_empty() && !graph.contains("ab"));
    }

    #[test]
    fn every_damage_is_found() {
        let good = bytes("aab\naach\nab\nba\nchaab\n");
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            // A flipped bit is either found or gives another sound graph; it never panics or hangs.
            if let Ok(graph) = WordGraph::of(&bad, letters()) {
                assert_eq!(graph.text().lines().count() as u64, graph.len());
                assert_ne!(graph.text(), "AAB\nAACH\nAB\nBA\nCHAAB\n");
            }
        }
    }

    #[test]
    fn a_damage_has_its_place() {
        let word = |letter: u32, rest: u32| letter << LETTER | rest;
        let fault = |nodes: &[u32]| WordGraph::of(&nodes::bytes(nodes), letters()).unwrap_err().to_string();
        assert_eq!(fault(&[1, word(4, ENDS | LAST)]), "the graph is damaged at node 1: a letter outside the alphabet");
        assert!(fault(&[1, word(2, ENDS), word(1, ENDS | LAST)]).contains("node 2: its letter is out of order"));
        assert!(fault(&[1, word(1, LAST | 1)]).contains("node 1: it leads to no earlier state"));
        assert!(fault(&[1, word(1, LAST)]).contains("node 1: no word ends here"));
        assert!(fault(&[1, word(1, ENDS)]).contains("node 1: its state does not end"));
        assert!(fault(&[2, word(1, ENDS | LAST)]).contains("node 0: no root"));
    }
}
