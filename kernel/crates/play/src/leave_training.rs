//! The training set for leave values, collected in self-play.
//!
//! The value of a leave is what it adds to the next turn: the equity of the best static move from a rack that holds the
//! leave, less that from a random rack in the same position. In every position several racks are drawn, each around a leave
//! of its own, and each is compared with their mean; so the regression does not depend on how good the position is, which
//! varies more than leave values do. The caller solves the regression.

use std::ops::Range;

use mostek_search::{Leaves, PositionError, Search};

use crate::game::Game;
use crate::parallel::run_units;
use crate::random::{Random, below, draw, random};
use crate::self_play::{SelfPlay, StaticPlayer};

/// How many racks are compared in a position: that of the player on turn and random ones.
const RACKS: usize = 8;

/// The terms of the regression. The value of a leave is the sum of the terms that it has: first the number of each tile (one
/// term each for 1, 2, … up to a whole rack), then the pairs of different tiles, then the numbers of vowels and consonants
/// (a square table).
#[derive(Debug, Clone, Copy)]
pub struct LeaveTerms {
    codes: usize,
    rack_size: usize,
    vowels: u64,
}

impl LeaveTerms {
    /// The terms for an alphabet; bit `code` of `vowels` is set for a vowel.
    #[must_use]
    pub fn new(search: &Search, vowels: u64) -> Self {
        Self { codes: search.letters() + 1, rack_size: search.rack_size(), vowels }
    }

    /// The number of terms.
    #[must_use]
    pub fn count(&self) -> usize {
        self.balances() + (self.rack_size + 1).pow(2)
    }

    /// The first term of a pair of tiles.
    fn pairs(&self) -> usize {
        self.codes * self.rack_size
    }

    /// The first term of the table of vowels and consonants.
    fn balances(&self) -> usize {
        self.pairs() + self.codes * (self.codes - 1) / 2
    }

    /// Writes the terms of a leave in ascending order.
    fn of(&self, leave: &mut [u8], terms: &mut Vec<usize>) {
        leave.sort_unstable();
        terms.clear();
        if leave.is_empty() {
            return;
        }
        let kinds = || leave.chunk_by(|one, other| one == other).map(|equal| (usize::from(equal[0]), equal.len()));
        terms.extend(kinds().map(|(code, count)| code * self.rack_size + count - 1));
        for (nth, (first, _)) in kinds().enumerate() {
            let row = self.pairs() + first * (2 * self.codes - first - 1) / 2;
            terms.extend(kinds().skip(nth + 1).map(|(second, _)| row + second - first - 1));
        }
        let vowels = leave.iter().filter(|code| self.vowels >> **code & 1 != 0).count();
        let blanks = leave.iter().filter(|code| **code == 0).count();
        terms.push(self.balances() + vowels * (self.rack_size + 1) + leave.len() - vowels - blanks);
    }
}

/// The sums of a linear regression of equity on terms, over all positions. With `x` the terms of a leave (1 or 0 each) and
/// `y` the equity of its rack, both less their means in the position, they are the sums of `x·x`, `x·y` and `y·y`, times the
/// number of racks in a position, so that they are integers and do not depend on the order of addition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrainingSums {
    terms: usize,
    /// The sums of `x·x` for each pair of terms: the upper triangle with the diagonal, row by row.
    pub squares: Vec<i64>,
    /// The sums of `x·y` for each term, in thousandths of a point.
    pub products: Vec<i64>,
    /// The sum of `y·y`, in millionths of a square point.
    pub variance: i64,
    /// The number of racks.
    pub racks: u64,
}

impl TrainingSums {
    fn zero(terms: usize) -> Self {
        Self { terms, squares: vec![0; terms * (terms + 1) / 2], products: vec![0; terms], variance: 0, racks: 0 }
    }

    fn add(&mut self, other: &Self) {
        self.squares.iter_mut().zip(&other.squares).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
        self.variance += other.variance;
        self.racks += other.racks;
    }

    /// Adds `weight` times the product of each pair of these terms, which are in ascending order and have factors.
    fn add_products(&mut self, terms: impl Iterator<Item = (usize, i64)> + Clone, weight: i64) {
        let mut rest = terms.clone();
        for (one, factor) in terms {
            let row = one * (2 * self.terms - one - 1) / 2;
            rest.clone().for_each(|(other, other_factor)| self.squares[row + other] += weight * factor * other_factor);
            rest.next();
        }
    }
}

