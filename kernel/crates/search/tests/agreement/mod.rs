//! Comparison of the search with brute force.

mod brute_force;
mod leaves;

use std::sync::Arc;

use mostek_search::{
    Alphabet, BLANK, Gaddag, Layout, Leaves, Play, Position, Rack, Scratch, Search, Valuation, WordMap, Words,
};

pub use brute_force::{Laid, Rules, Word};
pub use leaves::Tables;

/// A set of rules, and the searches to test with them.
pub struct World {
    pub rules: Rules,
    pub tables: Tables,
    pub leaves: Leaves,
    /// The letters of random racks.
    pub tiles: Vec<u8>,
    /// Without and with a word map.
    pub searches: [Search; 2],
}

/// How much was compared.
#[derive(Debug, Default, Clone, Copy)]
pub struct Compared {
    pub positions: usize,
    pub plays: usize,
    pub best: usize,
}

impl Compared {
    pub fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.plays += other.plays;
        self.best += other.best;
    }
}

/// The numbers of best plays to compare.
const COUNTS: [usize; 4] = [1, 2, 15, usize::MAX];

impl World {
    /// A world of these structures, which must have exactly the words of the rules.
    pub fn new(
        rules: Rules,
        tables: Tables,
        tiles: Vec<u8>,
        graph: Gaddag,
        map: WordMap,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let (graph, map) = (Arc::new(graph), Arc::new(map));
        let search = || {
            let Rules { rows, columns, letter_premiums, word_premiums, start, .. } = &rules;
            let layout = Layout::new(*rows, *columns, letter_premiums, word_premiums, *start)?;
            Ok::<_, Box<dyn std::error::Error>>(Search::new(
                graph.clone(),
                layout,
                &rules.values,
                rules.rack_size,
                rules.bingo,
            )?)
        };
        let (searches, leaves) = ([search()?, search()?.with_map(map)], tables.kernel()?);
        Ok(Self { rules, tables, leaves, tiles, searches })
    }

    /// A random small world: a few letters, random words, premiums and values, a small board.
    pub fn little(draw: &mut Draw) -> Result<Self, Box<dyn std::error::Error>> {
        let letters = 3 + draw.below(4);
        let alphabet: Vec<String> = ('A'..).take(letters).map(String::from).collect();
        let known = Alphabet::new(&alphabet)?;
        let text: Vec<String> = (0..20 + draw.below(400))
            .map(|_| {
                let longest = 2 + draw.below(6);
                (0..2 + draw.below(longest)).map(|_| &*alphabet[draw.below(letters)]).collect()
            })
            .collect();
        let words = Words::read(text.join("\n").as_bytes(), known.clone(), true);
        let (rows, columns) = (2 + draw.below(8), 2 + draw.below(8));
        let mut premium = |of: [u8; 8]| (0..rows * columns).map(|_| of[draw.below(8)]).collect();
        let letter_premiums = premium([1, 1, 1, 1, 1, 2, 3, 4]);
        let word_premiums = premium([1, 1, 1, 1, 1, 1, 2, 3]);
        let rules = Rules {
            words: codes_of(&text, |letter| letter as u8 - b'A' + 1),
            rows,
            columns,
            letter_premiums,
            word_premiums,
            start: draw.below(rows * columns),
            values: (0..=letters).map(|code| if code == 0 { 0 } else { draw.below(7) as u8 }).collect(),
            rack_size: [2, 4, 5, 7, 7, 8][draw.below(6)],
            bingo: 50,
        };
        let tables = Tables::drawn(letters, |below| draw.below(below));
        let graph = Gaddag::of(&words.gaddag(&mut |_| true)?, &known)?;
        let map = WordMap::of(&words.word_map(rules.rack_size, &mut |_| true)?, &known)?;
        let tiles = (1..=letters as u8).collect();
        Self::new(rules, tables, tiles, graph, map)
    }

    /// Compares the plays of each search with those of brute force.
    ///
    /// # Panics
    /// If they differ.
    pub fn compare(&self, board: &[u8], position: &Position, tiles: &[u8]) -> Compared {
        let expected = self.rules.plays(board, tiles);
        let mut compared = Compared { positions: 1, plays: expected.len(), best: 0 };
        for search in &self.searches {
            let rack = search.rack(tiles).expect("the tiles are of the set");
            let mut plays = Vec::new();
            search.each(position, &rack, |found| plays.push(found.play()));
            let mut found: Vec<Laid> = plays.iter().map(laid).collect();
            found.sort();
            assert_eq!(found, expected, "{board:?} with {tiles:?}");
            compared.best += self.compare_best(search, position, &rack, &plays);
        }
        compared
    }

