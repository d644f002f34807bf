//! `Solver`: the end of the game, and the last tiles of the bag.

use std::sync::{Arc, Mutex, PoisonError};

use mostek_play::{Choice, Ends, Prospect, Question, Solution, Solver as InnerSolver, pre_endgame};
use mostek_search::{PositionError, Search as InnerSearch};
use pyo3::prelude::*;

use crate::errors::Raise;
use crate::search::{PlayTuple, Search, tuple};

type SolutionTuple<'py> = (i32, bool, u8, Vec<Option<PlayTuple<'py>>>, u64);
type ProspectTuple<'py> = (Option<PlayTuple<'py>>, usize, u32, u32, u32, u32, i64, bool, bool);

fn solution<'py>(py: Python<'py>, found: &Solution) -> SolutionTuple<'py> {
    let turn = |choice: &Choice| match choice {
        Choice::Lay(play) => Some(tuple(py, play)),
        Choice::Exchange(_) | Choice::Pass => None,
    };
    (found.value, found.proved, found.depth, found.line.iter().map(turn).collect(), found.nodes)
}

fn prospects<'py>(py: Python<'py>, found: &[Prospect]) -> Vec<ProspectTuple<'py>> {
    let numbers = |found: &Prospect| {
        let play = found.play.as_ref().map(|play| tuple(py, play));
        (play, found.bag, found.draws, found.won, found.drawn, found.settled, found.spread, found.exact, found.beaten)
    };
    found.iter().map(numbers).collect()
}

/// Asks Python whether to go on, and keeps what was raised there.
struct Asking<'a> {
    watch: Option<&'a Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Asking<'_> {
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
    #[pyo3(signature = (search, *, passes = 4, out = 2, blocked = 1, table_bytes = 1 << 26))]
    fn new(search: &Search, passes: u8, out: i32, blocked: i32, table_bytes: usize) -> Self {
        let inner = InnerSolver::new(Ends { passes, out, blocked }, table_bytes);
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
        let mut asking = Asking { watch: watch.as_ref(), raised: None };
        let found = py.detach(|| {
            let position = self.search.position(board)?;
            let mut solver = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            solver.solve(&self.search, &position, [rack, other], passes, &mut |found| asking.go_on(Some(found)))
        });
        Ok(solution(py, &asking.outcome(found)?))
    }

    #[pyo3(signature = (board, rack, unseen, bag, lead, *, passes = 0, count = 32, watch = None))]
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
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Vec<ProspectTuple<'py>>> {
        let mut asking = Asking { watch: watch.as_ref(), raised: None };
        let found = py.detach(|| {
            let position = self.search.position(board)?;
            let question = Question { position: &position, rack, unseen, bag, lead, passes };
            let mut solver = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            pre_endgame(&self.search, &mut solver, &question, count, &mut || asking.go_on(None))
        });
        Ok(prospects(py, &asking.outcome(found)?))
    }
}
