//! Words, graphs of words, and every play that a rack can make on a board.
//!
//! Nothing here knows a language, a rulebook, a player or a clock: the alphabet, the values of
//! the tiles and the layout of the board come in as data.
//!
//! A letter is a code from 1 in the order of the alphabet. Code 0 is an empty square on a board
//! and a blank on a rack; [`BLANK`] marks the code of a letter for which a blank stands.

// The tests that share worlds with those of the whole crate speak of it by its name.
#[cfg(test)]
extern crate self as mostek_search;

mod anchors;
mod best;
mod bits;
mod bounds;
#[cfg(test)]
mod bounds_hold;
mod generate;
mod lane_set;
mod lanes;
mod layout;
mod leaves;
mod letters;
mod minimal;
mod nodes;
mod plays;
mod position;
mod potential;
mod rack;
mod reading;
mod scoring;
mod search;
mod search_graph;
mod touched;
mod whole;
mod word_graph;
mod word_map;
mod words;

pub use best::{Ranked, Scratch, Worth};
pub use lane_set::LaneSet;
pub use layout::{Layout, LayoutError, MAX_SIDE};
pub use leaves::{BALANCE_SIDE, Leaves, LeavesError, MAX_EQUAL};
pub use letters::{Letters, LettersError, MAX_LENGTH, MAX_LETTERS, MIN_LENGTH};
pub use minimal::BuildError;
pub use nodes::OpenError;
pub use plays::{Found, Play, Totals};
pub use position::{Position, PositionError};
pub use rack::Rack;
pub use reading::Rejection;
pub use search::{Search, SearchError};
pub use search_graph::SearchGraph;
pub use word_graph::WordGraph;
pub use word_map::{Key, MAX_KEY_LETTERS, Reach, WordMap};
pub use words::{Words, WordsError};

/// The bit that marks a blank standing for the letter in the lower bits.
pub const BLANK: u8 = 0x80;
