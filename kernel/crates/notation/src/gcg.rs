//! GCG, the file of a recorded game: pragmas, and a line for each turn.
//!
//! The strictness is that of lenient reading in `mostek.notation.formats.gcg`: what only deviates from the format is accepted.
//! But a line without a meaning refuses the game, because the board after it is unknown.

mod lines;

use crate::error::{Fault, NotationError};
use crate::spelling::{Spelling, TileSet};
use crate::text::characters;
use lines::{Action, Event, Line, Pragma, Word};

/// The most players of a game.
const MAX_PLAYERS: usize = 4;
/// More than any exchange; larger numbers are cut.
const MAX_EXCHANGED: usize = 1_000_000;
/// The characters of a text that an error shows.
const SHOWN: usize = 40;

/// Reads games that are played with one tile set.
#[derive(Debug, Clone)]
pub struct GcgReader {
    /// The tiles.
    pub tiles: TileSet,
    /// The names of boards that are not the one of the search.
    pub other_layouts: Vec<String>,
}

/// A game as it was written down.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GcgGame {
    /// The nicknames by seat.
    pub players: Vec<String>,
    /// Everything that happened, in order.
    pub turns: Vec<GcgTurn>,
}

/// A line of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GcgTurn {
    /// The number of the player, from 0.
    pub seat: usize,
    /// The line, from 1.
    pub line: usize,
    /// The rack before the turn, 0 for a blank, if it is stated.
    pub rack: Option<Vec<u8>>,
    /// What the player did.
    pub action: GcgAction,
    /// The points that are stated.
    pub points: i32,
    /// The running total that is stated.
    pub total: Option<i32>,
}

/// What a line of a game says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GcgAction {
    /// A play.
    Play {
        /// The first row of the word, from 0; it may lie off the board.
        row: usize,
        /// The first column of the word, from 0; it may lie off the board.
        column: usize,
        /// Whether the word runs down.
        down: bool,
        /// For each square the tile that is written, 0 for one that is only played through.
        cells: Vec<u8>,
        /// For each square whether it is marked as played through.
        through: Vec<bool>,
    },
    /// An exchange; the tiles are unknown if only their number is stated.
    Exchange {
        /// How many tiles.
        count: usize,
        /// Which, 0 for a blank.
        tiles: Option<Vec<u8>>,
    },
    /// A pass.
    Pass,
    /// The play before was taken back.
    Withdrawn,
    /// Points for a challenge that failed.
    Challenge,
    /// Points for time exceeded.
    Time,
    /// The tiles that decide the end.
    EndRack(Vec<u8>),
}

impl GcgReader {
    /// Reads a game.
    ///
    /// # Errors
    /// [`NotationError`] for the first line without a meaning; else for the first with a letter, player or board that there
    /// is not.
    pub fn read(&self, text: &str) -> Result<GcgGame, NotationError> {
        let lines = lines::read(text)?;
        let pragma = |name: &str| lines.iter().rev().find_map(|line| line.pragma().filter(|found| found.name == name));
        let mut seating = Seating::new(&lines);
        if seating.players.is_empty() && !lines.iter().any(|line| matches!(line, Line::Event(_))) {
            return Err(NotationError::new(Fault::NoTurns, 0, 0, text.chars().take(SHOWN).collect::<String>()));
        }
        if let Some(found) = second_game(&lines) {
            return Err(NotationError::new(Fault::TwoGames, found.line, 1, found.text));
        }
        if let Some(found) = pragma("board-layout").filter(|found| self.is_other_board(found.value)) {
            return Err(NotationError::new(Fault::OtherGame, found.line, 1, found.value));
        }
        if let Some(found) = pragma("game-type").filter(|found| is_other_game(found.value)) {
            return Err(NotationError::new(Fault::OtherGame, found.line, 1, found.value));
        }
        let has_lettered_rows = pragma("orientation").is_some_and(|found| found.value == "lettered-rows");
        let mut turns: Vec<GcgTurn> = Vec::new();
        let mut before = 0;
        for line in &lines {
            if let Line::Event(event) = line {
                let points = event.points.unwrap_or(-before);
                turns.push(GcgTurn { points, ..self.turn(event, &mut seating, has_lettered_rows)? });
                before = event.points.unwrap_or(0);
            }
        }
        for found in lines.iter().filter_map(Line::pragma) {
            self.check_last_rack(found, seating.players.len())?;
        }
        Ok(GcgGame { players: seating.players.into_iter().map(str::to_owned).collect(), turns })
    }

