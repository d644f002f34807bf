//! A move of the pre-endgame, and what is known of the game after each draw.

use mostek_search::{LaneSet, Play, Position, PositionError, Rack, Search};

use super::bag_draws::BagDraw;
use super::open_game::{INFINITY, OpenGame, ValueRange};
use super::position::PreEndgamePosition;
use super::result::PreEndgameResult;
use crate::endgame::{EndRules, hash};
use crate::game::points;

/// The number of rounds of a move that was rated by the opponent's best reply only.
pub(super) const ONE_REPLY: u32 = 1;

/// What moves are compared by: half wins over all draws, then the sum of the spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct RankingKey {
    pub(super) half_wins: u32,
    pub(super) spread: i64,
}

/// What is asked about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Whether it wins more draws than the best.
    Winner,
    /// Its results and spreads, as long as it may be best.
    Spread,
}

/// A move and its analysis.
#[derive(Debug)]
pub(super) struct MoveAnalysis {
    /// None for an exchange and the pass.
    pub(super) play: Option<Play>,
    /// The subset of the rack's tiles exchanged, and these tiles; none for a play and the pass.
    exchanged: (u16, Vec<u8>),
    /// How many draws count as one in the result.
    fineness: u32,
    /// The lead after the move.
    pub(super) lead: i32,
    /// The leave.
    leave: Vec<u8>,
    /// The number of tiles that the move leaves in the bag.
    pub(super) bag: usize,
    /// The number of consecutive passes after the move.
    pub(super) passes: u8,
    /// One for each draw; before [`split_by_order`](Self::split_by_order) as if the move drew the whole bag.
    pub(super) outcomes: Vec<DrawOutcome>,
    /// The number of rounds: 0 if rated by standing replies only, then [`ONE_REPLY`], then one more for each round.
    pub(super) rounds: u32,
    pub(super) is_beaten: bool,
}

/// What is known of the game after one draw.
#[derive(Debug)]
pub(super) struct DrawOutcome {
    /// The racks of the opponent, who is on turn, and of the player.
    pub(super) racks: [Vec<u8>; 2],
    /// The tiles left in the bag, the next one first.
    pub(super) bag: Vec<u8>,
    ways: u32,
    /// The proved bounds of the final spread.
    pub(super) low: i32,
    pub(super) high: i32,
    /// The estimated final spread.
    pub(super) estimate: i32,
    /// The window that was searched last without success, and the budget.
    pub(super) failed: ([i32; 2], u64),
}

impl DrawOutcome {
    fn new(opponent: &[u8], leave: &[u8], drawn: &[u8], bag: &[u8], ways: u32) -> Self {
        let racks = [opponent.to_vec(), [leave, drawn].concat()];
        Self { racks, bag: bag.to_vec(), ways, low: -INFINITY, high: INFINITY, estimate: 0, failed: ([0; 2], 0) }
    }

    /// Sets the estimate, within the proved bounds.
    pub(super) fn set_estimate(&mut self, spread: i32) {
        self.estimate = spread.max(self.low).min(self.high);
    }

    /// Narrows the bounds and the estimate.
    pub(super) fn narrow(&mut self, spread: ValueRange) {
        let [[low, high], [least, most]] = [spread.proved, spread.estimated];
        (self.low, self.high) = (self.low.max(low), self.high.min(high));
        self.set_estimate(self.estimate.max(least).min(most));
    }

    /// Whether this window was searched last, with as much work, and without success.
    pub(super) fn has_failed(&self, window: [i32; 2], budget: u64) -> bool {
        self.failed.0 == window && self.failed.1 >= budget
    }

    /// A spread such that the result depends on whether the final spread exceeds it; none if the result is proved.
    pub(super) fn deciding_spread(&self) -> Option<i32> {
        let (is_maybe_won, is_maybe_lost) = (self.low <= 0 && self.high > 0, self.low < 0 && self.high >= 0);
        match (is_maybe_won, is_maybe_lost) {
            (true, true) => Some(if self.estimate > 0 { 0 } else { -1 }),
            (true, false) => Some(0),
            (false, true) => Some(-1),
            (false, false) => None,
        }
    }

