//! Self-play on a small board.

use super::*;
use crate::test_game;

fn self_play<'s>(search: &'s Search, tiles: &'s [u8], pairs: bool) -> SelfPlay<'s> {
    SelfPlay { search, tiles, seed: 5, pairs }
}

fn static_player<'l>(leaves: &'l Leaves) -> [Box<dyn Player + 'l>; 2] {
    [Box::new(StaticPlayer::new(leaves)), Box::new(StaticPlayer::new(leaves))]
}

fn played(numbers: Range<u64>, threads: usize, pairs: bool) -> Games {
    let (search, tiles, leaves) = (test_game::search(), test_game::tiles(20), Leaves::zero(3));
    self_play(&search, &tiles, pairs).play(numbers, threads, || static_player(&leaves), || true).unwrap()
}

#[test]
fn a_game_goes_the_same_way_on_any_thread_and_in_any_part() {
    let all = played(0..60, 1, false);
    assert_eq!(all.records.iter().map(|record| record.number).collect::<Vec<_>>(), (0..60).collect::<Vec<_>>());
    assert_eq!(all, played(0..60, 3, false));
    let (mut parts, rest) = (played(0..20, 2, false), played(20..60, 2, false));
    parts.records.extend(rest.records);
    parts.leads.extend(rest.leads);
    assert_eq!(all, parts);
}

#[test]
fn equals_with_equal_bags_swap_their_scores() {
    let games = played(0..40, 2, true);
    for pair in games.records.chunks(2) {
        assert_eq!((pair[0].first, pair[1].first), (0, 1));
        assert_eq!(pair[0].scores, [pair[1].scores[1], pair[1].scores[0]]);
        assert_eq!(pair[0].bingos, [pair[1].bingos[1], pair[1].bingos[0]]);
        assert_eq!(pair[0].turns, pair[1].turns);
    }
    let alone = played(0..40, 2, false);
    assert!(alone.records.chunks(2).any(|pair| pair[0].scores[0] != pair[1].scores[1]));
}

#[test]
fn leads_tell_how_a_game_went() {
    let games = played(0..20, 1, false);
    for (record, leads) in games.each() {
        let first = usize::from(record.first);
        let won = record.scores[first] - record.scores[1 - first];
        assert_eq!((leads.len(), leads[0].spread, leads[0].unseen), (usize::from(record.turns), 0, 16));
        assert!(leads.iter().enumerate().all(|(turn, lead)| lead.end == if turn % 2 == 0 { won } else { -won }));
        assert!(leads.windows(2).all(|turns| turns[1].unseen <= turns[0].unseen + 4));
    }
}

/// A player who always passes.
struct Idle;

impl Player for Idle {
    fn choose(&mut self, _: &Search, _: &Game, _: &Rack) -> Move {
        Move::Pass
    }
}

#[test]
fn the_first_player_is_the_first_in_the_records_in_every_game() {
    let (search, tiles, leaves) = (test_game::search(), test_game::tiles(20), Leaves::zero(3));
    let players = || -> [Box<dyn Player + '_>; 2] { [Box::new(StaticPlayer::new(&leaves)), Box::new(Idle)] };
    let games = self_play(&search, &tiles, false).play(0..20, 2, players, || true).unwrap();
    assert!(games.records.iter().all(|record| record.scores[0] > record.scores[1]));
    assert_eq!(games.records.iter().filter(|record| record.first == 1).count(), 10);
}

#[test]
fn tiles_that_the_search_does_not_know_are_refused() {
    let (search, leaves) = (test_game::search(), Leaves::zero(3));
    let games = self_play(&search, &[4; 20], false).play(0..4, 2, || static_player(&leaves), || true);
    assert_eq!(games, Err(PositionError::Tile(4)));
}

#[test]
fn a_series_that_is_called_off_gives_what_was_finished() {
    let (search, tiles, leaves) = (test_game::search(), test_game::tiles(20), Leaves::zero(3));
    let games = self_play(&search, &tiles, false).play(0..u64::MAX, 2, || static_player(&leaves), || false).unwrap();
    assert_eq!(games.leads.len(), games.records.iter().map(|record| usize::from(record.turns)).sum());
}
