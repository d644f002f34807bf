//! `Layout` and `Search`.

use std::sync::Arc;

use mostek_search::{Layout as InnerLayout, Play, Search as InnerSearch, Totals};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::graphs::SearchGraph;

type PlayTuple<'py> = (u8, u8, u8, Bound<'py, PyBytes>, i32);

fn tuples<'py>(py: Python<'py>, plays: &[Play]) -> Vec<PlayTuple<'py>> {
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
pub struct Search(InnerSearch);

#[pymethods]
impl Search {
    #[new]
    fn new(graph: &SearchGraph, layout: &Layout, values: &[u8], rack_size: usize, bingo: u16) -> PyResult<Self> {
        let search = InnerSearch::new(Arc::clone(&graph.0), layout.0.clone(), values, rack_size, bingo);
        search.map(Self).map_err(Raise::raise)
    }

    fn plays<'py>(&self, py: Python<'py>, board: &[u8], rack: &[u8]) -> PyResult<Vec<PlayTuple<'py>>> {
        let plays = py.detach(|| self.0.plays(board, rack)).map_err(Raise::raise)?;
        Ok(tuples(py, &plays))
    }

    fn best<'py>(&self, py: Python<'py>, board: &[u8], rack: &[u8], count: usize) -> PyResult<Vec<PlayTuple<'py>>> {
        let plays = py.detach(|| self.0.best(board, rack, count)).map_err(Raise::raise)?;
        Ok(tuples(py, &plays))
    }

    fn totals(&self, py: Python<'_>, board: &[u8], rack: &[u8]) -> PyResult<(u64, i64, i32)> {
        py.detach(|| self.0.totals(board, rack)).map(numbers).map_err(Raise::raise)
    }

    fn totals_many(&self, py: Python<'_>, boards: &[u8], racks: Vec<PyBackedBytes>) -> PyResult<Vec<(u64, i64, i32)>> {
        let totals = py.detach(|| self.0.totals_many(boards, &racks)).map_err(Raise::raise)?;
        Ok(totals.into_iter().map(numbers).collect())
    }

    fn best_many<'py>(
        &self,
        py: Python<'py>,
        boards: &[u8],
        racks: Vec<PyBackedBytes>,
        count: usize,
    ) -> PyResult<Vec<Vec<PlayTuple<'py>>>> {
        let plays = py.detach(|| self.0.best_many(boards, &racks, count)).map_err(Raise::raise)?;
        Ok(plays.iter().map(|plays| tuples(py, plays)).collect())
    }
}
