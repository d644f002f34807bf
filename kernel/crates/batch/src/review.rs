//! Reviews of many games in GCG: each turn beside the best move by equity.

use std::sync::atomic::{AtomicBool, Ordering};

use mostek_notation::{BLANK, Fault, GcgAction, GcgGame, GcgReader, GcgTurn, NotationError};
use mostek_play::Move;
use mostek_search::{POINT, Scratch};

use crate::cores::Cores;
use crate::moves::{EXCHANGE, MOVE_COLUMNS, PASS, PLAY, PushedMove, Writing, move_table};
use crate::questions::{Plays, Searched};
use crate::rows::{Answer, ask_each};
use crate::table::{Column, Table, Value};

/// How games are reviewed.
#[derive(Debug, Clone, Copy)]
pub struct Reviewing<'s> {
    /// Reads the games.
    pub reader: &'s GcgReader,
    /// Finds the best moves.
    pub plays: &'s Plays<'s>,
    /// How moves are written.
    pub writing: &'s Writing,
}

/// The turns of each game: what was played, its equity, the best move and what was lost.
///
/// A game with a line that cannot be read or a play that does not fit the board is no game; no turn of it is answered. A turn
/// is judged if its rack is known and holds what was played.
pub fn review(
    reviewing: &Reviewing<'_>,
    games: &[Option<&str>],
    cores: Cores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let (numbers, points, flags) =
        (|| Column::U32(Vec::new()), || Column::I32(Vec::new()), || Column::Bool(Vec::new()));
    let empty = move_table(
        "game",
        true,
        vec![
            ("turn", numbers()),
            ("line", numbers()),
            ("seat", Column::U8(Vec::new())),
            ("stated", points()),
            ("valid", flags()),
            ("judged", flags()),
            ("best_score", points()),
            ("best_equity", points()),
            ("loss", points()),
            ("best", Column::Text(Vec::new(), String::new())),
        ],
    );
    let question = |scratch: &mut Scratch, number: usize, table: &mut Table, stopped: &AtomicBool| {
        let Some(text) = games[number] else { return Err(NotationError::new(Fault::NoTurns, 0, 0, "")) };
        let game = reviewing.reader.read(text)?;
        let turns = reviewing.replay(&game)?;
        for (turn, replayed) in turns.iter().enumerate() {
            if stopped.load(Ordering::Relaxed) {
                return Ok(());
            }
            reviewing.judge(number as u32, turn as u32, replayed, game.players.len(), scratch, table);
        }
        Ok(())
    };
    ask_each(games.len(), cores, 1, &empty, Scratch::default, question, go_on)
}

/// A turn with the board before it.
struct Replayed<'g> {
    turn: &'g GcgTurn,
    board: Vec<u8>,
    /// The word of a play as the kernel has it.
    word: Option<Word>,
}

/// A play: its first square, and for each square the tile laid, 0 for one that lies there.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    place: [usize; 2],
    down: bool,
    tiles: Vec<u8>,
}

/// A turn with its equity.
struct Judged {
    valid: bool,
    score: i32,
    equity: i32,
    best: (Move, i32),
}

