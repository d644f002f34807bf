//! The hidden tiles of one iteration of a simulation.

use super::candidate::PlayerView;
use crate::bag::Bag;
use crate::game::take;
use crate::random::{Random, random};

/// The player on turn at the start of the simulation, and the opponent.
pub(crate) const PLAYER: usize = 0;
pub(crate) const OPPONENT: usize = 1;

/// A sample of what the player cannot see: the opponent's rack and the order of the bag.
#[derive(Debug)]
pub(crate) struct HiddenTiles {
    pub(crate) rack: Vec<u8>,
    pub(crate) bag: Bag,
    /// The unseen tiles that are not inferred to be on the opponent's rack.
    rest: Vec<u8>,
}

impl HiddenTiles {
    pub(crate) fn new() -> Self {
        Self { rack: Vec::new(), bag: Bag::empty(random(0, 0)), rest: Vec::new() }
    }

    /// Deals all unseen tiles at random, `held` of them to the opponent, first those of a sample of the inference.
    pub(crate) fn deal(&mut self, view: &PlayerView, held: usize, mut random: Random) {
        let kept = view.inference.as_ref().map_or(&[][..], |inference| inference.draw(&mut random));
        self.rest.clone_from(&view.unseen);
        kept.iter().for_each(|tile| take(&mut self.rest, *tile));
        self.bag.shuffle(&self.rest, random);
        self.rack.clear();
        self.rack.extend_from_slice(kept);
        self.bag.draw(OPPONENT, &mut self.rack, held);
    }
}
