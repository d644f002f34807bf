//! `Words`.

use std::path::PathBuf;

use mostek_search::{BuildError, Letters, Words as Inner};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::graphs::WordGraph;

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Words(Inner);

#[pymethods]
impl Words {
    #[staticmethod]
    #[pyo3(signature = (text, letters, *, capitals))]
    fn read(py: Python<'_>, text: &[u8], letters: Vec<String>, capitals: bool) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        Ok(Self(py.detach(|| Inner::read(text, letters, capitals))))
    }

    #[staticmethod]
    #[pyo3(signature = (path, letters, *, capitals))]
    fn open(py: Python<'_>, path: PathBuf, letters: Vec<String>, capitals: bool) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        Ok(Self(py.detach(|| Inner::open(&path, letters, capitals))?))
    }

    #[staticmethod]
    fn of(py: Python<'_>, graph: &WordGraph) -> PyResult<Self> {
        py.detach(|| graph.sound().map(|graph| Self(graph.words()))).map_err(Raise::raise)
    }

    #[getter]
    fn rejected(&self) -> Vec<(u32, u8)> {
        self.0.rejected().iter().map(|(line, reason)| (*line, *reason as u8)).collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    fn union(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        py.detach(|| self.0.union(&other.0)).map(Self).map_err(Raise::raise)
    }

    fn difference(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        py.detach(|| self.0.difference(&other.0)).map(Self).map_err(Raise::raise)
    }

    fn intersection(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        py.detach(|| self.0.intersection(&other.0)).map(Self).map_err(Raise::raise)
    }

    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, py.detach(|| self.0.text()).as_bytes())
    }

    fn lengths(&self) -> Vec<usize> {
        self.0.lengths().to_vec()
    }

    fn word_graph<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let nodes = py.detach(|| self.0.word_graph()).map_err(Raise::raise)?;
        Ok(PyBytes::new(py, &nodes))
    }

    #[pyo3(signature = (progress = None))]
    fn search_graph<'py>(&self, py: Python<'py>, progress: Option<Py<PyAny>>) -> PyResult<Bound<'py, PyBytes>> {
        built(py, progress.as_ref(), |told| self.0.search_graph(told))
    }

    #[pyo3(signature = (rack_size = 7, progress = None))]
    fn word_map<'py>(
        &self,
        py: Python<'py>,
        rack_size: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        built(py, progress.as_ref(), |told| self.0.word_map(rack_size, told))
    }
}

/// What a long work builds, while it tells its progress or, if nobody wants to know, heeds interrupts.
fn built<'py>(
    py: Python<'py>,
    progress: Option<&Py<PyAny>>,
    build: impl FnOnce(&mut dyn FnMut(f64) -> bool) -> Result<Vec<u8>, BuildError> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut raised = None;
    let mut told = |share: f64| {
        let answer = Python::attach(|py| match progress {
            Some(progress) => progress.call1(py, (share,)).map(drop),
            None => py.check_signals(),
        });
        answer.map_err(|error| raised = Some(error)).is_ok()
    };
    let numbers = py.detach(|| build(&mut told));
    match (numbers, raised) {
        (Err(BuildError::Stopped), Some(error)) => Err(error),
        (numbers, _) => Ok(PyBytes::new(py, &numbers.map_err(Raise::raise)?)),
    }
}
