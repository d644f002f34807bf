//! What is asked of a simulation: the position as the player on turn sees it, and the choices compared.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use mostek_search::{LaneSet, Leaves, Position, PositionError, Rack, Scratch, Search, Worth};

use crate::game::points;
use crate::inference::Belief;
use crate::static_eval::{Choice, Exchanges, Stock};
use crate::win_table::WinTable;

/// Why a simulation cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimulationError {
    /// A rack or unseen tiles that are none of the set.
    Tiles(PositionError),
    /// No tile on the rack, or none that the other player could hold.
    Over,
    /// A lead that no game has.
    Lead(i32),
    /// What is believed of the other player's tiles is about other unseen tiles.
    Belief,
    /// No candidate, or more than can be told apart.
    Candidates(usize),
    /// Sums that are of other candidates.
    Sums,
    /// A candidate, by its place from 0, that lays what the rack does not hold.
    Play(usize),
    /// A doubt that is no probability, or a share of games that is none.
    Confidence,
    /// A candidate, by its place from 0, that is no exchange: not a set of the rack's tiles, or too few are in the bag.
    Exchange(usize),
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tiles(error) => error.fmt(f),
            Self::Sums => write!(f, "these are the sums of other candidates"),
            Self::Over => write!(f, "the game is over: a player holds no tiles"),
            Self::Lead(lead) => write!(f, "no game has a lead of {lead} points"),
            Self::Belief => write!(f, "what is believed is about other unseen tiles"),
            Self::Candidates(count) => write!(f, "1 to {MOST} candidates can be compared, not {count}"),
            Self::Play(number) => write!(f, "candidate {number} lays tiles that the rack does not hold"),
            Self::Confidence => {
                write!(f, "the doubt and the share of games that counts as none are above 0 and below 1")
            }
            Self::Exchange(number) => write!(f, "candidate {number} is no exchange of tiles of the rack now"),
        }
    }
}

impl std::error::Error for SimulationError {}

impl From<PositionError> for SimulationError {
    fn from(error: PositionError) -> Self {
        Self::Tiles(error)
    }
}

/// The most candidates of one simulation.
const MOST: usize = 256;

/// The most points by which anybody leads, so that thousandths of them can be reckoned with.
const HIGHEST: u32 = 100_000;

/// What both players of a simulation know of the game.
#[derive(Debug, Clone)]
pub struct Skill {
    /// The plays.
    pub search: Arc<Search>,
    /// What tiles kept are worth.
    pub leaves: Arc<Leaves>,
    /// What a lead is worth.
    pub win: Arc<WinTable>,
    /// When tiles may be exchanged.
    pub exchanges: Exchanges,
}

impl Skill {
    /// A rack of tiles that were checked before.
    pub(crate) fn rack(&self, tiles: &[u8]) -> Rack {
        match self.search.rack(tiles) {
            Ok(rack) => rack,
            Err(error) => unreachable!("the tiles were checked: {error}"),
        }
    }

    /// What a player knows with so many tiles in the bag while the other one holds these.
    pub(crate) fn stock(&self, bag: usize, others: &[u8]) -> Stock {
        Stock { bag, exchange: self.exchanges.most(bag), others: points(&self.search, others) }
    }
}

/// A position as the player on turn sees it.
#[derive(Debug)]
pub struct Seen {
    /// The board.
    pub position: Position,
    /// The tiles of the player on turn.
    pub rack: Vec<u8>,
    /// The tiles of the bag and of the other player, in any order; the other one holds as many as a rack takes.
    pub unseen: Vec<u8>,
    /// By how many points the player on turn leads.
    pub lead: i32,
    /// How many turns in a row were passed just now.
    pub passes: u8,
    /// What the other player's last turn tells of their tiles.
    pub belief: Option<Belief>,
}

impl Seen {
    /// How many tiles the other player holds.
    pub(crate) fn held(&self, search: &Search) -> usize {
        self.unseen.len().min(search.rack_size())
    }

    /// How many tiles are in the bag.
    pub(crate) fn bag(&self, search: &Search) -> usize {
        self.unseen.len() - self.held(search)
    }

