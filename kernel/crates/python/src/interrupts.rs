//! Signals, such as an interrupt from the keyboard, during long work.

use pyo3::prelude::*;

/// Runs work that calls `go_on` regularly, which returns false after a signal; what the signal raised is the result.
pub fn until_interrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> T + Send,
) -> PyResult<T> {
    let mut signals = Ok(());
    let done = py.detach(|| {
        work(&mut || {
            if signals.is_ok() {
                signals = Python::attach(|py| py.check_signals());
            }
            signals.is_ok()
        })
    });
    signals.map(|()| done)
}
