//! Best-arm identification: which candidate is best, and when the comparison may stop.
//!
//! All candidates that remain are played in the same iterations, so that they are compared in pairs: the difference in one
//! iteration varies less than two independent outcomes. The leader beats a rival when the generalised likelihood ratio
//! against "the rival is better", for differences of unknown mean and variance, passes the threshold of Garivier & Kaufmann
//! (2016, <https://arxiv.org/abs/1602.04589>) as adapted to unknown variances by Jourdan, Degenne & Kaufmann (2022,
//! <https://arxiv.org/abs/2210.00974>). All sums are integers, so that they do not depend on the order of iterations.

use mostek_search::POINT;

use super::candidate::SimulationError;
use super::playout::Outcome;

/// A won game in units of shares.
const GAME: f64 = u16::MAX as f64;
/// The prior: one more squared difference of this share of a game, so that a few equal outcomes prove nothing.
const PRIOR: f64 = 0.1;

/// When a comparison stops.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoppingRule {
    error_probability: f64,
    indifference: f64,
}

impl StoppingRule {
    /// `error_probability` (δ) bounds the probability of a wrong decision; candidates that differ by less than
    /// `indifference` (ε), as a share of games, count as equal, and either may be named best.
    ///
    /// # Errors
    /// [`SimulationError::StoppingRule`] if a number is not above 0 and below 1.
    pub fn new(error_probability: f64, indifference: f64) -> Result<Self, SimulationError> {
        let is_share = |number: f64| number > 0.0 && number < 1.0;
        if is_share(error_probability) && is_share(indifference) {
            Ok(Self { error_probability, indifference })
        } else {
            Err(SimulationError::StoppingRule)
        }
    }
}

/// The estimated result of a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number of iterations in which the candidate was played.
    pub samples: u64,
    /// The mean share of games won, 0 to 1, a draw counting as half a win.
    pub share: f64,
    /// The standard error of that mean; infinite before the second iteration.
    pub share_error: f64,
    /// The mean gain in spread, including the values of the leaves, in points.
    pub spread: f64,
    /// The standard error of that mean.
    pub spread_error: f64,
}

/// The sums of one candidate.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    samples: u64,
    share: u64,
    spread: i64,
    spread_squares: i128,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.samples += other.samples;
        self.share += other.share;
        self.spread += other.spread;
        self.spread_squares += other.spread_squares;
    }
}

/// The sums of the outcomes of all candidates over some iterations.
#[derive(Debug, Clone)]
pub(crate) struct Tally {
    sums: Vec<Sums>,
    /// The sums of the products of shares, for each pair of candidates.
    products: Vec<u64>,
}

impl Tally {
    pub(crate) fn new(candidates: usize) -> Self {
        Self { sums: vec![Sums::default(); candidates], products: vec![0; candidates * candidates] }
    }

