//! The analysis of moves, each as long as it can be the best.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use mostek_search::{POINT, Position, PositionError, Scratch, Search, Valuation};

use super::bag_draws::BagDraw;
use super::move_analysis::{Aim, MoveAnalysis, ONE_REPLY, RankingKey};
use super::open_game::{OpenGameSolver, StandingOuts, StandingReplies, ValueRange};
use crate::endgame::Solver;
use crate::game::points;
use crate::parallel::run_units;

/// At most so many draws have a solver of their own.
const MOST_SOLVERS: usize = 16;

/// Rates moves and solves the games after their draws.
pub(super) struct Analysis<'d> {
    search: &'d Search,
    /// The position before the moves.
    position: &'d Position,
    draws: &'d [BagDraw],
    /// One for each draw, or for each few: the games after a draw have much in common. What one knows does not depend on the
    /// number of threads.
    solvers: Vec<Mutex<DrawSolver>>,
    threads: usize,
    /// How many times the points of the opponent's tiles count for a player who goes out.
    out: i32,
    go_on: &'d mut dyn FnMut() -> bool,
    /// Whether `go_on` returned false.
    pub(super) is_stopped: bool,
}

/// What solves the games after a draw.
struct DrawSolver {
    solver: Solver,
    scratch: Scratch,
    /// The position after the move that is asked about.
    position: Position,
}

/// A window of spreads after a draw of a move.
struct Question {
    /// The place of the move among those asked about.
    place: usize,
    outcome: usize,
    window: [i32; 2],
}

impl<'d> Analysis<'d> {
    pub(super) fn new(
        search: &'d Search,
        solver: &Solver,
        position: &'d Position,
        draws: &'d [BagDraw],
        threads: usize,
        go_on: &'d mut dyn FnMut() -> bool,
    ) -> Self {
        let count = draws.len().clamp(1, MOST_SOLVERS);
        let out = solver.rules().out;
        let solver =
            || DrawSolver { solver: solver.part(count), scratch: Scratch::default(), position: position.clone() };
        let solvers = (0..count).map(|_| Mutex::new(solver())).collect();
        Self { search, position, draws, solvers, threads, out, go_on, is_stopped: false }
    }

    /// Estimates each spread as the lead less the opponent's best standing reply: a play that was possible before the move, in
    /// a lane that the move does not change. If a standing reply goes out, it bounds the spread.
    pub(super) fn rate_by_standing_replies(&mut self, moves: &mut [MoveAnalysis]) -> Result<(), PositionError> {
        let (search, position, mut scratch) = (self.search, self.position, Scratch::default());
        let changed: Vec<_> = moves.iter().map(|analysed| analysed.changed_lanes(search, position)).collect();
        for (number, draw) in self.draws.iter().enumerate() {
            let replies = StandingReplies::new(search, position, &draw.others, &mut scratch)?;
            let outs = StandingOuts::new(search, position, &draw.others)?;
            for (analysed, changed) in moves.iter_mut().zip(&changed) {
                let (lead, outcome) = (analysed.lead, &mut analysed.outcomes[number]);
                outcome.set_estimate(lead - replies.best_outside(*changed));
                // With tiles in the bag the reply does not go out.
                let out = outs.best_outside(*changed).filter(|_| analysed.bag == 0);
                if let Some(score) = out {
                    let left = points(search, &outcome.racks[1]);
                    outcome.narrow(ValueRange::at_most(lead - score - self.out * left));
                }
            }
        }
        Ok(())
    }