    fn is_other_board(&self, name: &str) -> bool {
        let folded = name.to_lowercase();
        self.other_layouts.iter().any(|other| other == name)
            || folded.contains("super")
            || folded.contains("standard21")
    }

    fn turn<'t>(
        &self,
        event: &Event<'t>,
        seating: &mut Seating<'t>,
        has_lettered_rows: bool,
    ) -> Result<GcgTurn, NotationError> {
        let seat = seating.seat(event)?;
        let spelling = &self.tiles.spelling;
        let rack = event.rack.map(|rack| spell_rack(spelling, rack.text, event.line, rack.column)).transpose()?;
        let action = match event.action {
            Action::Play(position, word) => play(spelling, position, word, event.line, has_lettered_rows)?,
            Action::Exchange(Word { text, .. }) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                GcgAction::Exchange {
                    count: text.parse().map_or(MAX_EXCHANGED, |n: usize| n.min(MAX_EXCHANGED)),
                    tiles: None,
                }
            }
            Action::Exchange(Word { text, column }) => {
                let tiles = spell_rack(spelling, text, event.line, column)?;
                GcgAction::Exchange { count: tiles.len(), tiles: Some(tiles) }
            }
            Action::EndRack(Word { text, column }) => {
                GcgAction::EndRack(spell_rack(spelling, text, event.line, column)?)
            }
            Action::Pass => GcgAction::Pass,
            Action::Withdrawn => GcgAction::Withdrawn,
            Action::Challenge => GcgAction::Challenge,
            Action::Time => GcgAction::Time,
        };
        Ok(GcgTurn { seat, line: event.line, rack, action, points: 0, total: event.total })
    }

    /// Refuses a strange letter in a `#rackN` line of a player.
    fn check_last_rack(&self, pragma: &Pragma<'_>, seats: usize) -> Result<(), NotationError> {
        let number = match pragma.name.strip_prefix("rack").map(str::as_bytes) {
            Some([digit @ b'1'..=b'4']) => usize::from(digit - b'0'),
            _ => return Ok(()),
        };
        if pragma.value.is_empty() || number > seats {
            return Ok(());
        }
        let column = pragma.text.find(pragma.value).map_or(0, |byte| characters(pragma.text, byte)) + 1;
        spell_rack(&self.tiles.spelling, pragma.value, pragma.line, column).map(drop)
    }
}

/// The line at which another game begins: `#player1` after the events of one game and before those of the next.
fn second_game<'l, 't>(lines: &'l [Line<'t>]) -> Option<&'l Pragma<'t>> {
    let is_event = |line: &Line<'_>| matches!(line, Line::Event(_));
    let (first, last) = (lines.iter().position(is_event)?, lines.iter().rposition(is_event)?);
    lines[first..last].iter().filter_map(Line::pragma).find(|found| found.name == "player1")
}

fn is_other_game(name: &str) -> bool {
    let folded = name.to_lowercase();
    folded.contains("wordsmog") || folded.contains("super")
}

fn spell_rack(spelling: &Spelling, text: &str, line: usize, column: usize) -> Result<Vec<u8>, NotationError> {
    let mut codes = Vec::new();
    let written = spelling.rack(&text.replace('_', "?"), &mut codes);
    written.map_err(|place| NotationError::new(Fault::BadLetter, line, column + place, text))?;
    Ok(codes)
}

