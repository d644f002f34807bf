//! Construction of a GADDAG.

use super::states::{ENDS, HAS_SEPARATOR, PLACE, is_wide, stride};
use crate::automaton::{self, ACCEPTS, AutomatonBuilder, BuildError, HEADER, SEPARATOR};
use crate::bits::bits;
use crate::dawg::Dawg;
use crate::packed_word::PackedWord;
use crate::words::Words;

/// The share of the work done before the reversed prefixes are added, and before the arcs are laid out.
const PREFIXES_SHARE: f64 = 0.25;
const LAYOUT_SHARE: f64 = 0.9;
/// Prefixes that are sorted at a time, 16 bytes each, unless more of them end with one letter.
const PREFIXES_AT_ONCE: usize = 1 << 20;
/// Numbers of the automaton for four prefixes: on the Polish list 6.5. Memory that is reserved at once is not moved.
const NUMBERS_OF_FOUR: usize = 7;
/// The most letters, and the separator.
const BITS: usize = u64::BITS as usize;

type Report<'r> = dyn FnMut(f64) -> Result<(), BuildError> + 'r;

impl Words {
    /// The nodes of the GADDAG of these words, as bytes. `progress` is called with the share of the work done, 0 to 1;
    /// the build stops when it returns false.
    ///
    /// # Errors
    /// [`BuildError::Full`] beyond 2³⁰ numbers, [`BuildError::Stopped`] if `progress` returns false.
    pub fn gaddag(&self, progress: &mut dyn FnMut(f64) -> bool) -> Result<Vec<u8>, BuildError> {
        let mut report = |share| if progress(share) { Ok(()) } else { Err(BuildError::Stopped) };
        let mut nodes = GaddagNodes::of(self.packed().iter().copied(), self.letters().count(), &mut report)?;
        let bytes = nodes.piece(usize::MAX);
        report(1.0)?;
        Ok(bytes)
    }
}

impl Dawg {
    /// The nodes of the GADDAG of these words, with less memory than [`Words::gaddag`] takes: for Polish 100 MB.
    ///
    /// # Errors
    /// [`BuildError::Full`] beyond 2³⁰ numbers.
    pub fn gaddag(&self) -> Result<GaddagNodes, BuildError> {
        GaddagNodes::of(self.packed(), self.letters().count(), &mut |_| Ok(()))
    }
}

/// A reversed prefix in the upper bits, and below it the arc of its last letter in the automaton of the words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Prefix(u128);

/// Adds every distinct prefix of the words, reversed, with its continuation. They are sorted in parts, by their last letter:
/// to walk through the words again takes less than the memory for all of them.
fn add_prefixes(minimal: &mut AutomatonBuilder, forward: u32, report: &mut Report) -> Result<(), BuildError> {
    let mut counts = [0; BITS];
    walk(&minimal.nodes, forward, PackedWord::default(), &mut |letter, _, _| counts[usize::from(letter)] += 1);
    let all: usize = counts.iter().sum();
    minimal.nodes.reserve_exact(all * NUMBERS_OF_FOUR / 4);
    let (mut first, mut done) = (0, 0);
    let mut prefixes = Vec::new();
    while first < BITS {
        let (mut next, mut count) = (first + 1, counts[first]);
        while next < BITS && count + counts[next] <= PREFIXES_AT_ONCE {
            count += counts[next];
            next += 1;
        }
        report(PREFIXES_SHARE + (LAYOUT_SHARE - PREFIXES_SHARE) * done as f64 / all.max(1) as f64)?;
        prefixes.clear();
        prefixes.reserve_exact(count);
        walk(&minimal.nodes, forward, PackedWord::default(), &mut |letter, reversed, arc| {
            if (first..next).contains(&usize::from(letter)) {
                prefixes.push(Prefix(reversed.0 << u32::BITS | u128::from(arc)));
            }
        });
        prefixes.sort_unstable();
        for Prefix(entry) in &prefixes {
            let arc = *entry as u32;
            minimal.add(PackedWord(entry >> u32::BITS), arc & ACCEPTS != 0, arc & !ACCEPTS)?;
        }
        done += count;
        first = next;
    }
    Ok(())
}

/// Visits every distinct prefix that continues a state: its last letter, the prefix reversed, the arc of the letter.
fn walk(nodes: &[u32], state: u32, before: PackedWord, visit: &mut impl FnMut(u8, PackedWord, u32)) {
    for (letter, arc) in bits(automaton::mask(nodes, state)).zip(automaton::arcs(nodes, state)) {
        let reversed = before.led_by(letter);
        visit(letter, reversed, *arc);
        if arc & !ACCEPTS != 0 {
            walk(nodes, arc & !ACCEPTS, reversed, visit);
        }
    }
}

