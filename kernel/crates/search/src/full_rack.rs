//! Plays that lay every tile of the rack (bingos, with a full rack), found in the word map.
//!
//! Such plays are the most valuable, so that a search for the best play would look for them everywhere and mostly in vain: more than
//! half of its steps, nearly all with a blank. But few words use all tiles of a rack and given playthrough tiles; the word
//! map has them, and trying them costs next to nothing. MAGPIE generates plays from its word maps in this way.

use std::ops::Range;

use crate::alphabet::BLANK;
use crate::anchors::Anchor;
use crate::bits::bits;
use crate::cross_sets::Square;
use crate::packed_word::MAX_LENGTH;
use crate::play::{GeneratedPlay, Place, PlayRecorder, Tiles};
use crate::position::Position;
use crate::rack::Rack;
use crate::scoring::{PartialScore, Scoring};
use crate::word_map::{BitRack, MAX_BIT_RACK_LETTERS, WordMap};

/// Plays of fewer tiles are generated faster by the GADDAG.
const MIN_TILES: usize = 4;
/// With more blanks there are too many words.
const MAX_BLANKS: u8 = 2;

/// The slots whose words are asked for together.
const ASKED_TOGETHER: usize = 8;

/// A place for plays of the whole rack.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// An upper bound on the equity of its plays.
    bound: i32,
    down: bool,
    lane: u8,
    /// The first square of the word.
    first: u8,
}

/// A word of all tiles of the rack and the playthrough tiles.
#[derive(Debug, Clone, Copy)]
struct FullRackWord {
    letters: [u8; MAX_LENGTH],
    /// The letters that the blanks stand for, in ascending order; 0 for none.
    blanks: [u8; MAX_BLANKS as usize],
}

/// The plays of the whole rack in one position.
#[derive(Debug, Default)]
pub(crate) struct FullRackPlays {
    /// The number of tiles on the rack; 0 if its plays are left to the GADDAG.
    pub(crate) tiles: usize,
    /// The blanks among them.
    pub(crate) blanks: u8,
    /// The letters among them.
    letters: BitRack,
    /// In ascending order of their bounds.
    slots: Vec<Slot>,
    /// The number of slots whose words have been asked for.
    asked: usize,
    words: Vec<FullRackWord>,
    /// The ranges in `words` of the letters looked up so far.
    looked_up: Vec<(BitRack, Range<usize>)>,
    /// The letters of one look-up, and what the blanks stand for.
    keys: Vec<BitRack>,
    designations: Vec<[u8; MAX_BLANKS as usize]>,
}

impl FullRackPlays {
    /// Starts with a new rack.
    pub(crate) fn prepare(&mut self, rack: &Rack, map: Option<&WordMap>) {
        let tiles = rack.tiles();
        let most = map.map_or(0, WordMap::rack);
        let is_used = (MIN_TILES..=most).contains(&tiles.len()) && rack.blanks <= MAX_BLANKS;
        (self.tiles, self.blanks) = (if is_used { tiles.len() } else { 0 }, rack.blanks);
        self.letters = BitRack::of(if is_used { &tiles[usize::from(rack.blanks)..] } else { &[] });
        self.slots.clear();
        self.words.clear();
        self.looked_up.clear();
    }

    /// Starts with the same rack in another position.
    pub(crate) fn clear_slots(&mut self) {
        self.slots.clear();
    }

    /// Adds a slot that begins on a square.
    pub(crate) fn add_slot(&mut self, anchor: Anchor, first: usize, bound: i32) {
        self.slots.push(Slot { bound, down: anchor.down, lane: anchor.lane, first: first as u8 });
    }

    /// Orders the slots by their bounds, after the last one is added.
    pub(crate) fn sort(&mut self) {
        self.slots.sort_unstable_by_key(|slot| slot.bound);
        self.asked = 0;
    }

    /// The highest bound of a slot.
    pub(crate) fn next_bound(&self) -> Option<i32> {
        self.slots.last().map(|slot| slot.bound)
    }

    /// Asks for the words of the next slots.
    fn ask(&mut self, map: &WordMap, position: &Position) {
        self.asked = self.slots.len().min(ASKED_TOGETHER);
        if self.blanks > 0 {
            return;
        }
        let mut keys = [(0, BitRack::default()); ASKED_TOGETHER];
        for (slot, key) in self.slots.iter().rev().zip(&mut keys) {
            let squares = &position.lanes(slot.down).lane(usize::from(slot.lane))[usize::from(slot.first)..];
            if let Some((length, letters)) = self.covered(squares) {
                *key = (length, letters);
                map.ask_directory(length, letters);
            }
        }
        for (length, letters) in keys {
            map.ask_words(length, letters);
        }
    }

