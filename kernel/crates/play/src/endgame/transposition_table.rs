//! The transposition table: values of positions that were searched before.

use mostek_search::prefetch;

use super::play_cache::mixed;

/// How a stored value bounds the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least the stored one.
    Lower,
    /// The true value is at most the stored one.
    Upper,
}

/// The depth of a value that holds to the end of the game.
pub(super) const PROVED: u8 = u8::MAX;

/// The result of a search of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The depth of the search in turns, or [`PROVED`].
    pub(super) depth: u8,
    /// The number of the best play, or [`NO_PLAY`].
    pub(super) best: u32,
    /// The binary logarithm of the number of nodes that the search took.
    pub(super) size: u8,
}

/// The number of no play: a pass, or an unknown play.
pub(super) const NO_PLAY: u32 = (1 << BEST_BITS) - 1;

// An entry takes 16 bytes: its key, and one number that holds, from the lowest bit, the best play, the value, the depth, the
// size, the bound and the generation.
const BEST_BITS: u32 = 24;
const VALUE_BITS: u32 = 23;
const DEPTH_AT: u32 = BEST_BITS + VALUE_BITS;
const SIZE_AT: u32 = DEPTH_AT + 8;
const SIZE_BITS: u32 = 5;
const BOUND_AT: u32 = SIZE_AT + SIZE_BITS;
const GENERATION_AT: u32 = BOUND_AT + 2;
const GENERATIONS: u64 = 4;
/// The largest size.
pub(super) const MAX_SIZE: u32 = (1 << SIZE_BITS) - 1;
/// The entries of a bucket: one line of the processor's cache.
const BUCKET: usize = 4;

/// A hash table from position keys to entries.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Vec<[(u64, u64); BUCKET]>,
    /// The generation of the current root; entries of another one are replaced first.
    generation: u64,
    /// Makes the keys of each root differ from those of earlier ones.
    salt: u64,
}

impl TranspositionTable {
    /// A table of at most `bytes` bytes, with at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<[(u64, u64); BUCKET]>()).max(1);
        Self { buckets: vec![[(0, 0); BUCKET]; 1 << buckets.ilog2()], generation: 0, salt: 0 }
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    /// Invalidates all entries without touching them: clearing 64 MB would take longer than solving most endgames.
    pub(super) fn clear(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.salt = mixed(self.salt + 1);
    }

    /// Asks for the memory of an entry, which seldom is in the cache.
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.buckets, self.bucket(key ^ self.salt));
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = key ^ self.salt;
        let bucket = &self.buckets[self.bucket(key)];
        bucket.iter().find(|(stored, packed)| *stored == key && *packed != 0).map(|(_, packed)| unpacked(*packed))
    }

    /// Stores an entry: over the one of the same position, or else over the one of its bucket that is found again with the fewest
    /// nodes.
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let key = key ^ self.salt;
        let (bucket, generation) = (self.bucket(key), self.generation << GENERATION_AT);
        let bucket = &mut self.buckets[bucket];
        let is_old = |packed: u64| packed == 0 || packed >> GENERATION_AT << GENERATION_AT != generation;
        let size = |packed: u64| if is_old(packed) { 0 } else { 1 + (packed >> SIZE_AT & u64::from(MAX_SIZE)) };
        let place =
            (0..BUCKET).min_by_key(|place| if bucket[*place].0 == key { 0 } else { 1 + size(bucket[*place].1) });
        bucket[place.unwrap_or(0)] = (key, packed(entry) | generation);
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }
}

fn packed(entry: Entry) -> u64 {
    let value = u64::from(entry.value as u32) & ((1 << VALUE_BITS) - 1);
    let bound = entry.bound as u64 + 1;
    let rest = u64::from(entry.depth) << DEPTH_AT | u64::from(entry.size) << SIZE_AT | bound << BOUND_AT;
    u64::from(entry.best.min(NO_PLAY)) | value << BEST_BITS | rest
}

fn unpacked(packed: u64) -> Entry {
    let bound = match packed >> BOUND_AT & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    // The shifts extend the sign.
    let value = ((packed >> BEST_BITS) as u32) << (32 - VALUE_BITS);
    let value = value as i32 >> (32 - VALUE_BITS);
    let size = (packed >> SIZE_AT) as u8 & MAX_SIZE as u8;
    Entry { value, bound, depth: (packed >> DEPTH_AT) as u8, best: packed as u32 & NO_PLAY, size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_entry_is_found() {
        let mut table = TranspositionTable::new(1 << 12);
        for (value, bound, depth, best, size) in [
            (-1, Bound::Upper, 0, NO_PLAY, 0),
            (0, Bound::Exact, PROVED, 0, 31),
            (4_194_303, Bound::Lower, 7, 12_345, 1),
            (-4_194_304, Bound::Exact, 1, 1, 30),
        ] {
            table.put(99, Entry { value, bound, depth, best, size });
            let found = table.get(99).unwrap();
            assert_eq!((found.value, found.bound, found.depth, found.best), (value, bound, depth, best));
            assert_eq!(found.size, size);
        }
        assert!(table.get(98).is_none());
        table.clear();
        assert!(table.get(99).is_none());
    }

    #[test]
    fn the_entry_of_the_smallest_search_in_a_bucket_is_replaced() {
        let mut table = TranspositionTable::new(1);
        let entry = |size| Entry { value: 1, bound: Bound::Exact, depth: 9 - size, best: 0, size };
        for key in 1..=4 {
            table.put(key, entry(key as u8));
        }
        table.put(5, entry(0));
        assert!(table.get(1).is_none() && (2..=5).all(|key| table.get(key).is_some()));
        table.put(3, entry(9));
        assert!((2..=5).all(|key| table.get(key).is_some()), "the same position is stored once");
    }
}
