//! Checking a search graph that may be damaged.

use super::{GaddagArc, State, States};
use crate::alphabet::MAX_LENGTH;
use crate::automaton::SEPARATOR;
use crate::storage::OpenError;

/// What is known of a state.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// Its letters and turn, as told by the first arc that leads to it; 0 if none has.
    mask: u64,
    /// The letters of the longest path from here, 0 until all of them were followed.
    height: u8,
    /// Whether some path from here turns.
    turns: bool,
}

struct Check<'n> {
    states: States<'n>,
    letters: usize,
    stride: usize,
    /// By the number of the state's first arc, that of the turn if it has one.
    seen: Vec<Seen>,
}

/// Follows every arc that leads on from the root.
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
    /// What is to know of the state to which the arc at a place leads, with so many letters left.
    fn visit(&mut self, at: usize, state: State, left: usize) -> Result<Seen, OpenError> {
        let place = state.place as usize;
        let letters = state.mask & !SEPARATOR;
        let turns = state.mask & SEPARATOR != 0;
        let end = place + letters.count_ones() as usize * self.stride;
        let before = if turns { self.stride } else { 0 };
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
            return damaged(at, "it leads back, or into the midst of a state");
        }
        self.seen[number].mask = state.mask;
        let mut known = Seen { mask: state.mask, height: 0, turns };
        for (rank, (_, arc)) in self.states.letters(state).enumerate() {
            self.follow(place + rank * self.stride, arc, left, &mut known)?;
        }
        if turns {
            let turn = place - self.stride;
            let beyond = self.visit(turn, self.states.past_separator(state), left)?;
            if beyond.turns || self.states.read(turn).accepts {
                return damaged(turn, "a turn after a turn, or at the end of a word");
            }
            known.height = known.height.max(beyond.height);
        }
        self.seen[number] = known;
        Ok(known)
    }

    /// Adds to what is known of a state what lies beyond one of its arcs.
    fn follow(&mut self, at: usize, arc: GaddagArc, left: usize, known: &mut Seen) -> Result<(), OpenError> {
        let mut beyond = Seen::default();
        if arc.state != State::default() {
            let Some(left) = left.checked_sub(1) else { return damaged(at, "a word too long") };
            beyond = self.visit(at, arc.state, left)?;
        } else if !arc.accepts {
            return damaged(at, "no word ends here or goes on");
        }
        known.height = known.height.max(beyond.height + 1);
        known.turns |= beyond.turns;
        if usize::from(known.height) > MAX_LENGTH {
            return damaged(at, "a word too long");
        }
        Ok(())
    }
}