    /// Records the plays of the slot with the highest bound and removes it.
    pub(crate) fn play_slot(
        &mut self,
        map: &WordMap,
        position: &Position,
        scoring: Scoring<'_>,
        recorder: &mut impl PlayRecorder,
    ) {
        if self.asked == 0 {
            self.ask(map, position);
        }
        self.asked = self.asked.saturating_sub(1);
        let Some(Slot { down, lane, first, .. }) = self.slots.pop() else { return };
        let lanes = position.lanes(down);
        let squares = &lanes.lane(usize::from(lane))[usize::from(first)..];
        let Some((length, letters)) = self.covered(squares) else { return };
        let place = Place { down, lane: usize::from(lane), first: usize::from(first) - 1 };
        let words = self.look_up(letters, map);
        for word in &self.words[words] {
            self.lay(word, &squares[..length], place, scoring, recorder);
        }
    }

    /// The length of a word that begins on the first of these squares, and its letters without the blanks; none if no word
    /// fits.
    fn covered(&self, squares: &[Square]) -> Option<(usize, BitRack)> {
        let (mut letters, mut left, mut length) = (self.letters, self.tiles, 0);
        for square in squares {
            match square.tile {
                0 if left == 0 => break,
                0 => left -= 1,
                tile if usize::from(tile) > MAX_BIT_RACK_LETTERS => return None,
                tile => letters = letters.with(tile),
            }
            length += 1;
        }
        (length <= MAX_LENGTH).then_some((length, letters))
    }

    /// The words of these letters and the blanks, as a range of `words`.
    fn look_up(&mut self, letters: BitRack, map: &WordMap) -> Range<usize> {
        if let Some((_, words)) = self.looked_up.iter().find(|(known, _)| *known == letters) {
            return words.clone();
        }
        let start = self.words.len();
        self.keys.clear();
        self.designations.clear();
        let mut add = |key: BitRack, blanks: [u8; 2]| {
            self.keys.push(key);
            self.designations.push(blanks);
        };
        let completing = |key: BitRack| bits(u64::from(map.completing(key)) << 1);
        match self.blanks {
            0 => add(letters, [0; 2]),
            1 => completing(letters).for_each(|one| add(letters.with(one), [one, 0])),
            _ => {
                for one in 1..=map.letters() {
                    let with = letters.with(one);
                    let others = completing(with).filter(|other| *other >= one);
                    others.for_each(|other| add(with.with(other), [one, other]));
                }
            }
        }
        map.words_many(letters.count() + usize::from(self.blanks), &self.keys, |number, word| {
            let mut letters = [0; MAX_LENGTH];
            letters[..word.len()].copy_from_slice(word);
            self.words.push(FullRackWord { letters, blanks: self.designations[number] });
        });
        let words = start..self.words.len();
        self.looked_up.push((letters, words.clone()));
        words
    }

    /// Records the plays of a word on these squares if it fits: one for each way to place the blanks.
    fn lay(
        &self,
        word: &FullRackWord,
        span: &[Square],
        place: Place,
        scoring: Scoring<'_>,
        recorder: &mut impl PlayRecorder,
    ) {
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
        let mut record = |blanks: u64| self.record(letters, blanks, span, place, scoring, recorder);
        match word.blanks {
            [0, _] => record(0),
            [one, 0] => bits(places(one)).for_each(|at| record(1 << at)),
            [one, other] => {
                for at in bits(places(one)) {
                    // Two blanks for the same letter are interchangeable.
                    let later = if one == other { !1 << at } else { !0 };
                    bits(places(other) & later).for_each(|also| record(1 << at | 1 << also));
                }
            }
        }
    }

    /// Records a play whose blanks are at the places of a mask.
    fn record(
        &self,
        letters: &[u8],
        blanks: u64,
        span: &[Square],
        place: Place,
        scoring: Scoring<'_>,
        recorder: &mut impl PlayRecorder,
    ) {
        let mut score = PartialScore::default();
        let mut tiles = [0; MAX_LENGTH];
        for (at, (square, letter)) in span.iter().zip(letters).enumerate() {
            if square.tile != 0 {
                score.main += i32::from(square.value);
            } else if blanks >> at & 1 != 0 {
                tiles[at] = letter | BLANK;
                score = score.with(square, 0);
            } else {
                tiles[at] = *letter;
                score = score.with(square, i32::from(scoring.values[usize::from(letter & 63)]));
            }
        }
        let score = score.total() + if self.tiles == scoring.rack_size { scoring.bingo } else { 0 };
        let used = ((1u32 << self.tiles) - 1) as u16;
        recorder.record(GeneratedPlay { score, used, place, tiles: Tiles::Spelled(&tiles[..span.len()]) });
    }
}
