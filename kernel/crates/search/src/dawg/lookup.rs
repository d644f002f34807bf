//! Looking a word up.
//!
//! The text is read letter by letter as the graph is walked: the processor reads ahead while it waits
//! for the nodes, and behind a letter that leads nowhere nothing is read any more.

use std::iter;

use super::span::{SPAN, is_stop, stops};
use super::{ARC, Dawg, ENDS, LETTER, row};

impl Dawg {
    /// Whether the text, in either case, is a word.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        if !self.letters.is_short() {
            return self.letters.pack(text).is_ok_and(|word| self.reached(word.letters()) & ENDS != 0);
        }
        let mut rest = text.as_bytes();
        let node = self.reached(iter::from_fn(|| self.letters.take_short(&mut rest)));
        node & ENDS != 0 && rest.is_empty()
    }

    /// The node of the last of these letters; 0 if no word begins with them, or they are fewer than two.
    #[inline(always)]
    fn reached(&self, mut letters: impl Iterator<Item = u8>) -> u32 {
        let (nodes, side) = (self.nodes.as_slice(), self.letters.count() + 1);
        let starts = self.starts.get_or_init(|| starts(nodes, side));
        let start = [(); 3].map(|()| letters.next().unwrap_or(0));
        let mut node = starts[place(start, side)];
        for letter in letters {
            if node & ARC == 0 {
                return 0;
            }
            node = find(nodes, node & ARC, letter);
        }
        node
    }
}

/// The node of the last letter of every two or three with which a word begins, 0 for others, by
/// [`place`]. The first rows are the longest: with two letters instead of three, a lookup takes a sixth longer.
fn starts(nodes: &[u32], side: usize) -> Box<[u32]> {
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

/// Where three letters, each below the side or 0 for none, stand in a cube.
fn place(letters: [u8; 3], side: usize) -> usize {
    letters.iter().fold(0, |place, letter| place * side + usize::from(*letter))
}

/// The node of a letter in the state that begins at a place from 1; 0 if it has none.
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

#[cfg(test)]
mod tests {
    use crate::alphabet::{Alphabet, MAX_LETTERS};
    use crate::dawg::Dawg;
    use crate::words::Words;

    /// The letters of an alphabet of many, some of one byte and some of two.
    fn many() -> Vec<String> {
        ('A'..='Z').chain('А'..='Я').take(MAX_LETTERS).map(String::from).collect()
    }

    /// Texts of 1 to 17 letters, the first letters of the alphabet oftenest, so that many begin alike.
    fn texts(tiles: &[String]) -> Vec<String> {
        let mut state = 1u64;
        let mut below = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count
        };
        let mut text = |_| (0..=below(17)).map(|_| tiles[below(tiles.len()) * below(3) / 2].as_str()).collect();
        (0..4000).map(&mut text).collect()
    }

    /// The graph of every other text that is a word, and what those words are.
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
}
