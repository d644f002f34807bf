//! Inference: what the opponent's last move tells about the tiles they kept.
//!
//! A rack with which another move would have been far better is unlikely. The tiles that the opponent may have kept are
//! sampled many times from the unseen tiles; each sample has the weight `exp(-loss / temperature)`, where the loss is the
//! equity of the best static move less that of the move made. Macondo calls the same method range finding.

use mostek_search::{Leaves, POINT, Play, Position, PositionError, Rack, Scratch, Search};

use crate::bag::Bag;
use crate::bag_context::BagContext;
use crate::exchange_rule::ExchangeRule;
use crate::random::{Random, below, random};
use crate::static_eval::best_static_move;

/// The opponent's move, as far as it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObservedMove {
    /// A play.
    Play(Play),
    /// An exchange of this many tiles.
    Exchange(usize),
}

/// The opponent's last move and the circumstances in which they made it.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'o> {
    /// The lexicon, layout and tiles with which the opponent looks for plays.
    pub search: &'o Search,
    /// The opponent's leave values.
    pub leaves: &'o Leaves,
    /// The position before the move.
    pub before: &'o Position,
    /// The move.
    pub observed: ObservedMove,
    /// The unseen tiles, after the opponent drew.
    pub unseen: &'o [u8],
    /// The loss, in thousandths of a point, that makes a move less likely by the factor e; at least 1. Low for an opponent
    /// who plays the best static move, higher for one who errs or looks ahead.
    pub temperature: u32,
}

/// The inferred distribution of the tiles that the opponent kept: weighted samples.
#[derive(Debug, Clone)]
pub struct Inference {
    /// The unseen tiles from which the samples were drawn, sorted.
    unseen: Vec<u8>,
    /// How many tiles the opponent kept.
    kept: usize,
    /// The samples one after another, `kept` tiles each.
    tiles: Vec<u8>,
    /// The sum of the weights up to each sample.
    weights: Vec<u64>,
}

/// The weight of a sample without a loss.
const FULL_WEIGHT: f64 = 65_536.0;

impl Inference {
    /// Draws and weighs `samples` racks that the opponent may have had.
    ///
    /// # Errors
    /// [`PositionError`] if an unseen tile is not in the tile set.
    pub fn new(observation: &Observation<'_>, samples: usize, seed: u64) -> Result<Self, PositionError> {
        let Observation { search, unseen, .. } = observation;
        let laid: Vec<u8> = match observation.observed {
            ObservedMove::Play(play) => play.laid().collect(),
            ObservedMove::Exchange(_) => Vec::new(),
        };
        let size = search.rack_size().min(unseen.len() + laid.len());
        let mut bag = Bag::empty(random(0, 0));
        let mut inference = Self { unseen: sorted(unseen), kept: 0, tiles: Vec::new(), weights: Vec::new() };
        let (mut scratch, mut sum) = (Scratch::default(), 0);
        for sample in 0..samples as u64 {
            let mut tiles = laid.clone();
            bag.shuffle(unseen, random(seed, sample));
            bag.draw(0, &mut tiles, size);
            let rack = search.rack(&tiles)?;
            let Some((used, loss)) = observation.loss(&rack, bag.len(), &mut scratch) else { continue };
            let before = inference.tiles.len();
            inference.tiles.extend(rack.tiles_outside(used));
            inference.kept = inference.tiles.len() - before;
            let likelihood = (-f64::from(loss) / f64::from(observation.temperature.max(1))).exp();
            // Every possible rack has at least the weight 1.
            sum += 1 + (FULL_WEIGHT * likelihood) as u64;
            inference.weights.push(sum);
        }
        Ok(inference)
    }

    /// Whether the samples were drawn from these unseen tiles.
    pub(crate) fn is_of(&self, unseen: &[u8]) -> bool {
        self.unseen == sorted(unseen)
    }

