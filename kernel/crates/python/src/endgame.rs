//! `Solver`: the endgame and the pre-endgame.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;

use mostek_play::{
    EndRules, ExchangeRule, Move, PreEndgamePosition, PreEndgameResult, Solution, Solver as InnerSolver, pre_endgame,
};
use mostek_search::{PositionError, Rack, Search as InnerSearch};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::search::{PlayTuple, Search, tuple};

type SolutionTuple<'py> = (i32, bool, u8, Vec<Option<PlayTuple<'py>>>, u64);
/// A play, the tiles of an exchange, or none for a pass.
#[derive(IntoPyObject)]
enum FirstMove<'py> {
    Play(PlayTuple<'py>),
    Exchange(Bound<'py, PyBytes>),
}

type ResultTuple<'py> = (Option<FirstMove<'py>>, usize, u32, u32, u32, u32, i64, bool, bool);

fn solution<'py>(py: Python<'py>, found: &Solution) -> SolutionTuple<'py> {
    let turn = |choice: &Move| match choice {
        Move::Play(play) => Some(tuple(py, play)),
        Move::Exchange(_) | Move::Pass => None,
    };
    (found.value, found.proved, found.depth, found.line.iter().map(turn).collect(), found.nodes)
}

fn results<'py>(py: Python<'py>, rack: &Rack, found: &[PreEndgameResult]) -> Vec<ResultTuple<'py>> {
    let exchange = |set: u16| {
        let mut tiles: Vec<u8> = rack.tiles_of(set).collect();
        tiles.sort_unstable();
        FirstMove::Exchange(PyBytes::new(py, &tiles))
    };
    let numbers = |found: &PreEndgameResult| {
        let play = found.play.as_ref().map(|play| FirstMove::Play(tuple(py, play)));
        let play = play.or_else(|| (found.exchanged != 0).then(|| exchange(found.exchanged)));
        (play, found.bag, found.draws, found.won, found.drawn, found.settled, found.spread, found.exact, found.beaten)
    };
    found.iter().map(numbers).collect()
}

/// Calls the callback of Python and holds the exception that it raised.
struct Callback<'a> {
    watch: Option<&'a Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Callback<'_> {
    fn go_on(&mut self, found: Option<&Solution>) -> bool {
        let answer = Python::attach(|py| {
            py.check_signals()?;
            let Some(watch) = self.watch else { return Ok(true) };
            let answer = match found {
                Some(found) => watch.call1(py, (solution(py, found),)),
                None => watch.call0(py),
            };
            answer?.is_truthy(py)
        });
        answer.map_err(|error| self.raised = Some(error)).unwrap_or(false)
    }

    fn outcome<T>(self, found: Result<T, PositionError>) -> PyResult<T> {
        match self.raised {
            Some(error) => Err(error),
            None => found.map_err(Raise::raise),
        }
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Solver {
    search: Arc<InnerSearch>,
    inner: Mutex<InnerSolver>,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (search, *, passes = 4, out = 2, blocked = 1, exchange_from = 7, table_bytes = 1 << 26))]
    fn new(search: &Search, passes: u8, out: i32, blocked: i32, exchange_from: usize, table_bytes: usize) -> Self {
        let inner = InnerSolver::new(EndRules { passes, out, blocked }, table_bytes);
        let inner = inner.with_exchange_rule(ExchangeRule { bag_minimum: exchange_from });
        Self { search: Arc::clone(&search.0), inner: Mutex::new(inner) }
    }

    #[pyo3(signature = (board, rack, other, *, passes = 0, watch = None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        board: &[u8],
        rack: &[u8],
        other: &[u8],
        passes: u8,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<SolutionTuple<'py>> {
        let mut callback = Callback { watch: watch.as_ref(), raised: None };
        let found = py.detach(|| {
            let position = self.search.position(board)?;
            let mut solver = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            solver.solve(&self.search, &position, [rack, other], passes, &mut |found| callback.go_on(Some(found)))
        });
        Ok(solution(py, &callback.outcome(found)?))
    }

    #[pyo3(signature = (board, rack, unseen, bag, lead, *, passes = 0, count = 32, threads = 0, watch = None))]
    #[allow(clippy::too_many_arguments)] // Python gives them by name.
    fn pre_endgame<'py>(
        &self,
        py: Python<'py>,
        board: &[u8],
        rack: &[u8],
        unseen: &[u8],
        bag: usize,
        lead: i32,
        passes: u8,
        count: usize,
        threads: usize,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Vec<ResultTuple<'py>>> {
        let mut callback = Callback { watch: watch.as_ref(), raised: None };
        let found = py.detach(|| {
            let (board, held) = (self.search.position(board)?, self.search.rack(rack)?);
            let position = PreEndgamePosition { position: &board, rack, unseen, bag, lead, passes };
            let solver = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let threads = if threads == 0 { available_parallelism().map_or(1, usize::from) } else { threads };
            let mut go_on = || callback.go_on(None);
            let found = pre_endgame(&self.search, &solver, &position, count, threads, &mut go_on)?;
            Ok((held, found))
        });
        let (held, found) = callback.outcome(found)?;
        Ok(results(py, &held, &found))
    }
}
