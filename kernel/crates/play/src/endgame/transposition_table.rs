//! The transposition table: what is known of positions that were met before.

use super::play_cache::mixed;

/// What a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The value itself.
    Exact,
    /// At least the value.
    Least,
    /// At most the value.
    Most,
}

/// The depth of what holds to the end of the game.
pub(super) const PROVED: u8 = u8::MAX;

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) kind: Kind,
    /// How many turns were looked ahead, or [`PROVED`].
    pub(super) depth: u8,
    /// The number of the best play, [`NO_PLAY`] for none.
    pub(super) best: u32,
}

/// A number that no play has.
pub(super) const NO_PLAY: u32 = (1 << BEST_BITS) - 1;

// An entry is 16 bytes: its key, and one number that holds, from the bottom, the best play, the
// value, the depth, the kind and the round.
const BEST_BITS: u32 = 28;
const VALUE_BITS: u32 = 24;
const DEPTH_AT: u32 = BEST_BITS + VALUE_BITS;
const KIND_AT: u32 = DEPTH_AT + 8;
const ROUND_AT: u32 = KIND_AT + 2;
const ROUNDS: u64 = 4;
/// Entries that share a line of the processor's cache: a position may stand in any of them.
const LINE: usize = 4;

/// Entries found by the key of a position.
#[derive(Debug)]
pub(super) struct Table {
    lines: Vec<[(u64, u64); LINE]>,
    /// Which root the entries are of; those of another give way first.
    round: u64,
    /// Makes the keys of one root others than those of any root before.
    salt: u64,
}

impl Table {
    /// A table of at most so many bytes, and at least one line.
    pub(super) fn new(bytes: usize) -> Self {
        let lines = (bytes / size_of::<[(u64, u64); LINE]>()).max(1);
        Self { lines: vec![[(0, 0); LINE]; 1 << lines.ilog2()], round: 0, salt: 0 }
    }

    /// Forgets everything, at no cost: a hundred megabytes would take longer to clear than most ends to solve.
    pub(super) fn renew(&mut self) {
        self.round = (self.round + 1) % ROUNDS;
        self.salt = mixed(self.salt + 1);
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let key = key ^ self.salt;
        let line = &self.lines[self.line(key)];
        line.iter().find(|(known, packed)| *known == key && *packed != 0).map(|(_, packed)| unpacked(*packed))
    }

    /// Writes an entry over the one of the same position, or else over the shallowest of its line.
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let key = key ^ self.salt;
        let (line, round) = (self.line(key), self.round << ROUND_AT);
        let line = &mut self.lines[line];
        let is_old = |packed: u64| packed == 0 || packed >> ROUND_AT << ROUND_AT != round;
        let depth = |packed: u64| if is_old(packed) { 0 } else { 1 + (packed >> DEPTH_AT & 0xFF) };
        let place = (0..LINE).min_by_key(|place| if line[*place].0 == key { 0 } else { 1 + depth(line[*place].1) });
        line[place.unwrap_or(0)] = (key, packed(entry) | round);
    }

    fn line(&self, key: u64) -> usize {
        key as usize & (self.lines.len() - 1)
    }
}

fn packed(entry: Entry) -> u64 {
    let value = u64::from(entry.value as u32) & ((1 << VALUE_BITS) - 1);
    let kind = entry.kind as u64 + 1;
    u64::from(entry.best) | value << BEST_BITS | u64::from(entry.depth) << DEPTH_AT | kind << KIND_AT
}

fn unpacked(packed: u64) -> Entry {
    let kind = match packed >> KIND_AT & 3 {
        1 => Kind::Exact,
        2 => Kind::Least,
        _ => Kind::Most,
    };
    // The shift to the top and back spreads the sign.
    let value = ((packed >> BEST_BITS) as u32) << (32 - VALUE_BITS);
    let value = value as i32 >> (32 - VALUE_BITS);
    Entry { value, kind, depth: (packed >> DEPTH_AT) as u8, best: packed as u32 & NO_PLAY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was_put() {
        let mut table = Table::new(1 << 12);
        for (value, kind, depth, best) in [
            (-1, Kind::Most, 0, NO_PLAY),
            (0, Kind::Exact, PROVED, 0),
            (8_388_607, Kind::Least, 7, 12_345),
            (-8_388_608, Kind::Exact, 1, 1),
        ] {
            table.put(99, Entry { value, kind, depth, best });
            let found = table.get(99).unwrap();
            assert_eq!((found.value, found.kind, found.depth, found.best), (value, kind, depth, best));
        }
        assert!(table.get(98).is_none());
        table.renew();
        assert!(table.get(99).is_none());
    }

    #[test]
    fn the_shallowest_of_a_line_gives_way() {
        let mut table = Table::new(1);
        let entry = |depth| Entry { value: 1, kind: Kind::Exact, depth, best: 0 };
        for key in 1..=4 {
            table.put(key, entry(key as u8));
        }
        table.put(5, entry(0));
        assert!(table.get(1).is_none() && (2..=5).all(|key| table.get(key).is_some()));
        table.put(3, entry(9));
        assert!((2..=5).all(|key| table.get(key).is_some()), "the same position stands once");
    }
}
