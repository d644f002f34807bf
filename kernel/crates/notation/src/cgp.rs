//! CGP, one line for a position: `ROWS RACKS SCORES ZERO-TURNS operations`.
//!
//! The strictness is that of `parse_position` in `mostek.notation.formats.cgp` without `strict`: a line may end after the
//! racks. What a search of the position needs is checked, too.

use crate::error::{Fault, NotationError};
use crate::spelling::TileSet;
use crate::text::{characters, number, stripped, words};

/// The parts that are read of a line; operations follow.
const PARTS: usize = 4;
/// The fourth turn without points ends a game, so that no position has more before it.
const MAX_PASSES: i32 = 3;
/// The squares beyond those of the board that are kept of a line which has too many.
const MAX_SURPLUS: usize = 1000;
/// No digits of an empty run count beyond these.
const RUN_DIGITS: usize = 3;

/// Reads lines for one board and one tile set.
#[derive(Debug, Clone)]
pub struct CgpReader {
    /// The tiles.
    pub tiles: TileSet,
    /// The rows of the board.
    pub rows: usize,
    /// The columns of the board.
    pub columns: usize,
    /// The most tiles on a rack.
    pub rack_size: usize,
    /// The names of boards that are not this one.
    pub other_layouts: Vec<String>,
}

/// A position as the player on turn sees it. It can be reused from line to line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CgpPosition {
    /// The codes of the squares, row by row.
    pub board: Vec<u8>,
    /// The tiles of the player on turn, 0 for a blank.
    pub rack: Vec<u8>,
    /// The lead of the player on turn over the best opponent; 0 without scores.
    pub lead: i32,
    /// The turns without points just before, at most 3.
    pub passes: u8,
}

impl CgpReader {
    /// Reads a line.
    ///
    /// # Errors
    /// [`NotationError`] for the first fault; the position is in an undefined state then.
    pub fn read(&self, text: &str, position: &mut CgpPosition) -> Result<(), NotationError> {
        let line = stripped(text.trim_start_matches('\u{feff}'));
        let mut parts = words(line).take(PARTS);
        let error = |fault, byte, shown: &str| NotationError::new(fault, 1, characters(line, byte) + 1, shown);
        let Some((_, rows)) = parts.next() else { return Err(error(Fault::MissingPart, 0, "")) };
        self.check_layout(line)?;
        self.read_board(rows, &mut position.board)?;
        let mut racks = 0;
        position.rack.clear();
        if let Some((start, text)) = parts.next() {
            racks = self.read_racks(line, start, text, &mut position.rack)?;
        }
        position.lead = 0;
        if let Some((start, text)) = parts.next() {
            position.lead = read_scores(text, racks).map_err(|(fault, shown)| error(fault, start, shown))?;
        }
        position.passes = 0;
        if let Some((start, text)) = parts.next() {
            let turns = number(text).ok_or_else(|| error(Fault::BadNumber, start, text))?;
            position.passes = turns.clamp(0, MAX_PASSES) as u8;
        }
        if racks == 0 {
            return Err(NotationError::new(Fault::NoRack, 0, 0, ""));
        }
        self.check(position)
    }

    /// Whether a search takes the position: at most a rack of tiles, and no more tiles than the set has.
    ///
    /// # Errors
    /// [`NotationError`] without a place in a text.
    pub fn check(&self, position: &CgpPosition) -> Result<(), NotationError> {
        if position.rack.len() > self.rack_size {
            return Err(NotationError::new(Fault::RackSize, 0, 0, self.rack_size.to_string()));
        }
        let lacking = self.tiles.unseen(&position.board, &position.rack);
        lacking.map(drop).map_err(|tiles| NotationError::new(Fault::TooManyTiles, 0, 0, tiles))
    }

    /// Refuses a line whose operation `bdn` names another board.
    fn check_layout(&self, line: &str) -> Result<(), NotationError> {
        let Some(named) = operation(line, "bdn") else { return Ok(()) };
        let folded = named.to_lowercase();
        let is_super = folded.contains("super") || folded.contains("standard21");
        if self.other_layouts.iter().any(|name| name == named) || is_super {
            return Err(NotationError::new(Fault::OtherGame, 0, 0, named));
        }
        Ok(())
    }

    fn read_board(&self, text: &str, board: &mut Vec<u8>) -> Result<(), NotationError> {
        board.clear();
        let mut start = 0;
        for (number, row) in text.split('/').enumerate() {
            let error = |fault, byte: usize, shown: &str| {
                NotationError::new(fault, 1, characters(text, start + byte) + 1, shown)
            };
            if number == self.rows {
                return Err(error(Fault::RowCount, 0, &self.counted(text)));
            }
            self.read_row(row, board).map_err(|(byte, run)| error(Fault::BadLetter, byte, run))?;
            if board.len() != (number + 1) * self.columns {
                return Err(error(Fault::RowLength, 0, row));
            }
            start += row.len() + 1;
        }
        if board.len() == self.rows * self.columns {
            return Ok(());
        }
        Err(NotationError::new(Fault::RowCount, 1, text.chars().count() + 1, self.counted(text)))
    }

