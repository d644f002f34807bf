//! The search against brute force, on a small board.

use super::*;
use crate::alphabet::Alphabet;
use crate::play::Tiles;
use crate::word_map::WordMap;
use crate::words::Words;
use crate::{BALANCE_SIDE, BLANK, Gaddag, GeneratedPlay, Leaves, MAX_EQUAL, RankedPlay, Scratch, Valuation};

const WORDS: [&str; 9] = ["AB", "ABA", "ABBA", "BA", "BAB", "CAB", "ACA", "CC", "AABBA"];
const SIDE: usize = 5;

fn code(tile: char) -> u8 {
    match tile {
        '.' => 0,
        '#' => BLANK,
        'a'..='c' => BLANK | (tile as u8 - b'a' + 1),
        _ => tile as u8 - b'A' + 1,
    }
}

fn codes(drawn: &str) -> Vec<u8> {
    drawn.chars().filter(|tile| !tile.is_whitespace()).map(code).collect()
}

/// A board of 5 by 5 with double letters in the corners and a triple word in the centre, the start square.
fn search() -> Search {
    let letters = Alphabet::new(&["A", "B", "C"]).unwrap();
    let words = Words::read(WORDS.join("\n").as_bytes(), letters.clone(), true);
    let graph = Gaddag::of(&words.gaddag(&mut |_| true).unwrap(), &letters).unwrap();
    let (mut letter_premiums, mut word_premiums) = ([1; 25], [1; 25]);
    [0, 4, 20, 24].into_iter().for_each(|corner| letter_premiums[corner] = 2);
    word_premiums[12] = 3;
    let layout = Layout::new(SIDE, SIDE, &letter_premiums, &word_premiums, 12).unwrap();
    Search::new(Arc::new(graph), layout, &[0, 1, 3, 5], 4, 50).unwrap()
}

/// The same search with a word map.
fn mapped() -> Search {
    let letters = Alphabet::new(&["A", "B", "C"]).unwrap();
    let words = Words::read(WORDS.join("\n").as_bytes(), letters.clone(), true);
    let map = WordMap::of(&words.word_map(4, &mut |_| true).unwrap(), &letters).unwrap();
    search().with_map(Arc::new(map))
}

fn square(board: &[u8], row: usize, column: usize) -> u8 {
    if row < SIDE && column < SIDE { board[row * SIDE + column] } else { 0 }
}

/// The word through a square of a board as text, and its squares.
fn word(board: &[u8], row: usize, column: usize, down: bool) -> (String, Vec<usize>) {
    let step = |at: usize| if down { (at, column) } else { (row, at) };
    let tile = |at: usize| square(board, step(at).0, step(at).1);
    let mut first = if down { row } else { column };
    while first > 0 && tile(first - 1) != 0 {
        first -= 1;
    }
    let squares: Vec<usize> = (first..SIDE).take_while(|at| tile(*at) != 0).collect();
    let letter = |at: &usize| if tile(*at) == BLANK { '#' } else { char::from((tile(*at) & !BLANK) + b'A' - 1) };
    (squares.iter().map(letter).collect(), squares.iter().map(|at| step(*at).0 * SIDE + step(*at).1).collect())
}

/// All plays by brute force: every filling of every lane.
fn by_brute_force(search: &Search, board: &[u8], rack: &[u8]) -> Vec<Play> {
    let mut found = Vec::new();
    for down in [false, true] {
        for start in 0..SIDE * SIDE {
            let (row, column) = (start / SIDE, start % SIDE);
            let mut partial = vec![(board.to_vec(), rack.to_vec(), row, column, Vec::new())];
            while let Some((board_now, rack_now, row_now, column_now, laid)) = partial.pop() {
                found.extend(judged(search, (board, &board_now), (row, column), down, &laid));
                if row_now >= SIDE || column_now >= SIDE {
                    continue;
                }
                let (row_next, column_next) = if down { (row_now + 1, column_now) } else { (row_now, column_now + 1) };
                let at = row_now * SIDE + column_now;
                if board[at] != 0 {
                    let laid = [&laid[..], &[0]].concat();
                    partial.push((board_now, rack_now, row_next, column_next, laid));
                    continue;
                }
                for tile in 1..=3u8 {
                    for (held, laid_tile) in [(tile, tile), (0, tile | BLANK)] {
                        let Some(place) = rack_now.iter().position(|other| *other == held) else { continue };
                        let (mut board_next, mut rack_next) = (board_now.clone(), rack_now.clone());
                        board_next[at] = laid_tile;
                        rack_next.remove(place);
                        let laid = [&laid[..], &[laid_tile]].concat();
                        partial.push((board_next, rack_next, row_next, column_next, laid));
                    }
                }
            }
        }
    }
    found.sort();
    found
}

