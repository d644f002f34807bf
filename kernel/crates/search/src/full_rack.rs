//! Plays that lay every tile of a rack, read from the word map.
//!
//! They are worth most where there are any, so a search for the best would look for them everywhere, and
//! mostly in vain: of its steps more than half, with a blank nearly all. But of what a whole rack makes with
//! what lies in the way there are few words; the map knows them, and to try them costs next to nothing.

use std::ops::Range;

use crate::BLANK;
use crate::alphabet::MAX_LENGTH;
use crate::anchors::Anchor;
use crate::bits::bits;
use crate::cross_sets::Square;
use crate::play::{GeneratedPlay, Place, PlayRecorder};
use crate::position::Position;
use crate::rack::Rack;
use crate::scoring::{PartialScore, Scoring};
use crate::word_map::{BitRack, MAX_BIT_RACK_LETTERS, WordMap};

/// Fewer tiles are laid sooner by searching.
const FEWEST: usize = 4;
/// With more blanks the words are too many.
const MOST_BLANKS: u8 = 2;

/// Where a whole rack may be laid.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// The most that a play there is worth.
    most: i32,
    down: bool,
    lane: u8,
    /// The first square of the word.
    first: u8,
}

/// A word of the whole rack and what lies in the way.
#[derive(Debug, Clone, Copy)]
struct Word {
    letters: [u8; MAX_LENGTH],
    /// The letters for which the blanks stand in order, 0 without them.
    blanks: [u8; MOST_BLANKS as usize],
}

/// The plays that lay the whole of one rack.
#[derive(Debug, Default)]
pub(crate) struct FullRackPlays {
    /// How many tiles they lay; 0 where they are left to the search.
    pub(crate) tiles: usize,
    /// The blanks among them.
    pub(crate) blanks: u8,
    /// The letters of the rack.
    key: BitRack,
    slots: Vec<Slot>,
    words: Vec<Word>,
    /// The words of letters that were asked for.
    known: Vec<(BitRack, Range<usize>)>,
    /// What is asked for together: letters, and for which of them the blanks stand.
    keys: Vec<BitRack>,
    meant: Vec<[u8; MOST_BLANKS as usize]>,
}

impl FullRackPlays {
    /// Begins with a rack.
    pub(crate) fn prepare(&mut self, rack: &Rack, map: Option<&WordMap>) {
        let tiles = rack.tiles();
        let most = map.map_or(0, WordMap::rack);
        let is_here = (FEWEST..=most).contains(&tiles.len()) && rack.blanks <= MOST_BLANKS;
        (self.tiles, self.blanks) = (if is_here { tiles.len() } else { 0 }, rack.blanks);
        self.key = BitRack::of(if is_here { &tiles[usize::from(rack.blanks)..] } else { &[] });
        self.slots.clear();
        self.words.clear();
        self.known.clear();
    }

    /// Begins with the same rack in another position.
    pub(crate) fn clear_slots(&mut self) {
        self.slots.clear();
    }

    /// Takes note of where a whole rack may be laid, from a square on.
    pub(crate) fn note(&mut self, anchor: Anchor, first: usize, most: i32) {
        self.slots.push(Slot { most, down: anchor.down, lane: anchor.lane, first: first as u8 });
    }

    /// The place of the most promising slot that is left, and its promise.
    pub(crate) fn next(&self) -> Option<(usize, i32)> {
        let each = self.slots.iter().map(|slot| slot.most).enumerate();
        each.max_by_key(|(_, most)| *most)
    }

    /// Finds the plays of a slot.
    pub(crate) fn play_slot(
        &mut self,
        number: usize,
        map: &WordMap,
        position: &Position,
        scale: Scoring<'_>,
        recorder: &mut impl PlayRecorder,
    ) {
        let Slot { down, lane, first, .. } = self.slots.swap_remove(number);
        let lanes = position.lanes(down);
        let squares = &lanes.lane(usize::from(lane))[usize::from(first)..];
        let Some((length, key)) = self.covered(squares) else { return };
        let place = Place { down, lane: usize::from(lane), first: usize::from(first) - 1 };
        let words = self.words(key, map);
        for word in &self.words[words] {
            self.lay(word, &squares[..length], place, scale, recorder);
        }
    }

