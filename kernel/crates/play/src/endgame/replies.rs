//! What the other player can answer, as far as it is known without looking.

use mostek_search::LaneSet;

use super::play_cache::Move;

/// The best few plays of the other player that a turn may leave as they are, by points.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Replies {
    plays: [(i32, u8); Self::MOST],
    count: usize,
}

impl Replies {
    const MOST: usize = 8;

    pub(super) fn add(&mut self, play: &Move) {
        let mut place = self.count.min(Self::MOST - 1);
        if self.count == Self::MOST && self.plays[place].0 >= play.score {
            return;
        }
        self.count = place + 1;
        while place > 0 && self.plays[place - 1].0 < play.score {
            self.plays[place] = self.plays[place - 1];
            place -= 1;
        }
        self.plays[place] = (play.score, play.lane);
    }

    /// The most points of a play whose lane is not touched.
    pub(super) fn best(&self, touched: LaneSet) -> Option<i32> {
        self.plays[..self.count].iter().find(|(_, lane)| !touched.has(*lane)).map(|(score, _)| *score)
    }
}
