//! What a rack can do at best, wherever it is laid: worked out once a search.

use crate::alphabet::MAX_LENGTH;
use crate::bits::bits;
use crate::equity::POINT;
use crate::rack::Rack;
use crate::word_map::{BitRack, Reach, WordMap};

/// Less than any play is worth, and still far from the least number.
pub(crate) const IMPOSSIBLE: i32 = i32::MIN / 2;
/// More than [`IMPOSSIBLE`] with what a span adds to it, and less than any play is worth.
pub(crate) const MIN_EQUITY: i32 = IMPOSSIBLE / 2;
/// Numbers of tiles laid that are told apart: 0 to 6, and 7 or more.
pub(crate) const SIZES: usize = 8;
/// Multipliers of the word that are told apart: 1 to 3, and 4 or more.
pub(crate) const MULTIPLIERS: usize = 4;
/// What lies in the playthrough of a word: nothing (0), one letter (its code), or more.
pub(crate) const SEVERAL: u8 = 63;

/// Numbers by the tiles laid and the multiplier of the word.
pub(crate) type Table = [[i32; MULTIPLIERS]; SIZES];

/// The row of a table for so many tiles.
pub(crate) fn size(laid: usize) -> usize {
    laid.min(SIZES - 1)
}

/// A choice of tiles to lay.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RackSubset {
    /// Points of the tiles.
    pub(crate) points: i32,
    /// What is left is worth.
    pub(crate) worth: i32,
    /// Its letters without the blanks, and what they reach.
    pub(crate) key: BitRack,
    pub(crate) reach: Reach,
    blanks: u8,
    /// Whether it lays a later one of equal tiles before an earlier one: the same set is_repeat.
    is_repeat: bool,
}

impl RackSubset {
    /// The most that points and what is left are worth, by the multiplier of the word.
    #[inline(always)]
    pub(crate) fn most(&self) -> [i32; MULTIPLIERS] {
        std::array::from_fn(|word| (word as i32 + 1) * self.points * POINT + self.worth)
    }

    /// Whether they can make a word with nothing in the playthrough; `true` where that is not known.
    fn is_word(&self) -> bool {
        match self.blanks {
            0 => self.reach.word,
            // What a blank adds is any letter that the others reach.
            1 => self.reach.letters != 0,
            _ => true,
        }
    }
}

/// What a rack can do at best.
#[derive(Debug)]
pub(crate) struct RackBounds {
    /// For each number of blanks laid and what lies in the playthrough, the most of any set.
    tables: Vec<[Table; 64]>,
    /// By the set's number.
    sets: Vec<RackSubset>,
    /// The sums of the `n` top_values tiles of the rack.
    pub(crate) top_values: [i16; MAX_LENGTH + 1],
    pub(crate) held: u64,
    pub(crate) tiles: usize,
    /// Whether what sets reach is known.
    has_reach: bool,
    keys: Vec<BitRack>,
    reached: Vec<Reach>,
}

