//! Games on a small board.

use mostek_search::{Leaves, Play};

use super::*;
use crate::self_play::StaticPlayer;
use crate::test_game::{search, tiles};

fn dealt(search: &Search, tiles: &[u8]) -> Game {
    let mut game = Game::new(search);
    game.start(search, tiles, random(1, 1));
    game
}

/// The player on turn makes the move that `choose` returns for the rack and its plays.
fn act(game: &mut Game, search: &Search, choose: impl Fn(&Rack, &[Play]) -> Move) {
    let rack = game.rack(search).unwrap();
    let mut plays = Vec::new();
    search.each(game.position(), &rack, |found| plays.push(found.play()));
    game.play(search, &rack, choose(&rack, &plays));
}

fn pass(game: &mut Game, search: &Search) {
    act(game, search, |_, _| Move::Pass);
}

fn exchange_all(game: &mut Game, search: &Search) {
    act(game, search, |_, _| Move::Exchange(0b1111));
}

#[test]
fn both_are_dealt_a_rack_and_the_first_begins() {
    let search = search();
    let game = dealt(&search, &tiles(20));
    assert_eq!((game.on_turn(), game.bag(), game.unseen(), game.is_over()), (0, 12, 16, false));
    assert_eq!(game.racks().map(<[u8]>::len), [4, 4]);
}

#[test]
fn four_passes_end_the_game_and_each_loses_what_is_left() {
    let search = search();
    let mut game = dealt(&search, &[2; 20]);
    (0..3).for_each(|_| pass(&mut game, &search));
    assert!(!game.is_over());
    pass(&mut game, &search);
    assert_eq!((game.is_over(), game.scores(), game.turns()), (true, [-12, -12], 4));
}

#[test]
fn an_exchange_breaks_the_run_of_passes() {
    let search = search();
    let mut game = dealt(&search, &tiles(20));
    (0..3).for_each(|_| pass(&mut game, &search));
    exchange_all(&mut game, &search);
    (0..3).for_each(|_| pass(&mut game, &search));
    assert!(!game.is_over());
    pass(&mut game, &search);
    assert!(game.is_over());
}

#[test]
fn no_exchange_with_six_tiles_in_the_bag() {
    let search = search();
    assert_eq!(dealt(&search, &tiles(15)).max_exchanged(), 7);
    assert_eq!(dealt(&search, &tiles(14)).max_exchanged(), 0);
}

#[test]
fn no_exchange_after_four_turns_without_a_play() {
    let search = search();
    let mut game = dealt(&search, &tiles(20));
    (0..3).for_each(|_| exchange_all(&mut game, &search));
    assert_eq!(game.max_exchanged(), 12);
    exchange_all(&mut game, &search);
    assert_eq!(game.max_exchanged(), 0);
    act(&mut game, &search, |_, plays| Move::Play(plays[0]));
    assert_ne!(game.max_exchanged(), 0);
}

#[test]
fn an_exchange_gives_other_tiles_and_keeps_the_rest() {
    let search = search();
    let mut game = dealt(&search, &[1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
    let (before, bag) = (game.rack(&search).unwrap().tiles().to_vec(), game.bag());
    act(&mut game, &search, |_, _| Move::Exchange(0b0011));
    let after = game.racks()[0];
    assert_eq!((after.len(), game.bag(), game.scores()), (4, bag, [0, 0]));
    assert!(before[2..].iter().all(|tile| after.contains(tile)), "{before:?} {after:?}");
    pass(&mut game, &search);
    let mut kept = game.kept().to_vec();
    kept.sort_unstable();
    assert_eq!(kept, before[2..]);
}

#[test]
fn who_goes_out_gains_what_the_other_loses() {
    // The first player lays CC and goes out; the second one is left with two tiles.
    let search = search();
    let mut game = dealt(&search, &[3, 3]);
    assert_eq!(game.racks(), [&[3, 3][..], &[]]);
    game.racks[1] = vec![2, 1];
    act(&mut game, &search, |_, plays| Move::Play(plays[0]));
    assert_eq!((game.is_over(), game.scores()), (true, [10 + 4, -4]));
}

#[test]
fn laying_a_whole_rack_counts_and_leads_to_a_new_one() {
    let search = search();
    let mut game = dealt(&search, &tiles(20));
    game.racks[0] = vec![1, 2, 0, 1];
    let abba = |play: &&Play| play.tiles().len() == 4 && play.tiles().iter().all(|tile| *tile != 0);
    act(&mut game, &search, |_, plays| Move::Play(*plays.iter().find(abba).unwrap()));
    assert_eq!((game.bingos(), game.scores(), game.bag()), ([1, 0], [55, 0], 8));
    assert_eq!((game.spread(), game.on_turn(), game.racks()[0].len()), (-55, 1, 4));
}

#[test]
fn no_tile_is_made_or_lost_in_a_game() {
    let (search, leaves) = (search(), Leaves::zero(3));
    let mut game = Game::new(&search);
    for unit in 0..50 {
        game.start(&search, &tiles(20), random(3, unit));
        let (mut static_player, mut laid) = (StaticPlayer::new(&leaves), 0);
        while !game.is_over() {
            let held: usize = game.racks().iter().map(|rack| rack.len()).sum();
            assert_eq!((held + game.bag() + laid, game.bag() == 0 || held == 8), (20, true));
            assert_eq!(game.off_board().count(), 20 - laid);
            let rack = game.rack(&search).unwrap();
            let choice = static_player.rank(&search, &game, &rack).0;
            if let Move::Play(play) = choice {
                laid += play.tiles().iter().filter(|tile| **tile != 0).count();
            }
            game.play(&search, &rack, choice);
        }
    }
}