    /// Compares the best plays by each valuation with all plays in order.
    fn compare_best(&self, search: &Search, position: &Position, rack: &Rack, plays: &[Play]) -> usize {
        let (others, mut scratch, mut compared) = (7, Scratch::default(), 0);
        for valuation in
            [Valuation::Score, Valuation::Leaves(&self.leaves), Valuation::EmptyBag { opponent_points: others }]
        {
            let mut all: Vec<(i32, &Play)> =
                plays.iter().map(|play| (self.equity(play, rack, valuation), play)).collect();
            all.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
            for count in COUNTS.map(|count| count.min(plays.len() + 1)) {
                let best = search.best(position, rack, valuation, count, &mut scratch);
                let best: Vec<(i32, &Play)> = best.iter().map(|best| (best.equity, &best.play)).collect();
                assert_eq!(best, all[..count.min(all.len())], "by {valuation:?} with {:?}", rack.tiles());
                compared += best.len();
                for play in plays.iter().step_by(plays.len() / 2 + 1) {
                    Self::compare_again(search, position, rack, valuation, play, &mut scratch);
                }
            }
        }
        compared
    }

    /// Compares the best play after a change with that of a new search.
    fn compare_again(
        search: &Search,
        position: &Position,
        rack: &Rack,
        valuation: Valuation<'_>,
        play: &Play,
        scratch: &mut Scratch,
    ) {
        let (mut next, mut other) = (position.clone(), Scratch::default());
        search.lay(&mut next, play);
        let again = search.best_after_change(&next, search.changed_lanes(position, play), scratch);
        let expected = search.best(&next, rack, valuation, 1, &mut other).first().copied();
        assert_eq!(again, expected, "by {valuation:?} with {:?} after {play:?}", rack.tiles());
    }

    pub fn equity(&self, play: &Play, rack: &Rack, valuation: Valuation<'_>) -> i32 {
        let mut kept = rack.tiles().to_vec();
        for tile in play.tiles().iter().filter(|tile| **tile != 0) {
            let held = if tile & BLANK == 0 { *tile } else { 0 };
            kept.remove(kept.iter().position(|other| *other == held).expect("a play lays tiles of the rack"));
        }
        let points: i32 = kept.iter().map(|tile| i32::from(self.rules.values[usize::from(*tile)])).sum();
        let left = match valuation {
            Valuation::Score => 0,
            Valuation::Leaves(_) => self.tables.of(&kept),
            Valuation::EmptyBag { opponent_points: others } if kept.is_empty() => 2000 * others,
            Valuation::EmptyBag { .. } => -2000 * points,
        };
        play.score * 1000 + left
    }

    /// Plays random moves with random racks, and calls `visit` with every position and rack.
    ///
    /// # Panics
    /// If a board with plays laid one by one differs from the same board set at once.
    pub fn game(&self, turns: usize, draw: &mut Draw, visit: &mut impl FnMut(&[u8], &Position, &[u8])) {
        let search = &self.searches[0];
        let mut board = vec![0; self.rules.rows * self.rules.columns];
        let mut position = search.empty().clone();
        for _ in 0..turns {
            let rack = self.rack(draw);
            visit(&board, &position, &rack);
            let rack = search.rack(&rack).expect("the tiles are of the set");
            let mut plays = Vec::new();
            search.each(&position, &rack, |found| plays.push(found.play()));
            if plays.is_empty() {
                continue;
            }
            let play = plays[draw.below(plays.len())];
            search.lay(&mut position, &play);
            lay(&mut board, self.rules.columns, &play);
            let at_once = search.position(&board).expect("the board is well formed");
            assert!(position == at_once, "{board:?} after {play:?}");
            if draw.below(40) == 0 {
                self.kill_a_blank(&mut board, &mut position);
            }
        }
    }

    /// A random rack, mostly full, with no, one or two blanks.
    fn rack(&self, draw: &mut Draw) -> Vec<u8> {
        let size = if draw.below(3) == 0 { draw.below(self.rules.rack_size + 1) } else { self.rules.rack_size };
        let blanks = [0, 0, 0, 0, 1, 1, 1, 2][draw.below(8)].min(size);
        (0..size).map(|place| if place < blanks { 0 } else { self.tiles[draw.below(self.tiles.len())] }).collect()
    }

    /// Makes the first blank on the board a dead one, without a letter.
    fn kill_a_blank(&self, board: &mut [u8], position: &mut Position) {
        if let Some(tile) = board.iter_mut().find(|tile| **tile & BLANK != 0) {
            *tile = BLANK;
            *position = self.searches[0].position(board).expect("the board is well formed");
        }
    }
}

/// The distinct words of these texts in the order of their codes.
pub fn codes_of<T: AsRef<str>>(texts: &[T], code: impl Fn(char) -> u8) -> Vec<Word> {
    let word = |text: &T| {
        let mut word = Word::default();
        text.as_ref().chars().zip(&mut word).for_each(|(letter, place)| *place = code(letter));
        word
    };
    let mut words: Vec<Word> = texts.iter().map(word).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn laid(play: &Play) -> Laid {
    (play.row, play.column, play.down, play.tiles().to_vec(), play.score)
}

fn lay(board: &mut [u8], columns: usize, play: &Play) {
    for (at, tile) in play.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let (row, column) = (usize::from(play.row), usize::from(play.column));
        board[if play.down { (row + at) * columns + column } else { row * columns + column + at }] = *tile;
    }
}

/// Xorshift: a seed always gives the same numbers.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        let mut draw = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        // The first numbers of near seeds are similar.
        (0..8).for_each(|_| _ = draw.below(2));
        draw
    }

    /// A number below this one.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % count as u64) as usize
    }
}
