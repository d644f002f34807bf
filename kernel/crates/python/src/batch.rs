//! `Batch` and `Positions`: questions about many positions and games at once.

use std::sync::Arc;
use std::time::Duration;

use mostek_batch::{
    Answer, Cores, Plays, Positions as InnerPositions, Reviewing, RowError, Simulating, Solving, Writing, best, moves,
    review, simulate, solve, totals,
};
use mostek_notation::{CgpReader, GcgAction, GcgReader, GcgTurn, TileSet};
use mostek_play::{ExchangeRule, PlayerModel, StoppingRule};
use mostek_search::Search as InnerSearch;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::arrow::{self, ArrowChunk};
use crate::errors::Raise;
use crate::evaluation::{Leaves, WinTable};
use crate::interrupts::until_interrupted;
use crate::search::Search;
use crate::table::Table;

/// A row without an answer: its number, the name of the fault, line and column, and what stands there.
type ErrorTuple = (u32, &'static str, usize, usize, String);

fn errors(found: &[RowError]) -> Vec<ErrorTuple> {
    let tuple =
        |RowError { row, error }: &RowError| (*row, error.fault.name(), error.line, error.column, error.text.clone());
    found.iter().map(tuple).collect()
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Positions(InnerPositions);

#[pymethods]
impl Positions {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    #[getter]
    fn errors(&self) -> Vec<ErrorTuple> {
        errors(self.0.errors())
    }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Batch {
    search: Arc<InnerSearch>,
    positions: CgpReader,
    games: GcgReader,
    letters: Vec<(String, String)>,
    columns: usize,
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (search, letters, counts, columns, *, other_layouts = Vec::new()))]
    fn new(
        search: &Search,
        letters: Vec<(String, String)>,
        counts: &[u8],
        columns: usize,
        other_layouts: Vec<String>,
    ) -> PyResult<Self> {
        let search = Arc::clone(&search.0);
        let (squares, needed) = (search.squares(), search.letters());
        if letters.len() != needed || counts.len() != needed + 1 {
            let given = (letters.len(), counts.len());
            return Err(PyValueError::new_err(format!(
                "{} letters and {} numbers of tiles are not {needed} and one more",
                given.0, given.1
            )));
        }
        if columns == 0 || !squares.is_multiple_of(columns) {
            return Err(PyValueError::new_err(format!("{squares} squares are not rows of {columns}")));
        }
        let writing = Writing { letters: letters.clone(), columns, lettered_rows: true };
        let mut numbers = [0; 64];
        numbers[..counts.len()].copy_from_slice(counts);
        let tiles = TileSet { spelling: writing.spelling(), counts: numbers };
        let games = GcgReader { tiles: tiles.clone(), other_layouts: other_layouts.clone() };
        let (rows, rack_size) = (squares / columns, search.rack_size());
        let positions = CgpReader { tiles, rows, columns, rack_size, other_layouts };
        Ok(Self { search, positions, games, letters, columns })
    }

    #[pyo3(signature = (texts, *, threads = 0))]
    fn read(&self, py: Python<'_>, texts: &Bound<'_, PyAny>, threads: usize) -> PyResult<Positions> {
        let texts = Texts::of(texts)?;
        let read = until_interrupted(py, |go_on| {
            let texts = texts.rows();
            InnerPositions::read(&self.positions, &texts, Cores(threads), go_on)
        })?;
        read.map(Positions).ok_or_else(stopped)
    }

    #[pyo3(signature = (boards, racks, leads = None, passes = None))]
    fn columns(
        &self,
        py: Python<'_>,
        boards: &Bound<'_, PyAny>,
        racks: &Bound<'_, PyAny>,
        leads: Option<&Bound<'_, PyAny>>,
        passes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Positions> {
        let bytes = |numbers: &Bound<'_, PyAny>| PyBuffer::<u8>::get(numbers)?.to_vec(py);
        let columns = arrow::Columns {
            boards: bytes(boards)?,
            racks: bytes(racks)?,
            leads: leads.map(|leads| PyBuffer::<i32>::get(leads)?.to_vec(py)).transpose()?.unwrap_or_default(),
            passes: passes.map(bytes).transpose()?.unwrap_or_default(),
        };
        self.of_columns(py, &columns)
    }

    fn chunk(&self, py: Python<'_>, chunk: &ArrowChunk) -> PyResult<Positions> {
        let columns = chunk.columns().ok_or_else(|| PyValueError::new_err("the rows are texts"))?;
        self.of_columns(py, &columns)
    }

    #[pyo3(signature = (positions, *, both_directions = true, threads = 0))]
    fn totals(
        &self,
        py: Python<'_>,
        positions: &Positions,
        both_directions: bool,
        threads: usize,
    ) -> PyResult<(Table, Vec<ErrorTuple>)> {
        self.check(positions)?;
        let leaves = mostek_search::Leaves::zero(self.search.letters());
        let plays = self.plays(&leaves, 0, both_directions, None);
        answer(py, |go_on| totals(&plays, &positions.0, Cores(threads), go_on))
    }

    #[pyo3(signature = (positions, leaves, *, both_directions = true, lettered_rows = None, threads = 0))]
    fn moves(
        &self,
        py: Python<'_>,
        positions: &Positions,
        leaves: &Leaves,
        both_directions: bool,
        lettered_rows: Option<bool>,
        threads: usize,
    ) -> PyResult<(Table, Vec<ErrorTuple>)> {
        self.check(positions)?;
        let writing = self.writing(lettered_rows);
        let plays = self.plays(leaves.of(&self.search)?, 0, both_directions, writing.as_ref());
        answer(py, |go_on| moves(&plays, &positions.0, Cores(threads), go_on))
    }

    #[pyo3(signature = (positions, leaves, count, *, exchange_from = 7, both_directions = true, lettered_rows = None,
                        threads = 0))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn best(
        &self,
        py: Python<'_>,
        positions: &Positions,
        leaves: &Leaves,
        count: usize,
        exchange_from: usize,
        both_directions: bool,
        lettered_rows: Option<bool>,
        threads: usize,
    ) -> PyResult<(Table, Vec<ErrorTuple>)> {
        self.check(positions)?;
        let writing = self.writing(lettered_rows);
        let plays = self.plays(leaves.of(&self.search)?, exchange_from, both_directions, writing.as_ref());
        answer(py, |go_on| best(&plays, &positions.0, count, Cores(threads), go_on))
    }

    #[pyo3(signature = (positions, leaves, win_table, *, candidates = 15, plies = 2, iterations = 1000, seed = 0,
                        error_probability = None, indifference = 0.005, exchange_from = 7, lettered_rows = None, threads = 0))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn simulate(
        &self,
        py: Python<'_>,
        positions: &Positions,
        leaves: &Leaves,
        win_table: &WinTable,
        candidates: usize,
        plies: usize,
        iterations: u64,
        seed: u64,
        error_probability: Option<f64>,
        indifference: f64,
        exchange_from: usize,
        lettered_rows: Option<bool>,
        threads: usize,
    ) -> PyResult<(Table, Vec<ErrorTuple>)> {
        self.check(positions)?;
        if !(1..=256).contains(&candidates) {
            return Err(PyValueError::new_err(format!("1 to 256 candidates can be compared, not {candidates}")));
        }
        let rule = error_probability.map(|probability| StoppingRule::new(probability, indifference));
        let rule = rule.transpose().map_err(Raise::raise)?;
        let model = PlayerModel {
            search: Arc::clone(&self.search),
            leaves: Arc::new(leaves.of(&self.search)?.clone()),
            win_table: Arc::clone(&win_table.0),
            exchange_rule: ExchangeRule { bag_minimum: exchange_from },
        };
        let writing = self.writing(lettered_rows);
        let writing = writing.as_ref();
        let simulating = Simulating { model: &model, candidates, plies, iterations, seed, rule, writing };
        answer(py, |go_on| simulate(&simulating, &positions.0, Cores(threads), go_on))
    }

    #[pyo3(signature = (positions, leaves, *, milliseconds = None, table_bytes = 1 << 26, lettered_rows = None, threads = 0))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        positions: &Positions,
        leaves: &Leaves,
        milliseconds: Option<u64>,
        table_bytes: usize,
        lettered_rows: Option<bool>,
        threads: usize,
    ) -> PyResult<(Table, Vec<ErrorTuple>)> {
        self.check(positions)?;
        let (writing, leaves) = (self.writing(lettered_rows), leaves.of(&self.search)?);
        let limit = milliseconds.map(Duration::from_millis);
        let solving = Solving { search: &self.search, leaves, limit, table_bytes, writing: writing.as_ref() };
        answer(py, |go_on| solve(&solving, &positions.0, Cores(threads), go_on))
    }

    #[pyo3(signature = (games, leaves, *, exchange_from = 7, lettered_rows = true, threads = 0))]
    fn review(
        &self,
        py: Python<'_>,
        games: &Bound<'_, PyAny>,
        leaves: &Leaves,
        exchange_from: usize,
        lettered_rows: bool,
        threads: usize,
    ) -> PyResult<(Table, Vec<ErrorTuple>)> {
        let texts = Texts::of(games)?;
        let writing = Writing { letters: self.letters.clone(), columns: self.columns, lettered_rows };
        let plays = self.plays(leaves.of(&self.search)?, exchange_from, true, None);
        let reviewing = Reviewing { reader: &self.games, plays: &plays, writing: &writing };
        answer(py, |go_on| {
            let texts = texts.rows();
            review(&reviewing, &texts, Cores(threads), go_on)
        })
    }

    fn read_game<'py>(&self, py: Python<'py>, text: &str) -> (Option<Vec<TurnTuple<'py>>>, Option<ErrorTuple>) {
        match self.games.read(text) {
            Ok(game) => (Some(game.turns.iter().map(|turn| turn_tuple(py, turn)).collect()), None),
            Err(error) => (None, errors(&[RowError { row: 0, error }]).pop()),
        }
    }
}

