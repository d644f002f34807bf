//! Where the plays of each lane are in the list of all plays.

use std::ops::Range;

use mostek_search::prefetch;

/// The places of a new table.
const FIRST_PLACES: usize = 1 << 10;

/// A hash table from the hash of a lane and of tiles to a range. Its memory is asked for before it is read: a search looks up
/// many lanes at once, and few of them are in the processor's cache.
#[derive(Debug, Default)]
pub(super) struct LaneLists {
    /// A power of two of them, at most half of them taken: a key, the beginning of a range, and its end with one added, so that
    /// 0 means a free place.
    places: Vec<(u64, u32, u32)>,
    count: usize,
}

impl LaneLists {
    /// Drops all ranges.
    pub(super) fn clear(&mut self) {
        self.places.fill((0, 0, 0));
        self.count = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Asks for the memory of a range.
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.places, key as usize & self.places.len().wrapping_sub(1));
    }

    pub(super) fn get(&self, key: u64) -> Option<Range<usize>> {
        let (stored, first, end) = *self.places.get(self.place(key)?)?;
        (stored == key && end != 0).then(|| first as usize..end as usize - 1)
    }

    /// Stores the range of a key that is not stored yet.
    pub(super) fn insert(&mut self, key: u64, range: Range<usize>) {
        if 2 * (self.count + 1) > self.places.len() {
            self.enlarge();
        }
        if let Some(place) = self.place(key) {
            self.places[place] = (key, range.start as u32, range.end as u32 + 1);
            self.count += 1;
        }
    }

    /// The place of a key, or the free one for it; none in a table without places.
    fn place(&self, key: u64) -> Option<usize> {
        let mask = self.places.len().checked_sub(1)?;
        let from = key as usize & mask;
        (from..).map(|place| place & mask).find(|place| {
            let (stored, _, end) = self.places[*place];
            end == 0 || stored == key
        })
    }

    fn enlarge(&mut self) {
        let count = (2 * self.places.len()).max(FIRST_PLACES);
        let before = std::mem::replace(&mut self.places, vec![(0, 0, 0); count]);
        for full in before.into_iter().filter(|(_, _, end)| *end != 0) {
            if let Some(place) = self.place(full.0) {
                self.places[place] = full;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_range_is_found() {
        let (mut lists, key) = (LaneLists::default(), |number: usize| number as u64 * 0x1_0001 % 4099);
        lists.prefetch(7);
        assert_eq!(lists.get(7), None);
        for number in 1..2000 {
            assert_eq!(lists.get(key(number)), None);
            lists.insert(key(number), number - 1..2 * number);
        }
        assert!((1..2000).all(|number| lists.get(key(number)) == Some(number - 1..2 * number)));
        assert_eq!((lists.len(), lists.get(key(2000))), (1999, None));
        lists.clear();
        assert!((1..2000).all(|number| lists.get(key(number)).is_none()));
    }
}
