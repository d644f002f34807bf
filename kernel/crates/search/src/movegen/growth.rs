//! How words grow, by one letter at a time.

use super::play_filter::PlayFilter;
use super::queue::{Item, NextLevel};
use crate::alphabet::BLANK;
use crate::automaton::SEPARATOR;
use crate::cross_sets::Square;
use crate::gaddag::{GaddagArc, States};
use crate::play::{GeneratedPlay, Place, PlayRecorder, Tiles, Trace};
use crate::rack::Rack;
use crate::scoring::Scoring;
use crate::search::Search;

/// Where words begin to grow: an anchor in its lane, see [`crate::anchors::Anchor`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Origin<'s> {
    pub(super) squares: &'s [Square],
    pub(super) down: bool,
    pub(super) lane: u8,
    /// The square of the anchor.
    pub(super) at: u8,
    pub(super) limit: u8,
    pub(super) is_block: bool,
    /// Which plays need to be generated, for a recorder that selects.
    pub(super) filter: PlayFilter,
}

impl Origin<'_> {
    /// Whether a play of one tile belongs to this lane: a tile that makes two words is generated in both directions,
    /// and belongs to the longer word, or to the one across if both are equally long.
    #[cold]
    fn owns_tile(&self, first: u8, last: u8) -> bool {
        let word = &self.squares[usize::from(first)..=usize::from(last)];
        let cross_length = word.iter().find(|square| square.tile == 0).map_or(0, |square| square.cross_length);
        usize::from(cross_length) < word.len() + usize::from(!self.down)
    }
}

/// The square after that on which a tile is laid.
#[derive(Clone, Copy)]
struct Next {
    at: u8,
    /// Whether a tile lies there.
    lies_there: bool,
    /// The letters that continue the word there, if they can be laid or lie there.
    letters: u64,
}

impl Next {
    #[inline(always)]
    fn of<const LEFT: bool, T: Trace>(origin: &Origin<'_>, item: &Item<T>) -> Self {
        let at = if LEFT { item.at - 1 } else { item.at + 1 };
        let next = &origin.squares[usize::from(at)];
        let (lies_there, letters) = match LEFT {
            true => (false, if item.at > origin.limit { next.cross_set } else { 0 }),
            false if next.tile == 0 => (false, next.cross_set),
            false => (true, 1 << next.tile),
        };
        Self { at, lies_there, letters }
    }
}

/// Which plays a recorder that selects gets.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wanted {
    /// Plays of so many tiles are found elsewhere; 0 for none.
    pub(super) excluded_size: usize,
    /// Whether the plays must lay all blanks that they may.
    pub(super) all_blanks: bool,
}

/// What stays the same while words grow. `WIDE` says which form the arcs of the graph have.
pub(super) struct Growth<'s, const WIDE: bool> {
    states: States<'s>,
    scoring: Scoring<'s>,
    rack: &'s Rack,
    /// The letters left by each subset of tiles laid, a bit for each code.
    held: &'s [u64],
    wanted: Wanted,
}

impl<'s, const WIDE: bool> Growth<'s, WIDE> {
    pub(super) fn new(search: &'s Search, rack: &'s Rack, held: &'s [u64], wanted: Wanted) -> Self {
        Self { states: search.states(), scoring: search.scoring(), rack, held, wanted }
    }

    /// A word that grows to the left: passes the separator, and lays a tile to the left.
    #[inline(always)]
    pub(super) fn grow_left<C: PlayRecorder>(
        &self,
        origin: &Origin<'_>,
        item: &Item<C::Trace>,
        lefts: &mut NextLevel<C::Trace>,
        rights: &mut NextLevel<C::Trace>,
        recorder: &mut C,
    ) {
        if origin.is_block || item.used != 0 {
            let past = self.states.past_separator_as::<WIDE>(item.state());
            let at = origin.at + 1;
            let letters = origin.squares[usize::from(at)].cross_set & self.choices(item.used, item.blanks);
            let turned = Item { first: item.at + 1, ..*item }.moved(past, at);
            self.push_if(past.mask & letters != 0, turned, rights);
        }
        if item.at >= origin.limit {
            self.lay_tiles::<true, C>(origin, item, lefts, recorder);
        }
    }

    /// A word that grows to the right: goes over the tile on its square, or lays one there.
    #[inline(always)]
    pub(super) fn grow_right<C: PlayRecorder>(
        &self,
        origin: &Origin<'_>,
        item: &Item<C::Trace>,
        rights: &mut NextLevel<C::Trace>,
        recorder: &mut C,
    ) {
        let square = &origin.squares[usize::from(item.at)];
        if square.tile == 0 {
            self.lay_tiles::<false, C>(origin, item, rights, recorder);
            return;
        }
        let arc = self.states.arc_as::<WIDE>(item.state(), 1 << square.tile);
        let mut longer = item.moved(arc.state, item.at + 1);
        longer.score.main += i32::from(square.value);
        let next = &origin.squares[usize::from(longer.at)];
        let mut letters = 1 << next.tile;
        if next.tile == 0 {
            letters = next.cross_set & self.choices(item.used, item.blanks);
            if arc.accepts {
                self.record(origin, &longer, item.first, item.at, recorder);
            }
        }
        self.push_if(arc.state.mask & letters != 0, longer, rights);
    }

