//! The texts of positions and games, for batches: CGP ([`CgpReader`]) and GCG ([`GcgReader`]).
//!
//! `mostek.notation` in Python reads the same texts one by one, keeps every byte and reports what deviates. This crate reads
//! what a search needs, refuses the same texts with the same reason at the same place, and makes no sentences: a
//! [`NotationError`] is a [`Fault`], a line and a column.
//!
//! Codes are those of `mostek-search`: letters from 1, 0 for an empty square and for a blank on a rack, [`BLANK`] added to the
//! letter that a blank stands for.

mod cgp;
mod error;
mod gcg;
mod spelling;
mod text;

pub use cgp::{CgpPosition, CgpReader};
pub use error::{Fault, NotationError};
pub use gcg::{GcgAction, GcgGame, GcgReader, GcgTurn};
pub use spelling::{Spelling, TileSet};

/// The bit that marks a blank standing for the letter in the lower bits.
pub const BLANK: u8 = 0x80;
