//! The most that a play from an anchor can be worth, without looking for it.
//!
//! After the "shadow" of Kurnia's engine wolges: for every span of a lane that a play from the anchor
//! may cover, the best tiles are laid on the best squares. Here most of it is one look into a table:
//! for each number of tiles and each multiplier of the word the rack knows the most that its tiles
//! and what it keeps can be worth *together*, over the sets of tiles that can make a word with what
//! lies in the playthrough (see [`RackBounds`]). What premiums of letters, cross_length words and lying tiles add
//! does not depend on the set, and is bounded square by square.

use crate::alphabet::MAX_LENGTH;
use crate::anchors::Anchor;
use crate::automaton::SEPARATOR;
use crate::cross_sets::Square;
use crate::equity::POINT;
use crate::full_rack::FullRackPlays;
use crate::gaddag::States;
use crate::layout::MAX_SIDE;
use crate::movegen::PlayFilter;
use crate::position::Position;
use crate::rack::Rack;
use crate::rack_bounds::{IMPOSSIBLE, MIN_EQUITY, MULTIPLIERS, RackBounds, RackSubset, SEVERAL, SIZES, size};
use crate::scoring::Scoring;
use crate::search::Search;
use crate::word_map::WordMap;

/// A part of a lane that a play may cover.
#[derive(Debug, Clone, Copy)]
struct Span {
    /// Its first square.
    first: usize,
    /// How many tiles are laid.
    laid: usize,
    /// What lies in the playthrough.
    playthrough: u8,
    word: i32,
    /// Points of the tiles that lie there.
    lying: i32,
    /// What cross_length words and the bonus can bring.
    side: i32,
    premiums: u64,
}

impl Span {
    /// The most that a play over it is worth that lays so many blanks.
    #[inline(always)]
    fn most(&self, rack_bounds: &RackBounds, blanks: u8) -> i32 {
        let worth = rack_bounds.table(blanks, self.playthrough)[size(self.laid)][self.known() as usize - 1];
        self.adds(rack_bounds) + worth
    }

    /// The multiplier of the word as far as it is told apart.
    #[inline(always)]
    fn known(&self) -> i32 {
        self.word.min(MULTIPLIERS as i32)
    }

    /// The most that it adds to what a set of tiles is worth with the known multiplier, in thousandths.
    #[inline(always)]
    fn adds(&self, rack_bounds: &RackBounds) -> i32 {
        let dearest = |laid: usize| i32::from(rack_bounds.top_values[laid]);
        let mut points = self.lying;
        let mut premiums = self.premiums;
        while premiums != 0 {
            points += dearest(premiums as usize & 15);
            premiums >>= 4;
        }
        (self.word * points + self.side + (self.word - self.known()) * dearest(self.laid)) * POINT
    }
}

/// The squares of a lane as one rack meets them.
#[derive(Debug, Clone, Copy, Default)]
struct SquareBound {
    /// Whether no tile of the rack can be laid here.
    dead: bool,
    /// What the cross_length word can bring.
    side: i32,
}

/// What a part of a span adds to the bound.
#[derive(Debug, Clone, Copy)]
struct SpanPart {
    /// Points of the tiles that lie there.
    lying: i32,
    word: i32,
    side: i32,
    /// For each `h` from 1, in four bits, how many squares laid on multiply their letter by more than `h`.
    premiums: u64,
    playthrough: u8,
}

impl Default for SpanPart {
    fn default() -> Self {
        Self { lying: 0, word: 1, side: 0, premiums: 0, playthrough: 0 }
    }
}

impl SpanPart {
    fn laid(mut self, square: &Square, meets: SquareBound) -> Self {
        self.word *= i32::from(square.word_premium);
        self.side += meets.side;
        self.premiums += LEVELS[usize::from(square.letter_premium & 15)];
        self
    }

    fn over(mut self, square: &Square) -> Self {
        self.lying += i32::from(square.value);
        self.playthrough = joined(self.playthrough, square.tile);
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

/// What lies in the playthrough of a word over two parts.
fn joined(one: u8, other: u8) -> u8 {
    if one == 0 {
        other
    } else if other == 0 {
        one
    } else {
        SEVERAL
    }
}

/// Finds the bounds of anchors, lane by lane.
pub(crate) struct ShadowBounds<'s> {
    states: States<'s>,
    position: &'s Position,
    rack_bounds: &'s RackBounds,
    map: Option<&'s WordMap>,
    /// The letters of the rack, the dearest first.
    letters: &'s [u8],
    scale: Scoring<'s>,
    lane: Option<(bool, u8)>,
    meets: [SquareBound; MAX_SIDE + 2],
}

impl<'s> ShadowBounds<'s> {
    pub(crate) fn new(search: &'s Search, position: &'s Position, rack_bounds: &'s RackBounds, rack: &'s Rack) -> Self {
        let letters = &rack.tiles()[usize::from(rack.blanks)..];
        let (states, map, scale) = (search.states(), search.map(), search.scoring());
        Self { states, position, rack_bounds, map, letters, scale, lane: None, meets: [SquareBound::default(); _] }
    }

