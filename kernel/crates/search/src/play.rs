//! A play, and the ways of collecting plays: all, the best, or only their totals.

use crate::BLANK;
use crate::alphabet::MAX_LENGTH;

/// Tiles laid in one lane and the points they make. Plays are ordered by place, then by tiles.
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
    /// The points, with the bonus for laying a whole rack.
    pub score: i32,
}

impl Play {
    /// One byte a square of the word: 0 where a tile lay already, else the letter laid.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..usize::from(self.length)]
    }

    /// The tiles as they leave the rack, 0 for a blank.
    pub fn laid(&self) -> impl Iterator<Item = u8> + '_ {
        let laid = self.tiles().iter().filter(|tile| **tile != 0);
        laid.map(|tile| if tile & BLANK == 0 { *tile } else { 0 })
    }
}

/// How many plays there are, the sum of their scores and the highest score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// How many plays.
    pub plays: u64,
    /// The sum of their scores.
    pub sum: i64,
    /// The highest score, 0 without plays.
    pub top: i32,
}

/// Where a play begins and runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) down: bool,
    /// The row of a play across, the column of one down; from 0.
    pub(crate) lane: usize,
    /// The first square in the lane, from 0.
    pub(crate) first: usize,
}

/// A play as the search comes upon it, before it is worth writing down.
#[derive(Debug, Clone, Copy)]
pub struct GeneratedPlay<'f> {
    /// The points, with the bonus for laying a whole rack.
    pub score: i32,
    /// The set of the rack's tiles that it lays, see [`crate::Rack::tiles`].
    pub used: u16,
    pub(crate) place: Place,
    /// One byte a square of the word, see [`Play::tiles`].
    pub(crate) tiles: &'f [u8],
}

impl GeneratedPlay<'_> {
    /// The play itself.
    #[must_use]
    pub fn play(&self) -> Play {
        let Place { down, lane, first } = self.place;
        let mut tiles = [0; MAX_LENGTH];
        // Only a damaged graph has longer words; then the answer is wrong, but there is one.
        let length = self.tiles.len().min(MAX_LENGTH);
        tiles[..length].copy_from_slice(&self.tiles[..length]);
        let (row, column) = if down { (first, lane) } else { (lane, first) };
        Play { row: row as u8, column: column as u8, down, tiles, length: length as u8, score: self.score }
    }
}

/// Takes plays as they are found.
pub(crate) trait PlayRecorder {
    fn record(&mut self, found: GeneratedPlay<'_>);
}

impl PlayRecorder for Totals {
    #[inline(always)]
    fn record(&mut self, found: GeneratedPlay<'_>) {
        self.plays += 1;
        self.sum += i64::from(found.score);
        self.top = self.top.max(found.score);
    }
}

impl<F: FnMut(GeneratedPlay<'_>)> PlayRecorder for F {
    #[inline(always)]
    fn record(&mut self, found: GeneratedPlay<'_>) {
        self(found);
    }
}
