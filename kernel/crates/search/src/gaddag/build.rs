//! Construction of a GADDAG.

use super::{ENDS, HAS_SEPARATOR, PLACE, is_wide, stride};
use crate::automaton::{self, ACCEPTS, AutomatonBuilder, BuildError, HEADER, SEPARATOR};
use crate::bits::bits;
use crate::packed_word::PackedWord;
use crate::storage;
use crate::words::Words;

/// The share of the work done before the reversed prefixes are added, and before the arcs are laid out.
const PREFIXES_SHARE: f64 = 0.25;
const LAYOUT_SHARE: f64 = 0.9;
/// Prefixes between two calls of the progress callback.
const REPORT_INTERVAL: usize = 1 << 16;

impl Words {
    /// The nodes of the GADDAG of these words, as bytes. `progress` is called with the share of the work done, 0 to 1;
    /// the build stops when it returns false.
    ///
    /// # Errors
    /// [`BuildError::Full`] beyond 2³⁰ numbers, [`BuildError::Stopped`] if `progress` returns false.
    pub fn gaddag(&self, progress: &mut dyn FnMut(f64) -> bool) -> Result<Vec<u8>, BuildError> {
        let mut report = |share| if progress(share) { Ok(()) } else { Err(BuildError::Stopped) };
        report(0.0)?;
        let mut minimal = AutomatonBuilder::new(FIRST);
        for word in self.packed() {
            minimal.add(*word, true, 0)?;
        }
        let forward = minimal.finish()?;
        report(PREFIXES_SHARE / 2.0)?;
        let mut prefixes = Vec::new();
        if forward != 0 {
            collect(&minimal.nodes, forward, PackedWord::default(), &mut prefixes);
        }
        prefixes.sort_unstable();
        for (done, chunk) in prefixes.chunks(REPORT_INTERVAL).enumerate() {
            report(
                PREFIXES_SHARE
                    + (LAYOUT_SHARE - PREFIXES_SHARE) * (done * REPORT_INTERVAL) as f64 / prefixes.len() as f64,
            )?;
            for Prefix(entry) in chunk {
                let arc = *entry as u32;
                minimal.add(PackedWord(entry >> u32::BITS), arc & ACCEPTS != 0, arc & !ACCEPTS)?;
            }
        }
        drop(prefixes);
        let root = minimal.finish()?;
        report(LAYOUT_SHARE)?;
        let graph = lay_out(&minimal.nodes, root, stride(is_wide(self.letters().count())))?;
        report(1.0)?;
        Ok(storage::bytes(&graph))
    }
}

/// A reversed prefix in the upper bits, and below it the arc of its last letter in the automaton of the words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Prefix(u128);

/// Collects every distinct prefix that continues a state.
fn collect(nodes: &[u32], state: u32, before: PackedWord, prefixes: &mut Vec<Prefix>) {
    for (letter, arc) in bits(automaton::mask(nodes, state)).zip(automaton::arcs(nodes, state)) {
        let reversed = before.led_by(letter);
        prefixes.push(Prefix(reversed.0 << u32::BITS | u128::from(*arc)));
        if arc & !ACCEPTS != 0 {
            collect(nodes, arc & !ACCEPTS, reversed, prefixes);
        }
    }
}

/// The first state in the builder's nodes.
const FIRST: usize = 1;
/// The probability that a rack holds a given letter: about seven of thirty.
const HOLD_PROBABILITY: f32 = 0.2;

/// The states that a search can reach, the most visited first, so that frequent states share lines of the cache and
/// pages. On the Polish list this order makes a search a fifth faster.
fn states_by_visits(built: &[u32], root: u32) -> Vec<u32> {
    let mut states = Vec::new();
    let mut next = FIRST;
    while next < built.len() {
        states.push(next as u32);
        next += HEADER + automaton::arcs(built, next as u32).len();
    }
    let mut visits = vec![0f32; built.len()];
    visits[root as usize] = 1.0;
    for state in states.iter().rev() {
        let here = visits[*state as usize];
        for (letter, arc) in bits(automaton::mask(built, *state)).zip(automaton::arcs(built, *state)) {
            let share = if letter == 0 { 1.0 } else { HOLD_PROBABILITY };
            visits[(arc & !ACCEPTS) as usize] += here * share;
        }
    }
    states.retain(|state| visits[*state as usize] > 0.0);
    states.sort_by(|a, b| visits[*b as usize].total_cmp(&visits[*a as usize]));
    states
}

/// The numbers of the GADDAG, from the builder's states.
fn lay_out(built: &[u32], root: u32, stride: usize) -> Result<Vec<u32>, BuildError> {
    if root == 0 {
        return Ok(vec![0; stride]);
    }
    let states = states_by_visits(built, root);
    let mut places = vec![0; built.len()];
    let mut length = stride;
    for state in &states {
        let mask = automaton::mask(built, *state);
        places[*state as usize] = (length + (mask & SEPARATOR) as usize * stride) as u32;
        length += mask.count_ones() as usize * stride;
        if length > PLACE as usize {
            return Err(BuildError::Full);
        }
    }
    let mut graph = Vec::with_capacity(length);
    let mut push = |arc: u32| {
        let state = arc & !ACCEPTS;
        let mask = if state == 0 { 0 } else { automaton::mask(built, state) };
        let ends = if arc & ACCEPTS == 0 { 0 } else { ENDS };
        let separates = if mask & SEPARATOR == 0 { 0 } else { HAS_SEPARATOR };
        let letters = mask >> 1;
        let numbers = [ends | separates | places[state as usize], letters as u32, (letters >> 32) as u32];
        graph.extend_from_slice(&numbers[..stride]);
    };
    push(root);
    for state in states {
        automaton::arcs(built, state).iter().copied().for_each(&mut push);
    }
    Ok(graph)
}
