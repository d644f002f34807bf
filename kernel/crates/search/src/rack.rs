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

impl Rack {
    /// A rack of these codes (0 for a blank), at most fifteen and each below 64; `values` are the points of all codes.
    pub(crate) fn of(codes: &[u8], values: &[u8; 64]) -> Self {
        let mut tiles = [0; MAX_LENGTH];
        tiles[..codes.len()].copy_from_slice(codes);
        tiles[..codes.len()].sort_unstable_by_key(|tile| {
            let value = values[usize::from(*tile)];
            (*tile != 0, std::cmp::Reverse(value), *tile)
        });
        Self::in_order(tiles[..codes.len()].iter().copied())
    }

    /// A rack of tiles that are in order.
    fn in_order(codes: impl Iterator<Item = u8>) -> Self {
        let mut rack = Self { kinds: [0; 64], held: 0, blanks: 0, tiles: [0; MAX_LENGTH], size: 0 };
        for (place, tile) in codes.enumerate() {
            rack.tiles[place] = tile;
            rack.kinds[usize::from(tile)] |= 1 << place;
            if tile == 0 {
                rack.blanks += 1
            } else {
                rack.held |= 1 << tile
            }
            rack.size += 1;
        }
        rack
    }

    /// The rack of a subset of the tiles.
    #[must_use]
    pub fn part(&self, set: u16) -> Self {
        Self::in_order(self.tiles_of(set))
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

    /// Writes the letters that each subset of tiles laid leaves, a bit for each code.
    pub(crate) fn fill_held(&self, held: &mut Vec<u64>) {
        let tiles = self.tiles();
        held.clear();
        held.push(0);
        // First by the tiles that are left, which are those outside the subset.
        for (place, tile) in tiles.iter().enumerate() {
            let letter = if *tile == 0 { 0 } else { 1 << tile };
            for rest in 0..1 << place {
                held.push(held[rest] | letter);
            }
        }
        held.reverse();
    }

    /// The first tile of a code that is not used yet, as a set; the empty set if there is none.
    #[inline(always)]
    pub(crate) fn first_free(&self, used: u16, code: u8) -> u16 {
        let free = self.kinds[usize::from(code & 63)] & !used;
        free & free.wrapping_neg()
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
    fn a_part_of_a_rack_is_the_rack_of_its_tiles() {
        for set in rack(&[3, 0, 3, 1]).subsets() {
            let tiles: Vec<u8> = rack(&[3, 0, 3, 1]).tiles_of(set).collect();
            assert_eq!(format!("{:?}", rack(&[3, 0, 3, 1]).part(set)), format!("{:?}", rack(&tiles)));
        }
    }

    #[test]
    fn what_is_laid_is_no_longer_held() {
        let rack = rack(&[5, 0, 5, 2]);
        let mut held = vec![9; 3];
        rack.fill_held(&mut held);
        assert_eq!((rack.tiles(), held.len()), (&[0, 2, 5, 5][..], 16));
        assert_eq!((held[0b0000], held[0b0001]), (1 << 2 | 1 << 5, 1 << 2 | 1 << 5), "a blank is no letter");
        assert_eq!((held[0b0101], held[0b1101], held[0b1111]), (1 << 2 | 1 << 5, 1 << 2, 0));
        assert_eq!(
            (rack.first_free(0, 5), rack.first_free(0b0100, 5), rack.first_free(0b1100, 5)),
            (0b0100, 0b1000, 0)
        );
        assert_eq!((rack.first_free(0, 0), rack.first_free(1, 0), rack.first_free(0, 3)), (1, 0, 0));
    }
}
