//! The endgame: the bag is empty, both racks are known, and the best play can be proved.

mod end_rules;
mod lane_lists;
mod negamax;
mod path;
mod play_cache;
mod rack_subsets;
mod solution;
#[cfg(test)]
pub(crate) mod tests;
mod transposition_table;

use mostek_search::{Position, PositionError, Search};

use crate::exchange_rule::ExchangeRule;
pub use end_rules::EndRules;
use negamax::Negamax;
use path::Path;
pub(crate) use play_cache::hash;
use play_cache::{MAX_PLAYS, PlayCache};
use rack_subsets::RackSubsets;
pub use solution::Solution;
use transposition_table::{PROVED, TranspositionTable};

/// The last depth of iterative deepening.
const LAST_DEPTH: u8 = PROVED - 1;
/// Whether a value reaches a bound is searched to this depth, then to the end: measured.
const TEST_DEPTH: u8 = 2;

/// Solves endgames; its memory is reused.
#[derive(Debug)]
pub struct Solver {
    rules: EndRules,
    exchange_rule: ExchangeRule,
    /// The values and the plays of endgames that come from one position.
    table: TranspositionTable,
    cache: PlayCache,
}

impl Solver {
    /// A solver with these rules and a table of at most `bytes` bytes.
    #[must_use]
    pub fn new(rules: EndRules, bytes: usize) -> Self {
        let (table, cache) = (TranspositionTable::new(bytes), PlayCache::new(MAX_PLAYS));
        Self { rules, exchange_rule: ExchangeRule::default(), table, cache }
    }

    /// The solver with another rule for exchanges, which matters with tiles in the bag.
    #[must_use]
    pub fn with_exchange_rule(self, exchange_rule: ExchangeRule) -> Self {
        Self { exchange_rule, ..self }
    }

    /// A solver with the same rules and one of `count` parts of the memory.
    pub(crate) fn part(&self, count: usize) -> Self {
        let table = TranspositionTable::new(self.table.bytes() / count);
        Self { table, cache: PlayCache::new(MAX_PLAYS / count), ..*self }
    }

    /// The rules of the solver.
    pub(crate) fn rules(&self) -> EndRules {
        self.rules
    }

    /// When tiles may be exchanged.
    pub(crate) fn exchange_rule(&self) -> ExchangeRule {
        self.exchange_rule
    }

    /// Searches by iterative deepening until the value is proved or `go_on` returns false. `go_on` is called after every
    /// depth and every few thousand nodes, with the best solution so far. `racks` are that of the player on turn and that
    /// of the opponent; `passes` is the number of consecutive passes just before.
    ///
    /// # Errors
    /// [`PositionError`] if a rack is malformed.
    pub fn solve(
        &mut self,
        search: &Search,
        position: &Position,
        racks: [&[u8]; 2],
        passes: u8,
        go_on: &mut dyn FnMut(&Solution) -> bool,
    ) -> Result<Solution, PositionError> {
        self.forget();
        self.solve_within(search, (position, 0), racks, passes, [i32::MIN, i32::MAX], go_on)
    }

    /// Forgets all endgames, before those that come from another position.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
        self.cache.clear();
    }

    /// [`solve`](Self::solve) with a window: of a value outside it only the side is found.
    ///
    /// Endgames since [`forget`](Self::forget) share what is known of a node that more than one of them reaches; `board` is
    /// the [`hash`] of what was laid since the position from which all of them come.
    pub(crate) fn solve_within(
        &mut self,
        search: &Search,
        (position, board): (&Position, u64),
        [mover, other]: [&[u8]; 2],
        passes: u8,
        window: [i32; 2],
        go_on: &mut dyn FnMut(&Solution) -> bool,
    ) -> Result<Solution, PositionError> {
        let racks = [RackSubsets::new(search, mover)?, RackSubsets::new(search, other)?];
        if self.cache.is_full() {
            self.cache.clear();
        }
        let pass_ends = passes.saturating_add(1) >= self.rules.passes;
        let path = Path::new(search, racks, (position, board), pass_ends, &mut self.cache);
        let mut negamax = Negamax::new(path, self.rules, &mut self.table, go_on);
        // After the first, every second depth is enough to order the moves of the next.
        let deepening = [1].into_iter().chain((2..PROVED).step_by(2));
        // A single test needs hardly any order.
        let is_test = window[1].saturating_sub(window[0]) == 1;
        for depth in deepening.filter(|depth| !is_test || *depth <= TEST_DEPTH || *depth == LAST_DEPTH) {
            if negamax.deepen(depth, window).is_err() || negamax.solution.proved || !(negamax.go_on)(&negamax.solution)
            {
                break;
            }
        }
        Ok(negamax.solution)
    }
}
