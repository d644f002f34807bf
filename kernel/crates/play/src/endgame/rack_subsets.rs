//! The tiles of a player, and what stays of them as they are laid.

use mostek_search::{PositionError, Rack, Search};

/// A rack at the root, and for each set of its tiles what the search asks about it. A set is known
/// by its first tiles of each kind, see [`Rack::tiles`]: so a play fits if its set is a part of another.
#[derive(Debug)]
pub(super) struct Hand {
    pub(super) rack: Rack,
    /// The set of all tiles.
    pub(super) all: u16,
    sets: Vec<Set>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Set {
    points: i32,
    /// The same tiles as the first of their kinds.
    first: u16,
}

impl Hand {
    pub(super) fn of(search: &Search, tiles: &[u8]) -> Result<Self, PositionError> {
        let rack = search.rack(tiles)?;
        let tiles = rack.tiles();
        let count = tiles.len();
        let mut sets = vec![Set::default(); 1 << count];
        for set in 1..sets.len() {
            let top = set.ilog2() as usize;
            let rest = sets[set ^ 1 << top];
            // One more of a kind: the next after those that are there.
            let mut place = tiles.iter().position(|tile| *tile == tiles[top]).unwrap_or(top);
            while rest.first >> place & 1 != 0 {
                place += 1;
            }
            sets[set] = Set { points: rest.points + search.value(tiles[top]), first: rest.first | 1 << place };
        }
        let all = (sets.len() - 1) as u16;
        Ok(Self { rack, all, sets })
    }

    /// The points of a set.
    #[inline(always)]
    pub(super) fn points(&self, set: u16) -> i32 {
        self.sets[usize::from(set)].points
    }

    /// What stays of a set when another, which is a part of it, is laid.
    #[inline(always)]
    pub(super) fn without(&self, set: u16, laid: u16) -> u16 {
        self.sets[usize::from(set & !laid)].first
    }
}