impl Reviewing<'_> {
    /// The turns of a game, each with the board before it.
    fn replay<'g>(&self, game: &'g GcgGame) -> Result<Vec<Replayed<'g>>, NotationError> {
        let mut board = vec![0; self.plays.search.squares()];
        let mut turns: Vec<Replayed<'g>> = Vec::new();
        // The number of the play that can still be withdrawn.
        let mut last = None;
        for turn in &game.turns {
            match &turn.action {
                GcgAction::Play { .. } => {
                    let word = self.word(turn, &board)?;
                    let before = board.clone();
                    self.lay(&word, &mut board);
                    last = Some(turns.len());
                    turns.push(Replayed { turn, board: before, word: Some(word) });
                }
                GcgAction::Withdrawn => {
                    if let Some(taken) = last.take().filter(|number: &usize| turns[*number].turn.seat == turn.seat) {
                        board.clone_from(&turns[taken].board);
                    }
                }
                GcgAction::Exchange { .. } | GcgAction::Pass => {
                    last = None;
                    turns.push(Replayed { turn, board: board.clone(), word: None });
                }
                GcgAction::Challenge | GcgAction::Time | GcgAction::EndRack(_) => last = None,
            }
        }
        Ok(turns)
    }

    /// The word of a play with the tiles of the board around it. An error if the play does not fit the board.
    fn word(&self, turn: &GcgTurn, board: &[u8]) -> Result<Word, NotationError> {
        let GcgAction::Play { row, column, down, cells, through } = &turn.action else {
            unreachable!("only plays have words");
        };
        let illegal = || NotationError::new(Fault::IllegalPlay, turn.line, 1, "");
        let (columns, rows) = (self.writing.columns, board.len() / self.writing.columns);
        let length = if *down { rows } else { columns };
        let first = if *down { *row } else { *column };
        let is_on_board = *row < rows && *column < columns && first + cells.len() <= length && !cells.is_empty();
        if !is_on_board {
            return Err(illegal());
        }
        let square = |at: usize| if *down { at * columns + column } else { row * columns + at };
        let mut tiles = Vec::new();
        for (at, (cell, through)) in cells.iter().zip(through).enumerate() {
            let lying = board[square(first + at)];
            let is_alike = *cell == 0 || (cell & !BLANK) == (lying & !BLANK);
            match lying {
                0 if !through => tiles.push(*cell),
                0 => return Err(illegal()),
                _ if is_alike => tiles.push(0),
                _ => return Err(illegal()),
            }
        }
        let (mut start, mut end) = (first, first + cells.len());
        while start > 0 && board[square(start - 1)] != 0 {
            start -= 1;
            tiles.insert(0, 0);
        }
        while end < length && board[square(end)] != 0 {
            end += 1;
            tiles.push(0);
        }
        if tiles.iter().all(|tile| *tile == 0) {
            return Err(illegal());
        }
        Ok(Word { place: if *down { [start, *column] } else { [*row, start] }, down: *down, tiles })
    }

    /// The squares of a word on which tiles are laid, each with its tile.
    fn laid<'w>(&self, word: &'w Word) -> impl Iterator<Item = (usize, u8)> + use<'w> {
        let columns = self.writing.columns;
        let [row, column] = word.place;
        let step = if word.down { columns } else { 1 };
        let tiles = word.tiles.iter().enumerate().filter(|(_, tile)| **tile != 0);
        tiles.map(move |(at, tile)| (row * columns + column + at * step, *tile))
    }

    fn lay(&self, word: &Word, board: &mut [u8]) {
        self.laid(word).for_each(|(square, tile)| board[square] = tile);
    }

    /// Pushes a turn.
    fn judge(
        &self,
        game: u32,
        number: u32,
        replayed: &Replayed<'_>,
        players: usize,
        scratch: &mut Scratch,
        table: &mut Table,
    ) {
        let Replayed { turn, board, word } = replayed;
        let rack = turn.rack.as_deref().unwrap_or_default();
        let searched = turn.rack.as_ref().and_then(|_| {
            let unseen = self.reader.tiles.unseen(board, rack).ok()?;
            let unseen: Vec<u8> =
                (0..).zip(unseen).flat_map(|(code, count)| std::iter::repeat_n(code, usize::from(count))).collect();
            let bag = unseen.len().saturating_sub((players.max(2) - 1) * self.plays.search.rack_size());
            self.plays.searched(board, rack, bag, || unseen.clone())
        });
        let judged = searched.as_ref().and_then(|searched| self.judged(replayed, searched, scratch));
        let given: Vec<u8>;
        let (kind, place, down, tiles) = match (word, &turn.action) {
            (Some(word), _) => (PLAY, word.place.map(|at| at as u8), word.down, &word.tiles[..]),
            (None, GcgAction::Exchange { tiles, .. }) => {
                let mut sorted = tiles.clone().unwrap_or_default();
                sorted.sort_unstable_by_key(|code| (*code == 0, *code));
                given = sorted;
                (EXCHANGE, [0, 0], false, &given[..])
            }
            _ => (PASS, [0, 0], false, &[][..]),
        };
        let is_valid = word.is_none() || judged.as_ref().is_some_and(|judged| judged.valid);
        let (score, equity) = judged.as_ref().map_or((turn.points, 0), |judged| (judged.score, judged.equity));
        let pushed = PushedMove { row: game, kind, score, equity, place, down, tiles };
        pushed.push(table, |text| match kind {
            PLAY => self.writing.write_play(place, down, tiles, board, text),
            _ => self.writing.write_exchange(tiles, text),
        });
        let (best_score, best_equity) = judged.as_ref().map_or((0, 0), |judged| match judged.best {
            (Move::Play(play), equity) => (play.score, equity),
            (_, equity) => (0, equity),
        });
        let mut best = String::new();
        if let (Some(judged), Some(searched)) = (&judged, &searched) {
            self.writing.write(&judged.best.0, board, &searched.rack, &mut best);
        }
        let loss = judged.as_ref().map_or(0, |judged| judged.best.1 - judged.equity);
        table.push(
            MOVE_COLUMNS,
            &[
                Value::U32(number),
                Value::U32(turn.line as u32),
                Value::U8(turn.seat as u8),
                Value::I32(turn.points),
                Value::Bool(is_valid),
                Value::Bool(judged.is_some()),
                Value::I32(best_score),
                Value::I32(best_equity),
                Value::I32(loss),
                Value::Text(&best),
            ],
        );
    }

    /// The equity of a turn beside that of the best move; none if the rack does not hold what was played.
    fn judged(&self, replayed: &Replayed<'_>, searched: &Searched, scratch: &mut Scratch) -> Option<Judged> {
        let rack = &searched.rack;
        let face = |code: u8| if code & BLANK == 0 { code } else { 0 };
        let used = match (&replayed.word, &replayed.turn.action) {
            (Some(word), _) => rack.subset(self.laid(word).map(|(_, tile)| face(tile)))?,
            (None, GcgAction::Exchange { tiles, .. }) => rack.subset(tiles.as_ref()?.iter().copied())?,
            _ => 0,
        };
        let best = self.plays.best(searched, 1, scratch).first().copied()?;
        let leave = scratch.leave_values()[usize::from(used)];
        let Some(word) = &replayed.word else {
            return Some(Judged { valid: true, score: 0, equity: leave, best });
        };
        let found = self.legal_score(word, searched);
        let score = found.unwrap_or(replayed.turn.points);
        Some(Judged { valid: found.is_some(), score, equity: score * POINT + leave, best })
    }

    /// The score of a play whose words are all in the lexicon.
    fn legal_score(&self, word: &Word, searched: &Searched) -> Option<i32> {
        let search = self.plays.search;
        let laid: Vec<(usize, u8)> = self.laid(word).collect();
        let faces: Vec<u8> = laid.iter().map(|(_, tile)| if tile & BLANK == 0 { *tile } else { 0 }).collect();
        let mut score = None;
        search.each(&searched.position, &search.rack(&faces).ok()?, |found| {
            let play = found.play();
            let place = [play.row, play.column].map(usize::from);
            let same = Word { place, down: play.down, tiles: play.tiles().to_vec() };
            if self.laid(&same).eq(laid.iter().copied()) {
                score = Some(play.score);
            }
        });
        score
    }
}
