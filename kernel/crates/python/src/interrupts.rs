//! Signals during long work.

use pyo3::prelude::*;

/// Does work that asks now and then whether to go on; what a signal raises comes out at its end.
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
