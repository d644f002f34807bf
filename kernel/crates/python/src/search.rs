//! `Layout` and `Search`.

use std::sync::Arc;

use mostek_search::{Layout as InnerLayout, Play, PositionError, Scratch, Search as InnerSearch, Totals, Worth};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::graphs::SearchGraph;

pub(crate) type PlayTuple<'py> = (u8, u8, u8, Bound<'py, PyBytes>, i32);

pub(crate) fn tuples<'py>(py: Python<'py>, plays: &[Play]) -> Vec<PlayTuple<'py>> {
    let tuple = |play: &Play| (play.row, play.column, u8::from(play.down), PyBytes::new(py, play.tiles()), play.score);
    plays.iter().map(tuple).collect()
}

fn numbers(totals: Totals) -> (u64, i64, i32) {
    (totals.plays, totals.sum, totals.top)
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Layout(InnerLayout);

#[pymethods]
impl Layout {
    #[new]
    fn new(rows: usize, columns: usize, letter_premiums: &[u8], word_premiums: &[u8], start: usize) -> PyResult<Self> {
        let layout = InnerLayout::new(rows, columns, letter_premiums, word_premiums, start);
        layout.map(Self).map_err(Raise::raise)
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Search(pub(crate) Arc<InnerSearch>);

#[pymethods]
impl Search {
    #[new]
    fn new(graph: &SearchGraph, layout: &Layout, values: &[u8], rack_size: usize, bingo: u16) -> PyResult<Self> {
        let search = InnerSearch::new(Arc::clone(&graph.0), layout.0.clone(), values, rack_size, bingo);
        search.map(|search| Self(Arc::new(search))).map_err(Raise::raise)
    }

    fn plays<'py>(&self, py: Python<'py>, board: &[u8], rack: &[u8]) -> PyResult<Vec<PlayTuple<'py>>> {
        Ok(tuples(py, &py.detach(|| self.all(board, rack)).map_err(Raise::raise)?))
    }

    fn best<'py>(&self, py: Python<'py>, board: &[u8], rack: &[u8], count: usize) -> PyResult<Vec<PlayTuple<'py>>> {
        let plays = py.detach(|| self.best_of(board, rack, count, &mut Scratch::default())).map_err(Raise::raise)?;
        Ok(tuples(py, &plays))
    }

    fn totals(&self, py: Python<'_>, board: &[u8], rack: &[u8]) -> PyResult<(u64, i64, i32)> {
        py.detach(|| self.totals_of(board, rack)).map(numbers).map_err(Raise::raise)
    }

    fn totals_many(&self, py: Python<'_>, boards: &[u8], racks: Vec<PyBackedBytes>) -> PyResult<Vec<(u64, i64, i32)>> {
        let totals = py.detach(|| self.many(boards, &racks, |board, rack| self.totals_of(board, rack)));
        Ok(totals.map_err(Raise::raise)?.into_iter().map(numbers).collect())
    }

    fn best_many<'py>(
        &self,
        py: Python<'py>,
        boards: &[u8],
        racks: Vec<PyBackedBytes>,
        count: usize,
    ) -> PyResult<Vec<Vec<PlayTuple<'py>>>> {
        let mut scratch = Scratch::default();
        let plays =
            py.detach(|| self.many(boards, &racks, |board, rack| self.best_of(board, rack, count, &mut scratch)));
        Ok(plays.map_err(Raise::raise)?.iter().map(|plays| tuples(py, plays)).collect())
    }
}

impl Search {
    fn all(&self, board: &[u8], rack: &[u8]) -> Result<Vec<Play>, PositionError> {
        let mut plays = Vec::new();
        self.0.each(&self.0.position(board)?, &self.0.rack(rack)?, |found| plays.push(found.play()));
        Ok(plays)
    }

    fn best_of(
        &self,
        board: &[u8],
        rack: &[u8],
        count: usize,
        scratch: &mut Scratch,
    ) -> Result<Vec<Play>, PositionError> {
        let best = self.0.best(&self.0.position(board)?, &self.0.rack(rack)?, Worth::Nothing, count, scratch);
        Ok(best.iter().map(|best| best.play).collect())
    }

    fn totals_of(&self, board: &[u8], rack: &[u8]) -> Result<Totals, PositionError> {
        Ok(self.0.totals(&self.0.position(board)?, &self.0.rack(rack)?))
    }

    /// Answers a question about boards that stand one after another, each with its rack.
    fn many<T>(
        &self,
        boards: &[u8],
        racks: &[PyBackedBytes],
        mut question: impl FnMut(&[u8], &[u8]) -> Result<T, PositionError>,
    ) -> Result<Vec<T>, PositionError> {
        let squares = self.0.squares();
        if boards.len() != squares * racks.len() {
            return Err(PositionError::Batch { bytes: boards.len(), racks: racks.len() });
        }
        boards.chunks(squares).zip(racks).map(|(board, rack)| question(board, rack)).collect()
    }
}
