//! A board with tiles, seen as lanes: its rows and its columns, and what each square allows.

use std::fmt;

use crate::BLANK;
use crate::layout::Layout;
use crate::minimal::bits;
use crate::search_graph::{State, States};

/// The code of a blank without a letter on the board: no letter, so no word goes through it.
const NO_LETTER: u8 = 63;

/// Why a board and a rack are not a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// Not one byte a square.
    Board {
        /// How many squares the layout has.
        squares: usize,
        /// How many bytes came.
        bytes: usize,
    },
    /// A tile on the board whose code is no letter of the alphabet.
    Square {
        /// The square, row by row from 0.
        square: usize,
        /// What lies there.
        code: u8,
    },
    /// More tiles than a rack holds.
    Rack {
        /// How many tiles a rack holds.
        size: usize,
        /// How many came.
        tiles: usize,
    },
    /// A tile on the rack whose code is no letter of the alphabet.
    Tile(u8),
    /// Not as many boards as racks.
    Batch {
        /// Bytes of all boards.
        bytes: usize,
        /// How many racks came.
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

/// A square as the plays along one lane meet it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Square {
    /// The letters that may be laid here, by what crosses; none beyond the edge.
    pub(crate) allowed: u64,
    /// The letter that lies here, 0 for none.
    pub(crate) tile: u8,
    /// Letters of the word across the lane that a tile laid here would complete, 0 for none.
    pub(crate) crossing: u8,
    /// Points of the tile that lies here.
    pub(crate) value: i32,
    /// Multiplies the letter laid here.
    pub(crate) letter: i32,
    /// Multiplies the words through a tile laid here.
    pub(crate) word: i32,
    /// Points of the crossing word without the tile laid here.
    pub(crate) side: i32,
    /// Multiplies the tile laid here in the crossing word, 0 if there is none.
    pub(crate) side_letter: i32,
}

/// A run of tiles in a lane, as long as it can be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) lane: usize,
    /// Its first and last square, from 1.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// The state of the search graph after reading it backwards, nowhere if no word holds it so.
    pub(crate) state: State,
    /// The sum of its tiles.
    pub(crate) value: i32,
}

/// All rows or all columns. Squares of a lane count from 1; 0 and the one after the last are edge.
#[derive(Debug, Clone)]
pub(crate) struct Lanes {
    pub(crate) length: usize,
    pub(crate) squares: Vec<Square>,
    /// The blocks, lane by lane, in order.
    pub(crate) blocks: Vec<Block>,
}

impl Lanes {
    /// Lanes without tiles; `number` gives the number on the board of a square of a lane, both from 0.
    fn empty(layout: &Layout, [lanes, length]: [usize; 2], number: impl Fn(usize, usize) -> usize) -> Self {
        let mut squares = vec![Square::default(); lanes * (length + 2)];
        for lane in 0..lanes {
            for at in 0..length {
                let square = number(lane, at);
                squares[lane * (length + 2) + at + 1] = Square {
                    allowed: !0,
                    letter: i32::from(layout.letter_premiums[square]),
                    word: i32::from(layout.word_premiums[square]),
                    ..Square::default()
                };
            }
        }
        Self { length, squares, blocks: Vec::new() }
    }

    pub(crate) fn lane(&self, lane: usize) -> &[Square] {
        &self.squares[lane * (self.length + 2)..][..self.length + 2]
    }

    pub(crate) fn count(&self) -> usize {
        self.squares.len() / (self.length + 2)
    }

    fn square_mut(&mut self, lane: usize, at: usize) -> &mut Square {
        &mut self.squares[lane * (self.length + 2) + at]
    }

    /// Finds the blocks and reads each backwards.
    fn find_blocks(&mut self, states: States) {
        let mut blocks = std::mem::take(&mut self.blocks);
        for lane in 0..self.count() {
            let squares = self.lane(lane);
            let mut at = 1;
            while at <= self.length {
                let first = at;
                while squares[at].tile != 0 {
                    at += 1;
                }
                if at > first {
                    let block = &squares[first..at];
                    let state = read(states, states.root(), block.iter().rev());
                    let value = block.iter().map(|square| square.value).sum();
                    blocks.push(Block { lane, first, last: at - 1, state, value });
                }
                at += 1;
            }
        }
        self.blocks = blocks;
    }

