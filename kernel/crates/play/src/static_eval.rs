//! The choice of a move without looking ahead: the best of all plays and exchanges by equity.

use std::cmp::Reverse;

use mostek_search::{LaneSet, Leaves, Play, Position, Rack, Ranked, Scratch, Search, Worth};

/// From how many tiles in the bag on a player may give tiles back, never more than there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchanges {
    /// 0 where it is enough that there are as many as are given back (GEN-6X-b).
    pub from: usize,
}

impl Default for Exchanges {
    /// That of the federation (PFS-4.3.1b).
    fn default() -> Self {
        Self { from: 7 }
    }
}

impl Exchanges {
    /// How many tiles may be given back at most, with so many in the bag.
    #[must_use]
    pub fn most(self, bag: usize) -> usize {
        if bag < self.from { 0 } else { bag }
    }
}

/// What a player knows of the tiles that do not lie on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock {
    /// How many are in the bag.
    pub bag: usize,
    /// How many of their own they may give back at most.
    pub exchange: usize,
    /// With an empty bag the points of those that the other player holds.
    pub others: i32,
}

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
/// With an empty bag what is left costs instead of being worth something.
pub fn choose(
    search: &Search,
    position: &Position,
    rack: &Rack,
    leaves: &Leaves,
    stock: Stock,
    scratch: &mut Scratch,
) -> (Choice, i32) {
    let Stock { bag, exchange, others } = stock;
    let worth = if bag == 0 { Worth::Last { others } } else { Worth::Leaves(leaves) };
    let play = search.best(position, rack, worth, 1, scratch).first().copied();
    or_other(play, rack, exchange, scratch)
}

/// [`choose`] in a position that differs from that of the last search in some lanes only, while there are tiles to draw,
/// see [`Search::best_again`]; `rack` is the same.
pub(crate) fn choose_again(
    search: &Search,
    position: &Position,
    changed: LaneSet,
    rack: &Rack,
    exchange: usize,
    scratch: &mut Scratch,
) -> (Choice, i32) {
    let play = search.best_again(position, changed, scratch);
    or_other(play, rack, exchange, scratch)
}

/// The best play, or what is better than it.
fn or_other(play: Option<Ranked>, rack: &Rack, exchange: usize, scratch: &Scratch) -> (Choice, i32) {
    let lay = play.map(|Ranked { play, equity }| (Choice::Lay(play), equity));
    let other = best_exchange(rack, exchange, scratch.worth());
    match lay {
        Some(lay) if lay.1 >= other.1 => lay,
        _ => other,
    }
}

/// The exchange of at most so many tiles that keeps what is worth most, of equal ones that of the fewest; a pass if the
/// whole rack is worth more than that.
fn best_exchange(rack: &Rack, most: usize, worth: &[i32]) -> (Choice, i32) {
    let kept = |set: u16| worth[usize::from(set)];
    let possible = rack.sets().filter(|set| set.count_ones() as usize <= most);
    match possible.max_by_key(|set| (kept(*set), Reverse((set.count_ones(), *set)))) {
        Some(0) | None => (Choice::Pass, kept(0)),
        Some(set) => (Choice::Exchange(set), kept(set)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::tests::{board, skill};

    #[test]
    fn the_bag_says_how_many_tiles_may_be_given_back() {
        let federation = Exchanges::default();
        assert_eq!([0, 6, 7, 20].map(|bag| federation.most(bag)), [0, 0, 7, 20]);
        assert_eq!([0, 1, 7].map(|bag| Exchanges { from: 0 }.most(bag)), [0, 1, 7]);
    }

    #[test]
    fn no_more_is_given_back_than_may_be() {
        let skill = skill();
        let position = skill.search.position(&board()).unwrap();
        // The blank is worth keeping, a C is worth giving back.
        let rack = skill.search.rack(&[0, 3, 3]).unwrap();
        let mut scratch = Scratch::default();
        let given = [0, 1, 2, 3].map(|exchange| {
            let stock = Stock { bag: 8, exchange, others: 0 };
            match choose(&skill.search, &position, &rack, &skill.leaves, stock, &mut scratch).0 {
                Choice::Exchange(set) => rack.tiles_of(set).collect(),
                _ => Vec::new(),
            }
        });
        assert_eq!(given, [vec![], vec![3], vec![3, 3], vec![3, 3]]);
    }
}
