//! A board with tiles, and how a play changes it.

use std::fmt;

use crate::alphabet::BLANK;
use crate::cross_sets::Lanes;
use crate::gaddag::States;
use crate::layout::Layout;
use crate::play::Play;

/// Why a board or a rack is malformed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// The number of bytes differs from that of squares.
    Board {
        /// The number of squares of the layout.
        squares: usize,
        /// The number of bytes.
        bytes: usize,
    },
    /// A tile on the board whose code is not in the alphabet.
    Square {
        /// The square, row by row from 0.
        square: usize,
        /// The code.
        code: u8,
    },
    /// More tiles than a rack holds.
    Rack {
        /// The size of a rack.
        size: usize,
        /// The number of tiles.
        tiles: usize,
    },
    /// A tile on the rack whose code is not in the alphabet.
    Tile(u8),
    /// The number of boards differs from that of racks.
    Batch {
        /// The length of all boards in bytes.
        bytes: usize,
        /// The number of racks.
        racks: usize,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { squares, bytes } => write!(f, "the board has {squares} squares, not {bytes}"),
            Self::Square { square, code } => {
                write!(f, "code {code} on square {square} is no letter of the alphabet")
            }
            Self::Rack { size, tiles } => write!(f, "a rack holds {size} tiles, not {tiles}"),
            Self::Tile(code) => write!(f, "code {code} on the rack is no letter of the alphabet"),
            Self::Batch { bytes, racks } => write!(f, "{bytes} bytes are not {racks} boards, one for each rack"),
        }
    }
}

impl std::error::Error for PositionError {}

/// A board with tiles, by rows and by columns.
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) rows: Lanes,
    pub(crate) columns: Lanes,
    tiles: usize,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), columns: self.columns.clone(), tiles: self.tiles }
    }

    /// Copies without allocating: a copy made earlier undoes a play.
    fn clone_from(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        self.columns.clone_from(&other.columns);
        self.tiles = other.tiles;
    }
}

impl Position {
    /// The empty board.
    pub(crate) fn empty(layout: &Layout) -> Self {
        let (rows, columns) = (layout.rows, layout.columns);
        Self {
            rows: Lanes::empty(layout, [rows, columns], |row, column| row * columns + column),
            columns: Lanes::empty(layout, [columns, rows], |column, row| row * columns + column),
            tiles: 0,
        }
    }

    /// Puts all tiles of a board, row by row, on this empty one; `values` are points by letter code.
    pub(crate) fn fill(&mut self, board: &[u8], values: &[u8], states: States) -> Result<(), PositionError> {
        let width = self.rows.length;
        let squares = width * self.columns.length;
        if board.len() != squares {
            return Err(PositionError::Board { squares, bytes: board.len() });
        }
        for (number, code) in board.iter().copied().enumerate().filter(|(_, code)| *code != 0) {
            let Some(value) = values.get(usize::from(code & !BLANK)) else {
                return Err(PositionError::Square { square: number, code });
            };
            self.put(number / width, number % width, code, *value);
        }
        (0..self.rows.count()).for_each(|row| self.rows.update(row, |_| true, states, &mut self.columns));
        (0..self.columns.count()).for_each(|column| self.columns.update(column, |_| true, states, &mut self.rows));
        Ok(())
    }

    /// Lays the tiles of a play, and updates only the blocks and cross-sets that it changes.
    pub(crate) fn lay(&mut self, play: &Play, values: &[u8], states: States) {
        let (row, column) = (usize::from(play.row), usize::from(play.column));
        let square = |at: usize| if play.down { (row + at, column) } else { (row, column + at) };
        let laid = |at: usize| play.tiles().get(at).is_some_and(|tile| *tile != 0);
        for (at, tile) in play.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let (row, column) = square(at);
            self.put(row, column, *tile, values[usize::from(tile & !BLANK)]);
        }
        let (along, across, lane, first) = if play.down {
            (&mut self.columns, &mut self.rows, column, row + 1)
        } else {
            (&mut self.rows, &mut self.columns, row, column + 1)
        };
        along.update(lane, |at| at >= first && laid(at - first), states, across);
        for at in (0..play.tiles().len()).filter(|at| laid(*at)) {
            across.update(first - 1 + at, |place| place == lane + 1, states, along);
        }
    }

    fn put(&mut self, row: usize, column: usize, tile: u8, value: u8) {
        self.rows.put(row, column + 1, tile, value);
        self.columns.put(column, row + 1, tile, value);
        self.tiles += 1;
    }

    /// The rows, or the columns.
    #[inline(always)]
    pub(crate) fn lanes(&self, down: bool) -> &Lanes {
        if down { &self.columns } else { &self.rows }
    }

    /// The letters of the blocks of one tile in a row or column, a bit for each code.
    pub(crate) fn single_tile_letters(&self) -> u64 {
        self.rows.single_tile_letters() | self.columns.single_tile_letters()
    }

    /// Whether the board is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tiles == 0
    }
}
