//! The Python module `mostek._kernel`: conversion and error mapping, nothing else.

mod arrow;
mod batch;
mod endgame;
mod errors;
mod evaluation;
mod interrupts;
mod judge;
mod lexicon;
mod part;
mod search;
mod self_play;
mod simulate;
mod table;

use mostek_search::Rejection;
use pyo3::prelude::*;

#[pymodule]
fn _kernel(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<lexicon::Words>()?;
    module.add_class::<lexicon::Alphagrams>()?;
    module.add_function(wrap_pyfunction!(lexicon::combinations, module)?)?;
    module.add_class::<lexicon::Dawg>()?;
    module.add_class::<lexicon::Gaddag>()?;
    module.add_class::<lexicon::WordMap>()?;
    module.add_class::<search::Layout>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<batch::Positions>()?;
    module.add_class::<table::Table>()?;
    module.add_class::<arrow::ArrowChunks>()?;
    module.add_class::<arrow::ArrowChunk>()?;
    module.add_class::<arrow::ValueTable>()?;
    module.add_class::<evaluation::Leaves>()?;
    module.add_class::<evaluation::WinTable>()?;
    module.add_function(wrap_pyfunction!(self_play::self_play, module)?)?;
    module.add_class::<simulate::Inference>()?;
    module.add_class::<simulate::Simulation>()?;
    module.add_function(wrap_pyfunction!(self_play::leave_training_sums, module)?)?;
    module.add_class::<endgame::Solver>()?;
    module.add_class::<judge::Comparison>()?;
    module.add_class::<judge::Judging>()?;
    module.add_function(wrap_pyfunction!(judge::compare, module)?)?;
    module.add_function(wrap_pyfunction!(judge::grades, module)?)?;
    for (name, reason) in [
        ("REJECTED_SHORT", Rejection::Short),
        ("REJECTED_LONG", Rejection::Long),
        ("REJECTED_CAPITAL", Rejection::Capital),
        ("REJECTED_LETTER", Rejection::Letter),
        ("REJECTED_MARK", Rejection::Mark),
        ("REJECTED_ENCODING", Rejection::Encoding),
    ] {
        module.add(name, reason as u8)?;
    }
    Ok(())
}
