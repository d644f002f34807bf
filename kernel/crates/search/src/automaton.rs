//! Incremental construction of the minimal acyclic automaton of a sorted list of words.
//!
//! After Daciuk, Mihov, Watson and Watson, "Incremental construction of minimal acyclic finite-state automata"
//! (Computational Linguistics 26, 2000): a state is registered as soon as no later word can change it, and replaced by
//! an equal state of the register if there is one.
//!
//! A state is a mask of 64 bits in two numbers, low half first, and one arc for each bit, in the order of the bits. Bit
//! 0 is the separator (see [`crate::gaddag`]), bits 1 to 62 are the letters. An arc is the place of its target state (0
//! for none), and its top bit says whether a word ends with its letter. A state comes after all the states that it
//! leads to.

use std::fmt;

use crate::packed_word::{MAX_LENGTH, PackedWord};

/// The bit of an arc with whose letter a word ends.
pub(crate) const ACCEPTS: u32 = 1 << 31;
/// The bit of a state's mask for the separator.
pub(crate) const SEPARATOR: u64 = 1;
/// Numbers of a state before its arcs.
pub(crate) const HEADER: usize = 2;

/// Why a graph was not built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// More nodes than an arc can address.
    Full,
    /// More letters than the structure can hold.
    Alphabet {
        /// The number of letters.
        count: usize,
        /// The largest number of letters.
        most: usize,
    },
    /// The progress callback stopped the build.
    Stopped,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => write!(f, "the graph has more nodes than an arc can number"),
            Self::Alphabet { count, most } => write!(f, "the alphabet has {count} letters, more than {most}"),
            Self::Stopped => write!(f, "building the graph was stopped"),
        }
    }
}

impl std::error::Error for BuildError {}

/// The mask of the state at a place.
pub(crate) fn mask(nodes: &[u32], state: u32) -> u64 {
    let at = state as usize;
    u64::from(nodes[at]) | u64::from(nodes[at + 1]) << 32
}

/// The arcs of the state at a place, in the order of its letters.
pub(crate) fn arcs(nodes: &[u32], state: u32) -> &[u32] {
    let first = state as usize + HEADER;
    &nodes[first..first + mask(nodes, state).count_ones() as usize]
}

/// A state that later words may change.
struct Open {
    mask: u64,
    arcs: Vec<u32>,
}

/// Builds automata over one list of nodes.
pub(crate) struct AutomatonBuilder {
    /// The nodes so far; the first ones are reserved for the caller.
    pub(crate) nodes: Vec<u32>,
    /// The places of the registered states by hash, 0 for a free slot; the length is a power of two. The hashes are not kept:
    /// a phone has little memory.
    table: Vec<u32>,
    registered: usize,
    /// The states along the last word, from the root on.
    open: Vec<Open>,
    last: PackedWord,
}

impl AutomatonBuilder {
    /// An empty automaton; its first `reserved` nodes are for the caller.
    pub(crate) fn new(reserved: usize) -> Self {
        Self {
            nodes: vec![0; reserved],
            table: vec![0; 1 << 12],
            registered: 0,
            open: (0..=MAX_LENGTH).map(|_| Open { mask: 0, arcs: Vec::with_capacity(64) }).collect(),
            last: PackedWord::default(),
        }
    }

    /// Adds a word after the last one. `accepted` says whether it is a word of the list, `continuation` is the state after its
    /// separator (0 for none).
    pub(crate) fn add(&mut self, word: PackedWord, accepted: bool, continuation: u32) -> Result<(), BuildError> {
        debug_assert!(self.last < word, "words come sorted and once");
        let (shared, length) = (self.last.common_prefix(word), word.len());
        self.register_below(shared)?;
        for place in shared..length {
            let end = if accepted && place + 1 == length { ACCEPTS } else { 0 };
            self.open[place].mask |= 1 << word.letter(place);
            self.open[place].arcs.push(end);
        }
        if continuation != 0 {
            // The separator is bit 0, and the first continuation of this state.
            self.open[length].mask |= SEPARATOR;
            self.open[length].arcs.push(continuation);
        }
        self.last = word;
        Ok(())
    }

    /// Registers the remaining states and returns the root. The next word begins another automaton over the same
    /// states.
    pub(crate) fn finish(&mut self) -> Result<u32, BuildError> {
        self.register_below(0)?;
        self.last = PackedWord::default();
        self.register(0)
    }

