//! Games with open tiles: both players see the racks and the order of the bag.
//!
//! A move that leaves tiles in the bag is valued over all orders of those tiles; each order is a game of perfect
//! information. When its bag is empty, the endgame is solved.

use std::cmp::Reverse;

use mostek_search::{LaneSet, POINT, Play, Position, PositionError, Rack, Scratch, Search, Valuation};

use crate::endgame::{Solution, Solver, hash};
use crate::game::points;

/// More than any spread.
pub(super) const INFINITY: i32 = 1 << 20;
/// How many plays a player's [`StandingReplies`] hold: nearly always another play leaves one of them unchanged.
const REPLIES: usize = 100;
/// An endgame gets this part of the remaining budget: the first one is not always the easiest.
const BUDGET_SHARE: u64 = 4;
/// A smaller budget proves nothing.
const MIN_BUDGET: u64 = 1 << 12;

/// The lower and the upper bound of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ValueRange {
    /// The proved bounds.
    pub(super) proved: [i32; 2],
    /// The bounds that hold to the depth of the search.
    pub(super) estimated: [i32; 2],
}

impl ValueRange {
    pub(super) const UNKNOWN: Self = Self::between([-INFINITY, INFINITY]);
    /// The value of a choice among no moves.
    pub(super) const NO_MOVE: Self = Self::between([-INFINITY, -INFINITY]);

    const fn between(bounds: [i32; 2]) -> Self {
        Self { proved: bounds, estimated: bounds }
    }

    pub(super) const fn exactly(value: i32) -> Self {
        Self::between([value, value])
    }

    pub(super) const fn at_most(value: i32) -> Self {
        Self::between([-INFINITY, value])
    }

    /// The range without upper bounds: other moves may be better.
    pub(super) fn or_better(self) -> Self {
        let open = |[least, _]: [i32; 2]| [least, INFINITY];
        Self { proved: open(self.proved), estimated: open(self.estimated) }
    }

    /// The value for a player who gains `gain` points, after which the opponent has this value.
    pub(super) fn after_gain(self, gain: i32) -> Self {
        // An infinite bound stays infinite.
        let less = |value: i32| if value.abs() < INFINITY { gain - value } else { -value };
        let negated = |[least, most]: [i32; 2]| [less(most), less(least)];
        Self { proved: negated(self.proved), estimated: negated(self.estimated) }
    }

    /// The value for a player who chooses between two moves.
    pub(super) fn max(self, other: Self) -> Self {
        let better = |[least, most]: [i32; 2], other: [i32; 2]| [least.max(other[0]), most.max(other[1])];
        Self { proved: better(self.proved, other.proved), estimated: better(self.estimated, other.estimated) }
    }
}

/// A player's best plays in a position: their lanes and values in points.
#[derive(Debug)]
pub(super) struct StandingReplies(Vec<(u8, i32)>);

impl StandingReplies {
    pub(super) fn new(
        search: &Search,
        position: &Position,
        rack: &[u8],
        scratch: &mut Scratch,
    ) -> Result<Self, PositionError> {
        let valuation = Valuation::EmptyBag { opponent_points: 0 };
        let best = search.best(position, &search.rack(rack)?, valuation, REPLIES, scratch);
        Ok(Self(best.iter().map(|best| (LaneSet::number(&best.play), best.equity / POINT)).collect()))
    }

    /// The value of the best play outside the changed lanes; 0 without one.
    pub(super) fn best_outside(&self, changed: LaneSet) -> i32 {
        self.0.iter().find(|(lane, _)| !changed.contains(*lane)).map_or(0, |(_, points)| *points)
    }
}

/// A player's plays that go out in a position: the score of the best one in each lane, the highest first.
#[derive(Debug)]
pub(super) struct StandingOuts(Vec<(u8, i32)>);

impl StandingOuts {
    pub(super) fn new(search: &Search, position: &Position, rack: &[u8]) -> Result<Self, PositionError> {
        let mut best: Vec<(u8, i32)> = Vec::new();
        search.each(position, &search.rack(rack)?, |found| {
            if found.used.count_ones() as usize == rack.len() {
                best.push((LaneSet::number(&found.play()), found.score));
            }
        });
        best.sort_by_key(|(lane, score)| (*lane, Reverse(*score)));
        best.dedup_by_key(|(lane, _)| *lane);
        best.sort_by_key(|(_, score)| Reverse(*score));
        Ok(Self(best))
    }

    /// The score of the best play outside the changed lanes.
    pub(super) fn best_outside(&self, changed: LaneSet) -> Option<i32> {
        self.0.iter().find(|(lane, _)| !changed.contains(*lane)).map(|(_, score)| *score)
    }
}

/// A position with open tiles.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenGame<'d> {
    pub(super) position: &'d Position,
    /// The hash of what was laid since the position that is asked about, see [`hash`].
    pub(super) board: u64,
    /// The racks of the player on turn and of the opponent.
    pub(super) racks: [&'d [u8]; 2],
    /// The tiles in the bag, the next one first.
    pub(super) bag: &'d [u8],
    /// The number of consecutive passes just before.
    pub(super) passes: u8,
}

/// A play, the subset of the rack's tiles that it lays, and its estimated value.
#[derive(Debug)]
struct OrderedPlay {
    play: Play,
    used: u16,
    estimate: i32,
}

