//! All plays of a rack by brute force: slow and obvious.
//!
//! The words are a sorted list and the board is bytes; nothing is shared with the search.

use mostek_search::{BLANK, MAX_LENGTH};

/// The codes of a word, filled up with zeros.
pub type Word = [u8; MAX_LENGTH + 1];

/// A play: row, column, whether it is down, a byte for each square of the word, and the score.
pub type Laid = (u8, u8, bool, Vec<u8>, i32);

/// The rules of a game.
#[derive(Debug, Clone)]
pub struct Rules {
    /// In order.
    pub words: Vec<Word>,
    pub rows: usize,
    pub columns: usize,
    pub letter_premiums: Vec<u8>,
    pub word_premiums: Vec<u8>,
    pub start: usize,
    /// By letter code, the blank first.
    pub values: Vec<u8>,
    pub rack_size: usize,
    pub bingo: u16,
}

impl Rules {
    /// All plays, in order.
    pub fn plays(&self, board: &[u8], rack: &[u8]) -> Vec<Laid> {
        let mut found = Vec::new();
        for down in [false, true] {
            for (row, column) in (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column))) {
                let mut trial = Trial { rules: self, board, row, column, down, tiles: Vec::new(), found: &mut found };
                let before = trial.square(-1).map(|at| board[at]);
                if before.is_none_or(|tile| tile == 0) && trial.can_touch(rack.len()) {
                    trial.grow(&mut rack.to_vec(), &self.words);
                }
            }
        }
        found.sort();
        found
    }

    /// The squares of the word through a square.
    fn word(&self, tile: impl Fn(usize) -> u8, at: usize, down: bool) -> Vec<usize> {
        let (row, column) = (at / self.columns, at % self.columns);
        let (lane, place, length) = if down { (column, row, self.rows) } else { (row, column, self.columns) };
        let square = |place: usize| if down { place * self.columns + lane } else { lane * self.columns + place };
        let first = (0..place).rev().take_while(|before| tile(square(*before)) != 0).last().unwrap_or(place);
        (first..length).map(square).take_while(|at| tile(*at) != 0).collect()
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (at / self.columns, at % self.columns);
        let sides =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        let (rows, columns) = (self.rows, self.columns);
        sides
            .into_iter()
            .filter(move |(row, column)| *row < rows && *column < columns)
            .map(move |(r, c)| r * columns + c)
    }
}

/// A word that grows from a square, letter by letter.
struct Trial<'t> {
    rules: &'t Rules,
    board: &'t [u8],
    row: usize,
    column: usize,
    down: bool,
    tiles: Vec<u8>,
    found: &'t mut Vec<Laid>,
}

impl Trial<'_> {
    /// The square at a distance from the first one, if it is on the board.
    fn square(&self, place: isize) -> Option<usize> {
        let (row, column) = if self.down {
            (self.row.checked_add_signed(place)?, self.column)
        } else {
            (self.row, self.column.checked_add_signed(place)?)
        };
        (row < self.rules.rows && column < self.rules.columns).then_some(row * self.rules.columns + column)
    }

    /// Whether a word with this number of tiles can touch a tile or the start square.
    fn can_touch(&self, tiles: usize) -> bool {
        let near = |at: &usize| *at == self.rules.start || self.rules.neighbours(*at).any(|side| self.board[side] != 0);
        (0..tiles as isize).map_while(|place| self.square(place)).any(|at| near(&at))
    }

    /// Records the word so far if it is a play, and lays each letter that continues one of `words`, which share a
    /// prefix.
    fn grow(&mut self, rack: &mut Vec<u8>, words: &[Word]) {
        let depth = self.tiles.len();
        let next = self.square(depth as isize);
        let lying = next.map_or(0, |at| self.board[at]);
        if lying == 0 && words[0][depth] == 0 {
            self.judge();
        }
        let mut rest = &words[words.partition_point(|word| word[depth] == 0)..];
        while let (Some(word), Some(_)) = (rest.first(), next) {
            let letter = word[depth];
            let (with, after) = rest.split_at(rest.partition_point(|word| word[depth] == letter));
            rest = after;
            if lying & !BLANK == letter {
                self.with(0, rack, with);
            }
            for (held, laid) in [(letter, letter), (0, letter | BLANK)] {
                if lying == 0
                    && let Some(place) = rack.iter().position(|tile| *tile == held)
                {
                    rack.remove(place);
                    self.with(laid, rack, with);
                    rack.push(held);
                }
            }
        }
    }

    fn with(&mut self, tile: u8, rack: &mut Vec<u8>, words: &[Word]) {
        self.tiles.push(tile);
        self.grow(rack, words);
        self.tiles.pop();
    }

    /// Records the word so far if it is a play: it lays a tile, touches one, and all crossing words are valid.
    fn judge(&mut self) {
        let rules = self.rules;
        let squares: Vec<usize> = (0..self.tiles.len() as isize).filter_map(|place| self.square(place)).collect();
        let mut after = self.board.to_vec();
        let mut new = Vec::new();
        for (at, tile) in squares.iter().zip(&self.tiles).filter(|(_, tile)| **tile != 0) {
            after[*at] = *tile;
            new.push(*at);
        }
        let is_first = self.board.iter().all(|tile| *tile == 0);
        let touches = |at: &usize| match is_first {
            true => *at == rules.start,
            false => rules.neighbours(*at).any(|side| self.board[side] != 0),
        };
        if new.is_empty() || !new.iter().any(touches) {
            return;
        }
        let mut total = points(rules, &squares, &after, &new);
        for at in &new {
            let across = rules.word(|at| after[at], *at, !self.down);
            if across.len() > 1 {
                // A tile that makes two words is a play along the longer one, across if both are equally long.
                let other_counts = across.len() + usize::from(self.down) > squares.len();
                if !is_word(rules, &across, &after) || new.len() == 1 && other_counts {
                    return;
                }
                total += points(rules, &across, &after, &new);
            }
        }
        total += if new.len() == rules.rack_size { i32::from(rules.bingo) } else { 0 };
        self.found.push((self.row as u8, self.column as u8, self.down, self.tiles.clone(), total));
    }
}

fn is_word(rules: &Rules, squares: &[usize], board: &[u8]) -> bool {
    let mut word = Word::default();
    if squares.len() > MAX_LENGTH || squares.iter().any(|at| board[*at] == BLANK) {
        return false;
    }
    squares.iter().zip(&mut word).for_each(|(at, code)| *code = board[*at] & !BLANK);
    rules.words.binary_search(&word).is_ok()
}

fn points(rules: &Rules, squares: &[usize], board: &[u8], new: &[usize]) -> i32 {
    let premium = |at: &usize, premiums: &[u8]| if new.contains(at) { i32::from(premiums[*at]) } else { 1 };
    let value = |at: &usize| if board[*at] & BLANK == 0 { i32::from(rules.values[usize::from(board[*at])]) } else { 0 };
    let sum: i32 = squares.iter().map(|at| value(at) * premium(at, &rules.letter_premiums)).sum();
    squares.iter().fold(sum, |sum, at| sum * premium(at, &rules.word_premiums))
}
