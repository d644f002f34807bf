//! The solver against brute force.

use std::sync::Arc;

use mostek_search::{Alphabet, Gaddag, LaneSet, Layout, Play, Position, Search, Words};
use rand_core::RngCore;

use super::{EndRules, Solution, Solver};
use crate::moves::Move;
use crate::random::{Random, draw, random};

const WORDS: [&str; 14] =
    ["AB", "ABA", "ABBA", "BA", "BAB", "CAB", "ACA", "CC", "AABBA", "DA", "ADA", "BADAC", "DC", "CADDA"];
const SIDE: usize = 6;

/// A board of 6 by 6 with premiums in the corners and beside the centre.
pub(crate) fn search() -> Search {
    let letters = Alphabet::new(&["A", "B", "C", "D"]).unwrap();
    let words = Words::read(WORDS.join("\n").as_bytes(), letters.clone(), true);
    let graph = Gaddag::of(&words.gaddag(&mut |_| true).unwrap(), &letters).unwrap();
    let (mut letter_premiums, mut word_premiums) = ([1; SIDE * SIDE], [1; SIDE * SIDE]);
    [0, 5, 30, 35, 16].into_iter().for_each(|square| letter_premiums[square] = 3);
    [8, 13, 22, 27].into_iter().for_each(|square| word_premiums[square] = 2);
    let layout = Layout::new(SIDE, SIDE, &letter_premiums, &word_premiums, 14).unwrap();
    Search::new(Arc::new(graph), layout, &[0, 1, 3, 5, 2], 4, 20).unwrap()
}

pub(crate) fn plays(search: &Search, position: &Position, rack: &[u8]) -> Vec<Play> {
    let mut plays = Vec::new();
    search.each(position, &search.rack(rack).unwrap(), |found| plays.push(found.play()));
    plays
}

pub(crate) fn points(search: &Search, rack: &[u8]) -> i32 {
    rack.iter().map(|tile| search.value(*tile)).sum()
}

/// The leave of a play.
pub(crate) fn after(rack: &[u8], play: &Play) -> Vec<u8> {
    let mut left = rack.to_vec();
    for tile in play.tiles().iter().filter(|tile| **tile != 0) {
        let held = if tile & mostek_search::BLANK != 0 { 0 } else { *tile };
        let place = left.iter().position(|other| *other == held).unwrap();
        left.remove(place);
    }
    left
}

/// The value by brute force: every line to its end.
pub(crate) fn by_brute_force(
    search: &Search,
    ends: EndRules,
    position: &Position,
    racks: [&[u8]; 2],
    passes: u8,
) -> i32 {
    let [mover, other] = racks;
    let passed = if passes + 1 == ends.passes {
        ends.blocked * (points(search, other) - points(search, mover))
    } else {
        -by_brute_force(search, ends, position, [other, mover], passes + 1)
    };
    let played = plays(search, position, mover).into_iter().map(|play| {
        let left = after(mover, &play);
        if left.is_empty() {
            return play.score + ends.out * points(search, other);
        }
        let mut next = position.clone();
        search.lay(&mut next, &play);
        play.score - by_brute_force(search, ends, &next, [other, &left], 0)
    });
    played.fold(passed, i32::max)
}

/// A position a few random turns after an empty board, and racks of at most `most` tiles.
pub(crate) fn position(search: &Search, random: &mut Random, most: u64) -> (Position, [Vec<u8>; 2]) {
    let mut position = search.empty().clone();
    let mut bag = vec![0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4];
    for _ in 0..random.next_u64() % 5 {
        let mut rack = Vec::new();
        draw(&mut bag, random, &mut rack, 4);
        let plays = plays(search, &position, &rack);
        if let Some(play) = plays.get(random.next_u64() as usize % plays.len().max(1)) {
            search.lay(&mut position, play);
            bag.extend(after(&rack, play));
        } else {
            bag.extend(&rack);
        }
    }
    let racks = [0, 1].map(|_| {
        let mut rack = Vec::new();
        let size = 1 + random.next_u64() % most;
        draw(&mut bag, random, &mut rack, size as usize);
        rack
    });
    (position, racks)
}

fn solve(search: &Search, ends: EndRules, position: &Position, racks: [&[u8]; 2], passes: u8) -> Solution {
    Solver::new(ends, 1 << 16).solve(search, position, racks, passes, &mut |_| true).unwrap()
}

#[test]
fn the_value_is_that_of_trying_everything() {
    values_are_those_of_trying_everything(6, 2000);
}

#[test]
#[ignore = "a quarter of a million positions take a minute even when built for release"]
fn no_value_differs_in_many_positions() {
    (6..11).for_each(|seed| values_are_those_of_trying_everything(seed, 50_000));
}

fn values_are_those_of_trying_everything(seed: u64, rounds: usize) {
    let search = search();
    let mut random = random(seed, 0);
    let rules = [
        EndRules { passes: 2, out: 2, blocked: 1 },
        EndRules { passes: 1, out: 1, blocked: 0 },
        EndRules { passes: 3, out: 2, blocked: 1 },
    ];
    for round in 0..rounds {
        let (position, [mover, other]) = position(&search, &mut random, 2 + u64::from(round % 4 == 0));
        let ends = rules[round % 3];
        let passes = random.next_u64() as u8 % ends.passes;
        let wanted = by_brute_force(&search, ends, &position, [&mover, &other], passes);
        let found = solve(&search, ends, &position, [&mover, &other], passes);
        assert!(found.proved);
        assert_eq!(found.value, wanted, "round {round} of {seed}: {mover:?} against {other:?}, {ends:?}");
    }
}

