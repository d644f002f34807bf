//! The results of moves over equal deals: means with margins, and differences with the margins of pairs.
//!
//! The means of the batches give the margins, of single moves and of differences between two: moves that share their deals
//! differ far less by chance than each of them varies.

/// The points that are worth as much as the whole chance to win when moves are ranked: of equal chances the better spread
/// comes first, and 20 points never count more than 1 % of chance.
const POINTS_IN_A_CHANCE: f64 = 2000.0;
/// Shares of games won that are as good as equal in the first simulation.
const CLOSE: f64 = 0.002;

/// A mean and its margin of 95 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width of its interval.
    pub margin: f64,
}

impl Mean {
    /// The mean of the values of batches, which are two at least.
    fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count();
        // Quantiles of 97.5 % of Student's distribution, for 8 and 16 batches.
        let quantile = if count == 8 {
            2.365
        } else if count == 16 {
            2.131
        } else {
            2.0
        };
        let mean = values.clone().sum::<f64>() / count as f64;
        let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
        Self { mean, margin: quantile * (squares / (count as f64 - 1.0)).sqrt() / (count as f64).sqrt() }
    }
}

/// Places by falling worth; equals stay as they are.
pub(crate) fn best_first(places: impl IntoIterator<Item = usize>, worth: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    for place in places {
        // There are few, and a page loads 27 kB less than with two sorts of the library.
        order.insert(order.partition_point(|other| worth(*other) >= worth(place)), place);
    }
    order
}

/// The results of moves over equal deals.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// For each batch the mean share of games won and the mean growth of the lead of each move.
    pub(crate) batches: Vec<Vec<(f64, f64)>>,
    pub(crate) deals: u64,
}

impl Comparison {
    /// The number of deals.
    #[must_use]
    pub fn deals(&self) -> u64 {
        self.deals
    }

    fn mean(&self, value: impl Fn(&[(f64, f64)]) -> f64) -> Mean {
        Mean::of(self.batches.iter().map(|batch| value(batch)))
    }

    /// The share of games won by a move.
    #[must_use]
    pub fn share(&self, place: usize) -> Mean {
        self.mean(|batch| batch[place].0)
    }

    /// The mean growth of the lead by a move.
    #[must_use]
    pub fn spread(&self, place: usize) -> Mean {
        self.mean(|batch| batch[place].1)
    }

    /// The share lost by a move against the best one.
    #[must_use]
    pub fn share_lost(&self, best: usize, place: usize) -> Mean {
        self.mean(|batch| batch[best].0 - batch[place].0)
    }

    /// The points lost by a move against the best one.
    #[must_use]
    pub fn spread_lost(&self, best: usize, place: usize) -> Mean {
        self.mean(|batch| batch[best].1 - batch[place].1)
    }

    /// The moves, best first: by their share of games won, and their spread where shares are as good as equal.
    #[must_use]
    pub fn ranked(&self) -> Vec<usize> {
        let places = 0..self.batches.first().map_or(0, Vec::len);
        best_first(places, |place| self.share(place).mean + self.spread(place).mean / POINTS_IN_A_CHANCE)
    }

    pub(crate) fn may_be_best(&self, leader: usize, place: usize) -> bool {
        let (share, spread) = (self.share_lost(leader, place), self.spread_lost(leader, place));
        let is_close = share.mean < CLOSE && spread.mean <= 2.0 * spread.margin;
        place == leader || share.mean <= 2.0 * share.margin || is_close
    }
}
