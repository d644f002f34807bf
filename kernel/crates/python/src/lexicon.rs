//! `Words`, `Dawg`, `Gaddag` and `WordMap`: the structures of a lexicon.

use std::path::PathBuf;
use std::sync::Arc;

use mostek_search::{
    Alphabet, Alphagrams as InnerAlphagrams, BitRack, BuildError, Dawg as InnerDawg, Gaddag as InnerGaddag, MAX_LENGTH,
    OfLength, OpenError, Wanted, WordMap as InnerMap, Words as InnerWords,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyBytes;

use crate::errors::Raise;

fn alphabet(letters: &[String]) -> PyResult<Alphabet> {
    Alphabet::new(letters).map_err(Raise::raise)
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Words(InnerWords);

#[pymethods]
impl Words {
    #[staticmethod]
    #[pyo3(signature = (text, letters, *, capitals))]
    fn read(py: Python<'_>, text: &[u8], letters: Vec<String>, capitals: bool) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        Ok(Self(py.detach(|| InnerWords::read(text, alphabet, capitals))))
    }

    #[staticmethod]
    #[pyo3(signature = (path, letters, *, capitals))]
    fn open(py: Python<'_>, path: PathBuf, letters: Vec<String>, capitals: bool) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        Ok(Self(py.detach(|| InnerWords::open(&path, alphabet, capitals))?))
    }

    #[staticmethod]
    fn of(py: Python<'_>, dawg: &Dawg) -> PyResult<Self> {
        py.detach(|| dawg.checked().map(|dawg| Self(dawg.words()))).map_err(Raise::raise)
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

    fn dawg<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let nodes = py.detach(|| self.0.dawg()).map_err(Raise::raise)?;
        Ok(PyBytes::new(py, &nodes))
    }

    #[pyo3(signature = (progress = None))]
    fn gaddag<'py>(&self, py: Python<'py>, progress: Option<Py<PyAny>>) -> PyResult<Bound<'py, PyBytes>> {
        built(py, progress.as_ref(), |report| self.0.gaddag(report))
    }

    #[pyo3(signature = (rack_size = 7, progress = None))]
    fn word_map<'py>(
        &self,
        py: Python<'py>,
        rack_size: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        built(py, progress.as_ref(), |report| self.0.word_map(rack_size, report))
    }
}

