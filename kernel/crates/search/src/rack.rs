//! A rack, and the tiles that remain on it while a play is generated.

use crate::bits::bits;
use crate::packed_word::MAX_LENGTH;

/// A rack in the order of the move generator: blanks first, then the letters by falling value, equal ones together; of
/// equal tiles the first is laid first. A tile is known by its place, and a subset of the tiles is a bit mask, by which
/// values that are computed once a rack are looked up.
#[derive(Debug, Clone)]
pub struct Rack {
    /// The places of the tiles of each code.
    kinds: [u16; 64],
    /// The letters on the rack, a bit for each code.
    pub(crate) held: u64,
    pub(crate) blanks: u8,
    tiles: [u8; MAX_LENGTH],
    size: u8,
}

/// What is left of a rack while a play is generated. It is passed by value, so that nothing has to be undone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hand {
    /// The subset of tiles laid.
    pub(crate) used: u16,
    /// How many blanks may still be laid.
    pub(crate) blanks: u8,
    /// The letters left, a bit for each code.
    pub(crate) held: u64,
}

impl Hand {
    /// The letters that can be laid, a bit for each code.
    #[inline(always)]
    pub(crate) fn choices(self) -> u64 {
        // Bit 0 is the separator and no letter.
        if self.blanks > 0 { !1 } else { self.held }
    }
}

impl Rack {
    /// A rack of these codes (0 for a blank), at most fifteen and each below 64; `values` are the points of all codes.
    pub(crate) fn of(codes: &[u8], values: &[u8; 64]) -> Self {
        let mut tiles = [0; MAX_LENGTH];
        tiles[..codes.len()].copy_from_slice(codes);
        tiles[..codes.len()].sort_unstable_by_key(|tile| {
            let value = values[usize::from(*tile)];
            (*tile != 0, std::cmp::Reverse(value), *tile)
        });
        let mut rack = Self { kinds: [0; 64], held: 0, blanks: 0, tiles, size: codes.len() as u8 };
        for (place, tile) in tiles[..codes.len()].iter().enumerate() {
            rack.kinds[usize::from(*tile)] |= 1 << place;
            if *tile == 0 { rack.blanks += 1 } else { rack.held |= 1 << tile }
        }
        rack
    }

    /// The tiles: blanks (0) first, then the letters by falling value. Bit `n` of a subset stands for tile `n`.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..usize::from(self.size)]
    }

    /// Every distinct subset of the tiles once, see [`tiles`](Self::tiles).
    pub fn subsets(&self) -> impl Iterator<Item = u16> + use<> {
        let tiles = self.tiles();
        let equal = (1..tiles.len()).filter(|at| tiles[*at] == tiles[at - 1]).fold(0u32, |set, at| set | 1 << at);
        // Of equal tiles the first is laid first; another choice is the same subset.
        (0u32..1 << tiles.len()).filter(move |set| set & equal & !(set << 1) == 0).map(|set| set as u16)
    }

    /// The tiles of a subset, in order.
    pub fn tiles_of(&self, set: u16) -> impl Iterator<Item = u8> + use<'_> {
        bits(u64::from(set)).map(|place| self.tiles[usize::from(place)])
    }

    /// The tiles outside a subset, in order.
    pub fn tiles_outside(&self, set: u16) -> impl Iterator<Item = u8> + use<'_> {
        self.tiles_of(!set & ((1 << self.size) - 1))
    }

    /// The subset of these tiles, of equal ones the first; none if the rack does not hold them.
    #[must_use]
    pub fn subset(&self, tiles: impl IntoIterator<Item = u8>) -> Option<u16> {
        tiles.into_iter().try_fold(0, |set, tile| {
            let place = (0..self.tiles().len()).find(|place| set >> place & 1 == 0 && self.tiles[*place] == tile)?;
            Some(set | 1 << place)
        })
    }

    /// The hand with all letters, and with `blanks` of the blanks.
    pub(crate) fn hand(&self, blanks: u8) -> Hand {
        Hand { used: 0, blanks, held: self.held }
    }

    /// The hand after a letter is laid, which it must hold.
    #[inline(always)]
    pub(crate) fn lay(&self, hand: Hand, letter: u8) -> Hand {
        let free = self.kinds[usize::from(letter & 63)] & !hand.used;
        let tile = free & free.wrapping_neg();
        let is_last = u64::from(free == tile);
        Hand { used: hand.used | tile, held: hand.held & !(is_last << (letter & 63)), ..hand }
    }

    /// The hand after a blank is laid.
    #[inline(always)]
    pub(crate) fn lay_blank(&self, hand: Hand) -> Hand {
        Hand { blanks: hand.blanks - 1, ..self.lay(hand, 0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rack of letters that are worth 64 less their code, so that they keep the order of their codes.
    fn rack(codes: &[u8]) -> Rack {
        Rack::of(codes, &std::array::from_fn(|code| (64 - code) as u8 & 63))
    }

    #[test]
    fn equal_tiles_are_chosen_by_their_number() {
        let sets: Vec<u16> = rack(&[3, 0, 3]).subsets().collect();
        assert_eq!(sets, [0b000, 0b001, 0b010, 0b011, 0b110, 0b111]);
        assert_eq!(rack(&[]).subsets().collect::<Vec<_>>(), [0]);
        assert_eq!(rack(&[1; 15]).subsets().count(), 16);
    }

    #[test]
    fn the_dearest_letters_stand_first() {
        let mut values = [1; 64];
        (values[0], values[4]) = (0, 5);
        assert_eq!(Rack::of(&[2, 4, 0, 3, 2, 4], &values).tiles(), [0, 4, 4, 2, 2, 3]);
    }

    #[test]
    fn tiles_are_found_as_a_set() {
        let rack = rack(&[3, 0, 3, 1]);
        assert_eq!(rack.subset([]), Some(0));
        assert_eq!(rack.subset([3, 0]), Some(0b0101), "of equal tiles the first");
        assert_eq!(rack.subset([3, 3]), Some(0b1100));
        assert_eq!((rack.subset([3, 3, 3]), rack.subset([2])), (None, None));
        assert_eq!(rack.tiles_outside(0b0101).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn what_is_laid_is_no_longer_held() {
        let rack = rack(&[5, 0, 5, 2]);
        let held = |hand: Hand| (hand.used, hand.held, hand.blanks);
        let hand = rack.hand(1);
        assert_eq!((rack.tiles(), held(hand)), (&[0, 2, 5, 5][..], (0, 1 << 2 | 1 << 5, 1)));
        let hand = rack.lay_blank(rack.lay(hand, 5));
        assert_eq!(held(hand), (0b0101, 1 << 2 | 1 << 5, 0));
        let hand = rack.lay(hand, 5);
        assert_eq!((held(hand), hand.choices()), ((0b1101, 1 << 2, 0), 1 << 2));
        assert_eq!(rack.hand(1).choices(), !1, "a blank is any letter");
    }
}
