//! A question asked of every row, on several threads.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use mostek_notation::NotationError;
use mostek_play::run_units;

use crate::cores::Cores;
use crate::positions::{Positions, Row, RowError};
use crate::table::Table;

/// The answers to a question: lines about the rows, and the rows that cannot be answered, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answer {
    /// The lines, in tables of the same columns: at least one.
    pub tables: Vec<Table>,
    /// The rows without an answer.
    pub errors: Vec<RowError>,
}

/// The answers to the rows that a thread answered at a time.
struct Unit {
    number: u64,
    table: Table,
    errors: Vec<RowError>,
}

/// Tables of fewer lines are joined; joining longer ones would take as long as finding a play.
const FEW_LINES: usize = 1024;

/// Asks `question` of every row that is a position, `together` rows at a time; `start` makes the state of a thread. None after
/// `go_on` returned false.
pub(crate) fn ask<S: Send>(
    positions: &Positions,
    cores: Cores,
    together: usize,
    empty: &Table,
    start: impl Fn() -> S + Sync,
    question: impl Fn(&mut S, Row<'_>, &mut Table, &AtomicBool) -> Result<(), NotationError> + Sync,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let work = |state: &mut S, number: usize, table: &mut Table, stopped: &AtomicBool| match positions.row(number) {
        Some(row) => question(state, row, table, stopped),
        None => Ok(()),
    };
    let mut answer = ask_each(positions.len(), cores, together, empty, start, work, go_on)?;
    answer.errors.extend_from_slice(positions.errors());
    answer.errors.sort_by_key(|found| found.row);
    Some(answer)
}

/// [`ask`] of row numbers. A question that takes long must look at the flag, which says that it is to stop.
pub(crate) fn ask_each<S: Send>(
    rows: usize,
    cores: Cores,
    together: usize,
    empty: &Table,
    start: impl Fn() -> S + Sync,
    question: impl Fn(&mut S, usize, &mut Table, &AtomicBool) -> Result<(), NotationError> + Sync,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let stopped = AtomicBool::new(false);
    let work = |(state, done): &mut (S, Vec<Unit>), number: u64| {
        let first = number as usize * together;
        let (mut table, mut errors) = (empty.clone(), Vec::new());
        for row in first..rows.min(first + together) {
            if let Err(error) = question(state, row, &mut table, &stopped) {
                errors.push(RowError { row: row as u32, error });
            }
        }
        done.push(Unit { number, table, errors });
        Ok::<(), Infallible>(())
    };
    let mut asked = || {
        if !go_on() {
            stopped.store(true, Ordering::Relaxed);
        }
        !stopped.load(Ordering::Relaxed)
    };
    let units = rows.div_ceil(together) as u64;
    let Ok(states) = run_units(0..units, cores.count(), || (start(), Vec::new()), work, &mut asked);
    let mut done: Vec<Unit> = states.into_iter().flat_map(|(_, done)| done).collect();
    done.sort_unstable_by_key(|unit| unit.number);
    let mut all = Answer { tables: vec![empty.clone()], errors: Vec::new() };
    for Unit { table, errors, .. } in done {
        all.errors.extend(errors);
        match all.tables.last_mut() {
            Some(last) if last.is_empty() => *last = table,
            Some(last) if table.len() < FEW_LINES => {
                if let Err(name) = last.append(&table) {
                    unreachable!("the column {name} differs");
                }
            }
            _ => all.tables.push(table),
        }
    }
    (!stopped.into_inner()).then_some(all)
}
