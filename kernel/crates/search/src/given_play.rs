//! A play that somebody has laid, whatever its words.

use crate::BLANK;
use crate::packed_word::MAX_LENGTH;
use crate::play::Play;
use crate::position::Position;
use crate::scoring::PartialScore;
use crate::search::Search;

impl Search {
    /// The play that lays `tiles` (see [`Play::tiles`]) from a square on, with its score; `None` if they cannot lie there.
    ///
    /// Its words need not be words of the lexicon: a play that nobody challenged stays on the board, and the game goes on.
    #[must_use]
    pub fn given_play(
        &self,
        position: &Position,
        (row, column): (usize, usize),
        down: bool,
        tiles: &[u8],
    ) -> Option<Play> {
        let (lanes, lane, first) = if down { (&position.columns, column, row) } else { (&position.rows, row, column) };
        let fits = (2..=MAX_LENGTH).contains(&tiles.len()) && first + tiles.len() <= lanes.length;
        if !fits || lane >= lanes.count() {
            return None;
        }
        // Square 0 and the one after the last are the edge. The squares before and after a word are empty.
        let squares = lanes.lane(lane);
        let span = &squares[first + 1..=first + tiles.len()];
        if squares[first].tile != 0 || squares[first + tiles.len() + 1].tile != 0 {
            return None;
        }
        let (mut score, mut laid, mut touches) = (PartialScore::default(), 0, false);
        for (at, (square, tile)) in span.iter().zip(tiles).enumerate() {
            let place = if down { (first + at, lane) } else { (lane, first + at) };
            let is_letter = (1..=self.letters()).contains(&usize::from(tile & !BLANK));
            match (square.tile, *tile) {
                (0, tile) if is_letter => {
                    let value = if tile & BLANK == 0 { self.value(tile) } else { 0 };
                    score = score.with(square, value);
                    laid += 1;
                    touches |= square.cross_length > 0 || place == self.start();
                }
                (0, _) => return None,
                (_, 0) => {
                    score.main += i32::from(square.value);
                    touches = true;
                }
                _ => return None,
            }
        }
        if !touches || !(1..=self.rack_size()).contains(&laid) {
            return None;
        }
        let bonus = if laid == self.rack_size() { self.scoring().bingo } else { 0 };
        Some(Play::laying((row as u8, column as u8), down, tiles, score.total() + bonus))
    }
}
