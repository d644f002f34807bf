//! The lines of a GCG file: pragmas and events. Letters and players are not looked at yet.

use crate::error::{Fault, NotationError};
use crate::text::{characters, is_blank, number, stripped, words};

/// A line that has a meaning for the game.
#[derive(Debug)]
pub enum Line<'t> {
    Pragma(Pragma<'t>),
    Event(Event<'t>),
}

impl<'t> Line<'t> {
    pub fn pragma(&self) -> Option<&Pragma<'t>> {
        match self {
            Self::Pragma(pragma) => Some(pragma),
            Self::Event(_) => None,
        }
    }
}

/// `#name value`.
#[derive(Debug)]
pub struct Pragma<'t> {
    pub name: &'t str,
    pub value: &'t str,
    pub line: usize,
    /// The whole line.
    pub text: &'t str,
}

/// A word of a line and its column in characters, from 1.
#[derive(Debug, Clone, Copy)]
pub struct Word<'t> {
    pub text: &'t str,
    pub column: usize,
}

/// `>nick: rack action +points total`.
#[derive(Debug)]
pub struct Event<'t> {
    pub nick: &'t str,
    pub nick_column: usize,
    pub rack: Option<Word<'t>>,
    pub action: Action<'t>,
    /// None for a withdrawal that does not say what it takes off.
    pub points: Option<i32>,
    pub total: Option<i32>,
    pub line: usize,
}

#[derive(Debug, Clone, Copy)]
pub enum Action<'t> {
    /// A coordinate and a word.
    Play(Word<'t>, Word<'t>),
    /// The tiles or their number, without the dash.
    Exchange(Word<'t>),
    Pass,
    Withdrawn,
    Challenge,
    Time,
    /// The tiles, without the brackets.
    EndRack(Word<'t>),
}

/// The pragmas and events of a text.
pub fn read(text: &str) -> Result<Vec<Line<'_>>, NotationError> {
    let mut lines = Vec::new();
    let mut in_note = false;
    for (number, text) in (1..).zip(split(text)) {
        let plain = text.trim_start_matches(is_blank);
        let indent = || characters(text, text.len() - plain.len()) + 1;
        if plain.is_empty() {
            continue;
        }
        if let Some(rest) = plain.strip_prefix('#') {
            let separator = if plain.contains(' ') { ' ' } else { '\t' };
            let (name, value) = rest.split_once(separator).unwrap_or((rest, ""));
            let (name, value) = (stripped(name), stripped(value));
            in_note = name == "note" || (in_note && name == "-");
            lines.push(Line::Pragma(Pragma { name, value, line: number, text }));
        } else if plain.starts_with('>') {
            in_note = false;
            lines.push(Line::Event(event(text, number)?));
        } else if !in_note {
            return Err(NotationError::new(Fault::NoSuchLine, number, indent(), text));
        }
    }
    Ok(lines)
}

/// The lines of a text, which end with LF, CRLF or CR.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\r', '\n']) else {
            rest = None;
            return Some(text);
        };
        let ending = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[end + ending..]);
        Some(&text[..end])
    })
}

fn event(text: &str, line: usize) -> Result<Event<'_>, NotationError> {
    let error = |fault, column, shown: &str| NotationError::new(fault, line, column, shown);
    let after_end = || text.chars().count() + 1;
    let opening = text.find('>').unwrap_or(0);
    let named = text[opening + 1..].split_once(':').map(|(nick, rest)| (stripped(nick), rest));
    let Some((nick, rest)) = named.filter(|(nick, _)| !nick.is_empty()) else {
        return Err(error(Fault::NoColon, after_end(), text));
    };
    let first = text.len() - rest.len();
    let words: Vec<Word<'_>> =
        words(rest).map(|(byte, word)| Word { text: word, column: characters(text, first + byte) + 1 }).collect();
    let (rack, words) = match &words[..] {
        [first, rest @ ..] if !is_action(first.text) => (Some(*first), rest),
        words => (None, words),
    };
    if words.is_empty() {
        return Err(error(Fault::NoMove, after_end(), text));
    }
    let (action, words) = action(words).map_err(|fault| match fault {
        Fault::NoMove => error(fault, after_end(), text),
        _ => error(fault, words[0].column, words[0].text),
    })?;
    let signed = |word: &Word<'_>| {
        let digits = word.text.strip_prefix('+').unwrap_or(word.text);
        number(digits).ok_or_else(|| error(Fault::BadNumber, word.column, word.text))
    };
    let nick_column = characters(text, opening) + 2;
    let points = match (words.first(), action) {
        (Some(points), _) => Some(signed(points)?),
        // WordBiz writes none where a turn scores nothing.
        (None, Action::Exchange(_) | Action::Pass) => Some(0),
        (None, Action::Withdrawn) => None,
        (None, _) => return Err(error(Fault::NoPoints, after_end(), text)),
    };
    let total = words.get(1).map(signed).transpose()?;
    Ok(Event { nick, nick_column, rack, action, points, total, line })
}

fn is_action(text: &str) -> bool {
    text.starts_with(['-', '(']) || coordinate(text).is_some()
}

/// The action that the words begin with, and the words after it. An error is of the first word, or of the end of the line.
fn action<'w, 't>(words: &'w [Word<'t>]) -> Result<(Action<'t>, &'w [Word<'t>]), Fault> {
    let first = words[0];
    let inner = |from: usize, to: usize| Word { text: &first.text[from..to], column: first.column + 1 };
    let action = match first.text.to_lowercase().as_str() {
        "-" => Action::Pass,
        "--" => Action::Withdrawn,
        "(challenge)" => Action::Challenge,
        "(time)" => Action::Time,
        lower if lower.starts_with('(') => {
            let is_closed = first.text.len() > 1 && first.text.ends_with(')');
            if !is_closed || first.text[1..first.text.len() - 1].contains(['(', ')']) {
                return Err(Fault::BadBracket);
            }
            Action::EndRack(inner(1, first.text.len() - 1))
        }
        lower if lower.starts_with('-') => Action::Exchange(inner(1, first.text.len())),
        _ => {
            coordinate(first.text).ok_or(Fault::BadCoordinate)?;
            let word = words.get(1).ok_or(Fault::NoMove)?;
            return Ok((Action::Play(first, *word), &words[2..]));
        }
    };
    Ok((action, &words[1..]))
}

/// Letter and number of a coordinate, from 0, and whether the letter stands first; `8H` or `H8`. A number 0 lies off the board.
pub fn coordinate(text: &str) -> Option<(usize, usize, bool)> {
    let (letter, digits, letter_first) = match text.as_bytes() {
        [letter, digits @ ..] if letter.is_ascii_alphabetic() => (letter, digits, true),
        [digits @ .., letter] if letter.is_ascii_alphabetic() => (letter, digits, false),
        _ => return None,
    };
    if !(1..=2).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits.iter().fold(0, |number, digit| 10 * number + usize::from(digit - b'0'));
    Some((usize::from(letter.to_ascii_uppercase() - b'A'), number.wrapping_sub(1), letter_first))
}
