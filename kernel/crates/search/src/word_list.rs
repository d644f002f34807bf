//! Reading of word lists: one word a line.

use std::io::{self, Read};

use crate::alphabet::{Alphabet, WordFault, is_mark};
use crate::packed_word::{MIN_LENGTH, PackedWord};

/// Why a line of a word list is not a word. The number is the code for Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[repr(u8)]
pub enum Rejection {
    /// Fewer than [`MIN_LENGTH`] tiles.
    Short = 1,
    /// More than [`MAX_LENGTH`](crate::MAX_LENGTH) tiles.
    Long = 2,
    /// A capital letter, in a list where capitals mark proper nouns.
    Capital = 3,
    /// A character outside the alphabet.
    Letter = 4,
    /// An apostrophe, hyphen, dot or inner space.
    Mark = 5,
    /// Bytes that are not UTF-8.
    Encoding = 6,
}

impl From<WordFault> for Rejection {
    fn from(fault: WordFault) -> Self {
        match fault {
            WordFault::Letter => Self::Letter,
            WordFault::Short => Self::Short,
            WordFault::Long => Self::Long,
        }
    }
}

/// Bytes of a file read at a time.
pub(crate) const PIECE: u64 = 1 << 18;
/// The most words for which memory is reserved.
const MAX_RESERVED: usize = 1 << 22;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The length of the line ending at the start of a text: LF, CRLF, CR, or none at the end of the text.
fn ending(text: &[u8]) -> Option<usize> {
    match text {
        [] => Some(0),
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

/// The word of one line, without the spaces around it; none for an empty line.
fn word(line: &[u8], letters: &Alphabet, capitals: bool) -> Result<Option<PackedWord>, Rejection> {
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

/// A reader, with the words so far in the order of their lines and the rejected lines.
pub(crate) struct WordListReader {
    pub(crate) letters: Alphabet,
    capitals: bool,
    lines: u32,
    pub(crate) words: Vec<PackedWord>,
    pub(crate) rejected: Vec<(u32, Rejection)>,
}

impl WordListReader {
    /// A reader for a list of about `bytes` bytes; without `capitals` capital letters mark proper nouns.
    pub(crate) fn new(letters: Alphabet, capitals: bool, bytes: usize) -> Self {
        Self {
            letters,
            capitals,
            lines: 0,
            words: Vec::with_capacity((bytes / 14).min(MAX_RESERVED)),
            rejected: Vec::new(),
        }
    }

    /// Reads a list in pieces of about `bytes` bytes. A piece ends with LF, so that no character and no CRLF is cut.
    pub(crate) fn pieces(&mut self, mut source: impl Read, bytes: u64) -> io::Result<()> {
        let mut text = Vec::new();
        let mut held = 0;
        while source.by_ref().take(bytes).read_to_end(&mut text)? > 0 {
            if let Some(last) = text[held..].iter().rposition(|byte| *byte == b'\n') {
                self.text(&text[..=held + last]);
                text.drain(..=held + last);
            }
            held = text.len();
        }
        self.text(&text);
        Ok(())
    }

    /// Reads whole lines.
    pub(crate) fn text(&mut self, text: &[u8]) {
        let mut rest = if self.lines == 0 { text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) } else { text };
        while !rest.is_empty() {
            self.lines += 1;
            rest = self.line(rest);
        }
    }

    /// Reads the first line of a text and returns the rest.
    #[inline]
    fn line<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let plain = self.letters.short_prefix(text);
        let rest = &text[plain.bytes..];
        if let Some(end) = ending(rest)
            && plain.word.len() >= MIN_LENGTH
            && (self.capitals || !plain.capital)
        {
            self.words.push(plain.word);
            return &rest[end..];
        }
        self.any_line(text)
    }

    /// [`line`](Self::line) for a line of any kind.
    fn any_line<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let length = text.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len());
        let (line, rest) = text.split_at(length);
        match word(line, &self.letters, self.capitals) {
            Ok(found) => self.words.extend(found),
            Err(reason) => self.rejected.push((self.lines, reason)),
        }
        &rest[ending(rest).unwrap_or(0)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Read = (Vec<PackedWord>, Vec<(u32, Rejection)>);

    fn letters() -> Alphabet {
        Alphabet::new(&["A", "Ą", "B"]).unwrap()
    }

    fn read(text: &[u8], capitals: bool) -> Read {
        let mut reading = WordListReader::new(letters(), capitals, text.len());
        reading.text(text);
        (reading.words, reading.rejected)
    }

    fn read_in_pieces(text: &[u8], capitals: bool, bytes: u64) -> Read {
        let mut reading = WordListReader::new(letters(), capitals, text.len());
        reading.pieces(text, bytes).unwrap();
        (reading.words, reading.rejected)
    }

    /// The specification of reading, line by line.
    fn oracle(text: &[u8], capitals: bool) -> Read {
        let (mut words, mut rejected) = (Vec::new(), Vec::new());
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let pieces = text.split(|byte| *byte == b'\n').map(|piece| piece.strip_suffix(b"\r").unwrap_or(piece));
        for (number, line) in (1..).zip(pieces.flat_map(|piece| piece.split(|byte| *byte == b'\r'))) {
            match word(line, &letters(), capitals) {
                Ok(found) => words.extend(found),
                Err(reason) => rejected.push((number, reason)),
            }
        }
        (words, rejected)
    }

    #[test]
    fn each_reason_has_its_line() {
        let text = b" ab \na\naaaaaaaaaaaaaaaa\nAb\nabx\na-b\na b\n\xFFab\n\nba";
        let (words, rejected) = read(text, false);
        assert_eq!(words.len(), 2);
        use Rejection::{Capital, Encoding, Letter, Long, Mark, Short};
        assert_eq!(rejected, [(2, Short), (3, Long), (4, Capital), (5, Letter), (6, Mark), (7, Mark), (8, Encoding)]);
    }

    #[test]
    fn capitals_are_letters_where_the_list_says_so() {
        let (words, rejected) = read("ĄB\nąb\nĄb".as_bytes(), true);
        assert_eq!((words.len(), rejected.len()), (3, 0));
        assert_eq!(words[0], words[1]);
        assert_eq!(read("Ąb".as_bytes(), false).1, [(1, Rejection::Capital)]);
    }

    #[test]
    fn a_letter_written_in_more_bytes_than_it_needs_is_no_text() {
        assert_eq!(read(b"\xC1\xA1b", true).1, [(1, Rejection::Encoding)], "a in two bytes");
    }

    /// Pseudo-random text of valid, nearly valid and invalid lines with every line ending.
    fn text(mut seed: u64) -> Vec<u8> {
        const PIECES: [&[u8]; 22] = [
            b"ab",
            b"a",
            b"B",
            "ą".as_bytes(),
            "Ą".as_bytes(),
            b"babab",
            b"\n",
            b"\n",
            b"\n",
            b"\r\n",
            b"\r\n",
            b"\r",
            b" ",
            b"\xC4",
            b"\x85",
            b"\xC1\xA1",
            b"x",
            b"-",
            "字".as_bytes(),
            BYTE_ORDER_MARK,
            b"",
            b"\t",
        ];
        let mut text = Vec::new();
        for _ in 0..40 {
            seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            text.extend_from_slice(PIECES[(seed >> 33) as usize % PIECES.len()]);
        }
        text
    }

    #[test]
    fn any_text_reads_as_its_lines_do_one_by_one() {
        for seed in 0..3_000 {
            for capitals in [false, true] {
                let text = text(seed);
                assert_eq!(read(&text, capitals), oracle(&text, capitals), "{:?}", String::from_utf8_lossy(&text));
            }
        }
    }

    #[test]
    fn it_does_not_matter_where_a_text_is_cut_into_pieces() {
        for seed in 0..300 {
            let text = text(seed);
            for bytes in 1..text.len() as u64 + 2 {
                assert_eq!(read_in_pieces(&text, false, bytes), read(&text, false), "pieces of {bytes} bytes");
            }
        }
    }
}
