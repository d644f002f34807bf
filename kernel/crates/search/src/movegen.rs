//! Every play of a rack, each found once.
//!
//! After Gordon: a play is found from the leftmost of the lane's anchors that it covers. An anchor
//! is the last square of a block of tiles, or an empty square without a neighbour in the lane but
//! with one across it. From an anchor the word grows to the left, not as far as the anchor before;
//! then it turns, once, and grows to the right as far as it will.

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
    /// Calls `visit` for every play, each once, always in the same order.
    pub fn each(&self, position: &Position, rack: &Rack, visit: impl FnMut(GeneratedPlay<'_>)) {
        let mut visit = visit;
        self.collect(position, rack, &mut visit);
    }

    /// The number of plays, the sum of their scores and the highest.
    #[must_use]
    pub fn totals(&self, position: &Position, rack: &Rack) -> Totals {
        let mut totals = Totals::default();
        self.collect(position, rack, &mut totals);
        totals
    }

    fn collect<C: PlayRecorder>(&self, position: &Position, rack: &Rack, recorder: &mut C) {
        let mut generator = Generator::new(position, rack, self.scoring(), self.states(), recorder);
        anchors(position, self.start(), self.lanes(), |anchor| generator.through(anchor));
    }

    /// Calls `visit` for every play in the lane of this number, each once, always in the same order.
    pub fn each_in_lane(&self, position: &Position, rack: &Rack, number: u8, visit: impl FnMut(GeneratedPlay<'_>)) {
        let mut visit = visit;
        let mut generator = Generator::new(position, rack, self.scoring(), self.states(), &mut visit);
        anchors(position, self.start(), LaneSet(1 << number), |anchor| generator.through(anchor));
    }
}

/// What is worth laying.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayFilter {
    /// The sets of tiles, and all parts of them: bit `n` stands for the set `n`.
    pub(crate) sets: [u64; 2],
    /// The letters for which a blank may stand.
    pub(crate) blank_letters: u64,
}

impl Default for PlayFilter {
    /// Everything.
    fn default() -> Self {
        Self { sets: [!0; 2], blank_letters: !0 }
    }
}

/// Finds the plays of a rack, anchor by anchor.
pub(crate) struct Generator<'s, C> {
    states: States<'s>,
    scale: Scoring<'s>,
    position: &'s Position,
    squares: &'s [Square],
    down: bool,
    lane: usize,
    /// The tiles laid, by the square of the lane; what stands beside the word is of no account.
    laid: [u8; MAX_SIDE + 2],
    rack: &'s Rack,
    hand: Hand,
    anchor: usize,
    /// The leftmost square on which this anchor may lay.
    limit: usize,
    /// The first square of the word, once it has past_separator.
    first: usize,
    /// What is worth laying.
    pub(crate) filter: PlayFilter,
    /// Whether every blank of the rack must be laid.
    all_blanks: bool,
    /// Plays that lay so many tiles are found elsewhere; 0 for none.
    pub(crate) excluded_size: usize,
    pub(crate) recorder: &'s mut C,
}

