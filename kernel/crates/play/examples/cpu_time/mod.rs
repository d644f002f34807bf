//! The time of the processor: of the whole process, or of the thread that asks.
#![allow(unsafe_code, reason = "the clocks of the processor are a call of the system")]

use std::time::Duration;

/// The moment of a clock of the processor.
#[derive(Clone, Copy)]
struct Moment(libc::clockid_t, Duration);

impl Moment {
    fn now(clock: libc::clockid_t) -> Self {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the call writes into `time` alone, which lives as long as it.
        let status = unsafe { libc::clock_gettime(clock, &raw mut time) };
        assert_eq!(status, 0, "the system has no such clock");
        #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "a clock counts upwards")]
        let since = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
        Self(clock, since)
    }

    fn elapsed(self) -> Duration {
        Self::now(self.0).1 - self.1
    }
}

/// What all threads of the process have used, also those that have ended.
#[derive(Clone, Copy)]
pub struct ProcessTime(Moment);

impl ProcessTime {
    pub fn now() -> Self {
        Self(Moment::now(libc::CLOCK_PROCESS_CPUTIME_ID))
    }

    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

/// What this thread has used.
#[derive(Clone, Copy)]
pub struct ThreadTime(Moment);

impl ThreadTime {
    pub fn now() -> Self {
        Self(Moment::now(libc::CLOCK_THREAD_CPUTIME_ID))
    }

    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}
