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
    /// The lines.
    pub table: Table,
    /// The rows without an answer.
    pub errors: Vec<RowError>,
}

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
    let work = |(state, done): &mut (S, Vec<(u64, Answer)>), unit: u64| {
        let first = unit as usize * together;
        let mut answer = Answer { table: empty.clone(), errors: Vec::new() };
        for number in first..rows.min(first + together) {
            if let Err(error) = question(state, number, &mut answer.table, &stopped) {
                answer.errors.push(RowError { row: number as u32, error });
            }
        }
        done.push((unit, answer));
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
    let mut done: Vec<(u64, Answer)> = states.into_iter().flat_map(|(_, done)| done).collect();
    done.sort_unstable_by_key(|(unit, _)| *unit);
    let mut all = Answer { table: empty.clone(), errors: Vec::new() };
    for (_, answer) in done {
        if all.table.is_empty() {
            all.table = answer.table;
        } else if let Err(name) = all.table.append(&answer.table) {
            unreachable!("the column {name} differs");
        }
        all.errors.extend(answer.errors);
    }
    (!stopped.into_inner()).then_some(all)
}
