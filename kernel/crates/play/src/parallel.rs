//! Units of work shared out among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How often the caller is asked whether to go on.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does every unit on one of so many threads and gives what each thread made of its units.
///
/// Which thread does which unit is chance: what becomes of them together must not depend on it.
/// `start` makes the memory of a thread, `work` does a unit in it. The calling thread itself only
/// waits and asks `go_on` now and then; once that says no, or a unit fails, no other is begun.
///
/// # Errors
/// The first failure of a thread. What was done when the work was called off is given as it is.
pub fn share_out<W: Send, E: Send>(
    units: Range<u64>,
    threads: usize,
    start: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Result<(), E> + Sync,
    mut go_on: impl FnMut() -> bool,
) -> Result<Vec<W>, E> {
    let (next, stopped, caller) = (AtomicU64::new(units.start), AtomicBool::new(false), thread::current());
    let worker = || {
        let mut memory = start();
        let mut done = Ok(());
        while done.is_ok() && !stopped.load(Ordering::Relaxed) {
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units.end {
                break;
            }
            done = work(&mut memory, unit);
        }
        if done.is_err() {
            stopped.store(true, Ordering::Relaxed);
        }
        caller.unpark();
        done.map(|()| memory)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            if !go_on() {
                stopped.store(true, Ordering::Relaxed);
            }
            thread::park_timeout(PATIENCE);
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
        share_out(
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
        let failed = share_out(0..1000, 2, || (), |(), unit| if unit == 500 { Err(unit) } else { Ok(()) }, || true);
        assert_eq!(failed, Err(500));
    }

    #[test]
    fn work_that_is_called_off_ends() {
        let mut asked = 0;
        let done = share_out(
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
