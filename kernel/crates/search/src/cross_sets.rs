//! The rows or the columns of a board, each square with its cross-set and cross-score.

use crate::alphabet::BLANK;
use crate::bits::bits;
use crate::gaddag::{State, States};
use crate::layout::Layout;

/// The letter of a blank without a letter (a dead blank): not in any alphabet, so that no word contains it.
pub(crate) const NO_LETTER: u8 = 63;
/// Several letters, or one that is not in any alphabet.
pub(crate) const SEVERAL: u8 = NO_LETTER;

/// A square of one lane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Square {
    /// The cross-set: letters with which the crossing word is valid, a bit for each code; all without a crossing word,
    /// none on the edge.
    pub(crate) cross_set: u64,
    /// The cross-score: points of the tiles of the crossing word, times the word premium of this square.
    pub(crate) cross_score: i32,
    /// Points of the tile on this square.
    pub(crate) value: u8,
    /// The letter on this square, 0 for an empty square.
    pub(crate) tile: u8,
    /// The length of the crossing word that a tile on this square completes, 0 for none.
    pub(crate) cross_length: u8,
    /// The letter multiplier of this square.
    pub(crate) letter_premium: u8,
    /// The word multiplier of this square.
    pub(crate) word_premium: u8,
    /// The multiplier of a tile laid here in the crossing word, 0 without one.
    pub(crate) cross_multiplier: u8,
}

impl Square {
    fn set_cross(&mut self, cross_set: u64, length: u8, value: i32) {
        self.cross_set = cross_set;
        self.cross_length = length;
        self.cross_score = value * i32::from(self.word_premium);
        self.cross_multiplier = self.letter_premium * self.word_premium;
    }

    /// A hash of everything that may change on a square.
    pub(crate) fn hash(&self) -> u64 {
        let [small, side] =
            [u32::from_le_bytes([self.tile, self.value, self.cross_length, 0]), self.cross_score as u32];
        let rest = u64::from(small) | u64::from(side) << 32;
        self.cross_set.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ rest.wrapping_mul(0xA076_1D64_78BD_642F)
    }

    fn clear_cross(&mut self) {
        (self.cross_set, self.cross_score, self.cross_length, self.cross_multiplier) = (!0, 0, 0, 0);
    }
}

/// A maximal run of tiles in a lane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// The GADDAG state after reading the block backwards; the empty state if no word contains it so.
    pub(crate) state: State,
    /// The points of its tiles.
    pub(crate) value: i32,
    /// The first and the last square, from 1.
    pub(crate) first: u8,
    pub(crate) last: u8,
    /// The letter of its only tile, or [`SEVERAL`].
    pub(crate) letter: u8,
}

impl Block {
    fn length(&self) -> u8 {
        self.last - self.first + 1
    }

    /// Whether exactly one square is between this block and a later one.
    fn is_one_square_before(&self, after: &Self) -> bool {
        self.last + 2 == after.first
    }
}

/// All rows or all columns. The squares of a lane are numbered from 1; square 0 and the one after the last are the
/// edge.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lanes {
    pub(crate) length: usize,
    squares: Vec<Square>,
    /// The blocks of each lane in order, with memory for as many as a lane can have.
    blocks: Vec<Block>,
    counts: Vec<u8>,
}

impl Clone for Lanes {
    fn clone(&self) -> Self {
        Self {
            length: self.length,
            squares: self.squares.clone(),
            blocks: self.blocks.clone(),
            counts: self.counts.clone(),
        }
    }

    /// Copies without allocating: a copy made earlier undoes a play.
    fn clone_from(&mut self, other: &Self) {
        self.length = other.length;
        self.squares.clone_from(&other.squares);
        self.blocks.clone_from(&other.blocks);
        self.counts.clone_from(&other.counts);
    }
}

impl Lanes {
    /// Lanes without tiles. `number` maps a lane and a square in it, both from 0, to the number of the square on the
    /// board.
    pub(crate) fn empty(layout: &Layout, [lanes, length]: [usize; 2], number: impl Fn(usize, usize) -> usize) -> Self {
        let mut squares = vec![Square::default(); lanes * (length + 2)];
        for lane in 0..lanes {
            for at in 0..length {
                let square = number(lane, at);
                squares[lane * (length + 2) + at + 1] = Square {
                    cross_set: !0,
                    letter_premium: layout.letter_premiums[square],
                    word_premium: layout.word_premiums[square],
                    ..Square::default()
                };
            }
        }
        let blocks = vec![Block::default(); lanes * length.div_ceil(2)];
        Self { length, squares, blocks, counts: vec![0; lanes] }
    }

    pub(crate) fn count(&self) -> usize {
        self.counts.len()
    }

    pub(crate) fn lane(&self, lane: usize) -> &[Square] {
        &self.squares[lane * (self.length + 2)..][..self.length + 2]
    }

    pub(crate) fn square_mut(&mut self, lane: usize, at: usize) -> &mut Square {
        &mut self.squares[lane * (self.length + 2) + at]
    }

    pub(crate) fn blocks(&self, lane: usize) -> &[Block] {
        &self.blocks[lane * self.length.div_ceil(2)..][..usize::from(self.counts[lane])]
    }

