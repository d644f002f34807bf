//! Whole games on all cores: who won, by how much, and how the lead went.

use std::ops::Range;

use mostek_search::{Leaves, PositionError, Rack, Scratch, Search};

use crate::game::Game;
use crate::parallel::share_out;
use crate::random::random;
use crate::static_eval::{Choice, Stock, choose};

/// Somebody who plays.
pub trait Player: Send {
    /// What to do now with this rack, that of the player on turn. The other rack is not to be looked at.
    fn choose(&mut self, search: &Search, game: &Game, rack: &Rack) -> Choice;
}

/// Takes the best by equity, without looking ahead; see [`choose`].
#[derive(Debug)]
pub struct Greedy<'l> {
    leaves: &'l Leaves,
    scratch: Scratch,
}

impl<'l> Greedy<'l> {
    /// A player who values what is left by these.
    #[must_use]
    pub fn new(leaves: &'l Leaves) -> Self {
        Self { leaves, scratch: Scratch::default() }
    }

    /// The choice and its equity in thousandths of a point.
    pub fn rank(&mut self, search: &Search, game: &Game, rack: &Rack) -> (Choice, i32) {
        let bag = game.bag();
        let others = if bag == 0 { game.others(search) } else { 0 };
        let stock = Stock { bag, exchange: game.most_exchanged(), others };
        choose(search, game.position(), rack, self.leaves, stock, &mut self.scratch)
    }
}

impl Player for Greedy<'_> {
    fn choose(&mut self, search: &Search, game: &Game, rack: &Rack) -> Choice {
        self.rank(search, game, rack).0
    }
}

/// How a game went, by player and not by seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Record {
    /// The number of the game.
    pub number: u64,
    /// Who began, 0 or 1.
    pub first: u8,
    /// The points after the settling.
    pub scores: [i32; 2],
    /// How often each laid a whole rack.
    pub bingos: [u16; 2],
    /// The turns of both together.
    pub turns: u16,
}

/// What a player led by when their turn came, and what they won by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lead {
    /// The tiles they did not see: those in the bag and on the other rack.
    pub unseen: u16,
    /// Their lead, in points.
    pub spread: i32,
    /// Their lead after the settling.
    pub end: i32,
}

/// Games to be played: each is known by its number and goes the same way whoever plays it where.
#[derive(Debug, Clone, Copy)]
pub struct Series<'s> {
    /// With which lexicon, layout and values.
    pub search: &'s Search,
    /// All tiles of the set, 0 for a blank.
    pub tiles: &'s [u8],
    /// Of the chance.
    pub seed: u64,
    /// Whether games 2n and 2n + 1 are played from equal bags. The players take turns at beginning.
    pub pairs: bool,
}

impl Series<'_> {
    /// Begins the game of that number in the memory of another; gives the player who begins.
    pub(crate) fn deal(&self, number: u64, game: &mut Game) -> usize {
        let unit = if self.pairs { number / 2 } else { number };
        game.deal(self.search, self.tiles, random(self.seed, unit));
        (number % 2) as usize
    }

    /// Plays these games on so many threads. `players` makes both for a thread; `go_on` is asked now
    /// and then, and once it says no only the games finished by then are given.
    ///
    /// # Errors
    /// [`PositionError`] if the tiles are not of the search.
    pub fn play<'p>(
        &self,
        numbers: Range<u64>,
        threads: usize,
        players: impl Fn() -> [Box<dyn Player + 'p>; 2] + Sync,
        go_on: impl FnMut() -> bool,
    ) -> Result<Games, PositionError> {
        let parts = share_out(
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
        let first = self.deal(number, game);
        let before = games.leads.len();
        while !game.is_over() {
            let rack = game.rack(self.search)?;
            games.leads.push(Lead { unseen: game.unseen() as u16, spread: game.spread(), end: 0 });
            let choice = players[game.on_turn() ^ first].choose(self.search, game, &rack);
            game.act(self.search, &rack, choice);
        }
        let [one, other] = game.scores();
        for (turn, lead) in games.leads[before..].iter_mut().enumerate() {
            lead.end = if turn % 2 == 0 { one - other } else { other - one };
        }
        games.records.push(Record::of(number, first, game));
        Ok(())
    }
}

impl Record {
    /// How the game of that number went, in which this player began.
    fn of(number: u64, first: usize, game: &Game) -> Self {
        let (mut scores, mut bingos) = (game.scores(), game.bingos());
        scores.rotate_left(first);
        bingos.rotate_left(first);
        Self { number, first: first as u8, scores, bingos, turns: game.turns() }
    }
}

/// Games that were played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Games {
    /// A record each, in the order of their numbers.
    pub records: Vec<Record>,
    /// The leads at all turns, game after game: as many as each had turns.
    pub leads: Vec<Lead>,
}

impl Games {
    fn in_order<'g>(parts: impl Iterator<Item = &'g Self>) -> Self {
        let mut all: Vec<(&Record, &[Lead])> = parts.flat_map(Self::each).collect();
        all.sort_unstable_by_key(|(record, _)| record.number);
        Self {
            records: all.iter().map(|(record, _)| **record).collect(),
            leads: all.iter().flat_map(|(_, leads)| *leads).copied().collect(),
        }
    }

    /// Every game with the leads at its turns.
    pub fn each(&self) -> impl Iterator<Item = (&Record, &[Lead])> {
        self.records.iter().scan(0, |before, record| {
            let first = *before;
            *before += usize::from(record.turns);
            Some((record, &self.leads[first..*before]))
        })
    }
}

#[cfg(test)]
mod tests;