/// Seat, line, rack, points and total of a turn; the name of the action, its numbers, its tiles, and for a play whether each
/// square is marked as played through.
type TurnTuple<'py> = (
    usize,
    usize,
    Option<Bound<'py, PyBytes>>,
    i32,
    Option<i32>,
    &'static str,
    Vec<i64>,
    Option<Bound<'py, PyBytes>>,
    Vec<bool>,
);

fn turn_tuple<'py>(py: Python<'py>, turn: &GcgTurn) -> TurnTuple<'py> {
    let bytes = |codes: &[u8]| PyBytes::new(py, codes);
    let (name, numbers, tiles, through) = match &turn.action {
        GcgAction::Play { row, column, down, cells, through } => {
            // A line before the first is -1.
            ("play", vec![*row as i64, *column as i64, i64::from(*down)], Some(bytes(cells)), through.clone())
        }
        GcgAction::Exchange { count, tiles } => {
            ("exchange", vec![*count as i64], tiles.as_deref().map(bytes), Vec::new())
        }
        GcgAction::EndRack(tiles) => ("end_rack", Vec::new(), Some(bytes(tiles)), Vec::new()),
        GcgAction::Pass => ("pass", Vec::new(), None, Vec::new()),
        GcgAction::Withdrawn => ("withdrawn", Vec::new(), None, Vec::new()),
        GcgAction::Challenge => ("challenge", Vec::new(), None, Vec::new()),
        GcgAction::Time => ("time", Vec::new(), None, Vec::new()),
    };
    (turn.seat, turn.line, turn.rack.as_deref().map(bytes), turn.points, turn.total, name, numbers, tiles, through)
}