    /// The best choices by equity without looking ahead, the best first: plays, exchanges and the pass.
    ///
    /// # Errors
    /// [`SimulationError`] if the tiles are none of the set.
    pub fn choices(&self, skill: &Skill, count: usize) -> Result<Vec<Choice>, SimulationError> {
        let rack = skill.search.rack(&self.rack)?;
        let mut scratch = Scratch::default();
        let plays = skill.search.best(&self.position, &rack, self.worth(skill), count, &mut scratch).to_vec();
        let mut choices: Vec<_> = plays.iter().map(|play| (play.equity, Choice::Lay(play.play))).collect();
        let kept = scratch.worth();
        let sets = rack.sets().filter(|set| self.may_exchange(skill, *set));
        choices.extend(sets.map(|set| (kept[usize::from(set)], Choice::Exchange(set))));
        choices.push((kept[0], Choice::Pass));
        choices.sort_by_key(|(equity, _)| Reverse(*equity));
        choices.truncate(count);
        Ok(choices.into_iter().map(|(_, choice)| choice).collect())
    }

    /// Whether so many tiles as are in a set may be given back.
    fn may_exchange(&self, skill: &Skill, set: u16) -> bool {
        (1..=skill.exchanges.most(self.bag(&skill.search))).contains(&(set.count_ones() as usize))
    }

    /// What the tiles kept are worth; at the end what they cost, the other player's being known.
    fn worth<'s>(&self, skill: &'s Skill) -> Worth<'s> {
        match self.bag(&skill.search) {
            0 => Worth::Last { others: points(&skill.search, &self.unseen) },
            _ => Worth::Leaves(&skill.leaves),
        }
    }

    /// The candidates as far as they can be worked out before any tile is drawn.
    pub(crate) fn candidates(&self, skill: &Skill, choices: &[Choice]) -> Result<Vec<Candidate>, SimulationError> {
        let rack = skill.search.rack(&self.rack)?;
        // Any part of the unseen tiles may become a rack.
        self.unseen.chunks(skill.search.rack_size()).try_for_each(|part| skill.search.rack(part).map(drop))?;
        if self.rack.is_empty() || self.unseen.is_empty() {
            return Err(SimulationError::Over);
        }
        if self.lead.unsigned_abs() > HIGHEST {
            return Err(SimulationError::Lead(self.lead));
        }
        if self.belief.as_ref().is_some_and(|belief| !belief.is_about(&self.unseen)) {
            return Err(SimulationError::Belief);
        }
        if !(1..=MOST).contains(&choices.len()) {
            return Err(SimulationError::Candidates(choices.len()));
        }
        let mut scratch = Scratch::default();
        skill.search.best(&self.position, &rack, Worth::Leaves(&skill.leaves), 0, &mut scratch);
        let each = choices.iter().enumerate();
        each.map(|(number, choice)| self.candidate(skill, &rack, scratch.worth(), *choice, number)).collect()
    }

    fn candidate(
        &self,
        skill: &Skill,
        rack: &Rack,
        worth: &[i32],
        choice: Choice,
        number: usize,
    ) -> Result<Candidate, SimulationError> {
        let (mut position, mut changed) = (self.position.clone(), LaneSet::default());
        let set = match choice {
            Choice::Pass => 0,
            Choice::Lay(play) => {
                let set = rack.set(play.laid()).ok_or(SimulationError::Play(number))?;
                changed = skill.search.touched(&position, &play);
                skill.search.lay(&mut position, &play);
                set
            }
            Choice::Exchange(set) => {
                let known = self.may_exchange(skill, set) && rack.sets().any(|other| other == set);
                known.then_some(set).ok_or(SimulationError::Exchange(number))?
            }
        };
        let kept = rack.tiles_beside(set).collect();
        let given = if let Choice::Exchange(_) = choice { rack.tiles_of(set).collect() } else { Vec::new() };
        Ok(Candidate { choice, position, changed, kept, given, worth: worth[usize::from(set)] })
    }
}

/// A choice of the player on turn, and what is the same after it in every deal.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) choice: Choice,
    pub(crate) position: Position,
    /// The lanes in which it is another than before.
    pub(crate) changed: LaneSet,
    pub(crate) kept: Vec<u8>,
    /// What goes back into the bag.
    pub(crate) given: Vec<u8>,
    /// What the tiles kept are worth, in thousandths of a point.
    pub(crate) worth: i32,
}
