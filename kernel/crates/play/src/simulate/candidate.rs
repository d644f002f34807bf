//! The input of a simulation: the position as the player on turn sees it, the player model and the candidate moves.

use std::fmt;

use mostek_search::{LaneSet, Position, PositionError, Rack, Scratch, Search, Valuation};

use crate::game::points;
use crate::inference::Inference;
use crate::moves::Move;
use crate::player_model::PlayerModel;
use crate::static_eval::{Wanted, best_moves};

/// Why a simulation cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SimulationError {
    /// Tiles on the rack or unseen tiles that are not in the tile set.
    Tiles(PositionError),
    /// No tile on the rack, or no unseen tile.
    Over,
    /// A lead that no game has, in points.
    Lead(i32),
    /// The inference was made for other unseen tiles.
    Inference,
    /// No candidate, or too many.
    Candidates(usize),
    /// The sums are of other candidates.
    Sums,
    /// The candidate with this number, from 0, lays tiles that the rack does not hold.
    Play(usize),
    /// An error probability or an indifference that is not above 0 and below 1.
    StoppingRule,
    /// The candidate with this number, from 0, exchanges tiles that the rack does not hold, or more than the rule allows.
    Exchange(usize),
}

impl fmt::Display for SimulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tiles(error) => error.fmt(f),
            Self::Sums => write!(f, "the sums are of other candidates"),
            Self::Over => write!(f, "the game is over: a player holds no tiles"),
            Self::Lead(lead) => write!(f, "no game has a lead of {lead} points"),
            Self::Inference => write!(f, "the inference was made for other unseen tiles"),
            Self::Candidates(count) => write!(f, "1 to {MAX_CANDIDATES} candidates can be compared, not {count}"),
            Self::Play(number) => write!(f, "candidate {number} lays tiles that the rack does not hold"),
            Self::StoppingRule => {
                write!(f, "the error probability and the indifference must be above 0 and below 1")
            }
            Self::Exchange(number) => write!(f, "candidate {number} is not an exchange that is possible now"),
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
const MAX_CANDIDATES: usize = 256;

/// The largest lead, in points: thousandths of it fit 32 bits.
const MAX_LEAD: u32 = 100_000;

/// A position as the player on turn sees it.
#[derive(Debug, Clone)]
pub struct PlayerView {
    /// The board.
    pub position: Position,
    /// The tiles of the player on turn.
    pub rack: Vec<u8>,
    /// The tiles of the bag and of the opponent, in any order; the opponent holds a full rack as long as they suffice.
    pub unseen: Vec<u8>,
    /// The lead of the player on turn, in points.
    pub lead: i32,
    /// The number of consecutive passes just before.
    pub passes: u8,
    /// The distribution of the tiles that the opponent kept, inferred from their last move.
    pub inference: Option<Inference>,
}

impl PlayerView {
    /// The number of tiles on the opponent's rack.
    pub(crate) fn held(&self, search: &Search) -> usize {
        self.unseen.len().min(search.rack_size())
    }

    /// The number of tiles in the bag.
    pub(crate) fn bag(&self, search: &Search) -> usize {
        self.unseen.len() - self.held(search)
    }

    /// The `count` moves with the highest equity, best first, see [`best_moves`].
    ///
    /// # Errors
    /// [`SimulationError`] if a tile is not in the tile set.
    pub fn best_moves(&self, model: &PlayerModel, count: usize) -> Result<Vec<Move>, SimulationError> {
        Ok(self.ranking(model, count, true)?.into_iter().map(|(chosen, _)| chosen).collect())
    }

