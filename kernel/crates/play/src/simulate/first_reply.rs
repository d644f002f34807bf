//! The first replies to all candidates of one deal.

use mostek_search::{Position, Rack, Scratch, Worth};

use super::candidate::{Candidate, Skill};
use super::hidden_tiles::Deal;
use crate::static_eval::{Choice, choose_again};

/// So many replies are known before: nearly always one of them is as good after a candidate.
const KNOWN: usize = 16;

/// Finds the other player's best reply to one candidate after the other. Most of the board is the same after all of
/// them: it is searched once before, and after each only the lanes are searched that it has changed. That is a quarter of
/// the instructions of a whole search; in time it saves an eighth of a simulation of two replies.
#[derive(Debug)]
pub(crate) struct Replies {
    rack: Rack,
    scratch: Scratch,
}

impl Replies {
    pub(crate) fn new(skill: &Skill) -> Self {
        Self { rack: skill.rack(&[]), scratch: Scratch::default() }
    }

    /// Looks at the position before all candidates.
    pub(crate) fn prepare(&mut self, skill: &Skill, position: &Position, deal: &Deal) {
        self.rack = skill.rack(&deal.rack);
        skill.search.best(position, &self.rack, Worth::Leaves(&skill.leaves), KNOWN, &mut self.scratch);
    }

    /// The rack, and the best choice after a candidate with so many tiles in the bag, but not with an empty one.
    pub(crate) fn choose(&mut self, skill: &Skill, candidate: &Candidate, bag: usize) -> (Rack, (Choice, i32)) {
        let Candidate { position, changed, .. } = candidate;
        let exchange = skill.exchanges.most(bag);
        let chosen = choose_again(&skill.search, position, *changed, &self.rack, exchange, &mut self.scratch);
        (self.rack.clone(), chosen)
    }
}