impl Default for RackBounds {
    fn default() -> Self {
        Self {
            tables: Vec::new(),
            sets: Vec::new(),
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
    /// Works out what a rack can do. `worth` is that of what is left, by the set of tiles laid;
    /// `playthroughs` has a bit for each letter that lies alone in the playthrough somewhere.
    pub(crate) fn prepare(
        &mut self,
        rack: &Rack,
        worth: &[i32],
        values: &[u8; 64],
        map: Option<&WordMap>,
        playthroughs: u64,
    ) {
        let tiles = rack.tiles();
        let map = map.filter(|map| map.rack() >= tiles.len());
        (self.held, self.tiles, self.has_reach) = (rack.held, tiles.len(), map.is_some());
        self.sets.clear();
        self.sets.push(RackSubset { worth: worth[0], ..RackSubset::default() });
        self.top_values = [0; _];
        for (place, tile) in tiles.iter().enumerate() {
            let value = i32::from(values[usize::from(tile & 63)]);
            let is_twin = place > 0 && tiles[place - 1] == *tile;
            for rest in 0..1 << place {
                let set = &self.sets[rest];
                let key = if *tile != 0 && self.has_reach { set.key.with(*tile) } else { set.key };
                self.sets.push(RackSubset {
                    points: set.points + value,
                    worth: worth[1 << place | rest],
                    key,
                    reach: Reach { word: true, letters: !0 },
                    blanks: set.blanks + u8::from(*tile == 0),
                    is_repeat: set.is_repeat || is_twin && rest >> (place - 1) & 1 == 0,
                });
            }
        }
        let all = &tiles[usize::from(rack.blanks)..];
        for (laid, tile) in all.iter().enumerate() {
            self.top_values[laid + 1] = self.top_values[laid] + i16::from(values[usize::from(tile & 63)]);
        }
        let sum = self.top_values[all.len()];
        self.top_values[all.len()..].fill(sum);
        if let Some(map) = map {
            self.look_up_reach(map);
        }
        self.tables.resize(usize::from(rack.blanks) + 1, [[[IMPOSSIBLE; _]; _]; 64]);
        self.tables.iter_mut().for_each(|tables| *tables = [[[IMPOSSIBLE; _]; _]; 64]);
        for (laid, set) in self.sets.iter().enumerate().skip(1).filter(|(_, set)| !set.is_repeat) {
            raise(&mut self.tables[usize::from(set.blanks)], set, size(laid.count_ones() as usize), playthroughs);
        }
    }

    /// Asks the word map what the letters of each set reach.
    fn look_up_reach(&mut self, map: &WordMap) {
        self.keys.clear();
        self.keys.extend(self.sets.iter().filter(|set| !set.is_repeat).map(|set| set.key));
        self.reached.resize(self.keys.len(), Reach::default());
        map.reach_many(&self.keys, &mut self.reached);
        let sets = self.sets.iter_mut().filter(|set| !set.is_repeat);
        sets.zip(&self.reached).for_each(|(set, reach)| set.reach = *reach);
    }

    /// The most of any set with so many blanks, by what lies in the playthrough.
    #[inline(always)]
    pub(crate) fn table(&self, blanks: u8, playthrough: u8) -> &Table {
        // What a set with a blank and a letter in the playthrough can make is not asked for all letters.
        let playthrough = if playthrough == 0 || self.has_reach && blanks == 0 { playthrough } else { SEVERAL };
        &self.tables[usize::from(blanks)][usize::from(playthrough & 63)]
    }

    /// The sets of so many tiles, fewer than eight, with so many blanks, each with its number.
    #[inline(always)]
    pub(crate) fn sets(&self, blanks: u8, laid: usize) -> impl Iterator<Item = (u16, &RackSubset)> {
        let all = BY_SIZE[laid].iter().take(COUNTS[laid]).map(|number| (u16::from(*number), usize::from(*number)));
        let here = all.filter_map(|(number, place)| Some((number, self.sets.get(place)?)));
        here.filter(move |(_, set)| !set.is_repeat && set.blanks == blanks)
    }
}

/// The sets of seven tiles by how many they are, and how many there are.
const BY_SIZE: [[u8; 35]; SIZES] = {
    let mut sets = [[0; 35]; SIZES];
    let mut counts = [0; SIZES];
    let mut set = 0u8;
    while set < 128 {
        let size = set.count_ones() as usize;
        sets[size][counts[size]] = set;
        counts[size] += 1;
        set += 1;
    }
    sets
};
const COUNTS: [usize; SIZES] = [1, 7, 21, 35, 35, 21, 7, 1];

/// Takes a set of a size into account.
#[inline(always)]
fn raise(tables: &mut [Table; 64], set: &RackSubset, size: usize, playthroughs: u64) {
    let most = set.most();
    let mut raise = |playthrough: u8| {
        let bounds = &mut tables[usize::from(playthrough)][size];
        bounds.iter_mut().zip(most).for_each(|(bound, most)| *bound = most.max(*bound));
    };
    raise(SEVERAL);
    if set.is_word() {
        raise(0);
    }
    if set.blanks == 0 {
        bits(u64::from(set.reach.letters) << 1 & playthroughs).for_each(raise);
    }
}
