//! A turn that is asked about, and how moves are written.

use mostek_play::{PlayerModel, PlayerView, Wanted, best_moves};
use mostek_search::{MAX_SIDE, Position, Scratch, Valuation};

use crate::fault::Fault;
use crate::reader::Reader;
use crate::writer::{bytes, write_move};

/// The most tiles of a set.
const MAX_TILES: usize = 1_000;

/// Board, rack and unseen tiles; the lead of the player on turn and the passes just before.
pub(crate) struct Turn {
    pub(crate) position: Position,
    pub(crate) rack: Vec<u8>,
    pub(crate) unseen: Vec<u8>,
    pub(crate) lead: i32,
    pub(crate) passes: u8,
}

impl Turn {
    /// Reads the squares with their number before them, the rack and the unseen tiles in the same way, the lead and the
    /// passes.
    pub(crate) fn read(reader: &mut Reader, model: &PlayerModel) -> Result<Self, Fault> {
        let board = reader.counted(MAX_SIDE * MAX_SIDE)?;
        let position = model.search.position(&board)?;
        let rack = reader.counted(MAX_TILES)?;
        model.search.rack(&rack)?;
        let unseen = reader.counted(MAX_TILES)?;
        unseen.chunks(model.search.rack_size()).try_for_each(|part| model.search.rack(part).map(drop))?;
        let lead = reader.signed()?;
        let passes = reader.up_to(100)? as u8;
        Ok(Self { position, rack, unseen, lead, passes })
    }

    pub(crate) fn view(self) -> PlayerView {
        let Self { position, rack, unseen, lead, passes } = self;
        PlayerView { position, rack, unseen, lead, passes, inference: None }
    }

    /// The best plays, exchanges and the pass by equity, see [`best_moves`]; a simulation takes the same as candidates.
    pub(crate) fn best(&self, model: &PlayerModel, count: usize, scratch: &mut Scratch) -> Result<Vec<u8>, Fault> {
        let search = &model.search;
        let rack = search.rack(&self.rack)?;
        let bag = self.unseen.len().saturating_sub(search.rack_size());
        let opponent_points = self.unseen.iter().map(|tile| search.value(*tile)).sum();
        let valuation =
            if bag == 0 { Valuation::EmptyBag { opponent_points } } else { Valuation::Leaves(&model.leaves) };
        let max_exchanged = model.exchange_rule.max_exchanged(bag);
        let wanted = Wanted { count, valuation, max_exchanged, both_directions: true };
        let moves = best_moves(search, &self.position, &rack, wanted, scratch);
        let mut answer = bytes(&[moves.len() as u32]);
        for (chosen, equity) in &moves {
            write_move(chosen, &rack, *equity, &mut answer);
        }
        Ok(answer)
    }
}
