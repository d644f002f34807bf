//! The plays of a lane, found once and kept for as long as the end of the game is searched.
//!
//! A lane has the same plays whatever lies elsewhere, and most positions of a search differ from
//! others in a few lanes only. So plays are found for a whole rack of the root, lane by lane, and a
//! rack that has lost tiles takes from them what it can still lay.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use mostek_search::{LaneSet, Play, Position, Rack, Search};

/// So many plays are kept: with their lists some sixty bytes each.
const MOST: usize = if cfg!(test) { 1 << 8 } else { 1 << 20 };

/// A play as the lists of the search hold it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    /// The lanes whose plays may be others after it.
    pub(super) touched: LaneSet,
    /// What it promises, set anew at each node.
    pub(super) promise: i32,
    pub(super) score: i32,
    /// The number of the play.
    pub(super) number: u32,
    /// The tiles it lays, see [`Rack::tiles`].
    pub(super) used: u16,
    pub(super) lane: u8,
}

/// All plays found so far.
#[derive(Debug, Default)]
pub(super) struct Known {
    plays: Vec<(Play, u64)>,
    moves: Vec<Move>,
    lanes: HashMap<u64, (u32, u32), BuildHasherDefault<Given>>,
    /// So many of the plays are those of `moves`.
    kept: usize,
    full: bool,
}

impl Known {
    /// The play of a number, and the key that it adds to that of a position.
    pub(super) fn play(&self, number: u32) -> &(Play, u64) {
        &self.plays[number as usize]
    }

    /// Adds to a list the plays of a lane that a set of tiles can lay; `owner` tells the racks apart.
    ///
    /// Once there are very many, plays are found anew each time, and kept until [`forget`](Self::forget).
    pub(super) fn lane(
        &mut self,
        (search, position, lane): (&Search, &Position, u8),
        (rack, owner, left): (&Rack, u64, u16),
        list: &mut Vec<Move>,
    ) {
        let key = search.lane_key(position, lane) ^ mixed(owner);
        let first = self.moves.len();
        let fits = |play: &&Move| play.used & !left == 0;
        if let Some((first, last)) = self.lanes.get(&key) {
            list.extend(self.moves[*first as usize..*last as usize].iter().filter(fits));
            return;
        }
        self.find(search, position, rack, lane);
        list.extend(self.moves[first..].iter().filter(fits));
        self.full |= self.moves.len() > MOST;
        if self.full {
            self.moves.truncate(first);
        } else {
            self.lanes.insert(key, (first as u32, self.moves.len() as u32));
            self.kept = self.plays.len();
        }
    }

    /// How many plays there are now.
    pub(super) fn count(&self) -> usize {
        self.plays.len()
    }

    /// Goes back to so many plays, but not below those that are kept.
    pub(super) fn forget(&mut self, count: usize) {
        self.plays.truncate(count.max(self.kept));
    }

    fn find(&mut self, search: &Search, position: &Position, rack: &Rack, lane: u8) {
        search.each_in(position, rack, lane, |found| {
            let play = found.play();
            let touched = search.touched(position, &play);
            let (number, score, used) = (self.plays.len() as u32, found.score, found.used);
            self.moves.push(Move { touched, promise: 0, score, number, used, lane });
            self.plays.push((play, key(&play)));
        });
    }
}

/// The key of the tiles of a play on their squares.
fn key(play: &Play) -> u64 {
    let tiles = play.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0);
    tiles.fold(0, |key, (at, tile)| {
        let (row, column) = (u64::from(play.row), u64::from(play.column));
        let (row, column) = if play.down { (row + at as u64, column) } else { (row, column + at as u64) };
        key ^ mixed(1 << 32 | row << 16 | column << 8 | u64::from(*tile))
    })
}

/// A number as good as drawn by chance (the finish of SplitMix64).
pub(super) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// Takes a key as it is: it is mixed already.
#[derive(Debug, Default)]
struct Given(u64);

impl Hasher for Given {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
