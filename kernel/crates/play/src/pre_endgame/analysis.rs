//! Looking into a candidate with so much effort, as long as it can be the best.

use mostek_search::{Position, PositionError, Worth};

use super::bag_draws::Draw;
use super::candidate::{Candidate, GLANCE, Standing};
use super::open_game::{Answers, Open, OpenGame, POINT};
use crate::game::points;

/// Where candidates are looked into.
pub(super) struct Desk<'d> {
    open: Open<'d>,
    draws: &'d [Draw],
}

impl<'d> Desk<'d> {
    pub(super) fn new(open: Open<'d>, draws: &'d [Draw]) -> Self {
        Self { open, draws }
    }

    /// Whether somebody said to stop.
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_closed
    }

    /// Takes the ends for what is left of the lead after the best answer that could be made before the turn
    /// already and stands in lanes that it does not touch.
    pub(super) fn skim(&mut self, position: &Position, candidates: &mut [Candidate]) -> Result<(), PositionError> {
        let Open { search, scratch, .. } = &mut self.open;
        let touched: Vec<_> = candidates.iter().map(|candidate| candidate.touched(search, position)).collect();
        for (number, draw) in self.draws.iter().enumerate() {
            let answers = Answers::of(search, position, &draw.others, scratch)?;
            for (candidate, touched) in candidates.iter_mut().zip(&touched) {
                let spread = candidate.ahead - answers.beside(*touched);
                candidate.ends[number].take(spread);
            }
        }
        Ok(())
    }

    /// Takes the ends for what the other player's best answer and what both then hold make of them.
    pub(super) fn glance<'c>(
        &mut self,
        candidates: impl Iterator<Item = &'c mut Candidate>,
    ) -> Result<(), PositionError> {
        let Open { search, scratch, watch, is_closed, .. } = &mut self.open;
        for candidate in candidates {
            *is_closed = !watch();
            if *is_closed {
                break;
            }
            for end in &mut candidate.ends {
                let [other, mine] = &end.racks;
                // With tiles in the bag nobody lays the last one yet.
                let others = if candidate.bag == 0 { points(search, mine) } else { 0 };
                let rack = search.rack(other)?;
                let best = search.best(&candidate.position, &rack, Worth::Last { others }, 1, scratch);
                end.take(candidate.ahead - best.first().map_or(0, |best| best.equity / POINT));
            }
            candidate.looks = GLANCE;
        }
        Ok(())
    }

    /// Looks into a candidate, into each draw with so much effort: who wins, then the spread.
    pub(super) fn look(&mut self, candidate: &mut Candidate, best: Standing, effort: u64) -> Result<(), PositionError> {
        candidate.deal(self.draws);
        // A candidate with more deals than others gets no more time than they.
        let effort = effort.saturating_mul(self.draws.len() as u64) / candidate.ends.len() as u64;
        // The draws that are feared most come first: one may be enough to drop the candidate.
        let mut order: Vec<usize> = (0..candidate.ends.len()).collect();
        order.sort_by_key(|number| candidate.ends[*number].guess);
        for number in &order {
            while let Some(doubt) = candidate.ends[*number].doubt() {
                if self.is_over(candidate, best) || !self.solve(candidate, *number, [doubt, doubt + 1], effort)? {
                    break;
                }
            }
        }
        for number in order {
            let end = &candidate.ends[number];
            if end.doubt().is_some() || end.is_exact() {
                continue;
            }
            if self.is_over(candidate, best) {
                break;
            }
            let window = match allowed(candidate, best, end.guess) {
                Some(allowed) if end.high <= allowed => continue,
                Some(allowed) => [allowed, allowed + 1],
                None => [end.low - 1, end.high + 1],
            };
            self.solve(candidate, number, window, effort)?;
        }
        Ok(())
    }

    /// Whether it leads nowhere to look further into a candidate.
    fn is_over(&self, candidate: &Candidate, best: Standing) -> bool {
        self.is_closed() || candidate.most() <= best && candidate.least() < best
    }

    /// Solves the end after a draw within a window of spreads; whether something new was proved.
    fn solve(
        &mut self,
        candidate: &mut Candidate,
        number: usize,
        [low, high]: [i32; 2],
        effort: u64,
    ) -> Result<bool, PositionError> {
        let (ahead, end) = (candidate.ahead, &mut candidate.ends[number]);
        let [other, mine] = &end.racks;
        let game =
            OpenGame { position: &candidate.position, racks: [other, mine], bag: &end.bag, passes: candidate.passes };
        self.open.effort = effort;
        // The other player is on turn, and gains what is lost of the lead.
        let found = self.open.value(game, [ahead - high, ahead - low])?;
        let before = (end.low, end.high);
        end.learn(found.behind(ahead));
        Ok((end.low, end.high) != before)
    }
}

/// The spread that a draw may bring without making a candidate better than the best, if each other draw
/// brings as much more than it is taken for. None if the candidate is taken to be better.
fn allowed(candidate: &Candidate, best: Standing, guess: i32) -> Option<i32> {
    let taken = candidate.guess();
    let spare = best.spread - taken.spread;
    let is_tie = candidate.most().halves == best.halves;
    (is_tie && spare >= 0).then(|| guess + (spare / i64::from(candidate.draws())) as i32)
}
