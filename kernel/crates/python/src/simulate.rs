//! `Simulation`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mostek_play::{Choice, Confidence, Seen, Simulation as Inner, Skill};
use mostek_search::{Play, Rack};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::judging::{Leaves, WinTable};
use crate::search::{PlayTuple, Search, tuple};

/// How often signals are looked at.
const PATIENCE: Duration = Duration::from_millis(50);

#[derive(FromPyObject)]
enum Candidates {
    Best(usize),
    These(Vec<Asked>),
}

#[derive(FromPyObject)]
enum Asked {
    Play((u8, u8, u8, PyBackedBytes, i32)),
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
    #[pyo3(signature = (search, leaves, win, board, rack, unseen, *, lead = 0, passes = 0, candidates = Candidates::Best(15),
                        plies = 2, seed = 0, doubt = None, equal = 0.002))]
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
        candidates: Candidates,
        plies: usize,
        seed: u64,
        doubt: Option<f64>,
        equal: f64,
    ) -> PyResult<Self> {
        let confidence = doubt.map(|doubt| Confidence::new(doubt, equal)).transpose().map_err(Raise::raise)?;
        let skill =
            Skill { search: Arc::clone(&search.0), leaves: Arc::new(leaves.0.clone()), win: Arc::clone(&win.0) };
        let sorted = search.0.rack(&rack).map_err(Raise::raise)?;
        let position = search.0.position(board).map_err(Raise::raise)?;
        let seen = Seen { position, rack, unseen, lead, passes };
        py.detach(|| {
            let choices = match candidates {
                Candidates::Best(count) => seen.choices(&skill, count).map_err(Raise::raise)?,
                Candidates::These(asked) => choices(&skill, &seen, &sorted, &asked)?,
            };
            Inner::new(skill, seen, &choices, plies, seed, confidence).map_err(Raise::raise)
        })
        .map(|inner| Self { inner, rack: sorted })
    }

    #[pyo3(signature = (deals = None, *, milliseconds = None, threads = 0))]
    fn run(&mut self, py: Python<'_>, deals: Option<u64>, milliseconds: Option<u64>, threads: usize) -> PyResult<()> {
        let end = milliseconds.map(|limit| Instant::now() + Duration::from_millis(limit));
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
                let places = (0..self.rack.tiles().len()).filter(|place| set >> place & 1 != 0);
                let tiles: Vec<u8> = places.map(|place| self.rack.tiles()[place]).collect();
                Told::Given(PyBytes::new(py, &tiles))
            }
        }
    }
}

/// The choices as the search knows them: plays are looked up among those that there are.
fn choices(skill: &Skill, seen: &Seen, rack: &Rack, asked: &[Asked]) -> PyResult<Vec<Choice>> {
    let mut choices: Vec<Option<Choice>> = asked.iter().map(|asked| given(rack, asked)).collect();
    skill.search.each(&seen.position, rack, |found| {
        let play = found.play();
        for (choice, _) in choices.iter_mut().zip(asked).filter(|(_, asked)| is_same(&play, asked)) {
            *choice = Some(Choice::Lay(play));
        }
    });
    let each = choices.into_iter().enumerate();
    let wrong = |number| PyValueError::new_err(format!("candidate {number} is nothing that this rack can do here"));
    each.map(|(number, choice)| choice.ok_or_else(|| wrong(number))).collect()
}

/// The exchange or pass that was asked for: the set of the rack's tiles, of equal ones the first.
fn given(rack: &Rack, asked: &Asked) -> Option<Choice> {
    let Asked::Given(tiles) = asked else { return None };
    let set = rack.set(tiles)?;
    Some(if set == 0 { Choice::Pass } else { Choice::Exchange(set) })
}

fn is_same(play: &Play, asked: &Asked) -> bool {
    let Asked::Play((row, column, down, tiles, score)) = asked else { return false };
    (play.row, play.column, u8::from(play.down), play.score) == (*row, *column, *down, *score)
        && play.tiles() == &tiles[..]
}
