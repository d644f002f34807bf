//! The analysis of moves, each as long as it can be the best.

use mostek_search::{POINT, Position, PositionError, Valuation};

use super::bag_draws::BagDraw;
use super::move_analysis::{MoveAnalysis, ONE_REPLY, RankingKey};
use super::open_game::{OpenGame, OpenGameSolver, StandingReplies};
use crate::endgame::hash;
use crate::game::points;

/// Rates moves and solves the games after their draws.
pub(super) struct Analysis<'d> {
    open: OpenGameSolver<'d>,
    draws: &'d [BagDraw],
}

impl<'d> Analysis<'d> {
    pub(super) fn new(open: OpenGameSolver<'d>, draws: &'d [BagDraw]) -> Self {
        Self { open, draws }
    }

    /// Whether `go_on` returned false.
    pub(super) fn is_stopped(&self) -> bool {
        self.open.is_stopped
    }

    /// Estimates each spread as the lead less the opponent's best standing reply: a play that was possible before the move, in
    /// a lane that the move does not change.
    pub(super) fn rate_by_standing_replies(
        &mut self,
        position: &Position,
        moves: &mut [MoveAnalysis],
    ) -> Result<(), PositionError> {
        let OpenGameSolver { search, scratch, .. } = &mut self.open;
        let changed: Vec<_> = moves.iter().map(|analysed| analysed.changed_lanes(search, position)).collect();
        for (number, draw) in self.draws.iter().enumerate() {
            let replies = StandingReplies::new(search, position, &draw.others, scratch)?;
            for (analysed, changed) in moves.iter_mut().zip(&changed) {
                let spread = analysed.lead - replies.best_outside(*changed);
                analysed.outcomes[number].set_estimate(spread);
            }
        }
        Ok(())
    }

    /// Estimates each spread by the opponent's best static reply, as if the game ended after it.
    pub(super) fn rate_by_best_reply<'m>(
        &mut self,
        moves: impl Iterator<Item = &'m mut MoveAnalysis>,
    ) -> Result<(), PositionError> {
        let OpenGameSolver { search, scratch, go_on, is_stopped, .. } = &mut self.open;
        for analysed in moves {
            *is_stopped = !go_on();
            if *is_stopped {
                break;
            }
            for outcome in &mut analysed.outcomes {
                let [opponent, player] = &outcome.racks;
                // With tiles in the bag the reply does not go out.
                let opponent_points = if analysed.bag == 0 { points(search, player) } else { 0 };
                let (rack, valuation) = (search.rack(opponent)?, Valuation::EmptyBag { opponent_points });
                let best = search.best(&analysed.position, &rack, valuation, 1, scratch);
                outcome.set_estimate(analysed.lead - best.first().map_or(0, |best| best.equity / POINT));
            }
            analysed.rounds = ONE_REPLY;
        }
        Ok(())
    }

    /// Solves the game after each draw of a move with this budget: first the results, then the spreads.
    pub(super) fn solve_draws(
        &mut self,
        analysed: &mut MoveAnalysis,
        best: RankingKey,
        budget: u64,
    ) -> Result<(), PositionError> {
        analysed.split_by_order(self.draws);
        let budget = self.budget(analysed, budget);
        // The worst draws come first: one may be enough to drop the move.
        let mut order: Vec<usize> = (0..analysed.outcomes.len()).collect();
        order.sort_by_key(|number| analysed.outcomes[*number].estimate);
        for number in &order {
            while let Some(spread) = analysed.outcomes[*number].deciding_spread() {
                if self.is_over(analysed, best) || !self.solve(analysed, *number, [spread, spread + 1], budget)? {
                    break;
                }
            }
        }
        for number in order {
            let outcome = &analysed.outcomes[number];
            if outcome.deciding_spread().is_some() || outcome.is_exact() {
                continue;
            }
            if self.is_over(analysed, best) {
                break;
            }
            let window = match allowed_spread(analysed, best, outcome.estimate) {
                Some(allowed) if outcome.high <= allowed => continue,
                Some(allowed) => [allowed, allowed + 1],
                None => [outcome.low - 1, outcome.high + 1],
            };
            self.solve(analysed, number, window, budget)?;
        }
        Ok(())
    }

    /// Tries to prove that a move is no better than the best, with this budget for each window.
    pub(super) fn refute(
        &mut self,
        analysed: &mut MoveAnalysis,
        best: RankingKey,
        budget: u64,
    ) -> Result<(), PositionError> {
        analysed.split_by_order(self.draws);
        let budget = self.budget(analysed, budget);
        while !self.is_stopped() && analysed.upper_bound() > best {
            let Some((number, most)) = analysed.next_refutation(best) else { break };
            if !self.solve(analysed, number, [most, most + 1], budget)? {
                break;
            }
        }
        Ok(())
    }

    /// A move with more orders than others gets no more time than they.
    fn budget(&self, analysed: &MoveAnalysis, budget: u64) -> u64 {
        budget.saturating_mul(self.draws.len() as u64) / analysed.outcomes.len() as u64
    }

    /// Whether the analysis of a move is stopped or the move can no longer be best.
    fn is_over(&self, analysed: &MoveAnalysis, best: RankingKey) -> bool {
        self.is_stopped() || analysed.upper_bound() <= best && analysed.lower_bound() < best
    }

    /// Solves the game after a draw within a window of spreads; returns whether the bounds narrowed.
    fn solve(
        &mut self,
        analysed: &mut MoveAnalysis,
        number: usize,
        [low, high]: [i32; 2],
        budget: u64,
    ) -> Result<bool, PositionError> {
        let (lead, outcome) = (analysed.lead, &mut analysed.outcomes[number]);
        let [opponent, player] = &outcome.racks;
        let (position, bag, passes) = (&analysed.position, &outcome.bag[..], analysed.passes);
        self.open.budget = budget;
        // The opponent is on turn, and gains what the player loses.
        let window = [lead - high, lead - low];
        let board = analysed.play.as_ref().map_or(0, hash);
        let game = OpenGame { position, board, racks: [opponent, player], bag, passes };
        let found = self.open.value(game, window)?;
        let before = (outcome.low, outcome.high);
        outcome.narrow(found.after_gain(lead));
        Ok((outcome.low, outcome.high) != before)
    }
}

/// The highest spread after a draw with which the move stays behind the best, if all other draws exceed their estimates by
/// as much; none if the move is estimated to be better.
fn allowed_spread(analysed: &MoveAnalysis, best: RankingKey, estimate: i32) -> Option<i32> {
    let estimated = analysed.estimate();
    let spare = best.spread - estimated.spread;
    let is_tie = analysed.upper_bound().half_wins == best.half_wins;
    (is_tie && spare >= 0).then(|| estimate + (spare / i64::from(analysed.draws())) as i32)
}
