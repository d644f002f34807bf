//! Every play of a rack along one lane, each found once.
//!
//! After Gordon: a play is found from the leftmost of the lane's anchors that it covers. An anchor
//! is the last square of a block of tiles, or an empty square without a neighbour in the lane but
//! with one across it. From an anchor the word grows to the left, not as far as the anchor before;
//! then it turns, once, and grows to the right as far as it will.

use crate::BLANK;
use crate::layout::MAX_SIDE;
use crate::minimal::TURN;
use crate::plays::{Collect, Place};
use crate::position::{Block, Lanes, Square};
use crate::search_graph::{Arc, State, States};

/// Letters of a rack that are still to be laid.
#[derive(Debug, Clone)]
pub(crate) struct Rack {
    counts: [u8; 64],
    /// The letters of which there is a tile.
    held: u64,
    blanks: u8,
}

impl Rack {
    /// The rack of these codes, each below 64; 0 is a blank.
    pub(crate) fn of(tiles: &[u8]) -> Self {
        let mut rack = Self { counts: [0; 64], held: 0, blanks: 0 };
        for tile in tiles {
            if *tile == 0 { rack.blanks += 1 } else { rack.put(*tile) }
        }
        rack
    }

    #[inline(always)]
    fn take(&mut self, letter: u8) {
        let count = &mut self.counts[usize::from(letter & 63)];
        *count -= 1;
        self.held &= !(u64::from(*count == 0) << letter);
    }

    #[inline(always)]
    fn put(&mut self, letter: u8) {
        self.counts[usize::from(letter & 63)] += 1;
        self.held |= 1 << letter;
    }

    /// The letters that can be laid.
    #[inline(always)]
    fn choices(&self) -> u64 {
        // Bit 0 is the turn and no letter.
        if self.blanks > 0 { !1 } else { self.held }
    }
}

/// The points of a word as it grows.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// The sum of the word's letters.
    main: i32,
    /// What multiplies it.
    word: i32,
    /// The points of the words across.
    side: i32,
    /// How many tiles were laid.
    laid: u8,
}

impl Run {
    #[inline(always)]
    fn with(self, square: &Square, value: i32) -> Self {
        Self {
            main: self.main + value * square.letter,
            word: self.word * square.word,
            side: self.side + square.side + value * square.side_letter,
            laid: self.laid + 1,
        }
    }
}

/// What does not change during a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale<'s> {
    pub(crate) values: &'s [i32; 64],
    /// How many tiles earn the bonus, and the bonus.
    pub(crate) rack_size: usize,
    pub(crate) bingo: i32,
}

/// Finds the plays along one lane.
pub(crate) struct Generator<'s, C> {
    states: States<'s>,
    scale: Scale<'s>,
    squares: &'s [Square],
    down: bool,
    lane: usize,
    /// The tiles laid so far, by the square of the lane.
    laid: [u8; MAX_SIDE + 2],
    rack: Rack,
    anchor: usize,
    /// The leftmost square on which this anchor may lay.
    limit: usize,
    /// The first square of the word, once it has turned.
    first: usize,
    collect: &'s mut C,
}

/// Finds the plays along all lanes of one direction; on a board without tiles, those over the
/// square `start` (lane and place in the lane, from 0).
pub(crate) fn generate<C: Collect>(
    lanes: &Lanes,
    down: bool,
    start: Option<(usize, usize)>,
    rack: &Rack,
    scale: Scale,
    states: States,
    collect: &mut C,
) {
    let mut generator = Generator {
        states,
        scale,
        squares: &[],
        down,
        lane: 0,
        laid: [0; MAX_SIDE + 2],
        rack: rack.clone(),
        anchor: 0,
        limit: 0,
        first: 0,
        collect,
    };
    if let Some((lane, at)) = start {
        generator.enter(lanes, lane);
        generator.through_square(at + 1, 1);
        return;
    }
    let mut blocks = lanes.blocks.as_slice();
    for lane in 0..lanes.count() {
        let (here, rest) = blocks.split_at(blocks.partition_point(|block| block.lane == lane));
        blocks = rest;
        generator.enter(lanes, lane);
        generator.through_anchors(here);
    }
}

impl<'s, C: Collect> Generator<'s, C> {
    fn enter(&mut self, lanes: &'s Lanes, lane: usize) {
        self.lane = lane;
        self.squares = lanes.lane(lane);
    }

    fn through_anchors(&mut self, blocks: &[Block]) {
        let mut limit = 1;
        let mut at = 1;
        for block in blocks {
            // The square before a block belongs to the block.
            limit = self.through_crossed(at..block.first - 1, limit);
            self.through_block(block, limit);
            // A tile on the next square would touch this block, so it belongs to this anchor.
            limit = block.last + 2;
            at = block.last + 2;
        }
        self.through_crossed(at..self.squares.len() - 1, limit);
    }

