//! Shadow bounds: upper bounds on the equity of the plays from an anchor, without generating them.
//!
//! After the "shadow play" of wolges: for every span of a lane that a play from the anchor may cover, the best tiles are laid
//! on the best squares. Here most of the bound is one look-up: for each number of tiles and each word multiplier the rack
//! knows the highest equity of its tiles *together* with their leave, over the subsets that can spell a word with the
//! playthrough tiles (see [`RackBounds`]). What letter premiums, crossing words and playthrough tiles add does not depend on
//! the subset, and is bounded square by square.

use crate::anchors::Anchor;
use crate::automaton::SEPARATOR;
use crate::cross_sets::{SEVERAL, Square};
use crate::equity::POINT;
use crate::full_rack::FullRackPlays;
use crate::gaddag::States;
use crate::layout::MAX_SIDE;
use crate::movegen::PlayFilter;
use crate::packed_word::MAX_LENGTH;
use crate::position::Position;
use crate::rack::Rack;
use crate::rack_bounds::{IMPOSSIBLE, MIN_EQUITY, MULTIPLIERS, RackBounds, RackSubset, SIZES, size};
use crate::scoring::Scoring;
use crate::search::Search;
use crate::word_map::WordMap;

/// A part of a lane that a play may cover.
#[derive(Debug, Clone, Copy)]
struct Span {
    /// Its first square.
    first: usize,
    /// The number of tiles laid.
    laid: usize,
    /// The playthrough, see [`SEVERAL`].
    playthrough: u8,
    /// The word multiplier.
    multiplier: i32,
    /// The points of the playthrough tiles.
    playthrough_points: i32,
    /// The most points of crossing words, and the bingo bonus.
    cross_points: i32,
    /// The letter premiums, see [`SpanPart::premiums`].
    premiums: u64,
}

impl Span {
    /// The bound of the plays over the span with this number of blanks.
    #[inline(always)]
    fn bound(&self, rack_bounds: &RackBounds, blanks: u8) -> i32 {
        let table = rack_bounds.table(blanks, self.playthrough);
        self.added(rack_bounds) + table[size(self.laid)][self.table_multiplier() as usize - 1]
    }

    /// The word multiplier as far as the tables distinguish it.
    #[inline(always)]
    fn table_multiplier(&self) -> i32 {
        self.multiplier.min(MULTIPLIERS as i32)
    }

    /// The most that the span adds to the bound of a subset with the table's multiplier, in thousandths of a point.
    #[inline(always)]
    fn added(&self, rack_bounds: &RackBounds) -> i32 {
        let top_value = |laid: usize| i32::from(rack_bounds.top_values[laid]);
        let mut points = self.playthrough_points;
        let mut premiums = self.premiums;
        while premiums != 0 {
            points += top_value(premiums as usize & 15);
            premiums >>= 4;
        }
        let rest = (self.multiplier - self.table_multiplier()) * top_value(self.laid);
        (self.multiplier * points + self.cross_points + rest) * POINT
    }
}

/// A square of a lane with respect to the rack.
#[derive(Debug, Clone, Copy, Default)]
struct SquareBound {
    /// Whether no letter of the rack is in the cross-set.
    is_closed: bool,
    /// The most points of the crossing word.
    cross_points: i32,
}

/// What a part of a span adds to the bound.
#[derive(Debug, Clone, Copy)]
struct SpanPart {
    playthrough_points: i32,
    multiplier: i32,
    cross_points: i32,
    /// For each `h` from 1, in four bits, the number of squares laid on whose letter multiplier is above `h`.
    premiums: u64,
    playthrough: u8,
}

impl Default for SpanPart {
    fn default() -> Self {
        Self { playthrough_points: 0, multiplier: 1, cross_points: 0, premiums: 0, playthrough: 0 }
    }
}