    /// How many squares a word has that begins with these, and the letters that it is made of without
    /// the blank; none if no word goes there.
    fn covered(&self, squares: &[Square]) -> Option<(usize, BitRack)> {
        let (mut key, mut left, mut length) = (self.key, self.tiles, 0);
        for square in squares {
            match square.tile {
                0 if left == 0 => break,
                0 => left -= 1,
                tile if usize::from(tile) > MAX_BIT_RACK_LETTERS => return None,
                tile => key = key.with(tile),
            }
            length += 1;
        }
        (length <= MAX_LENGTH).then_some((length, key))
    }

    /// The words of these letters and the blank.
    fn words(&mut self, key: BitRack, map: &WordMap) -> Range<usize> {
        if let Some((_, words)) = self.known.iter().find(|(known, _)| *known == key) {
            return words.clone();
        }
        let start = self.words.len();
        self.keys.clear();
        self.meant.clear();
        let mut ask = |key: BitRack, blanks: [u8; 2]| {
            self.keys.push(key);
            self.meant.push(blanks);
        };
        let joining = |key: BitRack| bits(u64::from(map.joining(key)) << 1);
        match self.blanks {
            0 => ask(key, [0; 2]),
            1 => joining(key).for_each(|one| ask(key.with(one), [one, 0])),
            _ => {
                for one in 1..=map.letters() {
                    let with = key.with(one);
                    joining(with).filter(|other| *other >= one).for_each(|other| ask(with.with(other), [one, other]));
                }
            }
        }
        map.words_many(key.count() + usize::from(self.blanks), &self.keys, |number, word| {
            let mut letters = [0; MAX_LENGTH];
            letters[..word.len()].copy_from_slice(word);
            self.words.push(Word { letters, blanks: self.meant[number] });
        });
        let words = start..self.words.len();
        self.known.push((key, words.clone()));
        words
    }

    /// Lays a word if it fits; where a blank may be one of several equal letters, each of them.
    fn lay(&self, word: &Word, span: &[Square], place: Place, scale: Scoring<'_>, recorder: &mut impl PlayRecorder) {
        let letters = &word.letters[..span.len()];
        let fits = |(square, letter): (&Square, &u8)| match square.tile {
            0 => square.cross_set >> letter & 1 != 0,
            tile => tile == *letter,
        };
        if !span.iter().zip(letters).all(fits) {
            return;
        }
        let places = |blank: u8| {
            let here = span.iter().zip(letters).map(|(square, letter)| square.tile == 0 && *letter == blank);
            here.enumerate().fold(0u64, |places, (at, here)| places | u64::from(here) << at)
        };
        let mut found = |blanks: u64| self.found(letters, blanks, span, place, scale, recorder);
        match word.blanks {
            [0, _] => found(0),
            [one, 0] => bits(places(one)).for_each(|at| found(1 << at)),
            [one, other] => {
                for at in bits(places(one)) {
                    // Two blanks that stand for the same letter are the same either way.
                    let later = if one == other { !1 << at } else { !0 };
                    bits(places(other) & later).for_each(|also| found(1 << at | 1 << also));
                }
            }
        }
    }

    /// Takes a play whose blanks stand at some places.
    fn found(
        &self,
        letters: &[u8],
        blanks: u64,
        span: &[Square],
        place: Place,
        scale: Scoring<'_>,
        recorder: &mut impl PlayRecorder,
    ) {
        let mut run = PartialScore::default();
        let mut tiles = [0; MAX_LENGTH];
        for (at, (square, letter)) in span.iter().zip(letters).enumerate() {
            if square.tile != 0 {
                run.main += i32::from(square.value);
            } else if blanks >> at & 1 != 0 {
                tiles[at] = letter | BLANK;
                run = run.with(square, 0);
            } else {
                tiles[at] = *letter;
                run = run.with(square, i32::from(scale.values[usize::from(letter & 63)]));
            }
        }
        let score = run.score() + if self.tiles == scale.rack_size { scale.bingo } else { 0 };
        let used = ((1u32 << self.tiles) - 1) as u16;
        recorder.record(GeneratedPlay { score, used, place, tiles: &tiles[..span.len()] });
    }
}
