//! `Belief` and `Simulation`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mostek_play::{Belief as InnerBelief, Choice, Clue, Confidence, Exchanges, Seen, Simulation as Inner, Skill, Turn};
use mostek_search::{BLANK, Play, Position, Rack, Search as InnerSearch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::evaluation::{Leaves, WinTable};
use crate::search::{PlayTuple, Search, tuple};

/// How often signals are looked at.
const PATIENCE: Duration = Duration::from_millis(50);

type Laid = (u8, u8, u8, PyBackedBytes, i32);

#[derive(FromPyObject)]
enum Last {
    Laid(Laid),
    Gave(usize),
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Belief(InnerBelief);

#[pymethods]
impl Belief {
    #[new]
    #[pyo3(signature = (search, leaves, board, turn, unseen, *, temperature = 4000, samples = 1000, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        search: &Search,
        leaves: &Leaves,
        board: &[u8],
        turn: Last,
        unseen: &[u8],
        temperature: u32,
        samples: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let before = search.0.position(board).map_err(Raise::raise)?;
        let turn = match &turn {
            Last::Gave(count) => Some(Turn::Gave(*count)),
            Last::Laid(laid) => find(&search.0, &before, laid).map(Turn::Laid),
        };
        let turn = turn.ok_or_else(|| PyValueError::new_err("the turn is no play on this board"))?;
        let clue =
            Clue { search: &search.0, leaves: leaves.of(&search.0)?, before: &before, turn, unseen, temperature };
        py.detach(|| InnerBelief::new(&clue, samples, seed)).map(Self).map_err(Raise::raise)
    }
}

#[derive(FromPyObject)]
enum Candidates {
    Best(usize),
    These(Vec<Asked>),
}

#[derive(FromPyObject)]
enum Asked {
    Play(Laid),
    Given(PyBackedBytes),
}

#[derive(IntoPyObject)]
enum Told<'py> {
    Play(PlayTuple<'py>),
    Given(Bound<'py, PyBytes>),
}

#[pyclass(module = "mostek._kernel")]
pub struct Simulation {
    inner: Inner,
    rack: Rack,
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (search, leaves, win, board, rack, unseen, *, lead = 0, passes = 0, belief = None,
                        candidates = Candidates::Best(15), plies = 2, seed = 0, doubt = None, equal = 0.005,
                        exchange_from = 7, first = 0))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        search: &Search,
        leaves: &Leaves,
        win: &WinTable,
        board: &[u8],
        rack: Vec<u8>,
        unseen: Vec<u8>,
        lead: i32,
        passes: u8,
        belief: Option<&Belief>,
        candidates: Candidates,
        plies: usize,
        seed: u64,
        doubt: Option<f64>,
        equal: f64,
        exchange_from: usize,
        first: u64,
    ) -> PyResult<Self> {
        let confidence = doubt.map(|doubt| Confidence::new(doubt, equal)).transpose().map_err(Raise::raise)?;
        let leaves = Arc::new(leaves.of(&search.0)?.clone());
        let exchanges = Exchanges { from: exchange_from };
        let skill = Skill { search: Arc::clone(&search.0), leaves, win: Arc::clone(&win.0), exchanges };
        let sorted = search.0.rack(&rack).map_err(Raise::raise)?;
        let position = search.0.position(board).map_err(Raise::raise)?;
        let seen = Seen { position, rack, unseen, lead, passes, belief: belief.map(|belief| belief.0.clone()) };
        py.detach(|| {
            let choices = match candidates {
                Candidates::Best(count) => seen.choices(&skill, count).map_err(Raise::raise)?,
                Candidates::These(asked) => choices(&skill.search, &seen.position, &sorted, &asked)?,
            };
            Inner::new(skill, seen, &choices, plies, seed, confidence).map_err(Raise::raise)
        })
        .map(|inner| Self { inner: inner.starting_with(first), rack: sorted })
    }

    #[pyo3(signature = (deals = None, *, milliseconds = None, threads = 0))]
    fn run(&mut self, py: Python<'_>, deals: Option<u64>, milliseconds: Option<u64>, threads: usize) -> PyResult<()> {
        // A limit beyond all time is none.
        let end = milliseconds.and_then(|limit| Instant::now().checked_add(Duration::from_millis(limit)));
        let goal = self.inner.deals().saturating_add(deals.unwrap_or(u64::MAX));
        let threads = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        while self.inner.deals() < goal && !self.inner.is_decided() {
            let pause = Instant::now() + PATIENCE;
            let until = end.map_or(pause, |end| end.min(pause));
            let left = goal - self.inner.deals();
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

    fn add(&mut self, deals: u64, sums: &[u8]) -> PyResult<()> {
        self.inner.add(deals, sums).map_err(Raise::raise)
    }

    #[getter]
    fn deals(&self) -> u64 {
        self.inner.deals()
    }

    #[getter]
    fn is_decided(&self) -> bool {
        self.inner.is_decided()
    }

    fn estimates<'py>(&self, py: Python<'py>) -> Vec<(Told<'py>, u64, f64, f64, f64, f64)> {
        let estimates = self.inner.estimates().into_iter();
        let row = |(choice, told): (Choice, mostek_play::Estimate)| {
            (self.told(py, choice), told.samples, told.share, told.share_error, told.spread, told.spread_error)
        };
        estimates.map(row).collect()
    }
}

impl Simulation {
    fn told<'py>(&self, py: Python<'py>, choice: Choice) -> Told<'py> {
        match choice {
            Choice::Lay(play) => Told::Play(tuple(py, &play)),
            Choice::Pass => Told::Given(PyBytes::new(py, &[])),
            Choice::Exchange(set) => {
                let mut tiles: Vec<u8> = self.rack.tiles_of(set).collect();
                tiles.sort_unstable();
                Told::Given(PyBytes::new(py, &tiles))
            }
        }
    }
}

/// The choices as the search knows them.
fn choices(search: &InnerSearch, position: &Position, rack: &Rack, asked: &[Asked]) -> PyResult<Vec<Choice>> {
    let choice = |asked: &Asked| match asked {
        Asked::Play(laid) => find(search, position, laid).map(Choice::Lay),
        Asked::Given(tiles) if tiles.is_empty() => Some(Choice::Pass),
        Asked::Given(tiles) => rack.set(tiles.iter().copied()).map(Choice::Exchange),
    };
    let wrong = |number| PyValueError::new_err(format!("candidate {number} is nothing that this rack can do here"));
    asked.iter().enumerate().map(|(number, asked)| choice(asked).ok_or_else(|| wrong(number))).collect()
}

/// The play that was told, if there is one such: it is looked for with its own tiles.
fn find(search: &InnerSearch, position: &Position, laid: &Laid) -> Option<Play> {
    let (row, column, down, tiles, score) = laid;
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