impl SpanPart {
    /// The part with a tile laid on a square.
    fn laid(mut self, square: &Square, bound: SquareBound) -> Self {
        self.multiplier *= i32::from(square.word_premium);
        self.cross_points += bound.cross_points;
        self.premiums += LEVELS[usize::from(square.letter_premium & 15)];
        self
    }

    /// The part with a playthrough tile.
    fn over(mut self, square: &Square) -> Self {
        self.playthrough_points += i32::from(square.value);
        self.playthrough = joined(self.playthrough, square.tile);
        self
    }
}

/// For a letter multiplier `m` a one in each of the first `m - 1` groups of four bits.
const LEVELS: [u64; 16] = {
    let mut levels = [0; 16];
    let mut premium = 2;
    while premium < 16 {
        levels[premium] = levels[premium - 1] | 1 << (4 * (premium - 2));
        premium += 1;
    }
    levels
};

/// The playthrough of two parts together.
fn joined(one: u8, other: u8) -> u8 {
    if one == 0 {
        other
    } else if other == 0 {
        one
    } else {
        SEVERAL
    }
}

/// Computes the bounds of anchors, lane by lane.
pub(crate) struct ShadowBounds<'s> {
    states: States<'s>,
    position: &'s Position,
    rack_bounds: &'s RackBounds,
    map: Option<&'s WordMap>,
    /// The letters of the rack by falling value.
    letters: &'s [u8],
    scoring: Scoring<'s>,
    lane: Option<(bool, u8)>,
    square_bounds: [SquareBound; MAX_SIDE + 2],
}

impl<'s> ShadowBounds<'s> {
    pub(crate) fn new(search: &'s Search, position: &'s Position, rack_bounds: &'s RackBounds, rack: &'s Rack) -> Self {
        let letters = &rack.tiles()[usize::from(rack.blanks)..];
        let (states, map, scoring) = (search.states(), search.map(), search.scoring());
        let square_bounds = [SquareBound::default(); _];
        Self { states, position, rack_bounds, map, letters, scoring, lane: None, square_bounds }
    }

    /// The bounds of the plays from an anchor with this number of blanks, by the number of tiles laid. Plays of the whole
    /// rack become slots of `full_rack` instead.
    pub(crate) fn bounds(&mut self, anchor: Anchor, blanks: u8, full_rack: &mut FullRackPlays) -> [i32; SIZES] {
        let rack_bounds = self.rack_bounds;
        let mut bounds = [IMPOSSIBLE; SIZES];
        self.spans(anchor, blanks, |span| {
            let bound = span.bound(rack_bounds, blanks);
            if span.laid != full_rack.tiles {
                let most = &mut bounds[size(span.laid)];
                *most = bound.max(*most);
            } else if blanks == full_rack.blanks && bound > MIN_EQUITY {
                full_rack.add_slot(anchor, span.first, bound);
            }
        });
        bounds
    }

