//! The pre-endgame against trying every draw to the end of the game.

use std::collections::HashMap;

use mostek_search::{Play, Position, Search};

use super::analysis::Analysis;
use super::bag_draws::{self, BagOrder};
use super::open_game::INFINITY;
use super::{PreEndgamePosition, move_analysis, pre_endgame};
use crate::endgame::tests::{after, by_brute_force, plays, points, position, search};
use crate::endgame::{EndRules, Solver};
use crate::exchange_rule::ExchangeRule;
use crate::random::random;

/// The gain of the player on turn with open tiles, by brute force; the next tile of the bag is the first.
fn open_by_brute_force(
    search: &Search,
    ends: EndRules,
    position: &Position,
    racks: [&[u8]; 2],
    bag: &[u8],
    passes: u8,
) -> i32 {
    if bag.is_empty() {
        return by_brute_force(search, ends, position, racks, 0);
    }
    let [mover, other] = racks;
    let passed = if passes + 1 == ends.passes {
        ends.blocked * (points(search, other) - points(search, mover))
    } else {
        -open_by_brute_force(search, ends, position, [other, mover], bag, passes + 1)
    };
    let played = plays(search, position, mover).into_iter().map(|play| {
        let left = after(mover, &play);
        let (drawn, bag) = bag.split_at(bag.len().min(mover.len() - left.len()));
        let mut next = position.clone();
        search.lay(&mut next, &play);
        play.score - open_by_brute_force(search, ends, &next, [other, &[&left, drawn].concat()], bag, 0)
    });
    played.fold(passed, i32::max)
}

/// The wins and draws over all draws and the sum of the spreads, by brute force.
fn by_every_draw(
    search: &Search,
    ends: EndRules,
    question: &PreEndgamePosition,
    play: Option<&Play>,
) -> (u32, u32, i64) {
    let (mut next, mut rest, mut ahead) = (question.position.clone(), question.rack.to_vec(), question.lead);
    if let Some(play) = play {
        search.lay(&mut next, play);
        (rest, ahead) = (after(question.rack, play), question.lead + play.score);
    }
    let passes = if play.is_some() { 0 } else { question.passes + 1 };
    let (mut won, mut drawn, mut spread) = (0, 0, 0);
    for draw in bag_draws::all(question.unseen, question.bag) {
        for BagOrder { drawn: tiles, bag, ways } in draw.orders(question.rack.len() - rest.len()) {
            let (others, mine) = (&draw.others[..], [&rest[..], &tiles].concat());
            let end = if passes == ends.passes {
                ahead + ends.blocked * (points(search, others) - points(search, &rest))
            } else {
                ahead - open_by_brute_force(search, ends, &next, [others, &mine], &bag, passes)
            };
            won += if end > 0 { ways } else { 0 };
            drawn += if end == 0 { ways } else { 0 };
            spread += i64::from(end) * i64::from(ways);
        }
    }
    (won, drawn, spread)
}

/// Every order of some tiles, each tile on its own.
fn orders(tiles: &[u8]) -> Vec<Vec<u8>> {
    if tiles.is_empty() {
        return vec![Vec::new()];
    }
    let first = |at: usize| (tiles[at], [&tiles[..at], &tiles[at + 1..]].concat());
    let after =
        |(tile, rest): (u8, Vec<u8>)| orders(&rest).into_iter().map(move |order| [&[tile], &order[..]].concat());
    (0..tiles.len()).map(first).flat_map(after).collect()
}

/// [`by_every_draw`] for an exchange, out of every order of the unseen tiles and every order of the bag afterwards; and how
/// many these are.
fn by_every_exchange(search: &Search, ends: EndRules, question: &PreEndgamePosition, set: u16) -> (u32, u32, i64, u32) {
    let rack = search.rack(question.rack).unwrap();
    let (given, kept): (Vec<u8>, Vec<u8>) = (rack.tiles_of(set).collect(), rack.tiles_outside(set).collect());
    let (mut won, mut drawn, mut spread, mut count) = (0, 0, 0, 0);
    let mut known = HashMap::new();
    for unseen in orders(question.unseen) {
        let (bag, others) = unseen.split_at(question.bag);
        let (new, rest) = bag.split_at(given.len());
        let mut racks = [others.to_vec(), [&kept[..], new].concat()];
        racks.iter_mut().for_each(|rack| rack.sort_unstable());
        for bag in orders(&[rest, &given].concat()) {
            let [others, mine] = &racks;
            let gain = *known
                .entry((racks.clone(), bag.clone()))
                .or_insert_with(|| open_by_brute_force(search, ends, question.position, [others, mine], &bag, 0));
            let end = question.lead - gain;
            won += u32::from(end > 0);
            drawn += u32::from(end == 0);
            spread += i64::from(end);
            count += 1;
        }
    }
    (won, drawn, spread, count)
}

