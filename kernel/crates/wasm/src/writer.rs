//! How answers are written.

use mostek_play::Move;
use mostek_search::{MAX_LENGTH, Rack};

/// Numbers as they are in an answer.
pub(crate) fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Writes a move in 28 bytes: score and equity (32 bits each), row, column, direction (0 across, 1 down, 2 an exchange or,
/// without tiles, a pass), the number of tiles, and fifteen tiles and a byte of padding.
pub(crate) fn write_move(chosen: &Move, rack: &Rack, equity: i32, answer: &mut Vec<u8>) {
    let given: Vec<u8>;
    let (score, place, tiles) = match chosen {
        Move::Play(play) => (play.score, [play.row, play.column, play.down.into()], play.tiles()),
        Move::Exchange(set) => {
            given = rack.tiles_of(*set).collect();
            (0, [0, 0, 2], &given[..])
        }
        Move::Pass => (0, [0, 0, 2], &[][..]),
    };
    answer.extend([score, equity].map(i32::to_le_bytes).as_flattened());
    answer.extend(place);
    answer.push(tiles.len() as u8);
    answer.extend(tiles);
    answer.resize(answer.len() + MAX_LENGTH + 1 - tiles.len(), 0);
}
