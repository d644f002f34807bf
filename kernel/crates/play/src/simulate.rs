//! Simulation: candidate moves are compared by playing them out against random samples of the hidden tiles.
//!
//! In each iteration the opponent's rack and the order of the bag are sampled; each candidate is played, then both players
//! make the [`best_static_move`](crate::best_static_move) for a number of plies; the position reached is valued by the win
//! table. All candidates are played in the same iterations. An iteration depends on the seed and its number alone, and
//! candidates are eliminated only between rounds, so the results are the same for any number of threads and for any number
//! of interruptions.

mod best_arm;
mod candidate;
mod first_reply;
mod hidden_tiles;
mod playout;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

pub use best_arm::{Estimate, StoppingRule};
pub use candidate::{PlayerView, SimulationError};

use crate::moves::Move;
use crate::player_model::PlayerModel;
use crate::random::random;
use best_arm::{BestArm, Tally};
use candidate::Candidate;
use first_reply::FirstReply;
use hidden_tiles::HiddenTiles;
use playout::{Outcome, Playout};

/// The iterations of the first rounds; candidates are eliminated at the end of a round.
const ROUND: u64 = 32;

/// With fewer candidates [`FirstReply`] saves nothing.
const MIN_FOR_FIRST_REPLY: usize = 3;

/// A comparison of candidates by simulation, which can be continued at any time.
#[derive(Debug)]
pub struct Simulation {
    setup: Setup,
    comparison: BestArm,
    /// The number of iterations played: all those with a lower number.
    iterations: u64,
    /// The number of iterations at the last elimination.
    last_elimination: u64,
    workers: Vec<Worker>,
}

/// What does not change while a simulation runs.
#[derive(Debug)]
struct Setup {
    model: PlayerModel,
    view: PlayerView,
    candidates: Vec<Candidate>,
    plies: usize,
    seed: u64,
}

impl Simulation {
    /// Compares `moves` by playouts of `plies` turns after them; with a [`StoppingRule`] candidates are eliminated and the
    /// comparison ends.
    ///
    /// # Errors
    /// [`SimulationError`] if the tiles or a candidate are impossible. Plays are trusted to be legal.
    pub fn new(
        model: PlayerModel,
        view: PlayerView,
        moves: &[Move],
        plies: usize,
        seed: u64,
        rule: Option<StoppingRule>,
    ) -> Result<Self, SimulationError> {
        let candidates = view.candidates(&model, moves)?;
        let comparison = BestArm::new(candidates.len(), rule);
        Ok(Self {
            setup: Setup { model, view, candidates, plies, seed },
            comparison,
            iterations: 0,
            last_elimination: 0,
            workers: Vec::new(),
        })
    }

    /// Plays `iterations` more on `threads` threads, fewer if the comparison is decided or the time `until` has come.
    ///
    /// The time is checked after each iteration, so that each thread completes at least one.
    pub fn run(&mut self, iterations: u64, until: Option<Instant>, threads: usize) {
        let goal = self.iterations.saturating_add(iterations);
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        while !self.comparison.decided && self.iterations < goal {
            // Later rounds are longer, so that threads seldom wait for each other.
            let round = self.last_elimination + ROUND.max(self.last_elimination / 8);
            self.play_until(round.min(goal), &is_late, threads.max(1));
            if self.iterations == round {
                self.comparison.eliminate();
                self.last_elimination = round;
            }
            if is_late() {
                break;
            }
        }
    }

