//! Independent units of work on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The time between two calls of `go_on`.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs every unit on one of `threads` threads and returns the state of each thread.
///
/// Which thread runs a unit is not determined, so that the combined result must not depend on it. `start` makes the state of
/// a thread, `work` runs a unit with it. The calling thread calls `go_on` regularly; after that returns false or a unit
/// fails, no other unit is started.
///
/// # Errors
/// The first error of a thread. After a stop by `go_on` the states are returned as they are.
pub fn run_units<W: Send, E: Send>(
    units: Range<u64>,
    threads: usize,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Result<(), E> + Sync,
    mut go_on: impl FnMut() -> bool,
) -> Result<Vec<W>, E> {
    let (next, stopped, caller) = (AtomicU64::new(units.start), AtomicBool::new(false), thread::current());
    let worker = || {
        let mut state = start();
        let mut done = Ok(());
        while done.is_ok() && !stopped.load(Ordering::Relaxed) {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units.end {
                break;
            }
            done = work(&mut state, unit);
        }
        if done.is_err() {
            stopped.store(true, Ordering::Relaxed);
        }
        caller.unpark();
        done.map(|()| state)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            if !go_on() {
                stopped.store(true, Ordering::Relaxed);
            }
            thread::park_timeout(POLL_INTERVAL);
        }
        let joined =
            workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(threads: usize) -> Result<Vec<u64>, u64> {
        run_units(
            10..1010,
            threads,
            || 0,
            |sum, unit| {
                *sum += unit;
                Ok(())
            },
            || true,
        )
    }

    #[test]
    fn every_unit_is_done_once() {
        for threads in [0, 1, 2, 7] {
            let parts = sums(threads).unwrap();
            assert_eq!((parts.len(), parts.iter().sum::<u64>()), (threads.max(1), (10..1010).sum()));
        }
    }

    #[test]
    fn a_failure_comes_out() {
        let failed = run_units(0..1000, 2, || (), |(), unit| if unit == 500 { Err(unit) } else { Ok(()) }, || true);
        assert_eq!(failed, Err(500));
    }

    #[test]
    fn work_that_is_called_off_ends() {
        let mut asked = 0;
        let done = run_units(
            0..u64::MAX,
            2,
            || 0u64,
            |count, _| {
                *count += 1;
                Ok::<_, ()>(())
            },
            || {
                asked += 1;
                asked < 3
            },
        );
        assert!(done.unwrap().iter().sum::<u64>() > 0);
    }
}
