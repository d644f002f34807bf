//! The end of a game: the bag is empty, both racks are known, and what is best can be proved.

mod negamax;
mod path;
mod play_cache;
mod rack_subsets;
mod replies;
#[cfg(test)]
pub(crate) mod tests;
mod transposition_table;

use mostek_search::{Position, PositionError, Search};

use crate::static_eval::Choice;
use negamax::Tree;
use path::Path;
use rack_subsets::Hand;
use transposition_table::{PROVED, Table};

/// How a game ends, and what the tiles left then are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// So many passes in a row end the game (four: GEN-15c, PFS-3.4.3a).
    pub passes: u8,
    /// How many times the points of the other's tiles count for a player who lays the last tile:
    /// once lost (GEN-15d), once gained (GEN-15e).
    pub out: i32,
    /// How many times the points of one's own tiles are lost when passes end the game (GEN-15d).
    pub blocked: i32,
}

impl Default for Ends {
    /// What all rulebooks for two players have in common.
    fn default() -> Self {
        Self { passes: 4, out: 2, blocked: 1 }
    }
}

impl Ends {
    /// So many passes can be taken for made where none was: the limit is as good as two. A player who passes twice meets
    /// the same position again, so that it pays the other nothing to let it come to that.
    pub(crate) fn fresh(&self) -> u8 {
        self.passes.saturating_sub(2)
    }
}

/// What is known of the end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Solution {
    /// What the player on turn gains from here on, in points, less what the other one gains.
    pub value: i32,
    /// Whether the value is proved; otherwise it is an estimate after `depth` turns.
    pub proved: bool,
    /// How many turns were looked ahead.
    pub depth: u8,
    /// The best turns of both, the player's on turn first; as far as they are known.
    pub line: Vec<Choice>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How much work that was, the same on every machine: about the plays weighed, and a dozen for a position.
    pub work: u64,
}

/// Solves the ends of games of one search; it keeps its memory from one to the next.
#[derive(Debug)]
pub struct Solver {
    ends: Ends,
    table: Table,
}

impl Solver {
    /// A solver under these rules, with a table of at most so many bytes.
    #[must_use]
    pub fn new(ends: Ends, bytes: usize) -> Self {
        Self { ends, table: Table::new(bytes) }
    }

    /// The rules that it solves under.
    pub(crate) fn ends(&self) -> Ends {
        self.ends
    }

    /// Looks ahead deeper and deeper until the value is proved or `watch` says to stop. It is asked
    /// after every depth and every few thousand positions, with the best that is known by then.
    /// The racks are that of the player on turn and the other; `passes` were made in a row just before.
    ///
    /// # Errors
    /// [`PositionError`] if a rack is malformed.
    pub fn solve(
        &mut self,
        search: &Search,
        position: &Position,
        racks: [&[u8]; 2],
        passes: u8,
        watch: &mut dyn FnMut(&Solution) -> bool,
    ) -> Result<Solution, PositionError> {
        self.within(search, position, racks, passes, [i32::MIN, i32::MAX], watch)
    }

    /// As [`solve`](Self::solve), but a value beyond the window is only known to be beyond it.
    pub(crate) fn within(
        &mut self,
        search: &Search,
        position: &Position,
        [mover, other]: [&[u8]; 2],
        passes: u8,
        window: [i32; 2],
        watch: &mut dyn FnMut(&Solution) -> bool,
    ) -> Result<Solution, PositionError> {
        let hands = [Hand::of(search, mover)?, Hand::of(search, other)?];
        let path = Path::new(search, hands, position, passes.saturating_add(1) >= self.ends.passes);
        self.table.renew();
        let mut tree = Tree::new(path, self.ends, &mut self.table, watch);
        // After the first every second depth is enough to order the turns of the next.
        for depth in [1].into_iter().chain((2..PROVED).step_by(2)) {
            if tree.deepen(depth, window).is_err() || tree.found.proved || !(tree.watch)(&tree.found) {
                break;
            }
        }
        Ok(tree.found)
    }
}