#[test]
fn tiles_above_a_row_and_below_it_make_two_rows() {
    let (search, row) = (search(), 2);
    let key = |squares: &[usize]| {
        let mut board = [0; SIDE * SIDE];
        squares.iter().for_each(|square| board[*square] = 3);
        search.lane_hash(&search.position(&board).unwrap(), row)
    };
    let [above, below, elsewhere] = [8, 20, 32];
    // Both have equal cross-sets and cross-scores, but a play changes different rows.
    assert_ne!(key(&[above]), key(&[below]));
    assert_eq!(key(&[above, elsewhere]), key(&[above]));
}

#[test]
fn a_row_under_a_word_is_not_taken_for_one_over_it() {
    let search = search();
    let mut board = [0; SIDE * SIDE];
    [(2, 1), (8, 2), (14, 129)].into_iter().for_each(|(square, tile)| board[square] = tile);
    let position = search.position(&board).unwrap();
    for passes in 2..5 {
        let ends = EndRules { passes, ..EndRules::default() };
        assert_eq!(solve(&search, ends, &position, [&[4, 2], &[1, 1]], 0).value, -10);
    }
}

#[test]
fn a_play_leaves_the_lanes_that_it_does_not_touch_as_they_are() {
    let (search, mut random) = (search(), random(6, 5));
    for _ in 0..50 {
        let (position, [rack, _]) = position(&search, &mut random, 4);
        for play in plays(&search, &position, &rack) {
            let (mut next, changed) = (position.clone(), search.changed_lanes(&position, &play));
            search.lay(&mut next, &play);
            assert!(changed.contains(LaneSet::number(&play)));
            for lane in search.lanes().numbers().filter(|lane| !changed.contains(*lane)) {
                assert_eq!(search.lane_hash(&next, lane), search.lane_hash(&position, lane));
            }
        }
    }
}

#[test]
fn the_line_is_worth_the_value() {
    let (search, ends) = (search(), EndRules::default());
    let mut random = random(6, 1);
    for _ in 0..200 {
        let (mut position, [mover, other]) = position(&search, &mut random, 3);
        let found = solve(&search, ends, &position, [&mover, &other], 0);
        let (mut racks, mut value, mut sign, mut passes) = ([mover, other], 0, 1, 0);
        for choice in found.line {
            passes += 1;
            if let Move::Play(play) = choice {
                racks[0] = after(&racks[0], &play);
                search.lay(&mut position, &play);
                value += sign * play.score;
                passes = 0;
            }
            if racks[0].is_empty() {
                value += sign * ends.out * points(&search, &racks[1]);
            } else if passes == 2 {
                value += sign * ends.blocked * (points(&search, &racks[1]) - points(&search, &racks[0]));
            }
            racks.reverse();
            sign = -sign;
        }
        assert_eq!(value, found.value);
    }
}

#[test]
fn a_solver_that_is_stopped_says_what_it_knows() {
    let search = search();
    let board = search.empty();
    let mut asked = 0;
    let mut watch = |found: &Solution| {
        asked += 1;
        found.depth < 2
    };
    let racks: [&[u8]; 2] = [&[1, 2, 0, 4], &[1, 1, 3, 2]];
    let found = Solver::new(EndRules::default(), 1 << 16).solve(&search, board, racks, 0, &mut watch).unwrap();
    assert!(!found.proved && found.depth == 2 && !found.line.is_empty() && asked >= 2);
}

#[test]
fn one_solver_answers_as_a_new_one_each_time() {
    let search = search();
    let mut random = random(6, 2);
    let mut solver = Solver::new(EndRules::default(), 1 << 12);
    for _ in 0..100 {
        let (position, [mover, other]) = position(&search, &mut random, 3);
        let again = solver.solve(&search, &position, [&mover, &other], 0, &mut |_| true).unwrap();
        assert_eq!(again.value, solve(&search, EndRules::default(), &position, [&mover, &other], 0).value);
    }
}

#[test]
fn windows_tell_on_which_side_the_value_is() {
    let search = search();
    let mut random = random(6, 3);
    for _ in 0..100 {
        let (position, [mover, other]) = position(&search, &mut random, 3);
        let racks: [&[u8]; 2] = [&mover, &other];
        let value = solve(&search, EndRules::default(), &position, racks, 0).value;
        for middle in [value - 7, value - 1, value, value + 1, value + 7] {
            let mut solver = Solver::new(EndRules::default(), 1 << 16);
            let window = [middle - 1, middle + 1];
            solver.forget();
            let found = solver.solve_within(&search, (&position, 0), racks, 0, window, &mut |_| true).unwrap();
            assert!(found.proved);
            assert_eq!(found.value.cmp(&middle), value.cmp(&middle));
        }
    }
}
