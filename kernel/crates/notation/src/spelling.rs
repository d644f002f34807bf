//! The letters of a tile set as they are written, and their codes.

use std::collections::HashMap;

use crate::BLANK;

/// Characters below this code point are looked up in a table.
const TABLE: usize = 0x800;
/// The entry of a character that is no letter.
const NONE: u8 = 0xff;

/// How the letters of an alphabet are written: capitals for tiles, small letters for blanks, `?` for a blank without a letter.
#[derive(Debug, Clone)]
pub struct Spelling {
    table: Vec<u8>,
    /// Every way to write a letter, with and without brackets.
    forms: HashMap<String, u8>,
    /// The characters of the longest form.
    longest: usize,
    /// Whether some letter has several characters, so that the longest form that fits must be looked for.
    has_long: bool,
    capitals: Vec<String>,
}

impl Spelling {
    /// The spelling of letters in the order of the alphabet, each as a capital and as a small letter.
    #[must_use]
    pub fn new(letters: &[(String, String)]) -> Self {
        let mut spelling = Self {
            table: vec![NONE; TABLE],
            forms: HashMap::new(),
            longest: 1,
            has_long: false,
            capitals: letters.iter().map(|(capital, _)| capital.clone()).collect(),
        };
        for (code, (capital, small)) in (1..BLANK).zip(letters) {
            spelling.add(capital, code);
            // A letter without a small form cannot be written as a blank.
            spelling.add(small, if small == capital { code } else { code | BLANK });
        }
        spelling
    }

    fn add(&mut self, form: &str, code: u8) {
        let mut characters = form.chars();
        if let (Some(only), None) = (characters.next(), characters.next()) {
            if let Some(entry) = self.table.get_mut(only as usize) {
                *entry = code;
            }
        } else {
            self.has_long = true;
        }
        for form in [form.to_owned(), format!("[{form}]")] {
            self.longest = self.longest.max(form.chars().count());
            self.forms.insert(form, code);
        }
    }

    /// The number of letters.
    #[must_use]
    pub fn letters(&self) -> usize {
        self.capitals.len()
    }

    /// The code of the tile that a text begins with, and the length of its form in bytes; none if it begins no letter.
    fn tile(&self, text: &str) -> Option<(u8, usize)> {
        let first = text.chars().next()?;
        if first == '?' {
            return Some((BLANK, 1));
        }
        if !self.has_long && first != '[' {
            if let Some(code) = self.table.get(first as usize) {
                return (*code != NONE).then_some((*code, first.len_utf8()));
            }
            return self.forms.get(&text[..first.len_utf8()]).map(|code| (*code, first.len_utf8()));
        }
        let mut ends: Vec<usize> =
            text.char_indices().map(|(start, c)| start + c.len_utf8()).take(self.longest).collect();
        while let Some(end) = ends.pop() {
            if let Some(code) = self.forms.get(&text[..end]) {
                return Some((*code, end));
            }
        }
        None
    }

    /// Appends the codes of the tiles of a text; `?` is [`BLANK`] alone.
    ///
    /// # Errors
    /// The byte of the first character that begins no letter.
    pub fn spell(&self, text: &str, codes: &mut Vec<u8>) -> Result<(), usize> {
        let mut place = 0;
        while place < text.len() {
            let (code, length) = self.tile(&text[place..]).ok_or(place)?;
            codes.push(code);
            place += length;
        }
        Ok(())
    }

    /// Appends the codes of a rack, 0 for a blank.
    ///
    /// # Errors
    /// The number of characters before the fault. For a small letter, which no rack has, it is the number of tiles before it.
    pub fn rack(&self, text: &str, codes: &mut Vec<u8>) -> Result<(), usize> {
        let first = codes.len();
        self.spell(text, codes).map_err(|byte| crate::text::characters(text, byte))?;
        if let Some(place) = codes[first..].iter().position(|code| *code > BLANK) {
            return Err(place);
        }
        codes[first..].iter_mut().filter(|code| **code == BLANK).for_each(|code| *code = 0);
        Ok(())
    }

