//! A play or the pass, and what is known of the game after each draw.

use mostek_search::{LaneSet, Play, Position, PositionError, Search};

use super::bag_draws::Draw;
use super::value_range::{ANY, Known};
use super::{Prospect, Question};
use crate::endgame::Ends;
use crate::game::points;

/// The first look.
pub(super) const GLANCE: u32 = 1;

/// What a play is chosen by: half points over all draws first, then the sum of the spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Standing {
    pub(super) halves: u32,
    pub(super) spread: i64,
}

/// A turn that may be looked into.
#[derive(Debug)]
pub(super) struct Candidate {
    /// None to pass.
    pub(super) play: Option<Play>,
    pub(super) position: Position,
    /// The lead after it.
    pub(super) ahead: i32,
    /// The tiles of the rack that it leaves.
    rest: Vec<u8>,
    /// How many tiles it leaves in the bag.
    pub(super) bag: usize,
    /// So many passes were made by then.
    pub(super) passes: u8,
    /// As long as it was not looked into as if the whole bag were drawn.
    pub(super) ends: Vec<End>,
    /// How often it was looked into: 0 if only skimmed, then [`GLANCE`], then one more for each round.
    pub(super) looks: u32,
    pub(super) is_beaten: bool,
}

/// The end of the game after one draw.
#[derive(Debug)]
pub(super) struct End {
    /// The racks of the other player, who is on turn, and of the player who drew.
    pub(super) racks: [Vec<u8>; 2],
    /// The tiles left in the bag, the next one first.
    pub(super) bag: Vec<u8>,
    ways: u32,
    /// The final spread is proved to lie between these.
    pub(super) low: i32,
    pub(super) high: i32,
    /// What it is taken for.
    pub(super) guess: i32,
}

impl End {
    fn of(others: &[u8], rest: &[u8], drawn: &[u8], bag: &[u8], ways: u32) -> Self {
        let racks = [others.to_vec(), [rest, drawn].concat()];
        Self { racks, bag: bag.to_vec(), ways, low: -ANY, high: ANY, guess: 0 }
    }

    /// Takes it for this, as far as nothing else is proved.
    pub(super) fn take(&mut self, spread: i32) {
        self.guess = spread.max(self.low).min(self.high);
    }

    /// Learns what the spread is.
    pub(super) fn learn(&mut self, spread: Known) {
        let [[low, high], [least, most]] = [spread.sure, spread.taken];
        (self.low, self.high) = (self.low.max(low), self.high.min(high));
        self.take(self.guess.max(least).min(most));
    }

    /// A spread of which it must be known whether the end exceeds it, before it is known who wins.
    pub(super) fn doubt(&self) -> Option<i32> {
        let (is_maybe_won, is_maybe_lost) = (self.low <= 0 && self.high > 0, self.low < 0 && self.high >= 0);
        match (is_maybe_won, is_maybe_lost) {
            (true, true) => Some(if self.guess > 0 { 0 } else { -1 }),
            (true, false) => Some(0),
            (false, true) => Some(-1),
            (false, false) => None,
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

impl Candidate {
    fn of(question: &Question, play: Option<Play>, rest: Vec<u8>, draws: &[Draw]) -> Self {
        let laid = question.rack.len() - rest.len();
        Self {
            play,
            position: question.position.clone(),
            ahead: question.lead + play.map_or(0, |play| play.score),
            bag: question.bag.saturating_sub(laid),
            passes: 0,
            ends: draws.iter().map(|draw| End::of(&draw.others, &rest, &draw.drawn, &[], draw.ways)).collect(),
            rest,
            looks: 0,
            is_beaten: false,
        }
    }

    fn laying(search: &Search, ends: Ends, question: &Question, play: Play, rest: Vec<u8>, draws: &[Draw]) -> Self {
        let mut candidate = Self { passes: ends.fresh(), ..Self::of(question, Some(play), rest, draws) };
        search.lay(&mut candidate.position, &play);
        candidate
    }

    /// The pass; if it is the last one allowed, nobody draws any more.
    fn passing(search: &Search, ends: Ends, question: &Question, draws: &[Draw]) -> Self {
        let mut candidate = Self::of(question, None, question.rack.to_vec(), draws);
        candidate.passes = question.passes.saturating_add(1);
        if candidate.passes >= ends.passes {
            for end in &mut candidate.ends {
                let left = points(search, &end.racks[0]) - points(search, question.rack);
                end.learn(Known::exactly(question.lead + ends.blocked * left));
            }
        }
        candidate
    }

    /// The lanes in which it changes something.
    pub(super) fn touched(&self, search: &Search, before: &Position) -> LaneSet {
        self.play.map_or(LaneSet::default(), |play| search.touched(before, &play))
    }

    /// Looks at every order of the tiles that it leaves in the bag.
    pub(super) fn deal(&mut self, draws: &[Draw]) {
        if self.bag == 0 || self.looks > GLANCE {
            return;
        }
        let undealt = std::mem::take(&mut self.ends);
        for (draw, whole) in draws.iter().zip(undealt) {
            for deal in draw.deals(draw.drawn.len() - self.bag) {
                let end = End::of(&draw.others, &self.rest, &deal.drawn, &deal.bag, deal.ways);
                self.ends.push(End { guess: whole.guess, ..end });
            }
        }
    }

    /// What it is sure to reach.
    pub(super) fn least(&self) -> Standing {
        self.standing(|end| end.low)
    }

    /// The most that it may reach.
    pub(super) fn most(&self) -> Standing {
        self.standing(|end| end.high)
    }

    pub(super) fn guess(&self) -> Standing {
        self.standing(|end| end.guess)
    }

    fn standing(&self, spread: impl Fn(&End) -> i32) -> Standing {
        let halves = |end: &End| end.ways * (1 + spread(end).signum()) as u32;
        Standing {
            halves: self.ends.iter().map(halves).sum(),
            spread: self.ends.iter().map(|end| i64::from(end.ways) * i64::from(spread(end))).sum(),
        }
    }

    pub(super) fn draws(&self) -> u32 {
        self.count(|_| true)
    }

    pub(super) fn is_exact(&self) -> bool {
        self.ends.iter().all(End::is_exact)
    }

    /// Whether it may be best, and something is still to be found out about it.
    pub(super) fn is_open(&self) -> bool {
        !self.is_beaten && !self.is_exact()
    }

    fn count(&self, wanted: impl Fn(&End) -> bool) -> u32 {
        self.ends.iter().filter(|end| wanted(end)).map(|end| end.ways).sum()
    }

    pub(super) fn prospect(&self) -> Prospect {
        Prospect {
            play: self.play,
            bag: self.bag,
            draws: self.draws(),
            won: self.count(|end| end.low > 0),
            drawn: self.count(|end| end.low == 0 && end.high == 0),
            settled: self.count(|end| end.doubt().is_none()),
            spread: self.guess().spread,
            exact: self.is_exact(),
            beaten: self.is_beaten,
        }
    }
}

/// Every play, and the pass.
pub(super) fn all(
    search: &Search,
    ends: Ends,
    question: &Question,
    draws: &[Draw],
) -> Result<Vec<Candidate>, PositionError> {
    let rack = search.rack(question.rack)?;
    let mut candidates = vec![Candidate::passing(search, ends, question, draws)];
    search.each(question.position, &rack, |found| {
        let rest = rack.tiles_beside(found.used).collect();
        candidates.push(Candidate::laying(search, ends, question, found.play(), rest, draws));
    });
    Ok(candidates)
}