impl Batch {
    fn of_columns(&self, py: Python<'_>, given: &arrow::Columns) -> PyResult<Positions> {
        let arrow::Columns { boards, racks, leads, passes } = given;
        let read = py.detach(|| InnerPositions::of_columns(&self.positions, boards, racks, leads, passes));
        read.map(Positions).map_err(PyValueError::new_err)
    }

    fn check(&self, positions: &Positions) -> PyResult<()> {
        if positions.0.fit(&self.search) {
            return Ok(());
        }
        Err(PyValueError::new_err("the positions were read for another board, rack or alphabet"))
    }

    fn writing(&self, lettered_rows: Option<bool>) -> Option<Writing> {
        let (letters, columns) = (&self.letters, self.columns);
        lettered_rows.map(|lettered_rows| Writing { letters: letters.clone(), columns, lettered_rows })
    }

    fn plays<'s>(
        &'s self,
        leaves: &'s mostek_search::Leaves,
        exchange_from: usize,
        both_directions: bool,
        writing: Option<&'s Writing>,
    ) -> Plays<'s> {
        let exchange_rule = ExchangeRule { bag_minimum: exchange_from };
        Plays { search: &self.search, leaves, exchange_rule, both_directions, writing }
    }
}

/// Runs a question with the interpreter's lock released.
fn answer(
    py: Python<'_>,
    question: impl FnOnce(&mut dyn FnMut() -> bool) -> Option<Answer> + Send,
) -> PyResult<(Table, Vec<ErrorTuple>)> {
    let found = until_interrupted(py, question)?.ok_or_else(stopped)?;
    Ok((Table::of(found.tables), errors(&found.errors)))
}

/// Work ends early only by what a signal raised, which is raised instead.
fn stopped() -> PyErr {
    PyValueError::new_err("the work was stopped")
}

/// The texts of a list, or of a chunk of an Arrow column.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
enum Texts {
    List(Vec<Option<String>>),
    Chunk(ArrowChunk),
}

impl Texts {
    fn of(texts: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(chunk) = texts.cast::<ArrowChunk>() {
            let chunk = chunk.get().clone();
            let is_text = chunk.texts().is_some();
            return if is_text { Ok(Self::Chunk(chunk)) } else { Err(PyTypeError::new_err("the rows are no texts")) };
        }
        let text = |(row, item): (usize, Bound<'_, PyAny>)| {
            if item.is_none() {
                return Ok(None);
            }
            let Ok(text) = item.cast::<PyString>() else {
                return Err(PyTypeError::new_err(format!("row {row} is no text: {}", item.get_type().name()?)));
            };
            // Encoding into a value of our own keeps no second form of the text in Python.
            Ok(Some(match text.encode_utf8() {
                Ok(bytes) => String::from_utf8_lossy(bytes.as_bytes()).into_owned(),
                Err(_) => text.to_string_lossy().into_owned(),
            }))
        };
        Ok(Self::List(texts.cast::<PyList>()?.iter().enumerate().map(text).collect::<PyResult<_>>()?))
    }

    fn rows(&self) -> Vec<Option<&str>> {
        match self {
            Self::List(texts) => texts.iter().map(Option::as_deref).collect(),
            Self::Chunk(chunk) => chunk.texts().unwrap_or_default(),
        }
    }
}