/// The numbers of the smallest state.
const SMALLEST: usize = HEADER + 1;
/// The first state in the builder's nodes: after the numbers of a state that is none.
const FIRST: usize = SMALLEST;
/// The probability that a rack holds a given letter: about seven of thirty.
const HOLD_PROBABILITY: f32 = 0.2;

/// The index of a state in a table of all states; no two states have the same.
fn index(state: u32) -> usize {
    state as usize / SMALLEST
}

/// The states that a search can reach, the most visited first, so that frequent states share lines of the cache and
/// pages. On the Polish list this order makes a search a fifth faster.
fn states_by_visits(built: &[u32], root: u32) -> Vec<u32> {
    let mut states = Vec::new();
    let mut next = FIRST;
    while next < built.len() {
        states.push(next as u32);
        next += HEADER + automaton::arcs(built, next as u32).len();
    }
    let mut visits = vec![0f32; index(built.len() as u32) + 1];
    visits[index(root)] = 1.0;
    for state in states.iter().rev() {
        let here = visits[index(*state)];
        for (letter, arc) in bits(automaton::mask(built, *state)).zip(automaton::arcs(built, *state)) {
            let share = if letter == 0 { 1.0 } else { HOLD_PROBABILITY };
            visits[index(arc & !ACCEPTS)] += here * share;
        }
    }
    states.retain(|state| visits[index(*state)] > 0.0);
    states.sort_by(|a, b| visits[index(*b)].total_cmp(&visits[index(*a)]));
    states
}

/// The nodes of a GADDAG in their order, which are written piece by piece: as a whole they would take as much memory again.
#[derive(Debug)]
pub struct GaddagNodes {
    built: Vec<u32>,
    root: u32,
    /// The states in the order of the GADDAG, and by the index of each state its place there.
    states: Vec<u32>,
    places: Vec<u32>,
    stride: usize,
    length: usize,
    /// The states that are written.
    written: usize,
    begun: bool,
}

impl GaddagNodes {
    fn of(words: impl Iterator<Item = PackedWord>, letters: usize, report: &mut Report) -> Result<Self, BuildError> {
        report(0.0)?;
        let mut minimal = AutomatonBuilder::new(FIRST);
        for word in words {
            minimal.add(word, true, 0)?;
        }
        let forward = minimal.finish()?;
        report(PREFIXES_SHARE / 2.0)?;
        if forward != 0 {
            add_prefixes(&mut minimal, forward, report)?;
        }
        let root = minimal.finish()?;
        report(LAYOUT_SHARE)?;
        Self::lay_out(minimal.into_nodes(), root, stride(is_wide(letters)))
    }

    fn lay_out(built: Vec<u32>, root: u32, stride: usize) -> Result<Self, BuildError> {
        let states = if root == 0 { Vec::new() } else { states_by_visits(&built, root) };
        let mut places = vec![0; index(built.len() as u32) + 1];
        let mut length = stride;
        for state in &states {
            let mask = automaton::mask(&built, *state);
            places[index(*state)] = (length + (mask & SEPARATOR) as usize * stride) as u32;
            length += mask.count_ones() as usize * stride;
            if length > PLACE as usize {
                return Err(BuildError::Full);
            }
        }
        Ok(Self { built, root, states, places, stride, length, written: 0, begun: false })
    }

    /// The bytes of all nodes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.length * size_of::<u32>()
    }

    /// The next nodes as bytes, of whole states: no more than so many bytes and those of one state; none at the end.
    #[must_use]
    pub fn piece(&mut self, most: usize) -> Vec<u8> {
        let mut piece = Vec::with_capacity(most.saturating_add(BITS * size_of::<[u32; 3]>()).min(self.bytes()));
        if !self.begun {
            self.begun = true;
            self.write(self.root, &mut piece);
        }
        while piece.len() < most && self.written < self.states.len() {
            for arc in automaton::arcs(&self.built, self.states[self.written]) {
                self.write(*arc, &mut piece);
            }
            self.written += 1;
        }
        piece
    }

    fn write(&self, arc: u32, piece: &mut Vec<u8>) {
        let state = arc & !ACCEPTS;
        let mask = if state == 0 { 0 } else { automaton::mask(&self.built, state) };
        let ends = if arc & ACCEPTS == 0 { 0 } else { ENDS };
        let separates = if mask & SEPARATOR == 0 { 0 } else { HAS_SEPARATOR };
        let letters = mask >> 1;
        let place = if state == 0 { 0 } else { self.places[index(state)] };
        let numbers = [ends | separates | place, letters as u32, (letters >> 32) as u32];
        piece.extend_from_slice(numbers.map(u32::to_le_bytes)[..self.stride].as_flattened());
    }
}
