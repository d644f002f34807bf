//! The lanes that a play changes.

use crate::cross_sets::Square;
use crate::lane_set::{COLUMNS, LaneSet};
use crate::play::Play;
use crate::position::Position;
use crate::search::Search;

impl Search {
    /// All lanes of the board.
    #[must_use]
    pub fn lanes(&self) -> LaneSet {
        let (rows, columns) = (self.empty().rows.count(), self.empty().columns.count());
        LaneSet(((1 << rows) - 1) | (((1 << columns) - 1) << COLUMNS))
    }

    /// The lanes whose plays may differ after a play that was generated in this position.
    #[must_use]
    pub fn changed_lanes(&self, position: &Position, play: &Play) -> LaneSet {
        let (across, along_bit, across_bit) =
            if play.down { (&position.rows, COLUMNS, 0) } else { (&position.columns, 0, COLUMNS) };
        let (lane, first) = if play.down { (play.column, play.row) } else { (play.row, play.column) };
        let last = first + play.tiles().len() as u8 - 1;
        let mut set = 1 << (along_bit + lane);
        // The squares before and after the word, if they are on the board.
        set |= if first > 0 { 1 << (across_bit + first - 1) } else { 0 };
        set |= if usize::from(last) + 1 < across.count() { 1 << (across_bit + last + 1) } else { 0 };
        for (at, _) in (first..).zip(play.tiles()).filter(|(_, tile)| **tile != 0) {
            set |= 1 << (across_bit + at);
            set |= beside(across.lane(usize::from(at)), usize::from(lane) + 1) << along_bit;
        }
        LaneSet(set)
    }

    /// A hash of a lane, by its number: lanes with equal hashes have equal plays, which change the same lanes.
    #[must_use]
    pub fn lane_hash(&self, position: &Position, number: u8) -> u64 {
        let (lanes, across) =
            if number >= COLUMNS { (&position.columns, &position.rows) } else { (&position.rows, &position.columns) };
        let lane = usize::from(number % COLUMNS);
        let squares = &lanes.lane(lane)[1..=lanes.length];
        let key = squares.iter().enumerate().fold(u64::from(number), |key, (at, square)| {
            // Crossing words on either side of the lane may give equal cross-sets and scores.
            let before = if square.cross_length == 0 { 0 } else { before(across.lane(at), lane + 1) };
            (key.rotate_left(23) ^ square.hash() ^ before as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        key ^ key >> 32
    }
}

/// The square before the tiles that end before a square of a lane.
fn before(squares: &[Square], at: usize) -> usize {
    let mut before = at - 1;
    while squares[before].tile != 0 {
        before -= 1;
    }
    before
}

/// A mask of the squares, from 0, before and after the tiles around an empty square of a lane.
fn beside(squares: &[Square], at: usize) -> u64 {
    let (before, mut after) = (before(squares, at), at + 1);
    while squares[after].tile != 0 {
        after += 1;
    }
    let edge = squares.len() - 1;
    let place = |square: usize| if (1..edge).contains(&square) { 1 << (square - 1) } else { 0 };
    place(before) | place(after)
}
