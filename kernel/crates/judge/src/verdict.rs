//! The verdict on a move by simulation: its candidates are compared, those that may be best are compared again.

use std::time::Instant;

use mostek_play::{Move, PlayerModel, PlayerView, SimulationError};

use crate::comparison::{Comparison, best_first};
use crate::paired_deals::{Effort, PairedDeals};
use crate::rounding::rounded;

/// The best moves that a verdict shows.
const SHOWN: usize = 5;

/// The work for a verdict.
#[derive(Debug, Clone, Copy)]
pub struct Efforts {
    /// The candidates of the first comparison, the best by equity.
    pub candidates: usize,
    /// The first comparison.
    pub first: Effort,
    /// The candidates of the second comparison.
    pub finalists: usize,
    /// The second comparison.
    pub second: Effort,
    /// Whether a single finalist is played again, too.
    pub repeats_one: bool,
}

/// A move that is to be judged.
#[derive(Debug)]
pub struct Question {
    /// How both players go on.
    pub model: PlayerModel,
    /// The position before the move.
    pub view: PlayerView,
    /// The move, and its equity in thousandths of a point.
    pub played: (Move, i32),
    /// Whether the lexicon lacks a word of it: then it is compared with the best move, and is never the best one.
    pub is_phoney: bool,
    /// The work.
    pub efforts: Efforts,
    /// The seed of the deals.
    pub seed: u64,
}

/// A move whose chance is proved over every draw of the last tiles.
#[derive(Debug, Clone, Copy)]
pub struct ProvedMove {
    /// The move.
    pub chosen: Move,
    /// Its share of games won.
    pub chance: f64,
    /// The number of draws.
    pub draws: u64,
}

/// A move of a verdict; without deals nothing but the equity is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedMove {
    /// The move.
    pub chosen: Move,
    /// Its equity, in thousandths of a point.
    pub equity: i32,
    /// The deals, or draws, in which it was played.
    pub deals: u64,
    /// The share of games won.
    pub chance: f64,
    /// Its margin.
    pub chance_margin: f64,
    /// The mean growth of the lead, in points.
    pub spread: f64,
    /// Its margin.
    pub spread_margin: f64,
    /// Whether the chance is proved.
    pub is_proved: bool,
}

/// What a move lost against the best one; a difference within its margin is none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Loss {
    /// The share of games.
    pub chance: f64,
    /// The points.
    pub points: f64,
    /// The margin of the share.
    pub chance_margin: f64,
    /// The margin of the points.
    pub points_margin: f64,
}

impl Loss {
    fn of(compared: &Comparison, best: usize, played: usize) -> Self {
        if best == played {
            return Self::default();
        }
        let (chance, points) = (compared.share_lost(best, played), compared.spread_lost(best, played));
        Self {
            chance: if chance.mean > chance.margin { rounded(chance.mean, 4) } else { 0.0 },
            points: if points.mean > points.margin { rounded(points.mean, 3) } else { 0.0 },
            chance_margin: rounded(chance.margin, 4),
            points_margin: rounded(points.margin, 3),
        }
    }
}

/// The verdict on a move.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The best moves, best first.
    pub best: Vec<JudgedMove>,
    /// The move played.
    pub played: JudgedMove,
    /// What it lost.
    pub loss: Loss,
    /// Whether its chance is proved, and so what it lost of it.
    pub is_proved: bool,
    /// The moves that were compared at first; with one there was no choice.
    pub choices: usize,
}

/// The judging of a move, which goes on deal by deal.
#[derive(Debug)]
pub struct Judging {
    question: Question,
    ranking: Vec<(Move, i32)>,
    choices: usize,
    /// The moves that are compared now.
    compared: Vec<(Move, i32)>,
    deals: PairedDeals,
    is_last: bool,
}

impl Judging {
    /// Begins to judge.
    ///
    /// # Errors
    /// [`SimulationError`] if the tiles or the move are impossible.
    pub fn new(question: Question) -> Result<Self, SimulationError> {
        let ranking = question.view.ranking(&question.model, question.efforts.candidates, false)?;
        let mut compared = ranking.clone();
        if !compared.iter().any(|(chosen, _)| chosen.is_same(&question.played.0)) {
            compared.push(question.played);
        }
        let deals = paired_deals(&question, &compared, question.efforts.first)?;
        Ok(Self { question, ranking, choices: compared.len(), compared, deals, is_last: false })
    }