    /// Estimates each spread by the opponent's best static reply, as if the game ended after it.
    pub(super) fn rate_by_best_reply<'m>(
        &mut self,
        moves: impl Iterator<Item = &'m mut MoveAnalysis>,
    ) -> Result<(), PositionError> {
        let (search, mut scratch, mut position) = (self.search, Scratch::default(), self.position.clone());
        for analysed in moves {
            self.is_stopped = !(self.go_on)();
            if self.is_stopped {
                break;
            }
            analysed.lay(search, self.position, &mut position);
            for outcome in &mut analysed.outcomes {
                let [opponent, player] = &outcome.racks;
                // With tiles in the bag the reply does not go out.
                let opponent_points = if analysed.bag == 0 { points(search, player) } else { 0 };
                let (rack, valuation) = (search.rack(opponent)?, Valuation::EmptyBag { opponent_points });
                let best = search.best(&position, &rack, valuation, 1, &mut scratch);
                outcome.set_estimate(analysed.lead - best.first().map_or(0, |best| best.equity / POINT));
            }
            analysed.rounds = ONE_REPLY;
        }
        Ok(())
    }

    /// Asks about some of the moves until nothing more can be found with this budget for each window; `best` is the best lower
    /// bound of all. Returns the best lower bound afterwards.
    ///
    /// A move that is estimated to be worse than the best is refuted; of others first the results, then the spreads are found.
    pub(super) fn solve(
        &mut self,
        moves: &mut [MoveAnalysis],
        chosen: &[usize],
        aim: Aim,
        mut best: RankingKey,
        budget: u64,
    ) -> Result<RankingKey, PositionError> {
        for number in chosen {
            moves[*number].split_by_order(self.draws);
        }
        // The draws of each move whose bounds did not narrow any more.
        let mut exhausted: Vec<_> = chosen.iter().map(|number| vec![false; moves[*number].outcomes.len()]).collect();
        while !self.is_stopped {
            let asked = chosen.iter().zip(&exhausted).enumerate();
            let mut questions: Vec<Question> = asked
                .flat_map(|(place, (number, exhausted))| {
                    let windows = moves[*number].windows(aim, best, exhausted);
                    windows.into_iter().map(move |(outcome, window)| Question { place, outcome, window })
                })
                .collect();
            if questions.is_empty() {
                break;
            }
            // What was not found with as much work is not asked about again.
            questions.retain(|Question { place, outcome, window }| {
                let is_new = !moves[chosen[*place]].outcomes[*outcome].has_failed(*window, budget);
                exhausted[*place][*outcome] = !is_new;
                is_new
            });
            let answers = self.answers(moves, chosen, &questions, budget)?;
            for (Question { place, outcome, window }, answer) in questions.iter().zip(answers) {
                let analysed = &mut moves[chosen[*place]];
                let is_narrower = analysed.narrow(*outcome, answer);
                if !is_narrower {
                    analysed.outcomes[*outcome].failed = (*window, budget);
                }
                exhausted[*place][*outcome] = !is_narrower;
            }
            best = chosen.iter().map(|number| moves[*number].lower_bound()).fold(best, RankingKey::max);
        }
        Ok(best)
    }

    /// The values that answer the questions, for the opponent, who is on turn.
    fn answers(
        &mut self,
        moves: &[MoveAnalysis],
        chosen: &[usize],
        questions: &[Question],
        budget: u64,
    ) -> Result<Vec<ValueRange>, PositionError> {
        let (search, before, draws) = (self.search, self.position, self.draws.len() as u64);
        let (solvers, stopped) = (&self.solvers, AtomicBool::new(false));
        let by_solver = |unit: usize, answers: &mut Vec<(usize, ValueRange)>, go_on: &mut dyn FnMut() -> bool| {
            let mut solver = solvers[unit].lock().unwrap_or_else(PoisonError::into_inner);
            let DrawSolver { solver, scratch, position } = &mut *solver;
            let mut open = OpenGameSolver::new(search, solver, scratch, go_on);
            for (number, question) in
                questions.iter().enumerate().filter(|(_, asked)| asked.outcome % solvers.len() == unit)
            {
                let analysed = &moves[chosen[question.place]];
                // A move with more orders than others gets no more time than they.
                open.budget = budget.saturating_mul(draws) / analysed.outcomes.len() as u64;
                analysed.lay(search, before, position);
                let game = analysed.game(position, question.outcome);
                answers.push((number, open.value(game, analysed.window(question.window))?));
                if open.is_stopped {
                    stopped.store(true, Ordering::Relaxed);
                    break;
                }
            }
            Ok(())
        };
        let found = if self.threads <= 1 {
            let mut answers = Vec::with_capacity(questions.len());
            for unit in 0..solvers.len() {
                by_solver(unit, &mut answers, &mut *self.go_on)?;
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
            }
            vec![answers]
        } else {
            let go_on = &mut *self.go_on;
            let goes_on = || {
                let goes_on = go_on();
                stopped.fetch_or(!goes_on, Ordering::Relaxed);
                goes_on
            };
            let work = |answers: &mut Vec<_>, unit| {
                by_solver(unit as usize, answers, &mut || !stopped.load(Ordering::Relaxed))
            };
            run_units(0..solvers.len() as u64, self.threads, Vec::new, work, goes_on)?
        };
        self.is_stopped |= stopped.load(Ordering::Relaxed);
        let mut answers = vec![ValueRange::UNKNOWN; questions.len()];
        found.into_iter().flatten().for_each(|(number, answer)| answers[number] = answer);
        Ok(answers)
    }
}