impl<'s, C: PlayRecorder> Generator<'s, C> {
    pub(crate) fn new(
        position: &'s Position,
        rack: &'s Rack,
        scale: Scoring<'s>,
        states: States<'s>,
        recorder: &'s mut C,
    ) -> Self {
        Self {
            states,
            scale,
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

    /// From now on finds the plays that lay just so many blanks of the rack.
    pub(crate) fn lay_blanks(&mut self, count: u8) {
        self.hand = self.rack.hand(count);
        self.all_blanks = true;
    }

    /// Finds the plays of one anchor, each once.
    pub(crate) fn through(&mut self, anchor: Anchor) {
        let position = self.position;
        let lanes = position.lanes(anchor.down);
        (self.down, self.lane) = (anchor.down, usize::from(anchor.lane));
        (self.anchor, self.limit) = (usize::from(anchor.at), usize::from(anchor.limit));
        self.squares = lanes.lane(self.lane);
        self.laid = [0; _];
        match anchor.block {
            None => self.extend::<true>(self.states.root(), self.anchor, self.hand, PartialScore::default()),
            Some(number) => {
                let Block { state, value, first, .. } = lanes.blocks(self.lane)[usize::from(number)];
                self.left(state, usize::from(first) - 1, self.hand, PartialScore::over(value));
            }
        }
    }

    /// Goes on from a word that begins after the square `at`: turns, or lays a tile there.
    fn left(&mut self, state: State, at: usize, hand: Hand, run: PartialScore) {
        let past_separator = self.states.past_separator(state);
        if self.fits(past_separator, self.anchor + 1, hand) {
            self.first = at + 1;
            self.extend::<false>(past_separator, self.anchor + 1, hand, run);
        }
        if at >= self.limit {
            self.extend::<true>(state, at, hand, run);
        }
    }

    /// Goes on from a word that ends before the square `at`: over the tiles there, then lays one.
    fn right(&mut self, mut state: State, mut at: usize, hand: Hand, mut run: PartialScore) {
        while self.squares[at].tile != 0 {
            let Some(arc) = self.states.step(state, self.squares[at].tile) else { return };
            run.main += i32::from(self.squares[at].value);
            at += 1;
            if arc.accepts && self.squares[at].tile == 0 {
                self.found(self.first, at - 1, hand, run);
            }
            state = arc.state;
        }
        self.extend::<false>(state, at, hand, run);
    }

    /// Whether some tile of the hand goes on from the state to the empty square `at`.
    #[inline(always)]
    fn fits(&self, state: State, at: usize, hand: Hand) -> bool {
        state.mask & self.squares[at].cross_set & hand.choices() != 0
    }

    /// Whether what a hand has laid is part of a set that is worth laying.
    #[inline(always)]
    fn passes_filter(&self, hand: Hand) -> bool {
        self.filter.sets[usize::from(hand.used >> 6 & 1)] >> (hand.used & 63) & 1 != 0
    }

    /// Lays on the empty square `at` each tile of the hand that goes on from the state.
    #[inline(always)]
    fn extend<const LEFT: bool>(&mut self, state: State, at: usize, hand: Hand, run: PartialScore) {
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
                let value = i32::from(self.scale.values[usize::from(letter & 63)]);
                self.lay::<LEFT>(arc, at, letter, hand, run.with(square, value));
            }
        }
        if hand.blanks > 0 {
            let hand = self.rack.lay_blank(hand);
            if self.passes_filter(hand) {
                self.lay_blank::<LEFT>(state, at, fitting & self.filter.blank_letters & !SEPARATOR, hand, run);
            }
        }
    }

    /// Lays a blank on the empty square `at` for each of some letters that go on from the state.
    fn lay_blank<const LEFT: bool>(
        &mut self,
        state: State,
        at: usize,
        mut letters: u64,
        hand: Hand,
        run: PartialScore,
    ) {
        let square = &self.squares[at];
        while letters != 0 {
            let letter = letters.trailing_zeros() as u8;
            let bit = letters & letters.wrapping_neg();
            letters ^= bit;
            let arc = self.states.arc(state, bit);
            self.lay::<LEFT>(arc, at, letter | BLANK, hand, run.with(square, 0));
        }
    }

    #[inline(always)]
    fn lay<const LEFT: bool>(&mut self, arc: GaddagArc, at: usize, tile: u8, hand: Hand, run: PartialScore) {
        self.laid[at] = tile;
        if LEFT {
            // The squares beside the word are empty: the anchor's right one, and all from the limit on.
            if arc.accepts {
                self.found(at, self.anchor, hand, run);
            }
            let goes_on = arc.state.mask & SEPARATOR != 0 || at > self.limit && self.fits(arc.state, at - 1, hand);
            if goes_on && hand.choices() != 0 {
                self.left(arc.state, at - 1, hand, run);
            }
        } else if self.squares[at + 1].tile != 0 {
            self.right(arc.state, at + 1, hand, run);
        } else {
            if arc.accepts {
                self.found(self.first, at, hand, run);
            }
            if self.fits(arc.state, at + 1, hand) {
                self.right(arc.state, at + 1, hand, run);
            }
        }
    }

    #[inline(always)]
    fn found(&mut self, first: usize, last: usize, hand: Hand, run: PartialScore) {
        let laid = hand.used.count_ones() as usize;
        let is_elsewhere = laid == self.excluded_size || self.all_blanks && hand.blanks > 0;
        if is_elsewhere || laid == 1 && !self.is_ours(first, last) {
            return;
        }
        let bonus = if laid == self.scale.rack_size { self.scale.bingo } else { 0 };
        let place = Place { down: self.down, lane: self.lane, first: first - 1 };
        let score = run.score() + bonus;
        self.recorder.record(GeneratedPlay { score, used: hand.used, place, tiles: &self.laid[first..=last] });
    }

    /// Whether a play of one tile counts as one along this lane: a tile that makes two words is
    /// found both ways, and belongs to the longer word, or to the one across of two as long.
    #[cold]
    fn is_ours(&self, first: usize, last: usize) -> bool {
        let length = last - first + 1;
        let laid = (first..=last).find(|at| self.squares[*at].tile == 0);
        let cross_length = laid.map_or(0, |at| self.squares[at].cross_length);
        usize::from(cross_length) < length + usize::from(!self.down)
    }
}
