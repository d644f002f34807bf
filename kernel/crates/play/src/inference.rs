//! What the other player's last turn tells of the tiles that they kept.
//!
//! A rack with which another choice would have been far better is unlikely to be the one they had.
//! Tiles that may have been kept are drawn blindly, many times; each is weighed by what the turn
//! would have thrown away with it, `exp(-loss / temperature)`, the loss being the equity of the best
//! choice without look-ahead less that of the turn made.

use mostek_search::{Leaves, Play, Position, PositionError, Rack, Scratch, Search};

use crate::bag::Draws;
use crate::random::{Random, below, random};
use crate::static_eval::{Exchanges, Stock, choose};

/// What was seen of a player's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// A play.
    Laid(Play),
    /// So many tiles given back.
    Gave(usize),
}

/// What is asked about the other player's last turn.
#[derive(Debug, Clone, Copy)]
pub struct Clue<'c> {
    /// The plays that they know.
    pub search: &'c Search,
    /// What tiles kept are worth to them.
    pub leaves: &'c Leaves,
    /// The board before it.
    pub before: &'c Position,
    /// What they did.
    pub turn: Turn,
    /// The tiles that are unseen now, after they drew.
    pub unseen: &'c [u8],
    /// How many thousandths of a point make a choice less likely by the factor e: small for a player
    /// who takes the best by equity, larger for one who errs, or who sees further; at least 1.
    pub temperature: u32,
}

/// Tiles that the other player may have kept, some more likely than others.
#[derive(Debug, Clone)]
pub struct Belief {
    /// The tiles of which they may be, sorted.
    unseen: Vec<u8>,
    /// How many tiles were kept.
    kept: usize,
    /// One possibility after another, `kept` tiles each.
    tiles: Vec<u8>,
    /// The sum of the weights up to each possibility.
    weights: Vec<u64>,
}

/// The weight of a turn that threw nothing away.
const CERTAIN: f64 = 65_536.0;

impl Belief {
    /// Weighs so many possibilities.
    ///
    /// # Errors
    /// [`PositionError`] if the tiles are none of the set.
    pub fn new(clue: &Clue<'_>, samples: usize, seed: u64) -> Result<Self, PositionError> {
        let laid: Vec<u8> = match clue.turn {
            Turn::Laid(play) => play.laid().collect(),
            Turn::Gave(_) => Vec::new(),
        };
        let size = clue.search.rack_size().min(clue.unseen.len() + laid.len());
        let mut draws = Draws::none(random(0, 0));
        let mut belief = Self { unseen: sorted(clue.unseen), kept: 0, tiles: Vec::new(), weights: Vec::new() };
        let (mut scratch, mut sum) = (Scratch::default(), 0);
        for sample in 0..samples as u64 {
            let mut tiles = laid.clone();
            draws.mix(clue.unseen, random(seed, sample));
            draws.draw(0, &mut tiles, size);
            let rack = clue.search.rack(&tiles)?;
            let Some((gone, loss)) = clue.loss(&rack, draws.len(), &mut scratch) else { continue };
            let before = belief.tiles.len();
            belief.tiles.extend(rack.tiles_beside(gone));
            belief.kept = belief.tiles.len() - before;
            let likely = (-f64::from(loss) / f64::from(clue.temperature.max(1))).exp();
            // However unlikely, nothing that can be is out of the question.
            sum += 1 + (CERTAIN * likely) as u64;
            belief.weights.push(sum);
        }
        Ok(belief)
    }

    /// Whether it is about these unseen tiles.
    pub(crate) fn is_about(&self, unseen: &[u8]) -> bool {
        self.unseen == sorted(unseen)
    }

    /// Some tiles that may have been kept, each possibility as often as it is likely; all of them are among the unseen.
    pub(crate) fn draw(&self, random: &mut Random) -> &[u8] {
        let Some(sum) = self.weights.last() else { return &[] };
        let at = below(random, *sum as usize) as u64;
        let place = self.weights.partition_point(|weight| *weight <= at);
        &self.tiles[place * self.kept..][..self.kept]
    }
}

fn sorted(tiles: &[u8]) -> Vec<u8> {
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles
}