    /// Tells the lanes across these what the blocks here allow beside them.
    fn cross(&self, states: States, across: &mut Self) {
        let mut before: Option<&Block> = None;
        for (number, block) in self.blocks.iter().enumerate() {
            let length = block.last - block.first + 2;
            let joined = before.is_some_and(|before| before.meets(block));
            if block.first > 1 && !joined {
                let allowed = states.endings(block.state);
                across.square_mut(block.first - 2, block.lane + 1).crossed(allowed, length, block.value);
            }
            let after = self.blocks.get(number + 1).filter(|after| block.meets(after));
            if block.last < self.length {
                let (allowed, length, value) = match after {
                    None => (states.endings(states.turned(block.state)), length, block.value),
                    Some(after) => {
                        let squares = &self.lane(block.lane)[after.first..=after.last];
                        (joining(states, block, after, squares), length + squares.len(), block.value + after.value)
                    }
                };
                across.square_mut(block.last, block.lane + 1).crossed(allowed, length, value);
            }
            before = Some(block);
        }
    }
}

impl Block {
    /// Whether just one square lies between this block and a later one.
    fn meets(&self, after: &Self) -> bool {
        self.lane == after.lane && self.last + 2 == after.first
    }
}

impl Square {
    fn crossed(&mut self, allowed: u64, length: usize, value: i32) {
        self.allowed = allowed;
        self.crossing = length as u8;
        self.side = value * self.word;
        self.side_letter = self.letter * self.word;
    }
}

/// The state after reading tiles from a state, nowhere if there is none.
fn read<'s>(states: States, from: State, mut tiles: impl Iterator<Item = &'s Square>) -> State {
    let state = tiles.try_fold(from, |state, square| states.step(state, square.tile).map(|arc| arc.state));
    state.unwrap_or_default()
}

/// The letters that make one word of two blocks with one square between them.
fn joining(states: States, before: &Block, after: &Block, squares: &[Square]) -> u64 {
    let Some((last, inner)) = squares.split_last() else { return 0 };
    let start = states.turned(before.state);
    let accepted = |letter: &u8| {
        let state = states.step(start, *letter).map_or(State::default(), |arc| arc.state);
        states.step(read(states, state, inner.iter()), last.tile).is_some_and(|arc| arc.accepts)
    };
    let either = start.mask & after.state.mask;
    bits(either).filter(accepted).fold(0, |mask, letter| mask | 1 << letter)
}

/// A board with tiles.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    pub(crate) rows: Lanes,
    pub(crate) columns: Lanes,
}

impl Position {
    /// The board without tiles.
    pub(crate) fn empty(layout: &Layout) -> Self {
        let (rows, columns) = (layout.rows, layout.columns);
        Self {
            rows: Lanes::empty(layout, [rows, columns], |row, column| row * columns + column),
            columns: Lanes::empty(layout, [columns, rows], |column, row| row * columns + column),
        }
    }

    /// Makes this the board with these tiles, row by row; `empty` is the board without tiles.
    pub(crate) fn set(
        &mut self,
        empty: &Self,
        board: &[u8],
        values: &[i32],
        states: States,
    ) -> Result<(), PositionError> {
        let width = self.rows.length;
        for (lanes, empty) in [(&mut self.rows, &empty.rows), (&mut self.columns, &empty.columns)] {
            lanes.squares.copy_from_slice(&empty.squares);
            lanes.blocks.clear();
        }
        if board.len() != width * self.columns.length {
            return Err(PositionError::Board { squares: width * self.columns.length, bytes: board.len() });
        }
        for (number, code) in board.iter().copied().enumerate().filter(|(_, code)| *code != 0) {
            let letter = code & !BLANK;
            if usize::from(letter) >= values.len() {
                return Err(PositionError::Square { square: number, code });
            }
            let value = if code & BLANK == 0 { values[usize::from(letter)] } else { 0 };
            let tile = if letter == 0 { NO_LETTER } else { letter };
            for square in [
                self.rows.square_mut(number / width, number % width + 1),
                self.columns.square_mut(number % width, number / width + 1),
            ] {
                square.tile = tile;
                square.value = value;
            }
        }
        self.rows.find_blocks(states);
        self.columns.find_blocks(states);
        self.rows.cross(states, &mut self.columns);
        self.columns.cross(states, &mut self.rows);
        Ok(())
    }

    /// Whether no tile lies on the board.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.blocks.is_empty()
    }
}
