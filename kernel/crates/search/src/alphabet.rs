//! The alphabet of a tile set: the text of each letter code.

use std::fmt;

use crate::packed_word::{MAX_LENGTH, MIN_LENGTH, PackedWord};

/// The bit that marks a blank standing for the letter in the lower bits.
pub const BLANK: u8 = 0x80;
/// The most letters of an alphabet: a code fits 6 bits, and 0 and 63 are not letters.
pub const MAX_LETTERS: usize = 62;

/// Characters below this code point, one or two bytes long in UTF-8, are looked up in a table.
const TABLE: usize = 0x800;
/// The bits of a table entry for the letter code.
const CODE: u8 = 63;
/// The bit of a table entry for an upper-case character.
const CAPITAL: u8 = 64;

/// Why a list of tiles is not an alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AlphabetError {
    /// No tile, or more than [`MAX_LETTERS`].
    Count(usize),
    /// An empty tile, or one with a space, a mark or a lower-case character.
    Tile(String),
    /// The same tile twice.
    Twice(String),
}

impl fmt::Display for AlphabetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => {
                write!(f, "an alphabet has 1 to {MAX_LETTERS} letters, not {count}")
            }
            Self::Tile(tile) => write!(f, "{tile:?} is not an upper-case tile"),
            Self::Twice(tile) => write!(f, "the tile {tile:?} is there twice"),
        }
    }
}

impl std::error::Error for AlphabetError {}

/// Why a text is not a word of an alphabet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordFault {
    /// A character that is not the start of a tile.
    Letter,
    /// Fewer than [`MIN_LENGTH`] tiles.
    Short,
    /// More than [`MAX_LENGTH`] tiles.
    Long,
}

/// The start of a text: letters of one or two bytes each.
pub(crate) struct ShortPrefix {
    /// The letters, at most [`MAX_LENGTH`].
    pub(crate) word: PackedWord,
    /// Their length in bytes.
    pub(crate) bytes: usize,
    /// Whether one of them is a capital letter.
    pub(crate) capital: bool,
}

/// An alphabet of tiles, each one or more characters long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alphabet {
    tiles: Vec<String>,
    /// Codes of the tiles of one character, in both cases, with [`CAPITAL`] for the upper one; 0 for no tile.
    table: Box<[u8; TABLE]>,
    /// The codes of characters beyond the table, sorted.
    others: Vec<(char, u8)>,
    /// Tiles of several characters in lower case, the longest first.
    longer: Vec<(Vec<char>, u8)>,
}

/// The lower case of a character if it is one character, else the character.
fn lower(character: char) -> char {
    let mut folded = character.to_lowercase();
    match (folded.next(), folded.next()) {
        (Some(one), None) => one,
        _ => character,
    }
}

/// Whether a character is an apostrophe, hyphen, dot or space: such characters join or cut words, and are no letters.
pub(crate) fn is_mark(character: char) -> bool {
    matches!(character, '\'' | '’' | 'ʼ' | '`' | '´' | '-' | '\u{2010}'..='\u{2015}' | '.') || character.is_whitespace()
}

impl Alphabet {
    /// The alphabet of these upper-case tiles, in this order.
    ///
    /// # Errors
    /// [`AlphabetError`] if there are too few or too many tiles, one is malformed, or one occurs twice.
    pub fn new<T: AsRef<str>>(tiles: &[T]) -> Result<Self, AlphabetError> {
        if tiles.is_empty() || tiles.len() > MAX_LETTERS {
            return Err(AlphabetError::Count(tiles.len()));
        }
        let mut letters =
            Self { tiles: Vec::new(), table: Box::new([0; TABLE]), others: Vec::new(), longer: Vec::new() };
        for (tile, code) in tiles.iter().map(AsRef::as_ref).zip(1..) {
            if tile.is_empty() || tile.chars().any(|c| is_mark(c) || c.is_control() || c.is_lowercase()) {
                return Err(AlphabetError::Tile(tile.to_owned()));
            }
            letters.add(tile, code)?;
        }
        letters.others.sort_unstable();
        letters.longer.sort_by_key(|(characters, _)| std::cmp::Reverse(characters.len()));
        Ok(letters)
    }

    fn add(&mut self, tile: &str, code: u8) -> Result<(), AlphabetError> {
        let folded: Vec<char> = tile.chars().map(lower).collect();
        let known = self.tiles.iter().any(|other| other.chars().map(lower).eq(folded.iter().copied()));
        if known {
            return Err(AlphabetError::Twice(tile.to_owned()));
        }
        if let (Some(upper), [one]) = (tile.chars().next(), folded.as_slice()) {
            for character in [upper, *one] {
                match self.table.get_mut(character as usize) {
                    Some(entry) => *entry = code | if character.is_uppercase() { CAPITAL } else { 0 },
                    None => self.others.push((character, code)),
                }
            }
        } else {
            self.longer.push((folded, code));
        }
        self.tiles.push(tile.to_owned());
        Ok(())
    }

