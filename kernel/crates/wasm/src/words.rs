//! A word list for searches: the DAWG alone, without a game.

use mostek_search::{Alphagrams, Dawg, MAX_LENGTH, MAX_LETTERS, MAX_PATTERN, Wanted, combinations};

use crate::build::words_of;
use crate::fault::Fault;
use crate::reader::Reader;
use crate::writer::bytes;

/// The most texts that are looked up at once.
const MAX_TEXTS: usize = 100_000;
/// The lengths whose alphagrams stay in memory: 3 MB for words of seven letters.
const MAX_RANKED: usize = 3;

pub(crate) struct PageWords {
    dawg: Dawg,
    /// The alphagrams by length and bag, those asked for last at the end.
    ranked: Vec<(usize, Vec<u8>, Alphagrams)>,
}

impl PageWords {
    pub(crate) fn of(request: &[u32], heading: u32) -> Result<Self, Fault> {
        Ok(Self { dawg: words_of(request, heading)?, ranked: Vec::new() })
    }

    /// Reads the number of parts of the pattern and each part as two numbers (no part: any word); the tiles by code, blanks
    /// first, with their number before them (none: any tiles); the needed letters in the same way; the excluded letters (two
    /// numbers), the fewest and the most letters, and how many nodes are visited at most.
    ///
    /// Answers whether the whole list was searched, the number of lengths, for each length from 0 how many words fit and how
    /// many of them are shown, and the letters of those that are shown, a byte each.
    pub(crate) fn find(&self, limit: usize, request: &[u32]) -> Result<Vec<u8>, Fault> {
        let mut reader = Reader::new(request);
        let parts = reader.up_to(MAX_PATTERN)?;
        let pattern: Vec<u64> = (0..parts).map(|_| reader.wide()).collect::<Result<_, _>>()?;
        let (rack, needed) = (reader.counted(MAX_LETTERS + 1)?, reader.counted(MAX_LETTERS + 1)?);
        let excluded = reader.wide()?;
        let (shortest, longest) = (reader.up_to(MAX_LENGTH)?, reader.up_to(MAX_LENGTH)?);
        let budget = reader.number()?.into();
        reader.end()?;
        let pattern = (parts > 0).then_some(pattern);
        let rack = (!rack.is_empty()).then_some(rack);
        let wanted = Wanted { pattern, rack, needed, excluded, shortest, longest };
        let found = self.dawg.find(&wanted, limit, budget);
        let mut answer = bytes(&[found.is_complete.into(), found.lengths.len() as u32]);
        answer.extend(found.lengths.iter().flat_map(|of| bytes(&[of.total as u32, of.words.len() as u32])));
        answer.extend(found.lengths.into_iter().flat_map(|of| of.words).flatten());
        Ok(answer)
    }

    /// Reads the number of texts and the letters of each with their number before them. Answers a byte for each text.
    pub(crate) fn contains(&self, request: &[u32]) -> Result<Vec<u8>, Fault> {
        let mut reader = Reader::new(request);
        let texts = reader.up_to(MAX_TEXTS)?;
        let known = |letters: Vec<u8>| self.dawg.contains_letters(&letters).into();
        let answer = (0..texts).map(|_| reader.counted(MAX_LENGTH + 1).map(known)).collect::<Result<_, _>>()?;
        reader.end()?;
        Ok(answer)
    }

    /// Reads the tiles of the bag by code, blanks first, and the letters of a word, each with their number before them, and
    /// the most letters of a word that gets a rank. Answers in how many ways the letters can be drawn (two numbers), the
    /// place of the alphagram from 1 (0: none), and how many alphagrams there are (0: not ranked).
    pub(crate) fn rank(&mut self, request: &[u32]) -> Result<Vec<u8>, Fault> {
        let mut reader = Reader::new(request);
        let (bag, letters) = (reader.counted(MAX_LETTERS + 1)?, reader.counted(MAX_LENGTH)?);
        let most = reader.up_to(MAX_LENGTH)?;
        reader.end()?;
        let ways = combinations(&letters, &bag);
        let (place, of) = if letters.len() < 2 || letters.len() > most {
            (0, 0)
        } else {
            let grams = self.alphagrams(letters.len(), &bag);
            (grams.place(&letters).map_or(0, |place| place as u32 + 1), grams.len() as u32)
        };
        Ok(bytes(&[ways as u32, (ways >> 32) as u32, place, of]))
    }

    /// Reads the tiles of the bag as in `rank`, a length and the first place from 0. Answers how many alphagrams follow; of
    /// each in how many ways it can be drawn (two numbers), and at the end their letters, a byte each.
    pub(crate) fn likely(&mut self, count: usize, request: &[u32]) -> Result<Vec<u8>, Fault> {
        let mut reader = Reader::new(request);
        let bag = reader.counted(MAX_LETTERS + 1)?;
        let (length, start) = (reader.up_to(MAX_LENGTH)?, reader.number()? as usize);
        reader.end()?;
        let grams = self.alphagrams(length, &bag);
        let shown: Vec<_> = (start..start.saturating_add(count)).map_while(|place| grams.at(place)).collect();
        let mut answer = bytes(&[shown.len() as u32]);
        answer.extend(shown.iter().flat_map(|(_, ways)| bytes(&[*ways as u32, (ways >> 32) as u32])));
        answer.extend(shown.into_iter().flat_map(|(letters, _)| letters));
        Ok(answer)
    }

    fn alphagrams(&mut self, length: usize, bag: &[u8]) -> &Alphagrams {
        let known = self.ranked.iter().position(|(of, tiles, _)| *of == length && tiles == bag);
        let last = match known {
            Some(at) => self.ranked.remove(at),
            None => (length, bag.to_vec(), Alphagrams::of(&self.dawg, length, bag)),
        };
        if self.ranked.len() >= MAX_RANKED {
            self.ranked.remove(0);
        }
        self.ranked.push(last);
        &self.ranked[self.ranked.len() - 1].2
    }
}
