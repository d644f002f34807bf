//! `Comparison`, `Judging` and `grades`.

use std::time::Instant;

use mostek_judge::{
    Comparison as Inner, Effort, Efforts, GradeLimits, Graded, JudgedMove, Judging as InnerJudging, Loss, Mean,
    PairedDeals, ProvedMove, Question,
};
use mostek_search::{Position, Rack, Search as InnerSearch};
use pyo3::prelude::*;

use crate::errors::Raise;
use crate::evaluation::{Leaves, WinTable};
use crate::search::{MoveValue, Search};
use crate::simulate::{GivenMove, POLL_INTERVAL, asked, moves};

type GivenEffort = (usize, u64, usize);
type JudgedTuple<'py> = (MoveValue<'py>, u64, f64, f64, f64, f64, bool);
type VerdictTuple<'py> = (Vec<JudgedTuple<'py>>, JudgedTuple<'py>, (f64, f64, f64, f64), bool, usize);

fn effort((batches, deals, plies): GivenEffort) -> Effort {
    Effort { batches, deals, plies }
}

#[pyclass(frozen, module = "mostek._kernel")]
pub struct Comparison(Inner);

fn pair(Mean { mean, margin }: Mean) -> (f64, f64) {
    (mean, margin)
}

#[pymethods]
impl Comparison {
    fn share(&self, place: usize) -> (f64, f64) {
        pair(self.0.share(place))
    }

    fn spread(&self, place: usize) -> (f64, f64) {
        pair(self.0.spread(place))
    }

    fn share_lost(&self, best: usize, place: usize) -> (f64, f64) {
        pair(self.0.share_lost(best, place))
    }

    fn spread_lost(&self, best: usize, place: usize) -> (f64, f64) {
        pair(self.0.spread_lost(best, place))
    }

    fn ranked(&self) -> Vec<usize> {
        self.0.ranked()
    }
}

#[pyfunction]
#[pyo3(signature = (search, leaves, win_table, board, rack, unseen, *, lead, passes, exchange_from, moves, effort, seed))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn compare(
    py: Python<'_>,
    search: &Search,
    leaves: &Leaves,
    win_table: &WinTable,
    board: &[u8],
    rack: Vec<u8>,
    unseen: Vec<u8>,
    lead: i32,
    passes: u8,
    exchange_from: usize,
    moves: Vec<GivenMove>,
    effort: GivenEffort,
    seed: u64,
) -> PyResult<Comparison> {
    let held = search.0.rack(&rack).map_err(Raise::raise)?;
    let (model, view) = asked(search, leaves, win_table, board, rack, unseen, lead, passes, exchange_from)?;
    let moves = crate::simulate::moves(&model.search, &view.position, &held, &moves, false)?;
    let deals = PairedDeals::new(model, view, &moves, self::effort(effort), seed);
    let mut deals = deals.map_err(Raise::raise)?;
    while !deals.is_done() {
        py.detach(|| deals.run(u64::MAX, Some(Instant::now() + POLL_INTERVAL)));
        py.check_signals()?;
    }
    Ok(Comparison(deals.comparison().clone()))
}

#[pyclass(module = "mostek._kernel")]
pub struct Judging {
    inner: InnerJudging,
    search: std::sync::Arc<InnerSearch>,
    position: Position,
    rack: Rack,
}

#[pymethods]
impl Judging {
    #[new]
    #[pyo3(signature = (search, leaves, win_table, board, rack, unseen, *, lead, passes, exchange_from, played, phoney,
                        candidates, first, finalists, second, repeats_one, seed))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        search: &Search,
        leaves: &Leaves,
        win_table: &WinTable,
        board: &[u8],
        rack: Vec<u8>,
        unseen: Vec<u8>,
        lead: i32,
        passes: u8,
        exchange_from: usize,
        played: GivenMove,
        phoney: bool,
        candidates: usize,
        first: GivenEffort,
        finalists: usize,
        second: GivenEffort,
        repeats_one: bool,
        seed: u64,
    ) -> PyResult<Self> {
        let held = search.0.rack(&rack).map_err(Raise::raise)?;
        let (model, view) = asked(search, leaves, win_table, board, rack, unseen, lead, passes, exchange_from)?;
        let played = moves(&model.search, &view.position, &held, &[played], true)?[0];
        let (search, position) = (model.search.clone(), view.position.clone());
        let efforts = Efforts { candidates, first: effort(first), finalists, second: effort(second), repeats_one };
        let question = Question { model, view, played: (played, 0), is_phoney: phoney, efforts, seed };
        let inner = InnerJudging::new(question).map_err(Raise::raise)?;
        Ok(Self { inner, search, position, rack: held })
    }

    fn run(&mut self, py: Python<'_>) -> PyResult<bool> {
        py.detach(|| self.inner.run(u64::MAX, Some(Instant::now() + POLL_INTERVAL))).map_err(Raise::raise)?;
        py.check_signals()?;
        Ok(self.inner.is_done())
    }

    fn verdict<'py>(&self, py: Python<'py>, proved: Vec<(GivenMove, f64, u64)>) -> PyResult<VerdictTuple<'py>> {
        let proof = |(chosen, chance, draws): (GivenMove, f64, u64)| {
            let chosen = moves(&self.search, &self.position, &self.rack, &[chosen], true)?[0];
            Ok(ProvedMove { chosen, chance, draws })
        };
        let found = self.inner.verdict(&proved.into_iter().map(proof).collect::<PyResult<Vec<_>>>()?);
        let judged = |each: &JudgedMove| {
            let chosen = MoveValue::of(py, each.chosen, &self.rack);
            let JudgedMove { deals, chance, chance_margin, spread, spread_margin, is_proved, .. } = *each;
            (chosen, deals, chance, chance_margin, spread, spread_margin, is_proved)
        };
        let Loss { chance, points, chance_margin, points_margin } = found.loss;
        let loss = (chance, points, chance_margin, points_margin);
        Ok((found.best.iter().map(judged).collect(), judged(&found.played), loss, found.is_proved, found.choices))
    }
}

#[pyfunction]
pub fn grades(
    lost: (f64, f64),
    before: f64,
    chance_limits: (f64, f64, f64),
    points_limits: (f64, f64, f64),
) -> (u8, u8, u8, f64) {
    let limits = |(good, inaccuracy, mistake)| GradeLimits { good, inaccuracy, mistake };
    let loss = Loss { chance: lost.0, points: lost.1, ..Loss::default() };
    let found = Graded::of(&loss, before, &limits(chance_limits), &limits(points_limits));
    (found.grade as u8, found.by_chance as u8, found.by_points as u8, found.chance_after)
}
