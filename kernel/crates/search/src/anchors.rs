//! The anchors of a position.

use crate::cross_sets::Lanes;
use crate::lane_set::LaneSet;
use crate::position::Position;

/// An anchor: a square that every play found from it covers. Each play is found from the leftmost anchor of its lane
/// that it covers (Appel and Jacobson, "The world's fastest Scrabble program", 1988).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    pub(crate) down: bool,
    pub(crate) lane: u8,
    /// The anchor's square: the last one of a block of tiles, or an empty one.
    pub(crate) at: u8,
    /// The leftmost square on which plays from this anchor may lay a tile.
    pub(crate) limit: u8,
    /// The number of the block in its lane; none for an empty square.
    pub(crate) block: Option<u8>,
}

/// Calls `visit` for every anchor in the lanes `among`. On an empty board the anchors are the square `start` (row and
/// column, from 0) in both directions.
pub(crate) fn anchors(position: &Position, start: (usize, usize), among: LaneSet, mut visit: impl FnMut(Anchor)) {
    if position.is_empty() {
        for (down, lane, at) in [(false, start.0, start.1), (true, start.1, start.0)] {
            if among.contains(LaneSet::number_of(down, lane)) {
                visit(Anchor { down, lane: lane as u8, at: at as u8 + 1, limit: 1, block: None });
            }
        }
        return;
    }
    for number in among.numbers() {
        let (down, lane) = LaneSet::direction_and_index(number);
        anchors_of(position.lanes(down), lane, down, &mut visit);
    }
}

/// Calls `visit` for the anchors of one lane, from the left.
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
        // A tile on the square before a block belongs to the anchor of the block.
        limit = crossed(begin..usize::from(block.first) - 1, limit, visit);
        visit(anchor(usize::from(block.last), limit, Some(number as u8)));
        // A tile on the next square would extend this block, so it belongs to this anchor.
        limit = usize::from(block.last) + 2;
        begin = limit;
    }
    crossed(begin..squares.len() - 1, limit, visit);
}
