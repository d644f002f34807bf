//! The most that a play from an anchor can be worth, without looking for it.
//!
//! After the "shadow" of Kurnia's engine wolges: for every span of a lane that a play from the anchor
//! may cover, the best tiles are laid on the best squares. Here the sum over the tiles laid is one
//! look into a table: for each number of tiles and each multiplier of the word the rack knows the
//! most that points *and* tiles left can be worth together, over the sets of tiles that can make a
//! word with what lies there (see [`Reach`]). What letter premiums and crossing words add is bounded
//! square by square.

use crate::generate::{Anchor, Scale};
use crate::lanes::Square;
use crate::layout::MAX_SIDE;
use crate::letters::MAX_LENGTH;
use crate::minimal;
use crate::position::Position;
use crate::rack::Rack;

/// Multipliers of the word for which the rack knows its best; higher ones are bounded from the last.
const MULTIPLIERS: usize = 4;
/// Thousandths of a point.
pub(crate) const POINT: i32 = 1000;
/// Less than any play is worth.
const NOTHING: i32 = i32::MIN / 2;

/// The most that points and tiles left are worth together, by the number of tiles laid and the
/// multiplier of the word.
type Table = [[i32; MULTIPLIERS]; MAX_LENGTH + 1];

/// What lies in the way of a word that is more than one letter.
const MORE: u8 = 63;

/// What a rack can do at best, worked out once for all anchors.
#[derive(Debug, Default)]
pub(crate) struct Potential {
    /// For each number of blanks laid, by what lies in the way: nothing (0), a letter (its code), [`MORE`].
    tables: Vec<[Table; 64]>,
    /// The sum of the `n` dearest tiles.
    dearest: [i32; MAX_LENGTH + 1],
    /// The letters of the rack with their values, the dearest first.
    by_value: Vec<(u64, i32)>,
    held: u64,
    size: usize,
    points: Vec<i32>,
}

impl Potential {
    /// Works out what a rack can do; `worth` is that of what is left, by the set of tiles laid.
    pub(crate) fn prepare(&mut self, rack: &Rack, worth: &[i32], values: &[u8; 64]) {
        let tiles = rack.tiles();
        let value = |tile: u8| i32::from(values[usize::from(tile & 63)]);
        (self.held, self.size) = (rack.held, tiles.len());
        self.by_value.clear();
        self.by_value.extend(minimal::bits(rack.held).map(|letter| (1 << letter, value(letter))));
        self.by_value.sort_unstable_by_key(|(_, value)| -value);
        let mut dear: [i32; MAX_LENGTH] = [0; _];
        dear.iter_mut().zip(tiles).for_each(|(points, tile)| *points = value(*tile));
        dear.sort_unstable_by_key(|value| -value);
        for (laid, value) in dear.iter().enumerate() {
            self.dearest[laid + 1] = self.dearest[laid] + value;
        }
        let blanks = usize::from(rack.blanks);
        self.tables.resize(blanks + 1, [[[NOTHING; MULTIPLIERS]; MAX_LENGTH + 1]; 64]);
        for table in self.tables.iter_mut().flatten() {
            table[..=tiles.len()].fill([NOTHING; MULTIPLIERS]);
        }
        self.points.clear();
        self.points.resize(1 << tiles.len(), 0);
        for laid in 1usize..1 << tiles.len() {
            self.points[laid] = self.points[laid & (laid - 1)] + value(tiles[laid.trailing_zeros() as usize]);
        }
        for laid in rack.sets().map(usize::from) {
            let most = std::array::from_fn(|word| (word as i32 + 1) * self.points[laid] * POINT + worth[laid]);
            let tables = &mut self.tables[(laid & ((1 << blanks) - 1)).count_ones() as usize];
            raise(&mut tables[usize::from(MORE)][laid.count_ones() as usize], most);
        }
    }
}

fn raise(bounds: &mut [i32; MULTIPLIERS], most: [i32; MULTIPLIERS]) {
    bounds.iter_mut().zip(most).for_each(|(bound, most)| *bound = most.max(*bound));
}

/// The bounds of an anchor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// The most that a play is worth.
    pub(crate) most: i32,
    /// The same by the number of tiles that it lays.
    by_laid: [i32; MAX_LENGTH + 1],
}

impl Bounds {
    /// Whether there is no play.
    pub(crate) fn is_empty(&self) -> bool {
        self.most == NOTHING
    }

    /// The most tiles that a play worth so much can lay.
    pub(crate) fn deepest(&self, least: i32) -> u8 {
        self.by_laid.iter().rposition(|bound| *bound >= least).unwrap_or(0) as u8
    }
}

/// The squares of a lane as one rack meets them.
#[derive(Debug, Clone, Copy, Default)]
struct Meets {
    /// Whether no tile of the rack can be laid here.
    dead: bool,
    /// What the crossing word can bring.
    side: i32,
}

/// What a part of a span adds to the bound.
#[derive(Debug, Clone, Copy)]
struct Part {
    /// Points of the tiles that lie there.
    lying: i32,
    word: i32,
    side: i32,
    /// For each `h` from 1, in four bits, how many squares laid on multiply their letter by more than `h`.
    premiums: u64,
    way: u8,
}

impl Part {
    const EMPTY: Self = Self { lying: 0, word: 1, side: 0, premiums: 0, way: 0 };