    /// Appends the squares of a row. The error is the byte of a strange character and the run of letters that it is in.
    fn read_row<'t>(&self, row: &'t str, board: &mut Vec<u8>) -> Result<(), (usize, &'t str)> {
        let mut place = 0;
        while place < row.len() {
            board.truncate(self.rows * self.columns + MAX_SURPLUS);
            let rest = &row[place..];
            let is_empty = rest.as_bytes()[0].is_ascii_digit();
            let length = rest.bytes().position(|byte| byte.is_ascii_digit() != is_empty).unwrap_or(rest.len());
            let run = &rest[..length];
            if is_empty {
                let squares = run[..length.min(RUN_DIGITS)].parse().unwrap_or(0);
                // A row that is too long stays too long, and takes no more memory than its text.
                board.resize((board.len() + squares).min(self.rows * self.columns + MAX_SURPLUS), 0);
            } else {
                self.tiles.spelling.spell(run, board).map_err(|byte| (place + byte, run))?;
            }
            place += length;
        }
        Ok(())
    }

    fn counted(&self, text: &str) -> String {
        format!("{}/{}", text.split('/').count(), self.rows)
    }

    /// The number of racks; the tiles of the first are kept.
    fn read_racks(&self, line: &str, start: usize, text: &str, own: &mut Vec<u8>) -> Result<usize, NotationError> {
        let mut column = characters(line, start) + 1;
        let mut others = Vec::new();
        let mut racks = 0;
        for rack in text.split('/') {
            others.clear();
            let tiles = if racks == 0 { &mut *own } else { &mut others };
            let place = self.tiles.spelling.rack(rack, tiles);
            place.map_err(|place| NotationError::new(Fault::BadLetter, 1, column + place, rack))?;
            column += rack.chars().count() + 1;
            racks += 1;
        }
        Ok(racks)
    }
}

/// The lead of the first score over the best of the others.
fn read_scores(text: &str, racks: usize) -> Result<i32, (Fault, &str)> {
    let (mut own, mut others, mut count) = (0, i32::MIN, 0);
    for score in text.split('/') {
        let points = number(score).ok_or((Fault::BadNumber, score))?;
        if count == 0 {
            own = points
        } else {
            others = others.max(points)
        }
        count += 1;
    }
    if count != racks || count < 2 { Err((Fault::BadScores, text)) } else { Ok(own - others) }
}

/// The value of an operation: its name after a blank or a semicolon, with or without a dash, up to the next semicolon.
fn operation<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    line.match_indices(name).find_map(|(place, _)| {
        let before = line[..place].strip_suffix('-').unwrap_or(&line[..place]);
        let begins = before.is_empty() || before.ends_with([' ', ';']) || line[..place].ends_with([' ', ';']);
        let value = line[place + name.len()..].strip_prefix(' ')?.split(';').next()?;
        (begins && !value.is_empty()).then(|| stripped(value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::tests::tiles;

    fn reader() -> CgpReader {
        CgpReader { tiles: tiles(), rows: 2, columns: 3, rack_size: 3, other_layouts: vec!["round".to_owned()] }
    }

    fn read(text: &str) -> Result<CgpPosition, NotationError> {
        let mut position = CgpPosition::default();
        reader().read(text, &mut position).map(|()| position)
    }

    fn fault(text: &str) -> (Fault, usize, String) {
        let error = read(text).expect_err("it has a fault");
        (error.fault, error.column, error.text)
    }

    #[test]
    fn a_whole_line_is_read() {
        let position = read("\u{feff} A1ch/?2 AB/C 10/-5 7 lex OSPS50;").expect("it is well formed");
        assert_eq!(position.board, [1, 0, 3 | 0x80, 0x80, 0, 0]);
        assert_eq!((position.rack, position.lead, position.passes), (vec![1, 2], 15, 3));
    }

    #[test]
    fn a_line_may_end_after_the_racks() {
        assert_eq!(read("3/3 A").map(|position| position.rack), Ok(vec![1]));
        assert_eq!(fault("3/3"), (Fault::NoRack, 0, String::new()));
        assert_eq!(fault(" "), (Fault::MissingPart, 1, String::new()));
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(fault("3/2 A"), (Fault::RowLength, 3, "2".to_owned()));
        assert_eq!(fault("3 A"), (Fault::RowCount, 2, "1/2".to_owned()));
        assert_eq!(fault("3/3/3 A"), (Fault::RowCount, 5, "3/2".to_owned()));
        assert_eq!(fault("1AĄ/3 A"), (Fault::BadLetter, 3, "AĄ".to_owned()));
        assert_eq!(fault("3/3 A/aB"), (Fault::BadLetter, 7, "aB".to_owned()));
        assert_eq!(fault("3/3 A/B 1/x"), (Fault::BadNumber, 9, "x".to_owned()));
        assert_eq!(fault("3/3 A/B 1"), (Fault::BadScores, 9, "1".to_owned()));
        assert_eq!(fault("3/3 A/B 1/2 x"), (Fault::BadNumber, 13, "x".to_owned()));
        assert_eq!(fault("3/3 ABAB"), (Fault::RackSize, 0, "3".to_owned()));
        assert_eq!(fault("CHCHCH/3 A"), (Fault::TooManyTiles, 0, "[CH]".to_owned()));
    }

    #[test]
    fn huge_runs_of_empty_squares_take_no_memory() {
        assert_eq!(fault(&format!("{}/3 A", "9".repeat(10_000))).0, Fault::RowLength);
    }

    #[test]
    fn another_board_is_refused() {
        assert_eq!(fault("3/3 A/B 0/0 0 bdn SuperBoard;"), (Fault::OtherGame, 0, "SuperBoard".to_owned()));
        assert_eq!(fault("3/3 A/B 0/0 0 lex x; -bdn round"), (Fault::OtherGame, 0, "round".to_owned()));
        assert!(read("3/3 A/B 0/0 0 bdn anything;").is_ok());
    }
}
