//! Looking into a candidate with so much effort, as long as it can be the best.

use mostek_search::{LaneSet, Position, PositionError, Scratch, Search, Worth};

use super::candidate::{Candidate, GLANCE, Standing};
use crate::endgame::{Solution, Solver};

/// Equities are thousandths of a point.
const POINT: i32 = 1000;

/// So many answers are known to a skim: nearly always one of them stands where the play changes nothing.
const ANSWERS: usize = 100;

/// What looking into candidates needs.
pub(super) struct Desk<'d> {
    search: &'d Search,
    solver: &'d mut Solver,
    scratch: Scratch,
    watch: &'d mut dyn FnMut() -> bool,
    /// Whether somebody said to stop.
    pub(super) is_closed: bool,
}

impl<'d> Desk<'d> {
    pub(super) fn new(search: &'d Search, solver: &'d mut Solver, watch: &'d mut dyn FnMut() -> bool) -> Self {
        Self { search, solver, scratch: Scratch::default(), watch, is_closed: false }
    }

    /// Takes the ends for what is left of the lead after the best answer that could be made before the play
    /// already and stands in lanes that the play does not touch.
    pub(super) fn skim(&mut self, position: &Position, candidates: &mut [Candidate]) -> Result<(), PositionError> {
        let Some(first) = candidates.first() else { return Ok(()) };
        let racks: Vec<_> = first.ends.iter().map(|end| self.search.rack(&end.racks[0])).collect::<Result<_, _>>()?;
        let touched: Vec<_> =
            candidates.iter().map(|candidate| self.search.touched(position, &candidate.play)).collect();
        for (number, rack) in racks.iter().enumerate() {
            let answers = self.search.best(position, rack, Worth::Last { others: 0 }, ANSWERS, &mut self.scratch);
            let answers: Vec<_> =
                answers.iter().map(|best| (LaneSet::number(&best.play), best.equity / POINT)).collect();
            for (candidate, touched) in candidates.iter_mut().zip(&touched) {
                let answer = answers.iter().find(|(lane, _)| !touched.has(*lane));
                candidate.ends[number].guess = candidate.ahead - answer.map_or(0, |(_, points)| *points);
            }
        }
        Ok(())
    }

    /// Takes the ends for what the other player's best answer and what both then hold make of them.
    pub(super) fn glance<'c>(
        &mut self,
        candidates: impl Iterator<Item = &'c mut Candidate>,
    ) -> Result<(), PositionError> {
        for candidate in candidates {
            self.is_closed = !(self.watch)();
            if self.is_closed {
                break;
            }
            for end in &mut candidate.ends {
                let [other, mine] = &end.racks;
                let others = mine.iter().map(|tile| self.search.value(*tile)).sum();
                let rack = self.search.rack(other)?;
                let best = self.search.best(&candidate.position, &rack, Worth::Last { others }, 1, &mut self.scratch);
                end.guess = candidate.ahead - best.first().map_or(0, |best| best.equity / POINT);
            }
            candidate.looks = GLANCE;
        }
        Ok(())
    }

    /// Looks into a candidate, into each draw with so much effort: who wins, then the spread.
    pub(super) fn look(&mut self, candidate: &mut Candidate, best: Standing, effort: u64) -> Result<(), PositionError> {
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
        self.is_closed || candidate.most() <= best && candidate.least() < best
    }

    /// Solves the end after a draw within a window of spreads; whether something was proved.
    fn solve(
        &mut self,
        candidate: &mut Candidate,
        number: usize,
        [low, high]: [i32; 2],
        effort: u64,
    ) -> Result<bool, PositionError> {
        let ahead = candidate.ahead;
        let end = &mut candidate.ends[number];
        let mut watch = |found: &Solution| {
            self.is_closed = !(self.watch)();
            !self.is_closed && found.work < effort
        };
        let [other, mine] = &end.racks;
        // The other player is on turn, and gains what is lost of the lead.
        let window = [ahead - high, ahead - low];
        let found = self.solver.within(self.search, &candidate.position, [other, mine], 0, window, &mut watch)?;
        if found.depth == 0 {
            return Ok(false);
        }
        let spread = Some(ahead - found.value);
        // Beyond the window the value is only a bound.
        let known = match found.value {
            value if value <= window[0] => [spread, None],
            value if value >= window[1] => [None, spread],
            _ => [spread, spread],
        };
        end.learn(known, found.proved);
        Ok(found.proved)
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