    /// Plays the iterations below `end`, which is in this round, or until it is late.
    fn play_until(&mut self, end: u64, is_late: &(impl Fn() -> bool + Sync), threads: usize) {
        let threads = threads.min((end - self.iterations) as usize);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(&self.setup));
        }
        let (setup, remaining, next) = (&self.setup, &self.comparison.remaining, AtomicU64::new(self.iterations));
        let work = |worker: &mut Worker| {
            // Iterations are taken in order and each is completed, so that those played are always the first ones.
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && number < end
            {
                worker.play(setup, remaining, number);
                if is_late() {
                    break;
                }
            }
        };
        let workers = &mut self.workers[..threads];
        match workers {
            [worker] => work(worker),
            _ => thread::scope(|scope| workers.iter_mut().for_each(|worker| drop(scope.spawn(|| work(worker))))),
        }
        for worker in workers {
            self.comparison.tally.add(&worker.tally);
            worker.tally.clear();
        }
        self.iterations = next.into_inner().min(end);
    }

    /// The same simulation beginning with another iteration than 0; the ones before are played elsewhere.
    #[must_use]
    pub fn starting_with(self, iteration: u64) -> Self {
        Self { iterations: iteration, last_elimination: iteration, ..self }
    }

    /// The sums of all outcomes, for [`add`](Self::add).
    #[must_use]
    pub fn sums(&self) -> Vec<u8> {
        self.comparison.tally.bytes()
    }

    /// Adds the sums of the next `iterations`, which were played elsewhere with the same candidates.
    ///
    /// # Errors
    /// [`SimulationError::Sums`] if they are of other candidates.
    pub fn add(&mut self, iterations: u64, sums: &[u8]) -> Result<(), SimulationError> {
        self.comparison.tally.add_bytes(sums).ok_or(SimulationError::Sums)?;
        self.iterations = self.iterations.saturating_add(iterations);
        self.last_elimination = self.iterations;
        Ok(())
    }

    /// The mean share of games won and the mean gain in spread of each candidate, in their order, over the iterations since
    /// this was asked last.
    pub fn take_means(&mut self) -> Vec<(f64, f64)> {
        let means = (0..self.setup.candidates.len()).map(|place| self.comparison.tally.estimate(place));
        let means = means.map(|estimate| (estimate.share, estimate.spread)).collect();
        self.comparison.tally.clear();
        means
    }

    /// The number of iterations played, here and elsewhere.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Whether the comparison has ended.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.comparison.decided
    }

    /// All candidates with their estimates, best first. Candidates that remain come before eliminated ones, whose estimates
    /// are of fewer iterations.
    #[must_use]
    pub fn estimates(&self) -> Vec<(Move, Estimate)> {
        let estimate = |place: usize| (self.setup.candidates[place].chosen, self.comparison.tally.estimate(place));
        self.comparison.ranking().into_iter().map(estimate).collect()
    }
}

/// The state of one thread.
#[derive(Debug)]
struct Worker {
    playout: Playout,
    hidden: HiddenTiles,
    first_reply: FirstReply,
    outcomes: Vec<Outcome>,
    tally: Tally,
}

impl Worker {
    fn new(setup: &Setup) -> Self {
        let candidates = setup.candidates.len();
        Self {
            playout: Playout::new(&setup.view.position),
            hidden: HiddenTiles::new(),
            first_reply: FirstReply::new(&setup.model),
            outcomes: Vec::with_capacity(candidates),
            tally: Tally::new(candidates),
        }
    }

    /// Plays all remaining candidates in one iteration.
    fn play(&mut self, setup: &Setup, remaining: &[usize], number: u64) {
        let Setup { model, view, candidates, plies, seed } = setup;
        self.hidden.deal(view, view.held(&model.search), random(*seed, number));
        self.outcomes.clear();
        let shares_reply = remaining.len() >= MIN_FOR_FIRST_REPLY && *plies > 0 && !self.hidden.bag.is_empty();
        if shares_reply {
            self.first_reply.prepare(model, &view.position, &self.hidden);
        }
        for candidate in remaining {
            let first_reply = shares_reply.then_some(&mut self.first_reply);
            let outcome = self.playout.run(model, view, &candidates[*candidate], &self.hidden, *plies, first_reply);
            self.outcomes.push(outcome);
        }
        self.tally.add_iteration(remaining, &self.outcomes);
    }
}
#[cfg(test)]
mod tests;
