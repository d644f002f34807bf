//! The last tiles of the bag against trying every draw to its end.

use super::draws;
use super::{Question, pre_endgame};
use crate::bag::random;
use crate::endgame::tests::{after, by_trial, position, search};
use crate::endgame::{Ends, Solver};

#[test]
fn the_best_play_is_that_of_trying_everything() {
    let (search, ends) = (search(), Ends { passes: 2, ..Ends::default() });
    let mut random = random(7, 0);
    let mut compared = 0;
    for round in 0..200 {
        let (position, [rack, unseen]) = position(&search, &mut random, 3);
        let (bag, lead) = (1 + round % 2, round as i32 % 7 - 3);
        if unseen.len() <= bag {
            continue;
        }
        let question = Question { position: &position, rack: &rack, unseen: &unseen, bag, lead };
        let mut solver = Solver::new(ends, 1 << 16);
        let found = pre_endgame(&search, &mut solver, &question, 1000, &mut || true).unwrap();
        let mut wanted = Vec::new();
        for prospect in &found {
            let mut next = position.clone();
            search.lay(&mut next, &prospect.play);
            let (mut won, mut drawn, mut spread) = (0, 0, 0);
            for draw in draws::all(&unseen, bag) {
                let mine = [&after(&rack, &prospect.play)[..], &draw.drawn].concat();
                let ways = draw.ways;
                let end = lead + prospect.play.score - by_trial(&search, ends, &next, [&draw.others, &mine], 0);
                won += if end > 0 { ways } else { 0 };
                drawn += if end == 0 { ways } else { 0 };
                spread += i64::from(end) * i64::from(ways);
            }
            assert!(prospect.won <= won && prospect.drawn <= drawn);
            if prospect.settled == prospect.draws {
                assert_eq!((prospect.won, prospect.drawn), (won, drawn));
            }
            if prospect.exact {
                assert_eq!(prospect.spread, spread);
            }
            wanted.push((2 * won + drawn, spread));
        }
        if let (Some(best), Some(first)) = (wanted.iter().map(|(halves, _)| halves).max(), found.first()) {
            assert_eq!((first.settled, 2 * first.won + first.drawn), (first.draws, *best));
            assert!(first.exact);
            compared += 1;
        }
    }
    assert!(compared > 20, "only {compared} positions had a play");
}

#[test]
fn a_search_that_is_stopped_at_once_knows_its_plays() {
    let search = search();
    let question = Question { position: search.empty(), rack: &[1, 2], unseen: &[1, 2, 3], bag: 1, lead: 0 };
    let mut solver = Solver::new(Ends::default(), 1 << 12);
    let found = pre_endgame(&search, &mut solver, &question, 8, &mut || false).unwrap();
    assert!(!found.is_empty() && found.iter().all(|prospect| prospect.settled == 0 && !prospect.exact));
}
