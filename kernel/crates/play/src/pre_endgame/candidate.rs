//! A play that empties the bag, and what is known of the game after each draw.

use mostek_search::{Play, Position, PositionError, Rack, Search};

use super::draws::{self, Draw};
use super::{Prospect, Question};

/// More than any spread.
const ANY: i32 = 1 << 20;

/// The first look.
pub(super) const GLANCE: u32 = 1;

/// What a play is chosen by: half points over all draws first, then the sum of the spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Standing {
    pub(super) halves: u32,
    pub(super) spread: i64,
}

/// A play that may be looked into.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) play: Play,
    pub(super) position: Position,
    /// The lead after the play.
    pub(super) ahead: i32,
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
    ways: u32,
    /// The final spread is proved to lie between these.
    pub(super) low: i32,
    pub(super) high: i32,
    /// What it is taken for.
    pub(super) guess: i32,
}

impl End {
    fn of(rest: &[u8], draw: &Draw) -> Self {
        let racks = [draw.others.clone(), [rest, &draw.drawn].concat()];
        Self { racks, ways: draw.ways, low: -ANY, high: ANY, guess: 0 }
    }

    /// Learns that the spread is at least or at most so much, or takes it for that.
    pub(super) fn learn(&mut self, [least, most]: [Option<i32>; 2], is_proved: bool) {
        self.guess = self.guess.max(least.unwrap_or(-ANY)).min(most.unwrap_or(ANY));
        if is_proved {
            self.low = self.low.max(least.unwrap_or(-ANY));
            self.high = self.high.min(most.unwrap_or(ANY));
        }
        self.guess = self.guess.max(self.low).min(self.high);
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
    fn of(search: &Search, question: &Question, play: Play, rest: &[u8], draws: &[Draw]) -> Self {
        let mut position = question.position.clone();
        search.lay(&mut position, &play);
        let ends = draws.iter().map(|draw| End::of(rest, draw)).collect();
        Self { play, position, ahead: question.lead + play.score, ends, looks: 0, is_beaten: false }
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

/// The plays that empty the bag.
pub(super) fn all(search: &Search, question: &Question) -> Result<Vec<Candidate>, PositionError> {
    let rack = search.rack(question.rack)?;
    let draws = draws::all(question.unseen, question.bag);
    let mut candidates = Vec::new();
    search.each(question.position, &rack, |found| {
        if found.used.count_ones() as usize >= question.bag {
            let rest = kept(&rack, found.used);
            candidates.push(Candidate::of(search, question, found.play(), &rest, &draws));
        }
    });
    Ok(candidates)
}

/// The tiles of a rack that a play does not lay.
fn kept(rack: &Rack, used: u16) -> Vec<u8> {
    let places = rack.tiles().iter().enumerate().filter(|(place, _)| used >> place & 1 == 0);
    places.map(|(_, tile)| *tile).collect()
}