    /// The most that plays from an anchor are worth that lay so many blanks, by the tiles they lay;
    /// those that lay the whole rack are noted apart.
    pub(crate) fn bounds(&mut self, anchor: Anchor, blanks: u8, whole: &mut FullRackPlays) -> [i32; SIZES] {
        let rack_bounds = self.rack_bounds;
        let mut most = [IMPOSSIBLE; SIZES];
        self.spans(anchor, blanks, |span| {
            let here = span.most(rack_bounds, blanks);
            if span.laid != whole.tiles {
                let most = &mut most[size(span.laid)];
                *most = here.max(*most);
            } else if blanks == whole.blanks && here > MIN_EQUITY {
                whole.note(anchor, span.first, here);
            }
        });
        most
    }

    /// What is worth laying from an anchor, with so many blanks, for a play worth `least`; `most` are
    /// the bounds of its plays. Everything for a rack of more than seven tiles.
    ///
    /// Without blanks only the number of tiles is limited: to know which sets of them can make a
    /// word costs more than to try. A blank is tried for every letter, so with one it pays.
    pub(crate) fn filter(&mut self, anchor: Anchor, blanks: u8, most: &[i32; SIZES], least: i32) -> PlayFilter {
        let rack_bounds = self.rack_bounds;
        if rack_bounds.tiles > SIZES - 1 {
            return PlayFilter::default();
        }
        let deepest = most.iter().rposition(|most| *most >= least.max(MIN_EQUITY)).unwrap_or(0);
        let playthrough = self.playthrough(anchor);
        if blanks == 0 || playthrough == SEVERAL || self.map.is_none() {
            return PlayFilter { sets: halves(AT_MOST[deepest]), ..PlayFilter::default() };
        }
        // What the spans add, the most by the tiles laid and the multiplier: of those with nothing
        // else in the playthrough, and of the others.
        let mut adds = [[[IMPOSSIBLE; MULTIPLIERS]; SIZES]; 2];
        self.spans(anchor, blanks, |span| {
            if span.laid > deepest {
                return;
            }
            let adds = &mut adds[usize::from(span.playthrough != playthrough)][span.laid][span.known() as usize - 1];
            *adds = span.adds(rack_bounds).max(*adds);
        });
        let (mut sets, mut blank_letters) = (0u128, 0);
        for (adds, playthrough) in adds.iter().zip([playthrough, SEVERAL]) {
            for (laid, adds) in adds.iter().enumerate().take(deepest + 1) {
                for (number, set) in rack_bounds.sets(blanks, laid).filter(|(_, set)| sum(adds, &set.most()) >= least) {
                    let letters = self.blank_letters(set, playthrough, blanks);
                    if letters != 0 {
                        sets |= 1 << number;
                        blank_letters |= letters << 1;
                    }
                }
            }
        }
        // Without its tile `n` a set has a number that is lower by 2ⁿ.
        for (tile, with) in WITH.iter().enumerate() {
            sets |= (sets & with) >> (1 << tile);
        }
        PlayFilter { sets: halves(sets), blank_letters }
    }

    /// What lies in the playthrough of all plays from an anchor.
    fn playthrough(&self, anchor: Anchor) -> u8 {
        let lanes = self.position.lanes(anchor.down);
        let Some(number) = anchor.block else { return 0 };
        let block = &lanes.blocks(usize::from(anchor.lane))[usize::from(number)];
        if block.first == block.last {
            lanes.lane(usize::from(anchor.lane))[usize::from(block.first)].tile
        } else {
            SEVERAL
        }
    }

    /// Alphabet, bit 0 for letter 1, for which a blank of a set may stand if it is to make a word
    /// with what lies in the playthrough: none if there is no such word, all where that is not known.
    fn blank_letters(&self, set: &RackSubset, playthrough: u8, blanks: u8) -> u64 {
        match self.map {
            Some(_) if blanks == 1 && playthrough == 0 => u64::from(set.reach.letters),
            Some(map) if blanks == 1 && playthrough != SEVERAL => {
                u64::from(map.reach(set.key.with(playthrough)).letters)
            }
            _ => !0,
        }
    }