/// The play of these tiles if it is legal: all words are valid, and it touches a tile.
fn judged(
    search: &Search,
    (before, after): (&[u8], &[u8]),
    (row, column): (usize, usize),
    down: bool,
    laid: &[u8],
) -> Option<Play> {
    let new = |at: &usize| before[*at] != after[*at];
    let (main, squares) = word(after, row, column, down);
    let covers = squares.first() == Some(&(row * SIDE + column)) && squares.len() == laid.len();
    let count = squares.iter().filter(|at| new(at)).count();
    if !covers || count == 0 || !WORDS.contains(&main.as_str()) {
        return None;
    }
    let score = |squares: &[usize]| {
        let premium = |at: &usize, premiums: &[u8]| if new(at) { i32::from(premiums[*at]) } else { 1 };
        let value = |at: &usize| if after[*at] & BLANK == 0 { search.value(after[*at]) } else { 0 };
        let sum: i32 = squares.iter().map(|at| value(at) * premium(at, &search.layout.letter_premiums)).sum();
        squares.iter().fold(sum, |sum, at| sum * premium(at, &search.layout.word_premiums))
    };
    let mut total = score(&squares);
    let mut touches = squares.iter().any(|at| !new(at) || (before.iter().all(|tile| *tile == 0) && *at == 12));
    for at in squares.iter().filter(|at| new(at)) {
        let (crossing, across) = word(after, at / SIDE, at % SIDE, !down);
        if across.len() > 1 {
            if !WORDS.contains(&crossing.as_str()) || (count == 1 && across.len() > squares.len() - usize::from(down)) {
                return None;
            }
            total += score(&across);
            touches = true;
        }
    }
    let place =
        crate::play::Place { down, lane: if down { column } else { row }, first: if down { row } else { column } };
    let score = total + if count == 4 { 50 } else { 0 };
    touches.then(|| GeneratedPlay { score, used: 0, place, tiles: Tiles::Spelled(laid) }.play())
}

const BOARDS: [&str; 7] = [
    ".....  .....  .....  .....  .....",
    ".....  .....  .ABA.  .....  .....",
    ".....  .B...  .ABA.  .B...  .A...",
    "..C..  ..A..  CABBA  .....  .B.B.",
    "A.B.A  .....  A.bBA  B.A..  A....",
    ".....  ..#..  .....  ..A..  .B.b.",
    "CCCCC  .....  .....  .....  ....A",
];
const RACKS: [&str; 6] = ["ABC", "AABB", "A", "AB..", "....", ""];

fn positions() -> impl Iterator<Item = (Vec<u8>, Vec<u8>)> {
    BOARDS.iter().flat_map(|board| RACKS.map(|rack| (codes(board), codes(rack))))
}

fn plays(search: &Search, position: &Position, rack: &Rack) -> Vec<Play> {
    let mut plays = Vec::new();
    search.each(position, rack, |found| plays.push(found.play()));
    plays.sort();
    plays
}

#[test]
fn the_plays_are_those_of_brute_force() {
    let search = search();
    let mut checked = 0;
    for (board, rack) in positions() {
        let (position, held) = (search.position(&board).unwrap(), search.rack(&rack).unwrap());
        let plays = plays(&search, &position, &held);
        assert_eq!(plays, by_brute_force(&search, &board, &rack), "{board:?} with {rack:?}");
        let totals = search.totals(&position, &held);
        assert_eq!(totals.plays, plays.len() as u64);
        assert_eq!(totals.sum, plays.iter().map(|play| i64::from(play.score)).sum());
        checked += plays.len();
    }
    assert!(checked > 1000, "only {checked} plays were compared");
}

