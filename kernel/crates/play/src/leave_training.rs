//! What self-play teaches about leaves: the sums from which their values are worked out.
//!
//! A leave is worth what it adds to the next turn: the equity of the best choice from a rack that
//! holds it, more than from a rack drawn blindly in the same position. In every position several
//! racks are drawn, each around a leave of its own, and each is compared with the mean of them: so
//! it does not matter how good the position is, which differs more than all that leaves can add.

use std::ops::Range;

use mostek_search::{Leaves, PositionError, Search};

use crate::game::Game;
use crate::parallel::share_out;
use crate::random::{Random, below, draw, random};
use crate::self_play::{Greedy, Series};

/// How many racks are compared in a position: that of the player on turn and others.
const RACKS: usize = 8;

/// The terms of which the value of a leave is the sum, numbered: first how many there are of each
/// tile (a term each for 1, 2, … to a whole rack), then two tiles being there together, then the
/// numbers of vowels and of consonants (a square).
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    codes: usize,
    rack_size: usize,
    vowels: u64,
}

impl Terms {
    /// Those of an alphabet in which bit `code` of `vowels` is set for a vowel.
    #[must_use]
    pub fn new(search: &Search, vowels: u64) -> Self {
        Self { codes: search.letters() + 1, rack_size: search.rack_size(), vowels }
    }

    /// How many terms there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.balances() + (self.rack_size + 1).pow(2)
    }

    /// Where the pairs of tiles begin.
    fn pairs(&self) -> usize {
        self.codes * self.rack_size
    }

    /// Where the numbers of vowels and consonants begin.
    fn balances(&self) -> usize {
        self.pairs() + self.codes * (self.codes - 1) / 2
    }

    /// Writes the terms of a leave, rising.
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

/// The sums that a linear regression of equity on terms asks for, over all positions: with `x` the
/// terms of a rack's leave (1 or 0 each) and `y` its equity, less their means in the position, the
/// sums of `x·x`, `x·y` and `y·y`, all times the number of racks in a position, which makes them
/// whole. So they do not depend on who added them in which order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lessons {
    terms: usize,
    /// The sums of `x·x` by two terms: the upper triangle with the diagonal, row by row.
    pub squares: Vec<i64>,
    /// The sums of `x·y` by term, in thousandths of a point.
    pub products: Vec<i64>,
    /// The sum of `y·y`, in millionths.
    pub variance: i64,
    /// How many racks were compared.
    pub racks: u64,
}

impl Lessons {
    fn none(terms: usize) -> Self {
        Self { terms, squares: vec![0; terms * (terms + 1) / 2], products: vec![0; terms], variance: 0, racks: 0 }
    }

    /// Adds what others have learnt.
    fn add(&mut self, other: &Self) {
        self.squares.iter_mut().zip(&other.squares).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
        self.variance += other.variance;
        self.racks += other.racks;
    }

    /// Adds `weight` for each two of these terms, which rise.
    fn square(&mut self, terms: impl Iterator<Item = (usize, i64)> + Clone, weight: i64) {
        let mut rest = terms.clone();
        for (one, many) in terms {
            let row = one * (2 * self.terms - one - 1) / 2;
            rest.clone().for_each(|(other, times)| self.squares[row + other] += weight * many * times);
            rest.next();
        }
    }
}

impl Series<'_> {
    /// Plays these games between equals on so many threads and learns from every turn at which a
    /// rack can be filled up from the bag; `go_on` as in [`Series::play`].
    ///
    /// # Errors
    /// [`PositionError`] if the tiles are not of the search.
    pub fn learn(
        &self,
        numbers: Range<u64>,
        threads: usize,
        leaves: &Leaves,
        terms: Terms,
        go_on: impl FnMut() -> bool,
    ) -> Result<Lessons, PositionError> {
        let start = || (Game::new(self.search), Learner::new(self.search, leaves, terms));
        let work = |(game, learner): &mut (Game, Learner<'_>), number| {
            self.deal(number, game);
            // The racks that are only compared must not change how the game goes on.
            learner.random = random(!self.seed, number);
            learner.attend(game)
        };
        let mut all = Lessons::none(terms.count());
        share_out(numbers, threads, start, work, go_on)?.iter().for_each(|(_, learner)| all.add(&learner.lessons));
        Ok(all)
    }
}

/// Somebody who plays a game and compares racks at every turn.
struct Learner<'s> {
    search: &'s Search,
    greedy: Greedy<'s>,
    terms: Terms,
    random: Random,
    pool: Vec<u8>,
    rack: Vec<u8>,
    compared: [Compared; RACKS],
    lessons: Lessons,
    /// How many racks of the position have each term.
    counts: Vec<i64>,
    met: Vec<usize>,
}

/// A rack drawn around a leave.
#[derive(Debug, Default)]
struct Compared {
    terms: Vec<usize>,
    equity: i64,
}

impl<'s> Learner<'s> {
    fn new(search: &'s Search, leaves: &'s Leaves, terms: Terms) -> Self {
        Self {
            search,
            greedy: Greedy::new(leaves),
            terms,
            random: random(0, 0),
            pool: Vec::new(),
            rack: Vec::new(),
            compared: Default::default(),
            lessons: Lessons::none(terms.count()),
            counts: vec![0; terms.count()],
            met: Vec::new(),
        }
    }

    /// Plays the game to its end.
    fn attend(&mut self, game: &mut Game) -> Result<(), PositionError> {
        while !game.is_over() {
            let rack = game.rack(self.search)?;
            let (choice, equity) = self.greedy.rank(self.search, game, &rack);
            if game.bag() >= self.search.rack_size() {
                self.rack.clear();
                self.rack.extend_from_slice(game.kept());
                self.note(0, self.rack.len(), equity);
                for place in 1..RACKS {
                    self.draw_another(game, place)?;
                }
                self.learn();
            }
            game.act(self.search, &rack, choice);
        }
        Ok(())
    }

    /// Draws a rack from all tiles that do not lie on the board, and takes a part of it for the leave
    /// around which it was drawn. Every other leave is drawn by kind, so that rare tiles and rare
    /// pairs are met as often as common ones.
    fn draw_another(&mut self, game: &Game, place: usize) -> Result<(), PositionError> {
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
        let equity = self.greedy.rank(self.search, game, &self.search.rack(&self.rack)?).1;
        self.note(place, size, equity);
        Ok(())
    }

    /// Remembers the leave that the first tiles of the rack are, and the equity of the whole rack.
    fn note(&mut self, place: usize, size: usize, equity: i32) {
        self.compared[place].equity = equity.into();
        self.terms.of(&mut self.rack[..size], &mut self.compared[place].terms);
    }

    /// Adds the racks of a position to the sums.
    fn learn(&mut self) {
        let all: i64 = self.compared.iter().map(|compared| compared.equity).sum();
        for Compared { terms, equity } in &self.compared {
            let above = RACKS as i64 * equity - all;
            self.lessons.variance += above * equity;
            for term in terms {
                self.lessons.products[*term] += above;
                if self.counts[*term] == 0 {
                    self.met.push(*term);
                }
                self.counts[*term] += 1;
            }
            self.lessons.square(terms.iter().map(|term| (*term, 1)), RACKS as i64);
        }
        self.met.sort_unstable();
        self.lessons.square(self.met.iter().map(|term| (*term, self.counts[*term])), -1);
        self.met.drain(..).for_each(|term| self.counts[term] = 0);
        self.lessons.racks += RACKS as u64;
    }
}

#[cfg(test)]
mod tests;
