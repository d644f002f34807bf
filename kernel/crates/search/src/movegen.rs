//! Move generation: all plays of a rack in a position, each once.
//!
//! Gordon's algorithm (1994): a play is generated from the leftmost anchor of its lane that it covers. From the anchor
//! the word grows to the left, up to the limit of the anchor; then it passes the separator of the GADDAG and grows to
//! the right.

use crate::BLANK;
use crate::anchors::{Anchor, anchors};
use crate::automaton::SEPARATOR;
use crate::cross_sets::{Block, Square};
use crate::gaddag::{GaddagArc, State, States};
use crate::lane_set::LaneSet;
use crate::layout::MAX_SIDE;
use crate::play::{GeneratedPlay, Place, PlayRecorder, Totals};
use crate::position::Position;
use crate::rack::{Hand, Rack};
use crate::scoring::{PartialScore, Scoring};
use crate::search::Search;

impl Search {
    /// Calls `visit` for every play, each once, in an order that depends on the position alone.
    pub fn each(&self, position: &Position, rack: &Rack, visit: impl FnMut(GeneratedPlay<'_>)) {
        let mut visit = visit;
        self.collect(position, rack, &mut visit);
    }

    /// The number of plays, the sum of their scores and the highest score.
    #[must_use]
    pub fn totals(&self, position: &Position, rack: &Rack) -> Totals {
        let mut totals = Totals::default();
        self.collect(position, rack, &mut totals);
        totals
    }

    fn collect<C: PlayRecorder>(&self, position: &Position, rack: &Rack, recorder: &mut C) {
        let mut generator = Generator::new(position, rack, self.scoring(), self.states(), recorder);
        anchors(position, self.start(), self.lanes(), |anchor| generator.generate(anchor));
    }

    /// [`each`](Self::each) for the plays of one lane, by its number.
    pub fn each_in_lane(&self, position: &Position, rack: &Rack, number: u8, visit: impl FnMut(GeneratedPlay<'_>)) {
        let mut visit = visit;
        let mut generator = Generator::new(position, rack, self.scoring(), self.states(), &mut visit);
        anchors(position, self.start(), LaneSet(1 << number), |anchor| generator.generate(anchor));
    }
}

/// A filter of the subsets of the rack and of the letters for blanks: plays outside it need not be generated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayFilter {
    /// The subsets of tiles and all their parts: bit `n` stands for the subset `n`.
    pub(crate) subsets: [u64; 2],
    /// The letters that a blank may stand for.
    pub(crate) blank_letters: u64,
}

impl Default for PlayFilter {
    /// No restriction.
    fn default() -> Self {
        Self { subsets: [!0; 2], blank_letters: !0 }
    }
}

/// Generates the plays of a rack, anchor by anchor.
pub(crate) struct Generator<'s, C> {
    states: States<'s>,
    scoring: Scoring<'s>,
    position: &'s Position,
    squares: &'s [Square],
    down: bool,
    lane: usize,
    /// The tiles laid, by square of the lane; values beside the word are not used.
    laid: [u8; MAX_SIDE + 2],
    rack: &'s Rack,
    hand: Hand,
    anchor: usize,
    /// The leftmost square on which plays from this anchor may lay a tile.
    limit: usize,
    /// The first square of the word, once it is past the separator.
    first: usize,
    /// Which plays need to be generated.
    pub(crate) filter: PlayFilter,
    /// Whether the plays must lay every blank of the hand.
    all_blanks: bool,
    /// Plays of so many tiles are not recorded, as they are found elsewhere; 0 for none.
    pub(crate) excluded_size: usize,
    pub(crate) recorder: &'s mut C,
}

impl<'s, C: PlayRecorder> Generator<'s, C> {
    pub(crate) fn new(
        position: &'s Position,
        rack: &'s Rack,
        scoring: Scoring<'s>,
        states: States<'s>,
        recorder: &'s mut C,
    ) -> Self {
        Self {
            states,
            scoring,
            position,
            squares: &[],
            down: false,
            lane: 0,
            laid: [0; MAX_SIDE + 2],
            rack,
            hand: rack.hand(rack.blanks),
            anchor: 0,
            limit: 0,
            first: 0,
            filter: PlayFilter::default(),
            all_blanks: false,
            excluded_size: 0,
            recorder,
        }
    }

    /// From now on only plays with exactly `count` blanks are generated.
    pub(crate) fn require_blanks(&mut self, count: u8) {
        self.hand = self.rack.hand(count);
        self.all_blanks = true;
    }

    /// Generates the plays from one anchor, each once.
    pub(crate) fn generate(&mut self, anchor: Anchor) {
        let position = self.position;
        let lanes = position.lanes(anchor.down);
        (self.down, self.lane) = (anchor.down, usize::from(anchor.lane));
        (self.anchor, self.limit) = (usize::from(anchor.at), usize::from(anchor.limit));
        self.squares = lanes.lane(self.lane);
        self.laid = [0; _];
        match anchor.block {
            None => self.lay_tiles::<true>(self.states.root(), self.anchor, self.hand, PartialScore::default()),
            Some(number) => {
                let Block { state, value, first, .. } = lanes.blocks(self.lane)[usize::from(number)];
                self.grow_left(state, usize::from(first) - 1, self.hand, PartialScore::over(value));
            }
        }
    }

