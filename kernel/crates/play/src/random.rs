//! Reproducible random numbers.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator, xoshiro256++: a seed gives the same sequence on every machine and in every version.
pub type Random = Xoshiro256PlusPlus;

/// The generator of one unit of work (a game, an iteration). It depends on the seed and the unit's number alone, so that
/// results are the same however the units are shared among threads.
#[must_use]
pub fn random(seed: u64, unit: u64) -> Random {
    // The seed is hashed first, so that units of near seeds do not share a sequence.
    let mixed = Random::seed_from_u64(seed).next_u64();
    Random::seed_from_u64(mixed ^ unit.wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// A uniform number below `limit` (with a bias of one part in 2³²).
pub(crate) fn below(random: &mut Random, limit: usize) -> usize {
    (((random.next_u64() >> 32) * limit as u64) >> 32) as usize
}

/// Moves random tiles from `tiles` to the rack until it holds `size` of them or none is left.
pub(crate) fn draw(tiles: &mut Vec<u8>, random: &mut Random, rack: &mut Vec<u8>, size: usize) {
    while rack.len() < size && !tiles.is_empty() {
        let place = below(random, tiles.len());
        rack.push(tiles.swap_remove(place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rack_is_filled_from_what_there_is() {
        let (mut bag, mut rack, mut random) = (vec![1, 2, 3], vec![9], random(1, 0));
        draw(&mut bag, &mut random, &mut rack, 3);
        assert_eq!((rack.len(), bag.len()), (3, 1));
        draw(&mut bag, &mut random, &mut rack, 7);
        assert!(bag.is_empty());
        rack.sort_unstable();
        assert_eq!(rack, [1, 2, 3, 9]);
    }

    #[test]
    fn units_of_a_seed_have_chances_of_their_own() {
        let first = |seed, unit| random(seed, unit).next_u64();
        assert_eq!(first(1, 2), first(1, 2));
        let mut all: Vec<u64> = (0..100).flat_map(|seed| (0..100).map(move |unit| first(seed, unit))).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 10_000);
    }

    #[test]
    fn every_tile_is_as_likely() {
        let mut counts = [0; 5];
        let mut random = random(7, 7);
        for _ in 0..50_000 {
            let mut rack = Vec::new();
            draw(&mut vec![0, 1, 2, 3, 4], &mut random, &mut rack, 1);
            counts[usize::from(rack[0])] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..=10_400).contains(count)), "{counts:?}");
    }
}
