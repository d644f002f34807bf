//! The best plays of a position: only where one may still be found is looked.
//!
//! For every anchor the most that a play from it can be worth is known beforehand (see
//! [`crate::shadow`]); the most promising anchor is searched first, and when no other promises more
//! than what was found, the search is over.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::anchors::{Anchor, anchors};
use crate::full_rack::Whole;
use crate::lane_set::LaneSet;
use crate::leaves::Leaves;
use crate::movegen::Generator;
use crate::play::{Collect, Found, Play};
use crate::position::Position;
use crate::rack::Rack;
use crate::rack_bounds::{LEAST, NOTHING, POINT, Potential, SIZES};
use crate::search::Search;
use crate::shadow::Bounding;

/// What the tiles that a play leaves are worth.
#[derive(Debug, Clone, Copy)]
pub enum Worth<'l> {
    /// Nothing: plays are compared by their points.
    Nothing,
    /// What these values say, while there are tiles to draw.
    Leaves(&'l Leaves),
    /// What they cost at the end of the game: their points, twice, because the other player is
    /// given them; or, when none is left, twice the points that the others hold.
    Last {
        /// Points of the tiles of the others.
        others: i32,
    },
}

impl Worth<'_> {
    /// Writes the worth of what is left for each set of tiles laid.
    fn fill(self, search: &Search, rack: &Rack, worth: &mut Vec<i32>) {
        let sets = 1usize << rack.tiles().len();
        match self {
            Self::Leaves(leaves) => leaves.fill(rack, worth),
            Self::Nothing => {
                worth.clear();
                worth.resize(sets, 0);
            }
            Self::Last { others } => {
                let points = |kept: usize| -> i32 {
                    let held = rack.tiles().iter().enumerate().filter(|(place, _)| kept >> place & 1 != 0);
                    held.map(|(_, tile)| search.value(*tile)).sum()
                };
                worth.clear();
                worth.extend((0..sets).map(|laid| -2 * POINT * points(sets - 1 - laid)));
                worth[sets - 1] = 2 * POINT * others;
            }
        }
    }
}

/// A play and its equity: its points and what it leaves, in thousandths of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    /// The play.
    pub play: Play,
    /// Its equity.
    pub equity: i32,
}

impl Ord for Ranked {
    /// From the best; of equal ones that with the lower row, column, direction (across first) and tiles.
    fn cmp(&self, other: &Self) -> Ordering {
        Reverse(self.equity).cmp(&Reverse(other.equity)).then_with(|| self.play.cmp(&other.play))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The best plays so far, the worst of them on top.
#[derive(Debug)]
struct Best<'w> {
    count: usize,
    heap: BinaryHeap<Ranked>,
    /// What is left is worth, by the set of tiles laid.
    worth: &'w [i32],
}

impl Best<'_> {
    /// A play worth less than this is not among the best.
    fn least(&self) -> i32 {
        match self.heap.peek() {
            Some(worst) if self.heap.len() == self.count => worst.equity,
            _ if self.count == 0 => i32::MAX,
            _ => i32::MIN,
        }
    }
}

impl Collect for Best<'_> {
    #[inline(always)]
    fn take(&mut self, found: Found<'_>) {
        let equity = found.score * POINT + self.worth[usize::from(found.used)];
        if self.heap.len() < self.count {
            self.heap.push(Ranked { equity, play: found.play() });
        } else if let Some(mut worst) = self.heap.peek_mut()
            && equity >= worst.equity
        {
            let ranked = Ranked { equity, play: found.play() };
            if ranked < *worst {
                *worst = ranked;
            }
        }
    }
}

/// An anchor that is still to be searched for plays with so many blanks.
#[derive(Debug, Clone, Copy)]
struct Promise {
    /// The most that a play can be worth, and the same by the tiles it lays.
    most: i32,
    by_laid: [i32; SIZES],
    anchor: Anchor,
    blanks: u8,
}

impl Search {
    /// The best plays by equity, best first, until the next search with the same scratch; see [`Ranked`].
    pub fn best<'s>(
        &self,
        position: &Position,
        rack: &Rack,
        worth: Worth<'_>,
        count: usize,
        scratch: &'s mut Scratch,
    ) -> &'s [Ranked] {
        scratch.search(self, position, rack, worth, count)
    }

    /// The best play in a position that differs from the one of the last [`best`](Self::best) with this scratch in
    /// these lanes only, see [`touched`](Self::touched): of the same rack, by the same worth of what is left. It is found
    /// the sooner the more plays were asked for then.
    pub fn best_again(&self, position: &Position, changed: LaneSet, scratch: &mut Scratch) -> Option<Ranked> {
        scratch.search_again(self, position, changed)
    }
}

/// The memory of searches, to be used again and again.
#[derive(Debug, Default)]
pub struct Scratch {
    rack: Option<Rack>,
    worth: Vec<i32>,
    potential: Potential,
    /// The letters for which the potential is known where they lie alone in the way.
    ways: u64,
    whole: Whole,
    promises: Vec<Promise>,
    /// The best plays of the last position, at most so many.
    heap: Vec<Ranked>,
    count: usize,
    /// The best play of a position like that.
    again: Vec<Ranked>,
}

