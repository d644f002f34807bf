//! `WordGraph` and `SearchGraph`.

use std::path::PathBuf;
use std::sync::Arc;

use mostek_search::{Letters, OpenError, SearchGraph as InnerSearch, WordGraph as InnerWord};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyBytes;

use crate::errors::Raise;

#[pyclass(frozen, module = "mostek._kernel")]
pub struct WordGraph(InnerWord);

impl WordGraph {
    /// The graph for going through all of it, which a damaged one would not survive.
    pub(crate) fn sound(&self) -> Result<&InnerWord, OpenError> {
        self.0.check().map(|()| &self.0)
    }
}

#[pymethods]
impl WordGraph {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, offset: u64, length: usize, letters: Vec<String>) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        py.detach(|| InnerWord::open(&path, offset, length, letters)).map(Self).map_err(Raise::raise)
    }

    #[staticmethod]
    fn of(py: Python<'_>, nodes: &[u8], letters: Vec<String>) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        py.detach(|| InnerWord::of(nodes, letters)).map(Self).map_err(Raise::raise)
    }

    fn __contains__(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    fn valid(&self, py: Python<'_>, words: Vec<PyBackedStr>) -> Vec<bool> {
        py.detach(|| words.iter().map(|word| self.0.contains(word)).collect())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = py.detach(|| self.sound().map(InnerWord::len)).map_err(Raise::raise)?;
        Ok(count.try_into()?)
    }

    fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = py.detach(|| self.sound().map(InnerWord::text)).map_err(Raise::raise)?;
        Ok(PyBytes::new(py, text.as_bytes()))
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.check()).map_err(Raise::raise)
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct SearchGraph(pub(crate) Arc<InnerSearch>);

#[pymethods]
impl SearchGraph {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, offset: u64, length: usize, letters: Vec<String>) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        let graph = py.detach(|| InnerSearch::open(&path, offset, length, &letters));
        graph.map(|graph| Self(Arc::new(graph))).map_err(Raise::raise)
    }

    #[staticmethod]
    fn of(py: Python<'_>, nodes: &[u8], letters: Vec<String>) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        let graph = py.detach(|| InnerSearch::of(nodes, &letters));
        graph.map(|graph| Self(Arc::new(graph))).map_err(Raise::raise)
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.check()).map_err(Raise::raise)
    }
}
