//! Playing on with open tiles: both players see the racks, and in which order the tiles of the bag come.
//!
//! So turns that leave tiles in the bag are valued: each order of the tiles is a game with nothing hidden.
//! Once the bag is empty the end is solved.

use std::cmp::Reverse;

use mostek_search::{LaneSet, Play, Position, PositionError, Rack, Scratch, Search, Worth};

use super::value_range::{ANY, Known};
use crate::endgame::{Solution, Solver};
use crate::game::points;

/// Equities are thousandths of a point.
pub(super) const POINT: i32 = 1000;
/// So many plays of a player are asked for: nearly always one of them stands where another play changes nothing.
const ANSWERS: usize = 100;
/// An end gets this part of the effort that is left: the first is not always the easiest.
const PART: u64 = 4;
/// With less effort nothing is found out.
const LEAST: u64 = 1 << 12;

/// A player's best plays, and in which lanes they stand.
#[derive(Debug)]
pub(super) struct Answers(Vec<(u8, i32)>);

impl Answers {
    pub(super) fn of(
        search: &Search,
        position: &Position,
        rack: &[u8],
        scratch: &mut Scratch,
    ) -> Result<Self, PositionError> {
        let best = search.best(position, &search.rack(rack)?, Worth::Last { others: 0 }, ANSWERS, scratch);
        Ok(Self(best.iter().map(|best| (LaneSet::number(&best.play), best.equity / POINT)).collect()))
    }

    /// What the best of them is worth that stands in none of these lanes.
    pub(super) fn beside(&self, touched: LaneSet) -> i32 {
        self.0.iter().find(|(lane, _)| !touched.has(*lane)).map_or(0, |(_, points)| *points)
    }
}

/// What both players have before them, all tiles being open.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenGame<'d> {
    pub(super) position: &'d Position,
    /// The racks of the player on turn and of the other.
    pub(super) racks: [&'d [u8]; 2],
    /// The tiles in the bag, the next one first.
    pub(super) bag: &'d [u8],
    /// So many passes were made just before.
    pub(super) passes: u8,
}

/// A play, the tiles that it lays, and about what it is worth.
#[derive(Debug)]
struct Turn {
    play: Play,
    used: u16,
    promise: i32,
}

/// What playing on needs.
pub(super) struct Open<'o> {
    pub(super) search: &'o Search,
    pub(super) solver: &'o mut Solver,
    pub(super) scratch: Scratch,
    /// Says now and then whether to go on.
    pub(super) watch: &'o mut dyn FnMut() -> bool,
    /// Whether it said no.
    pub(super) is_closed: bool,
    /// How much may still be done, see [`Solution::work`].
    pub(super) effort: u64,
}

impl<'o> Open<'o> {
    pub(super) fn new(search: &'o Search, solver: &'o mut Solver, watch: &'o mut dyn FnMut() -> bool) -> Self {
        Self { search, solver, scratch: Scratch::default(), watch, is_closed: false, effort: 0 }
    }

    /// What the player on turn gains from here on, less what the other one gains; beyond the window a bound.
    pub(super) fn value(&mut self, game: OpenGame<'_>, [low, high]: [i32; 2]) -> Result<Known, PositionError> {
        if game.bag.is_empty() {
            return self.end(game, [low, high], self.effort);
        }
        let rack = self.search.rack(game.racks[0])?;
        let turns = self.turns(game, &rack)?;
        let mut best = self.last_pass(game);
        let pass = (best == Known::NO_CHOICE).then_some(None);
        for turn in turns.iter().map(Some).chain(pass) {
            if best.taken[0] >= high || self.is_over() {
                return Ok(best.or_more());
            }
            best = best.or(self.follow(game, &rack, turn, [low.max(best.sure[0]), high])?);
        }
        Ok(best)
    }

    /// What a pass brings that ends the game; no choice if it does not.
    fn last_pass(&self, game: OpenGame<'_>) -> Known {
        let ends = self.solver.ends();
        if game.passes.saturating_add(1) < ends.passes {
            return Known::NO_CHOICE;
        }
        let [mine, others] = game.racks.map(|rack| points(self.search, rack));
        Known::exactly(ends.blocked * (others - mine))
    }

    /// The plays of the player on turn, those first that promise most: their points, less the best answer that is
    /// there already and stands where the play changes nothing.
    fn turns(&mut self, game: OpenGame<'_>, rack: &Rack) -> Result<Vec<Turn>, PositionError> {
        let answers = Answers::of(self.search, game.position, game.racks[1], &mut self.scratch)?;
        let mut turns = Vec::new();
        self.search.each(game.position, rack, |found| {
            let play = found.play();
            let promise = play.score - answers.beside(self.search.touched(game.position, &play));
            turns.push(Turn { play, used: found.used, promise });
        });
        turns.sort_by_key(|turn| Reverse(turn.promise));
        self.effort = self.effort.saturating_sub(turns.len() as u64);
        Ok(turns)
    }

    /// What the player on turn gains by a play, or by a pass that does not end the game.
    fn follow(
        &mut self,
        game: OpenGame<'_>,
        rack: &Rack,
        turn: Option<&Turn>,
        [low, high]: [i32; 2],
    ) -> Result<Known, PositionError> {
        let other = game.racks[1];
        let Some(Turn { play, used, .. }) = turn else {
            let passed = OpenGame { racks: [other, game.racks[0]], passes: game.passes + 1, ..game };
            return Ok(self.value(passed, [-high, -low])?.behind(0));
        };
        let mut position = game.position.clone();
        self.search.lay(&mut position, play);
        let (drawn, bag) = game.bag.split_at(game.bag.len().min(used.count_ones() as usize));
        let rest: Vec<u8> = rack.tiles_beside(*used).chain(drawn.iter().copied()).collect();
        let next = OpenGame { position: &position, racks: [other, &rest], bag, passes: self.solver.ends().fresh() };
        let window = [play.score - high, play.score - low];
        let below = if bag.is_empty() { self.end(next, window, self.effort / PART) } else { self.value(next, window) };
        Ok(below?.behind(play.score))
    }

    /// The end of the game, with so much effort at most.
    fn end(&mut self, game: OpenGame<'_>, window: [i32; 2], effort: u64) -> Result<Known, PositionError> {
        let (mut work, mut is_closed) = (0, false);
        let mut watch = |found: &Solution| {
            work = found.work;
            is_closed = !(self.watch)();
            !is_closed && work < effort
        };
        let found = self.solver.within(self.search, game.position, game.racks, 0, window, &mut watch)?;
        self.is_closed |= is_closed;
        self.effort = self.effort.saturating_sub(work.max(found.work));
        if found.depth == 0 {
            return Ok(Known::NOTHING);
        }
        // Beyond the window the value is only a bound.
        let least = if found.value <= window[0] { -ANY } else { found.value };
        let most = if found.value >= window[1] { ANY } else { found.value };
        let taken = [least, most];
        Ok(Known { sure: if found.proved { taken } else { Known::NOTHING.sure }, taken })
    }

    fn is_over(&self) -> bool {
        self.is_closed || self.effort < LEAST
    }
}
