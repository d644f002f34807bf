//! The order in which the tiles of one game are drawn.

use std::ops::Range;

use crate::random::{Random, below};

/// A bag whose tiles lie in a row: the first seat draws from its front, the second from its back.
///
/// So in two games from equal bags a seat draws the same tiles in the same order as long as the
/// other seat has not reached them, whatever is played: chance favours neither game of the pair.
#[derive(Debug)]
pub struct Draws {
    row: Vec<u8>,
    /// The tiles of the row that nobody has drawn.
    left: Range<usize>,
    random: Random,
}

impl Clone for Draws {
    fn clone(&self) -> Self {
        Self { row: self.row.clone(), left: self.left.clone(), random: self.random.clone() }
    }

    /// Copies without asking for memory.
    fn clone_from(&mut self, other: &Self) {
        self.row.clone_from(&other.row);
        self.left.clone_from(&other.left);
        self.random.clone_from(&other.random);
    }
}

impl Draws {
    /// Nothing to draw.
    pub fn none(random: Random) -> Self {
        Self { row: Vec::new(), left: 0..0, random }
    }

    /// Mixes all these tiles, without asking for memory.
    pub fn mix(&mut self, tiles: &[u8], random: Random) {
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

    /// The tiles that nobody has drawn.
    pub fn left(&self) -> &[u8] {
        &self.row[self.left.clone()]
    }

    /// Draws until the rack holds `size` tiles or none is left.
    pub fn draw(&mut self, seat: usize, rack: &mut Vec<u8>, size: usize) {
        while rack.len() < size
            && let Some(place) = if seat == 0 { self.left.next() } else { self.left.next_back() }
        {
            rack.push(self.row[place]);
        }
    }

    /// Puts a tile back among the others; the same seat has drawn one before.
    pub fn put(&mut self, seat: usize, tile: u8) {
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

    fn mixed(unit: u64) -> Draws {
        let mut draws = Draws::none(random(0, 0));
        draws.mix(&TILES, random(1, unit));
        draws
    }

    fn drawn(draws: &mut Draws, seat: usize, size: usize) -> Vec<u8> {
        let mut rack = Vec::new();
        draws.draw(seat, &mut rack, size);
        rack
    }

    #[test]
    fn each_seat_draws_the_same_whatever_the_other_does() {
        let (mut one, mut other) = (mixed(1), mixed(1));
        assert_eq!(drawn(&mut one, 0, 3), drawn(&mut other, 0, 3));
        drawn(&mut one, 1, 2);
        drawn(&mut other, 1, 5);
        assert_eq!(drawn(&mut one, 0, 2), drawn(&mut other, 0, 2));
        assert_eq!((one.len(), other.len()), (3, 0));
        assert_ne!(drawn(&mut mixed(2), 0, 10), drawn(&mut mixed(1), 0, 10));
    }

    #[test]
    fn no_tile_is_made_or_lost_by_an_exchange() {
        for seat in [0, 1] {
            let mut draws = mixed(3);
            let mut rack = drawn(&mut draws, seat, 4);
            let returned = [rack.remove(0), rack.remove(0)];
            draws.draw(seat, &mut rack, 4);
            returned.iter().for_each(|tile| draws.put(seat, *tile));
            let mut all = [rack, drawn(&mut draws, 1 - seat, 99)].concat();
            all.sort_unstable();
            assert_eq!(all, TILES);
        }
    }

    #[test]
    fn every_tile_is_as_likely_to_be_first() {
        let mut counts = [0; 10];
        for unit in 0..20_000 {
            counts[usize::from(drawn(&mut mixed(unit), 0, 1)[0])] += 1;
        }
        assert!(counts.iter().all(|count| (1_780..=2_220).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_tile_put_back_may_lie_anywhere() {
        let mut places = [0; 10];
        for unit in 0..20_000 {
            let mut draws = mixed(unit);
            let tile = drawn(&mut draws, 0, 1)[0];
            draws.put(0, tile);
            places[drawn(&mut draws, 0, 10).iter().position(|other| *other == tile).unwrap()] += 1;
        }
        assert!(places.iter().all(|count| (1_780..=2_220).contains(count)), "{places:?}");
    }
}
