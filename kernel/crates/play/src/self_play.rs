//! Self-play: whole games on all cores, their results and the leads at each turn.

use std::ops::Range;

use mostek_search::{Leaves, PositionError, Rack, Scratch, Search};

use crate::bag_context::BagContext;
use crate::game::Game;
use crate::moves::Move;
use crate::parallel::run_units;
use crate::random::random;
use crate::static_eval::best_static_move;

/// A computer player.
pub trait Player: Send {
    /// The move of the player on turn, who holds `rack`. An implementation must not look at the opponent's rack.
    fn choose(&mut self, search: &Search, game: &Game, rack: &Rack) -> Move;
}

/// A player without look-ahead: plays the [`best_static_move`].
#[derive(Debug)]
pub struct StaticPlayer<'l> {
    leaves: &'l Leaves,
    scratch: Scratch,
}

impl<'l> StaticPlayer<'l> {
    /// A player with these leave values.
    #[must_use]
    pub fn new(leaves: &'l Leaves) -> Self {
        Self { leaves, scratch: Scratch::default() }
    }

    /// The best static move and its equity in thousandths of a point.
    pub fn rank(&mut self, search: &Search, game: &Game, rack: &Rack) -> (Move, i32) {
        let bag = game.bag();
        let opponent_points = if bag == 0 { game.opponent_points(search) } else { 0 };
        let context = BagContext { bag, max_exchanged: game.max_exchanged(), opponent_points };
        best_static_move(search, game.position(), rack, self.leaves, context, &mut self.scratch)
    }
}

impl Player for StaticPlayer<'_> {
    fn choose(&mut self, search: &Search, game: &Game, rack: &Rack) -> Move {
        self.rank(search, game, rack).0
    }
}

/// The result of a game, by player and not by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameRecord {
    /// The number of the game.
    pub number: u64,
    /// The player who began, 0 or 1.
    pub first: u8,
    /// The final scores.
    pub scores: [i32; 2],
    /// The number of bingos of each player.
    pub bingos: [u16; 2],
    /// The number of turns of both players together.
    pub turns: u16,
}

/// The lead of a player at the start of their turn, and at the end of the game: a sample for the win table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeadSample {
    /// The number of unseen tiles: those in the bag and on the opponent's rack.
    pub unseen: u16,
    /// The lead at that turn, in points.
    pub spread: i32,
    /// The lead at the end of the game, in points.
    pub end: i32,
}

/// A series of numbered games. A game depends on the seed and its number alone.
#[derive(Debug, Clone, Copy)]
pub struct SelfPlay<'s> {
    /// The lexicon, layout and tile values.
    pub search: &'s Search,
    /// The whole tile set, 0 for a blank.
    pub tiles: &'s [u8],
    /// The random seed.
    pub seed: u64,
    /// Whether games 2n and 2n + 1 are a pair with equal bags. The players alternate in beginning.
    pub pairs: bool,
}

impl SelfPlay<'_> {
    /// Starts the game of this number in the memory of `game`; returns the player who begins.
    pub(crate) fn start(&self, number: u64, game: &mut Game) -> usize {
        let unit = if self.pairs { number / 2 } else { number };
        game.start(self.search, self.tiles, random(self.seed, unit));
        (number % 2) as usize
    }

    /// Plays the games of these numbers on `threads` threads. `players` makes the two players of a thread. `go_on` is called
    /// regularly; after it returns false, the games finished by then are returned.
    ///
    /// # Errors
    /// [`PositionError`] if the tiles are not in the tile set of the search.
    pub fn play<'p>(
        &self,
        numbers: Range<u64>,
        threads: usize,
        players: impl Fn() -> [Box<dyn Player + 'p>; 2] + Sync,
        go_on: impl FnMut() -> bool,
    ) -> Result<Games, PositionError> {
        let parts = run_units(
            numbers,
            threads,
            || (players(), Game::new(self.search), Games::default()),
            |(players, game, games), number| self.play_one(number, players, game, games),
            go_on,
        )?;
        Ok(Games::in_order(parts.iter().map(|(_, _, games)| games)))
    }

    fn play_one(
        &self,
        number: u64,
        players: &mut [Box<dyn Player + '_>; 2],
        game: &mut Game,
        games: &mut Games,
    ) -> Result<(), PositionError> {
        let first = self.start(number, game);
        let before = games.leads.len();
        while !game.is_over() {
            let rack = game.rack(self.search)?;
            games.leads.push(LeadSample { unseen: game.unseen() as u16, spread: game.spread(), end: 0 });
            let chosen = players[game.on_turn() ^ first].choose(self.search, game, &rack);
            game.play(self.search, &rack, chosen);
        }
        let [one, other] = game.scores();
        for (turn, lead) in games.leads[before..].iter_mut().enumerate() {
            lead.end = if turn % 2 == 0 { one - other } else { other - one };
        }
        games.records.push(GameRecord::of(number, first, game));
        Ok(())
    }
}

impl GameRecord {
    /// The result of a game in which player `first` began.
    fn of(number: u64, first: usize, game: &Game) -> Self {
        let (mut scores, mut bingos) = (game.scores(), game.bingos());
        scores.rotate_left(first);
        bingos.rotate_left(first);
        Self { number, first: first as u8, scores, bingos, turns: game.turns() }
    }
}

/// The results of a series.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Games {
    /// One record a game, in the order of their numbers.
    pub records: Vec<GameRecord>,
    /// The leads at all turns, game after game; a game has as many as turns.
    pub leads: Vec<LeadSample>,
}

impl Games {
    fn in_order<'g>(parts: impl Iterator<Item = &'g Self>) -> Self {
        let mut all: Vec<(&GameRecord, &[LeadSample])> = parts.flat_map(Self::each).collect();
        all.sort_unstable_by_key(|(record, _)| record.number);
        Self {
            records: all.iter().map(|(record, _)| **record).collect(),
            leads: all.iter().flat_map(|(_, leads)| *leads).copied().collect(),
        }
    }

    /// Every game with the leads at its turns.
    pub fn each(&self) -> impl Iterator<Item = (&GameRecord, &[LeadSample])> {
        self.records.iter().scan(0, |before, record| {
            let first = *before;
            *before += usize::from(record.turns);
            Some((record, &self.leads[first..*before]))
        })
    }
}

#[cfg(test)]
mod tests;
