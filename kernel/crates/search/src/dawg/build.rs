//! Construction of a DAWG.

use super::{ARC, ENDS, LAST, LETTER, row, rows};
use crate::automaton::{self, ACCEPTS, AutomatonBuilder, BuildError};
use crate::bits::bits;
use crate::storage;
use crate::words::Words;

impl Words {
    /// The nodes of the DAWG of these words, as bytes.
    ///
    /// # Errors
    /// [`BuildError::Full`] beyond 2²⁴ nodes.
    pub fn dawg(&self) -> Result<Vec<u8>, BuildError> {
        let mut minimal = AutomatonBuilder::new(1);
        for word in self.packed() {
            minimal.add(*word, true, 0)?;
        }
        let root = minimal.finish()?;
        let nodes = flat(&minimal.nodes, root)?;
        drop(minimal);
        Ok(storage::bytes(&RowSharing::shared(&nodes)))
    }
}

/// One node for each letter and one row for each state, from the states of the builder.
fn flat(built: &[u32], root: u32) -> Result<Vec<u32>, BuildError> {
    let mut moved = vec![0; built.len()];
    let mut nodes = vec![0];
    let mut state = 1;
    while state < built.len() {
        moved[state] = nodes.len() as u32;
        let arcs = automaton::arcs(built, state as u32);
        for (letter, arc) in bits(automaton::mask(built, state as u32)).zip(arcs) {
            let ends = if arc & ACCEPTS == 0 { 0 } else { ENDS };
            nodes.push(u32::from(letter) << LETTER | ends | moved[(arc & !ACCEPTS) as usize]);
        }
        if let Some(last) = nodes.last_mut() {
            *last |= LAST;
        }
        state += automaton::HEADER + arcs.len();
    }
    nodes[0] = moved[root as usize];
    if nodes.len() > ARC as usize { Err(BuildError::Full) } else { Ok(nodes) }
}

/// Lets a state that is the tail of another state's row share it; this saves 2.4 % on the Polish list.
///
/// Only states of equal height (the length of the longest path) share a row, so that no row leads back to itself and a
/// row can come after all rows that it leads to.
struct RowSharing<'n> {
    /// The nodes of a DAWG with a row for each state.
    nodes: &'n [u32],
    /// By the first node of a state: the first node of the row that it shares.
    hosts: Vec<u32>,
    /// By the first node of a shared row: its new place, 0 before it has one.
    moved: Vec<u32>,
    shared: Vec<u32>,
}

impl<'n> RowSharing<'n> {
    /// The nodes of the same DAWG with shared rows.
    fn shared(nodes: &'n [u32]) -> Vec<u32> {
        let mut tails = Self { nodes, hosts: hosts(nodes), moved: vec![0; nodes.len()], shared: vec![0] };
        tails.shared[0] = tails.put(nodes[0]);
        tails.shared
    }

    /// Places a state after all states that it leads to, and returns its place.
    fn put(&mut self, state: u32) -> u32 {
        if state == 0 {
            return 0;
        }
        let host = self.hosts[state as usize];
        let nodes = row(self.nodes, host);
        if self.moved[host as usize] == 0 {
            let moved: Vec<u32> = nodes.iter().map(|node| node & !ARC | self.put(node & ARC)).collect();
            self.moved[host as usize] = self.shared.len() as u32;
            self.shared.extend(moved);
        }
        self.moved[host as usize] + (nodes.len() - row(self.nodes, state).len()) as u32
    }
}

/// By the first node of each state: the first node of the longest row of equal height whose tail it is.
fn hosts(nodes: &[u32]) -> Vec<u32> {
    let mut heights = vec![0u8; nodes.len()];
    let mut states = Vec::new();
    for place in rows(nodes) {
        let (first, row) = (place.start, &nodes[place]);
        heights[first] = 1 + row.iter().map(|node| heights[(node & ARC) as usize]).max().unwrap_or(0);
        states.push((heights[first], first, row));
    }
    // In descending order of the reversed rows a row directly follows one of which it is the tail.
    states.sort_unstable_by(|(height, _, row), (other_height, _, other)| {
        height.cmp(other_height).then_with(|| other.iter().rev().cmp(row.iter().rev()))
    });
    let mut hosts = vec![0; nodes.len()];
    let mut last = (0, 0, &nodes[..0]);
    for state in states {
        let (height, first, row) = state;
        if height != last.0 || !last.2.ends_with(row) {
            last = state;
        }
        hosts[first] = last.1 as u32;
    }
    hosts
}