impl Clue<'_> {
    /// What the turn threw away with this rack, in thousandths of a point, and the set of tiles that it
    /// took from it; none if that cannot be.
    fn loss(&self, rack: &Rack, bag: usize, scratch: &mut Scratch) -> Option<(u16, i32)> {
        // With an empty bag there is one possibility, whatever it is worth: the points of others do not matter.
        let stock = Stock { bag, exchange: Exchanges::default().most(bag), others: 0 };
        let (_, best) = choose(self.search, self.before, rack, self.leaves, stock, scratch);
        let kept = |set: u16| scratch.worth()[usize::from(set)];
        let (set, equity) = match self.turn {
            Turn::Laid(play) => {
                let set = rack.set(play.laid())?;
                (set, play.score * 1000 + kept(set))
            }
            Turn::Gave(count) => {
                let sets = rack.sets().filter(|set| set.count_ones() as usize == count);
                sets.map(|set| (set, kept(set))).max_by_key(|(_, worth)| *worth)?
            }
        };
        Some((set, (best - equity).max(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Skill;
    use crate::simulate::tests::{board, skill};

    const UNSEEN: [u8; 10] = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3];

    fn clue<'c>(skill: &'c Skill, before: &'c Position, turn: Turn, unseen: &'c [u8], temperature: u32) -> Clue<'c> {
        Clue { search: &skill.search, leaves: &skill.leaves, before, turn, unseen, temperature }
    }

    /// How often each tile is among those kept, in thousandths.
    fn kept(turn: impl Fn(&Skill, &Position) -> Turn, temperature: u32) -> [usize; 4] {
        let skill = skill();
        let before = skill.search.position(&board()).unwrap();
        let turn = turn(&skill, &before);
        let belief = Belief::new(&clue(&skill, &before, turn, &UNSEEN, temperature), 500, 3).unwrap();
        let mut counts = [0; 4];
        for number in 0..1_000 {
            belief.draw(&mut random(1, number)).iter().for_each(|tile| counts[usize::from(*tile)] += 1);
        }
        counts
    }

    /// The play of some tiles with the fewest points.
    fn worst(skill: &Skill, before: &Position, tiles: &[u8]) -> Turn {
        let mut plays = Vec::new();
        skill.search.each(before, &skill.search.rack(tiles).unwrap(), |found| plays.push(found.play()));
        Turn::Laid(
            *plays.iter().filter(|play| play.laid().eq(tiles.iter().copied())).min_by_key(|play| play.score).unwrap(),
        )
    }

    #[test]
    fn who_lays_little_has_nothing_better() {
        // One A laid for the fewest points: with a blank or a C more would have been made of it.
        let of = |temperature| kept(|skill, before| worst(skill, before, &[1]), temperature);
        let (blind, sharp) = (of(1_000_000), of(500));
        assert_eq!((blind.iter().sum::<usize>(), sharp.iter().sum::<usize>()), (2_000, 2_000), "two of three are kept");
        for (count, share) in blind.into_iter().zip([200, 600, 600, 600]) {
            assert!(count.abs_diff(share) < 110, "without a clue as they lie: {blind:?}");
        }
        assert!(sharp[0] < 20, "{sharp:?}");
    }

    #[test]
    fn who_gives_back_keeps_the_best() {
        let (blind, sharp) = (kept(|_, _| Turn::Gave(2), 1_000_000), kept(|_, _| Turn::Gave(2), 100));
        assert_eq!((blind.iter().sum::<usize>(), sharp.iter().sum::<usize>()), (1_000, 1_000), "one of three is kept");
        assert!(blind[0].abs_diff(300) < 90 && blind[1].abs_diff(533) < 90, "the blank, or else an A: {blind:?}");
        assert!(sharp[0] > 900, "without a blank to keep they would have laid something: {sharp:?}");
        assert_eq!(kept(|_, _| Turn::Gave(9), 100), [0; 4], "that cannot be: nothing is known");
    }

    #[test]
    fn what_is_laid_must_be_tiles() {
        let skill = skill();
        let before = skill.search.position(&board()).unwrap();
        let clue = clue(&skill, &before, Turn::Gave(1), &[1, 9, 9, 9], 1000);
        assert!(Belief::new(&clue, 10, 0).is_err());
    }
}
