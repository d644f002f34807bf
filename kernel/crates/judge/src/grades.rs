//! Grades of losses.

use crate::rounding::rounded;
use crate::verdict::Loss;

/// The grade of a turn, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Grade {
    /// Nothing was lost, as far as the comparison can tell.
    Best,
    /// Next to nothing was lost.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// More was lost than by any other grade.
    Blunder,
}

/// Losses below which a turn has each grade; one that is below none is a blunder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradeLimits {
    /// Good moves lose less.
    pub good: f64,
    /// Inaccuracies lose less.
    pub inaccuracy: f64,
    /// Mistakes lose less.
    pub mistake: f64,
}

impl GradeLimits {
    fn grade(&self, loss: f64) -> Grade {
        let limits = [(Grade::Good, self.good), (Grade::Inaccuracy, self.inaccuracy), (Grade::Mistake, self.mistake)];
        if loss <= 0.0 {
            return Grade::Best;
        }
        limits.into_iter().find(|(_, limit)| loss < *limit).map_or(Grade::Blunder, |(grade, _)| grade)
    }
}

/// The grades of a turn, and what it left of the chance to win.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graded {
    /// Good needs both grades; else the milder counts, but is no better than an inaccuracy: a chance that is lost in a game
    /// long decided, or points in one long won, tell little alone.
    pub grade: Grade,
    /// By the chance to win.
    pub by_chance: Grade,
    /// By points.
    pub by_points: Grade,
    /// The chance to win after the turn.
    pub chance_after: f64,
}

impl Graded {
    /// The grades of a loss, where the best move had the chance `before`.
    #[must_use]
    pub fn of(loss: &Loss, before: f64, chance: &GradeLimits, points: &GradeLimits) -> Self {
        let (by_chance, by_points) = (chance.grade(loss.chance), points.grade(loss.points));
        let (worse, milder) = (by_chance.max(by_points), by_chance.min(by_points));
        let grade = if worse <= Grade::Good { worse } else { milder.max(Grade::Inaccuracy) };
        Self { grade, by_chance, by_points, chance_after: rounded((before - loss.chance).max(0.0), 4) }
    }
}