    /// The number of letters, which is also the highest code.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tiles.len()
    }

    /// The upper-case text of a letter code from 1.
    pub(crate) fn tile(&self, code: u8) -> &str {
        &self.tiles[usize::from(code) - 1]
    }

    /// The codes of the letters of a text of any length, in either case; none if it contains anything else.
    #[must_use]
    pub fn codes(&self, text: &str) -> Option<Vec<u8>> {
        let mut codes = Vec::new();
        let mut rest = text.chars();
        while let Some((code, after)) = self.first_tile(&rest) {
            codes.push(code);
            rest = after;
        }
        rest.next().is_none().then_some(codes)
    }

    /// The upper-case text of letter codes from 1 to [`count`](Self::count).
    #[must_use]
    pub fn text(&self, codes: &[u8]) -> String {
        codes.iter().map(|code| self.tile(*code)).collect()
    }

    fn code(&self, character: char) -> Option<u8> {
        match self.table.get(character as usize) {
            Some(0) => None,
            Some(entry) => Some(entry & CODE),
            None => {
                let place = self.others.binary_search_by_key(&character, |(other, _)| *other);
                place.ok().map(|place| self.others[place].1)
            }
        }
    }

    /// Whether every tile, in either case, is one character of one or two bytes; then [`take_short`](Self::take_short)
    /// reads every word.
    #[inline]
    pub(crate) fn is_short(&self) -> bool {
        self.longer.is_empty() && self.others.is_empty()
    }

    /// Removes a letter of one or two bytes from the start of a text and returns its code; none if there is no such
    /// letter.
    #[inline(always)]
    pub(crate) fn take_short(&self, text: &mut &[u8]) -> Option<u8> {
        self.take_entry(text).map(|entry| entry & CODE)
    }

    #[inline(always)]
    fn take_entry(&self, text: &mut &[u8]) -> Option<u8> {
        let (character, rest) = match *text {
            [one @ ..0x80, rest @ ..] => (usize::from(*one), rest),
            [lead @ 0xC2..0xE0, next @ 0x80..0xC0, rest @ ..] => {
                (usize::from(lead & 31) << 6 | usize::from(next & 63), rest)
            }
            _ => return None,
        };
        let entry = self.table[character];
        if entry == 0 {
            return None;
        }
        *text = rest;
        Some(entry)
    }

    /// The letters of one or two bytes at the start of a text, up to the first other character; none if the alphabet
    /// has tiles of several characters. This is the fast path of [`pack`](Self::pack): it reads most words, several
    /// times as fast.
    #[inline]
    pub(crate) fn short_prefix(&self, text: &[u8]) -> ShortPrefix {
        let (mut word, mut length, mut entries, mut rest) = (0u128, 0, 0, text);
        while self.longer.is_empty() && length < MAX_LENGTH {
            let Some(entry) = self.take_entry(&mut rest) else { break };
            word = word << 6 | u128::from(entry & CODE);
            (length, entries) = (length + 1, entries | entry);
        }
        let word = PackedWord(word << (6 * (MAX_LENGTH - length)));
        ShortPrefix { word, bytes: text.len() - rest.len(), capital: entries & CAPITAL != 0 }
    }

    /// The word that a text spells, in either case. The longest tile that fits is taken first.
    #[inline]
    pub(crate) fn pack(&self, text: &str) -> Result<PackedWord, WordFault> {
        let plain = self.short_prefix(text.as_bytes());
        if plain.bytes == text.len() && plain.word.len() >= MIN_LENGTH {
            return Ok(plain.word);
        }
        self.pack_tiles(text)
    }

    fn pack_tiles(&self, text: &str) -> Result<PackedWord, WordFault> {
        let mut word = PackedWord::default();
        let mut rest = text.chars();
        for place in 0.. {
            let Some((code, after)) = self.first_tile(&rest) else {
                return match (rest.next(), place) {
                    (Some(_), _) => Err(WordFault::Letter),
                    (None, ..MIN_LENGTH) => Err(WordFault::Short),
                    (None, ..=MAX_LENGTH) => Ok(word),
                    (None, _) => Err(WordFault::Long),
                };
            };
            if place < MAX_LENGTH {
                word = word.with(place, code);
            }
            rest = after;
        }
        Ok(word)
    }

    fn first_tile<'t>(&self, text: &std::str::Chars<'t>) -> Option<(u8, std::str::Chars<'t>)> {
        for (tile, code) in &self.longer {
            let mut rest = text.clone();
            if tile.iter().all(|wanted| rest.next().map(lower) == Some(*wanted)) {
                return Some((*code, rest));
            }
        }
        let mut rest = text.clone();
        let code = self.code(rest.next()?)?;
        Some((code, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(letters: &Alphabet, text: &str) -> Vec<u8> {
        letters.pack(text).unwrap().letters().collect()
    }

    #[test]
    fn a_word_reads_in_either_case() {
        let letters = Alphabet::new(&["A", "Ą", "Ż"]).unwrap();
        assert_eq!(spelled(&letters, "ażą"), [1, 3, 2]);
        assert_eq!(spelled(&letters, "AŻĄ"), [1, 3, 2]);
    }

    #[test]
    fn the_longest_tile_is_taken_first() {
        let letters = Alphabet::new(&["C", "CH", "H", "L·L"]).unwrap();
        assert_eq!(spelled(&letters, "hchcl·l"), [3, 2, 1, 4]);
        assert_eq!(letters.pack("cl·"), Err(WordFault::Letter));
    }

    #[test]
    fn plain_text_reads_as_any_text_does() {
        let letters = Alphabet::new(&["A", "Ą", "字", "Ё"]).unwrap();
        for text in
            ["", "a", "ąa", "Ąё", "aąx", "a字", "字a", "a\u{7ff}", "a\u{800}", "a\u{80}", "a\n", "aaaaaaaaaaaaaaą"]
        {
            assert_eq!(letters.pack(text), letters.pack_tiles(text), "{text:?}");
        }
        let plain = letters.short_prefix("aĄ字".as_bytes());
        assert_eq!((plain.word.len(), plain.bytes, plain.capital), (2, 3, true));
        assert!(!letters.short_prefix("aą".as_bytes()).capital);
        assert_eq!(letters.short_prefix(b"aa\xC4").bytes, 2, "half a character");
        assert_eq!(letters.short_prefix(b"aa\xC1\xA1").bytes, 2, "a in more bytes than it needs");
        assert_eq!(letters.short_prefix("a".repeat(20).as_bytes()).bytes, MAX_LENGTH);
    }

    #[test]
    fn characters_beyond_the_table_are_letters_too() {
        let letters = Alphabet::new(&["Ა", "Ɐ", "字"]).unwrap();
        assert_eq!(spelled(&letters, "字ɐ"), [3, 2]);
    }

    #[test]
    fn lengths_are_counted_in_tiles() {
        let letters = Alphabet::new(&["A", "CH"]).unwrap();
        assert_eq!(letters.pack("ch"), Err(WordFault::Short));
        assert_eq!(letters.pack(&"ch".repeat(15)).map(PackedWord::len), Ok(15));
        assert_eq!(letters.pack(&"a".repeat(16)), Err(WordFault::Long));
        assert_eq!(letters.pack(&("a".repeat(40) + "b")), Err(WordFault::Letter));
    }

    #[test]
    fn any_number_of_letters_have_codes() {
        let letters = Alphabet::new(&["C", "CH", "H"]).unwrap();
        assert_eq!(letters.codes(""), Some(vec![]));
        assert_eq!(letters.codes("Hchc"), Some(vec![3, 2, 1]));
        assert_eq!(letters.codes(&"h".repeat(16)), Some(vec![3; 16]));
        assert_eq!(letters.codes("h c"), None);
        assert_eq!(letters.text(&[3, 2, 1]), "HCHC");
    }

    #[test]
    fn not_every_list_is_an_alphabet() {
        assert_eq!(Alphabet::new(&[""; 0]), Err(AlphabetError::Count(0)));
        assert_eq!(Alphabet::new(&["A"; 63]), Err(AlphabetError::Count(63)));
        assert_eq!(Alphabet::new(&["A", "b"]), Err(AlphabetError::Tile("b".into())));
        assert_eq!(Alphabet::new(&["A", "A-B"]), Err(AlphabetError::Tile("A-B".into())));
        assert_eq!(Alphabet::new(&["A", "B", "A"]), Err(AlphabetError::Twice("A".into())));
    }

    #[test]
    fn packed_words_stand_in_alphabetical_order() {
        let letters = Alphabet::new(&["A", "B"]).unwrap();
        let pack = |text| letters.pack(text).unwrap();
        assert!(pack("ab") < pack("aba") && pack("aba") < pack("abb") && pack("abb") < pack("ba"));
        assert_eq!(pack("aba").common_prefix(pack("abb")), 2);
        assert_eq!(pack("ab").common_prefix(pack("aba")), 2);
        assert_eq!(pack("ab").led_by(2), pack("bab"));
    }
}
