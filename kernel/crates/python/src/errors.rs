//! The Python exception of each error.

use mostek_play::{SimulationError, WinTableError};
use mostek_search::{
    AlphabetError, BuildError, LayoutError, LeavesError, OpenError, PositionError, SearchError, WordsError,
};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// An error with a Python exception.
pub trait Raise {
    /// The exception.
    fn raise(self) -> PyErr;
}

impl Raise for OpenError {
    fn raise(self) -> PyErr {
        match self {
            Self::File(error) => error.into(),
            other => PyValueError::new_err(other.to_string()),
        }
    }
}

macro_rules! value_errors {
    ($($error:ty),*) => {$(
        impl Raise for $error {
            fn raise(self) -> PyErr {
                PyValueError::new_err(self.to_string())
            }
        }
    )*};
}

value_errors!(
    BuildError,
    LayoutError,
    LeavesError,
    AlphabetError,
    PositionError,
    SearchError,
    SimulationError,
    WinTableError,
    WordsError
);