    /// [`best_moves`](Self::best_moves) with their equities; on the empty board across and down, or only across.
    ///
    /// # Errors
    /// [`SimulationError`] if a tile is not in the tile set.
    pub fn ranking(
        &self,
        model: &PlayerModel,
        count: usize,
        both_directions: bool,
    ) -> Result<Vec<(Move, i32)>, SimulationError> {
        let rack = model.search.rack(&self.rack)?;
        let max_exchanged = model.exchange_rule.max_exchanged(self.bag(&model.search));
        let wanted = Wanted { count, valuation: self.valuation(model), max_exchanged, both_directions };
        Ok(best_moves(&model.search, &self.position, &rack, wanted, &mut Scratch::default()))
    }

    /// Whether the rules allow an exchange of this subset of the rack's tiles.
    fn may_exchange(&self, model: &PlayerModel, set: u16) -> bool {
        (1..=model.exchange_rule.max_exchanged(self.bag(&model.search))).contains(&(set.count_ones() as usize))
    }

    /// How leaves are valued now. With an empty bag the opponent's tiles are known.
    fn valuation<'m>(&self, model: &'m PlayerModel) -> Valuation<'m> {
        match self.bag(&model.search) {
            0 => Valuation::EmptyBag { opponent_points: points(&model.search, &self.unseen) },
            _ => Valuation::Leaves(&model.leaves),
        }
    }

    /// Checks the view and the candidates, and works out what is the same in every iteration.
    pub(crate) fn candidates(&self, model: &PlayerModel, moves: &[Move]) -> Result<Vec<Candidate>, SimulationError> {
        let rack = model.search.rack(&self.rack)?;
        // Any part of the unseen tiles may become a rack.
        self.unseen.chunks(model.search.rack_size()).try_for_each(|part| model.search.rack(part).map(drop))?;
        if self.rack.is_empty() || self.unseen.is_empty() {
            return Err(SimulationError::Over);
        }
        if self.lead.unsigned_abs() > MAX_LEAD {
            return Err(SimulationError::Lead(self.lead));
        }
        if self.inference.as_ref().is_some_and(|inference| !inference.is_of(&self.unseen)) {
            return Err(SimulationError::Inference);
        }
        if !(1..=MAX_CANDIDATES).contains(&moves.len()) {
            return Err(SimulationError::Candidates(moves.len()));
        }
        let mut scratch = Scratch::default();
        model.search.best(&self.position, &rack, Valuation::Leaves(&model.leaves), 0, &mut scratch);
        let each = moves.iter().enumerate();
        each.map(|(number, chosen)| self.candidate(model, &rack, scratch.leave_values(), *chosen, number)).collect()
    }

    fn candidate(
        &self,
        model: &PlayerModel,
        rack: &Rack,
        leave_values: &[i32],
        chosen: Move,
        number: usize,
    ) -> Result<Candidate, SimulationError> {
        let (mut position, mut changed) = (self.position.clone(), LaneSet::default());
        let set = match chosen {
            Move::Pass => 0,
            Move::Play(play) => {
                let set = rack.subset(play.laid()).ok_or(SimulationError::Play(number))?;
                changed = model.search.changed_lanes(&position, &play);
                model.search.lay(&mut position, &play);
                set
            }
            Move::Exchange(set) => {
                let is_possible = self.may_exchange(model, set) && rack.subsets().any(|other| other == set);
                is_possible.then_some(set).ok_or(SimulationError::Exchange(number))?
            }
        };
        let kept = rack.tiles_outside(set).collect();
        let exchanged = if let Move::Exchange(_) = chosen { rack.tiles_of(set).collect() } else { Vec::new() };
        Ok(Candidate { chosen, position, changed, kept, exchanged, leave_value: leave_values[usize::from(set)] })
    }
}

/// A move of the player on turn, and what is the same after it in every iteration.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) chosen: Move,
    /// The position after the move.
    pub(crate) position: Position,
    /// The lanes that the move changes.
    pub(crate) changed: LaneSet,
    pub(crate) kept: Vec<u8>,
    /// The tiles that go back into the bag.
    pub(crate) exchanged: Vec<u8>,
    /// The value of the leave, in thousandths of a point.
    pub(crate) leave_value: i32,
}
