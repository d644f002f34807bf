//! The last tiles of the bag: every draw is tried, and the end of the game after it is proved.

mod draws;
#[cfg(test)]
mod tests;

use std::cmp::{Ordering, Reverse};

use mostek_search::{Play, Position, PositionError, Rack, Scratch, Search, Worth};

use crate::endgame::{Solution, Solver};
use draws::Draw;

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
}

/// What a play leads to. Draws are counted as often as they can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// The play, which empties the bag.
    pub play: Play,
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
}

impl Prospect {
    /// Half points of the draws that are settled, and the most that all can bring.
    fn halves(&self) -> [u32; 2] {
        let sure = 2 * self.won + self.drawn;
        [sure, sure + 2 * (self.draws - self.settled)]
    }
}

/// A play that is looked into, and what is known after each draw.
#[derive(Debug)]
struct Candidate {
    play: Play,
    position: Position,
    ends: Vec<End>,
    /// Whether more than a glance was taken.
    chosen: bool,
}

/// The end of the game after one draw.
#[derive(Debug)]
struct End {
    /// The racks of the other player, who is on turn, and of the player who drew.
    racks: [Vec<u8>; 2],
    ways: u32,
    /// The final spread as far as it is known, whether it is proved, and who is proved to win.
    spread: i32,
    exact: bool,
    result: Option<Ordering>,
}

impl Candidate {
    fn of(search: &Search, question: &Question, play: Play, rest: &[u8], draws: &[Draw]) -> Self {
        let mut position = question.position.clone();
        search.lay(&mut position, &play);
        let end = |draw: &Draw| End {
            racks: [draw.others.clone(), [rest, &draw.drawn].concat()],
            ways: draw.ways,
            spread: 0,
            exact: false,
            result: None,
        };
        Self { play, position, ends: draws.iter().map(end).collect(), chosen: false }
    }

    fn prospect(&self) -> Prospect {
        let count =
            |wanted: &dyn Fn(&End) -> bool| self.ends.iter().filter(|end| wanted(end)).map(|end| end.ways).sum();
        Prospect {
            play: self.play,
            draws: count(&|_| true),
            won: count(&|end| end.result == Some(Ordering::Greater)),
            drawn: count(&|end| end.result == Some(Ordering::Equal)),
            settled: count(&|end| end.result.is_some()),
            spread: self.ends.iter().map(|end| i64::from(end.spread) * i64::from(end.ways)).sum(),
            exact: self.ends.iter().all(|end| end.exact),
        }
    }

    /// The better comes first: by the half points that it has or promises, then by the spread; a proved
    /// spread before an estimate, which says little.
    fn rank(&self) -> Reverse<(bool, u32, bool, i64)> {
        let half = |end: &End| end.ways * halves(end.result.unwrap_or(end.spread.cmp(&0)));
        let Prospect { spread, exact, .. } = self.prospect();
        Reverse((self.chosen, self.ends.iter().map(half).sum(), exact, spread))
    }
}

/// Half points of a result.
fn halves(result: Ordering) -> u32 {
    match result {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

/// Equities are thousandths of a point.
const POINT: i32 = 1000;

/// How far the end after a draw is looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Care {
    /// The best answer that lays most and leaves least.
    Glance,
    /// Until it is proved who wins.
    Result,
    /// Until the spread is proved.
    Spread,
}

/// Values the plays that empty the bag, the best first: by the share of draws after which the game is
/// proved to be won, then by the mean spread. All plays are glanced at; then the `count` most promising
/// are looked into, draw by draw, until the result of each is proved or the play cannot be the best
/// any more; then, of the first eighth of them, the spread of those that may be the best. `watch`
/// says now and then whether to go on.
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
    let mut candidates = candidates(search, question)?;
    let mut desk = Desk { search, solver, lead: question.lead, scratch: Scratch::default(), watch };
    for care in [Care::Glance, Care::Result, Care::Spread] {
        candidates.sort_by_cached_key(Candidate::rank);
        let chosen = match care {
            Care::Glance => candidates.len(),
            Care::Result => count,
            Care::Spread => count.div_ceil(8),
        };
        if !desk.look(care, candidates.iter_mut().take(chosen))? {
            break;
        }
    }
    candidates.sort_by_cached_key(Candidate::rank);
    Ok(candidates.iter().map(Candidate::prospect).collect())
}

/// What looking into candidates needs.
struct Desk<'d> {
    search: &'d Search,
    solver: &'d mut Solver,
    lead: i32,
    scratch: Scratch,
    watch: &'d mut dyn FnMut() -> bool,
}

impl Desk<'_> {
    /// Looks into candidates as long as they can be the best; whether nobody said to stop.
    fn look<'c>(
        &mut self,
        care: Care,
        candidates: impl Iterator<Item = &'c mut Candidate>,
    ) -> Result<bool, PositionError> {
        let mut best = 0;
        for candidate in candidates {
            candidate.chosen = care != Care::Glance;
            for number in 0..candidate.ends.len() {
                if candidate.chosen && candidate.prospect().halves()[1] < best {
                    break;
                }
                let (position, ahead) = (&candidate.position, self.lead + candidate.play.score);
                let end = &mut candidate.ends[number];
                let go_on = match care {
                    Care::Glance => self.glance(position, ahead, end)?,
                    Care::Result if end.result.is_some() => true,
                    Care::Spread if end.exact => true,
                    // Who wins is decided around the value that would make the game a draw.
                    Care::Result => self.settle(position, ahead, [ahead - 1, ahead + 1], end)?,
                    Care::Spread => self.settle(position, ahead, [i32::MIN, i32::MAX], end)?,
                };
                if !go_on {
                    return Ok(false);
                }
            }
            best = best.max(candidate.prospect().halves()[0]);
        }
        Ok(true)
    }

    /// Estimates the end after a draw by the other player's best answer and what both then hold.
    fn glance(&mut self, position: &Position, ahead: i32, end: &mut End) -> Result<bool, PositionError> {
        let [other, mine] = &end.racks;
        let points: i32 = mine.iter().map(|tile| self.search.value(*tile)).sum();
        let rack = self.search.rack(other)?;
        let best = self.search.best(position, &rack, Worth::Last { others: points }, 1, &mut self.scratch);
        end.spread = ahead - best.first().map_or(0, |best| best.equity / POINT);
        Ok((self.watch)())
    }

    /// Solves the end after a draw within a window of the other player's gain.
    fn settle(
        &mut self,
        position: &Position,
        ahead: i32,
        window: [i32; 2],
        end: &mut End,
    ) -> Result<bool, PositionError> {
        let mut stopped = false;
        let mut watch = |_: &Solution| {
            stopped = !(self.watch)();
            !stopped
        };
        let [other, mine] = &end.racks;
        let found = self.solver.within(self.search, position, [other, mine], 0, window, &mut watch)?;
        let value = ahead - found.value;
        if found.proved {
            end.result = Some(value.cmp(&0));
        }
        // Within a narrow window the value is only a bound.
        if found.depth > 0 && window[0] < found.value && found.value < window[1] {
            (end.spread, end.exact) = (value, found.proved);
        }
        Ok(!stopped)
    }
}

/// The plays that empty the bag.
fn candidates(search: &Search, question: &Question) -> Result<Vec<Candidate>, PositionError> {
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
