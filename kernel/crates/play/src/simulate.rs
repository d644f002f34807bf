//! Looking ahead by chance: candidates are followed through many deals of the unseen tiles.
//!
//! In each deal the other player gets a rack and the bag an order; each candidate is played, then
//! both players make the best choice without looking ahead (see [`choose`](crate::choose)) for so many turns, then what is
//! reached is valued by a table of wins. All candidates meet the same deals. A deal depends on the
//! seed and its number alone and candidates are taken out only between rounds of deals, so the
//! results are the same for any number of threads and however often the simulation was stopped.

mod best_arm;
mod candidate;
mod curve;
mod first_reply;
mod hidden_tiles;
mod playout;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

pub use best_arm::{Confidence, Estimate};
pub use candidate::{Seen, SimulationError, Skill};

use crate::random::random;
use crate::static_eval::Choice;
use best_arm::{Race, Tally};
use candidate::Candidate;
use first_reply::Replies;
use hidden_tiles::Deal;
use playout::{Outcome, Table};

/// How many deals the first rounds have, after which somebody may fall out of the race.
const ROUND: u64 = 32;

/// For fewer candidates it is no gain to look at the position before them, see [`Replies`].
const FEW: usize = 3;

/// Candidates that are compared by looking ahead; it can be run on again and again.
#[derive(Debug)]
pub struct Simulation {
    question: Question,
    race: Race,
    /// How many deals were followed: those numbered below.
    deals: u64,
    /// How many there were when the race was judged last.
    judged: u64,
    workers: Vec<Worker>,
}

/// What does not change while a simulation runs.
#[derive(Debug)]
struct Question {
    skill: Skill,
    seen: Seen,
    candidates: Vec<Candidate>,
    plies: usize,
    seed: u64,
}

impl Simulation {
    /// Compares `choices` by `plies` replies each; with a [`Confidence`] the hopeless fall out and the race ends.
    ///
    /// # Errors
    /// [`SimulationError`] if the tiles or a candidate are impossible. That a play is one is trusted.
    pub fn new(
        skill: Skill,
        seen: Seen,
        choices: &[Choice],
        plies: usize,
        seed: u64,
        confidence: Option<Confidence>,
    ) -> Result<Self, SimulationError> {
        let candidates = seen.candidates(&skill, choices)?;
        let race = Race::new(candidates.len(), confidence);
        Ok(Self {
            question: Question { skill, seen, candidates, plies, seed },
            race,
            deals: 0,
            judged: 0,
            workers: Vec::new(),
        })
    }

    /// Follows `deals` more on so many threads, fewer if the race is decided or when the time has come.
    ///
    /// The time is looked at after each deal, so at least one on each thread is followed to its end.
    pub fn run(&mut self, deals: u64, until: Option<Instant>, threads: usize) {
        let goal = self.deals.saturating_add(deals);
        let late = || until.is_some_and(|until| Instant::now() >= until);
        while !self.race.decided && self.deals < goal {
            // Later rounds are longer, so that many threads seldom wait for each other.
            let round = self.judged + ROUND.max(self.judged / 8);
            self.follow(round.min(goal), &late, threads.max(1));
            if self.deals == round {
                self.race.judge();
                self.judged = round;
            }
            if late() {
                break;
            }
        }
    }

    /// Follows the deals up to one, which is of this round, or until it is late.
    fn follow(&mut self, end: u64, late: &(impl Fn() -> bool + Sync), threads: usize) {
        let threads = threads.min((end - self.deals) as usize);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(&self.question));
        }
        let (question, racing, next) = (&self.question, &self.race.racing, AtomicU64::new(self.deals));
        let work = |worker: &mut Worker| {
            // Deals are taken in their order and each is finished: so those followed are always the first ones.
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && number < end
            {
                worker.follow(question, racing, number);
                if late() {
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
            self.race.tally.add(&worker.tally);
            worker.tally.clear();
        }
        self.deals = next.into_inner().min(end);
    }

    /// The same beginning with another deal than the first, so that others may follow those before.
    #[must_use]
    pub fn starting_with(self, deal: u64) -> Self {
        Self { deals: deal, judged: deal, ..self }
    }

    /// The sums of all outcomes, for [`add`](Self::add).
    #[must_use]
    pub fn sums(&self) -> Vec<u8> {
        self.race.tally.bytes()
    }

    /// Adds the sums of the next `deals` deals, which were followed elsewhere with the same candidates.
    ///
    /// # Errors
    /// [`SimulationError::Sums`] if they are of other candidates.
    pub fn add(&mut self, deals: u64, sums: &[u8]) -> Result<(), SimulationError> {
        self.race.tally.add_bytes(sums).ok_or(SimulationError::Sums)?;
        self.deals = self.deals.saturating_add(deals);
        self.judged = self.deals;
        Ok(())
    }

    /// How many deals were followed, here and elsewhere.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// Whether the race is over.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.race.decided
    }

    /// All candidates with what is known of them, the best first.
    ///
    /// Those in the race come before those who fell out of it, whose numbers are of fewer deals.
    #[must_use]
    pub fn estimates(&self) -> Vec<(Choice, Estimate)> {
        let estimate = |place: usize| (self.question.candidates[place].choice, self.race.tally.estimate(place));
        self.race.ranking().into_iter().map(estimate).collect()
    }
}

/// What one thread works with.
#[derive(Debug)]
struct Worker {
    table: Table,
    deal: Deal,
    replies: Replies,
    outcomes: Vec<Outcome>,
    tally: Tally,
}

impl Worker {
    fn new(question: &Question) -> Self {
        let candidates = question.candidates.len();
        Self {
            table: Table::new(&question.seen.position),
            deal: Deal::new(),
            replies: Replies::new(&question.skill),
            outcomes: Vec::with_capacity(candidates),
            tally: Tally::new(candidates),
        }
    }

    fn follow(&mut self, question: &Question, racing: &[usize], number: u64) {
        let Question { skill, seen, candidates, plies, seed } = question;
        self.deal.mix(seen, seen.held(&skill.search), random(*seed, number));
        self.outcomes.clear();
        let is_worth_it = racing.len() >= FEW && *plies > 0 && !self.deal.draws.is_empty();
        if is_worth_it {
            self.replies.prepare(skill, &seen.position, &self.deal);
        }
        for candidate in racing {
            let replies = is_worth_it.then_some(&mut self.replies);
            let outcome = self.table.follow(skill, seen, &candidates[*candidate], &self.deal, *plies, replies);
            self.outcomes.push(outcome);
        }
        self.tally.count(racing, &self.outcomes);
    }
}

#[cfg(test)]
pub(crate) mod tests;
