//! `Inference` and `Simulation`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mostek_play::{
    Estimate, ExchangeRule, Inference as InnerInference, Move, Observation, ObservedMove, PlayerModel, PlayerView,
    Simulation as Inner, StoppingRule,
};
use mostek_search::{BLANK, Play, Position, Rack, Search as InnerSearch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::evaluation::{Leaves, WinTable};
use crate::search::{MoveValue, Search};

/// The time between two checks for signals.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A play as Python gives it.
pub(crate) type GivenPlay = (u8, u8, u8, PyBackedBytes, i32);

#[derive(FromPyObject)]
enum GivenObservation {
    Play(GivenPlay),
    Exchange(usize),
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Inference(InnerInference);

#[pymethods]
impl Inference {
    #[new]
    #[pyo3(signature = (search, leaves, board, turn, unseen, *, temperature = 4000, samples = 1000, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        search: &Search,
        leaves: &Leaves,
        board: &[u8],
        turn: GivenObservation,
        unseen: &[u8],
        temperature: u32,
        samples: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let before = search.0.position(board).map_err(Raise::raise)?;
        let observed = match &turn {
            GivenObservation::Exchange(count) => Some(ObservedMove::Exchange(*count)),
            GivenObservation::Play(given) => find(&search.0, &before, given).map(ObservedMove::Play),
        };
        let observed = observed.ok_or_else(|| PyValueError::new_err("the turn is no play on this board"))?;
        let (search, leaves) = (&*search.0, leaves.of(&search.0)?);
        let observation = Observation { search, leaves, before: &before, observed, unseen, temperature };
        py.detach(|| InnerInference::new(&observation, samples, seed)).map(Self).map_err(Raise::raise)
    }
}

#[derive(FromPyObject)]
enum Candidates {
    Best(usize),
    These(Vec<GivenMove>),
}

#[derive(FromPyObject)]
pub(crate) enum GivenMove {
    Play(GivenPlay),
    Exchange(PyBackedBytes),
}

#[pyclass(module = "mostek._kernel")]
pub struct Simulation {
    inner: Inner,
    rack: Rack,
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (search, leaves, win_table, board, rack, unseen, *, lead = 0, passes = 0, inference = None,
                        candidates = Candidates::Best(15), plies = 2, seed = 0, error_probability = None, indifference = 0.005,
                        exchange_from = 7, first = 0, phoneys = false))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        search: &Search,
        leaves: &Leaves,
        win_table: &WinTable,
        board: &[u8],
        rack: Vec<u8>,
        unseen: Vec<u8>,
        lead: i32,
        passes: u8,
        inference: Option<&Inference>,
        candidates: Candidates,
        plies: usize,
        seed: u64,
        error_probability: Option<f64>,
        indifference: f64,
        exchange_from: usize,
        first: u64,
        phoneys: bool,
    ) -> PyResult<Self> {
        let rule = error_probability.map(|probability| StoppingRule::new(probability, indifference));
        let rule = rule.transpose().map_err(Raise::raise)?;
        let sorted = search.0.rack(&rack).map_err(Raise::raise)?;
        let (model, mut view) = asked(search, leaves, win_table, board, rack, unseen, lead, passes, exchange_from)?;
        view.inference = inference.map(|inference| inference.0.clone());
        py.detach(|| {
            let moves = match candidates {
                Candidates::Best(count) => view.best_moves(&model, count).map_err(Raise::raise)?,
                Candidates::These(given) => moves(&model.search, &view.position, &sorted, &given, phoneys)?,
            };
            Inner::new(model, view, &moves, plies, seed, rule).map_err(Raise::raise)
        })
        .map(|inner| Self { inner: inner.starting_with(first), rack: sorted })
    }

    #[pyo3(signature = (iterations = None, *, milliseconds = None, threads = 0))]
    fn run(
        &mut self,
        py: Python<'_>,
        iterations: Option<u64>,
        milliseconds: Option<u64>,
        threads: usize,
    ) -> PyResult<()> {
        // A time beyond the range of the clock is no limit.
        let end = milliseconds.and_then(|limit| Instant::now().checked_add(Duration::from_millis(limit)));
        let goal = self.inner.iterations().saturating_add(iterations.unwrap_or(u64::MAX));
        let threads = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        while self.inner.iterations() < goal && !self.inner.is_decided() {
            let pause = Instant::now() + POLL_INTERVAL;
            let until = end.map_or(pause, |end| end.min(pause));
            let left = goal - self.inner.iterations();
            py.detach(|| self.inner.run(left, Some(until), threads));
            py.check_signals()?;
            if end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
        Ok(())
    }

    fn sums<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.sums())
    }

    fn add(&mut self, iterations: u64, sums: &[u8]) -> PyResult<()> {
        self.inner.add(iterations, sums).map_err(Raise::raise)
    }

    #[getter]
    fn iterations(&self) -> u64 {
        self.inner.iterations()
    }

    #[getter]
    fn is_decided(&self) -> bool {
        self.inner.is_decided()
    }

    fn estimates<'py>(&self, py: Python<'py>) -> Vec<(MoveValue<'py>, u64, f64, f64, f64, f64)> {
        let row = |(chosen, estimate): (Move, Estimate)| {
            let Estimate { samples, share, share_error, spread, spread_error } = estimate;
            (MoveValue::of(py, chosen, &self.rack), samples, share, share_error, spread, spread_error)
        };
        self.inner.estimates().into_iter().map(row).collect()
    }
}