    /// One sample at random, by weight; empty if no rack can explain the move.
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

impl Observation<'_> {
    /// The subset of this rack that the move used, and its loss in thousandths of a point; none if this rack cannot make
    /// the move.
    fn loss(&self, rack: &Rack, bag: usize, scratch: &mut Scratch) -> Option<(u16, i32)> {
        // With an empty bag there is a single possibility, so that the loss does not matter.
        let context = BagContext { bag, max_exchanged: ExchangeRule::default().max_exchanged(bag), opponent_points: 0 };
        let (_, best) = best_static_move(self.search, self.before, rack, self.leaves, context, scratch);
        let leave = |used: u16| scratch.leave_values()[usize::from(used)];
        let (used, equity) = match self.observed {
            ObservedMove::Play(play) => {
                let used = rack.subset(play.laid())?;
                (used, play.score * POINT + leave(used))
            }
            ObservedMove::Exchange(count) => {
                let subsets = rack.subsets().filter(|used| used.count_ones() as usize == count);
                subsets.map(|used| (used, leave(used))).max_by_key(|(_, value)| *value)?
            }
        };
        Some((used, (best - equity).max(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player_model::PlayerModel;
    use crate::test_game::{board, model};

    const UNSEEN: [u8; 10] = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3];

    fn clue<'c>(
        model: &'c PlayerModel,
        before: &'c Position,
        turn: ObservedMove,
        unseen: &'c [u8],
        temperature: u32,
    ) -> Observation<'c> {
        Observation { search: &model.search, leaves: &model.leaves, before, observed: turn, unseen, temperature }
    }

    /// How often each tile is among those kept, in thousandths.
    fn kept(turn: impl Fn(&PlayerModel, &Position) -> ObservedMove, temperature: u32) -> [usize; 4] {
        let model = model();
        let before = model.search.position(&board()).unwrap();
        let turn = turn(&model, &before);
        let inference = Inference::new(&clue(&model, &before, turn, &UNSEEN, temperature), 500, 3).unwrap();
        let mut counts = [0; 4];
        for number in 0..1_000 {
            inference.draw(&mut random(1, number)).iter().for_each(|tile| counts[usize::from(*tile)] += 1);
        }
        counts
    }

    /// The play of some tiles with the fewest points.
    fn worst(model: &PlayerModel, before: &Position, tiles: &[u8]) -> ObservedMove {
        let mut plays = Vec::new();
        model.search.each(before, &model.search.rack(tiles).unwrap(), |found| plays.push(found.play()));
        ObservedMove::Play(
            *plays.iter().filter(|play| play.laid().eq(tiles.iter().copied())).min_by_key(|play| play.score).unwrap(),
        )
    }

    #[test]
    fn a_low_score_means_no_better_tiles() {
        // One A laid for the fewest points: with a blank or a C more would have been made of it.
        let of = |temperature| kept(|model, before| worst(model, before, &[1]), temperature);
        let (blind, sharp) = (of(1_000_000), of(500));
        assert_eq!((blind.iter().sum::<usize>(), sharp.iter().sum::<usize>()), (2_000, 2_000), "two of three are kept");
        for (count, share) in blind.into_iter().zip([200, 600, 600, 600]) {
            assert!(count.abs_diff(share) < 110, "without a clue as they lie: {blind:?}");
        }
        assert!(sharp[0] < 20, "{sharp:?}");
    }

    #[test]
    fn an_exchange_keeps_the_best_tiles() {
        let (blind, sharp) =
            (kept(|_, _| ObservedMove::Exchange(2), 1_000_000), kept(|_, _| ObservedMove::Exchange(2), 100));
        assert_eq!((blind.iter().sum::<usize>(), sharp.iter().sum::<usize>()), (1_000, 1_000), "one of three is kept");
        assert!(blind[0].abs_diff(300) < 90 && blind[1].abs_diff(533) < 90, "the blank, or else an A: {blind:?}");
        assert!(sharp[0] > 900, "without a blank to keep they would have laid something: {sharp:?}");
        assert_eq!(kept(|_, _| ObservedMove::Exchange(9), 100), [0; 4], "impossible: nothing is inferred");
    }

    #[test]
    fn what_is_laid_must_be_tiles() {
        let model = model();
        let before = model.search.position(&board()).unwrap();
        let clue = clue(&model, &before, ObservedMove::Exchange(1), &[1, 9, 9, 9], 1000);
        assert!(Inference::new(&clue, 10, 0).is_err());
    }
}
