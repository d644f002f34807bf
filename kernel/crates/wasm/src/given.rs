//! A move that a page gives.

use mostek_play::Move;
use mostek_search::{MAX_LENGTH, MAX_SIDE, Position, Rack, Search};

use crate::fault::{Fault, FaultCode};
use crate::reader::Reader;

const ACROSS: usize = 0;
const DOWN: usize = 1;
const OTHER: usize = 2;

/// Reads a move: its row, column, direction (0 across, 1 down, 2 an exchange or, without tiles, a pass), and the number of its
/// tiles and these. A play need not be of words of the lexicon.
pub(crate) fn read(reader: &mut Reader, search: &Search, position: &Position, rack: &Rack) -> Result<Move, Fault> {
    let start = (reader.up_to(MAX_SIDE)?, reader.up_to(MAX_SIDE)?);
    let way = reader.up_to(OTHER)?;
    let tiles = reader.counted(MAX_LENGTH)?;
    let found = match way {
        ACROSS | DOWN => search.given_play(position, start, way == DOWN, &tiles).map(Move::Play),
        _ if tiles.is_empty() => Some(Move::Pass),
        _ => rack.subset(tiles.iter().copied()).map(Move::Exchange),
    };
    found.ok_or(Fault::new(FaultCode::Candidates))
}
