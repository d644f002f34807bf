//! How many moves each round of a pre-endgame looks into, and with how much work.

/// The work for each draw in the first round, see [`Solution::work`](crate::Solution::work).
const FIRST_BUDGET: u64 = 1 << 14;
/// The work for a window in the first round of refutations; four times as much in each other one.
const FIRST_REFUTATION: u64 = 1 << 14;
/// The steps of a cycle in which one move is solved.
const LAST_STEPS: u32 = 2;
/// The budget is doubled at most so often; then every endgame is solved.
const MAX_DOUBLINGS: u32 = 40;

/// The rounds so far.
#[derive(Debug)]
pub(super) struct Rounds {
    /// The moves that the first round solves.
    count: usize,
    /// The rounds in which moves were solved.
    pub(super) solved: u32,
    /// The rounds in which moves were refuted.
    pub(super) refuted: u32,
}

/// What a round looks into: at most `most` of the first `among` moves, with `work` for each window.
#[derive(Debug)]
pub(super) struct Effort {
    pub(super) among: usize,
    pub(super) most: usize,
    pub(super) work: u64,
}

impl Rounds {
    pub(super) fn new(count: usize) -> Self {
        Self { count, solved: 0, refuted: 0 }
    }

    /// The next round that solves moves: half as many as the one before with twice the budget, at last the first alone; then as
    /// many as at first, with a larger budget.
    pub(super) fn solving(&self) -> Effort {
        let steps = self.count.max(2).ilog2() + LAST_STEPS;
        let (cycle, step) = (self.solved / steps, self.solved % steps);
        let doublings = (2 * cycle + step).min(MAX_DOUBLINGS);
        Effort { among: self.count, most: (self.count >> step).max(1), work: FIRST_BUDGET << doublings }
    }

    /// The next round that refutes moves: all of them.
    pub(super) fn refuting(&self) -> Effort {
        let work = FIRST_REFUTATION << (2 * self.refuted).min(MAX_DOUBLINGS);
        Effort { among: usize::MAX, most: usize::MAX, work }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_halves_the_moves_and_doubles_the_work() {
        let efforts = (0..8).map(|solved| Rounds { count: 8, solved, refuted: 0 }.solving());
        let cycle: Vec<(usize, u64)> = efforts.map(|effort| (effort.most, effort.work / FIRST_BUDGET)).collect();
        assert_eq!(cycle, [(8, 1), (4, 2), (2, 4), (1, 8), (1, 16), (8, 4), (4, 8), (2, 16)]);
    }

    #[test]
    fn work_grows_only_as_far_as_numbers_reach() {
        let late = Rounds { count: 1, solved: 1000, refuted: 1000 };
        assert_eq!(late.solving().work, FIRST_BUDGET << MAX_DOUBLINGS);
        assert_eq!(late.refuting().work, FIRST_REFUTATION << MAX_DOUBLINGS);
        assert_eq!(Rounds::new(0).solving().most, 1);
    }
}
