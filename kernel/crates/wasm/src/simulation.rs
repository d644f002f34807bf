//! A simulation that goes on step by step.

use mostek_play::{PlayerModel, Simulation, StoppingRule};
use mostek_search::Rack;

use crate::fault::Fault;
use crate::reader::Reader;
use crate::turn::Turn;
use crate::writer::{bytes, write_move};

/// The most turns after a candidate.
pub(crate) const MAX_PLIES: usize = 50;
/// Probabilities are given in millionths.
const MILLION: f64 = 1e6;

pub(crate) struct PageSimulation {
    inner: Simulation,
    rack: Rack,
}

impl PageSimulation {
    /// Reads a turn, the plies, the seed (two numbers), the error probability in millionths (0: candidates are never
    /// eliminated) and the indifference in millionths.
    pub(crate) fn read(model: &PlayerModel, candidates: usize, request: &[u32]) -> Result<Self, Fault> {
        let mut reader = Reader::new(request);
        let turn = Turn::read(&mut reader, model)?;
        let plies = reader.up_to(MAX_PLIES)?;
        let seed = reader.wide()?;
        let (probability, indifference) = (reader.number()?, reader.number()?);
        reader.end()?;
        let rule = (probability > 0)
            .then(|| StoppingRule::new(f64::from(probability) / MILLION, f64::from(indifference) / MILLION));
        let rule = rule.transpose()?;
        let rack = model.search.rack(&turn.rack)?;
        let view = turn.view();
        let moves = view.best_moves(model, candidates)?;
        let inner = Simulation::new(model.clone(), view, &moves, plies, seed, rule)?;
        Ok(Self { inner, rack })
    }

    /// Plays on, and answers with the iterations, 1 if it is decided, the number of candidates, 0; then for each, best first,
    /// the move in 28 bytes, the samples, and as numbers of 64 bits share, its error, spread and its error.
    pub(crate) fn iterate(&mut self, iterations: u32) -> Vec<u8> {
        // Without a limit of time: there is no clock here.
        self.inner.run(iterations.into(), None, 1);
        let estimates = self.inner.estimates();
        let mut answer =
            bytes(&[self.inner.iterations() as u32, self.inner.is_decided().into(), estimates.len() as u32, 0]);
        for (chosen, estimate) in estimates {
            write_move(&chosen, &self.rack, 0, &mut answer);
            answer.extend((estimate.samples as u32).to_le_bytes());
            let numbers = [estimate.share, estimate.share_error, estimate.spread, estimate.spread_error];
            answer.extend(numbers.map(f64::to_le_bytes).as_flattened());
        }
        answer
    }
}
