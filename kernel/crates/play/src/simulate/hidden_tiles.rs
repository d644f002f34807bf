//! The hidden tiles of one deal.

use super::candidate::Seen;
use crate::bag::Draws;
use crate::game::take;
use crate::random::{Random, random};

/// The player on turn, and the other one.
pub(crate) const OWN: usize = 0;
pub(crate) const OTHER: usize = 1;

/// What chance has decided: the other player's rack, and the order of the bag.
#[derive(Debug)]
pub(crate) struct Deal {
    pub(crate) rack: Vec<u8>,
    pub(crate) draws: Draws,
    /// The unseen tiles of which nothing is known.
    rest: Vec<u8>,
}

impl Deal {
    pub(crate) fn new() -> Self {
        Self { rack: Vec::new(), draws: Draws::none(random(0, 0)), rest: Vec::new() }
    }

    /// Deals all unseen tiles anew, `held` of them to the other player, first those that they may have kept.
    pub(crate) fn mix(&mut self, seen: &Seen, held: usize, mut random: Random) {
        let kept = seen.belief.as_ref().map_or(&[][..], |belief| belief.draw(&mut random));
        self.rest.clone_from(&seen.unseen);
        kept.iter().for_each(|tile| take(&mut self.rest, *tile));
        self.draws.mix(&self.rest, random);
        self.rack.clear();
        self.rack.extend_from_slice(kept);
        self.draws.draw(OTHER, &mut self.rack, held);
    }
}