    /// The filter for plays from an anchor with this number of blanks and an equity of at least `threshold`; `bounds` are the
    /// bounds of its plays. No restriction for a rack of more than seven tiles.
    ///
    /// Without blanks only the number of tiles is limited: to find out which subsets can spell a word costs more than to
    /// generate the plays. A blank is tried as every letter, so that with blanks it pays.
    pub(crate) fn filter(&mut self, anchor: Anchor, blanks: u8, bounds: &[i32; SIZES], threshold: i32) -> PlayFilter {
        let rack_bounds = self.rack_bounds;
        if rack_bounds.tiles > SIZES - 1 {
            return PlayFilter::default();
        }
        let most_tiles = bounds.iter().rposition(|bound| *bound >= threshold.max(MIN_EQUITY)).unwrap_or(0);
        let playthrough = self.playthrough(anchor);
        if blanks == 0 || playthrough == SEVERAL || self.map.is_none() {
            return PlayFilter { subsets: halves(AT_MOST[most_tiles]), ..PlayFilter::default() };
        }
        // The most that spans add, by the number of tiles laid and the multiplier: of the spans with no other playthrough than
        // that of the anchor, and of the others.
        let mut added = [[[IMPOSSIBLE; MULTIPLIERS]; SIZES]; 2];
        self.spans(anchor, blanks, |span| {
            if span.laid > most_tiles {
                return;
            }
            let others = usize::from(span.playthrough != playthrough);
            let most = &mut added[others][span.laid][span.table_multiplier() as usize - 1];
            *most = span.added(rack_bounds).max(*most);
        });
        let (mut subsets, mut blank_letters) = (0u128, 0);
        for (added, playthrough) in added.iter().zip([playthrough, SEVERAL]) {
            for (laid, added) in added.iter().enumerate().take(most_tiles + 1) {
                let good = |subset: &RackSubset| highest_sum(added, &subset.equities()) >= threshold;
                for (number, subset) in rack_bounds.subsets(blanks, laid).filter(|(_, subset)| good(subset)) {
                    let letters = self.blank_letters(subset, playthrough, blanks);
                    if letters != 0 {
                        subsets |= 1 << number;
                        blank_letters |= letters << 1;
                    }
                }
            }
        }
        // The number of a subset without its tile `n` is lower by 2ⁿ.
        for (tile, with) in WITH.iter().enumerate() {
            subsets |= (subsets & with) >> (1 << tile);
        }
        PlayFilter { subsets: halves(subsets), blank_letters }
    }

    /// The playthrough of all plays from an anchor.
    fn playthrough(&self, anchor: Anchor) -> u8 {
        let lanes = self.position.lanes(anchor.down);
        let Some(number) = anchor.block else { return 0 };
        lanes.blocks(usize::from(anchor.lane))[usize::from(number)].letter
    }

    /// The letters, bit 0 for letter 1, that the blank of a subset may stand for to spell a word with the playthrough; all if
    /// that is not known.
    fn blank_letters(&self, subset: &RackSubset, playthrough: u8, blanks: u8) -> u64 {
        match self.map {
            Some(_) if blanks == 1 && playthrough == 0 => u64::from(subset.reach.letters),
            Some(map) if blanks == 1 && playthrough != SEVERAL => {
                u64::from(map.reach(subset.letters.with(playthrough)).letters)
            }
            _ => !0,
        }
    }

    /// Calls `visit` for every span that a play from an anchor may cover. Without blanks no tile is laid on a closed square.
    #[inline(always)]
    fn spans(&mut self, anchor: Anchor, blanks: u8, mut visit: impl FnMut(Span)) {
        let position = self.position;
        let lanes = position.lanes(anchor.down);
        let squares = lanes.lane(usize::from(anchor.lane));
        if self.lane != Some((anchor.down, anchor.lane)) {
            self.enter_lane(squares);
            self.lane = Some((anchor.down, anchor.lane));
        }
        let mut left = SpanPart::default();
        let mut at = usize::from(anchor.at);
        let mut extends_left = true;
        match anchor.block {
            Some(number) => {
                let block = lanes.blocks(usize::from(anchor.lane))[usize::from(number)];
                at = usize::from(block.first);
                extends_left = block.state.mask & !SEPARATOR & squares[at - 1].cross_set & self.choices(blanks) != 0;
                let after = self.states.past_separator(block.state);
                let extends_right =
                    after.mask & squares[usize::from(block.last) + 1].cross_set & self.choices(blanks) != 0;
                if !extends_left && !extends_right {
                    return;
                }
                (left.playthrough, left.playthrough_points) = (block.letter, block.value);
            }
            None if self.square_bounds[at].is_closed && blanks == 0 => return,
            None => at += 1,
        }
        let mut rights = [SpanPart::default(); MAX_LENGTH + 1];
        let most_right = self.right_parts(squares, usize::from(anchor.at) + 1, blanks, &mut rights);
        for before in 0..=self.rack_bounds.tiles {
            if before > 0 || anchor.block.is_some() {
                let rights = rights[..=most_right].iter().enumerate();
                for (after, right) in rights.take(self.rack_bounds.tiles - before + 1) {
                    let laid = before + after;
                    let bonus = if laid == self.scoring.rack_size { self.scoring.bingo } else { 0 };
                    visit(Span {
                        first: at,
                        laid,
                        playthrough: joined(left.playthrough, right.playthrough),
                        multiplier: left.multiplier * right.multiplier,
                        playthrough_points: left.playthrough_points + right.playthrough_points,
                        cross_points: left.cross_points + right.cross_points + bonus,
                        premiums: left.premiums + right.premiums,
                    });
                }
            }
            at -= 1;
            let is_closed = self.square_bounds[at].is_closed && blanks == 0;
            if at < usize::from(anchor.limit) || !extends_left || is_closed {
                break;
            }
            left = left.laid(&squares[at], self.square_bounds[at]);
        }
    }

