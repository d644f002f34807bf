//! Moves as rows of a table, and as people write them.

use std::iter::repeat_n;

use mostek_notation::{BLANK, Spelling};
use mostek_play::Move;
use mostek_search::{GeneratedPlay, MAX_LENGTH, Rack};

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
pub(crate) fn move_table(first: &'static str, is_written: bool, more: Vec<(&'static str, Column)>) -> Table {
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
        ("written", if is_written { Column::Text(Vec::new(), String::new()) } else { Column::NoText(0) }),
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

/// The plays that [`PlayBlock`] collects.
const BLOCK: usize = 64;

/// Some plays of one row as columns of fixed length: a position has a thousand, and writing to ten growing columns for each of
/// them would take longer than finding it.
pub(crate) struct PlayBlock {
    count: usize,
    scores: [i32; BLOCK],
    equities: [i32; BLOCK],
    first_rows: [u8; BLOCK],
    first_columns: [u8; BLOCK],
    downs: [bool; BLOCK],
    lengths: [u8; BLOCK],
    /// See [`GeneratedPlay::tiles`].
    tiles: [u128; BLOCK],
}

impl Default for PlayBlock {
    fn default() -> Self {
        Self {
            count: 0,
            scores: [0; _],
            equities: [0; _],
            first_rows: [0; _],
            first_columns: [0; _],
            downs: [false; _],
            lengths: [0; _],
            tiles: [0; _],
        }
    }
}

impl PlayBlock {
    /// Adds a play, and calls `full` if there is no room for another one.
    #[inline(always)]
    pub(crate) fn add(&mut self, play: &GeneratedPlay<'_>, equity: i32, full: impl FnOnce(&mut Self)) {
        let at = self.count % BLOCK;
        self.scores[at] = play.score;
        self.equities[at] = equity;
        [self.first_rows[at], self.first_columns[at]] = play.first_square();
        self.downs[at] = play.down();
        self.lengths[at] = play.length();
        self.tiles[at] = play.tiles();
        self.count += 1;
        if self.count == BLOCK {
            full(self);
        }
    }

    /// Moves the plays into a table; they are those of this row.
    #[inline(never)]
    pub(crate) fn push(&mut self, table: &mut Table, row: u32, board: &[u8], writing: Option<&Writing>) {
        let count = std::mem::take(&mut self.count).min(BLOCK);
        let columns = MoveColumns::of(table);
        columns.rows.extend(repeat_n(row, count));
        columns.kinds.extend(repeat_n(PLAY, count));
        columns.scores.extend_from_slice(&self.scores[..count]);
        columns.equities.extend_from_slice(&self.equities[..count]);
        columns.first_rows.extend_from_slice(&self.first_rows[..count]);
        columns.first_columns.extend_from_slice(&self.first_columns[..count]);
        columns.downs.extend_from_slice(&self.downs[..count]);
        columns.lengths.extend_from_slice(&self.lengths[..count]);
        let before = columns.bytes.len();
        columns.bytes.resize(before + count * MAX_LENGTH, 0);
        for (word, tiles) in columns.bytes[before..].as_chunks_mut().0.iter_mut().zip(&self.tiles[..count]) {
            let [squares @ .., _]: [u8; MAX_LENGTH + 1] = tiles.to_le_bytes();
            *word = squares;
        }
        let mut texts = columns.texts;
        let Some(writing) = writing else {
            texts.push_empty(count);
            return;
        };
        for at in 0..count {
            let tiles = &self.tiles[at].to_le_bytes()[..usize::from(self.lengths[at])];
            let place = [self.first_rows[at], self.first_columns[at]];
            texts.push(|text| writing.write_play(place, self.downs[at], tiles, board, text));
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
    texts: Texts<'t>,
}

/// The column of texts; without writing it has none.
enum Texts<'t> {
    Written(&'t mut Vec<i64>, &'t mut String),
    None(&'t mut usize),
}

impl Texts<'_> {
    fn push(&mut self, write: impl FnOnce(&mut String)) {
        match self {
            Self::Written(ends, text) => {
                write(text);
                ends.push(text.len() as i64);
            }
            Self::None(count) => **count += 1,
        }
    }

    fn push_empty(&mut self, count: usize) {
        match self {
            Self::Written(ends, text) => ends.extend(repeat_n(text.len() as i64, count)),
            Self::None(all) => **all += count,
        }
    }
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
            (_, texts),
            ..,
        ] = table.columns_mut()
        else {
            unreachable!("a table of moves begins with the columns of a move");
        };
        let texts = match texts {
            Column::Text(ends, text) => Texts::Written(ends, text),
            Column::NoText(count) => Texts::None(count),
            column => unreachable!("no texts: {column:?}"),
        };
        Self { rows, kinds, scores, equities, first_rows, first_columns, downs, lengths, bytes, texts }
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
        let mut columns = MoveColumns::of(table);
        columns.rows.push(self.row);
        columns.kinds.push(self.kind);
        columns.scores.push(self.score);
        columns.equities.push(self.equity);
        columns.first_rows.push(self.place[0]);
        columns.first_columns.push(self.place[1]);
        columns.downs.push(self.down);
        columns.lengths.push(self.tiles.len().min(MAX_LENGTH) as u8);
        columns.bytes.extend_from_slice(&padded(self.tiles));
        columns.texts.push(write);
    }
}