fn play(
    spelling: &Spelling,
    position: Word<'_>,
    word: Word<'_>,
    line: usize,
    has_lettered_rows: bool,
) -> Result<GcgAction, NotationError> {
    let (letter, number, letter_first) = lines::coordinate(position.text).unwrap_or_default();
    let (row, column) = if has_lettered_rows { (letter, number) } else { (number, letter) };
    let (mut cells, mut through) = (Vec::new(), Vec::new());
    let (text, start) = (word.text.split('/').next().unwrap_or_default(), word.column);
    let error = |fault, byte| NotationError::new(fault, line, start + characters(text, byte), text);
    let (mut opened, mut place) = (None, 0);
    while place < text.len() {
        let rest = &text[place..];
        let length = piece(rest);
        match &rest[..length] {
            bracket @ ("(" | ")") => {
                if opened.is_some() == (bracket == "(") {
                    return Err(error(Fault::BadBracket, place));
                }
                opened = (bracket == "(").then_some(place);
            }
            "." => cells.push(0),
            letters => {
                spelling.spell(letters, &mut cells).map_err(|byte| error(Fault::BadLetter, place + byte))?;
            }
        }
        through.resize(cells.len(), opened.is_some() || rest.starts_with('.'));
        place += length;
    }
    match opened {
        Some(place) => Err(error(Fault::BadBracket, place)),
        None => Ok(GcgAction::Play { row, column, down: letter_first != has_lettered_rows, cells, through }),
    }
}

/// The length of the first piece of a word: a bracket, a dot, a bracketed letter, or letters up to one of these.
fn piece(text: &str) -> usize {
    match text.as_bytes()[0] {
        b'(' | b')' | b'.' | b']' => 1,
        b'[' => match text[1..].find(['[', ']']) {
            Some(end) if text.as_bytes()[1 + end] == b']' => end + 2,
            _ => 1,
        },
        _ => text.find(['(', ')', '.', '[', ']']).unwrap_or(text.len()),
    }
}

/// The seats by nickname, also where two players share one.
struct Seating<'t> {
    players: Vec<&'t str>,
    last: Option<usize>,
}

