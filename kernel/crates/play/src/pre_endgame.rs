//! The last tiles of the bag: every draw is tried, and the end of the game after it is proved.

mod analysis;
mod bag_draws;
mod candidate;
mod open_game;
#[cfg(test)]
mod tests;
mod value_range;

use std::cmp::Reverse;

use mostek_search::{Play, Position, PositionError, Search};

use crate::endgame::Solver;
use analysis::Desk;
use candidate::{Candidate, GLANCE, Standing};
use open_game::Open;

/// A position with tiles in the bag, as the player on turn sees it.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// The board.
    pub position: &'q Position,
    /// The tiles of the player on turn.
    pub rack: &'q [u8],
    /// The tiles that this player does not see: the other's and those in the bag.
    pub unseen: &'q [u8],
    /// How many of them are in the bag.
    pub bag: usize,
    /// The points by which this player leads.
    pub lead: i32,
    /// So many passes were made in a row just before.
    pub passes: u8,
}

/// What a turn leads to. Draws are counted as often as they can happen, each order of the tiles for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// The play, none to pass.
    pub play: Option<Play>,
    /// How many tiles it leaves in the bag. Where it leaves some, the other player is taken to know where all tiles are,
    /// and so is the player on turn from the next turn on.
    pub bag: usize,
    /// How many draws there are.
    pub draws: u32,
    /// Draws after which the game is proved to be won.
    pub won: u32,
    /// Draws after which it is proved to be drawn.
    pub drawn: u32,
    /// Draws after which the result is proved.
    pub settled: u32,
    /// The sum over all draws of the final spread, in points: an estimate unless it is `exact`.
    pub spread: i64,
    /// Whether the spread after each draw is proved.
    pub exact: bool,
    /// Whether it is proved that another play is as good or better.
    pub beaten: bool,
}

/// So many times as many plays are glanced at as looked into.
const GLANCED: usize = 8;
/// The effort of the first round for each draw, see [`Solution::work`](crate::Solution::work).
const EFFORT: u64 = 1 << 17;
/// With so many times doubled effort every end is solved.
const DOUBLED: u32 = 40;

/// Values all plays and the pass, the best first: by the share of draws after which the game is won, then by
/// the mean spread.
///
/// All are skimmed, the better ones glanced at; then the `count` most promising are looked into, half
/// as many in each round with twice the effort, down to two; then again as many as before with more effort,
/// and so on until it is proved which is best and by what spread. One that cannot be best any more makes
/// room for the next. `watch` says now and then whether to go on; when it says no, the first is the best as
/// far as is known.
///
/// # Errors
/// [`PositionError`] if a rack is malformed.
pub fn pre_endgame(
    search: &Search,
    solver: &mut Solver,
    question: &Question,
    count: usize,
    watch: &mut dyn FnMut() -> bool,
) -> Result<Vec<Prospect>, PositionError> {
    let draws = bag_draws::all(question.unseen, question.bag);
    let mut candidates = candidate::all(search, solver.ends(), question, &draws)?;
    let mut desk = Desk::new(Open::new(search, solver, watch), &draws);
    desk.skim(question.position, &mut candidates)?;
    sort(&mut candidates, 0);
    desk.glance(candidates.iter_mut().take(GLANCED * count))?;
    let steps = count.max(2).ilog2();
    let mut round = 0;
    while !desk.is_closed() {
        let mut best = sort(&mut candidates, GLANCE + round);
        let (again, step) = (round / steps, round % steps);
        let open = candidates.iter_mut().take(count).filter(|candidate| candidate.is_open());
        let mut is_done = true;
        for candidate in open.take(count >> step) {
            is_done = false;
            desk.look(candidate, best, EFFORT << (2 * again + step).min(DOUBLED))?;
            candidate.looks = GLANCE + round + 1;
            best = best.max(candidate.least());
        }
        if is_done {
            break;
        }
        round += u32::from(!desk.is_closed());
    }
    sort(&mut candidates, GLANCE + round);
    Ok(candidates.iter().map(Candidate::prospect).collect())
}

/// Sorts candidates, the best first, and gives what the best of all is sure to reach.
///
/// What was looked into more often stands first, as a shorter look sees less of one's own later turns;
/// but `looks` are the most that count, and what is certain needs none.
fn sort(candidates: &mut [Candidate], looks: u32) -> Standing {
    let best = candidates.iter().map(Candidate::least).max().unwrap_or_default();
    let mut is_reached = false;
    for candidate in candidates.iter_mut() {
        let reaches = candidate.least() == best && !is_reached;
        is_reached |= reaches;
        candidate.is_beaten = !reaches && candidate.most() <= best;
    }
    candidates.sort_by_cached_key(|candidate| {
        let looks = if candidate.is_exact() { looks } else { looks.min(candidate.looks) };
        Reverse((!candidate.is_beaten, looks, candidate.guess()))
    });
    best
}