impl Scratch {
    /// What each set of tiles leaves was worth in the last search, by the set of tiles laid.
    #[must_use]
    pub fn worth(&self) -> &[i32] {
        &self.worth
    }

    pub(crate) fn search(
        &mut self,
        search: &Search,
        position: &Position,
        rack: &Rack,
        worth: Worth<'_>,
        count: usize,
    ) -> &[Ranked] {
        worth.fill(search, rack, &mut self.worth);
        self.prepare(search, rack, position.lone_letters());
        self.whole.prepare(rack, search.map());
        let mut heap = std::mem::take(&mut self.heap);
        heap.clear();
        (self.heap, self.count) = (self.find(search, position, rack, search.lanes(), heap, count), count);
        self.rack = Some(rack.clone());
        &self.heap
    }

    /// The best play of the last rack in a position that differs from the last in these lanes only.
    pub(crate) fn search_again(&mut self, search: &Search, position: &Position, changed: LaneSet) -> Option<Ranked> {
        let rack = self.rack.take()?;
        let kept = self.heap.iter().find(|kept| !changed.has(LaneSet::number(&kept.play))).copied();
        // Beside the best there may be others that were not kept.
        let lanes = if kept.is_none() && self.heap.len() == self.count { search.lanes() } else { changed };
        if position.lone_letters() & !self.ways != 0 {
            self.prepare(search, &rack, !0);
        }
        self.whole.again();
        let mut heap = std::mem::take(&mut self.again);
        heap.clear();
        heap.extend(kept);
        self.again = self.find(search, position, &rack, lanes, heap, 1);
        self.rack = Some(rack);
        self.again.first().copied()
    }

    /// Works out what the rack can do at best, where such letters lie alone.
    fn prepare(&mut self, search: &Search, rack: &Rack, ways: u64) {
        self.potential.prepare(rack, &self.worth, search.scale().values, search.map(), ways);
        self.ways = ways;
    }

    /// The best plays of some lanes and those that are known, so many of them, best first.
    fn find(
        &mut self,
        search: &Search,
        position: &Position,
        rack: &Rack,
        lanes: LaneSet,
        known: Vec<Ranked>,
        count: usize,
    ) -> Vec<Ranked> {
        let scale = search.scale();
        self.promises.clear();
        let mut bounding = Bounding::new(search, position, &self.potential, rack);
        anchors(position, search.start(), lanes, |anchor| {
            for blanks in 0..=rack.blanks {
                let by_laid = bounding.most(anchor, blanks, &mut self.whole);
                let most = by_laid.into_iter().fold(NOTHING, i32::max);
                if most > LEAST {
                    self.promises.push(Promise { most, by_laid, anchor, blanks });
                }
            }
        });
        let mut best = Best { count, heap: BinaryHeap::from(known), worth: &self.worth };
        let mut generator = Generator::new(position, rack, scale, search.states(), &mut best);
        generator.whole = self.whole.tiles;
        // Few anchors are searched: to find the next is less than to put all into order.
        loop {
            let least = generator.collect.least();
            let next = (0..self.promises.len()).max_by_key(|number| self.promises[*number].most);
            let promised = next.map_or(NOTHING, |next| self.promises[next].most);
            if let (Some((stretch, most)), Some(map)) = (self.whole.next(), search.map())
                && most >= promised
                && most >= least
            {
                self.whole.take(stretch, map, position, scale, generator.collect);
                continue;
            }
            let Some(next) = next.filter(|_| promised >= least) else { break };
            let promise = self.promises.swap_remove(next);
            generator.viable = bounding.viable(promise.anchor, promise.blanks, &promise.by_laid, least);
            generator.lay_blanks(promise.blanks);
            generator.through(promise.anchor);
        }
        best.heap.into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Place;

    fn kept(count: usize, found: &[(i32, u16, usize)]) -> (i32, Vec<(i32, u8)>) {
        let mut best = Best { count, heap: BinaryHeap::new(), worth: &[0, 4_500, -3_000, 0] };
        for (score, used, first) in found {
            let place = Place { down: true, lane: 3, first: *first };
            best.take(Found { score: *score, used: *used, place, tiles: &[1, 0, 2] });
        }
        let least = best.least();
        (least, best.heap.into_sorted_vec().iter().map(|best| (best.equity, best.play.row)).collect())
    }

    #[test]
    fn the_best_are_kept_in_order() {
        let found = [(5, 0, 4), (9, 2, 2), (5, 3, 1), (7, 1, 0), (5, 3, 0), (1, 1, 9)];
        assert_eq!(kept(3, &found), (5_500, vec![(11_500, 0), (6_000, 2), (5_500, 9)]));
        assert_eq!(kept(4, &found).1[3], (5_000, 0), "of equal ones the higher up");
    }

    #[test]
    fn none_is_a_number_of_plays() {
        assert_eq!(kept(0, &[(1, 0, 0)]), (i32::MAX, vec![]));
    }
}