    /// A tile as text: its letter, small for a blank, in brackets if it has several characters, `?` for a blank without one.
    #[must_use]
    pub fn face(&self, code: u8) -> &str {
        match usize::from(code & !BLANK) {
            0 => "?",
            letter => self.capitals.get(letter - 1).map_or("?", String::as_str),
        }
    }
}

/// A tile set: its spelling and the number of each tile, the blank first.
#[derive(Debug, Clone)]
pub struct TileSet {
    /// The letters.
    pub spelling: Spelling,
    /// The number of tiles by code, the blank first.
    pub counts: [u8; 64],
}

impl TileSet {
    /// The codes of the tiles in the order of their texts, as `Tiles` in Python has them.
    #[must_use]
    pub fn order(&self) -> Vec<u8> {
        let mut codes: Vec<u8> = (0..=self.spelling.letters() as u8).collect();
        codes.sort_by_key(|code| self.spelling.face(*code));
        codes
    }

    /// The tiles that are neither on this board nor on this rack, by code.
    ///
    /// # Errors
    /// The tiles that the set lacks, as text in code-point order.
    pub fn unseen(&self, board: &[u8], rack: &[u8]) -> Result<[u8; 64], String> {
        let mut used = [0_u32; 64];
        board.iter().filter(|code| **code != 0).for_each(|code| used[face(*code)] += 1);
        rack.iter().for_each(|code| used[face(*code)] += 1);
        let mut unseen = self.counts;
        let mut lacking: Vec<&str> = Vec::new();
        for (code, (count, used)) in (0..).zip(unseen.iter_mut().zip(used)) {
            match u32::from(*count).checked_sub(used) {
                Some(left) => *count = left as u8,
                None => lacking.extend((u32::from(*count)..used).map(|_| self.spelling.face(code))),
            }
        }
        if lacking.is_empty() {
            return Ok(unseen);
        }
        lacking.sort_unstable();
        let shown = |face: &&str| if face.chars().count() == 1 { (*face).to_owned() } else { format!("[{face}]") };
        Err(lacking.iter().map(shown).collect())
    }
}

/// The code of a tile as it lies in the bag.
fn face(code: u8) -> usize {
    if code & BLANK == 0 { usize::from(code & 63) } else { 0 }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The tiles `A B CH`, the last of two characters.
    pub fn tiles() -> TileSet {
        let letters = ["A", "B", "CH", "C"].map(|capital| (capital.to_owned(), capital.to_lowercase()));
        let mut counts = [0; 64];
        counts[..5].copy_from_slice(&[2, 30, 30, 2, 2]);
        TileSet { spelling: Spelling::new(&letters), counts }
    }

    fn spelled(text: &str) -> Result<Vec<u8>, usize> {
        let mut codes = Vec::new();
        tiles().spelling.spell(text, &mut codes).map(|()| codes)
    }

    #[test]
    fn the_longest_form_is_read_first() {
        assert_eq!(spelled("ACHC"), Ok(vec![1, 3, 4]));
        assert_eq!(spelled("[CH][C][ch]b?"), Ok(vec![3, 4, 3 | BLANK, 2 | BLANK, BLANK]));
    }

    #[test]
    fn the_first_strange_character_is_named() {
        assert_eq!(spelled("AĄ"), Err(1));
        assert_eq!(spelled("A[CH"), Err(1));
        assert_eq!(spelled("Ch"), Err(1), "mixed case is C and a strange h");
    }

    #[test]
    fn a_rack_has_no_small_letters() {
        let mut codes = Vec::new();
        assert_eq!(tiles().spelling.rack("CHA?b", &mut codes), Err(3), "tiles are counted");
        codes.clear();
        assert_eq!(tiles().spelling.rack("CHA?", &mut codes), Ok(()));
        assert_eq!(codes, [3, 1, 0]);
    }

    #[test]
    fn tiles_that_the_set_lacks_are_named() {
        let unseen = tiles().unseen(&[0, 3, 1 | BLANK, BLANK], &[3, 1]).expect("there are two of each");
        assert_eq!(unseen[..5], [0, 29, 30, 0, 2]);
        assert_eq!(tiles().unseen(&[3, 3, 3], &[0, 0, 0]), Err("?[CH]".to_owned()));
    }
}