    /// Continues a word that begins after the square `at`: passes the separator, or lays a tile there.
    fn grow_left(&mut self, state: State, at: usize, hand: Hand, score: PartialScore) {
        let past_separator = self.states.past_separator(state);
        if self.can_extend(past_separator, self.anchor + 1, hand) {
            self.first = at + 1;
            self.lay_tiles::<false>(past_separator, self.anchor + 1, hand, score);
        }
        if at >= self.limit {
            self.lay_tiles::<true>(state, at, hand, score);
        }
    }

    /// Continues a word that ends before the square `at`: over the tiles there, then lays a tile.
    fn grow_right(&mut self, mut state: State, mut at: usize, hand: Hand, mut score: PartialScore) {
        while self.squares[at].tile != 0 {
            let Some(arc) = self.states.step(state, self.squares[at].tile) else { return };
            score.main += i32::from(self.squares[at].value);
            at += 1;
            if arc.accepts && self.squares[at].tile == 0 {
                self.record(self.first, at - 1, hand, score);
            }
            state = arc.state;
        }
        self.lay_tiles::<false>(state, at, hand, score);
    }

    /// Whether a tile of the hand continues the state on the empty square `at`.
    #[inline(always)]
    fn can_extend(&self, state: State, at: usize, hand: Hand) -> bool {
        state.mask & self.squares[at].cross_set & hand.choices() != 0
    }

    /// Whether the tiles laid so far are a part of a subset that passes the filter.
    #[inline(always)]
    fn passes_filter(&self, hand: Hand) -> bool {
        self.filter.subsets[usize::from(hand.used >> 6 & 1)] >> (hand.used & 63) & 1 != 0
    }

    /// Lays each tile of the hand that continues the state on the empty square `at`.
    #[inline(always)]
    fn lay_tiles<const LEFT: bool>(&mut self, state: State, at: usize, hand: Hand, score: PartialScore) {
        let square = &self.squares[at];
        let fitting = state.mask & square.cross_set;
        let mut choices = fitting & hand.held;
        while choices != 0 {
            let letter = choices.trailing_zeros() as u8;
            let bit = choices & choices.wrapping_neg();
            choices ^= bit;
            let hand = self.rack.lay(hand, letter);
            if self.passes_filter(hand) {
                let arc = self.states.arc(state, bit);
                let value = i32::from(self.scoring.values[usize::from(letter & 63)]);
                self.lay::<LEFT>(arc, at, letter, hand, score.with(square, value));
            }
        }
        if hand.blanks > 0 {
            let hand = self.rack.lay_blank(hand);
            if self.passes_filter(hand) {
                self.lay_blank::<LEFT>(state, at, fitting & self.filter.blank_letters & !SEPARATOR, hand, score);
            }
        }
    }

    /// Lays a blank on the empty square `at` for each of the `letters`, which continue the state.
    fn lay_blank<const LEFT: bool>(
        &mut self,
        state: State,
        at: usize,
        mut letters: u64,
        hand: Hand,
        score: PartialScore,
    ) {
        let square = &self.squares[at];
        while letters != 0 {
            let letter = letters.trailing_zeros() as u8;
            let bit = letters & letters.wrapping_neg();
            letters ^= bit;
            let arc = self.states.arc(state, bit);
            self.lay::<LEFT>(arc, at, letter | BLANK, hand, score.with(square, 0));
        }
    }

    #[inline(always)]
    fn lay<const LEFT: bool>(&mut self, arc: GaddagArc, at: usize, tile: u8, hand: Hand, score: PartialScore) {
        self.laid[at] = tile;
        if LEFT {
            // The squares beside the word are empty: that after the anchor, and all from the limit on.
            if arc.accepts {
                self.record(at, self.anchor, hand, score);
            }
            let goes_on =
                arc.state.mask & SEPARATOR != 0 || at > self.limit && self.can_extend(arc.state, at - 1, hand);
            if goes_on && hand.choices() != 0 {
                self.grow_left(arc.state, at - 1, hand, score);
            }
        } else if self.squares[at + 1].tile != 0 {
            self.grow_right(arc.state, at + 1, hand, score);
        } else {
            if arc.accepts {
                self.record(self.first, at, hand, score);
            }
            if self.can_extend(arc.state, at + 1, hand) {
                self.grow_right(arc.state, at + 1, hand, score);
            }
        }
    }

    #[inline(always)]
    fn record(&mut self, first: usize, last: usize, hand: Hand, score: PartialScore) {
        let laid = hand.used.count_ones() as usize;
        let is_elsewhere = laid == self.excluded_size || self.all_blanks && hand.blanks > 0;
        if is_elsewhere || laid == 1 && !self.belongs_to_lane(first, last) {
            return;
        }
        let bonus = if laid == self.scoring.rack_size { self.scoring.bingo } else { 0 };
        let place = Place { down: self.down, lane: self.lane, first: first - 1 };
        let score = score.total() + bonus;
        self.recorder.record(GeneratedPlay { score, used: hand.used, place, tiles: &self.laid[first..=last] });
    }

    /// Whether a play of one tile belongs to this lane: a tile that makes two words is generated in both directions,
    /// and belongs to the longer word, or to the one across if both are equally long.
    #[cold]
    fn belongs_to_lane(&self, first: usize, last: usize) -> bool {
        let length = last - first + 1;
        let laid = (first..=last).find(|at| self.squares[*at].tile == 0);
        let cross_length = laid.map_or(0, |at| self.squares[at].cross_length);
        usize::from(cross_length) < length + usize::from(!self.down)
    }
}
