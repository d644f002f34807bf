//! Simulations of many positions: positions are shared out to threads, each is simulated by one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mostek_notation::{Fault, NotationError};
use mostek_play::{PlayerModel, PlayerView, Simulation, SimulationError, StoppingRule};

use crate::cores::Cores;
use crate::moves::{MOVE_COLUMNS, Writing, move_table, push_move};
use crate::positions::{Positions, Row};
use crate::rows::{Answer, ask};
use crate::table::{Column, Table, Value};

/// The time between two looks at whether the work is stopped.
const SLICE: Duration = Duration::from_millis(50);
/// The standard errors of a 95 % interval of a normal distribution.
const STANDARD_ERRORS: f64 = 1.96;

/// How positions are simulated.
#[derive(Debug, Clone, Copy)]
pub struct Simulating<'s> {
    /// How both players choose.
    pub model: &'s PlayerModel,
    /// The number of best moves by equity to compare.
    pub candidates: usize,
    /// The turns after a candidate.
    pub plies: usize,
    /// The iterations of each position.
    pub iterations: u64,
    /// The seed of all positions.
    pub seed: u64,
    /// When beaten candidates are eliminated; by default none is.
    pub rule: Option<StoppingRule>,
    /// How moves are written.
    pub writing: Option<&'s Writing>,
}

/// The candidates of each position with what they lead to, best first.
pub fn simulate(
    simulating: &Simulating<'_>,
    positions: &Positions,
    cores: Cores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let numbers = || Column::F64(Vec::new());
    let empty = move_table(
        "position",
        simulating.writing.is_some(),
        vec![
            ("deals", Column::U32(Vec::new())),
            ("share", numbers()),
            ("share_margin", numbers()),
            ("spread", numbers()),
            ("spread_margin", numbers()),
        ],
    );
    let question = |(): &mut (), row: Row<'_>, table: &mut Table, stopped: &AtomicBool| {
        simulating.answer(row, table, stopped).map_err(|error| refused(&error, row))
    };
    ask(positions, cores, 1, &empty, || (), question, go_on)
}

impl Simulating<'_> {
    fn answer(&self, row: Row<'_>, table: &mut Table, stopped: &AtomicBool) -> Result<(), SimulationError> {
        let search = &self.model.search;
        let (position, rack) = (search.position(row.board)?, search.rack(row.rack)?);
        let view = PlayerView {
            position,
            rack: row.rack.to_vec(),
            unseen: row.unseen(),
            lead: row.lead,
            passes: row.passes,
            inference: None,
        };
        let candidates = view.best_moves(self.model, self.candidates)?;
        let equities = candidates.len();
        let mut simulation = Simulation::new(self.model.clone(), view, &candidates, self.plies, self.seed, self.rule)?;
        while simulation.iterations() < self.iterations && !simulation.is_decided() {
            if stopped.load(Ordering::Relaxed) {
                return Ok(());
            }
            simulation.run(self.iterations - simulation.iterations(), Some(Instant::now() + SLICE), 1);
        }
        let mut leave_values = Vec::with_capacity(equities);
        crate::solve::fill_leave_values(search, &self.model.leaves, row, &rack, &mut leave_values);
        for (chosen, estimate) in simulation.estimates() {
            let equity = crate::solve::equity(&chosen, &rack, &leave_values);
            push_move(table, row.number, &chosen, equity, row.board, &rack, self.writing);
            table.push(
                MOVE_COLUMNS,
                &[
                    Value::U32(estimate.samples.min(u32::MAX.into()) as u32),
                    Value::F64(estimate.share),
                    Value::F64(STANDARD_ERRORS * estimate.share_error),
                    Value::F64(estimate.spread),
                    Value::F64(STANDARD_ERRORS * estimate.spread_error),
                ],
            );
        }
        Ok(())
    }
}

fn refused(error: &SimulationError, row: Row<'_>) -> NotationError {
    match error {
        SimulationError::Lead(lead) => NotationError::new(Fault::Lead, 0, 0, lead.to_string()),
        SimulationError::Over => NotationError::new(Fault::GameOver, 0, 0, ""),
        other => unreachable!("row {} was checked: {other}", row.number),
    }
}
