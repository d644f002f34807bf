//! The pre-endgame (PEG): every draw of the last tiles is examined, and the endgame after it is solved.

mod analysis;
mod bag_draws;
mod move_analysis;
mod open_game;
mod position;
mod result;
mod rounds;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use mostek_search::{PositionError, Search};

use crate::endgame::Solver;
use analysis::Analysis;
use bag_draws::{BagDraw, MOST_EXCHANGED};
use move_analysis::{Aim, MoveAnalysis, ONE_REPLY, RankingKey};
pub use position::PreEndgamePosition;
pub use result::PreEndgameResult;
use rounds::Rounds;

/// How many times `count` moves are rated by the opponent's best reply.
const RATED_BY_REPLY: usize = 8;

/// Rates all plays, the exchanges that the solver's rule allows and the pass, best first: by the share of draws after which
/// the game is won, then by mean spread.
///
/// All moves are rated by the opponent's standing replies, the better ones by the opponent's best reply; then the `count`
/// most promising moves are solved draw by draw, in each round half as many with twice the budget, at last the first alone;
/// then as many as at first with a larger budget, until the best move and its spread are proved. Once its results are proved,
/// the others are tested in each round, with four times the work: first whether they win more draws, and once none does and its
/// spread is proved, whether theirs is better. A move that can no longer be best makes way for the next one.
///
/// The draws are shared out to `threads`; what is proved does not depend on their number. The calling thread calls `go_on`
/// regularly; when it returns false, the first move is the best as far as is known.
///
/// # Errors
/// [`PositionError`] if a rack is malformed.
pub fn pre_endgame(
    search: &Search,
    solver: &Solver,
    position: &PreEndgamePosition,
    count: usize,
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<PreEndgameResult>, PositionError> {
    let (draws, mut moves) = draws_and_moves(search, solver, position)?;
    let mut analysis = Analysis::new(search, solver, position.position, &draws, threads, go_on);
    analysis.rate_by_standing_replies(&mut moves)?;
    sort(&mut moves, 0);
    analysis.rate_by_best_reply(moves.iter_mut().take(RATED_BY_REPLY * count))?;
    let mut rounds = Rounds::new(count);
    while !analysis.is_stopped {
        let mut best = sort(&mut moves, ONE_REPLY + rounds.solved);
        let Some(first) = moves.first() else { break };
        let (is_decided, is_exact) = (first.is_decided(), first.is_exact());
        let mut rivals = Vec::new();
        if is_decided {
            rivals = (1..moves.len()).filter(|number| moves[*number].is_rival(best)).collect();
            best = analysis.solve(&mut moves, &rivals, Aim::Winner, best, rounds.refuting().work)?;
            rivals.retain(|number| moves[*number].is_rival(best));
        }
        let effort = if is_exact { rounds.refuting() } else { rounds.solving() };
        // Spreads of other moves matter once none may win more draws.
        let is_asked = |number: &usize| rivals.is_empty() || *number == 0 || rivals.binary_search(number).is_ok();
        let open = (0..moves.len().min(effort.among)).filter(|number| moves[*number].is_open());
        let chosen: Vec<usize> = open.filter(is_asked).take(effort.most).collect();
        if chosen.is_empty() {
            break;
        }
        analysis.solve(&mut moves, &chosen, Aim::Spread, best, effort.work)?;
        rounds.refuted += u32::from(is_decided);
        rounds.solved += u32::from(!is_exact && !analysis.is_stopped);
        for number in chosen {
            moves[number].rounds = moves[number].rounds.max(ONE_REPLY + if is_exact { 1 } else { rounds.solved });
        }
    }
    sort(&mut moves, ONE_REPLY + rounds.solved);
    Ok(moves.iter().map(MoveAnalysis::result).collect())
}

/// All draws and all moves; the draws count so finely that those of every exchange are whole numbers.
fn draws_and_moves(
    search: &Search,
    solver: &Solver,
    position: &PreEndgamePosition,
) -> Result<(Vec<BagDraw>, Vec<MoveAnalysis>), PositionError> {
    let max_exchanged = match position.bag {
        0..=MOST_EXCHANGED => solver.exchange_rule().max_exchanged(position.bag),
        _ => 0,
    };
    let fineness = if max_exchanged > 0 { bag_draws::fineness(position.bag) } else { 1 };
    let mut draws = bag_draws::all(position.unseen, position.bag);
    draws.iter_mut().for_each(|draw| draw.ways *= fineness);
    let moves = move_analysis::all(search, solver.rules(), position, (&draws, fineness), max_exchanged)?;
    Ok((draws, moves))
}

/// Sorts the moves, best first, and returns the best lower bound of all.
///
/// A move that was analysed in more rounds comes first, as a shallower analysis sees less of the player's own later turns;
/// rounds count up to `rounds`, and an exact move counts as fully analysed.
fn sort(moves: &mut [MoveAnalysis], rounds: u32) -> RankingKey {
    let best = moves.iter().map(MoveAnalysis::lower_bound).max().unwrap_or_default();
    let mut is_reached = false;
    for candidate in moves.iter_mut() {
        let reaches = candidate.lower_bound() == best && !is_reached;
        is_reached |= reaches;
        candidate.is_beaten = !reaches && candidate.upper_bound() <= best;
    }
    moves.sort_by_cached_key(|candidate| {
        let rounds = if candidate.is_exact() { rounds } else { rounds.min(candidate.rounds) };
        Reverse((!candidate.is_beaten, rounds, candidate.estimate()))
    });
    best
}
