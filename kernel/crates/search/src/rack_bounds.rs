//! Upper bounds on what the subsets of a rack can be worth anywhere on the board, computed once a search.

use crate::bits::bits;
use crate::cross_sets::SEVERAL;
use crate::equity::POINT;
use crate::packed_word::MAX_LENGTH;
use crate::rack::Rack;
use crate::word_map::{BitRack, Reach, WordMap};

/// The bound of what is impossible: below the equity of any play, and far from the smallest integer.
pub(crate) const IMPOSSIBLE: i32 = i32::MIN / 2;
/// A limit between [`IMPOSSIBLE`], even after a span is added, and the equity of any play.
pub(crate) const MIN_EQUITY: i32 = IMPOSSIBLE / 2;
/// The numbers of tiles laid that are distinguished: 0 to 6, and 7 or more.
pub(crate) const SIZES: usize = 8;
/// The word multipliers that are distinguished: 1 to 3, and 4 or more.
pub(crate) const MULTIPLIERS: usize = 4;

/// Bounds by the number of tiles laid and the word multiplier.
pub(crate) type BoundTable = [[i32; MULTIPLIERS]; SIZES];

/// The row of a table for a number of tiles.
pub(crate) fn size(laid: usize) -> usize {
    laid.min(SIZES - 1)
}

/// A subset of the rack's tiles to lay.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RackSubset {
    /// The points of the tiles.
    points: i32,
    /// The value of the leave.
    leave_value: i32,
    /// The letters without the blanks, and what they reach.
    pub(crate) letters: BitRack,
    pub(crate) reach: Reach,
    blanks: u8,
    /// Whether it lays a later one of equal tiles before an earlier one, so that another subset has the same tiles.
    is_repeat: bool,
}

impl RackSubset {
    /// The equity without premiums and playthrough tiles, by the word multiplier.
    #[inline(always)]
    pub(crate) fn equities(&self) -> [i32; MULTIPLIERS] {
        std::array::from_fn(|multiplier| (multiplier as i32 + 1) * self.points * POINT + self.leave_value)
    }

    /// Whether the tiles can spell a word alone; true if that is not known.
    fn spells_word(&self) -> bool {
        match self.blanks {
            0 => self.reach.word,
            // The blank can be any letter that the others reach.
            1 => self.reach.letters != 0,
            _ => true,
        }
    }
}

/// The bounds of a rack.
#[derive(Debug)]
pub(crate) struct RackBounds {
    /// By the number of blanks laid and the playthrough (0 for no tile, the letter of one tile, or [`SEVERAL`]): the maximum
    /// over the subsets.
    tables: Vec<[BoundTable; 64]>,
    /// By their bit masks.
    subsets: Vec<RackSubset>,
    /// The sums of the `n` highest tile values.
    pub(crate) top_values: [i16; MAX_LENGTH + 1],
    /// The letters on the rack, a bit for each code.
    pub(crate) held: u64,
    pub(crate) tiles: usize,
    /// Whether the reach of the subsets is known.
    has_reach: bool,
    keys: Vec<BitRack>,
    reached: Vec<Reach>,
}

impl Default for RackBounds {
    fn default() -> Self {
        Self {
            tables: Vec::new(),
            subsets: Vec::new(),
            top_values: [0; _],
            held: 0,
            tiles: 0,
            has_reach: false,
            keys: Vec::new(),
            reached: Vec::new(),
        }
    }
}

impl RackBounds {
    /// Begins with a rack: lists its subsets and asks the word map for their reach, so that it is there when
    /// [`complete`](Self::complete) reads it.
    pub(crate) fn begin(&mut self, rack: &Rack, values: &[u8; 64], map: Option<&WordMap>) {
        let tiles = rack.tiles();
        let map = map.filter(|map| map.rack() >= tiles.len());
        (self.held, self.tiles, self.has_reach) = (rack.held, tiles.len(), map.is_some());
        self.subsets.clear();
        self.subsets.push(RackSubset::default());
        self.top_values = [0; _];
        for (place, tile) in tiles.iter().enumerate() {
            let value = i32::from(values[usize::from(tile & 63)]);
            let is_twin = place > 0 && tiles[place - 1] == *tile;
            for rest in 0..1 << place {
                let subset = &self.subsets[rest];
                let letters = if *tile != 0 && self.has_reach { subset.letters.with(*tile) } else { subset.letters };
                self.subsets.push(RackSubset {
                    points: subset.points + value,
                    leave_value: 0,
                    letters,
                    reach: Reach { word: true, letters: !0 },
                    blanks: subset.blanks + u8::from(*tile == 0),
                    is_repeat: subset.is_repeat || is_twin && rest >> (place - 1) & 1 == 0,
                });
            }
        }
        let letters = &tiles[usize::from(rack.blanks)..];
        for (laid, tile) in letters.iter().enumerate() {
            self.top_values[laid + 1] = self.top_values[laid] + i16::from(values[usize::from(tile & 63)]);
        }
        let sum = self.top_values[letters.len()];
        self.top_values[letters.len()..].fill(sum);
        self.tables.resize(usize::from(rack.blanks) + 1, [[[IMPOSSIBLE; _]; _]; 64]);
        self.keys.clear();
        if let Some(map) = map {
            self.keys.extend(self.subsets.iter().filter(|subset| !subset.is_repeat).map(|subset| subset.letters));
            self.keys.iter().for_each(|key| map.ask_reach(*key));
        }
    }