/// Leave values that all differ, some of them large.
fn leaves() -> Leaves {
    let equal: Vec<i32> = (0..4 * MAX_EQUAL as i32).map(|place| (place * 7919) % 9001 - 4000).collect();
    let pairs: Vec<i32> = (0..16).map(|place| (place * 3571) % 7001 - 3000).collect();
    let balance: Vec<i32> = (0..(BALANCE_SIDE * BALANCE_SIDE) as i32).map(|place| (place * 131) % 5003).collect();
    Leaves::new(3, &equal, &pairs, &balance, 1 << 1).unwrap()
}

#[test]
fn the_best_are_the_best_of_all() {
    let (searches, leaves, mut scratch) = ([search(), mapped()], leaves(), Scratch::default());
    for (search, (board, rack)) in
        searches.iter().flat_map(|search| positions().map(move |position| (search, position)))
    {
        let (position, rack) = (search.position(&board).unwrap(), search.rack(&rack).unwrap());
        for valuation in [Valuation::Score, Valuation::Leaves(&leaves), Valuation::EmptyBag { opponent_points: 6 }] {
            search.best(&position, &rack, valuation, 0, &mut scratch);
            let of_left = scratch.leave_values().to_vec();
            let mut all = Vec::new();
            search.each(&position, &rack, |found| {
                let equity = found.score * 1000 + of_left[usize::from(found.used)];
                all.push(RankedPlay { play: found.play(), equity });
            });
            all.sort();
            for count in [1, 3, 15, 100_000] {
                let best = search.best(&position, &rack, valuation, count, &mut scratch);
                assert_eq!(best, &all[..count.min(all.len())], "{board:?} with {:?}", rack.tiles());
            }
        }
    }
}

#[test]
fn a_board_laid_play_by_play_is_the_board_set_at_once() {
    let search = search();
    let mut seen = 0;
    for (board, rack) in positions() {
        let before = search.position(&board).unwrap();
        let mut position = before.clone();
        for play in plays(&search, &before, &search.rack(&rack).unwrap()) {
            search.lay(&mut position, &play);
            let mut after = board.clone();
            for (at, tile) in play.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
                let (row, column) = (usize::from(play.row), usize::from(play.column));
                after[if play.down { (row + at) * SIDE + column } else { row * SIDE + column + at }] = *tile;
            }
            assert_eq!(position, search.position(&after).unwrap(), "{board:?} and {play:?}");
            position.clone_from(&before);
            seen += 1;
        }
        assert_eq!(position, before);
    }
    assert!(seen > 1000, "only {seen} plays were laid");
}

#[test]
fn a_malformed_position_is_refused_in_words() {
    let search = search();
    let board = |board: &[u8]| search.position(board).unwrap_err().to_string();
    let rack = |rack: &[u8]| search.rack(rack).unwrap_err().to_string();
    assert_eq!(board(&[0; 24]), "the board has 25 squares, not 24");
    assert_eq!(board(&[&[0; 24][..], &[4]].concat()), "code 4 on square 24 is no letter of the alphabet");
    assert_eq!(rack(&[1; 5]), "a rack holds 4 tiles, not 5");
    assert_eq!(rack(&[BLANK | 1]), "code 129 on the rack is no letter of the alphabet");
}

#[test]
fn measures_that_make_no_game_are_refused() {
    let of = |values: &[u8], rack_size, premium| {
        let layout = Layout::new(1, 2, &[premium; 2], &[premium; 2], 0).unwrap();
        Search::new(Arc::clone(&search().graph), layout, values, rack_size, 50).err()
    };
    assert_eq!(of(&[0, 1, 1, 1], 7, 4), None);
    assert_eq!(of(&[0, 1, 1], 7, 1), Some(SearchError::Values { needed: 4, values: 3 }));
    assert_eq!(of(&[1, 1, 1, 1], 7, 1), Some(SearchError::Blank(1)));
    assert_eq!(of(&[0, 1, 1, 1], 16, 1), Some(SearchError::Rack(16)));
    assert_eq!(of(&[0, 255, 1, 1], 15, 9), Some(SearchError::Score));
}