/// The result of a long build, which reports its progress or, without a callback, checks for signals.
fn built<'py>(
    py: Python<'py>,
    progress: Option<&Py<PyAny>>,
    build: impl FnOnce(&mut dyn FnMut(f64) -> bool) -> Result<Vec<u8>, BuildError> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut raised = None;
    let mut report = |share: f64| {
        let result = Python::attach(|py| match progress {
            Some(progress) => progress.call1(py, (share,)).map(drop),
            None => py.check_signals(),
        });
        result.map_err(|error| raised = Some(error)).is_ok()
    };
    let numbers = py.detach(|| build(&mut report));
    match (numbers, raised) {
        (Err(BuildError::Stopped), Some(error)) => Err(error),
        (numbers, _) => Ok(PyBytes::new(py, &numbers.map_err(Raise::raise)?)),
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Dawg(InnerDawg);

impl Dawg {
    /// The graph after a check, for operations that traverse all of it and need a sound one.
    fn checked(&self) -> Result<&InnerDawg, OpenError> {
        self.0.check().map(|()| &self.0)
    }
}

#[pymethods]
impl Dawg {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, offset: u64, length: usize, letters: Vec<String>) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        py.detach(|| InnerDawg::open(&path, offset, length, alphabet)).map(Self).map_err(Raise::raise)
    }

    #[staticmethod]
    fn of(py: Python<'_>, nodes: &[u8], letters: Vec<String>) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        py.detach(|| InnerDawg::of(nodes, alphabet)).map(Self).map_err(Raise::raise)
    }

    fn __contains__(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    fn valid(&self, py: Python<'_>, words: Vec<PyBackedStr>) -> Vec<bool> {
        py.detach(|| words.iter().map(|word| self.0.contains(word)).collect())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count = py.detach(|| self.checked().map(InnerDawg::len)).map_err(Raise::raise)?;
        Ok(count.try_into()?)
    }

    fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = py.detach(|| self.checked().map(InnerDawg::text)).map_err(Raise::raise)?;
        Ok(PyBytes::new(py, text.as_bytes()))
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.check()).map_err(Raise::raise)
    }

    #[pyo3(signature = (pattern, rack, needed, excluded, lengths, limit, budget))]
    #[expect(clippy::too_many_arguments, reason = "one question, called from one place in Python")]
    fn find(
        &self,
        py: Python<'_>,
        pattern: Option<Vec<u64>>,
        rack: Option<Vec<u8>>,
        needed: Vec<u8>,
        excluded: u64,
        lengths: (usize, usize),
        limit: usize,
        budget: u64,
    ) -> (Vec<(u64, Vec<String>)>, bool) {
        let (shortest, longest) = lengths;
        let wanted = Wanted { pattern, rack, needed, excluded, shortest, longest };
        py.detach(|| {
            let found = self.0.find(&wanted, limit, budget);
            let texts = |of: &OfLength| of.words.iter().map(|word| self.0.alphabet().text(word)).collect();
            (found.lengths.iter().map(|of| (of.total, texts(of))).collect(), found.is_complete)
        })
    }

    fn alphagrams(&self, py: Python<'_>, length: usize, counts: Vec<u8>) -> PyResult<Alphagrams> {
        let grams = py.detach(|| self.checked().map(|dawg| InnerAlphagrams::of(dawg, length, &counts)));
        Ok(Alphagrams { grams: grams.map_err(Raise::raise)?, alphabet: self.0.alphabet().clone() })
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Alphagrams {
    grams: InnerAlphagrams,
    alphabet: Alphabet,
}

#[pymethods]
impl Alphagrams {
    fn __len__(&self) -> usize {
        self.grams.len()
    }

    fn part(&self, start: usize, count: usize) -> Vec<(String, u64)> {
        let places = start..start.saturating_add(count).min(self.grams.len());
        places.filter_map(|at| self.grams.at(at)).map(|(gram, ways)| (self.alphabet.text(&gram), ways)).collect()
    }

    fn place(&self, word: &str) -> Option<usize> {
        self.alphabet.codes(word).and_then(|letters| self.grams.place(&letters))
    }
}

#[pyfunction]
pub fn combinations(letters: Vec<u8>, counts: Vec<u8>) -> u64 {
    mostek_search::combinations(&letters, &counts)
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Gaddag(pub(crate) Arc<InnerGaddag>);

#[pymethods]
impl Gaddag {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, offset: u64, length: usize, letters: Vec<String>) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        let gaddag = py.detach(|| InnerGaddag::open(&path, offset, length, &alphabet));
        gaddag.map(|gaddag| Self(Arc::new(gaddag))).map_err(Raise::raise)
    }

    #[staticmethod]
    fn of(py: Python<'_>, nodes: &[u8], letters: Vec<String>) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        let gaddag = py.detach(|| InnerGaddag::of(nodes, &alphabet));
        gaddag.map(|gaddag| Self(Arc::new(gaddag))).map_err(Raise::raise)
    }

    fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.check()).map_err(Raise::raise)
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct WordMap {
    pub(crate) map: Arc<InnerMap>,
    alphabet: Alphabet,
}

#[pymethods]
impl WordMap {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, offset: u64, length: usize, letters: Vec<String>) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        let map = py.detach(|| InnerMap::open(&path, offset, length, &alphabet)).map_err(Raise::raise)?;
        Ok(Self { map: Arc::new(map), alphabet })
    }

    #[staticmethod]
    fn of(py: Python<'_>, numbers: &[u8], letters: Vec<String>) -> PyResult<Self> {
        let alphabet = alphabet(&letters)?;
        let map = py.detach(|| InnerMap::of(numbers, &alphabet)).map_err(Raise::raise)?;
        Ok(Self { map: Arc::new(map), alphabet })
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
    /// How many letters the alphabet has.
    pub(crate) fn letters(&self) -> usize {
        self.alphabet.count()
    }

    fn found(&self, letters: &str, blanks: usize, length: Option<usize>) -> PyResult<Vec<String>> {
        let Some(mut codes) = self.alphabet.codes(letters) else {
            return Err(PyValueError::new_err(format!("{letters:?} has something else than letters of the alphabet")));
        };
        let length = length.unwrap_or(codes.len().saturating_add(blanks));
        codes.sort_unstable();
        // A bit rack counts at most as many of a letter as the longest word has.
        let counted = codes.chunk_by(|a, b| a == b).flat_map(|same| &same[..same.len().min(MAX_LENGTH)]);
        let rack = counted.fold(BitRack::default(), |rack, letter| rack.with(*letter));
        let mut words = Vec::new();
        self.map.words_of(rack, blanks, length, |word| words.push(word.to_vec()));
        words.sort_unstable();
        Ok(words.iter().map(|word| self.alphabet.text(word)).collect())
    }
}