    /// Plays so many deals more, fewer if the verdict is there or the time `until` has come.
    ///
    /// # Errors
    /// None: the moves have been compared before.
    pub fn run(&mut self, deals: u64, until: Option<Instant>) -> Result<(), SimulationError> {
        self.deals.run(deals, until);
        if self.deals.is_done() && !self.is_last { self.choose_finalists() } else { Ok(()) }
    }

    fn choose_finalists(&mut self) -> Result<(), SimulationError> {
        let (first, efforts) = (self.deals.comparison(), self.question.efforts);
        let (order, own) = self.order(first);
        let may_be_best = |place: &usize| first.may_be_best(order[0], *place);
        let mut kept: Vec<usize> = order.iter().copied().filter(may_be_best).take(efforts.finalists).collect();
        if !kept.contains(&own) {
            kept.push(own);
        }
        if kept.len() > 1 || efforts.repeats_one {
            self.compared = kept.into_iter().map(|place| self.compared[place]).collect();
            self.deals = paired_deals(&self.question, &self.compared, efforts.second)?;
        }
        self.is_last = true;
        Ok(())
    }

    /// The moves compared that may be called the best, best first, and the place of the move played.
    fn order(&self, comparison: &Comparison) -> (Vec<usize>, usize) {
        let played = self.question.played.0;
        let own = self.compared.iter().position(|(chosen, _)| chosen.is_same(&played)).unwrap_or_default();
        let mut order = comparison.ranked();
        order.retain(|place| !(self.question.is_phoney && *place == own));
        (order, own)
    }

    /// Whether the verdict is there.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_last && self.deals.is_done()
    }

    /// The share of the work that is done, about.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let Efforts { first, finalists, second, .. } = self.question.efforts;
        let first = first.work(self.choices) / (first.work(self.choices) + second.work(finalists));
        let done = self.deals.progress();
        if self.is_last { first + (1.0 - first) * done } else { first * done }
    }

    /// The verdict. Chances that are `proved`, best first, count more than those of the comparison.
    #[must_use]
    pub fn verdict(&self, proved: &[ProvedMove]) -> Verdict {
        let comparison = self.deals.comparison();
        let proof = |chosen: Move| proved.iter().find(|each| each.chosen.is_same(&chosen));
        let judged = |(place, (chosen, equity)): (usize, &(Move, i32))| {
            let (share, spread) = (comparison.share(place), comparison.spread(place));
            let (chance, chance_margin, deals) = match proof(*chosen) {
                Some(proof) => (proof.chance, 0.0, proof.draws),
                None => (share.mean, share.margin, comparison.deals()),
            };
            JudgedMove {
                chosen: *chosen,
                equity: *equity,
                deals,
                chance: rounded(chance, 4),
                chance_margin: rounded(chance_margin, 4),
                spread: rounded(spread.mean, 3),
                spread_margin: rounded(spread.margin, 3),
                is_proved: proof(*chosen).is_some(),
            }
        };
        let shown: Vec<JudgedMove> = self.compared.iter().enumerate().map(judged).collect();
        let (order, own) = self.order(comparison);
        // A move that surely loses is no better than one of which nothing is proved.
        let chance = |place: usize| proof(shown[place].chosen).map_or(0.0, |proof| proof.chance);
        let order = best_first(order, chance);
        let mut loss = Loss::of(comparison, order.first().copied().unwrap_or(own), own);
        if let (Some(best), Some(played)) = (proved.first(), proof(shown[own].chosen)) {
            loss.chance = rounded((best.chance - played.chance).max(0.0), 4);
            loss.chance_margin = 0.0;
        }
        let others = self.ranking.iter().filter(|(chosen, _)| !shown.iter().any(|each| each.chosen.is_same(chosen)));
        let unplayed = |(chosen, equity): &(Move, i32)| JudgedMove {
            chosen: *chosen,
            equity: *equity,
            deals: 0,
            chance: 0.0,
            chance_margin: 0.0,
            spread: 0.0,
            spread_margin: 0.0,
            is_proved: false,
        };
        let best = order.iter().map(|place| shown[*place]).chain(others.map(unplayed)).take(SHOWN).collect();
        Verdict { best, played: shown[own], loss, is_proved: shown[own].is_proved, choices: self.choices }
    }
}

fn paired_deals(question: &Question, moves: &[(Move, i32)], effort: Effort) -> Result<PairedDeals, SimulationError> {
    let moves: Vec<Move> = moves.iter().map(|(chosen, _)| *chosen).collect();
    PairedDeals::new(question.model.clone(), question.view.clone(), &moves, effort, question.seed)
}
