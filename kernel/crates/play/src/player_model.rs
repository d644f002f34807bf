//! How both players of a simulated game choose their moves.

use std::sync::Arc;

use mostek_search::{Leaves, Rack, Search};

use crate::bag_context::BagContext;
use crate::exchange_rule::ExchangeRule;
use crate::game::points;
use crate::win_table::WinTable;

/// How both players choose their moves in a simulation, and how positions are valued.
#[derive(Debug, Clone)]
pub struct PlayerModel {
    /// The lexicon, layout and tiles.
    pub search: Arc<Search>,
    /// The leave values.
    pub leaves: Arc<Leaves>,
    /// The share of games won from a position.
    pub win_table: Arc<WinTable>,
    /// When tiles may be exchanged.
    pub exchange_rule: ExchangeRule,
}

impl PlayerModel {
    /// A rack of tiles that were checked.
    pub(crate) fn rack(&self, tiles: &[u8]) -> Rack {
        match self.search.rack(tiles) {
            Ok(rack) => rack,
            Err(error) => unreachable!("the tiles were checked: {error}"),
        }
    }

    /// The context of a static evaluation with `bag` tiles in the bag and the opponent's rack.
    pub(crate) fn bag_context(&self, bag: usize, opponent: &[u8]) -> BagContext {
        let max_exchanged = self.exchange_rule.max_exchanged(bag);
        BagContext { bag, max_exchanged, opponent_points: points(&self.search, opponent) }
    }
}