    /// The letters that can be laid, a bit for each code.
    #[inline(always)]
    fn choices(&self, used: u16, blanks: u8) -> u64 {
        // Bit 0 is the separator and no letter.
        let any = if blanks > 0 { !SEPARATOR } else { 0 };
        self.held[usize::from(used)] | any
    }

    /// Asks for the line that an item reads next, and queues it.
    #[inline(always)]
    fn push_if<T: Trace>(&self, wanted: bool, item: Item<T>, level: &mut NextLevel<T>) {
        self.states.prefetch_if(wanted, item.state());
        level.push_if(wanted, item);
    }

    /// Lays each tile that continues the word on its empty square.
    #[inline(always)]
    fn lay_tiles<const LEFT: bool, C: PlayRecorder>(
        &self,
        origin: &Origin<'_>,
        item: &Item<C::Trace>,
        level: &mut NextLevel<C::Trace>,
        recorder: &mut C,
    ) {
        let square = &origin.squares[usize::from(item.at)];
        let next = Next::of::<LEFT, _>(origin, item);
        let passes = |used: u16| !C::SELECTS || origin.filter.passes(used);
        let fitting = item.state().mask & square.cross_set;
        for bit in each_bit(fitting & self.held[usize::from(item.used)]) {
            let letter = bit.trailing_zeros() as u8;
            let used = item.used | self.rack.first_free(item.used, letter);
            if passes(used) {
                let value = i32::from(self.scoring.values[usize::from(letter & 63)]);
                let arc = self.states.arc_as::<WIDE>(item.state(), bit);
                let laid = Item { used, score: item.score.with(square, value), ..*item };
                self.lay::<LEFT, C>(origin, laid, arc, letter, next, level, recorder);
            }
        }
        if item.blanks > 0 {
            let used = item.used | self.rack.first_free(item.used, 0);
            let letters = if C::SELECTS { origin.filter.blank_letters } else { !0 };
            let fitting = if passes(used) { fitting & letters & !SEPARATOR } else { 0 };
            let blank = Item { used, blanks: item.blanks - 1, score: item.score.with(square, 0), ..*item };
            for bit in each_bit(fitting) {
                let letter = bit.trailing_zeros() as u8;
                let arc = self.states.arc_as::<WIDE>(item.state(), bit);
                self.lay::<LEFT, C>(origin, blank, arc, letter | BLANK, next, level, recorder);
            }
        }
    }

    /// Lays a tile on the square of an item whose score and tiles have it already.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "it is the body of the loops over letters")]
    fn lay<const LEFT: bool, C: PlayRecorder>(
        &self,
        origin: &Origin<'_>,
        item: Item<C::Trace>,
        arc: GaddagArc,
        tile: u8,
        next: Next,
        level: &mut NextLevel<C::Trace>,
        recorder: &mut C,
    ) {
        let longer = Item { trace: item.trace.with(tile, item.at - 1), ..item }.moved(arc.state, next.at);
        // The squares beside a word that grows to the left are empty: that after the anchor, and all from the limit on.
        if arc.accepts && !next.lies_there {
            let (first, last) = if LEFT { (item.at, origin.at) } else { (item.first, item.at) };
            self.record(origin, &longer, first, last, recorder);
        }
        let choices = self.choices(item.used, item.blanks);
        let letters = match LEFT {
            true if choices == 0 => 0,
            true => next.letters & choices | SEPARATOR,
            false if next.lies_there => next.letters,
            false => next.letters & choices,
        };
        self.push_if(arc.state.mask & letters != 0, longer, level);
    }

    #[inline(always)]
    fn record<C: PlayRecorder>(
        &self,
        origin: &Origin<'_>,
        item: &Item<C::Trace>,
        first: u8,
        last: u8,
        recorder: &mut C,
    ) {
        let laid = item.used.count_ones() as usize;
        let Wanted { excluded_size, all_blanks } = self.wanted;
        let is_elsewhere = C::SELECTS && (laid == excluded_size || all_blanks && item.blanks > 0);
        if is_elsewhere || laid == 1 && !origin.owns_tile(first, last) {
            return;
        }
        let bonus = if laid == self.scoring.rack_size { self.scoring.bingo } else { 0 };
        let place = Place { down: origin.down, lane: usize::from(origin.lane), first: usize::from(first) - 1 };
        let tiles = Tiles::Laid(item.trace.tiles(), usize::from(last + 1 - first));
        recorder.record(GeneratedPlay { score: item.score.total() + bonus, used: item.used, place, tiles });
    }
}

/// The bits of a set, each as a set of its own, the lowest first.
#[inline(always)]
fn each_bit(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
