//! The alphagrams of a lexicon (the letters of a word in the order of the alphabet), the likeliest to be drawn first.

use crate::alphabet::MAX_LETTERS;
use crate::dawg::Dawg;
use crate::packed_word::{MAX_LENGTH, PackedWord};

/// The alphagrams of one length.
#[derive(Debug)]
pub struct Alphagrams {
    /// The combinations and the letters: most combinations first, equal ones in the order of the alphabet.
    ranked: Vec<(u64, PackedWord)>,
    /// The places in `ranked` in the order of the letters.
    by_letters: Vec<u32>,
}

impl Alphagrams {
    /// The alphagrams of all words of a length, which must be a checked lexicon, with a bag of `counts` tiles by code, the
    /// blanks first.
    #[must_use]
    pub fn of(dawg: &Dawg, length: usize, counts: &[u8]) -> Self {
        let mut grams: Vec<PackedWord> = dawg.of_length(length).map(alphagram).collect();
        grams.sort_unstable();
        grams.dedup();
        let mut ranked: Vec<_> =
            grams.into_iter().map(|gram| (combinations(&gram.letters().collect::<Vec<_>>(), counts), gram)).collect();
        ranked.sort_unstable_by_key(|(count, gram)| (std::cmp::Reverse(*count), *gram));
        let mut by_letters: Vec<u32> = (0..ranked.len()).map(|place| place as u32).collect();
        by_letters.sort_unstable_by_key(|place| ranked[*place as usize].1);
        Self { ranked, by_letters }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranked.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranked.is_empty()
    }

    /// The letters and the combinations of the alphagram at a place, from 0.
    #[must_use]
    pub fn at(&self, place: usize) -> Option<(Vec<u8>, u64)> {
        self.ranked.get(place).map(|(count, gram)| (gram.letters().collect(), *count))
    }

    /// The place of the alphagram of these letters.
    #[must_use]
    pub fn place(&self, letters: &[u8]) -> Option<usize> {
        if letters.len() > MAX_LENGTH {
            return None;
        }
        let wanted = alphagram(packed(letters.iter().copied()));
        let found = self.by_letters.binary_search_by_key(&wanted, |place| self.ranked[*place as usize].1);
        found.ok().map(|at| self.by_letters[at] as usize)
    }
}

/// In how many ways as many tiles as there are letters can be drawn from the bag so that they spell the letters.
///
/// `counts` are the tiles by code, the blanks first. Of a letter that the word has `k` times, `k - j` are drawn of its own
/// tiles and `j` are blanks; the sum over all ways to share out the blanks counts each set of tiles once.
#[must_use]
pub fn combinations(letters: &[u8], counts: &[u8]) -> u64 {
    let blanks = usize::from(counts.first().copied().unwrap_or(0)).min(MAX_LENGTH);
    let mut times = [0usize; MAX_LETTERS + 1];
    for letter in letters.iter().take(MAX_LENGTH) {
        times[usize::from(*letter).min(MAX_LETTERS)] += 1;
    }
    // For each number of blanks in use the ways to draw the letters so far.
    let mut ways = [0u64; MAX_LENGTH + 1];
    ways[0] = 1;
    for (code, wanted) in times.iter().enumerate().filter(|(_, wanted)| **wanted > 0) {
        let there = u64::from(counts.get(code).copied().unwrap_or(0));
        let mut next = [0u64; MAX_LENGTH + 1];
        for used in 0..=blanks {
            for more in 0..=(blanks - used).min(*wanted) {
                let drawn = choose(there, (wanted - more) as u64);
                next[used + more] = next[used + more].saturating_add(ways[used].saturating_mul(drawn));
            }
        }
        ways = next;
    }
    let of_blanks = |used: usize| ways[used].saturating_mul(choose(blanks as u64, used as u64));
    (0..=blanks).map(of_blanks).fold(0, u64::saturating_add)
}

/// In how many ways `some` of `all` can be chosen.
fn choose(all: u64, some: u64) -> u64 {
    if some > all { 0 } else { (0..some).fold(1, |ways: u64, step| ways.saturating_mul(all - step) / (step + 1)) }
}

fn alphagram(word: PackedWord) -> PackedWord {
    let mut letters = [0u8; MAX_LENGTH];
    let mut length = 0;
    for letter in word.letters() {
        letters[length] = letter;
        length += 1;
    }
    letters[..length].sort_unstable();
    packed(letters[..length].iter().copied())
}

fn packed(letters: impl Iterator<Item = u8>) -> PackedWord {
    letters.enumerate().fold(PackedWord::default(), |word, (place, letter)| word.with(place, letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::words::Words;

    #[test]
    fn the_likeliest_letters_come_first() {
        let letters = Alphabet::new(&["A", "B", "C"]).unwrap();
        let words = Words::read(b"ab\nba\nac\nbb\n", letters.clone(), true);
        let graph = Dawg::of(&words.dawg().unwrap(), letters).unwrap();
        let grams = Alphagrams::of(&graph, 2, &[1, 3, 2, 1]);
        // Tiles: a blank, three A, two B, one C. AB: 3 * 2 + 3 + 2; AC: 3 + 3 + 1; BB: 1 + 2.
        let all: Vec<_> = (0..grams.len()).filter_map(|place| grams.at(place)).collect();
        assert_eq!(all, [(vec![1, 2], 11), (vec![1, 3], 7), (vec![2, 2], 3)]);
        assert_eq!(grams.place(&[3, 1]), Some(1));
        assert_eq!(grams.place(&[3, 3]), None);
        assert_eq!(grams.place(&[1; 20]), None);
    }

    #[test]
    fn combinations_count_each_set_of_tiles_once() {
        let tiles = [0u8, 0, 1, 1, 1, 2, 3];
        let counts = [2, 3, 1, 1];
        for word in [vec![1, 1], vec![1, 2, 3], vec![2, 2], vec![1, 1, 1, 1], vec![2, 2, 3, 3], vec![3, 3, 3, 3]] {
            let spells = |set: u32| {
                let mut left = counts.map(|_| 0usize);
                (0..tiles.len()).filter(|at| set >> at & 1 == 1).for_each(|at| left[usize::from(tiles[at])] += 1);
                let missing: usize = (1u8..4)
                    .map(|code| word.iter().filter(|w| **w == code).count().saturating_sub(left[usize::from(code)]))
                    .sum();
                set.count_ones() as usize == word.len() && missing <= left[0] && missing == left[0]
            };
            let sets = (0..1u32 << tiles.len()).filter(|set| spells(*set)).count() as u64;
            assert_eq!(combinations(&word, &counts), sets, "{word:?}");
        }
    }
}
