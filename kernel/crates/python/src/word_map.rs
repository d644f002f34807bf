//! `WordMap`.

use std::path::PathBuf;
use std::sync::Arc;

use mostek_search::{Key, Letters, WordMap as Inner};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::errors::Raise;

/// The most of a letter that a key counts, and as many as a word has.
const MOST: usize = 15;

#[pyclass(frozen, module = "mostek._kernel")]
pub struct WordMap {
    map: Arc<Inner>,
    letters: Letters,
}

#[pymethods]
impl WordMap {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, offset: u64, length: usize, letters: Vec<String>) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        let map = py.detach(|| Inner::open(&path, offset, length, &letters)).map_err(Raise::raise)?;
        Ok(Self { map: Arc::new(map), letters })
    }

    #[staticmethod]
    fn of(py: Python<'_>, numbers: &[u8], letters: Vec<String>) -> PyResult<Self> {
        let letters = Letters::new(&letters).map_err(Raise::raise)?;
        let map = py.detach(|| Inner::of(numbers, &letters)).map_err(Raise::raise)?;
        Ok(Self { map: Arc::new(map), letters })
    }

    #[pyo3(signature = (letters, blanks = 0, length = None))]
    fn anagrams(&self, py: Python<'_>, letters: &str, blanks: usize, length: Option<usize>) -> PyResult<Vec<String>> {
        py.detach(|| self.found(letters, blanks, length))
    }

    #[pyo3(signature = (racks, blanks = 0, length = None))]
    fn anagrams_many(
        &self,
        py: Python<'_>,
        racks: Vec<PyBackedStr>,
        blanks: usize,
        length: Option<usize>,
    ) -> PyResult<Vec<Vec<String>>> {
        py.detach(|| racks.iter().map(|letters| self.found(letters, blanks, length)).collect())
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.map.check()).map_err(Raise::raise)
    }
}

impl WordMap {
    pub(crate) fn shared(&self) -> Arc<Inner> {
        Arc::clone(&self.map)
    }

    pub(crate) fn letters(&self) -> usize {
        self.letters.count()
    }

    fn found(&self, letters: &str, blanks: usize, length: Option<usize>) -> PyResult<Vec<String>> {
        let Some(mut codes) = self.letters.codes(letters) else {
            return Err(PyValueError::new_err(format!("{letters:?} has something else than letters of the alphabet")));
        };
        let length = length.unwrap_or(codes.len().saturating_add(blanks));
        codes.sort_unstable();
        let most = codes.chunk_by(|a, b| a == b).flat_map(|same| &same[..same.len().min(MOST)]);
        let rack = most.fold(Key::default(), |key, letter| key.with(*letter));
        let mut words = Vec::new();
        self.map.words_of(rack, blanks, length, |word| words.push(word.to_vec()));
        words.sort_unstable();
        Ok(words.iter().map(|word| self.letters.text(word)).collect())
    }
}