#[test]
fn exchanges_are_compared_with_plays() {
    let (search, mut random) = (search(), random(11, 0));
    let (mut compared, mut chosen) = (0, 0);
    for round in 0..60 {
        let (bag, lead) = (1 + round % 3, round as i32 % 9 - 4);
        let (position, [mut rack, mut unseen]) = position(&search, &mut random, 4);
        rack.truncate(2);
        unseen.truncate(bag + 2);
        if unseen.len() <= bag {
            continue;
        }
        let ends = EndRules { passes: 2, ..EndRules::default() };
        let question = PreEndgamePosition { position: &position, rack: &rack, unseen: &unseen, bag, lead, passes: 0 };
        let solver = Solver::new(ends, 1 << 16).with_exchange_rule(ExchangeRule { bag_minimum: 0 });
        let found = pre_endgame(&search, &solver, &question, 8, 1, &mut || true).unwrap();
        let exchanges =
            search.rack(&rack).unwrap().subsets().filter(|set| (1..=bag).contains(&(set.count_ones() as usize)));
        assert_eq!(found.iter().filter(|result| result.exchanged != 0).count(), exchanges.count());
        // What each is worth, as shares of all its draws.
        let shares = |won: u32, drawn: u32, spread: i64, draws: u32| {
            let share = |number: i64| (number as f64 / f64::from(draws) * 1e6).round() as i64;
            (share(i64::from(2 * won + drawn)), share(spread))
        };
        let truth: Vec<_> = found
            .iter()
            .map(|result| match result.exchanged {
                0 => {
                    let (won, drawn, spread) = by_every_draw(&search, ends, &question, result.play.as_ref());
                    shares(won, drawn, spread, result.draws)
                }
                set => {
                    let (won, drawn, spread, count) = by_every_exchange(&search, ends, &question, set);
                    shares(won, drawn, spread, count)
                }
            })
            .collect();
        for (result, truth) in found.iter().zip(&truth) {
            let (wins, spread) = shares(result.won, result.drawn, result.spread, result.draws);
            assert!(wins <= truth.0 && (result.settled < result.draws || wins == truth.0));
            assert!(!result.exact || spread == truth.1);
        }
        assert!(found.iter().skip(1).all(|result| result.beaten));
        assert_eq!(Some(&truth[0]), truth.iter().max());
        compared += 1;
        chosen += usize::from(found[0].exchanged != 0);
    }
    assert!(compared > 30 && chosen > 0, "{chosen} of {compared} were exchanges");
}

#[test]
fn nobody_exchanges_where_the_rule_forbids_it() {
    let search = search();
    let question =
        PreEndgamePosition { position: search.empty(), rack: &[1, 2], unseen: &[1, 2, 3], bag: 1, lead: 0, passes: 0 };
    let solver = Solver::new(EndRules::default(), 1 << 12).with_exchange_rule(ExchangeRule { bag_minimum: 2 });
    let found = pre_endgame(&search, &solver, &question, 8, 1, &mut || false).unwrap();
    assert!(found.iter().all(|result| result.exchanged == 0));
}

/// Compares the results in small positions; `go_on` returns false after `patience` calls. With `blanks`, each player has one.
fn results_agree_with_brute_force(width: usize, patience: usize, blanks: bool) {
    let search = search();
    let (mut random, mut compared) = (random(7, 0), 0);
    for round in 0..90 {
        let ends = EndRules { passes: 1 + round as u8 % 3, ..EndRules::default() };
        let (bag, lead, passes) = (1 + round % 3, round as i32 % 7 - 3, round as u8 / 3 % ends.passes);
        let (position, [mut rack, mut unseen]) = position(&search, &mut random, 4);
        // Brute force takes too long with more tiles.
        rack.truncate(if bag > 1 || blanks { 2 } else { 3 });
        if blanks {
            unseen.truncate(if bag == 1 { 3 } else { bag + 1 });
            rack.iter_mut().take(1).chain(unseen.iter_mut().take(1)).for_each(|tile| *tile = 0);
        }
        let question = PreEndgamePosition { position: &position, rack: &rack, unseen: &unseen, bag, lead, passes };
        if unseen.len() <= bag || blanks && bag > 2 {
            continue;
        }
        let (solver, mut asked) = (Solver::new(ends, 1 << 16), 0);
        let mut go_on = || {
            asked += 1;
            asked < patience
        };
        let found = pre_endgame(&search, &solver, &question, width, 1, &mut go_on).unwrap();
        let truth: Vec<_> =
            found.iter().map(|prospect| by_every_draw(&search, ends, &question, prospect.play.as_ref())).collect();
        let standings = truth.iter().map(|(won, drawn, spread)| (2 * won + drawn, *spread));
        let best = standings.clone().max();
        for (prospect, (won, drawn, spread)) in found.iter().zip(&truth) {
            assert!(prospect.won <= *won && prospect.drawn <= *drawn);
            assert!(prospect.settled < prospect.draws || (prospect.won, prospect.drawn) == (*won, *drawn));
            assert!(!prospect.exact || prospect.spread == *spread);
        }
        if found.iter().skip(1).all(|prospect| prospect.beaten) {
            assert_eq!(standings.clone().next(), best);
            compared += 1;
        } else {
            assert!(patience < usize::MAX, "only a stopped analysis is incomplete");
        }
        let unbeaten = standings.zip(&found).filter(|(_, prospect)| !prospect.beaten);
        assert_eq!(unbeaten.map(|(standing, _)| standing).max(), best, "the best is never beaten");
    }
    assert!(compared > 20, "only {compared} positions had an answer");
}