/// A position and how both players go on, without an inference.
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn asked(
    search: &Search,
    leaves: &Leaves,
    win_table: &WinTable,
    board: &[u8],
    rack: Vec<u8>,
    unseen: Vec<u8>,
    lead: i32,
    passes: u8,
    exchange_from: usize,
) -> PyResult<(PlayerModel, PlayerView)> {
    let model = PlayerModel {
        search: Arc::clone(&search.0),
        leaves: Arc::new(leaves.of(&search.0)?.clone()),
        win_table: Arc::clone(&win_table.0),
        exchange_rule: ExchangeRule { bag_minimum: exchange_from },
    };
    let position = search.0.position(board).map_err(Raise::raise)?;
    Ok((model, PlayerView { position, rack, unseen, lead, passes, inference: None }))
}

/// The moves that Python gives; with `phoneys` their words need not be words of the lexicon.
pub(crate) fn moves(
    search: &InnerSearch,
    position: &Position,
    rack: &Rack,
    given: &[GivenMove],
    phoneys: bool,
) -> PyResult<Vec<Move>> {
    let parse = |given: &GivenMove| match given {
        GivenMove::Play(play) if phoneys => laid(search, position, play).map(Move::Play),
        GivenMove::Play(play) => find(search, position, play).map(Move::Play),
        GivenMove::Exchange(tiles) if tiles.is_empty() => Some(Move::Pass),
        GivenMove::Exchange(tiles) => rack.subset(tiles.iter().copied()).map(Move::Exchange),
    };
    let wrong = |number| PyValueError::new_err(format!("candidate {number} is nothing that this rack can do here"));
    given.iter().enumerate().map(|(number, given)| parse(given).ok_or_else(|| wrong(number))).collect()
}

/// The play of these tiles, whatever its words, if it scores what was given.
fn laid(search: &InnerSearch, position: &Position, given: &GivenPlay) -> Option<Play> {
    let (row, column, down, tiles, score) = given;
    let play = search.given_play(position, (usize::from(*row), usize::from(*column)), *down == 1, tiles)?;
    (play.score == *score).then_some(play)
}

/// The legal play that equals a given one, found by generating all plays of its own tiles.
fn find(search: &InnerSearch, position: &Position, given: &GivenPlay) -> Option<Play> {
    let (row, column, down, tiles, score) = given;
    let tile = |laid: &u8| if laid & BLANK == 0 { *laid } else { 0 };
    let rack: Vec<u8> = tiles.iter().filter(|laid| **laid != 0).map(tile).collect();
    let mut same = None;
    search.each(position, &search.rack(&rack).ok()?, |found| {
        let play = found.play();
        let place = (play.row, play.column, u8::from(play.down), play.score);
        if place == (*row, *column, *down, *score) && play.tiles() == &tiles[..] {
            same = Some(play);
        }
    });
    same
}
