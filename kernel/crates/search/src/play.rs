//! Plays, and the recording of generated plays.

use std::fmt::Debug;

use crate::alphabet::BLANK;
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

    /// The squares on which tiles are laid, by row and column, with these tiles.
    pub fn placement(&self) -> impl Iterator<Item = (u8, u8, u8)> + '_ {
        let laid = (0..).zip(self.tiles()).filter(|(_, tile)| **tile != 0);
        laid.map(|(step, tile)| {
            let (down, across) = if self.down { (step, 0) } else { (0, step) };
            (self.row + down, self.column + across, *tile)
        })
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
    /// Those laid, and the number of squares of the word.
    Laid(LaidTiles, usize),
}

/// The tiles laid: that of each square in the byte of its number, modulo 16; 0 where none is laid.
#[derive(Debug, Clone, Copy, Default)]
pub struct LaidTiles([u64; 2]);

impl LaidTiles {
    /// One byte for each square from this one on, that of the first one the lowest.
    #[inline(always)]
    fn starting_at(self, first: usize) -> u128 {
        let [low, high] = self.0.map(u128::from);
        (low | high << 64).rotate_right(8 * (first as u32 & 15))
    }
}

/// What is remembered of the tiles laid while a play is generated: all, or nothing.
pub(crate) trait Trace: Copy + Default + Debug {
    /// With a tile on a square.
    fn with(self, tile: u8, square: u8) -> Self;
    /// The tiles, if they are remembered.
    fn tiles(self) -> LaidTiles;
}

impl Trace for LaidTiles {
    #[inline(always)]
    fn with(self, tile: u8, square: u8) -> Self {
        let (shift, is_high) = (8 * u32::from(square & 7), u64::from(square >> 3 & 1).wrapping_neg());
        let ([low, high], tile, byte) = (self.0, u64::from(tile) << shift, 0xff << shift);
        // No sound word is so long that the byte is not 0 yet.
        Self([low & !(byte & !is_high) | tile & !is_high, high & !(byte & is_high) | tile & is_high])
    }

    #[inline(always)]
    fn tiles(self) -> Self {
        self
    }
}

impl Trace for () {
    #[inline(always)]
    fn with(self, _: u8, _: u8) {}

    #[inline(always)]
    fn tiles(self) -> LaidTiles {
        LaidTiles::default()
    }
}

impl GeneratedPlay<'_> {
    /// Whether the word runs down.
    #[must_use]
    pub fn down(&self) -> bool {
        self.place.down
    }

    /// The row and the column of the first square of the word, from 0.
    #[inline]
    #[must_use]
    pub fn first_square(&self) -> [u8; 2] {
        let Place { down, lane, first } = self.place;
        if down { [first as u8, lane as u8] } else { [lane as u8, first as u8] }
    }

    /// The tiles as in [`Play::tiles`], that of the first square in the lowest byte.
    #[inline]
    #[must_use]
    pub fn tiles(&self) -> u128 {
        match self.tiles {
            Tiles::Spelled(spelled) => {
                let mut tiles = [0; 16];
                let length = spelled.len().min(MAX_LENGTH);
                tiles[..length].copy_from_slice(&spelled[..length]);
                u128::from_le_bytes(tiles)
            }
            Tiles::Laid(laid, _) => laid.starting_at(self.place.first),
        }
    }

    /// The number of squares of the word.
    #[inline]
    #[must_use]
    pub fn length(&self) -> u8 {
        // Only a damaged GADDAG gives longer words; the tiles are wrong then, but within bounds.
        let length = match self.tiles {
            Tiles::Spelled(spelled) => spelled.len(),
            Tiles::Laid(_, length) => length,
        };
        length.min(MAX_LENGTH) as u8
    }

    /// The play as a value of its own.
    #[inline]
    #[must_use]
    pub fn play(&self) -> Play {
        let [row, column] = self.first_square();
        let mut tiles = [0; MAX_LENGTH];
        tiles.copy_from_slice(&self.tiles().to_le_bytes()[..MAX_LENGTH]);
        Play { row, column, down: self.place.down, tiles, length: self.length(), score: self.score }
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
