//! `Leaves` and `WinTable`: the tables that moves are evaluated by.

use std::sync::Arc;

use mostek_play::WinTable as InnerWinTable;
use mostek_search::{Leaves as InnerLeaves, Search};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::Raise;

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Leaves(InnerLeaves);

#[pymethods]
impl Leaves {
    #[new]
    fn new(letters: usize, equal: Vec<i32>, pairs: Vec<i32>, balance: Vec<i32>, vowels: u64) -> PyResult<Self> {
        InnerLeaves::new(letters, &equal, &pairs, &balance, vowels).map(Self).map_err(Raise::raise)
    }

    fn value(&self, kept: &[u8]) -> PyResult<i32> {
        self.0.value(kept).map_err(Raise::raise)
    }
}

impl Leaves {
    /// The leave values, if they are for the alphabet of the search.
    pub(crate) fn of(&self, search: &Search) -> PyResult<&InnerLeaves> {
        let (letters, needed) = (self.0.letters(), search.letters());
        if letters == needed {
            return Ok(&self.0);
        }
        Err(PyValueError::new_err(format!("the leaves are for {letters} letters, the search for {needed}")))
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct WinTable(pub(crate) Arc<InnerWinTable>);

#[pymethods]
impl WinTable {
    #[new]
    fn new(unseen: usize, spread: i32, shares: Vec<u16>) -> PyResult<Self> {
        InnerWinTable::new(unseen, spread, shares).map(|table| Self(Arc::new(table))).map_err(Raise::raise)
    }

    #[staticmethod]
    fn logistic() -> PyResult<Self> {
        InnerWinTable::logistic().map(|table| Self(Arc::new(table))).map_err(Raise::raise)
    }

    fn share(&self, spread: i32, unseen: usize) -> u16 {
        self.0.share(spread, unseen)
    }
}
