//! Letters in any order, packed into one integer.

/// The most letters of an alphabet that fits a bit rack.
pub const MAX_BIT_RACK_LETTERS: usize = 32;

/// Bits of the count of a letter.
const COUNT: u32 = 4;
/// The lowest bits of a hash, which are always 0.
pub(super) const FREE: u64 = 63;
/// Two odd numbers without a pattern: the fractions of the golden ratio and of the square root of three.
const MULTIPLIERS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B];

/// A multiset of letters without blanks, as in MAGPIE: 4 bits for the number of each of up to [`MAX_BIT_RACK_LETTERS`]
/// letters, the first letter lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BitRack(u128);

impl BitRack {
    /// The bit rack of these letter codes, at most 15 of each.
    #[must_use]
    pub fn of(letters: &[u8]) -> Self {
        letters.iter().fold(Self::default(), |key, letter| key.with(*letter))
    }

    /// The bit rack with one more of a letter, a code from 1 to [`MAX_BIT_RACK_LETTERS`], of which it has fewer than
    /// 15.
    #[inline(always)]
    #[must_use]
    pub fn with(self, letter: u8) -> Self {
        debug_assert!((1..=MAX_BIT_RACK_LETTERS).contains(&usize::from(letter)), "letter {letter} fits a key");
        Self(self.0.wrapping_add(one(letter)))
    }

    /// The number of letters.
    #[inline]
    #[must_use]
    pub fn count(self) -> usize {
        const LOW: u128 = u128::MAX / 0xFF * 0x0F;
        let pairs = (self.0 & LOW) + (self.0 >> COUNT & LOW);
        // Eight bytes of at most 30 each: the highest byte of the product is their sum.
        let sum = |pairs: u64| pairs.wrapping_mul(u64::MAX / 0xFF) >> 56;
        (sum(pairs as u64) + sum((pairs >> 64) as u64)) as usize
    }

    /// Removes one of a letter; returns whether there was one.
    #[inline(always)]
    pub(super) fn take(&mut self, letter: u8) -> bool {
        let one = one(letter);
        let there = self.0 & (15 * one) != 0;
        self.0 -= if there { one } else { 0 };
        there
    }

    /// The bit rack without the letters before `letter`.
    pub(super) fn starting_at(self, letter: u8) -> Self {
        Self(self.0 & one(letter).wrapping_neg())
    }

    /// The letters that occur, bit 0 for letter 1.
    pub(super) fn letters(self) -> u32 {
        let there = |letter: &u32| self.0 >> (COUNT * letter) & 15 != 0;
        (0..MAX_BIT_RACK_LETTERS as u32).filter(there).fold(0, |mask, letter| mask | 1 << letter)
    }

    /// A hash with the bits of [`FREE`] clear. It is part of the format of a word map.
    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        // The high half of a product of 64 by 64 bits depends on every bit of both, at the cost of one multiplication.
        let [low, high] = [self.0 as u64 ^ MULTIPLIERS[0], (self.0 >> 64) as u64 ^ MULTIPLIERS[1]];
        let product = u128::from(low) * u128::from(high);
        (product as u64 ^ (product >> 64) as u64) & !FREE
    }
}

#[inline(always)]
fn one(letter: u8) -> u128 {
    1u128.wrapping_shl(COUNT * u32::from(letter.wrapping_sub(1)))
}

/// The bucket of a hash among `buckets`, and the part of the hash that the bucket does not determine. Both together keep
/// the order of the hashes.
#[inline(always)]
pub(super) fn bucket(hash: u64, buckets: usize) -> (usize, u64) {
    let product = u128::from(hash) * buckets as u128;
    ((product >> 64) as usize, product as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_forgets_the_order() {
        assert_eq!(BitRack::of(&[3, 1, 32, 1]), BitRack::of(&[1, 1, 3, 32]));
        assert_ne!(BitRack::of(&[1, 1]), BitRack::of(&[1, 2]));
        assert_ne!(BitRack::of(&[2]), BitRack::of(&[1; 15]), "fifteen of a letter do not spill into the next");
        assert_eq!(BitRack::of(&[32; 15]).0, 15 << 124);
    }

    #[test]
    fn a_key_counts_its_letters() {
        assert_eq!(BitRack::default().count(), 0);
        assert_eq!(BitRack::of(&[1, 1, 2, 32]).count(), 4);
        let full = (1..=32).flat_map(|letter| [letter; 15]).collect::<Vec<u8>>();
        assert_eq!(BitRack::of(&full).count(), 480);
    }

    #[test]
    fn what_is_there_can_be_taken() {
        let mut key = BitRack::of(&[5, 32]);
        assert!(!key.take(4) && key.take(32) && !key.take(32) && key.take(5));
        assert_eq!(key, BitRack::default());
    }

    #[test]
    fn letters_are_told_apart_from_those_before() {
        let key = BitRack::of(&[1, 2, 2, 32]);
        assert_eq!(key.letters(), 1 | 1 << 1 | 1 << 31);
        assert_eq!(key.starting_at(2), BitRack::of(&[2, 2, 32]));
        assert_eq!((key.starting_at(1), key.starting_at(32)), (key, BitRack::of(&[32])));
    }

    #[test]
    fn places_keep_the_order_of_hashes() {
        let hashes = [0, 1 << 40, 1 << 62, u64::MAX];
        assert_eq!(hashes.map(|hash| bucket(hash, 10).0), [0, 0, 2, 9]);
        assert_eq!(bucket(u64::MAX, 0), (0, 0));
    }
}
