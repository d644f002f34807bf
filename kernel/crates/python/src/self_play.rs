//! `self_play` and `leave_training_sums`.

use mostek_play::{GameRecord, LeadSample, LeaveTerms, Player, SelfPlay, StaticPlayer};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::Raise;
use crate::evaluation::Leaves;
use crate::interrupts::until_interrupted;
use crate::search::Search;

type Rows<'py> = Bound<'py, PyBytes>;

#[pyfunction]
#[pyo3(signature = (search, tiles, leaves, *, seed, first, count, pairs, threads))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn self_play<'py>(
    py: Python<'py>,
    search: &Search,
    tiles: &[u8],
    leaves: (PyRef<'py, Leaves>, PyRef<'py, Leaves>),
    seed: u64,
    first: u64,
    count: u64,
    pairs: bool,
    threads: usize,
) -> PyResult<(Rows<'py>, Rows<'py>)> {
    let series = SelfPlay { search: &search.0, tiles, seed, pairs };
    let leaves = [leaves.0.of(&search.0)?, leaves.1.of(&search.0)?];
    let players = || leaves.map(|leaves| Box::new(StaticPlayer::new(leaves)) as Box<dyn Player + '_>);
    let numbers = first..first.saturating_add(count);
    let games = until_interrupted(py, |go_on| series.play(numbers, threads, players, go_on))?.map_err(Raise::raise)?;
    Ok((
        rows(py, &games.records, record),
        rows(py, &games.leads, |lead: &LeadSample| [lead.unseen.into(), lead.spread, lead.end]),
    ))
}

type Sums<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, i64, u64);

#[pyfunction]
#[pyo3(signature = (search, tiles, leaves, vowels, *, seed, first, count, threads))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn leave_training_sums<'py>(
    py: Python<'py>,
    search: &Search,
    tiles: &[u8],
    leaves: PyRef<'py, Leaves>,
    vowels: u64,
    seed: u64,
    first: u64,
    count: u64,
    threads: usize,
) -> PyResult<Sums<'py>> {
    let series = SelfPlay { search: &search.0, tiles, seed, pairs: false };
    let (leaves, terms) = (leaves.of(&search.0)?, LeaveTerms::new(&search.0, vowels));
    let numbers = first..first.saturating_add(count);
    let train = |go_on: &mut dyn FnMut() -> bool| series.train(numbers, threads, leaves, terms, go_on);
    let sums = until_interrupted(py, train)?.map_err(Raise::raise)?;
    Ok((wide(py, &sums.squares), wide(py, &sums.products), sums.variance, sums.racks))
}

fn record(record: &GameRecord) -> [i32; 6] {
    let GameRecord { number: _, first, scores, bingos, turns } = *record;
    [first.into(), scores[0], scores[1], bingos[0].into(), bingos[1].into(), turns.into()]
}

/// Rows of little-endian numbers of 32 bits.
fn rows<'py, T, const N: usize>(py: Python<'py>, items: &[T], row: impl Fn(&T) -> [i32; N]) -> Rows<'py> {
    let bytes: Vec<u8> = items.iter().flat_map(row).flat_map(i32::to_le_bytes).collect();
    PyBytes::new(py, &bytes)
}

/// Little-endian numbers of 64 bits.
fn wide<'py>(py: Python<'py>, numbers: &[i64]) -> Rows<'py> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    PyBytes::new(py, &bytes)
}
