//! How answers are written.

use mostek_search::{MAX_LENGTH, Play};

/// Numbers as they are in an answer.
pub(crate) fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Writes a move in 28 bytes: score and equity (32 bits each), row, column, direction (0 across, 1 down, 2 an exchange or,
/// without tiles, a pass), the number of tiles, and fifteen tiles and a byte of padding.
pub(crate) fn write_move(play: Option<&Play>, given: &[u8], equity: i32, answer: &mut Vec<u8>) {
    let score = play.map_or(0, |play| play.score);
    answer.extend([score, equity].map(i32::to_le_bytes).as_flattened());
    let tiles = play.map_or(given, |play| play.tiles());
    answer.extend(play.map_or([0, 0, 2], |play| [play.row, play.column, play.down.into()]));
    answer.push(tiles.len() as u8);
    answer.extend(tiles);
    answer.resize(answer.len() + MAX_LENGTH + 1 - tiles.len(), 0);
}
