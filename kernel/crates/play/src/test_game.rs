//! A small game for tests: three letters, a board of 5 by 5, racks of four.

use std::sync::Arc;

use mostek_search::{Alphabet, Gaddag, Layout, Search, Words};

const WORDS: [&str; 9] = ["AB", "ABA", "ABBA", "BA", "BAB", "CAB", "ACA", "CC", "AABBA"];

/// A, B and C are worth 1, 3 and 5 points; the start square is the centre; the bingo bonus is 50.
pub fn search() -> Search {
    let letters = Alphabet::new(&["A", "B", "C"]).unwrap();
    let words = Words::read(WORDS.join("\n").as_bytes(), letters.clone(), true);
    let graph = Gaddag::of(&words.gaddag(&mut |_| true).unwrap(), &letters).unwrap();
    let layout = Layout::new(5, 5, &[1; 25], &[1; 25], 12).unwrap();
    Search::new(Arc::new(graph), layout, &[0, 1, 3, 5], 4, 50).unwrap()
}

/// A set of this many tiles: a blank, then A, B, C in turn.
pub fn tiles(count: usize) -> Vec<u8> {
    (0..count).map(|place| if place == 0 { 0 } else { (place % 3 + 1) as u8 }).collect()
}
