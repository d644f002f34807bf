//! Word lists as text: one word a line, and why a line is not a word.

use crate::letters::{Letters, Packed, Unreadable, is_mark};

/// Why a line of a word list is not a word; the number is the code given to Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Rejection {
    /// Fewer than two tiles.
    Short = 1,
    /// More than fifteen tiles.
    Long = 2,
    /// A capital letter in a list where capitals mark proper nouns.
    Capital = 3,
    /// A character outside the alphabet.
    Letter = 4,
    /// An apostrophe, hyphen, dot or inner blank.
    Mark = 5,
    /// Bytes that are not UTF-8.
    Encoding = 6,
}

impl From<Unreadable> for Rejection {
    fn from(fault: Unreadable) -> Self {
        match fault {
            Unreadable::Letter => Self::Letter,
            Unreadable::Short => Self::Short,
            Unreadable::Long => Self::Long,
        }
    }
}

/// The lines of a text that ends them with LF, CRLF or CR, numbered from 1, without a byte order mark.
fn lines(text: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let mut rest = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(end);
        rest = tail.strip_prefix(b"\r\n").or(tail.get(1..)).unwrap_or_default();
        number += 1;
        Some((number, line))
    })
}

/// The word of one line, without the blanks around it; nothing for a blank line.
fn word(line: &[u8], letters: &Letters, capitals: bool) -> Result<Option<Packed>, Rejection> {
    let line = std::str::from_utf8(line).map_err(|_| Rejection::Encoding)?.trim();
    if line.is_empty() {
        return Ok(None);
    }
    if line.chars().any(is_mark) {
        return Err(Rejection::Mark);
    }
    if !capitals && line.chars().any(char::is_uppercase) {
        return Err(Rejection::Capital);
    }
    Ok(Some(letters.pack(line)?))
}

/// The words of a text in the order of its lines, and the lines that are none with the reason.
pub(crate) fn read(text: &[u8], letters: &Letters, capitals: bool) -> (Vec<Packed>, Vec<(u32, Rejection)>) {
    let mut words = Vec::with_capacity(text.len() / 14);
    let mut rejected = Vec::new();
    for (number, line) in lines(text) {
        match word(line, letters, capitals) {
            Ok(found) => words.extend(found),
            Err(reason) => rejected.push((number, reason)),
        }
    }
    (words, rejected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_ending_counts_once() {
        let found: Vec<_> = lines(b"\xEF\xBB\xBFab\r\ncd\ref\n\ngh").collect();
        assert_eq!(found, [(1, &b"ab"[..]), (2, b"cd"), (3, b"ef"), (4, b""), (5, b"gh")]);
    }

    #[test]
    fn each_reason_has_its_line() {
        let letters = Letters::new(&["A", "B"]).unwrap();
        let text = b" ab \na\naaaaaaaaaaaaaaaa\nAb\nabx\na-b\na b\n\xFFab\n\nba";
        let (words, rejected) = read(text, &letters, false);
        assert_eq!(words.len(), 2);
        use Rejection::{Capital, Encoding, Letter, Long, Mark, Short};
        assert_eq!(rejected, [(2, Short), (3, Long), (4, Capital), (5, Letter), (6, Mark), (7, Mark), (8, Encoding)]);
    }

    #[test]
    fn capitals_are_letters_where_the_list_says_so() {
        let letters = Letters::new(&["A", "B"]).unwrap();
        let (words, rejected) = read(b"AB\nab\nBa", &letters, true);
        assert_eq!((words.len(), rejected.len()), (3, 0));
        assert_eq!(words[0], words[1]);
    }
}