    /// Adds one iteration: the outcomes of the remaining candidates, in their order.
    pub(crate) fn add_iteration(&mut self, remaining: &[usize], outcomes: &[Outcome]) {
        let candidates = self.sums.len();
        for (one, outcome) in remaining.iter().zip(outcomes) {
            let spread = i64::from(outcome.spread);
            let square = i128::from(spread * spread);
            let share = u64::from(outcome.share);
            self.sums[*one].add(&Sums { samples: 1, share, spread, spread_squares: square });
            for (other, outcome) in remaining.iter().zip(outcomes) {
                self.products[one * candidates + other] += share * u64::from(outcome.share);
            }
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sums, more)| sums.add(more));
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
    }

    /// All sums as little-endian numbers of 128 bits.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let sums = self.sums.iter().flat_map(|Sums { samples, share, spread, spread_squares }| {
            [i128::from(*samples), i128::from(*share), i128::from(*spread), *spread_squares]
        });
        sums.chain(self.products.iter().map(|product| i128::from(*product))).flat_map(i128::to_le_bytes).collect()
    }

    /// Adds the [`bytes`](Self::bytes) of another tally; none if it has another number of candidates.
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) -> Option<()> {
        let (numbers, rest) = bytes.as_chunks();
        let numbers: Vec<i128> = numbers.iter().map(|number| i128::from_le_bytes(*number)).collect();
        let (sums, products) = numbers.split_at_checked(4 * self.sums.len())?;
        if !rest.is_empty() || products.len() != self.products.len() {
            return None;
        }
        let mut other = Self::new(self.sums.len());
        for (sums, numbers) in other.sums.iter_mut().zip(sums.as_chunks::<4>().0) {
            let [samples, share, spread, spread_squares] = *numbers;
            *sums = Sums { samples: samples as u64, share: share as u64, spread: spread as i64, spread_squares };
        }
        other.products.iter_mut().zip(products).for_each(|(product, number)| *product = *number as u64);
        self.add(&other);
        Some(())
    }

    pub(crate) fn clear(&mut self) {
        self.sums.fill(Sums::default());
        self.products.fill(0);
    }

    fn product(&self, one: usize, other: usize) -> u64 {
        self.products[one * self.sums.len() + other]
    }

    pub(crate) fn estimate(&self, candidate: usize) -> Estimate {
        let sums = &self.sums[candidate];
        let samples = sums.samples as f64;
        let (share, share_error) = mean(samples, sums.share as f64, self.product(candidate, candidate) as f64);
        let (spread, spread_error) = mean(samples, sums.spread as f64, sums.spread_squares as f64);
        Estimate {
            samples: sums.samples,
            share: share / GAME,
            share_error: share_error / GAME,
            spread: spread / f64::from(POINT),
            spread_error: spread_error / f64::from(POINT),
        }
    }

    /// The order of candidates with equally many samples: by share won, then by spread.
    fn rank(&self, candidate: usize) -> (u64, i64) {
        (self.sums[candidate].share, self.sums[candidate].spread)
    }

    /// The mean and the variance of the difference of two candidates, in games.
    fn difference(&self, one: usize, other: usize) -> (f64, f64) {
        let samples = self.sums[one].samples as f64;
        let mean = (self.sums[one].share as f64 - self.sums[other].share as f64) / samples / GAME;
        let squares = self.product(one, one) + self.product(other, other) - 2 * self.product(one, other);
        (mean, (squares as f64 / GAME / GAME + PRIOR * PRIOR) / samples - mean * mean)
    }
}

/// A mean and its standard error.
fn mean(samples: f64, sum: f64, squares: f64) -> (f64, f64) {
    let mean = sum / samples;
    let variance = (squares / samples - mean * mean).max(0.0);
    (mean, if samples < 2.0 { f64::INFINITY } else { (variance / (samples - 1.0)).sqrt() })
}

/// The state of a comparison: which candidates remain, and whether it is decided.
#[derive(Debug)]
pub(crate) struct BestArm {
    pub(crate) tally: Tally,
    /// The candidates that are still played, in their order.
    pub(crate) remaining: Vec<usize>,
    pub(crate) decided: bool,
    /// Without a rule no candidate is eliminated.
    rule: Option<StoppingRule>,
}

impl BestArm {
    pub(crate) fn new(candidates: usize, rule: Option<StoppingRule>) -> Self {
        let decided = rule.is_some() && candidates == 1;
        Self { tally: Tally::new(candidates), remaining: (0..candidates).collect(), decided, rule }
    }

    /// Eliminates the candidates that the leader beats. The comparison is decided when the leader beats all others or is
    /// within the indifference of them.
    pub(crate) fn eliminate(&mut self) {
        let (Some(rule), Some(leader)) = (self.rule, self.leader()) else { return };
        let rivals = self.tally.sums.len().saturating_sub(1);
        let tally = &self.tally;
        let samples = tally.sums[leader].samples as f64;
        let threshold = (rivals as f64 * (1.0 + samples.ln()) / rule.error_probability).ln();
        let is_beaten = |rival: usize, margin: f64| {
            let (mean, variance) = tally.difference(leader, rival);
            samples / 2.0 * ((mean + margin).powi(2) / variance).ln_1p() > threshold
        };
        let decided = self.remaining.iter().all(|rival| *rival == leader || is_beaten(*rival, rule.indifference));
        self.remaining.retain(|rival| *rival == leader || !is_beaten(*rival, 0.0));
        self.decided = decided;
    }

    fn leader(&self) -> Option<usize> {
        let remaining = self.remaining.iter().copied();
        remaining.max_by_key(|candidate| (self.tally.rank(*candidate), std::cmp::Reverse(*candidate)))
    }

