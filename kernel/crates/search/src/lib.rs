//! Lexicon structures (DAWG, GADDAG, word map), move generation and the search for the best plays.
//!
//! This crate knows no language, rulebook, player or clock: the alphabet, the tile values and the layout of the board
//! are parameters.
//!
//! A letter is a code from 1 in the order of the alphabet. Code 0 is an empty square on a board and a blank on a rack;
//! [`BLANK`] is added to the code of the letter that a blank stands for.

// The tests that share worlds with those in `tests` refer to this crate by its name.
#[cfg(test)]
extern crate self as mostek_search;

mod alphabet;
mod alphagrams;
mod anchors;
mod automaton;
mod best_plays;
mod bits;
mod changed_lanes;
mod cross_sets;
mod dawg;
mod equity;
mod full_rack;
mod gaddag;
mod given_play;
mod lane_set;
mod layout;
mod leaves;
mod movegen;
mod packed_word;
mod play;
mod position;
mod prefetch;
mod rack;
mod rack_bounds;
mod scoring;
mod search;
mod shadow;
mod storage;
mod word_list;
mod word_map;
mod words;

pub use alphabet::{Alphabet, AlphabetError, BLANK, MAX_LETTERS};
pub use alphagrams::{Alphagrams, combinations};
pub use automaton::BuildError;
pub use best_plays::{RankedPlay, Scratch};
pub use dawg::Dawg;
pub use dawg::find::{Found, MAX_PATTERN, OfLength, Wanted};
pub use equity::{POINT, Valuation};
pub use gaddag::{Gaddag, GaddagNodes};
pub use lane_set::LaneSet;
pub use layout::{Layout, LayoutError, MAX_SIDE};
pub use leaves::{BALANCE_SIDE, Leaves, LeavesError, MAX_EQUAL};
pub use movegen::GrowingWords;
pub use packed_word::{MAX_LENGTH, MIN_LENGTH};
pub use play::{GeneratedPlay, LaidTiles, Play, Totals};
pub use position::{Position, PositionError};
pub use prefetch::prefetch;
pub use rack::Rack;
pub use search::{Search, SearchError};
pub use storage::OpenError;
pub use word_list::Rejection;
pub use word_map::{BitRack, MAX_BIT_RACK_LETTERS, Reach, WordMap};
pub use words::{Words, WordsError};
