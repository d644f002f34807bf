//! The number of threads.

use std::thread::available_parallelism;

/// The most threads.
const MAX_THREADS: usize = 1024;

/// The number of threads; 0 is one for each core.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cores(pub usize);

impl Cores {
    pub(crate) fn count(self) -> usize {
        match self.0 {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads.min(MAX_THREADS),
        }
    }
}