    /// The letters that can be laid.
    fn choices(&self, blanks: u8) -> u64 {
        if blanks > 0 { !SEPARATOR } else { self.rack_bounds.held }
    }

    /// Computes the bounds of the squares of a lane.
    fn enter_lane(&mut self, squares: &[Square]) {
        for (bound, square) in self.square_bounds.iter_mut().zip(squares) {
            let is_closed = square.cross_set & self.rack_bounds.held == 0;
            // The first letter that fits has the highest value.
            let fits = |tile: &&u8| square.cross_set >> **tile & 1 != 0;
            let top_value =
                || self.letters.iter().find(fits).map_or(0, |tile| self.scoring.values[usize::from(tile & 63)]);
            let cross_points = match square.cross_length {
                0 => 0,
                _ => square.cross_score + i32::from(square.cross_multiplier) * i32::from(top_value()),
            };
            *bound = SquareBound { is_closed, cross_points };
        }
    }

    /// The parts to the right of a square by the number of tiles laid there; returns the largest number.
    fn right_parts(&self, squares: &[Square], mut at: usize, blanks: u8, rights: &mut [SpanPart]) -> usize {
        let mut part = SpanPart::default();
        for (laid, right) in rights.iter_mut().enumerate().take(self.rack_bounds.tiles + 1) {
            if laid > 0 {
                if self.square_bounds[at].is_closed && blanks == 0 || squares[at].cross_set == 0 {
                    return laid - 1;
                }
                part = part.laid(&squares[at], self.square_bounds[at]);
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

/// The highest sum of what spans add and the equity of a subset, over the word multipliers.
#[inline(always)]
fn highest_sum(added: &[i32; MULTIPLIERS], equities: &[i32; MULTIPLIERS]) -> i32 {
    let sums: [i32; MULTIPLIERS] = std::array::from_fn(|multiplier| added[multiplier] + equities[multiplier]);
    sums.into_iter().fold(i32::MIN, i32::max)
}

fn halves(subsets: u128) -> [u64; 2] {
    [subsets as u64, (subsets >> 64) as u64]
}

/// The subsets of seven tiles that have each tile.
const WITH: [u128; SIZES - 1] = {
    let mut with = [0; SIZES - 1];
    let mut subset = 0;
    while subset < 128 {
        let mut tile = 0;
        while tile < SIZES - 1 {
            if subset >> tile & 1 != 0 {
                with[tile] |= 1 << subset;
            }
            tile += 1;
        }
        subset += 1;
    }
    with
};

/// The subsets of seven tiles with at most so many tiles.
const AT_MOST: [u128; SIZES] = {
    let mut subsets = [0; SIZES];
    let mut size = 0;
    while size < SIZES {
        let mut subset = 0u8;
        while subset < 128 {
            if subset.count_ones() as usize <= size {
                subsets[size] |= 1 << subset;
            }
            subset += 1;
        }
        size += 1;
    }
    subsets
};

#[cfg(test)]
mod tests;
