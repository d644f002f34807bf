//! What letters reach: whether they make a word, and which one letter more makes one of them.
//!
//! The table is asked about a hundred times for a rack, so a question costs one line of the cache,
//! 64 bytes, and no more. A line has ten slots: ten tags of 16 bits, 15 of the hash and whether the
//! letters are those of a word; ten masks of the letters that make a word of them; and one mask for
//! all that found no slot in the line. So an answer may hold too much, if tags agree or a line
//! overflows, but never too little.

use super::BATCH;
use super::bit_rack::{BitRack, FREE, place};
use crate::alphabet::PackedWord;
use crate::bits::bits;

/// Numbers of a line.
pub(super) const LINE: usize = 16;
pub(super) type Line = [u32; LINE];

const SLOTS: usize = 10;
/// Where the masks begin; before them stand the tags, the first five in the low halves of numbers.
const MASKS: usize = SLOTS / 2;
/// Where the letters stand of those that found no slot.
const OVERFLOW: usize = LINE - 1;
/// Keys for ten lines: so few that one line in a hundred and fifty overflows.
const KEYS_FOR_TEN_LINES: usize = 45;

/// What letters reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    /// Whether they are all the letters of a word.
    pub word: bool,
    /// The letters that make a word with them and exactly one of that letter; bit 0 is letter 1.
    pub letters: u32,
}

/// Where a key stands: its line, and its tag with room for the bit that says "word".
#[inline(always)]
fn slot(hash: u64, lines: usize) -> (usize, u32) {
    let (line, rest) = place(hash, lines);
    (line, (rest >> 48) as u32 & !1)
}

/// What a line says of a tag.
#[inline(always)]
fn read(line: &Line, wanted: u32) -> Reach {
    let [mut found, mut letters, mut word] = [0; 3];
    let mut add = |tag: u32, mask: u32| {
        let same = if tag & !1 == wanted { u32::MAX } else { 0 };
        found |= same;
        letters |= mask & same;
        word |= tag & same;
    };
    for at in 0..MASKS {
        add(line[at] & 0xFFFF, line[MASKS + at]);
        add(line[at] >> 16, line[MASKS + MASKS + at]);
    }
    let overflow = line[OVERFLOW] & !found;
    Reach { word: word & 1 != 0 || overflow != 0, letters: letters | overflow }
}

/// The table, for asking.
#[derive(Clone, Copy)]
pub(super) struct Reaches<'n> {
    pub(super) lines: &'n [Line],
    /// The letters there are: no line, though damaged, says more.
    pub(super) alphabet: u32,
}

impl Reaches<'_> {
    #[inline(always)]
    pub(super) fn of(self, key: BitRack) -> Reach {
        self.at(slot(key.hash(), self.lines.len()))
    }

    #[inline(always)]
    fn at(self, (line, tag): (usize, u32)) -> Reach {
        let reach = self.lines.get(line).map_or_else(Reach::default, |line| read(line, tag));
        Reach { letters: reach.letters & self.alphabet, ..reach }
    }

    /// Whether the table holds all that follows from a word, for racks of so many letters.
    pub(super) fn hold(self, word: BitRack, rack: usize) -> bool {
        let parts = |(key, letter): (BitRack, u8)| self.of(key).letters >> (letter - 1) & 1 != 0;
        let length = word.count();
        (length > rack || self.of(word).word) && (length > rack + 1 || self::parts(word).all(parts))
    }

    /// Fetches the lines of many questions together: none waits for another.
    pub(super) fn many(self, keys: &[BitRack], out: &mut [Reach]) {
        for (keys, out) in keys.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            let mut slots = [(0, 0); BATCH];
            let mut touched = 0;
            for (place, key) in slots.iter_mut().zip(keys) {
                *place = slot(key.hash(), self.lines.len());
                touched ^= self.lines.get(place.0).map_or(0, |line| line[0]);
            }
            std::hint::black_box(touched);
            for (place, out) in slots.iter().zip(out) {
                *out = self.at(*place);
            }
        }
    }
}

/// What is known of all keys of a tag in a line.
struct Entry {
    line: usize,
    tag: u32,
    reach: Reach,
}

/// The lines for words of at most one letter more than a rack holds.
pub(super) fn lines(words: &[PackedWord], rack: usize) -> Vec<Line> {
    let facts = facts(words, rack);
    let keys = facts.chunk_by(|a, b| a & !FREE == b & !FREE).count();
    let mut lines = vec![[0; LINE]; (keys * 10).div_ceil(KEYS_FOR_TEN_LINES)];
    let count = lines.len();
    let slot = |fact: &u64| slot(fact & !FREE, count);
    let entries: Vec<Entry> =
        facts.chunk_by(|a, b| slot(a) == slot(b)).map(|same| entry(slot(&same[0]), same)).collect();
    for same in entries.chunk_by(|a, b| a.line == b.line) {
        lines[same[0].line] = filled(same);
    }
    lines
}

/// All that is known, in the order of the hashes: below the hash of a key stands 0 if it is that
/// of a word, or a letter that makes a word with it.
fn facts(words: &[PackedWord], rack: usize) -> Vec<u64> {
    let mut facts = Vec::new();
    for word in words.iter().filter(|word| word.len() <= rack + 1) {
        let key = word.letters().fold(BitRack::default(), BitRack::with);
        facts.extend(parts(key).map(|(key, letter)| key.hash() | u64::from(letter)));
        if word.len() <= rack {
            facts.push(key.hash());
        }
    }
    facts.sort_unstable();
    facts
}

/// A key without any one of its letters, and that letter.
fn parts(key: BitRack) -> impl Iterator<Item = (BitRack, u8)> {
    bits(key.letters().into()).map(move |bit| {
        let mut others = key;
        others.take(bit + 1);
        (others, bit + 1)
    })
}

fn entry((line, tag): (usize, u32), facts: &[u64]) -> Entry {
    let mut reach = Reach::default();
    for fact in facts {
        match fact & FREE {
            0 => reach.word = true,
            letter => reach.letters |= 1 << (letter - 1),
        }
    }
    Entry { line, tag, reach }
}

/// The line of these entries.
fn filled(entries: &[Entry]) -> Line {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    if entries.len() > SLOTS {
        // What overflows is said of every other key of the line: let it be what says least. A word
        // to which no letter can be added would say nothing there, so it stays.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.reach.letters.count_ones().wrapping_sub(1)));
    }
    let mut line = [0; LINE];
    for (slot, Entry { tag, reach, .. }) in entries.into_iter().enumerate() {
        if slot < SLOTS {
            line[slot % MASKS] |= (tag | u32::from(reach.word)) << (slot / MASKS * 16);
            line[MASKS + slot] = reach.letters;
        } else {
            // Alphabet there say "word" too, so there must be some.
            line[OVERFLOW] |= if reach.letters == 0 { u32::MAX } else { reach.letters };
        }
    }
    line
}
