//! The plays of a lane, generated once and cached for all endgames that come from one position.
//!
//! A lane has the same plays whatever is on the rest of the board, and most positions of a search differ in few lanes. So
//! plays are generated for the whole rack of the root, lane by lane, and a smaller rack filters them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use mostek_search::{GrowingWords, LaidTiles, LaneSet, Play, Position, Rack, Search};

/// The most plays in all caches of a question; one takes about sixty bytes with its list entries.
pub(super) const MAX_PLAYS: usize = if cfg!(test) { 1 << 8 } else { 1 << 20 };

/// The plays whose tiles are compared at once.
const CHUNK: usize = 16;

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

/// All plays generated so far.
#[derive(Debug, Default)]
pub(super) struct PlayCache {
    /// The most plays that are kept.
    most: usize,
    plays: Vec<(Play, u64)>,
    moves: Vec<SmallMove>,
    /// The tiles that each of `moves` lays: most lists are long, and few of their plays fit.
    used: Vec<u16>,
    lanes: HashMap<u64, (u32, u32), BuildHasherDefault<IdentityHasher>>,
    /// The number of plays that `moves` refers to.
    cached: usize,
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
        self.moves.clear();
        self.used.clear();
        self.lanes.clear();
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

    /// Appends to `list` the plays of a lane that the subset `left` of a rack can lay; `owner` tells racks apart.
    ///
    /// When the cache is full, plays are generated each time and stay valid until [`truncate`](Self::truncate).
    pub(super) fn lane(
        &mut self,
        (search, position, lane): (&Search, &Position, u8),
        (rack, owner, left): (&Rack, u64, u16),
        list: &mut Vec<SmallMove>,
    ) {
        let key = search.lane_hash(position, lane) ^ owner;
        let first = self.moves.len();
        if let Some((first, last)) = self.lanes.get(&key) {
            self.list_fitting(*first as usize..*last as usize, left, list);
            return;
        }
        self.generate(search, position, rack, lane);
        self.list_fitting(first..self.moves.len(), left, list);
        self.full |= self.moves.len() > self.most;
        if self.full {
            self.moves.truncate(first);
            self.used.truncate(first);
        } else {
            self.lanes.insert(key, (first as u32, self.moves.len() as u32));
            self.cached = self.plays.len();
        }
    }

    /// Appends the plays in this range that the subset `left` can lay.
    fn list_fitting(&self, range: Range<usize>, left: u16, list: &mut Vec<SmallMove>) {
        let [moves, used] = [range.clone(), range];
        for (moves, used) in self.moves[moves].chunks(CHUNK).zip(self.used[used].chunks(CHUNK)) {
            // A chunk is compared at once.
            if used.iter().fold(false, |any, used| any | (used & !left == 0)) {
                list.extend(moves.iter().filter(|play| play.used & !left == 0));
            }
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
            let changed = search.changed_lanes(position, &play);
            let (number, score, used) = (self.plays.len() as u32, found.score, found.used);
            self.used.push(used);
            self.moves.push(SmallMove { changed, estimate: 0, score, number, used, lane });
            self.plays.push((play, hash(&play)));
        });
        self.words = words;
    }
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
