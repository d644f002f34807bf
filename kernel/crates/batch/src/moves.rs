//! Moves as rows of a table, and as people write them.

use std::iter::repeat_n;

use mostek_notation::{BLANK, Spelling};
use mostek_play::Move;
use mostek_search::{MAX_LENGTH, Rack, RankedPlay};

use crate::table::{Column, Table};

/// How moves are written: the letters, the width of the board, and which lines of the board have letters.
#[derive(Debug, Clone)]
pub struct Writing {
    /// The letters, as capitals and as small letters.
    pub letters: Vec<(String, String)>,
    /// The columns of the board.
    pub columns: usize,
    /// Whether rows have letters, as in the rules, and not columns, as in GCG.
    pub lettered_rows: bool,
}

impl Writing {
    /// The spelling of the letters.
    #[must_use]
    pub fn spelling(&self) -> Spelling {
        Spelling::new(&self.letters)
    }

    fn tile(&self, code: u8, text: &mut String) {
        let Some((capital, small)) = usize::from(code & !BLANK).checked_sub(1).and_then(|at| self.letters.get(at))
        else {
            text.push('?');
            return;
        };
        let letter = if code & BLANK == 0 { capital } else { small };
        if letter.len() == 1 || letter.chars().count() == 1 {
            text.push_str(letter);
        } else {
            text.extend(["[", letter, "]"]);
        }
    }

    /// A move: `8A LEŻAKOw(A)` with the tiles of the board in brackets, `-AB?` for an exchange, `-` for a pass.
    pub(crate) fn write(&self, chosen: &Move, board: &[u8], rack: &Rack, text: &mut String) {
        match chosen {
            Move::Pass => self.write_exchange(&[], text),
            Move::Exchange(set) => self.write_exchange(&exchanged(rack, *set), text),
            Move::Play(play) => self.write_play([play.row, play.column], play.down, play.tiles(), board, text),
        }
    }

    /// The tiles of an exchange in their order; none for a pass.
    pub(crate) fn write_exchange(&self, tiles: &[u8], text: &mut String) {
        text.push('-');
        tiles.iter().for_each(|code| self.tile(*code, text));
    }

    /// The tiles of a word from this row and column on, see [`Play::tiles`](mostek_search::Play::tiles).
    pub(crate) fn write_play(&self, place: [u8; 2], down: bool, tiles: &[u8], board: &[u8], text: &mut String) {
        let [row, column] = place.map(usize::from);
        let (letter, number) = if self.lettered_rows { (row, column) } else { (column, row) };
        let letter = if letter < 26 { char::from(b'A' + letter as u8) } else { '?' };
        let number = number + 1;
        let digit = |digit: usize| char::from(b'0' + digit as u8);
        let letter_first = self.lettered_rows != down;
        if letter_first {
            text.push(letter);
        }
        // A side has at most 31 squares.
        if number > 9 {
            text.push(digit(number / 10));
        }
        text.push(digit(number % 10));
        if !letter_first {
            text.push(letter);
        }
        text.push(' ');
        let step = if down { self.columns } else { 1 };
        let mut is_open = false;
        for (at, tile) in tiles.iter().enumerate() {
            if (*tile == 0) != is_open {
                text.push(if is_open { ')' } else { '(' });
                is_open = !is_open;
            }
            let lying = board.get(row * self.columns + column + at * step).copied().unwrap_or_default();
            self.tile(if *tile == 0 { lying } else { *tile }, text);
        }
        if is_open {
            text.push(')');
        }
    }
}

/// The tiles of an exchange in the order of the alphabet, blanks last.
fn exchanged(rack: &Rack, set: u16) -> Vec<u8> {
    let mut tiles: Vec<u8> = rack.tiles_of(set).collect();
    tiles.sort_unstable_by_key(|code| (*code == 0, *code));
    tiles
}

/// The number of columns of a move, with that of the row that it is about.
pub(crate) const MOVE_COLUMNS: usize = 10;

/// The columns of moves, and more of the question's own.
pub(crate) fn move_table(first: &'static str, more: Vec<(&'static str, Column)>) -> Table {
    let bytes = || Column::U8(Vec::new());
    let mut columns = vec![
        (first, Column::U32(Vec::new())),
        ("kind", bytes()),
        ("score", Column::I32(Vec::new())),
        ("equity", Column::I32(Vec::new())),
        ("row", bytes()),
        ("column", bytes()),
        ("down", Column::Bool(Vec::new())),
        ("length", bytes()),
        ("tiles", Column::Bytes(MAX_LENGTH, Vec::new())),
        ("written", Column::Text(Vec::new(), String::new())),
    ];
    debug_assert_eq!(columns.len(), MOVE_COLUMNS);
    columns.extend(more);
    Table::new(columns)
}

// The kinds of moves in the column `kind`.
pub(crate) const PLAY: u8 = 0;
pub(crate) const PASS: u8 = 1;
pub(crate) const EXCHANGE: u8 = 2;

