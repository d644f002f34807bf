//! The choice of a move by static evaluation: the highest equity, without looking ahead.

use std::cmp::Reverse;

use mostek_search::{LaneSet, Leaves, Position, Rack, RankedPlay, Scratch, Search, Valuation};

use crate::bag_context::BagContext;
use crate::moves::Move;

/// The move with the highest equity, and its equity in thousandths of a point.
///
/// With an empty bag the leave is valued by the points that it costs, see [`Valuation::EmptyBag`].
pub fn best_static_move(
    search: &Search,
    position: &Position,
    rack: &Rack,
    leaves: &Leaves,
    context: BagContext,
    scratch: &mut Scratch,
) -> (Move, i32) {
    let BagContext { bag, max_exchanged, opponent_points } = context;
    let valuation = if bag == 0 { Valuation::EmptyBag { opponent_points } } else { Valuation::Leaves(leaves) };
    let play = search.best(position, rack, valuation, 1, scratch).first().copied();
    play_or_exchange(play, rack, max_exchanged, scratch)
}

/// [`best_static_move`] with tiles in the bag, in a position that differs only in the lanes `changed` from that of the last
/// search; see [`Search::best_after_change`].
pub(crate) fn best_static_move_after_change(
    search: &Search,
    position: &Position,
    changed: LaneSet,
    rack: &Rack,
    max_exchanged: usize,
    scratch: &mut Scratch,
) -> (Move, i32) {
    let play = search.best_after_change(position, changed, scratch);
    play_or_exchange(play, rack, max_exchanged, scratch)
}

/// The best play, unless an exchange or a pass has a higher equity.
fn play_or_exchange(play: Option<RankedPlay>, rack: &Rack, max_exchanged: usize, scratch: &Scratch) -> (Move, i32) {
    let play = play.map(|RankedPlay { play, equity }| (Move::Play(play), equity));
    let other = best_exchange(rack, max_exchanged, scratch.leave_values());
    match play {
        Some(play) if play.1 >= other.1 => play,
        _ => other,
    }
}

/// The best moves that are wanted of a position.
#[derive(Clone, Copy)]
pub struct Wanted<'l> {
    /// The most moves.
    pub count: usize,
    /// Their order.
    pub valuation: Valuation<'l>,
    /// The most tiles of an exchange.
    pub max_exchanged: usize,
    /// Whether a play on the empty board counts across and down; else only across.
    pub both_directions: bool,
}

/// The best plays, exchanges and the pass with their equities, best first; of equal ones plays, the pass, exchanges of few
/// tiles.
pub fn best_moves(
    search: &Search,
    position: &Position,
    rack: &Rack,
    wanted: Wanted<'_>,
    scratch: &mut Scratch,
) -> Vec<(Move, i32)> {
    let Wanted { count, valuation, max_exchanged, both_directions } = wanted;
    let only_across = position.is_empty() && !both_directions;
    let asked = if only_across && count > 0 { usize::MAX } else { count };
    let plays = search.best(position, rack, valuation, asked, scratch).to_vec();
    let plays = plays.into_iter().filter(|found| !(only_across && found.play.down));
    with_exchanges(plays, rack, max_exchanged, scratch.leave_values(), count)
}

/// The `count` best of the best plays of a position, the pass and the exchanges of at most `max_exchanged` tiles.
/// `leave_values` are those of the search for the plays, see [`Scratch::leave_values`].
fn with_exchanges(
    plays: impl Iterator<Item = RankedPlay>,
    rack: &Rack,
    max_exchanged: usize,
    leave_values: &[i32],
    count: usize,
) -> Vec<(Move, i32)> {
    let mut best: Vec<(Move, i32)> =
        plays.take(count).map(|RankedPlay { play, equity }| (Move::Play(play), equity)).collect();
    let threshold = if best.len() < count { None } else { best.last().map(|(_, equity)| *equity) };
    // Mostly the worst of the best plays is better than anything that can be kept.
    let highest = leave_values.iter().copied().max().unwrap_or(i32::MIN);
    if count == 0 || threshold.is_some_and(|threshold| highest <= threshold) {
        return best;
    }
    let sets = rack.subsets().filter(|set| set.count_ones() as usize <= max_exchanged);
    let mut others: Vec<(i32, u16)> = sets.map(|set| (leave_values[usize::from(set)], set)).collect();
    others.retain(|(equity, _)| threshold.is_none_or(|threshold| *equity > threshold));
    let tiles = |set: u16| {
        let mut tiles: Vec<u8> = rack.tiles_of(set).collect();
        tiles.sort_unstable();
        tiles
    };
    others.sort_by_cached_key(|(equity, set)| (Reverse(*equity), set.count_ones(), tiles(*set)));
    best.extend(
        others.iter().map(|(equity, set)| (if *set == 0 { Move::Pass } else { Move::Exchange(*set) }, *equity)),
    );
    // Sorting keeps the order of equals.
    best.sort_by_key(|(_, equity)| Reverse(*equity));
    best.truncate(count);
    best
}

/// The exchange with the best leave, of equal ones the one of the fewest tiles; a pass if the whole rack is the best leave.
fn best_exchange(rack: &Rack, max_exchanged: usize, leave_values: &[i32]) -> (Move, i32) {
    let leave = |exchanged: u16| leave_values[usize::from(exchanged)];
    let possible = rack.subsets().filter(|set| set.count_ones() as usize <= max_exchanged);
    match possible.max_by_key(|set| (leave(*set), Reverse((set.count_ones(), *set)))) {
        Some(0) | None => (Move::Pass, leave(0)),
        Some(set) => (Move::Exchange(set), leave(set)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{board, model};

    #[test]
    fn no_more_is_given_back_than_may_be() {
        let model = model();
        let position = model.search.position(&board()).unwrap();
        // The blank is worth keeping, a C is worth giving back.
        let rack = model.search.rack(&[0, 3, 3]).unwrap();
        let mut scratch = Scratch::default();
        let given = [0, 1, 2, 3].map(|max_exchanged| {
            let context = BagContext { bag: 8, max_exchanged, opponent_points: 0 };
            match best_static_move(&model.search, &position, &rack, &model.leaves, context, &mut scratch).0 {
                Move::Exchange(set) => rack.tiles_of(set).collect(),
                _ => Vec::new(),
            }
        });
        assert_eq!(given, [vec![], vec![3], vec![3, 3], vec![3, 3]]);
    }
}