    /// Computes the bounds of the rack. `leave_values` are by the subset of tiles laid, `map` is that of
    /// [`begin`](Self::begin); `playthroughs` has a bit for each letter that is a single playthrough tile somewhere on the
    /// board.
    pub(crate) fn complete(&mut self, leave_values: &[i32], map: Option<&WordMap>, playthroughs: u64) {
        if let Some(map) = map.filter(|_| self.has_reach) {
            self.reached.resize(self.keys.len(), Reach::default());
            map.reach_many(&self.keys, &mut self.reached);
            let subsets = self.subsets.iter_mut().filter(|subset| !subset.is_repeat);
            subsets.zip(&self.reached).for_each(|(subset, reach)| subset.reach = *reach);
        }
        self.tables.iter_mut().for_each(|tables| *tables = [[[IMPOSSIBLE; _]; _]; 64]);
        for (laid, (subset, leave_value)) in self.subsets.iter_mut().zip(leave_values).enumerate() {
            subset.leave_value = *leave_value;
            if laid > 0 && !subset.is_repeat {
                let tables = &mut self.tables[usize::from(subset.blanks)];
                raise(tables, subset, size(laid.count_ones() as usize), playthroughs);
            }
        }
    }

    /// The bounds of the subsets with this number of blanks and this playthrough.
    #[inline(always)]
    pub(crate) fn table(&self, blanks: u8, playthrough: u8) -> &BoundTable {
        // The reach of a subset with a blank and a playthrough tile is not looked up.
        let is_known = playthrough == 0 || self.has_reach && blanks == 0;
        let playthrough = if is_known { playthrough } else { SEVERAL };
        &self.tables[usize::from(blanks)][usize::from(playthrough & 63)]
    }

    /// The subsets of this number of tiles, fewer than eight, with this number of blanks; each with its bit mask.
    #[inline(always)]
    pub(crate) fn subsets(&self, blanks: u8, laid: usize) -> impl Iterator<Item = (u16, &RackSubset)> {
        let all = BY_SIZE[laid].iter().take(COUNTS[laid]).map(|number| (u16::from(*number), usize::from(*number)));
        let here = all.filter_map(|(number, place)| Some((number, self.subsets.get(place)?)));
        here.filter(move |(_, subset)| !subset.is_repeat && subset.blanks == blanks)
    }
}

/// The subsets of seven tiles by their size, and how many there are of each size.
const BY_SIZE: [[u8; 35]; SIZES] = {
    let mut subsets = [[0; 35]; SIZES];
    let mut counts = [0; SIZES];
    let mut subset = 0u8;
    while subset < 128 {
        let size = subset.count_ones() as usize;
        subsets[size][counts[size]] = subset;
        counts[size] += 1;
        subset += 1;
    }
    subsets
};
const COUNTS: [usize; SIZES] = [1, 7, 21, 35, 35, 21, 7, 1];

/// Raises the bounds of all playthroughs with which a subset can spell a word.
#[inline(always)]
fn raise(tables: &mut [BoundTable; 64], subset: &RackSubset, size: usize, playthroughs: u64) {
    let equities = subset.equities();
    let mut raise = |playthrough: u8| {
        let bounds = &mut tables[usize::from(playthrough)][size];
        bounds.iter_mut().zip(equities).for_each(|(bound, equity)| *bound = equity.max(*bound));
    };
    raise(SEVERAL);
    if subset.spells_word() {
        raise(0);
    }
    if subset.blanks == 0 {
        bits(u64::from(subset.reach.letters) << 1 & playthroughs).for_each(raise);
    }
}
