//! The bag of a game.

use std::ops::Range;

use crate::random::{Random, below};

/// A shuffled row of tiles: the first seat draws from its front, the second from its back.
///
/// In two games with equal bags a seat draws the same tiles in the same order until the other seat reaches them, whatever
/// is played. This reduces the part of luck in game pairs; MAGPIE draws its tiles in the same way.
#[derive(Debug)]
pub struct Bag {
    row: Vec<u8>,
    /// The part of the row that is still in the bag.
    left: Range<usize>,
    random: Random,
}

impl Clone for Bag {
    fn clone(&self) -> Self {
        Self { row: self.row.clone(), left: self.left.clone(), random: self.random.clone() }
    }

    /// Copies without allocating.
    fn clone_from(&mut self, other: &Self) {
        self.row.clone_from(&other.row);
        self.left.clone_from(&other.left);
        self.random.clone_from(&other.random);
    }
}

impl Bag {
    /// A bag without tiles.
    pub fn empty(random: Random) -> Self {
        Self { row: Vec::new(), left: 0..0, random }
    }

    /// Replaces the contents by these tiles in random order (Fisher–Yates), without allocating.
    pub fn shuffle(&mut self, tiles: &[u8], random: Random) {
        self.row.clear();
        self.row.extend_from_slice(tiles);
        self.left = 0..tiles.len();
        self.random = random;
        for end in (1..tiles.len()).rev() {
            let other = below(&mut self.random, end + 1);
            self.row.swap(end, other);
        }
    }

    pub fn len(&self) -> usize {
        self.left.len()
    }

    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The tiles in the bag.
    pub fn tiles(&self) -> &[u8] {
        &self.row[self.left.clone()]
    }

    /// Draws until the rack holds `size` tiles or the bag is empty.
    pub fn draw(&mut self, seat: usize, rack: &mut Vec<u8>, size: usize) {
        while rack.len() < size
            && let Some(place) = if seat == 0 { self.left.next() } else { self.left.next_back() }
        {
            rack.push(self.row[place]);
        }
    }

    /// Puts a tile back at a random place; the same seat has drawn a tile before.
    pub fn put_back(&mut self, seat: usize, tile: u8) {
        let free = if seat == 0 {
            self.left.start -= 1;
            self.left.start
        } else {
            self.left.end += 1;
            self.left.end - 1
        };
        let other = self.left.start + below(&mut self.random, self.left.len());
        self.row[free] = tile;
        self.row.swap(free, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random;

    const TILES: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

    fn shuffled(unit: u64) -> Bag {
        let mut bag = Bag::empty(random(0, 0));
        bag.shuffle(&TILES, random(1, unit));
        bag
    }

    fn drawn(bag: &mut Bag, seat: usize, size: usize) -> Vec<u8> {
        let mut rack = Vec::new();
        bag.draw(seat, &mut rack, size);
        rack
    }

    #[test]
    fn each_seat_draws_the_same_whatever_the_other_does() {
        let (mut one, mut other) = (shuffled(1), shuffled(1));
        assert_eq!(drawn(&mut one, 0, 3), drawn(&mut other, 0, 3));
        drawn(&mut one, 1, 2);
        drawn(&mut other, 1, 5);
        assert_eq!(drawn(&mut one, 0, 2), drawn(&mut other, 0, 2));
        assert_eq!((one.len(), other.len()), (3, 0));
        assert_ne!(drawn(&mut shuffled(2), 0, 10), drawn(&mut shuffled(1), 0, 10));
    }

    #[test]
    fn no_tile_is_made_or_lost_by_an_exchange() {
        for seat in [0, 1] {
            let mut bag = shuffled(3);
            let mut rack = drawn(&mut bag, seat, 4);
            let returned = [rack.remove(0), rack.remove(0)];
            bag.draw(seat, &mut rack, 4);
            returned.iter().for_each(|tile| bag.put_back(seat, *tile));
            let mut all = [rack, drawn(&mut bag, 1 - seat, 99)].concat();
            all.sort_unstable();
            assert_eq!(all, TILES);
        }
    }

    #[test]
    fn every_tile_is_as_likely_to_be_first() {
        let mut counts = [0; 10];
        for unit in 0..20_000 {
            counts[usize::from(drawn(&mut shuffled(unit), 0, 1)[0])] += 1;
        }
        assert!(counts.iter().all(|count| (1_780..=2_220).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_tile_put_back_may_lie_anywhere() {
        let mut places = [0; 10];
        for unit in 0..20_000 {
            let mut bag = shuffled(unit);
            let tile = drawn(&mut bag, 0, 1)[0];
            bag.put_back(0, tile);
            places[drawn(&mut bag, 0, 10).iter().position(|other| *other == tile).unwrap()] += 1;
        }
        assert!(places.iter().all(|count| (1_780..=2_220).contains(count)), "{places:?}");
    }
}
