//! `Layout` and `Search`.

use std::sync::Arc;

use mostek_play::{Move, Wanted};
use mostek_search::{
    Layout as InnerLayout, Play, PositionError, Rack, RankedPlay, Scratch, Search as InnerSearch, Totals,
    Valuation as InnerValuation,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::evaluation::Leaves;
use crate::lexicon::{Gaddag, WordMap};

pub type PlayTuple<'py> = (u8, u8, u8, Bound<'py, PyBytes>, i32);

/// A play as Python sees it.
pub fn tuple<'py>(py: Python<'py>, play: &Play) -> PlayTuple<'py> {
    (play.row, play.column, u8::from(play.down), PyBytes::new(py, play.tiles()), play.score)
}

/// A move as Python sees it: a play, or the tiles exchanged, none for a pass.
#[derive(IntoPyObject)]
pub enum MoveValue<'py> {
    Play(PlayTuple<'py>),
    Exchange(Bound<'py, PyBytes>),
}

impl<'py> MoveValue<'py> {
    /// A move with this rack.
    pub fn of(py: Python<'py>, chosen: Move, rack: &Rack) -> Self {
        match chosen {
            Move::Play(play) => Self::Play(tuple(py, &play)),
            Move::Pass => Self::Exchange(PyBytes::new(py, &[])),
            Move::Exchange(set) => {
                let mut tiles: Vec<u8> = rack.tiles_of(set).collect();
                tiles.sort_unstable();
                Self::Exchange(PyBytes::new(py, &tiles))
            }
        }
    }
}

fn totals_tuple(totals: Totals) -> (u64, i64, i32) {
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

/// How leaves are valued: by leave values, or with an empty bag by the points that the opponent holds.
#[derive(FromPyObject)]
enum Valuation<'py> {
    Leaves(PyRef<'py, Leaves>),
    OpponentPoints(i32),
}

/// More points than a rack has, few enough for equities of 32 bits.
const MAX_POINTS: i32 = 100_000;

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (gaddag, layout, values, rack_size, bingo, map = None))]
    fn new(
        gaddag: &Gaddag,
        layout: &Layout,
        values: &[u8],
        rack_size: usize,
        bingo: u16,
        map: Option<&WordMap>,
    ) -> PyResult<Self> {
        let search = InnerSearch::new(Arc::clone(&gaddag.0), layout.0.clone(), values, rack_size, bingo);
        let search = search.map_err(Raise::raise)?;
        let search = match map {
            Some(map) if map.letters() != search.letters() => {
                return Err(PyValueError::new_err("the word map is of another alphabet than the GADDAG"));
            }
            Some(map) => search.with_map(Arc::clone(&map.map)),
            None => search,
        };
        Ok(Self(Arc::new(search)))
    }

    fn plays<'py>(&self, py: Python<'py>, board: &[u8], rack: &[u8]) -> PyResult<Vec<PlayTuple<'py>>> {
        let plays = py.detach(|| self.all(board, rack)).map_err(Raise::raise)?;
        Ok(plays.iter().map(|play| tuple(py, play)).collect())
    }

    #[pyo3(signature = (board, rack, count, leaves = None))]
    fn best<'py>(
        &self,
        py: Python<'py>,
        board: &[u8],
        rack: &[u8],
        count: usize,
        leaves: Option<Valuation<'py>>,
    ) -> PyResult<Vec<(PlayTuple<'py>, i32)>> {
        let valuation = self.valuation(leaves.as_ref())?;
        let plays = py.detach(|| self.best_of(board, rack, count, valuation)).map_err(Raise::raise)?;
        Ok(plays.iter().map(|best| (tuple(py, &best.play), best.equity)).collect())
    }

    #[pyo3(signature = (board, rack, count, leaves, max_exchanged, *, both_directions = true))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn best_moves<'py>(
        &self,
        py: Python<'py>,
        board: &[u8],
        rack: &[u8],
        count: usize,
        leaves: Option<Valuation<'py>>,
        max_exchanged: usize,
        both_directions: bool,
    ) -> PyResult<Vec<(MoveValue<'py>, i32)>> {
        let valuation = self.valuation(leaves.as_ref())?;
        let rack = self.0.rack(rack).map_err(Raise::raise)?;
        let search = || {
            let position = self.0.position(board)?;
            let wanted = Wanted { count, valuation, max_exchanged, both_directions };
            Ok(mostek_play::best_moves(&self.0, &position, &rack, wanted, &mut Scratch::default()))
        };
        let moves = py.detach(search).map_err(|error: PositionError| error.raise())?;
        Ok(moves.into_iter().map(|(chosen, equity)| (MoveValue::of(py, chosen, &rack), equity)).collect())
    }

    fn totals(&self, py: Python<'_>, board: &[u8], rack: &[u8]) -> PyResult<(u64, i64, i32)> {
        py.detach(|| self.totals_of(board, rack)).map(totals_tuple).map_err(Raise::raise)
    }
}

impl Search {
    fn valuation<'v>(&self, leaves: Option<&'v Valuation<'_>>) -> PyResult<InnerValuation<'v>> {
        Ok(match leaves {
            None => InnerValuation::Score,
            Some(Valuation::Leaves(leaves)) => InnerValuation::Leaves(leaves.of(&self.0)?),
            Some(Valuation::OpponentPoints(points)) => {
                InnerValuation::EmptyBag { opponent_points: (*points).clamp(0, MAX_POINTS) }
            }
        })
    }

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
        valuation: InnerValuation<'_>,
    ) -> Result<Vec<RankedPlay>, PositionError> {
        let mut scratch = Scratch::default();
        Ok(self.0.best(&self.0.position(board)?, &self.0.rack(rack)?, valuation, count, &mut scratch).to_vec())
    }

    fn totals_of(&self, board: &[u8], rack: &[u8]) -> Result<Totals, PositionError> {
        Ok(self.0.totals(&self.0.position(board)?, &self.0.rack(rack)?))
    }
}