impl SelfPlay<'_> {
    /// Plays the games of these numbers between two equal static players and collects the sums of every turn at which the
    /// bag can fill a whole rack. `threads` and `go_on` as in [`SelfPlay::play`].
    ///
    /// # Errors
    /// [`PositionError`] if the tiles are not in the tile set of the search.
    pub fn train(
        &self,
        numbers: Range<u64>,
        threads: usize,
        leaves: &Leaves,
        terms: LeaveTerms,
        go_on: impl FnMut() -> bool,
    ) -> Result<TrainingSums, PositionError> {
        let start = || (Game::new(self.search), Trainer::new(self.search, leaves, terms));
        let work = |(game, trainer): &mut (Game, Trainer<'_>), number| {
            self.start(number, game);
            // The sampled racks must not change the course of the game, so they have a generator of their own.
            trainer.random = random(!self.seed, number);
            trainer.play(game)
        };
        let mut all = TrainingSums::zero(terms.count());
        run_units(numbers, threads, start, work, go_on)?.iter().for_each(|(_, trainer)| all.add(&trainer.sums));
        Ok(all)
    }
}

/// Plays games and compares sampled racks at every turn.
struct Trainer<'s> {
    search: &'s Search,
    player: StaticPlayer<'s>,
    terms: LeaveTerms,
    random: Random,
    pool: Vec<u8>,
    rack: Vec<u8>,
    sampled: [SampledRack; RACKS],
    sums: TrainingSums,
    /// How many sampled racks of the position have each term.
    counts: Vec<i64>,
    counted: Vec<usize>,
}

/// The leave of a sampled rack and the equity of the whole rack.
#[derive(Debug, Default)]
struct SampledRack {
    terms: Vec<usize>,
    equity: i64,
}

impl<'s> Trainer<'s> {
    fn new(search: &'s Search, leaves: &'s Leaves, terms: LeaveTerms) -> Self {
        Self {
            search,
            player: StaticPlayer::new(leaves),
            terms,
            random: random(0, 0),
            pool: Vec::new(),
            rack: Vec::new(),
            sampled: Default::default(),
            sums: TrainingSums::zero(terms.count()),
            counts: vec![0; terms.count()],
            counted: Vec::new(),
        }
    }

    /// Plays a game to its end.
    fn play(&mut self, game: &mut Game) -> Result<(), PositionError> {
        while !game.is_over() {
            let rack = game.rack(self.search)?;
            let (chosen, equity) = self.player.rank(self.search, game, &rack);
            if game.bag() >= self.search.rack_size() {
                self.rack.clear();
                self.rack.extend_from_slice(game.kept());
                self.set(0, self.rack.len(), equity);
                for place in 1..RACKS {
                    self.sample(game, place)?;
                }
                self.add_position();
            }
            game.play(self.search, &rack, chosen);
        }
        Ok(())
    }

    /// Samples a rack from all tiles that are not on the board; a random number of its first tiles are the leave. At even
    /// places the leave is drawn by kind of tile, so that rare tiles and rare pairs are sampled as often as common ones.
    fn sample(&mut self, game: &Game, place: usize) -> Result<(), PositionError> {
        let size = below(&mut self.random, self.search.rack_size() + 1);
        self.rack.clear();
        self.pool.clear();
        self.pool.extend(game.off_board());
        while place.is_multiple_of(2) && self.rack.len() < size {
            let code = below(&mut self.random, self.search.letters() + 1) as u8;
            if let Some(tile) = self.pool.iter().position(|tile| *tile == code) {
                self.rack.push(self.pool.swap_remove(tile));
            }
        }
        draw(&mut self.pool, &mut self.random, &mut self.rack, self.search.rack_size());
        let equity = self.player.rank(self.search, game, &self.search.rack(&self.rack)?).1;
        self.set(place, size, equity);
        Ok(())
    }

    /// Stores a sampled rack whose first `size` tiles are the leave.
    fn set(&mut self, place: usize, size: usize, equity: i32) {
        self.sampled[place].equity = equity.into();
        self.terms.of(&mut self.rack[..size], &mut self.sampled[place].terms);
    }

    /// Adds the sampled racks of a position to the sums.
    fn add_position(&mut self) {
        let all: i64 = self.sampled.iter().map(|sampled| sampled.equity).sum();
        for SampledRack { terms, equity } in &self.sampled {
            let above = RACKS as i64 * equity - all;
            self.sums.variance += above * equity;
            for term in terms {
                self.sums.products[*term] += above;
                if self.counts[*term] == 0 {
                    self.counted.push(*term);
                }
                self.counts[*term] += 1;
            }
            self.sums.add_products(terms.iter().map(|term| (*term, 1)), RACKS as i64);
        }
        self.counted.sort_unstable();
        self.sums.add_products(self.counted.iter().map(|term| (*term, self.counts[*term])), -1);
        self.counted.drain(..).for_each(|term| self.counts[term] = 0);
        self.sums.racks += RACKS as u64;
    }
}

#[cfg(test)]
mod tests;