impl<'t> Seating<'t> {
    fn new(lines: &[Line<'t>]) -> Self {
        let mut named = [None; 10];
        for pragma in lines.iter().filter_map(Line::pragma) {
            let nick = pragma.value.split(' ').next().filter(|nick| !nick.is_empty());
            if let (Some([digit @ b'1'..=b'9']), Some(nick)) =
                (pragma.name.strip_prefix("player").map(str::as_bytes), nick)
            {
                named[usize::from(digit - b'0')] = Some(nick);
            }
        }
        Self { players: named.into_iter().flatten().take(MAX_PLAYERS).collect(), last: None }
    }

    /// The seat of an event; an unknown nickname takes the next free one.
    fn seat(&mut self, event: &Event<'t>) -> Result<usize, NotationError> {
        let is_turn = matches!(event.action, Action::Play(..) | Action::Exchange(_) | Action::Pass);
        let seats: Vec<usize> = (0..self.players.len()).filter(|seat| self.players[*seat] == event.nick).collect();
        let seat = match (&seats[..], self.last) {
            ([], _) if self.players.len() == MAX_PLAYERS => {
                return Err(NotationError::new(Fault::BadPlayer, event.line, event.nick_column, event.nick));
            }
            ([], _) => {
                self.players.push(event.nick);
                self.players.len() - 1
            }
            ([only], _) | ([only, ..], None) => *only,
            ([first, ..], Some(last)) if !is_turn => {
                if seats.contains(&last) {
                    last
                } else {
                    *first
                }
            }
            ([first, ..], Some(last)) => seats.iter().copied().find(|seat| *seat > last).unwrap_or(*first),
        };
        if is_turn {
            self.last = Some(seat);
        }
        Ok(seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLANK;
    use crate::spelling::tests::tiles;

    fn read(text: &str) -> Result<GcgGame, NotationError> {
        GcgReader { tiles: tiles(), other_layouts: Vec::new() }.read(text)
    }

    fn fault(text: &str) -> (Fault, usize, usize) {
        let error = read(text).expect_err("it has a fault");
        (error.fault, error.line, error.column)
    }

    fn action(event: &str) -> GcgAction {
        read(&format!("#player1 x X\n>x: {event} +0 0")).expect("it is well formed").turns[0].action.clone()
    }

    #[test]
    fn plays_are_read_with_their_marks() {
        let (cells, through) = (vec![1, 2, 3, 0, 2 | BLANK], vec![false, true, true, true, false]);
        assert_eq!(action("A_ 8H A(BCH.)b"), GcgAction::Play { row: 7, column: 7, down: false, cells, through });
        let (cells, through) = (vec![3], vec![false]);
        assert_eq!(action("C15 [CH]/AB"), GcgAction::Play { row: 14, column: 2, down: true, cells, through });
    }

    #[test]
    fn other_actions_are_read() {
        assert_eq!(action("AB -3"), GcgAction::Exchange { count: 3, tiles: None });
        assert_eq!(action("AB -A_"), GcgAction::Exchange { count: 2, tiles: Some(vec![1, 0]) });
        assert_eq!(action("AB -"), GcgAction::Pass);
        assert_eq!(action("AB --"), GcgAction::Withdrawn);
        assert_eq!(action("(AB)"), GcgAction::EndRack(vec![1, 2]));
        assert_eq!(action("(TIME)"), GcgAction::Time);
    }

    #[test]
    fn lettered_rows_turn_the_board() {
        let game = read("#player1 x X\n#orientation lettered-rows\n>x: A H4 A +0").expect("it is well formed");
        assert!(matches!(game.turns[0].action, GcgAction::Play { row: 7, column: 3, down: false, .. }));
    }

    #[test]
    fn who_is_not_introduced_takes_the_next_seat() {
        let game = read("#player2 b B\n#player1 a A\n>c: A - +0\n>b: A - +0").expect("it is well formed");
        assert_eq!((game.players.join(" "), game.turns[0].seat, game.turns[1].seat), ("a b c".to_owned(), 2, 1));
        assert_eq!(fault(">a:A - 0\n>b:A - 0\n>c:A - 0\n>d:A - 0\n >e: A - 0"), (Fault::BadPlayer, 5, 3));
    }

    #[test]
    fn a_shared_nickname_takes_turns() {
        let game =
            read("#player1 a A\n#player2 a B\n>a: A - 0\n>a: A - 0\n>a: A (time) -1\n>a: A - 0").expect("well formed");
        assert_eq!(game.turns.iter().map(|turn| turn.seat).collect::<Vec<_>>(), [0, 1, 1, 0]);
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(fault(""), (Fault::NoTurns, 0, 0));
        assert_eq!(fault("#player1 x X\n  what"), (Fault::NoSuchLine, 2, 3));
        assert_eq!(fault("#player1 x X\n#note a\nmore\n\nyet more\n>x A"), (Fault::NoColon, 6, 5));
        assert_eq!(fault(">x:"), (Fault::NoMove, 1, 4));
        assert_eq!(fault(">x: A 8H"), (Fault::NoMove, 1, 9));
        assert_eq!(fault(">x: A 8H A"), (Fault::NoPoints, 1, 11));
        assert_eq!(fault(">x: A 8H A ten"), (Fault::BadNumber, 1, 12));
        assert_eq!(fault(">x: A 8HH A 1"), (Fault::BadCoordinate, 1, 7));
        assert_eq!(fault(">x: A (A 1"), (Fault::BadBracket, 1, 7));
        assert_eq!(fault(">x: AĄ 8H A 1"), (Fault::BadLetter, 1, 6));
        assert_eq!(fault(">x: A 8H (A(B 1"), (Fault::BadBracket, 1, 12));
        assert_eq!(fault(">x: A 8H A[CH 1"), (Fault::BadLetter, 1, 11));
        assert_eq!(fault("#game-type wordsmog\n>x: A 8H A 1"), (Fault::OtherGame, 1, 1));
        assert_eq!(fault("#rack1 Q\n>x: A 8H A 1"), (Fault::BadLetter, 1, 8));
    }
}
