//! The best plays of a position by equity, found by best-first search over anchors.
//!
//! Each anchor has an upper bound on the equity of its plays (see [`crate::shadow`]). The anchor with the highest bound is
//! searched first; the search ends when no bound reaches the equity of the worst play that is retained. MAGPIE and wolges
//! order their anchors in the same way.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::anchors::{Anchor, anchors};
use crate::equity::{POINT, Valuation};
use crate::full_rack::FullRackPlays;
use crate::lane_set::LaneSet;
use crate::movegen::{Generator, GrowingWords};
use crate::play::{GeneratedPlay, LaidTiles, Play, PlayRecorder};
use crate::position::Position;
use crate::rack::Rack;
use crate::rack_bounds::{IMPOSSIBLE, MIN_EQUITY, RackBounds, SIZES};
use crate::search::Search;
use crate::shadow::ShadowBounds;

/// A play and its equity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankedPlay {
    /// The play.
    pub play: Play,
    /// Its score and the value of its leave, in thousandths of a point.
    pub equity: i32,
}

impl Ord for RankedPlay {
    /// Highest equity first; ties are ordered by row, column, direction (across first) and tiles.
    fn cmp(&self, other: &Self) -> Ordering {
        Reverse(self.equity).cmp(&Reverse(other.equity)).then_with(|| self.play.cmp(&other.play))
    }
}

impl PartialOrd for RankedPlay {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The best plays found so far, the worst of them on top of the heap.
#[derive(Debug)]
struct TopPlays<'w> {
    count: usize,
    heap: BinaryHeap<RankedPlay>,
    /// Leave values by the subset of tiles laid.
    leave_values: &'w [i32],
}

impl TopPlays<'_> {
    /// The lowest equity with which a play can enter the heap.
    fn threshold(&self) -> i32 {
        match self.heap.peek() {
            Some(worst) if self.heap.len() == self.count => worst.equity,
            _ if self.count == 0 => i32::MAX,
            _ => i32::MIN,
        }
    }
}

impl PlayRecorder for TopPlays<'_> {
    type Trace = LaidTiles;
    const SELECTS: bool = true;

    #[inline(always)]
    fn record(&mut self, found: GeneratedPlay<'_>) {
        let equity = found.score * POINT + self.leave_values[usize::from(found.used)];
        if self.heap.len() < self.count {
            self.heap.push(RankedPlay { equity, play: found.play() });
        } else if let Some(mut worst) = self.heap.peek_mut()
            && equity >= worst.equity
        {
            let ranked = RankedPlay { equity, play: found.play() };
            if ranked < *worst {
                *worst = ranked;
            }
        }
    }
}

/// An anchor that has not been searched yet for plays with a given number of blanks.
#[derive(Debug, Clone, Copy)]
struct QueuedAnchor {
    /// Upper bound on the equity of its plays, and the same by the number of tiles laid.
    bound: i32,
    bound_by_size: [i32; SIZES],
    anchor: Anchor,
    blanks: u8,
}

impl Search {
    /// The `count` best plays by equity, best first. The slice is valid until `scratch` is used again.
    pub fn best<'s>(
        &self,
        position: &Position,
        rack: &Rack,
        valuation: Valuation<'_>,
        count: usize,
        scratch: &'s mut Scratch,
    ) -> &'s [RankedPlay] {
        scratch.search(self, position, rack, valuation, count)
    }

    /// The best play in a position that differs only in the lanes `changed` (see [`changed_lanes`](Self::changed_lanes))
    /// from the one of the last [`best`](Self::best) with this scratch, for the same rack and valuation.
    ///
    /// The more plays that call asked for, the fewer lanes are searched here.
    pub fn best_after_change(
        &self,
        position: &Position,
        changed: LaneSet,
        scratch: &mut Scratch,
    ) -> Option<RankedPlay> {
        scratch.search_changed(self, position, changed)
    }
}

/// Buffers of [`Search::best`], to be reused from search to search.
#[derive(Debug, Default)]
pub struct Scratch {
    rack: Option<Rack>,
    leave_values: Vec<i32>,
    rack_bounds: RackBounds,
    /// The letters for which the rack bounds hold as the only playthrough tile.
    playthroughs: u64,
    full_rack: FullRackPlays,
    queue: Vec<QueuedAnchor>,
    words: GrowingWords<LaidTiles>,
    /// The best plays of the last position, at most `count`.
    heap: Vec<RankedPlay>,
    count: usize,
    /// The best play of the last changed position.
    changed_best: Vec<RankedPlay>,
}

impl Scratch {
    /// The leave values of the last search, by the subset of tiles laid, in thousandths of a point.
    #[must_use]
    pub fn leave_values(&self) -> &[i32] {
        &self.leave_values
    }

