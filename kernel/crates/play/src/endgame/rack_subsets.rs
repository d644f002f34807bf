//! A rack of the endgame and its subsets.

use mostek_search::{PositionError, Rack, Search};

use super::play_cache::mixed;

/// Makes the hash of a tile on a rack differ from that of one on a square.
const TILE: u64 = 1 << 48;

/// A rack at the root, with the points and the canonical form of each subset of its tiles. The canonical form of a subset
/// has the first tiles of each kind, see [`Rack::tiles`]; so a play fits a rack if its canonical subset is part of that of the
/// rack.
#[derive(Debug)]
pub(super) struct RackSubsets {
    pub(super) rack: Rack,
    /// The subset of all tiles.
    pub(super) all: u16,
    subsets: Vec<Subset>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Subset {
    points: i32,
    canonical: u16,
    /// The hash of its tiles, whatever rack they are on.
    hash: u64,
}

impl RackSubsets {
    pub(super) fn new(search: &Search, tiles: &[u8]) -> Result<Self, PositionError> {
        let rack = search.rack(tiles)?;
        let tiles = rack.tiles();
        let count = tiles.len();
        let mut subsets = vec![Subset::default(); 1 << count];
        for subset in 1..subsets.len() {
            let top = subset.ilog2() as usize;
            let rest = subsets[subset ^ 1 << top];
            // The first place of this kind that the rest does not use.
            let mut place = tiles.iter().position(|tile| *tile == tiles[top]).unwrap_or(top);
            while rest.canonical >> place & 1 != 0 {
                place += 1;
            }
            let points = rest.points + search.value(tiles[top]);
            let hash = rest.hash.wrapping_add(mixed(TILE | u64::from(tiles[top])));
            subsets[subset] = Subset { points, canonical: rest.canonical | 1 << place, hash };
        }
        let all = (subsets.len() - 1) as u16;
        Ok(Self { rack, all, subsets })
    }

    /// The points of a subset.
    #[inline(always)]
    pub(super) fn points(&self, subset: u16) -> i32 {
        self.subsets[usize::from(subset)].points
    }

    /// The hash of the tiles of a subset, whatever rack they are on.
    #[inline(always)]
    pub(super) fn hash(&self, subset: u16) -> u64 {
        self.subsets[usize::from(subset)].hash
    }

    /// A subset without the part `laid`, in canonical form.
    #[inline(always)]
    pub(super) fn without(&self, subset: u16, laid: u16) -> u16 {
        self.subsets[usize::from(subset & !laid)].canonical
    }
}