    /// Tries the crossed ones of some empty squares; gives the limit after them.
    fn through_crossed(&mut self, squares: std::ops::Range<usize>, mut limit: usize) -> usize {
        for at in squares {
            if self.squares[at].crossing != 0 {
                self.through_square(at, limit);
                limit = at + 1;
            }
        }
        limit
    }

    fn through_square(&mut self, at: usize, limit: usize) {
        (self.anchor, self.limit) = (at, limit);
        self.extend::<true>(self.states.root(), at, Run { main: 0, word: 1, side: 0, laid: 0 });
    }

    fn through_block(&mut self, block: &Block, limit: usize) {
        (self.anchor, self.limit) = (block.last, limit);
        self.left(block.state, block.first - 1, Run { main: block.value, word: 1, side: 0, laid: 0 });
    }

    /// Goes on from a word that begins after the square `at`: turns, or lays a tile there.
    fn left(&mut self, state: State, at: usize, run: Run) {
        let turned = self.states.turned(state);
        if self.fits(turned, self.anchor + 1) {
            self.first = at + 1;
            self.extend::<false>(turned, self.anchor + 1, run);
        }
        if at >= self.limit {
            self.extend::<true>(state, at, run);
        }
    }

    /// Goes on from a word that ends before the square `at`: over the tiles there, then lays one.
    fn right(&mut self, mut state: State, mut at: usize, mut run: Run) {
        while self.squares[at].tile != 0 {
            let Some(arc) = self.states.step(state, self.squares[at].tile) else { return };
            run.main += self.squares[at].value;
            at += 1;
            if arc.accepts && self.squares[at].tile == 0 {
                self.found(self.first, at - 1, run);
            }
            state = arc.state;
        }
        self.extend::<false>(state, at, run);
    }

    /// Whether some tile of the rack goes on from the state to the empty square `at`.
    #[inline(always)]
    fn fits(&self, state: State, at: usize) -> bool {
        state.mask & self.squares[at].allowed & self.rack.choices() != 0
    }

    /// Lays on the empty square `at` each tile of the rack that goes on from the state.
    #[inline(always)]
    fn extend<const LEFT: bool>(&mut self, state: State, at: usize, run: Run) {
        let square = &self.squares[at];
        let mut choices = state.mask & square.allowed & self.rack.choices();
        while choices != 0 {
            let letter = choices.trailing_zeros() as u8;
            let bit = choices & choices.wrapping_neg();
            choices ^= bit;
            let arc = self.states.arc(state, bit);
            if self.rack.held & bit != 0 {
                self.rack.take(letter);
                let value = self.scale.values[usize::from(letter & 63)];
                self.lay::<LEFT>(arc, at, letter, run.with(square, value));
                self.rack.put(letter);
            }
            if self.rack.blanks > 0 {
                self.rack.blanks -= 1;
                self.lay::<LEFT>(arc, at, letter | BLANK, run.with(square, 0));
                self.rack.blanks += 1;
            }
        }
    }

    #[inline(always)]
    fn lay<const LEFT: bool>(&mut self, arc: Arc, at: usize, tile: u8, run: Run) {
        self.laid[at] = tile;
        if LEFT {
            // The squares beside the word are empty: the anchor's right one, and all from the limit on.
            if arc.accepts {
                self.found(at, self.anchor, run);
            }
            if arc.state.mask & TURN != 0 && self.rack.choices() != 0 || at > self.limit && self.fits(arc.state, at - 1)
            {
                self.left(arc.state, at - 1, run);
            }
        } else if self.squares[at + 1].tile != 0 {
            self.right(arc.state, at + 1, run);
        } else {
            if arc.accepts {
                self.found(self.first, at, run);
            }
            if self.fits(arc.state, at + 1) {
                self.right(arc.state, at + 1, run);
            }
        }
        self.laid[at] = 0;
    }

    #[inline(always)]
    fn found(&mut self, first: usize, last: usize, run: Run) {
        if run.laid == 1 && !self.is_ours(first, last) {
            return;
        }
        let bonus = if usize::from(run.laid) == self.scale.rack_size { self.scale.bingo } else { 0 };
        let place = Place { down: self.down, lane: self.lane, first: first - 1 };
        self.collect.take(run.main * run.word + run.side + bonus, place, &self.laid[first..=last]);
    }

    /// Whether a play of one tile counts as one along this lane: a tile that makes two words is
    /// found both ways, and belongs to the longer word, or to the one across of two as long.
    #[cold]
    fn is_ours(&self, first: usize, last: usize) -> bool {
        let length = last - first + 1;
        let crossing = (first..=last).find(|at| self.laid[*at] != 0).map_or(0, |at| self.squares[at].crossing);
        usize::from(crossing) < length + usize::from(!self.down)
    }
}
