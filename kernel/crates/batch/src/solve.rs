//! Endgames and pre-endgames of many positions: each is solved by one thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mostek_notation::{Fault, NotationError};
use mostek_play::{EndRules, Move, PreEndgamePosition, PreEndgameResult, Solver, pre_endgame};
use mostek_search::{Leaves, POINT, Rack, Search, Valuation};

use crate::cores::Cores;
use crate::moves::{MOVE_COLUMNS, Writing, move_table, push_move};
use crate::positions::{Positions, Row};
use crate::rows::{Answer, ask};
use crate::table::{Column, Table, Value};

/// The largest bag of a pre-endgame.
const MAX_BAG: usize = 4;
/// The most promising moves of a pre-endgame that are analysed at a time.
const ANALYSED: usize = 32;

/// How positions are solved.
#[derive(Debug, Clone, Copy)]
pub struct Solving<'s> {
    /// The lexicon, layout and tiles.
    pub search: &'s Search,
    /// The values of leaves, for the static equity of the move.
    pub leaves: &'s Leaves,
    /// The time for each position; none is for ever.
    pub limit: Option<Duration>,
    /// The bytes of the transposition table of each thread.
    pub table_bytes: usize,
    /// How moves are written.
    pub writing: Option<&'s Writing>,
}

/// What a solver says of the first move.
struct Solved {
    first: Move,
    gain: f64,
    /// The bounds of the share of games won.
    share: [f64; 2],
    proved: bool,
    nodes: u64,
}

/// The best move of each position with an empty bag or with one to four tiles in it.
pub fn solve(
    solving: &Solving<'_>,
    positions: &Positions,
    cores: Cores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let numbers = || Column::F64(Vec::new());
    let empty = move_table(
        "position",
        solving.writing.is_some(),
        vec![
            ("bag", Column::U8(Vec::new())),
            ("gain", numbers()),
            ("lead", numbers()),
            ("share_least", numbers()),
            ("share_most", numbers()),
            ("proved", Column::Bool(Vec::new())),
            ("nodes", Column::I64(Vec::new())),
        ],
    );
    let start = || Solver::new(EndRules::default(), solving.table_bytes);
    let question = |solver: &mut Solver, row: Row<'_>, table: &mut Table, stopped: &AtomicBool| {
        let unseen = row.unseen();
        let bag = unseen.len().saturating_sub(solving.search.rack_size());
        if bag > MAX_BAG {
            return Err(NotationError::new(Fault::BagSize, 0, 0, bag.to_string()));
        }
        if row.rack.is_empty() || unseen.is_empty() {
            return Err(NotationError::new(Fault::GameOver, 0, 0, ""));
        }
        let Ok(rack) = solving.search.rack(row.rack) else { return Ok(()) };
        let Some(solved) = solving.solve(solver, row, &unseen, bag, stopped) else { return Ok(()) };
        let mut leave_values = Vec::new();
        fill_leave_values(solving.search, solving.leaves, row, &rack, &mut leave_values);
        let equity = equity(&solved.first, &rack, &leave_values);
        push_move(table, row.number, &solved.first, equity, row.board, &rack, solving.writing);
        table.push(
            MOVE_COLUMNS,
            &[
                Value::U8(bag as u8),
                Value::F64(solved.gain),
                Value::F64(solved.gain + f64::from(row.lead)),
                Value::F64(solved.share[0]),
                Value::F64(solved.share[1]),
                Value::Bool(solved.proved),
                Value::I64(solved.nodes as i64),
            ],
        );
        Ok(())
    };
    ask(positions, cores, 1, &empty, start, question, go_on)
}

impl Solving<'_> {
    fn solve(
        &self,
        solver: &mut Solver,
        row: Row<'_>,
        unseen: &[u8],
        bag: usize,
        stopped: &AtomicBool,
    ) -> Option<Solved> {
        // A time beyond the range of the clock is no limit.
        let end = self.limit.and_then(|limit| Instant::now().checked_add(limit));
        let goes_on = || !stopped.load(Ordering::Relaxed) && end.is_none_or(|end| Instant::now() < end);
        let position = self.search.position(row.board).ok()?;
        if bag > 0 {
            let Row { rack, lead, passes, .. } = row;
            let asked = PreEndgamePosition { position: &position, rack, unseen, bag, lead, passes };
            let found = pre_endgame(self.search, solver, &asked, ANALYSED, 1, &mut || goes_on()).ok()?;
            let proved = found.iter().skip(1).all(|other| other.beaten);
            return found.first().map(|best| drawn(best, lead, proved));
        }
        let found = solver.solve(self.search, &position, [row.rack, unseen], row.passes, &mut |_| goes_on()).ok()?;
        let lead = row.lead + found.value;
        let share = if found.proved { [f64::from(1 + lead.signum()) / 2.0; 2] } else { [0.0, 1.0] };
        let first = found.line.first().copied().unwrap_or(Move::Pass);
        Some(Solved { first, gain: found.value.into(), share, proved: found.proved, nodes: found.nodes })
    }
}

/// The best move of a pre-endgame.
fn drawn(best: &PreEndgameResult, lead: i32, proved: bool) -> Solved {
    let draws = f64::from(best.draws.max(1));
    let least = (f64::from(best.won) + f64::from(best.drawn) / 2.0) / draws;
    let most = least + f64::from(best.draws - best.settled) / draws;
    Solved {
        first: best.play.map_or(Move::Pass, Move::Play),
        gain: best.spread as f64 / draws - f64::from(lead),
        share: [least, most],
        proved,
        nodes: 0,
    }
}

/// The values of what is left on the rack of a row, by the subset of tiles laid.
pub(crate) fn fill_leave_values(search: &Search, leaves: &Leaves, row: Row<'_>, rack: &Rack, values: &mut Vec<i32>) {
    let unseen = row.unseen();
    let valuation = if unseen.len() > search.rack_size() {
        Valuation::Leaves(leaves)
    } else {
        Valuation::EmptyBag { opponent_points: unseen.iter().map(|code| search.value(*code)).sum() }
    };
    valuation.fill(search, rack, values);
}

/// The static equity of a move.
pub(crate) fn equity(chosen: &Move, rack: &Rack, leave_values: &[i32]) -> i32 {
    match chosen {
        Move::Play(play) => {
            let used = rack.subset(play.laid()).unwrap_or_default();
            play.score * POINT + leave_values[usize::from(used)]
        }
        Move::Exchange(set) => leave_values[usize::from(*set)],
        Move::Pass => leave_values[0],
    }
}
