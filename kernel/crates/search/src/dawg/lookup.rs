//! Lookup of words.
//!
//! A text is decoded letter by letter during the walk through the nodes: the processor decodes ahead while it waits for
//! memory, and stops at the first letter without a node.

use std::iter;

use super::{ARC, Dawg, ENDS, LAST, LETTER, row};

impl Dawg {
    /// Whether a text, in either case, is a word.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        if !self.letters.is_short() {
            return self.letters.pack(text).is_ok_and(|word| self.reached(word.letters()) & ENDS != 0);
        }
        let mut rest = text.as_bytes();
        let node = self.reached(iter::from_fn(|| self.letters.take_short(&mut rest)));
        node & ENDS != 0 && rest.is_empty()
    }

    /// Whether letters, by their codes, are a word.
    #[must_use]
    pub fn contains_letters(&self, letters: &[u8]) -> bool {
        let known = 1..=self.letters.count();
        letters.iter().all(|letter| known.contains(&usize::from(*letter)))
            && self.reached(letters.iter().copied()) & ENDS != 0
    }

    /// The node of the last letter; 0 if no word begins with these letters or they are fewer than two.
    #[inline(always)]
    fn reached(&self, mut letters: impl Iterator<Item = u8>) -> u32 {
        let (nodes, side) = (self.nodes.as_slice(), self.letters.count() + 1);
        let prefix_index = self.prefix_index.get_or_init(|| prefix_index(nodes, side));
        let start = [(); 3].map(|()| letters.next().unwrap_or(0));
        let mut node = prefix_index[place(start, side)];
        for letter in letters {
            if node & ARC == 0 {
                return 0;
            }
            node = find(nodes, node & ARC, letter);
        }
        node
    }
}

/// The node after the first two and the first three letters of every word, by [`place`], 0 for other letters. The first
/// rows are the longest: with two letters instead of three a lookup takes a sixth longer.
fn prefix_index(nodes: &[u32], side: usize) -> Box<[u32]> {
    let letter = |node: u32| (node >> LETTER) as u8;
    let after = |node: u32| row(nodes, node & ARC).iter().copied().filter(|node| usize::from(letter(*node)) < side);
    let mut starts = vec![0; side.pow(3)];
    for first in after(nodes[0]) {
        for second in after(first) {
            starts[place([first, second, 0].map(letter), side)] = second;
            for third in after(second) {
                starts[place([first, second, third].map(letter), side)] = third;
            }
        }
    }
    starts.into_boxed_slice()
}

/// The index of three letters in a cube; 0 stands for no letter.
fn place(letters: [u8; 3], side: usize) -> usize {
    letters.iter().fold(0, |place, letter| place * side + usize::from(*letter))
}

/// The node of a letter in the state at a place from 1; 0 if the state has no such letter.
#[inline(always)]
fn find(nodes: &[u32], first: u32, letter: u8) -> u32 {
    let matching = |node: u32| if node >> LETTER == u32::from(letter) { node } else { 0 };
    let mut rest = nodes.get(first as usize..).unwrap_or_default();
    while let Some((span, after)) = rest.split_first_chunk() {
        let stops = stops(span, letter);
        if stops != 0 {
            return matching(span[stops.trailing_zeros() as usize % SPAN]);
        }
        rest = after;
    }
    rest.iter().find(|node| is_stop(**node, letter)).map_or(0, |node| matching(*node))
}

/// Nodes compared at once.
const SPAN: usize = 8;

/// Whether the search for a letter stops at this node: it has the letter or a later one, or is the last of its row.
fn is_stop(node: u32, letter: u8) -> bool {
    node >> LETTER >= u32::from(letter) || node & LAST != 0
}

/// The nodes of a span at which the search for a letter stops, the first node as the lowest bit.
#[cfg(not(target_arch = "x86_64"))]
use stops_scalar as stops;

#[cfg(any(test, not(target_arch = "x86_64")))]
fn stops_scalar(span: &[u32; SPAN], letter: u8) -> u32 {
    (0..SPAN).fold(0, |stops, place| stops | u32::from(is_stop(span[place], letter)) << place)
}

