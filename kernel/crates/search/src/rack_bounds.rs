//! What a rack can do at best, wherever it is laid: worked out once a search.

use crate::alphabet::MAX_LENGTH;
use crate::bits::bits;
use crate::rack::Rack;
use crate::word_map::{Key, Reach, WordMap};

/// Thousandths of a point.
pub(crate) const POINT: i32 = 1000;
/// Less than any play is worth, and still far from the least number.
pub(crate) const NOTHING: i32 = i32::MIN / 2;
/// More than [`NOTHING`] with what a span adds to it, and less than any play is worth.
pub(crate) const LEAST: i32 = NOTHING / 2;
/// Numbers of tiles laid that are told apart: 0 to 6, and 7 or more.
pub(crate) const SIZES: usize = 8;
/// Multipliers of the word that are told apart: 1 to 3, and 4 or more.
pub(crate) const MULTIPLIERS: usize = 4;
/// What lies in the way of a word: nothing (0), one letter (its code), or more.
pub(crate) const MORE: u8 = 63;

/// Numbers by the tiles laid and the multiplier of the word.
pub(crate) type Table = [[i32; MULTIPLIERS]; SIZES];

/// The row of a table for so many tiles.
pub(crate) fn size(laid: usize) -> usize {
    laid.min(SIZES - 1)
}

/// A choice of tiles to lay.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Set {
    /// Points of the tiles.
    pub(crate) points: i32,
    /// What is left is worth.
    pub(crate) worth: i32,
    /// Its letters without the blanks, and what they reach.
    pub(crate) key: Key,
    pub(crate) reach: Reach,
    blanks: u8,
    /// Whether it lays a later one of equal tiles before an earlier one: the same set again.
    again: bool,
}

impl Set {
    /// The most that points and what is left are worth, by the multiplier of the word.
    #[inline(always)]
    pub(crate) fn most(&self) -> [i32; MULTIPLIERS] {
        std::array::from_fn(|word| (word as i32 + 1) * self.points * POINT + self.worth)
    }

    /// Whether they can make a word with nothing in the way; `true` where that is not known.
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
pub(crate) struct Potential {
    /// For each number of blanks laid and what lies in the way, the most of any set.
    tables: Vec<[Table; 64]>,
    /// By the set's number.
    sets: Vec<Set>,
    /// The sums of the `n` dearest tiles of the rack.
    pub(crate) dearest: [i16; MAX_LENGTH + 1],
    pub(crate) held: u64,
    pub(crate) tiles: usize,
    /// Whether what sets reach is known.
    is_mapped: bool,
    keys: Vec<Key>,
    reached: Vec<Reach>,
}

impl Default for Potential {
    fn default() -> Self {
        Self {
            tables: Vec::new(),
            sets: Vec::new(),
            dearest: [0; _],
            held: 0,
            tiles: 0,
            is_mapped: false,
            keys: Vec::new(),
            reached: Vec::new(),
        }
    }
}

impl Potential {
    /// Works out what a rack can do. `worth` is that of what is left, by the set of tiles laid;
    /// `ways` has a bit for each letter that lies alone in the way somewhere.
    pub(crate) fn prepare(&mut self, rack: &Rack, worth: &[i32], values: &[u8; 64], map: Option<&WordMap>, ways: u64) {
        let tiles = rack.tiles();
        let map = map.filter(|map| map.rack() >= tiles.len());
        (self.held, self.tiles, self.is_mapped) = (rack.held, tiles.len(), map.is_some());
        self.sets.clear();
        self.sets.push(Set { worth: worth[0], ..Set::default() });
        self.dearest = [0; _];
        for (place, tile) in tiles.iter().enumerate() {
            let value = i32::from(values[usize::from(tile & 63)]);
            let is_twin = place > 0 && tiles[place - 1] == *tile;
            for rest in 0..1 << place {
                let set = &self.sets[rest];
                let key = if *tile != 0 && self.is_mapped { set.key.with(*tile) } else { set.key };
                self.sets.push(Set {
                    points: set.points + value,
                    worth: worth[1 << place | rest],
                    key,
                    reach: Reach { word: true, letters: !0 },
                    blanks: set.blanks + u8::from(*tile == 0),
                    again: set.again || is_twin && rest >> (place - 1) & 1 == 0,
                });
            }
        }
        let all = &tiles[usize::from(rack.blanks)..];
        for (laid, tile) in all.iter().enumerate() {
            self.dearest[laid + 1] = self.dearest[laid] + i16::from(values[usize::from(tile & 63)]);
        }
        let sum = self.dearest[all.len()];
        self.dearest[all.len()..].fill(sum);
        if let Some(map) = map {
            self.ask(map);
        }
        self.tables.resize(usize::from(rack.blanks) + 1, [[[NOTHING; _]; _]; 64]);
        self.tables.iter_mut().for_each(|tables| *tables = [[[NOTHING; _]; _]; 64]);
        for (laid, set) in self.sets.iter().enumerate().skip(1).filter(|(_, set)| !set.again) {
            raise(&mut self.tables[usize::from(set.blanks)], set, size(laid.count_ones() as usize), ways);
        }
    }

    /// Asks the word map what the letters of each set reach.
    fn ask(&mut self, map: &WordMap) {
        self.keys.clear();
        self.keys.extend(self.sets.iter().filter(|set| !set.again).map(|set| set.key));
        self.reached.resize(self.keys.len(), Reach::default());
        map.reach_many(&self.keys, &mut self.reached);
        let sets = self.sets.iter_mut().filter(|set| !set.again);
        sets.zip(&self.reached).for_each(|(set, reach)| set.reach = *reach);
    }

    /// The most of any set with so many blanks, by what lies in the way.
    #[inline(always)]
    pub(crate) fn table(&self, blanks: u8, way: u8) -> &Table {
        // What a set with a blank and a letter in the way can make is not asked for all letters.
        let way = if way == 0 || self.is_mapped && blanks == 0 { way } else { MORE };
        &self.tables[usize::from(blanks)][usize::from(way & 63)]
    }

    /// The sets of so many tiles, fewer than eight, with so many blanks, each with its number.
    #[inline(always)]
    pub(crate) fn sets(&self, blanks: u8, laid: usize) -> impl Iterator<Item = (u16, &Set)> {
        let all = BY_SIZE[laid].iter().take(COUNTS[laid]).map(|number| (u16::from(*number), usize::from(*number)));
        let here = all.filter_map(|(number, place)| Some((number, self.sets.get(place)?)));
        here.filter(move |(_, set)| !set.again && set.blanks == blanks)
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
fn raise(tables: &mut [Table; 64], set: &Set, size: usize, ways: u64) {
    let most = set.most();
    let mut raise = |way: u8| {
        let bounds = &mut tables[usize::from(way)][size];
        bounds.iter_mut().zip(most).for_each(|(bound, most)| *bound = most.max(*bound));
    };
    raise(MORE);
    if set.is_word() {
        raise(0);
    }
    if set.blanks == 0 {
        bits(u64::from(set.reach.letters) << 1 & ways).for_each(raise);
    }
}