    /// The window by which the spread is found. If the estimate is one of the bounds, only the other bound is missing: whether it
    /// holds is proved with far fewer nodes than the spread is found.
    fn window_of_spread(&self) -> [i32; 2] {
        match self.estimate {
            spread if spread == self.high => [spread - 1, spread],
            spread if spread == self.low => [spread, spread + 1],
            _ => [self.low - 1, self.high + 1],
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

impl MoveAnalysis {
    fn new(position: &PreEndgamePosition, play: Option<Play>, leave: Vec<u8>, draws: &[BagDraw]) -> Self {
        let laid = position.rack.len() - leave.len();
        let outcome = |draw: &BagDraw| DrawOutcome::new(&draw.others, &leave, &draw.drawn, &[], draw.ways);
        Self {
            play,
            exchanged: (0, Vec::new()),
            fineness: 1,
            lead: position.lead + play.map_or(0, |play| play.score),
            bag: position.bag.saturating_sub(laid),
            passes: 0,
            outcomes: draws.iter().map(outcome).collect(),
            leave,
            rounds: 0,
            is_beaten: false,
        }
    }

    fn of_play(rules: EndRules, position: &PreEndgamePosition, play: Play, leave: Vec<u8>, draws: &[BagDraw]) -> Self {
        Self { passes: rules.passes_after_play(), ..Self::new(position, Some(play), leave, draws) }
    }

    /// An exchange of a subset of the rack's tiles. The bag has as many tiles as before.
    fn of_exchange(rules: EndRules, position: &PreEndgamePosition, rack: &Rack, set: u16, draws: &[BagDraw]) -> Self {
        let leave = rack.tiles_outside(set).collect();
        Self {
            exchanged: (set, rack.tiles_of(set).collect()),
            bag: position.bag,
            passes: rules.passes_after_play(),
            ..Self::new(position, None, leave, draws)
        }
    }

    /// The pass. If it ends the game, the outcome is known.
    fn of_pass(search: &Search, rules: EndRules, position: &PreEndgamePosition, draws: &[BagDraw]) -> Self {
        let mut analysis = Self::new(position, None, position.rack.to_vec(), draws);
        analysis.passes = position.passes.saturating_add(1);
        if analysis.passes >= rules.passes {
            for outcome in &mut analysis.outcomes {
                let left = points(search, &outcome.racks[0]) - points(search, position.rack);
                outcome.narrow(ValueRange::exactly(position.lead + rules.blocked * left));
            }
        }
        analysis
    }

    /// The lanes that the move changes.
    pub(super) fn changed_lanes(&self, search: &Search, before: &Position) -> LaneSet {
        self.play.map_or(LaneSet::default(), |play| search.changed_lanes(before, &play))
    }

    /// Makes `after` the position after the move. It is made when it is needed: thousands of moves would take too much memory.
    pub(super) fn lay(&self, search: &Search, before: &Position, after: &mut Position) {
        after.clone_from(before);
        if let Some(play) = &self.play {
            search.lay(after, play);
        }
    }

    /// Splits the draws of a move that leaves tiles in the bag by the order of those tiles.
    pub(super) fn split_by_order(&mut self, draws: &[BagDraw]) {
        let is_split = self.outcomes.iter().any(|outcome| !outcome.bag.is_empty());
        if self.bag == 0 || is_split {
            return;
        }
        let whole_draws = std::mem::take(&mut self.outcomes);
        for (draw, whole) in draws.iter().zip(whole_draws) {
            let (_, given_back) = &self.exchanged;
            let orders = match given_back.len() {
                0 => draw.orders(draw.drawn.len() - self.bag),
                _ => draw.exchanges(given_back),
            };
            for order in orders {
                let outcome = DrawOutcome::new(&draw.others, &self.leave, &order.drawn, &order.bag, order.ways);
                self.outcomes.push(DrawOutcome { estimate: whole.estimate, ..outcome });
            }
        }
    }

    /// What the move is proved to reach.
    pub(super) fn lower_bound(&self) -> RankingKey {
        self.key(|outcome| outcome.low)
    }

    /// The most that the move may reach.
    pub(super) fn upper_bound(&self) -> RankingKey {
        self.key(|outcome| outcome.high)
    }

    pub(super) fn estimate(&self) -> RankingKey {
        self.key(|outcome| outcome.estimate)
    }

    fn key(&self, spread: impl Fn(&DrawOutcome) -> i32) -> RankingKey {
        let half_wins = |outcome: &DrawOutcome| outcome.ways * (1 + spread(outcome).signum()) as u32;
        RankingKey {
            half_wins: self.outcomes.iter().map(half_wins).sum(),
            spread: self.outcomes.iter().map(|outcome| i64::from(outcome.ways) * i64::from(spread(outcome))).sum(),
        }
    }

    /// The game after a draw, with the opponent on turn; `position` is the one [after the move](Self::lay).
    pub(super) fn game<'g>(&'g self, position: &'g Position, outcome: usize) -> OpenGame<'g> {
        let DrawOutcome { racks: [opponent, player], bag, .. } = &self.outcomes[outcome];
        let board = self.play.as_ref().map_or(0, hash);
        OpenGame { position, board, racks: [opponent, player], bag, passes: self.passes }
    }

    /// A window of final spreads as one of the opponent's gains from here on.
    pub(super) fn window(&self, [low, high]: [i32; 2]) -> [i32; 2] {
        [self.lead - high, self.lead - low]
    }

    /// Takes the opponent's gain after a draw; returns whether the bounds narrowed.
    pub(super) fn narrow(&mut self, outcome: usize, gain: ValueRange) -> bool {
        let (lead, outcome) = (self.lead, &mut self.outcomes[outcome]);
        let before = (outcome.low, outcome.high);
        outcome.narrow(gain.after_gain(lead));
        (outcome.low, outcome.high) != before
    }

    /// The windows to be searched next, by their draws; none if the move can no longer be best, or if it is exact. The draws
    /// that are `exhausted` are left alone.
    pub(super) fn windows(&self, aim: Aim, best: RankingKey, exhausted: &[bool]) -> Vec<(usize, [i32; 2])> {
        if aim == Aim::Winner {
            let most = if self.is_rival(best) { self.losses(best.half_wins + 1, exhausted) } else { Vec::new() };
            return most.into_iter().map(|(number, most)| (number, [most, most + 1])).collect();
        }
        if self.upper_bound() <= best && self.lower_bound() < best {
            return Vec::new();
        }
        let estimated = self.estimate();
        if estimated <= best && self.upper_bound() > best {
            let most = if estimated.half_wins < best.half_wins {
                self.losses(best.half_wins, exhausted)
            } else if self.is_rival(best) {
                self.losses(best.half_wins + 1, exhausted)
            } else {
                self.low_spreads(best)
            };
            let most = most.into_iter().filter(|(number, _)| !exhausted[*number]);
            return most.map(|(number, most)| (number, [most, most + 1])).collect();
        }
        // The worst draws come first: one may be enough to drop the move.
        let outcomes = || self.outcomes.iter().enumerate().filter(|(number, _)| !exhausted[*number]);
        let undecided = outcomes().filter_map(|(number, outcome)| Some((number, outcome, outcome.deciding_spread()?)));
        if let Some((number, _, spread)) = undecided.min_by_key(|(_, outcome, _)| outcome.estimate) {
            return vec![(number, [spread, spread + 1])];
        }
        let inexact = outcomes().filter(|(_, outcome)| outcome.deciding_spread().is_none() && !outcome.is_exact());
        inexact.map(|(number, outcome)| (number, outcome.window_of_spread())).collect()
    }

    /// Draws that are estimated to be lost or drawn, and the highest spread to be proved after each, so that the move has fewer
    /// half wins than `most`.
    fn losses(&self, most: u32, exhausted: &[bool]) -> Vec<(usize, i32)> {
        let mut half_wins = self.upper_bound().half_wins;
        let mut order: Vec<usize> = (0..self.outcomes.len()).collect();
        order.sort_by_key(|number| self.outcomes[*number].estimate);
        let mut losses = Vec::new();
        for number in order {
            let outcome = &self.outcomes[number];
            let lost = (outcome.high.signum() - outcome.estimate.signum()) as u32;
            if half_wins >= most && lost > 0 && !exhausted[number] {
                half_wins -= outcome.ways * lost;
                losses.push((number, outcome.estimate.signum()));
            }
        }
        losses
    }

    /// Draws, and the highest spread to be proved after each, so that the move has no better result and spread than the best.
    fn low_spreads(&self, best: RankingKey) -> Vec<(usize, i32)> {
        let mut unproved: Vec<usize> = (0..self.outcomes.len()).collect();
        loop {
            let ways: i64 = unproved.iter().map(|number| i64::from(self.outcomes[*number].ways)).sum();
            let spare = (best.spread - self.spread_unless_proved(&unproved)) / ways.max(1);
            let most = |number: usize| {
                let estimate = self.outcomes[number].estimate;
                let most = estimate + spare as i32;
                // Nor a better result.
                if estimate <= 0 { most.min(estimate.signum()) } else { most }
            };
            let left: Vec<usize> =
                unproved.iter().copied().filter(|number| self.outcomes[*number].high > most(*number)).collect();
            // What is proved below its share leaves more to the others.
            if left.len() == unproved.len() {
                return left.into_iter().map(|number| (number, most(number))).collect();
            }
            unproved = left;
        }
    }

    /// The sum of the spreads: by their estimates after the draws of `unproved`, else by their upper bounds.
    fn spread_unless_proved(&self, unproved: &[usize]) -> i64 {
        let spread = |(number, outcome): (usize, &DrawOutcome)| {
            let points = if unproved.contains(&number) { outcome.estimate } else { outcome.high };
            i64::from(outcome.ways) * i64::from(points)
        };
        self.outcomes.iter().enumerate().map(spread).sum()
    }

    /// Whether the result after each draw is proved.
    pub(super) fn is_decided(&self) -> bool {
        self.outcomes.iter().all(|outcome| outcome.deciding_spread().is_none())
    }

    /// Whether the move may win more draws than the best.
    pub(super) fn is_rival(&self, best: RankingKey) -> bool {
        self.upper_bound().half_wins > best.half_wins
    }

    pub(super) fn is_exact(&self) -> bool {
        self.outcomes.iter().all(DrawOutcome::is_exact)
    }

    /// Whether the move may be best and is not exact yet.
    pub(super) fn is_open(&self) -> bool {
        !self.is_beaten && !self.is_exact()
    }

    fn count(&self, wanted: impl Fn(&DrawOutcome) -> bool) -> u32 {
        self.outcomes.iter().filter(|outcome| wanted(outcome)).map(|outcome| outcome.ways).sum()
    }

    pub(super) fn result(&self) -> PreEndgameResult {
        let count = |wanted: fn(&DrawOutcome) -> bool| self.count(wanted) / self.fineness;
        PreEndgameResult {
            play: self.play,
            exchanged: self.exchanged.0,
            bag: self.bag,
            draws: count(|_| true),
            won: count(|outcome| outcome.low > 0),
            drawn: count(|outcome| outcome.low == 0 && outcome.high == 0),
            settled: count(|outcome| outcome.deciding_spread().is_none()),
            spread: self.estimate().spread / i64::from(self.fineness),
            exact: self.is_exact(),
            beaten: self.is_beaten,
        }
    }
}

/// Every play, every exchange of at most `max_exchanged` tiles, and the pass. The draws count by `fineness`.
pub(super) fn all(
    search: &Search,
    rules: EndRules,
    position: &PreEndgamePosition,
    (draws, fineness): (&[BagDraw], u32),
    max_exchanged: usize,
) -> Result<Vec<MoveAnalysis>, PositionError> {
    let rack = search.rack(position.rack)?;
    let mut moves = vec![MoveAnalysis::of_pass(search, rules, position, draws)];
    search.each(position.position, &rack, |found| {
        let leave = rack.tiles_outside(found.used).collect();
        moves.push(MoveAnalysis::of_play(rules, position, found.play(), leave, draws));
    });
    // The ways of an exchange need not be whole draws.
    moves.iter_mut().for_each(|analysed| analysed.fineness = fineness);
    let sets = rack.subsets().filter(|set| (1..=max_exchanged).contains(&(set.count_ones() as usize)));
    moves.extend(sets.map(|set| MoveAnalysis::of_exchange(rules, position, &rack, set, draws)));
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_missing_bound_of_an_estimate_is_tested() {
        let mut outcome = DrawOutcome::new(&[], &[], &[], &[], 1);
        outcome.narrow(ValueRange { proved: [-9, 5], estimated: [2, 2] });
        assert_eq!(outcome.window_of_spread(), [-10, 6]);
        outcome.set_estimate(7);
        assert_eq!(outcome.window_of_spread(), [4, 5]);
        outcome.set_estimate(-20);
        assert_eq!(outcome.window_of_spread(), [-9, -8]);
    }

    #[test]
    fn what_failed_is_searched_again_with_more_work_only() {
        let mut outcome = DrawOutcome::new(&[], &[], &[], &[], 1);
        assert!(!outcome.has_failed([0, 1], 1));
        outcome.failed = ([0, 1], 100);
        assert!(outcome.has_failed([0, 1], 100) && outcome.has_failed([0, 1], 99));
        assert!(!outcome.has_failed([0, 1], 101) && !outcome.has_failed([-1, 0], 1));
    }
}