    fn laid(mut self, square: &Square, meets: Meets) -> Self {
        self.word *= i32::from(square.word);
        self.side += meets.side;
        self.premiums += LEVELS[usize::from(square.letter & 15)];
        self
    }

    fn over(mut self, square: &Square) -> Self {
        self.lying += i32::from(square.value);
        self.way = joined(self.way, square.tile);
        self
    }
}

/// For a letter multiplied by `m` a one in each of the first `m - 1` groups of four bits.
const LEVELS: [u64; 16] = {
    let mut levels = [0; 16];
    let mut premium = 2;
    while premium < 16 {
        levels[premium] = levels[premium - 1] | 1 << (4 * (premium - 2));
        premium += 1;
    }
    levels
};

/// What lies in the way of a word over two parts.
fn joined(one: u8, other: u8) -> u8 {
    if one == 0 {
        other
    } else if other == 0 {
        one
    } else {
        MORE
    }
}

/// Finds the bounds of anchors, lane by lane.
pub(crate) struct Bounding<'s> {
    position: &'s Position,
    potential: &'s Potential,
    scale: Scale<'s>,
    lane: Option<(bool, u8)>,
    meets: [Meets; MAX_SIDE + 2],
}

impl<'s> Bounding<'s> {
    pub(crate) fn new(position: &'s Position, potential: &'s Potential, scale: Scale<'s>) -> Self {
        Self { position, potential, scale, lane: None, meets: [Meets::default(); _] }
    }

    /// The bounds of the plays from an anchor that lay so many blanks.
    pub(crate) fn of(&mut self, anchor: Anchor, blanks: usize) -> Bounds {
        let position = self.position;
        let lanes = if anchor.down { &position.columns } else { &position.rows };
        let squares = lanes.lane(usize::from(anchor.lane));
        if self.lane != Some((anchor.down, anchor.lane)) {
            self.enter(squares);
            self.lane = Some((anchor.down, anchor.lane));
        }
        let mut rights = [Part::EMPTY; MAX_LENGTH + 1];
        let farthest = self.rights(squares, usize::from(anchor.at) + 1, blanks, &mut rights);
        let mut bounds = Bounds { most: NOTHING, by_laid: [NOTHING; MAX_LENGTH + 1] };
        let mut left = Part::EMPTY;
        let mut at = usize::from(anchor.at);
        let mut laid = 0;
        match anchor.block {
            Some(number) => {
                let block = lanes.blocks(usize::from(anchor.lane))[usize::from(number)];
                left.lying = block.value;
                left.way = if block.first == block.last { squares[at].tile } else { MORE };
                at = usize::from(block.first);
                self.spans(left, 0, &rights[..=farthest], blanks, &mut bounds);
            }
            None => at += 1,
        }
        while at > usize::from(anchor.limit) && laid < self.potential.size {
            at -= 1;
            if self.meets[at].dead && blanks == 0 {
                break;
            }
            left = left.laid(&squares[at], self.meets[at]);
            laid += 1;
            self.spans(left, laid, &rights[..=farthest], blanks, &mut bounds);
        }
        bounds
    }

    /// Works out what the rack meets on the squares of a lane.
    fn enter(&mut self, squares: &[Square]) {
        for (meets, square) in self.meets.iter_mut().zip(squares) {
            let dead = square.allowed & self.potential.held == 0;
            let dearest = || self.potential.by_value.iter().find(|(letter, _)| letter & square.allowed != 0);
            let side = match square.crossing {
                0 => 0,
                _ => square.side + i32::from(square.side_letter) * dearest().map_or(0, |(_, value)| *value),
            };
            *meets = Meets { dead, side };
        }
    }

    /// What words bring to the right of a square, by the number of tiles laid there; gives the most.
    fn rights(&self, squares: &[Square], mut at: usize, blanks: usize, rights: &mut [Part]) -> usize {
        let mut part = Part::EMPTY;
        for (laid, right) in rights.iter_mut().enumerate().take(self.potential.size + 1) {
            if laid > 0 {
                if self.meets[at].dead && blanks == 0 || squares[at].allowed == 0 {
                    return laid - 1;
                }
                part = part.laid(&squares[at], self.meets[at]);
                at += 1;
            }
            while squares[at].tile != 0 {
                part = part.over(&squares[at]);
                at += 1;
            }
            *right = part;
        }
        self.potential.size
    }

    /// Raises the bounds by the spans that begin with one left part.
    fn spans(&self, left: Part, before: usize, rights: &[Part], blanks: usize, bounds: &mut Bounds) {
        let tables = &self.potential.tables[blanks];
        for (after, right) in rights.iter().enumerate().take(self.potential.size - before + 1) {
            let laid = before + after;
            let word = left.word * right.word;
            let known = (word as usize).min(MULTIPLIERS);
            let worth = tables[usize::from(MORE)][laid][known - 1];
            if laid == 0 || worth == NOTHING {
                continue;
            }
            let mut points = left.lying + right.lying;
            let mut premiums = left.premiums + right.premiums;
            while premiums != 0 {
                points += self.potential.dearest[premiums as usize & 15];
                premiums >>= 4;
            }
            points = word * points + left.side + right.side + (word - known as i32) * self.potential.dearest[laid];
            if laid == self.scale.rack_size {
                points += self.scale.bingo;
            }
            let bound = points * POINT + worth;
            bounds.by_laid[laid] = bounds.by_laid[laid].max(bound);
            bounds.most = bounds.most.max(bound);
        }
    }
}
