//! Small games for tests: three letters on a board of 5 by 5.

use std::sync::Arc;

use mostek_search::{Alphabet, BALANCE_SIDE, Gaddag, Layout, Leaves, MAX_EQUAL, Search, Words};

use crate::exchange_rule::ExchangeRule;
use crate::player_model::PlayerModel;
use crate::win_table::WinTable;

const WORDS: [&str; 9] = ["AB", "ABA", "ABBA", "BA", "BAB", "CAB", "ACA", "CC", "AABBA"];
pub const SIDE: usize = 5;
const SQUARES: usize = SIDE * SIDE;
const CENTRE: usize = 12;
/// The value of each tile left on a rack of [`model`], in thousandths of a point: the blank, A, B, C.
pub const KEPT: [i32; 4] = [9_003, 1_001, -1_509, -3_017];

/// A, B and C are worth 1, 3 and 5 points; the start square is the centre.
fn search_on(premiums: [[u8; SQUARES]; 2], rack_size: usize, bingo: u16) -> Search {
    let alphabet = Alphabet::new(&["A", "B", "C"]).unwrap();
    let words = Words::read(WORDS.join("\n").as_bytes(), alphabet.clone(), true);
    let gaddag = Gaddag::of(&words.gaddag(&mut |_| true).unwrap(), &alphabet).unwrap();
    let layout = Layout::new(SIDE, SIDE, &premiums[0], &premiums[1], CENTRE).unwrap();
    Search::new(Arc::new(gaddag), layout, &[0, 1, 3, 5], rack_size, bingo).unwrap()
}

/// A game without premium squares, with racks of four tiles and a bingo bonus of 50.
pub fn search() -> Search {
    search_on([[1; SQUARES]; 2], 4, 50)
}

/// A set of this many tiles: a blank, then A, B, C in turn.
pub fn tiles(count: usize) -> Vec<u8> {
    (0..count).map(|place| if place == 0 { 0 } else { (place % 3 + 1) as u8 }).collect()
}

/// A game with double letters in the corners, a triple word in the centre, racks of three tiles and a bingo bonus of 20.
pub fn model() -> PlayerModel {
    let (mut letter_premiums, mut word_premiums) = ([1; SQUARES], [1; SQUARES]);
    [0, 4, 20, 24].into_iter().for_each(|corner| letter_premiums[corner] = 2);
    word_premiums[CENTRE] = 3;
    let search = search_on([letter_premiums, word_premiums], 3, 20);
    let equal: Vec<i32> = KEPT.iter().flat_map(|kept| (1..=MAX_EQUAL as i32).map(move |count| kept * count)).collect();
    let leaves = Leaves::new(3, &equal, &[0; 16], &[0; BALANCE_SIDE * BALANCE_SIDE], 0).unwrap();
    let (search, leaves, win_table) = (Arc::new(search), Arc::new(leaves), Arc::new(WinTable::logistic().unwrap()));
    PlayerModel { search, leaves, win_table, exchange_rule: ExchangeRule::default() }
}

/// A board of [`model`] with ABA in the middle row, from the left.
pub fn board() -> Vec<u8> {
    let mut board = vec![0; SQUARES];
    board[10..13].copy_from_slice(&[1, 2, 1]);
    board
}