    fn search(
        &mut self,
        search: &Search,
        position: &Position,
        rack: &Rack,
        valuation: Valuation<'_>,
        count: usize,
    ) -> &[RankedPlay] {
        self.rack_bounds.begin(rack, search.scoring().values, search.map());
        valuation.fill(search, rack, &mut self.leave_values);
        self.complete_bounds(search, position.single_tile_letters());
        self.full_rack.prepare(rack, search.map());
        let mut heap = std::mem::take(&mut self.heap);
        heap.clear();
        (self.heap, self.count) = (self.find(search, position, rack, search.lanes(), heap, count), count);
        self.rack = Some(rack.clone());
        &self.heap
    }

    fn search_changed(&mut self, search: &Search, position: &Position, changed: LaneSet) -> Option<RankedPlay> {
        let rack = self.rack.take()?;
        let unchanged = self.heap.iter().find(|best| !changed.contains(LaneSet::number(&best.play))).copied();
        // If every retained play is in a changed lane, the best of the other lanes is unknown.
        let lanes = if unchanged.is_none() && self.heap.len() == self.count { search.lanes() } else { changed };
        if position.single_tile_letters() & !self.playthroughs != 0 {
            self.complete_bounds(search, !0);
        }
        self.full_rack.clear_slots();
        let mut heap = std::mem::take(&mut self.changed_best);
        heap.clear();
        heap.extend(unchanged);
        self.changed_best = self.find(search, position, &rack, lanes, heap, 1);
        self.rack = Some(rack);
        self.changed_best.first().copied()
    }

    /// Computes the rack bounds for these playthrough letters.
    fn complete_bounds(&mut self, search: &Search, playthroughs: u64) {
        self.rack_bounds.complete(&self.leave_values, search.map(), playthroughs);
        self.playthroughs = playthroughs;
    }

    /// The `count` best of `known` and the plays of these lanes, best first.
    fn find(
        &mut self,
        search: &Search,
        position: &Position,
        rack: &Rack,
        lanes: LaneSet,
        known: Vec<RankedPlay>,
        count: usize,
    ) -> Vec<RankedPlay> {
        let scoring = search.scoring();
        self.queue.clear();
        let mut shadow = ShadowBounds::new(search, position, &self.rack_bounds, rack);
        anchors(position, search.start(), lanes, |anchor| {
            for blanks in 0..=rack.blanks {
                let bound_by_size = shadow.bounds(anchor, blanks, &mut self.full_rack);
                let bound = bound_by_size.into_iter().fold(IMPOSSIBLE, i32::max);
                if bound > MIN_EQUITY {
                    self.queue.push(QueuedAnchor { bound, bound_by_size, anchor, blanks });
                }
            }
        });
        self.full_rack.sort();
        let mut top = TopPlays { count, heap: BinaryHeap::from(known), leave_values: &self.leave_values };
        let mut generator = Generator::new(search, position, rack, &mut self.words, &mut top);
        generator.exclude_size(self.full_rack.tiles);
        // Few anchors are searched, so that scanning for the next one costs less than sorting all of them.
        loop {
            let threshold = generator.recorder.threshold();
            let next = (0..self.queue.len()).max_by_key(|number| self.queue[*number].bound);
            let bound = next.map_or(IMPOSSIBLE, |next| self.queue[next].bound);
            if let (Some(slot_bound), Some(map)) = (self.full_rack.next_bound(), search.map())
                && slot_bound >= bound
                && slot_bound >= threshold
            {
                self.full_rack.play_slot(map, position, scoring, generator.recorder);
                continue;
            }
            let Some(next) = next.filter(|_| bound >= threshold) else { break };
            let QueuedAnchor { bound_by_size, anchor, blanks, .. } = self.queue.swap_remove(next);
            generator.filter = shadow.filter(anchor, blanks, &bound_by_size, threshold);
            generator.require_blanks(blanks);
            generator.add(anchor);
            generator.run();
        }
        top.heap.into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Place, Tiles};

    fn retained(count: usize, found: &[(i32, u16, usize)]) -> (i32, Vec<(i32, u8)>) {
        let mut top = TopPlays { count, heap: BinaryHeap::new(), leave_values: &[0, 4_500, -3_000, 0] };
        for (score, used, first) in found {
            let place = Place { down: true, lane: 3, first: *first };
            top.record(GeneratedPlay { score: *score, used: *used, place, tiles: Tiles::Spelled(&[1, 0, 2]) });
        }
        let threshold = top.threshold();
        (threshold, top.heap.into_sorted_vec().iter().map(|best| (best.equity, best.play.row)).collect())
    }

    #[test]
    fn the_best_are_retained_in_order() {
        let found = [(5, 0, 4), (9, 2, 2), (5, 3, 1), (7, 1, 0), (5, 3, 0), (1, 1, 9)];
        assert_eq!(retained(3, &found), (5_500, vec![(11_500, 0), (6_000, 2), (5_500, 9)]));
        assert_eq!(retained(4, &found).1[3], (5_000, 0), "of equal plays the one higher up");
    }

    #[test]
    fn a_count_of_zero_retains_nothing() {
        assert_eq!(retained(0, &[(1, 0, 0)]), (i32::MAX, vec![]));
    }
}
