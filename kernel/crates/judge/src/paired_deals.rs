//! Moves played over equal deals, in batches.

use std::time::Instant;

use mostek_play::{Move, PlayerModel, PlayerView, Simulation, SimulationError};

use crate::comparison::Comparison;

/// The deals of a comparison. They depend on the seed and their numbers alone.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The batches, two at least.
    pub batches: usize,
    /// The deals in a batch.
    pub deals: u64,
    /// The turns after a move.
    pub plies: usize,
}

impl Effort {
    pub(crate) fn work(&self, moves: usize) -> f64 {
        self.batches as f64 * self.deals as f64 * (self.plies as f64 + 1.0) * moves as f64
    }
}

/// A comparison that goes on deal by deal.
#[derive(Debug)]
pub struct PairedDeals {
    simulation: Simulation,
    effort: Effort,
    comparison: Comparison,
}

impl PairedDeals {
    /// Begins a comparison of moves; they stay on the board whatever their words, and only legal plays follow.
    ///
    /// # Errors
    /// [`SimulationError`] if the tiles or a move are impossible.
    pub fn new(
        model: PlayerModel,
        view: PlayerView,
        moves: &[Move],
        effort: Effort,
        seed: u64,
    ) -> Result<Self, SimulationError> {
        let simulation = Simulation::new(model, view, moves, effort.plies, seed, None)?;
        Ok(Self { simulation, effort, comparison: Comparison::default() })
    }

    /// Plays so many deals more, fewer if all are played or the time `until` has come.
    pub fn run(&mut self, deals: u64, until: Option<Instant>) {
        let goal = self.simulation.iterations().saturating_add(deals);
        while self.simulation.iterations() < goal && !self.is_done() {
            let end = (self.comparison.batches.len() as u64 + 1) * self.effort.deals;
            self.simulation.run(end.min(goal) - self.simulation.iterations(), until, 1);
            self.comparison.deals = self.simulation.iterations();
            if self.comparison.deals == end {
                self.comparison.batches.push(self.simulation.take_means());
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
        }
    }

    /// Whether all deals are played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.comparison.batches.len() >= self.effort.batches
    }

    /// The share of the deals that are played.
    pub(crate) fn progress(&self) -> f64 {
        self.comparison.deals as f64 / (self.effort.batches as f64 * self.effort.deals as f64)
    }

    /// The batches so far.
    #[must_use]
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }
}
