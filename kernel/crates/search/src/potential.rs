//! What a rack can do at best, wherever it is laid: worked out once a search.

use crate::letters::MAX_LENGTH;
use crate::minimal;
use crate::rack::Rack;
use crate::word_map::{Key, Reach, WordMap};

/// Thousandths of a point.
pub(crate) const POINT: i32 = 1000;
/// Less than any play is worth, and still far from the least number.
pub(crate) const NOTHING: i32 = i32::MIN / 2;
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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Set {
    /// See [`Rack::tiles`].
    pub(crate) laid: u16,
    /// How many of them are blanks.
    pub(crate) blanks: u8,
    /// Points of the tiles.
    pub(crate) points: i32,
    /// What is left is worth.
    pub(crate) worth: i32,
    /// The sum of its `n` dearest tiles.
    pub(crate) dearest: [i32; SIZES],
    /// Its letters without the blanks, and what they reach.
    pub(crate) key: Key,
    pub(crate) reach: Reach,
}

impl Set {
    /// Whether they can make a word with nothing in the way: what a blank adds is any letter that the others reach.
    fn is_word(&self) -> bool {
        match self.blanks {
            0 => self.reach.word,
            1 => self.reach.letters != 0,
            _ => true,
        }
    }

    /// Whether they, without a blank, can make a word with what lies in the way; `true` where that is not known.
    #[inline(always)]
    pub(crate) fn makes_word(&self, way: u8) -> bool {
        match way {
            0 => self.reach.word,
            MORE => true,
            letter => self.reach.letters >> (letter - 1) & 1 != 0,
        }
    }
}

/// What a rack can do at best.
#[derive(Debug, Default)]
pub(crate) struct Potential {
    /// For each number of blanks laid and what lies in the way, the most of any set.
    tables: Vec<[Table; 64]>,
    /// Whether the tables tell letters in the way apart.
    knows_letters: bool,
    /// All sets but the empty one, by blanks and then by size, and where those of each begin.
    sets: Vec<Set>,
    begins: Vec<[u16; SIZES + 1]>,
    /// The sum of the `n` dearest tiles of the rack.
    pub(crate) dearest: [i32; MAX_LENGTH + 1],
    /// The letters of the rack with their values, the dearest first.
    pub(crate) by_value: Vec<(u64, i32)>,
    pub(crate) held: u64,
    pub(crate) tiles: usize,
    keys: Vec<Key>,
    reached: Vec<Reach>,
}

impl Potential {
    /// Works out what a rack can do; `worth` is that of what is left, by the set of tiles laid.
    pub(crate) fn prepare(&mut self, rack: &Rack, worth: &[i32], values: &[u8; 64], map: Option<&WordMap>) {
        let value = |tile: u8| i32::from(values[usize::from(tile & 63)]);
        (self.held, self.tiles) = (rack.held, rack.tiles().len());
        self.by_value.clear();
        self.by_value.extend(minimal::bits(rack.held).map(|letter| (1 << letter, value(letter))));
        self.by_value.sort_unstable_by_key(|(_, value)| -value);
        let mut order: [usize; MAX_LENGTH] = std::array::from_fn(|place| place);
        let order = &mut order[..self.tiles];
        order.sort_unstable_by_key(|place| -value(rack.tiles()[*place]));
        for (laid, place) in order.iter().enumerate() {
            self.dearest[laid + 1] = self.dearest[laid] + value(rack.tiles()[*place]);
        }
        self.ask(rack, map.filter(|map| map.rack() >= self.tiles));
        self.sets.clear();
        for (laid, reach) in rack.sets().zip(&self.reached).skip(1) {
            let blanks = rack.tiles_of(laid).take_while(|tile| *tile == 0).count() as u8;
            let mut set = Set {
                laid,
                blanks,
                points: 0,
                worth: worth[usize::from(laid)],
                dearest: [0; _],
                key: self.keys.get(self.sets.len() + 1).copied().unwrap_or_default(),
                reach: *reach,
            };
            for (number, place) in order.iter().filter(|place| laid >> **place & 1 != 0).enumerate() {
                set.points += value(rack.tiles()[*place]);
                set.dearest[(number + 1).min(SIZES - 1)] = set.points;
            }
            self.sets.push(set);
        }
        self.sets.sort_unstable_by_key(|set| (set.blanks, set.laid.count_ones()));
        self.tabulate(usize::from(rack.blanks));
    }

    /// Asks the word map what the letters of each set reach.
    fn ask(&mut self, rack: &Rack, map: Option<&WordMap>) {
        self.knows_letters = map.is_some();
        self.reached.clear();
        self.reached.resize(1 << self.tiles, Reach { word: true, letters: !0 });
        self.keys.clear();
        if let Some(map) = map {
            let letters = |laid| rack.tiles_of(laid).filter(|tile| *tile != 0);
            self.keys.extend(rack.sets().map(|laid| letters(laid).fold(Key::default(), Key::with)));
            map.reach_many(&self.keys, &mut self.reached);
        }
    }

    /// Writes down the most of all sets, and where those of each size begin.
    fn tabulate(&mut self, blanks: usize) {
        self.tables.resize(blanks + 1, [[[NOTHING; _]; _]; 64]);
        self.begins.resize(blanks + 1, [0; _]);
        let mut number = 0;
        for (blanks, (tables, begins)) in self.tables.iter_mut().zip(&mut self.begins).enumerate() {
            *tables = [[[NOTHING; _]; _]; 64];
            for (laid, begin) in begins.iter_mut().enumerate() {
                *begin = number as u16;
                let is_here = |set: &&Set| usize::from(set.blanks) == blanks && size(set.laid.count_ones() as usize) == laid;
                while let Some(set) = self.sets.get(number).filter(is_here) {
                    raise(tables, set, laid, self.knows_letters && blanks == 0);
                    number += 1;
                }
            }
        }
    }

    /// The most of any set with so many blanks, by what lies in the way.
    #[inline(always)]
    pub(crate) fn table(&self, blanks: u8, way: u8) -> &Table {
        let way = if way == 0 || self.knows_letters && blanks == 0 { way } else { MORE };
        &self.tables[usize::from(blanks)][usize::from(way & 63)]
    }

    /// The sets of so many tiles, fewer than eight, with so many blanks.
    #[inline(always)]
    pub(crate) fn sets(&self, blanks: u8, laid: usize) -> &[Set] {
        let begins = &self.begins[usize::from(blanks)];
        &self.sets[usize::from(begins[laid])..usize::from(begins[laid + 1])]
    }
}

/// Takes a set of a size into account, for each letter in the way too if that is wanted.
fn raise(tables: &mut [Table; 64], set: &Set, size: usize, by_letter: bool) {
    let most: [i32; MULTIPLIERS] = std::array::from_fn(|word| (word as i32 + 1) * set.points * POINT + set.worth);
    let mut raise = |way: u8| {
        let bounds = &mut tables[usize::from(way)][size];
        bounds.iter_mut().zip(most).for_each(|(bound, most)| *bound = most.max(*bound));
    };
    raise(MORE);
    if set.is_word() {
        raise(0);
    }
    if by_letter {
        minimal::bits(u64::from(set.reach.letters) << 1).for_each(raise);
    }
}