/// The nodes of a span at which the search for a letter stops, the first node as the lowest bit.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn stops(span: &[u32; SPAN], letter: u8) -> u32 {
    // SAFETY: every x86-64 processor has SSE2. With the code that the compiler makes of `stops_scalar` a lookup takes 50
    // % longer for a valid word and 25 % longer for an invalid one.
    #[allow(unsafe_code)]
    unsafe {
        stops_sse2(span, letter)
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn stops_sse2(span: &[u32; SPAN], letter: u8) -> u32 {
    use std::arch::x86_64::*;
    let below = _mm_set1_epi32(i32::from(letter) - 1);
    let [low, high] = bytemuck::cast::<_, [__m128i; 2]>(*span).map(|nodes| {
        let reached = _mm_cmpgt_epi32(_mm_srli_epi32::<{ LETTER as i32 }>(nodes), below);
        let last = _mm_slli_epi32::<{ LAST.leading_zeros() as i32 }>(nodes);
        // The highest bit of each node.
        _mm_movemask_ps(_mm_castsi128_ps(_mm_or_si128(reached, last))) as u32
    });
    low | high << 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::{Alphabet, MAX_LETTERS};
    use crate::words::Words;

    /// An alphabet with letters of one byte and of two.
    fn many() -> Vec<String> {
        ('A'..='Z').chain('А'..='Я').take(MAX_LETTERS).map(String::from).collect()
    }

    /// Texts of 1 to 17 letters. The first letters of the alphabet are the most frequent, so that many texts share a
    /// prefix.
    fn texts(tiles: &[String]) -> Vec<String> {
        let mut state = 1u64;
        let mut below = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count
        };
        let mut text = |_| (0..=below(17)).map(|_| tiles[below(tiles.len()) * below(3) / 2].as_str()).collect();
        (0..4000).map(&mut text).collect()
    }

    /// The DAWG of every other text, its words, and all texts.
    fn graph(tiles: &[String]) -> (Dawg, Words, Vec<String>) {
        let (letters, texts) = (Alphabet::new(tiles).unwrap(), texts(tiles));
        let lines: String = texts.iter().step_by(2).map(|text| text.clone() + "\n").collect();
        let words = Words::read(lines.as_bytes(), letters.clone(), true);
        (Dawg::of(&words.dawg().unwrap(), letters).unwrap(), words, texts)
    }

    #[test]
    fn of_any_text_the_graph_says_what_the_list_says() {
        let with = |tile: &str| [many()[..20].to_vec(), vec![tile.to_owned()]].concat();
        for tiles in [many(), many()[..2].to_vec(), with("AB"), with("字")] {
            let (graph, words, texts) = graph(&tiles);
            let mut found = 0;
            for text in &texts {
                for text in [text.clone(), text.to_lowercase(), text.clone() + "B", "B".to_owned() + text] {
                    assert_eq!(graph.contains(&text), words.contains(&text), "{text}");
                    found += usize::from(words.contains(&text));
                }
            }
            assert!(found > 2000 && found < 4 * texts.len());
        }
    }

    #[test]
    fn a_word_with_something_that_is_no_letter_is_no_word() {
        let (graph, _, texts) = graph(&many());
        let word = texts.iter().find(|text| graph.contains(text)).unwrap();
        let (first, rest) = word.split_at(word.chars().next().unwrap().len_utf8());
        for other in ["?", " ", "字", "\u{80}", "Å", "\0"] {
            for text in [format!("{word}{other}"), format!("{other}{word}"), format!("{first}{other}{rest}")] {
                assert!(!graph.contains(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn the_vectors_stop_where_one_by_one_stops() {
        let others = !(LAST | 63 << LETTER);
        for place in 0..SPAN {
            for (letter, rest) in (0..64).flat_map(|letter| [0, LAST, others, LAST | others].map(|rest| (letter, rest)))
            {
                let mut span = [1 << LETTER; SPAN];
                span[place] = letter << LETTER | rest;
                for wanted in 1..64 {
                    assert_eq!(stops(&span, wanted), stops_scalar(&span, wanted), "{letter} {rest:x} {wanted}");
                }
            }
        }
    }
}
