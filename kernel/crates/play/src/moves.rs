//! Moves.

use mostek_search::Play;

/// What a player does with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// A play.
    Play(Play),
    /// An exchange of a subset of the rack's tiles, see [`Rack::tiles`](mostek_search::Rack::tiles).
    Exchange(u16),
    /// A pass.
    Pass,
}

impl Move {
    /// Whether two moves of a position lay the same tiles, or exchange the same: one tile may be laid across or down.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Play(one), Self::Play(other)) => one.placement().eq(other.placement()),
            _ => self == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{board, model};

    #[test]
    fn one_tile_laid_across_or_down_is_the_same_move() {
        let search = model().search;
        let mut squares = board();
        squares[8] = 1;
        let position = search.position(&squares).unwrap();
        let given = |start, down, tiles: &[u8]| Move::Play(search.given_play(&position, start, down, tiles).unwrap());
        let (across, down) = (given((2, 0), false, &[0, 0, 0, 2]), given((1, 3), true, &[0, 2]));
        assert!(across != down && across.is_same(&down) && down.is_same(&across));
        assert!(!across.is_same(&given((1, 3), true, &[0, 1])) && !across.is_same(&Move::Pass));
        assert!(Move::Exchange(3).is_same(&Move::Exchange(3)) && !Move::Exchange(3).is_same(&Move::Exchange(1)));
    }
}