    /// Calls `visit` for every span that a play from an anchor may cover; without blanks some
    /// squares are closed.
    #[inline(always)]
    fn spans(&mut self, anchor: Anchor, blanks: u8, mut visit: impl FnMut(Span)) {
        let position = self.position;
        let lanes = position.lanes(anchor.down);
        let squares = lanes.lane(usize::from(anchor.lane));
        if self.lane != Some((anchor.down, anchor.lane)) {
            self.enter(squares);
            self.lane = Some((anchor.down, anchor.lane));
        }
        let mut left = SpanPart::default();
        let mut at = usize::from(anchor.at);
        let mut goes_left = true;
        match anchor.block {
            Some(number) => {
                let block = lanes.blocks(usize::from(anchor.lane))[usize::from(number)];
                at = usize::from(block.first);
                goes_left = block.state.mask & !SEPARATOR & squares[at - 1].cross_set & self.choices(blanks) != 0;
                let past_separator = self.states.past_separator(block.state);
                let goes_right =
                    past_separator.mask & squares[usize::from(block.last) + 1].cross_set & self.choices(blanks) != 0;
                if !goes_left && !goes_right {
                    return;
                }
                left = squares[at..=usize::from(block.last)].iter().fold(left, SpanPart::over);
            }
            None if self.meets[at].dead && blanks == 0 => return,
            None => at += 1,
        }
        let mut rights = [SpanPart::default(); MAX_LENGTH + 1];
        let farthest = self.rights(squares, usize::from(anchor.at) + 1, blanks, &mut rights);
        for before in 0..=self.rack_bounds.tiles {
            if before > 0 || anchor.block.is_some() {
                for (after, right) in rights[..=farthest].iter().enumerate().take(self.rack_bounds.tiles - before + 1) {
                    let laid = before + after;
                    let bonus = if laid == self.scale.rack_size { self.scale.bingo } else { 0 };
                    visit(Span {
                        first: at,
                        laid,
                        playthrough: joined(left.playthrough, right.playthrough),
                        word: left.word * right.word,
                        lying: left.lying + right.lying,
                        side: left.side + right.side + bonus,
                        premiums: left.premiums + right.premiums,
                    });
                }
            }
            at -= 1;
            if at < usize::from(anchor.limit) || !goes_left || self.meets[at].dead && blanks == 0 {
                break;
            }
            left = left.laid(&squares[at], self.meets[at]);
        }
    }

    /// The letters that can be laid.
    fn choices(&self, blanks: u8) -> u64 {
        if blanks > 0 { !SEPARATOR } else { self.rack_bounds.held }
    }

    /// Works out what the rack meets on the squares of a lane.
    fn enter(&mut self, squares: &[Square]) {
        for (meets, square) in self.meets.iter_mut().zip(squares) {
            let dead = square.cross_set & self.rack_bounds.held == 0;
            // The tiles come from the dearest.
            let fits = |tile: &&u8| square.cross_set >> **tile & 1 != 0;
            let dearest = || self.letters.iter().find(fits).map_or(0, |tile| self.scale.values[usize::from(tile & 63)]);
            let side = match square.cross_length {
                0 => 0,
                _ => square.cross_score + i32::from(square.cross_multiplier) * i32::from(dearest()),
            };
            *meets = SquareBound { dead, side };
        }
    }

    /// What words bring to the right of a square, by the number of tiles laid there; gives the most.
    fn rights(&self, squares: &[Square], mut at: usize, blanks: u8, rights: &mut [SpanPart]) -> usize {
        let mut part = SpanPart::default();
        for (laid, right) in rights.iter_mut().enumerate().take(self.rack_bounds.tiles + 1) {
            if laid > 0 {
                if self.meets[at].dead && blanks == 0 || squares[at].cross_set == 0 {
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
        self.rack_bounds.tiles
    }
}

/// The most of what spans add and a set is worth, over the multipliers of the word.
#[inline(always)]
fn sum(adds: &[i32; MULTIPLIERS], bounds: &[i32; MULTIPLIERS]) -> i32 {
    let sums: [i32; MULTIPLIERS] = std::array::from_fn(|word| adds[word] + bounds[word]);
    sums.into_iter().fold(i32::MIN, i32::max)
}

fn halves(sets: u128) -> [u64; 2] {
    [sets as u64, (sets >> 64) as u64]
}

/// The sets that hold each tile.
const WITH: [u128; SIZES - 1] = {
    let mut with = [0; SIZES - 1];
    let mut set = 0;
    while set < 128 {
        let mut tile = 0;
        while tile < SIZES - 1 {
            if set >> tile & 1 != 0 {
                with[tile] |= 1 << set;
            }
            tile += 1;
        }
        set += 1;
    }
    with
};

/// All sets of up to so many tiles.
const AT_MOST: [u128; SIZES] = {
    let mut sets = [0; SIZES];
    let mut size = 0;
    while size < SIZES {
        let mut set = 0u8;
        while set < 128 {
            if set.count_ones() as usize <= size {
                sets[size] |= 1 << set;
            }
            set += 1;
        }
        size += 1;
    }
    sets
};

#[cfg(test)]
mod tests;
