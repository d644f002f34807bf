//! Errors as numbers.

use mostek_play::{SimulationError, WinTableError};
use mostek_search::{AlphabetError, BuildError, LayoutError, LeavesError, OpenError, PositionError, SearchError};

/// What is wrong with a request. The numbers are a part of the ABI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum FaultCode {
    /// No such operation.
    Operation = 1,
    /// The request ends before its last number, or has more than needed; the index is that of the number.
    Length = 2,
    /// A number out of its range; the index is that of the number.
    Number = 3,
    /// The letters are not an alphabet.
    Letters = 4,
    /// The words are damaged; the index is that of the node.
    Words = 5,
    /// A structure is damaged: its checksum differs.
    Checksum = 6,
    /// A structure is not for this game.
    Structure = 7,
    /// The numbers are not a game.
    Game = 8,
    /// The operation needs another one before it.
    Order = 9,
    /// A board of another size.
    Board = 10,
    /// A tile on the board that is not in the alphabet; the index is the square.
    Square = 11,
    /// Too many tiles on a rack.
    Rack = 12,
    /// A tile on a rack that is not in the alphabet; the index is its code.
    Tile = 13,
    /// The game is over: a player holds no tiles.
    Over = 14,
    /// No game has such a lead.
    Lead = 15,
    /// No candidate, or too many.
    Candidates = 16,
    /// The memory does not suffice.
    Memory = 17,
}

/// An error: its kind and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub code: FaultCode,
    /// Which number, node, square, tile or candidate; 0 where there is none.
    pub index: u32,
}

impl Fault {
    pub(crate) fn new(code: FaultCode) -> Self {
        Self { code, index: 0 }
    }

    pub(crate) fn at(code: FaultCode, index: usize) -> Self {
        Self { code, index: u32::try_from(index).unwrap_or(u32::MAX) }
    }
}

impl From<PositionError> for Fault {
    fn from(error: PositionError) -> Self {
        match error {
            PositionError::Board { bytes, .. } => Self::at(FaultCode::Board, bytes),
            PositionError::Square { square, .. } => Self::at(FaultCode::Square, square),
            PositionError::Rack { tiles, .. } => Self::at(FaultCode::Rack, tiles),
            PositionError::Tile(code) => Self::at(FaultCode::Tile, code.into()),
            _ => Self::new(FaultCode::Board),
        }
    }
}

impl From<SimulationError> for Fault {
    fn from(error: SimulationError) -> Self {
        match error {
            SimulationError::Tiles(error) => error.into(),
            SimulationError::Over => Self::new(FaultCode::Over),
            SimulationError::Lead(lead) => Self::at(FaultCode::Lead, lead.unsigned_abs() as usize),
            SimulationError::Candidates(count) => Self::at(FaultCode::Candidates, count),
            _ => Self::new(FaultCode::Number),
        }
    }
}

impl From<OpenError> for Fault {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Damaged { node, .. } => Self::at(FaultCode::Words, node),
            _ => Self::new(FaultCode::Words),
        }
    }
}

macro_rules! faults {
    ($($error:ty => $code:ident),*) => {$(
        impl From<$error> for Fault {
            fn from(_: $error) -> Self {
                Self::new(FaultCode::$code)
            }
        }
    )*};
}

faults!(
    AlphabetError => Letters, BuildError => Memory, LayoutError => Game, LeavesError => Game, SearchError => Game,
    WinTableError => Game
);
