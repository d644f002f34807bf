//! The sums against a slow computation.

use mostek_search::{BALANCE_SIDE, MAX_EQUAL};

use super::*;
use crate::test_game;

const VOWELS: u64 = 1 << 1;

fn learnt(numbers: Range<u64>, threads: usize) -> TrainingSums {
    let (search, tiles, leaves) = (test_game::search(), test_game::tiles(40), Leaves::zero(3));
    let self_play = SelfPlay { search: &search, tiles: &tiles, seed: 9, pairs: false };
    self_play.train(numbers, threads, &leaves, LeaveTerms::new(&search, VOWELS), || true).unwrap()
}

#[test]
fn lessons_do_not_depend_on_threads_and_parts() {
    let (all, mut parts) = (learnt(0..30, 1), learnt(0..11, 2));
    assert_eq!(all, learnt(0..30, 3));
    parts.add(&learnt(11..30, 2));
    assert_eq!(all, parts);
    assert!(all.racks > 500);
}

#[test]
fn a_leave_has_the_terms_of_its_tiles_pairs_and_balance() {
    let terms = LeaveTerms::new(&test_game::search(), VOWELS);
    let of = |leave: &[u8]| {
        let mut found = vec![99];
        terms.of(&mut leave.to_vec(), &mut found);
        found
    };
    // Four codes of up to four tiles each, six pairs, a square of side five.
    assert_eq!((terms.pairs(), terms.balances(), terms.count()), (16, 22, 47));
    assert_eq!(of(&[]), []);
    assert_eq!(of(&[0]), [0, 22]);
    assert_eq!(of(&[3, 3]), [13, 22 + 2]);
    assert_eq!(of(&[1, 0, 1]), [0, 5, 16, 22 + 2 * 5]);
    assert_eq!(of(&[3, 2, 1, 0]), [0, 4, 8, 12, 16, 17, 18, 19, 20, 21, 22 + 5 + 2]);
}

/// Leave values with a value of its own for every term, by its number.
fn leaves(terms: &LeaveTerms, value: impl Fn(usize) -> i32) -> Leaves {
    let (codes, rack_size) = (terms.codes, terms.rack_size);
    let mut equal = vec![0; codes * MAX_EQUAL];
    let mut pairs = vec![0; codes * codes];
    let mut balance = vec![0; BALANCE_SIDE * BALANCE_SIDE];
    let mut term = (0..terms.count()).map(value);
    let mut next = || term.next().unwrap();
    (0..codes).for_each(|code| (0..rack_size).for_each(|count| equal[code * MAX_EQUAL + count] = next()));
    (0..codes).for_each(|one| (one + 1..codes).for_each(|other| pairs[one * codes + other] = next()));
    (0..=rack_size)
        .for_each(|vowels| (0..=rack_size).for_each(|others| balance[vowels * BALANCE_SIDE + others] = next()));
    Leaves::new(codes - 1, &equal, &pairs, &balance, terms.vowels).unwrap()
}

#[test]
fn the_search_values_a_leave_by_the_same_terms() {
    let search = test_game::search();
    let terms = LeaveTerms::new(&search, VOWELS);
    let value = |term: usize| (term * term * 7 + 13) as i32;
    let leaves = leaves(&terms, value);
    let mut scratch = mostek_search::Scratch::default();
    for rack in [vec![0, 0, 1, 3], vec![1, 1, 1, 1], vec![3, 2, 2, 1], vec![2, 0]] {
        let rack = search.rack(&rack).unwrap();
        search.best(search.empty(), &rack, mostek_search::Valuation::Leaves(&leaves), 1, &mut scratch);
        for set in rack.subsets() {
            let kept = rack.tiles().iter().enumerate().filter(|(place, _)| set >> place & 1 == 0);
            let (mut kept, mut found) = (kept.map(|(_, tile)| *tile).collect::<Vec<_>>(), Vec::new());
            terms.of(&mut kept, &mut found);
            assert_eq!(scratch.leave_values()[usize::from(set)], found.into_iter().map(value).sum::<i32>(), "{kept:?}");
        }
    }
}

#[test]
fn sums_are_those_of_what_differs_from_the_mean() {
    let (search, none) = (test_game::search(), Leaves::zero(3));
    let terms = LeaveTerms::new(&search, VOWELS);
    let mut trainer = Trainer::new(&search, &none, terms);
    let racks: [(&[u8], i32); RACKS] =
        [(&[], 5), (&[1], 7), (&[1, 2], -4), (&[0], 30), (&[2, 2], 0), (&[3, 1, 0], 11), (&[1, 1], 2), (&[3], -9)];
    for (place, (leave, equity)) in racks.iter().enumerate() {
        trainer.rack = leave.to_vec();
        trainer.set(place, leave.len(), *equity);
    }
    trainer.add_position();
    let row = |place: usize| {
        let mut row = vec![0.0; terms.count() + 1];
        trainer.sampled[place].terms.iter().for_each(|term| row[*term] = 1.0);
        row[terms.count()] = f64::from(racks[place].1);
        row
    };
    let rows: Vec<Vec<f64>> = (0..RACKS).map(row).collect();
    let mean = |term: usize| rows.iter().map(|row| row[term]).sum::<f64>() / RACKS as f64;
    let sum = |one: usize, other: usize| -> i64 {
        let products = rows.iter().map(|row| (row[one] - mean(one)) * (row[other] - mean(other)));
        (products.sum::<f64>() * RACKS as f64).round() as i64
    };
    let (sums, count) = (&trainer.sums, terms.count());
    let triangle = (0..count).flat_map(|one| (one..count).map(move |other| (one, other)));
    assert_eq!(sums.squares, triangle.map(|(one, other)| sum(one, other)).collect::<Vec<_>>());
    assert_eq!(sums.products, (0..count).map(|term| sum(term, count)).collect::<Vec<_>>());
    assert_eq!((sums.variance, sums.racks), (sum(count, count), RACKS as u64));
}
