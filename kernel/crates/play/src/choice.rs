//! The choice of a move without looking ahead: the best of all plays and exchanges by equity.

use std::cmp::Reverse;

use mostek_search::{LaneSet, Leaves, Play, Position, Rack, Ranked, Scratch, Search, Worth};

/// How many tiles must be in the bag for an exchange (PFS-4.3.1b).
pub const EXCHANGE_FROM: usize = 7;

/// What a player does with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Lays a play.
    Lay(Play),
    /// Gives back a set of the rack's tiles, see [`Rack::tiles`].
    Exchange(u16),
    /// Does nothing.
    Pass,
}

/// The best choice by equity and that equity, in thousandths of a point: points and the worth of what is left.
///
/// `bag` is the number of tiles in the bag; when it is empty, `others` are the points of the tiles
/// that the other player holds, and what is left costs instead of being worth something.
pub fn choose(
    search: &Search,
    position: &Position,
    rack: &Rack,
    leaves: &Leaves,
    bag: usize,
    others: i32,
    scratch: &mut Scratch,
) -> (Choice, i32) {
    let worth = if bag == 0 { Worth::Last { others } } else { Worth::Leaves(leaves) };
    let play = search.best(position, rack, worth, 1, scratch).first().copied();
    or_other(play, rack, bag, scratch)
}

/// [`choose`] in a position that differs from that of the last search in some lanes only, while there are tiles to draw,
/// see [`Search::best_again`]; `rack` is the same.
pub(crate) fn choose_again(
    search: &Search,
    position: &Position,
    changed: LaneSet,
    rack: &Rack,
    bag: usize,
    scratch: &mut Scratch,
) -> (Choice, i32) {
    let play = search.best_again(position, changed, scratch);
    or_other(play, rack, bag, scratch)
}

/// The best play, or what is better than it.
fn or_other(play: Option<Ranked>, rack: &Rack, bag: usize, scratch: &Scratch) -> (Choice, i32) {
    let lay = play.map(|Ranked { play, equity }| (Choice::Lay(play), equity));
    let other = if bag >= EXCHANGE_FROM { exchange(rack, scratch.worth()) } else { (Choice::Pass, scratch.worth()[0]) };
    match lay {
        Some(lay) if lay.1 >= other.1 => lay,
        _ => other,
    }
}

/// The exchange that keeps what is worth most, of equal ones that of the fewest tiles; a pass if
/// the whole rack is worth more than that.
fn exchange(rack: &Rack, worth: &[i32]) -> (Choice, i32) {
    let kept = |set: u16| worth[usize::from(set)];
    match rack.sets().max_by_key(|set| (kept(*set), Reverse((set.count_ones(), *set)))) {
        Some(0) | None => (Choice::Pass, kept(0)),
        Some(set) => (Choice::Exchange(set), kept(set)),
    }
}
