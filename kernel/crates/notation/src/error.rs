//! Why a text cannot be read: the fault, its place, and what stands there.

use std::fmt;

/// The reasons why a text, or the position that it states, is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The line is neither a pragma nor an event.
    NoSuchLine,
    /// A colon is missing after the player.
    NoColon,
    /// The line ends before it says what the player did.
    NoMove,
    /// The points are missing.
    NoPoints,
    /// A number was expected.
    BadNumber,
    /// No square with a direction.
    BadCoordinate,
    /// A letter that the alphabet does not have.
    BadLetter,
    /// A bracket is not closed or not opened.
    BadBracket,
    /// More players than a game has.
    BadPlayer,
    /// The position has not as many rows as the board.
    RowCount,
    /// A row has not as many squares as the board.
    RowLength,
    /// A part of the position is missing.
    MissingPart,
    /// The number of scores is not that of the racks.
    BadScores,
    /// The text holds no game.
    NoTurns,
    /// The text is of a game with other rules or another board.
    OtherGame,
    /// Another game begins at this line.
    TwoGames,
    /// The text is longer than any position or game.
    TooLong,
    /// The position has no rack.
    NoRack,
    /// The rack of the player on turn holds too many tiles.
    RackSize,
    /// Board and rack hold more tiles than the set has.
    TooManyTiles,
    /// A code on a square that is no letter of the alphabet.
    BadSquare,
    /// A code on a rack that is no letter of the alphabet.
    BadTile,
    /// A play that does not fit the board.
    IllegalPlay,
    /// A player holds no tiles, so that there is nothing to look for.
    GameOver,
    /// More tiles in the bag than the question allows.
    BagSize,
    /// A lead that no game has.
    Lead,
}

impl Fault {
    /// The name of the fault, as the Python side knows it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoSuchLine => "no_such_line",
            Self::NoColon => "no_colon",
            Self::NoMove => "no_move",
            Self::NoPoints => "no_points",
            Self::BadNumber => "bad_number",
            Self::BadCoordinate => "bad_coordinate",
            Self::BadLetter => "bad_letter",
            Self::BadBracket => "bad_bracket",
            Self::BadPlayer => "bad_player",
            Self::RowCount => "row_count",
            Self::RowLength => "row_length",
            Self::MissingPart => "missing_part",
            Self::BadScores => "bad_scores",
            Self::NoTurns => "no_turns",
            Self::TwoGames => "two_games",
            Self::OtherGame => "other_game",
            Self::TooLong => "too_long",
            Self::NoRack => "no_rack",
            Self::RackSize => "rack_size",
            Self::TooManyTiles => "too_many_tiles",
            Self::BadSquare => "bad_square",
            Self::BadTile => "bad_tile",
            Self::IllegalPlay => "illegal_play",
            Self::GameOver => "game_over",
            Self::BagSize => "bag_size",
            Self::Lead => "lead",
        }
    }
}

/// A text that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError {
    /// The reason.
    pub fault: Fault,
    /// The line, from 1; 0 means the whole text.
    pub line: usize,
    /// The column in characters, from 1; 0 means the whole text.
    pub column: usize,
    /// What stands there.
    pub text: String,
}

impl NotationError {
    /// An error at a place.
    pub fn new(fault: Fault, line: usize, column: usize, text: impl Into<String>) -> Self {
        Self { fault, line, column, text: text.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}: {:?}", self.line, self.column, self.fault.name(), self.text)
    }
}

impl std::error::Error for NotationError {}
