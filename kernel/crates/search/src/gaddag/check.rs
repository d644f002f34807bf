//! Validation of a GADDAG.

use super::states::{GaddagArc, State, States};
use crate::automaton::SEPARATOR;
use crate::packed_word::MAX_LENGTH;
use crate::storage::OpenError;

/// What is known of a state.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// Its letters and separator, according to the first arc that leads to it; 0 before.
    mask: u64,
    /// The length of the longest path from here; 0 until all arcs were followed.
    height: u8,
    /// Whether a path from here has a separator.
    separates: bool,
}

struct Check<'n> {
    states: States<'n>,
    letters: usize,
    stride: usize,
    /// By the number of the state's first arc, including that of the separator.
    seen: Vec<Seen>,
}

/// Follows every arc from the root on.
pub(crate) fn check(states: States, letters: usize, stride: usize) -> Result<(), OpenError> {
    if states.nodes.len() < stride || !states.nodes.len().is_multiple_of(stride) {
        return damaged(0, "the arcs are not whole");
    }
    let root = states.root();
    let mut words = states.letters(root).map(|(_, arc)| arc);
    if states.read(0).accepts || root.mask & SEPARATOR != 0 || words.any(|arc| arc.accepts) {
        return damaged(0, "a word of fewer than two letters");
    }
    if root != State::default() {
        let seen = vec![Seen::default(); states.nodes.len() / stride];
        Check { states, letters, stride, seen }.visit(0, root, MAX_LENGTH)?;
    }
    Ok(())
}

fn damaged<T>(node: usize, fault: &'static str) -> Result<T, OpenError> {
    Err(OpenError::Damaged { node, fault })
}

impl Check<'_> {
    /// Checks the state to which the arc at a place leads, with at most `left` letters to follow.
    fn visit(&mut self, at: usize, state: State, left: usize) -> Result<Seen, OpenError> {
        let place = state.place as usize;
        let letters = state.mask & !SEPARATOR;
        let separates = state.mask & SEPARATOR != 0;
        let end = place + letters.count_ones() as usize * self.stride;
        let before = if separates { self.stride } else { 0 };
        if state.mask == 0
            || place < before + self.stride
            || !place.is_multiple_of(self.stride)
            || end > self.states.nodes.len()
        {
            return damaged(at, "it leads to no state");
        }
        if letters >> 1 >> self.letters != 0 {
            return damaged(at, "a letter outside the alphabet");
        }
        let number = (place - before) / self.stride;
        let seen = self.seen[number];
        if seen.mask == state.mask && seen.height != 0 {
            return Ok(seen);
        }
        if seen.mask != 0 {
            return damaged(at, "it leads back, or into the middle of a state");
        }
        self.seen[number].mask = state.mask;
        let mut known = Seen { mask: state.mask, height: 0, separates };
        for (rank, (_, arc)) in self.states.letters(state).enumerate() {
            self.follow(place + rank * self.stride, arc, left, &mut known)?;
        }
        if separates {
            let separator = place - self.stride;
            let beyond = self.visit(separator, self.states.past_separator(state), left)?;
            if beyond.separates || self.states.read(separator).accepts {
                return damaged(separator, "a separator after a separator, or at the end of a word");
            }
            known.height = known.height.max(beyond.height);
        }
        self.seen[number] = known;
        Ok(known)
    }

    /// Checks what an arc of a state leads to.
    fn follow(&mut self, at: usize, arc: GaddagArc, left: usize, known: &mut Seen) -> Result<(), OpenError> {
        let mut beyond = Seen::default();
        if arc.state != State::default() {
            let Some(left) = left.checked_sub(1) else { return damaged(at, "a word too long") };
            beyond = self.visit(at, arc.state, left)?;
        } else if !arc.accepts {
            return damaged(at, "no word ends here or goes on");
        }
        known.height = known.height.max(beyond.height + 1);
        known.separates |= beyond.separates;
        if usize::from(known.height) > MAX_LENGTH {
            return damaged(at, "a word too long");
        }
        Ok(())
    }
}