/// Solves games with open tiles within a budget.
pub(super) struct OpenGameSolver<'o> {
    pub(super) search: &'o Search,
    pub(super) solver: &'o mut Solver,
    pub(super) scratch: &'o mut Scratch,
    /// Called regularly; the search stops when it returns false.
    pub(super) go_on: &'o mut dyn FnMut() -> bool,
    pub(super) is_stopped: bool,
    /// The remaining work, see [`Solution::work`].
    pub(super) budget: u64,
}

impl<'o> OpenGameSolver<'o> {
    pub(super) fn new(
        search: &'o Search,
        solver: &'o mut Solver,
        scratch: &'o mut Scratch,
        go_on: &'o mut dyn FnMut() -> bool,
    ) -> Self {
        Self { search, solver, scratch, go_on, is_stopped: false, budget: 0 }
    }

    /// The gain of the player on turn from here on less that of the opponent; of a value outside the window a bound.
    pub(super) fn value(&mut self, game: OpenGame<'_>, [low, high]: [i32; 2]) -> Result<ValueRange, PositionError> {
        if game.bag.is_empty() {
            return self.endgame(game, [low, high], self.budget);
        }
        let rack = self.search.rack(game.racks[0])?;
        let plays = self.ordered_plays(game, &rack)?;
        let mut best = self.last_pass(game);
        let pass = (best == ValueRange::NO_MOVE).then_some(None);
        for play in plays.iter().map(Some).chain(pass) {
            if best.estimated[0] >= high || self.is_over() {
                return Ok(best.or_better());
            }
            best = best.max(self.value_of_move(game, &rack, play, [low.max(best.proved[0]), high])?);
        }
        Ok(best)
    }

    /// The value of a pass that ends the game; [`ValueRange::NO_MOVE`] if it does not.
    fn last_pass(&self, game: OpenGame<'_>) -> ValueRange {
        let rules = self.solver.rules();
        if game.passes.saturating_add(1) < rules.passes {
            return ValueRange::NO_MOVE;
        }
        let [mine, others] = game.racks.map(|rack| points(self.search, rack));
        ValueRange::exactly(rules.blocked * (others - mine))
    }

    /// The plays of the player on turn in the order of their estimates: the score less the opponent's best standing reply.
    fn ordered_plays(&mut self, game: OpenGame<'_>, rack: &Rack) -> Result<Vec<OrderedPlay>, PositionError> {
        let replies = StandingReplies::new(self.search, game.position, game.racks[1], self.scratch)?;
        let mut plays = Vec::new();
        self.search.each(game.position, rack, |found| {
            let play = found.play();
            let estimate = play.score - replies.best_outside(self.search.changed_lanes(game.position, &play));
            plays.push(OrderedPlay { play, used: found.used, estimate });
        });
        plays.sort_by_key(|play| Reverse(play.estimate));
        self.budget = self.budget.saturating_sub(plays.len() as u64);
        Ok(plays)
    }

    /// The value of a play, or of a pass that does not end the game.
    fn value_of_move(
        &mut self,
        game: OpenGame<'_>,
        rack: &Rack,
        play: Option<&OrderedPlay>,
        [low, high]: [i32; 2],
    ) -> Result<ValueRange, PositionError> {
        let other = game.racks[1];
        let Some(OrderedPlay { play, used, .. }) = play else {
            let passed = OpenGame { racks: [other, game.racks[0]], passes: game.passes + 1, ..game };
            return Ok(self.value(passed, [-high, -low])?.after_gain(0));
        };
        let mut position = game.position.clone();
        self.search.lay(&mut position, play);
        let (drawn, bag) = game.bag.split_at(game.bag.len().min(used.count_ones() as usize));
        let refilled: Vec<u8> = rack.tiles_outside(*used).chain(drawn.iter().copied()).collect();
        let passes = self.solver.rules().passes_after_play();
        let board = game.board ^ hash(play);
        let next = OpenGame { position: &position, board, racks: [other, &refilled], bag, passes };
        let window = [play.score - high, play.score - low];
        let value = if bag.is_empty() {
            self.endgame(next, window, self.budget / BUDGET_SHARE)
        } else {
            self.value(next, window)
        };
        Ok(value?.after_gain(play.score))
    }

    /// The value of an endgame, with at most `budget` work.
    fn endgame(&mut self, game: OpenGame<'_>, window: [i32; 2], budget: u64) -> Result<ValueRange, PositionError> {
        let (mut work, mut is_stopped) = (0, false);
        let mut go_on = |found: &Solution| {
            work = found.work;
            is_stopped = !(self.go_on)();
            !is_stopped && work < budget
        };
        let found =
            self.solver.solve_within(self.search, (game.position, game.board), game.racks, 0, window, &mut go_on)?;
        self.is_stopped |= is_stopped;
        self.budget = self.budget.saturating_sub(work.max(found.work));
        if found.depth == 0 {
            return Ok(ValueRange::UNKNOWN);
        }
        // Outside the window the value is only a bound.
        let least = if found.value <= window[0] { -INFINITY } else { found.value };
        let most = if found.value >= window[1] { INFINITY } else { found.value };
        let estimated = [least, most];
        Ok(ValueRange { proved: if found.proved { estimated } else { ValueRange::UNKNOWN.proved }, estimated })
    }

    fn is_over(&self) -> bool {
        self.is_stopped || self.budget < MIN_BUDGET
    }
}
