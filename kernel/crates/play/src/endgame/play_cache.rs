//! The plays of a lane, generated once and cached for all endgames that come from one position.
//!
//! A lane has the same plays whatever is on the rest of the board, and most positions of a search differ in few lanes. So
//! plays are generated lane by lane, for the tiles that are left: there are far fewer than for the whole rack.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use super::lane_lists::LaneLists;
use mostek_search::{GrowingWords, LaidTiles, LaneSet, Play, Position, Rack, Search};

/// The most entries of lists, and lists, in all caches of a question; one takes up to a hundred bytes with its play.
pub(super) const MAX_PLAYS: usize = if cfg!(test) { 1 << 8 } else { 1 << 21 };

/// A play in the lists of the search (MAGPIE and macondo: small move).
#[derive(Debug, Clone, Copy)]
pub(super) struct SmallMove {
    /// The lanes that the play changes.
    pub(super) changed: LaneSet,
    /// The estimate by which moves are ordered, set at each node.
    pub(super) estimate: i32,
    pub(super) score: i32,
    /// The number of the play in the cache.
    pub(super) number: u32,
    /// The subset of the rack's tiles that it lays, see [`Rack::tiles`].
    pub(super) used: u16,
    pub(super) lane: u8,
}

/// Tiles that may lay plays: a subset of a rack.
#[derive(Debug, Clone, Copy)]
pub(super) struct TilesLeft<'r> {
    pub(super) rack: &'r Rack,
    /// The subset, in canonical form.
    pub(super) subset: u16,
    /// The hash of its tiles, whatever rack they are on.
    pub(super) hash: u64,
}

/// A map whose keys are hashes.
type ByHash<V> = HashMap<u64, V, BuildHasherDefault<IdentityHasher>>;

/// All plays generated so far.
#[derive(Debug, Default)]
pub(super) struct PlayCache {
    /// The most plays and lists that are kept.
    most: usize,
    /// Each play with its contribution to the hash of a position.
    plays: Vec<(Play, u64)>,
    /// The number of each play, by its hash and score: it is in the lists of many racks.
    numbers: ByHash<u32>,
    /// The lists one after another; what a play lays is a subset of the tiles of the list.
    moves: Vec<SmallMove>,
    lanes: LaneLists,
    /// The number of plays that `moves` refers to.
    cached: usize,
    /// The number of cutoffs by each play.
    pub(super) history: Vec<u16>,
    full: bool,
    /// For the move generator.
    words: GrowingWords<LaidTiles>,
}

impl PlayCache {
    pub(super) fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Drops all plays.
    pub(super) fn clear(&mut self) {
        self.plays.clear();
        self.numbers.clear();
        self.moves.clear();
        self.lanes.clear();
        self.history.clear();
        (self.cached, self.full) = (0, false);
    }

    /// Whether no more plays are kept.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// The play with this number, and its contribution to the hash of a position.
    pub(super) fn play(&self, number: u32) -> &(Play, u64) {
        &self.plays[number as usize]
    }

    /// Appends to `list` the plays of the lanes that these tiles can lay.
    ///
    /// When the cache is full, plays are generated each time and stay valid until [`truncate`](Self::truncate).
    pub(super) fn add_lanes(
        &mut self,
        (search, position): (&Search, &Position),
        lanes: LaneSet,
        left: TilesLeft<'_>,
        list: &mut Vec<SmallMove>,
    ) {
        let mut keys = [0; u64::BITS as usize];
        for (lane, key) in lanes.numbers().zip(&mut keys) {
            *key = search.lane_hash(position, lane) ^ left.hash;
            self.lanes.prefetch(*key);
        }
        for (lane, key) in lanes.numbers().zip(keys) {
            match self.lanes.get(key) {
                Some(range) => self.append(range, left.subset, list),
                None => self.add_new((search, position, lane), key, left, list),
            }
        }
    }

    /// Generates the plays of a lane and appends them.
    #[cold]
    fn add_new(
        &mut self,
        (search, position, lane): (&Search, &Position, u8),
        key: u64,
        left: TilesLeft<'_>,
        list: &mut Vec<SmallMove>,
    ) {
        let first = self.moves.len();
        self.generate(search, position, &left.rack.part(left.subset), lane);
        self.append(first..self.moves.len(), left.subset, list);
        self.full |= self.moves.len() + self.lanes.len() > self.most;
        if self.full {
            self.moves.truncate(first);
        } else {
            self.lanes.insert(key, first..self.moves.len());
            self.cached = self.plays.len();
        }
    }

    /// Appends the plays in this range; what they lay becomes a part of `subset`.
    fn append(&self, range: Range<usize>, subset: u16, list: &mut Vec<SmallMove>) {
        let moves = self.moves[range].iter();
        if subset & subset.wrapping_add(1) == 0 {
            list.extend(moves);
        } else {
            list.extend(moves.map(|play| SmallMove { used: spread(play.used, subset), ..*play }));
        }
    }

    /// The number of plays.
    pub(super) fn count(&self) -> usize {
        self.plays.len()
    }

    /// Drops the plays from number `count` on that are not cached.
    pub(super) fn truncate(&mut self, count: usize) {
        self.plays.truncate(count.max(self.cached));
    }

    fn generate(&mut self, search: &Search, position: &Position, rack: &Rack, lane: u8) {
        let mut words = std::mem::take(&mut self.words);
        search.each_in_lane(position, rack, lane, &mut words, |found| {
            let play = found.play();
            let (changed, number) = (search.changed_lanes(position, &play), self.number(play));
            self.moves.push(SmallMove { changed, estimate: 0, score: found.score, number, used: found.used, lane });
        });
        self.words = words;
    }

    /// The number of a play.
    fn number(&mut self, play: Play) -> u32 {
        let (hash, next) = (hash(&play), self.plays.len() as u32);
        let key = hash ^ mixed(play.score as u64);
        let number = if self.full {
            // What is generated now is dropped.
            self.numbers.get(&key).copied().filter(|number| (*number as usize) < self.cached).unwrap_or(next)
        } else {
            *self.numbers.entry(key).or_insert(next)
        };
        if number == next {
            self.plays.push((play, hash));
        }
        number
    }
}

/// A subset of the tiles of `subset`, numbered from 0, as a part of it.
#[inline(always)]
fn spread(mut used: u16, mut subset: u16) -> u16 {
    let mut part = 0;
    while used != 0 {
        let lowest = subset & subset.wrapping_neg();
        part |= lowest & (used & 1).wrapping_neg();
        (used, subset) = (used >> 1, subset ^ lowest);
    }
    part
}

/// The Zobrist hash of the tiles of a play on their squares.
pub(crate) fn hash(play: &Play) -> u64 {
    let tiles = play.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
    tiles.fold(0, |key, (at, tile)| {
        let (row, column) = (u64::from(play.row), u64::from(play.column));
        let (row, column) = if play.down { (row + at as u64, column) } else { (row, column + at as u64) };
        key ^ mixed(1 << 32 | row << 16 | column << 8 | u64::from(*tile))
    })
}

/// A pseudo-random number for each number: the finalizer of SplitMix64.
pub(super) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// A hasher for keys that are hashes already.
#[derive(Debug, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