    /// All candidates, best first: the remaining ones, then the eliminated ones, the last eliminated first.
    pub(crate) fn ranking(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.tally.sums.len()).collect();
        let key = |candidate: &usize| {
            let Estimate { samples, share, spread, .. } = self.tally.estimate(*candidate);
            (samples, share, spread)
        };
        all.sort_by(|one, other| key(other).partial_cmp(&key(one)).unwrap_or(std::cmp::Ordering::Equal));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, below, random};

    /// Outcomes of candidates that win `shares` of their games (in 1/1000), all with the same luck and some of their own.
    fn outcomes(random: &mut Random, shares: &[i32]) -> Vec<Outcome> {
        let luck = below(random, 40_001) as i32;
        let share =
            |share: &i32, random: &mut Random| luck - 20_000 + 65 * share + below(random, 10_001) as i32 - 5_000;
        let shares: Vec<u16> = shares.iter().map(|mean| share(mean, random) as u16).collect();
        shares.into_iter().map(|share| Outcome { share, spread: 0 }).collect()
    }

    /// Runs a comparison to its end and gives the order, and the samples of each.
    fn run(shares: &[i32], seed: u64) -> (Vec<usize>, Vec<u64>) {
        let mut comparison = BestArm::new(shares.len(), Some(StoppingRule::new(0.1, 0.01).unwrap()));
        let mut random = random(seed, 0);
        while !comparison.decided {
            for _ in 0..32 {
                let outcomes = outcomes(&mut random, shares);
                let remaining: Vec<Outcome> = comparison.remaining.iter().map(|place| outcomes[*place]).collect();
                let places = comparison.remaining.clone();
                comparison.tally.add_iteration(&places, &remaining);
            }
            comparison.eliminate();
        }
        (comparison.ranking(), (0..shares.len()).map(|place| comparison.tally.estimate(place).samples).collect())
    }

    #[test]
    fn the_best_wins_and_the_worst_are_followed_least() {
        let (ranking, samples) = run(&[420, 500, 480, 390], 1);
        assert_eq!(ranking, [1, 2, 0, 3]);
        assert!(samples[3] <= samples[0] && samples[0] < samples[2] && samples[2] == samples[1], "{samples:?}");
    }

    #[test]
    fn decisions_are_wrong_less_often_than_the_error_probability() {
        let wrong = (0..300).filter(|seed| run(&[500, 515, 490], *seed).0[0] != 1).count();
        assert!(wrong <= 30, "{wrong}");
    }

    #[test]
    fn as_good_as_each_other_is_a_decision() {
        let (ranking, samples) = run(&[500, 500, 400], 5);
        assert_eq!(ranking[2], 2);
        assert!(samples[0] == samples[1] && samples[0] > samples[2]);
        let mut comparison = BestArm::new(2, Some(StoppingRule::new(0.1, 0.01).unwrap()));
        let same = |spread| Outcome { share: 65_535, spread };
        for iterations in 1..=10_000 {
            comparison.tally.add_iteration(&[0, 1], &[same(1_000), same(1_001)]);
            comparison.eliminate();
            if comparison.decided {
                assert!(iterations > 20, "a few indifference outcomes prove nothing");
                break;
            }
        }
        assert!(comparison.decided);
        assert_eq!(comparison.ranking(), [1, 0], "what wins as often is told apart by points");
    }

    #[test]
    fn one_candidate_is_decided_and_without_a_rule_nothing_is() {
        assert!(BestArm::new(1, Some(StoppingRule::new(0.1, 0.01).unwrap())).decided);
        let mut comparison = BestArm::new(2, None);
        for _ in 0..1_000 {
            comparison
                .tally
                .add_iteration(&[0, 1], &[Outcome { share: 0, spread: 0 }, Outcome { share: 65_535, spread: 0 }]);
            comparison.eliminate();
        }
        assert!(!comparison.decided && comparison.remaining == [0, 1]);
    }

    #[test]
    fn means_have_the_errors_of_the_books() {
        let mut tally = Tally::new(1);
        for (share, spread) in [(0, -2_000), (65_535, 4_000), (65_535, 7_000), (0, 3_000)] {
            tally.add_iteration(&[0], &[Outcome { share, spread }]);
        }
        let Estimate { samples, share, share_error, spread, spread_error } = tally.estimate(0);
        assert_eq!((samples, share, spread), (4, 0.5, 3.0));
        // Sums of squares about the mean: 1 and 42; divided by 3 and by 4.
        assert!((share_error - (1.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!((spread_error - (42.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }
}
