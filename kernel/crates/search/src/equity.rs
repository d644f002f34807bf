//! Equity: the points of a play and the value of the tiles it leaves, in thousandths of a point.

use crate::leaves::Leaves;
use crate::rack::Rack;
use crate::search::Search;

/// Units of equity in a point.
pub const POINT: i32 = 1000;

/// How the tiles that a play leaves on the rack are valued.
#[derive(Debug, Clone, Copy)]
pub enum Valuation<'l> {
    /// Not at all: equity is the score.
    Score,
    /// By leave values, while there are tiles to draw.
    Leaves(&'l Leaves),
    /// With an empty bag: tiles left cost twice their points, and a play that leaves none gains twice the points of the
    /// opponent's tiles.
    EmptyBag {
        /// Points of the tiles on the opponent's rack.
        opponent_points: i32,
    },
}

impl Valuation<'_> {
    /// Writes the leave value for each subset of the rack's tiles that a play may lay, see [`Rack::tiles`].
    pub fn fill(self, search: &Search, rack: &Rack, leave_values: &mut Vec<i32>) {
        let subsets = 1usize << rack.tiles().len();
        match self {
            Self::Leaves(leaves) => leaves.fill(rack, leave_values),
            Self::Score => {
                leave_values.clear();
                leave_values.resize(subsets, 0);
            }
            Self::EmptyBag { opponent_points } => {
                let points = |kept: usize| -> i32 {
                    let held = rack.tiles().iter().enumerate().filter(|(place, _)| kept >> place & 1 != 0);
                    held.map(|(_, tile)| search.value(*tile)).sum()
                };
                leave_values.clear();
                leave_values.extend((0..subsets).map(|laid| -2 * POINT * points(subsets - 1 - laid)));
                leave_values[subsets - 1] = 2 * POINT * opponent_points;
            }
        }
    }
}
