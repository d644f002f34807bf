//! The endgame: the bag is empty, both racks are known, and the best play can be proved.

mod negamax;
mod path;
mod play_cache;
mod rack_subsets;
#[cfg(test)]
pub(crate) mod tests;
mod transposition_table;

use mostek_search::{Position, PositionError, Search};

use crate::static_eval::{ExchangeRule, Move};
use negamax::Negamax;
use path::Path;
pub(crate) use play_cache::hash;
use play_cache::{MAX_PLAYS, PlayCache};
use rack_subsets::RackSubsets;
use transposition_table::{PROVED, TranspositionTable};

/// How a game ends, and how the tiles left are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndRules {
    /// The number of consecutive passes that ends the game (four: GEN-15c, PFS-3.4.3a).
    pub passes: u8,
    /// How many times the points of the opponent's tiles count for a player who goes out: once they are lost (GEN-15d),
    /// once gained (GEN-15e).
    pub out: i32,
    /// How many times a player loses the points of their own tiles when passes end the game (GEN-15d).
    pub blocked: i32,
}

impl Default for EndRules {
    /// The rules that all rulebooks for two players share.
    fn default() -> Self {
        Self { passes: 4, out: 2, blocked: 1 }
    }
}

impl EndRules {
    /// The number of passes to assume after a play: the limit of passes is as good as two. A player who passes twice meets
    /// the same position again, so that the opponent gains nothing by letting it come to that.
    pub(crate) fn passes_after_play(&self) -> u8 {
        self.passes.saturating_sub(2)
    }
}

/// The value of an endgame, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Solution {
    /// The gain of the player on turn from here on less that of the opponent, in points.
    pub value: i32,
    /// Whether the value is proved; otherwise it is an estimate of a search to `depth`.
    pub proved: bool,
    /// The depth of the search, in turns.
    pub depth: u8,
    /// The principal variation: the best moves of both players as far as they are known.
    pub line: Vec<Move>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The amount of work, the same on every machine: about one unit for a play that is ordered, twelve for a node.
    pub work: u64,
}

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
        for depth in [1].into_iter().chain((2..PROVED).step_by(2)) {
            if negamax.deepen(depth, window).is_err() || negamax.solution.proved || !(negamax.go_on)(&negamax.solution)
            {
                break;
            }
        }
        Ok(negamax.solution)
    }
}