    /// The nodes alone.
    pub(crate) fn into_nodes(self) -> Vec<u32> {
        self.nodes
    }

    fn register_below(&mut self, depth: usize) -> Result<(), BuildError> {
        for level in (depth + 1..=self.last.len()).rev() {
            let state = self.register(level)?;
            if let Some(arc) = self.open[level - 1].arcs.last_mut() {
                *arc |= state;
            }
        }
        Ok(())
    }

    /// Registers the open state of a level, empties it and returns its place.
    fn register(&mut self, level: usize) -> Result<u32, BuildError> {
        let Open { mask, ref arcs } = self.open[level];
        if mask == 0 {
            return Ok(0);
        }
        let hash = hash(mask, arcs);
        let slot = self.slot(hash, mask, arcs);
        if self.table[slot] == 0 {
            let place = self.nodes.len();
            if place + HEADER + arcs.len() >= ACCEPTS as usize {
                return Err(BuildError::Full);
            }
            self.nodes.extend([mask as u32, (mask >> 32) as u32]);
            self.nodes.extend_from_slice(arcs);
            self.table[slot] = place as u32;
            self.registered += 1;
        }
        let state = self.table[slot];
        self.open[level].mask = 0;
        self.open[level].arcs.clear();
        if self.registered * 2 > self.table.len() {
            self.grow();
        }
        Ok(state)
    }

    /// The slot of the state, or the free slot where it belongs.
    fn slot(&self, hash: u32, mask: u64, arcs: &[u32]) -> usize {
        let is_it = |state| self::mask(&self.nodes, state) == mask && self::arcs(&self.nodes, state) == arcs;
        let found = |state| state == 0 || is_it(state);
        slots(hash, self.table.len()).find(|slot| found(self.table[*slot])).unwrap_or_default()
    }

    fn grow(&mut self) {
        let mut larger = vec![0; self.table.len() * 2];
        for state in self.table.iter().filter(|state| **state != 0) {
            let hash = hash(self::mask(&self.nodes, *state), self::arcs(&self.nodes, *state));
            let free = slots(hash, larger.len()).find(|slot| larger[*slot] == 0);
            larger[free.unwrap_or_default()] = *state;
        }
        self.table = larger;
    }
}

/// The slots to probe for a hash, in a table whose length is a power of two and of which at least half is free.
fn slots(hash: u32, length: usize) -> impl Iterator<Item = usize> {
    (hash as usize..).map(move |slot| slot & (length - 1))
}

/// Multiply and fold; the multiplier is the golden ratio in 64 bits.
fn hash(mask: u64, arcs: &[u32]) -> u32 {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    let stir = |sum: u64, next: u64| (sum.rotate_left(23) ^ next).wrapping_mul(GOLDEN);
    let sum = arcs.iter().fold(stir(0, mask), |sum, arc| stir(sum, u64::from(*arc)));
    (sum ^ sum >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;

    fn built(words: &[&str]) -> (AutomatonBuilder, u32) {
        let letters = Alphabet::new(&["A", "B", "C"]).unwrap();
        let mut minimal = AutomatonBuilder::new(2);
        for word in words {
            minimal.add(letters.pack(word).unwrap(), true, 0).unwrap();
        }
        let root = minimal.finish().unwrap();
        (minimal, root)
    }

    #[test]
    fn equal_endings_are_one_state() {
        let (minimal, root) = built(&["aab", "aac", "bab", "bac"]);
        assert_eq!(minimal.registered, 3, "b|c, then a, then a|b");
        let [a, b] = arcs(&minimal.nodes, root) else { panic!("two letters begin a word") };
        assert_eq!(a, b);
    }

    #[test]
    fn a_prefix_that_is_a_word_accepts_and_goes_on() {
        let (minimal, root) = built(&["ab", "abc"]);
        let [a] = arcs(&minimal.nodes, root) else { panic!("one letter begins a word") };
        let [b] = arcs(&minimal.nodes, *a) else { panic!("one letter follows") };
        assert_eq!(b & ACCEPTS, ACCEPTS);
        assert_eq!(arcs(&minimal.nodes, b & !ACCEPTS), [ACCEPTS]);
    }

    #[test]
    fn no_word_is_no_state() {
        assert_eq!(built(&[]).1, 0);
    }
}
