//! The anchors of a position.

use crate::cross_sets::Lanes;
use crate::lane_set::LaneSet;
use crate::position::Position;

/// Where plays begin to be looked for: a square that each of them covers, and none before it in the
/// lane that another anchor has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    pub(crate) down: bool,
    pub(crate) lane: u8,
    /// The anchor's square: the last one of a block, or an empty one.
    pub(crate) at: u8,
    /// The leftmost square on which plays of this anchor may lay.
    pub(crate) limit: u8,
    /// The number of the block in its lane, if there is one.
    pub(crate) block: Option<u8>,
}

/// Calls `visit` for every anchor of some lanes; on a board without tiles for the square of `start` both ways
/// (its row and column, from 0).
pub(crate) fn anchors(position: &Position, start: (usize, usize), among: LaneSet, mut visit: impl FnMut(Anchor)) {
    if position.is_empty() {
        for (down, lane, at) in [(false, start.0, start.1), (true, start.1, start.0)] {
            if among.has(LaneSet::lane(down, lane)) {
                visit(Anchor { down, lane: lane as u8, at: at as u8 + 1, limit: 1, block: None });
            }
        }
        return;
    }
    for number in among.numbers() {
        let (down, lane) = LaneSet::place(number);
        anchors_of(position.lanes(down), lane, down, &mut visit);
    }
}

/// The anchors of one lane, from the left.
pub(crate) fn anchors_of(lanes: &Lanes, lane: usize, down: bool, visit: &mut impl FnMut(Anchor)) {
    let squares = lanes.lane(lane);
    let anchor =
        |at: usize, limit: usize, block| Anchor { down, lane: lane as u8, at: at as u8, limit: limit as u8, block };
    let mut limit = 1;
    let mut begin = 1;
    let crossed = |range: std::ops::Range<usize>, mut limit: usize, visit: &mut dyn FnMut(Anchor)| {
        for at in range {
            if squares[at].cross_length != 0 {
                visit(anchor(at, limit, None));
                limit = at + 1;
            }
        }
        limit
    };
    for (number, block) in lanes.blocks(lane).iter().enumerate() {
        // The square before a block belongs to the block.
        limit = crossed(begin..usize::from(block.first) - 1, limit, visit);
        visit(anchor(usize::from(block.last), limit, Some(number as u8)));
        // A tile on the next square would touch this block, so it belongs to this anchor.
        limit = usize::from(block.last) + 2;
        begin = limit;
    }
    crossed(begin..squares.len() - 1, limit, visit);
}
