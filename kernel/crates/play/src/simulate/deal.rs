//! What chance decides in a simulation: the other player's rack and the order of the bag.

use std::collections::VecDeque;

use crate::bag::{Random, below, random};

/// One deal of the tiles that the player on turn does not see.
#[derive(Debug, Clone)]
pub(crate) struct Deal {
    /// The other player's rack.
    pub(crate) rack: Vec<u8>,
    /// The tiles of the bag in their order. The player on turn draws from the front and the other one
    /// from the back: what one of them gets does not depend on how many the other has drawn, so that
    /// candidates are compared under the same luck.
    pub(crate) bag: VecDeque<u8>,
    random: Random,
    tiles: Vec<u8>,
}

impl Deal {
    pub(crate) fn new() -> Self {
        Self { rack: Vec::new(), bag: VecDeque::new(), random: random(0, 0), tiles: Vec::new() }
    }

    /// Deals all unseen tiles with the chance of this number alone, `held` of them to the other player.
    pub(crate) fn shuffle(&mut self, unseen: &[u8], held: usize, seed: u64, number: u64) {
        self.random = random(seed, number);
        self.tiles.clear();
        self.tiles.extend_from_slice(unseen);
        for at in (1..self.tiles.len()).rev() {
            self.tiles.swap(at, below(&mut self.random, at + 1));
        }
        let (rack, bag) = self.tiles.split_at(held);
        self.rack.clear();
        self.rack.extend_from_slice(rack);
        self.bag.clear();
        self.bag.extend(bag);
    }

    /// Becomes as another deal, without asking for memory.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.rack.clone_from(&other.rack);
        self.bag.clone_from(&other.bag);
        self.random.clone_from(&other.random);
    }

    /// Puts tiles back into the bag, each anywhere.
    pub(crate) fn put(&mut self, tiles: &[u8]) {
        for tile in tiles {
            let place = below(&mut self.random, self.bag.len() + 1);
            self.bag.insert(place, *tile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNSEEN: [u8; 5] = [0, 1, 2, 3, 4];

    fn dealt(number: u64) -> Deal {
        let mut deal = Deal::new();
        deal.shuffle(&UNSEEN, 2, 1, number);
        deal
    }

    fn all(deal: &Deal) -> Vec<u8> {
        let mut tiles: Vec<u8> = deal.rack.iter().chain(&deal.bag).copied().collect();
        tiles.sort_unstable();
        tiles
    }

    #[test]
    fn no_tile_is_lost_and_none_is_made() {
        let mut deal = dealt(3);
        assert_eq!((deal.rack.len(), all(&deal)), (2, UNSEEN.to_vec()));
        deal.put(&[9, 9]);
        assert_eq!((deal.bag.len(), all(&deal)), (5, vec![0, 1, 2, 3, 4, 9, 9]));
    }

    #[test]
    fn every_tile_lies_everywhere_as_often() {
        let mut counts = [[0; 5]; 5];
        for number in 0..20_000 {
            let deal = dealt(number);
            for (place, tile) in deal.rack.iter().chain(&deal.bag).enumerate() {
                counts[place][usize::from(*tile)] += 1;
            }
        }
        // Five standard deviations of a share of one fifth.
        assert!(counts.as_flattened().iter().all(|count| (3_717..=4_283).contains(count)), "{counts:?}");
    }

    #[test]
    fn what_is_put_back_lies_everywhere_as_often() {
        let mut counts = [0; 4];
        for number in 0..20_000 {
            let mut deal = dealt(number);
            deal.put(&[9]);
            counts[deal.bag.iter().position(|tile| *tile == 9).unwrap()] += 1;
        }
        assert!(counts.iter().all(|count| (4_693..=5_307).contains(count)), "{counts:?}");
    }
}
