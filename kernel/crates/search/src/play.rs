//! Plays, and the recording of generated plays.

use std::fmt::Debug;

use crate::BLANK;
use crate::cross_sets::Square;
use crate::packed_word::MAX_LENGTH;

/// A play: tiles laid in one lane, and its score. Plays are ordered by row, column, direction and tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Play {
    /// The row of the first square of the word, from 0.
    pub row: u8,
    /// The column of the first square of the word, from 0.
    pub column: u8,
    /// Whether the word runs down.
    pub down: bool,
    tiles: [u8; MAX_LENGTH],
    length: u8,
    /// The score in points, with the bingo bonus.
    pub score: i32,
}

impl Play {
    /// A play with these tiles, at most [`MAX_LENGTH`] of them.
    pub(crate) fn laying((row, column): (u8, u8), down: bool, laid: &[u8], score: i32) -> Self {
        let mut tiles = [0; MAX_LENGTH];
        tiles[..laid.len()].copy_from_slice(laid);
        Self { row, column, down, tiles, length: laid.len() as u8, score }
    }

    /// One byte for each square of the word: 0 where a tile is on the board already, else the tile laid (with [`BLANK`]
    /// for a blank).
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..usize::from(self.length)]
    }

    /// The tiles as they come from the rack, 0 for a blank.
    pub fn laid(&self) -> impl Iterator<Item = u8> + '_ {
        let laid = self.tiles().iter().filter(|tile| **tile != 0);
        laid.map(|tile| if tile & BLANK == 0 { *tile } else { 0 })
    }
}

/// The totals of the plays of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// The number of plays.
    pub plays: u64,
    /// The sum of the scores.
    pub sum: i64,
    /// The highest score; 0 without plays.
    pub top: i32,
}

/// The place of a play.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) down: bool,
    /// The row of a play across, or the column of a play down, from 0.
    pub(crate) lane: usize,
    /// The first square of the word in the lane, from 0.
    pub(crate) first: usize,
}

/// A play as it is generated, before it is copied into a [`Play`].
#[derive(Debug, Clone, Copy)]
pub struct GeneratedPlay<'f> {
    /// The score in points, with the bingo bonus.
    pub score: i32,
    /// The subset of the rack's tiles that it lays, see [`crate::Rack::tiles`].
    pub used: u16,
    pub(crate) place: Place,
    pub(crate) tiles: Tiles<'f>,
}

/// The tiles of a generated play.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Tiles<'f> {
    /// One byte for each square of the word, see [`Play::tiles`].
    Spelled(&'f [u8]),
    /// Those laid on the empty squares from an anchor to the left, then on those to the right of it up to the last one.
    Laid { trace: LaidTiles, squares: &'f [Square], anchor: usize, last: usize },
}

/// The tiles laid, the last one in the lowest byte.
#[derive(Debug, Clone, Copy, Default)]
pub struct LaidTiles([u64; 2]);

impl LaidTiles {
    /// The tile after which `later` others were laid.
    fn tile(self, later: usize) -> u8 {
        (self.0[later >> 3 & 1] >> (8 * (later & 7))) as u8
    }
}

/// What is remembered of the tiles laid while a play is generated: all, or nothing.
pub(crate) trait Trace: Copy + Default + Debug {
    /// With one more tile.
    fn with(self, tile: u8) -> Self;
    /// The tiles, if they are remembered.
    fn tiles(self) -> LaidTiles;
}

impl Trace for LaidTiles {
    #[inline(always)]
    fn with(self, tile: u8) -> Self {
        let [low, high] = self.0;
        Self([low << 8 | u64::from(tile), high << 8 | low >> 56])
    }

    #[inline(always)]
    fn tiles(self) -> Self {
        self
    }
}

impl Trace for () {
    #[inline(always)]
    fn with(self, _: u8) {}

    #[inline(always)]
    fn tiles(self) -> LaidTiles {
        LaidTiles::default()
    }
}

impl GeneratedPlay<'_> {
    /// The play as a value of its own.
    #[must_use]
    pub fn play(&self) -> Play {
        let Place { down, lane, first } = self.place;
        let mut tiles = [0; MAX_LENGTH];
        // Only a damaged GADDAG gives longer words; the result is wrong then, but within bounds.
        let length = match self.tiles {
            Tiles::Spelled(spelled) => {
                let length = spelled.len().min(MAX_LENGTH);
                tiles[..length].copy_from_slice(&spelled[..length]);
                length
            }
            Tiles::Laid { trace, squares, anchor, last } => {
                let start = first + 1;
                let order = (start..=anchor).rev().chain(anchor + 1..=last).filter(|at| squares[*at].tile == 0);
                for (later, at) in (0..self.used.count_ones() as usize).rev().zip(order) {
                    if let Some(tile) = tiles.get_mut(at - start) {
                        *tile = trace.tile(later);
                    }
                }
                (last + 1 - start).min(MAX_LENGTH)
            }
        };
        let (row, column) = if down { (first, lane) } else { (lane, first) };
        Play { row: row as u8, column: column as u8, down, tiles, length: length as u8, score: self.score }
    }
}

/// A recorder of generated plays.
pub(crate) trait PlayRecorder {
    /// What it needs to know of the tiles of a play.
    type Trace: Trace;
    /// Whether the generator may leave out plays, see [`crate::movegen::PlayFilter`].
    const SELECTS: bool = false;

    fn record(&mut self, found: GeneratedPlay<'_>);
}

impl PlayRecorder for Totals {
    type Trace = ();

    #[inline(always)]
    fn record(&mut self, found: GeneratedPlay<'_>) {
        self.plays += 1;
        self.sum += i64::from(found.score);
        self.top = self.top.max(found.score);
    }
}

impl<F: FnMut(GeneratedPlay<'_>)> PlayRecorder for F {
    type Trace = LaidTiles;

    #[inline(always)]
    fn record(&mut self, found: GeneratedPlay<'_>) {
        self(found);
    }
}