#[test]
fn the_best_play_is_that_of_trying_everything() {
    results_agree_with_brute_force(1000, usize::MAX, false);
}

#[test]
fn beaten_moves_make_way_for_others() {
    results_agree_with_brute_force(2, usize::MAX, false);
}

#[test]
fn blanks_on_both_racks_are_tried_as_every_letter() {
    results_agree_with_brute_force(4, usize::MAX, true);
}

#[test]
fn a_player_without_a_play_passes() {
    let (search, mut random, ends) = (search(), random(3, 0), EndRules { passes: 2, ..EndRules::default() });
    let mut compared = 0;
    for round in 0..800 {
        let (board, [_, mut unseen]) = position(&search, &mut random, 3);
        // Nobody can lay a D alone on most boards.
        let (bag, rack) = (1 + round % 2, vec![4; 2]);
        unseen.truncate(bag + 2);
        let only_passes = plays(&search, &board, &rack).is_empty();
        if !only_passes || board.is_empty() || unseen.len() <= bag {
            continue;
        }
        let question = PreEndgamePosition {
            position: &board,
            rack: &rack,
            unseen: &unseen,
            bag,
            lead: 2,
            passes: round as u8 % 2,
        };
        let solver = Solver::new(ends, 1 << 16).with_exchange_rule(ExchangeRule { bag_minimum: 7 });
        let found = pre_endgame(&search, &solver, &question, 4, 1, &mut || true).unwrap();
        let truth = by_every_draw(&search, ends, &question, None);
        assert_eq!(found.len(), 1);
        assert!(found[0].exact);
        assert_eq!((found[0].won, found[0].drawn, found[0].spread), truth);
        compared += 1;
    }
    assert!(compared > 5, "only {compared} positions");
}

#[test]
fn a_standing_reply_that_goes_out_bounds_the_spread() {
    let (search, mut random, ends) = (search(), random(17, 0), EndRules::default());
    let (mut bounds, mut exact) = (0, 0);
    for _ in 0..60 {
        let (board, [mut rack, mut unseen]) = position(&search, &mut random, 4);
        rack.truncate(2);
        unseen.truncate(3);
        let question =
            PreEndgamePosition { position: &board, rack: &rack, unseen: &unseen, bag: 1, lead: 0, passes: 0 };
        let draws = bag_draws::all(&unseen, 1);
        let mut moves = move_analysis::all(&search, ends, &question, (&draws, 1), 0).unwrap();
        let (solver, mut go_on) = (Solver::new(ends, 1 << 12), || true);
        let mut analysis = Analysis::new(&search, &solver, &board, &draws, 1, &mut go_on);
        analysis.rate_by_standing_replies(&mut moves).unwrap();
        let mut after = board.clone();
        for analysed in moves.iter().filter(|analysed| analysed.bag == 0) {
            analysed.lay(&search, &board, &mut after);
            for outcome in analysed.outcomes.iter().filter(|outcome| outcome.high < INFINITY) {
                let [others, mine] = &outcome.racks;
                let gain = by_brute_force(&search, ends, &after, [others, mine], 0);
                assert!(analysed.lead - gain <= outcome.high);
                exact += usize::from(analysed.lead - gain == outcome.high);
                bounds += 1;
            }
        }
    }
    assert!(exact > 20, "{exact} of {bounds} bounds are the spread");
}

#[test]
fn a_stopped_analysis_claims_nothing_false() {
    for patience in [10, 100] {
        results_agree_with_brute_force(4, patience, false);
    }
}

#[test]
fn a_search_that_is_stopped_at_once_knows_its_plays() {
    let search = search();
    let question =
        PreEndgamePosition { position: search.empty(), rack: &[1, 2], unseen: &[1, 2, 3], bag: 1, lead: 0, passes: 0 };
    let solver = Solver::new(EndRules::default(), 1 << 12);
    let found = pre_endgame(&search, &solver, &question, 8, 1, &mut || false).unwrap();
    assert!(!found.is_empty() && found.iter().all(|prospect| prospect.settled == 0 && !prospect.exact));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let (search, mut random, mut compared) = (search(), random(13, 0), 0);
    for round in 0..40 {
        let bag = 1 + round % 2;
        let (position, [mut rack, unseen]) = position(&search, &mut random, 4);
        rack.truncate(if bag > 1 { 2 } else { 3 });
        if unseen.len() <= bag {
            continue;
        }
        let question =
            PreEndgamePosition { position: &position, rack: &rack, unseen: &unseen, bag, lead: 0, passes: 0 };
        let solver = Solver::new(EndRules::default(), 1 << 16);
        let solved = |threads| pre_endgame(&search, &solver, &question, 8, threads, &mut || true).unwrap();
        assert_eq!(solved(1), solved(2));
        assert_eq!(solved(1), solved(5));
        compared += 1;
    }
    assert!(compared > 10, "only {compared} positions");
}