    /// The letters of the blocks of one tile, a bit for each code.
    pub(crate) fn single_tile_letters(&self) -> u64 {
        let blocks = (0..self.count()).flat_map(|lane| self.blocks(lane));
        blocks.fold(0, |letters, block| letters | 1 << block.letter) & !(1 << SEVERAL)
    }

    /// Puts a tile on a square; its cross-sets are updated by [`update`](Self::update).
    pub(crate) fn put(&mut self, lane: usize, at: usize, tile: u8, value: u8) {
        let square = self.square_mut(lane, at);
        let letter = tile & !BLANK;
        square.clear_cross();
        square.tile = if letter == 0 { NO_LETTER } else { letter };
        square.value = if tile & BLANK == 0 { value } else { 0 };
    }

    /// Updates the blocks of a lane after tiles were put there, and the cross-sets of the squares beside the new blocks
    /// in the lanes across. `is_new` says whether a tile was put on a square.
    ///
    /// Only blocks with a new tile are read, and only the squares beside them are updated.
    pub(crate) fn update(&mut self, lane: usize, is_new: impl Fn(usize) -> bool, states: States, across: &mut Self) {
        let room = self.length.div_ceil(2);
        let mut old = [Block::default(); crate::layout::MAX_SIDE.div_ceil(2)];
        let known = usize::from(self.counts[lane]);
        old[..known].copy_from_slice(self.blocks(lane));
        let mut old = old[..known].iter().peekable();
        let mut renewed = 0u32;
        let mut count = 0;
        let mut at = 1;
        while at <= self.length {
            let first = at;
            while self.squares[lane * (self.length + 2) + at].tile != 0 {
                at += 1;
            }
            if at > first {
                while old.next_if(|block| usize::from(block.last) < first).is_some() {}
                let block = match old.peek() {
                    Some(block) if (first..at).len() == usize::from(block.length()) && !(first..at).any(&is_new) => {
                        **block
                    }
                    _ => {
                        renewed |= 1 << count;
                        self.read(lane, first, at - 1, states)
                    }
                };
                self.blocks[lane * room + count] = block;
                count += 1;
            }
            at += 1;
        }
        self.blocks[lane * room..][count..known.max(count)].fill(Block::default());
        self.counts[lane] = count as u8;
        self.update_cross_sets(lane, renewed, states, across);
    }

    /// The block between two squares.
    fn read(&self, lane: usize, first: usize, last: usize, states: States) -> Block {
        let tiles = &self.lane(lane)[first..=last];
        let state = read_tiles(states, states.root(), tiles.iter().rev());
        let value = tiles.iter().map(|square| i32::from(square.value)).sum();
        let letter = if first == last { tiles[0].tile } else { SEVERAL };
        Block { state, value, first: first as u8, last: last as u8, letter }
    }

    /// Sets the cross-sets in the lanes across for the squares beside the blocks of a lane; `renewed` has a bit for
    /// each new block.
    fn update_cross_sets(&self, lane: usize, renewed: u32, states: States, across: &mut Self) {
        let blocks = self.blocks(lane);
        for (number, block) in blocks.iter().enumerate() {
            let is_new = renewed >> number & 1 != 0;
            let length = block.length() + 1;
            let joined = number > 0 && blocks[number - 1].is_one_square_before(block);
            if is_new && block.first > 1 && !joined {
                let cross_set = states.endings(block.state);
                across.square_mut(usize::from(block.first) - 2, lane + 1).set_cross(cross_set, length, block.value);
            }
            if usize::from(block.last) == self.length {
                continue;
            }
            let beside = across.square_mut(usize::from(block.last), lane + 1);
            match blocks.get(number + 1).filter(|after| block.is_one_square_before(after)) {
                Some(after) if renewed >> number & 3 != 0 => {
                    let squares = &self.lane(lane)[usize::from(after.first)..=usize::from(after.last)];
                    let cross_set = joining_letters(states, block, after, squares);
                    beside.set_cross(cross_set, length + after.length(), block.value + after.value);
                }
                None if is_new => {
                    beside.set_cross(states.endings(states.past_separator(block.state)), length, block.value)
                }
                Some(_) | None => {}
            }
        }
    }
}

/// The state after reading tiles; the empty state if there is none.
fn read_tiles<'s>(states: States, from: State, mut tiles: impl Iterator<Item = &'s Square>) -> State {
    let state = tiles.try_fold(from, |state, square| states.step(state, square.tile).map(|arc| arc.state));
    state.unwrap_or_default()
}

/// The letters that join two blocks with one square between them to one word.
fn joining_letters(states: States, before: &Block, after: &Block, squares: &[Square]) -> u64 {
    let Some((last, inner)) = squares.split_last() else { return 0 };
    let start = states.past_separator(before.state);
    let accepted = |letter: &u8| {
        let state = states.step(start, *letter).map_or(State::default(), |arc| arc.state);
        states.step(read_tiles(states, state, inner.iter()), last.tile).is_some_and(|arc| arc.accepts)
    };
    let either = start.mask & after.state.mask & !crate::automaton::SEPARATOR;
    bits(either).filter(accepted).fold(0, |mask, letter| mask | 1 << letter)
}