/// Pushes a move. Without `writing` its text is empty.
pub(crate) fn push_move(
    table: &mut Table,
    row: u32,
    chosen: &Move,
    equity: i32,
    board: &[u8],
    rack: &Rack,
    writing: Option<&Writing>,
) {
    let given;
    let (kind, score, place, down, tiles) = match chosen {
        Move::Play(play) => (PLAY, play.score, [play.row, play.column], play.down, play.tiles()),
        Move::Pass => (PASS, 0, [0, 0], false, &[][..]),
        Move::Exchange(set) => {
            given = exchanged(rack, *set);
            (EXCHANGE, 0, [0, 0], false, &given[..])
        }
    };
    let pushed = PushedMove { row, kind, score, equity, place, down, tiles };
    pushed.push(table, |text| {
        if let Some(writing) = writing {
            writing.write(chosen, board, rack, text);
        }
    });
}

/// Pushes many plays of one row, column by column: a position has a thousand.
pub(crate) fn push_plays(table: &mut Table, row: u32, plays: &[RankedPlay], board: &[u8], writing: Option<&Writing>) {
    let count = plays.len();
    let columns = MoveColumns::of(table);
    columns.rows.extend(repeat_n(row, count));
    columns.kinds.extend(repeat_n(PLAY, count));
    columns.scores.extend(plays.iter().map(|found| found.play.score));
    columns.equities.extend(plays.iter().map(|found| found.equity));
    columns.first_rows.extend(plays.iter().map(|found| found.play.row));
    columns.first_columns.extend(plays.iter().map(|found| found.play.column));
    columns.downs.extend(plays.iter().map(|found| found.play.down));
    columns.lengths.extend(plays.iter().map(|found| found.play.tiles().len() as u8));
    columns.bytes.reserve(count * MAX_LENGTH);
    plays.iter().for_each(|found| columns.bytes.extend_from_slice(&padded(found.play.tiles())));
    match writing {
        None => columns.ends.extend(repeat_n(columns.text.len() as i64, count)),
        Some(writing) => {
            for RankedPlay { play, .. } in plays {
                writing.write_play([play.row, play.column], play.down, play.tiles(), board, columns.text);
                columns.ends.push(columns.text.len() as i64);
            }
        }
    }
}

/// The tiles of a word, filled up with 0.
fn padded(tiles: &[u8]) -> [u8; MAX_LENGTH] {
    let mut all = [0; MAX_LENGTH];
    let length = tiles.len().min(MAX_LENGTH);
    all[..length].copy_from_slice(&tiles[..length]);
    all
}

/// The columns of moves in a table.
struct MoveColumns<'t> {
    rows: &'t mut Vec<u32>,
    kinds: &'t mut Vec<u8>,
    scores: &'t mut Vec<i32>,
    equities: &'t mut Vec<i32>,
    first_rows: &'t mut Vec<u8>,
    first_columns: &'t mut Vec<u8>,
    downs: &'t mut Vec<bool>,
    lengths: &'t mut Vec<u8>,
    bytes: &'t mut Vec<u8>,
    ends: &'t mut Vec<i64>,
    text: &'t mut String,
}

impl<'t> MoveColumns<'t> {
    fn of(table: &'t mut Table) -> Self {
        let [
            (_, Column::U32(rows)),
            (_, Column::U8(kinds)),
            (_, Column::I32(scores)),
            (_, Column::I32(equities)),
            (_, Column::U8(first_rows)),
            (_, Column::U8(first_columns)),
            (_, Column::Bool(downs)),
            (_, Column::U8(lengths)),
            (_, Column::Bytes(_, bytes)),
            (_, Column::Text(ends, text)),
            ..,
        ] = table.columns_mut()
        else {
            unreachable!("a table of moves begins with the columns of a move");
        };
        Self { rows, kinds, scores, equities, first_rows, first_columns, downs, lengths, bytes, ends, text }
    }
}

/// A move as it stands in the columns.
pub(crate) struct PushedMove<'t> {
    pub row: u32,
    pub kind: u8,
    pub score: i32,
    pub equity: i32,
    pub place: [u8; 2],
    pub down: bool,
    pub tiles: &'t [u8],
}

impl PushedMove<'_> {
    pub(crate) fn push(&self, table: &mut Table, write: impl FnOnce(&mut String)) {
        let columns = MoveColumns::of(table);
        columns.rows.push(self.row);
        columns.kinds.push(self.kind);
        columns.scores.push(self.score);
        columns.equities.push(self.equity);
        columns.first_rows.push(self.place[0]);
        columns.first_columns.push(self.place[1]);
        columns.downs.push(self.down);
        columns.lengths.push(self.tiles.len().min(MAX_LENGTH) as u8);
        columns.bytes.extend_from_slice(&padded(self.tiles));
        write(columns.text);
        columns.ends.push(columns.text.len() as i64);
    }
}
