//! The reach of letters: whether they spell a word, and which single letters complete one with them.
//!
//! A search looks up about a hundred subsets of a rack, so that a look-up reads one cache line of 64 bytes. A line has
//! ten slots: ten tags of 16 bits (15 of the hash, one for "spells a word"), ten masks of letters, and one mask for all
//! bit racks that found no slot. If tags collide or a line overflows, an answer may have too much, but never too
//! little.

use super::bit_rack::{BitRack, FREE, bucket};
use crate::bits::bits;
use crate::packed_word::PackedWord;
use crate::prefetch::{BATCH, prefetch};

/// Numbers of a line.
pub(super) const LINE: usize = 16;
pub(super) type Line = [u32; LINE];

const SLOTS: usize = 10;
/// The first mask of a line; before it are the tags, the first five in the low halves of the numbers.
const MASKS: usize = SLOTS / 2;
/// The mask of the bit racks that found no slot.
const OVERFLOW: usize = LINE - 1;
/// The mean number of bit racks in ten lines: one line in seventy overflows.
const KEYS_PER_TEN_LINES: usize = 50;

/// What letters reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    /// Whether the letters spell a word.
    pub word: bool,
    /// The letters of which one more completes a word; bit 0 is letter 1.
    pub letters: u32,
}

/// The line of a hash, and its tag without the bit for "spells a word".
#[inline(always)]
fn slot(hash: u64, lines: usize) -> (usize, u32) {
    let (line, rest) = bucket(hash, lines);
    (line, (rest >> 48) as u32 & !1)
}

/// The reach of a tag according to a line.
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

/// The table for look-ups.
#[derive(Clone, Copy)]
pub(super) struct ReachTable<'n> {
    pub(super) lines: &'n [Line],
    /// The letters of the alphabet: a damaged line cannot add others.
    pub(super) alphabet: u32,
}

impl ReachTable<'_> {
    #[inline(always)]
    pub(super) fn get(self, key: BitRack) -> Reach {
        self.at(slot(key.hash(), self.lines.len()))
    }

    #[inline(always)]
    pub(super) fn ask(self, key: BitRack) {
        prefetch(self.lines.as_flattened(), slot(key.hash(), self.lines.len()).0 * LINE);
    }

    #[inline(always)]
    fn at(self, (line, tag): (usize, u32)) -> Reach {
        let reach = self.lines.get(line).map_or_else(Reach::default, |line| read(line, tag));
        Reach { letters: reach.letters & self.alphabet, ..reach }
    }

    /// Whether the table has everything that follows from a word, for racks of `rack` letters.
    pub(super) fn is_complete_for(self, word: BitRack, rack: usize) -> bool {
        let parts = |(key, letter): (BitRack, u8)| self.get(key).letters >> (letter - 1) & 1 != 0;
        let length = word.count();
        (length > rack || self.get(word).word) && (length > rack + 1 || self::parts(word).all(parts))
    }

    /// Look-ups whose cache lines are fetched together, so that they do not wait for one another.
    pub(super) fn get_many(self, keys: &[BitRack], out: &mut [Reach]) {
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

/// The reach of all bit racks with a tag in a line.
struct Entry {
    line: usize,
    tag: u32,
    reach: Reach,
}

/// The lines of the table, from the words of at most one letter more than a rack.
pub(super) fn lines(words: &[PackedWord], rack: usize) -> Vec<Line> {
    let facts = facts(words, rack);
    let keys = facts.chunk_by(|a, b| a & !FREE == b & !FREE).count();
    let mut lines = vec![[0; LINE]; (keys * 10).div_ceil(KEYS_PER_TEN_LINES)];
    let count = lines.len();
    let slot = |fact: &u64| slot(fact & !FREE, count);
    let entries: Vec<Entry> =
        facts.chunk_by(|a, b| slot(a) == slot(b)).map(|same| entry(slot(&same[0]), same)).collect();
    for same in entries.chunk_by(|a, b| a.line == b.line) {
        lines[same[0].line] = filled(same);
    }
    lines
}

/// All facts in the order of the hashes: a hash plus 0 if the bit rack spells a word, plus a letter if that letter
/// completes one.
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

/// The bit racks of a word less one letter, with that letter.
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
        // The overflow mask applies to every other bit rack of the line, so the entries with the fewest letters go
        // there; an entry without letters would need all of them and keeps its slot.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.reach.letters.count_ones().wrapping_sub(1)));
    }
    let mut line = [0; LINE];
    for (slot, Entry { tag, reach, .. }) in entries.into_iter().enumerate() {
        if slot < SLOTS {
            line[slot % MASKS] |= (tag | u32::from(reach.word)) << (slot / MASKS * 16);
            line[MASKS + slot] = reach.letters;
        } else {
            // In the overflow mask any letter implies "spells a word", so there must be at least one.
            line[OVERFLOW] |= if reach.letters == 0 { u32::MAX } else { reach.letters };
        }
    }
    line
}
