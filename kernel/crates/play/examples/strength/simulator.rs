//! The player of the level `master` (`src/mostek/engine/bots/levels/master.toml`), with a limit of processor time.

use std::time::Duration;

use crate::cpu_time::ThreadTime;
use mostek_play::{
    EndRules, Estimate, Move, PlayerModel, PreEndgamePosition, Simulation, Solver, StoppingRule, Wanted, best_moves,
    pre_endgame,
};
use mostek_search::{POINT, Scratch, Valuation};

use crate::folder::Outcome;
use crate::table::{Players, Table};

const CANDIDATES: usize = 20;
/// With so few tiles in the bag there are more candidates.
const LATE: usize = 7;
const LATE_CANDIDATES: usize = 60;
/// A turn then gets so many times the time of another.
const LATE_TURNS: u32 = 3;
const PLIES: usize = 2;
/// The numbers of `mostek.engine.bots.equity_prior`.
const ALONE: f64 = 0.4;
const UNSEEN_BY_EQUITY: f64 = 0.02;
const NEAR: i32 = 5;
const DEALS: u64 = 2_000;
const ERROR_PROBABILITY: f64 = 0.02;
const INDIFFERENCE: f64 = 0.005;
const TABLE_BYTES: usize = 1 << 24;
const LOOKED_INTO: usize = 32;
/// The deals after which the clock is looked at.
const GLANCE: u64 = 4;

/// A move, the seconds that its choice took, and the deals.
pub struct Choice {
    pub chosen: Move,
    pub seconds: f64,
    pub deals: u64,
}

pub struct Simulator {
    limit: Duration,
    seconds: f64,
    turns: u32,
}

impl Simulator {
    pub fn new(seconds: f64) -> Self {
        Self { limit: Duration::from_secs_f64(seconds), seconds: 0.0, turns: 0 }
    }

    /// The mean time of a turn until now.
    pub fn mean_seconds(&self) -> f64 {
        self.seconds / f64::from(self.turns.max(1))
    }

    pub fn choose(&mut self, players: &Players, table: &Table, game: u64) -> Outcome<Choice> {
        let began = ThreadTime::now();
        let (chosen, deals) = match table.game.bag() {
            0 => (self.solve(players, table, began)?, 0),
            1 => match self.draw(players, table, began)? {
                Some(proved) => (proved, 0),
                None => self.simulate(players, table, game, began)?,
            },
            _ => self.simulate(players, table, game, began)?,
        };
        let seconds = began.elapsed().as_secs_f64();
        self.seconds += seconds;
        self.turns += 1;
        Ok(Choice { chosen, seconds, deals })
    }

    fn solve(&self, players: &Players, table: &Table, began: ThreadTime) -> Outcome<Move> {
        let (search, racks, seat) = (&players.model.search, table.game.racks(), table.game.on_turn());
        let mut solver = Solver::new(EndRules::default(), TABLE_BYTES);
        let racks = [racks[seat], racks[1 - seat]];
        let mut goes_on = |_: &_| began.elapsed() < self.limit;
        let found = solver.solve(search, table.game.position(), racks, table.passes, &mut goes_on)?;
        Ok(found.line.first().copied().unwrap_or(Move::Pass))
    }

    /// With one tile in the bag the best move if the winner is proved after each draw, in half of the time.
    fn draw(&self, players: &Players, table: &Table, began: ThreadTime) -> Outcome<Option<Move>> {
        let view = table.view();
        let question = PreEndgamePosition {
            position: &view.position,
            rack: &view.rack,
            unseen: &view.unseen,
            bag: 1,
            lead: view.lead,
            passes: view.passes,
        };
        let solver = Solver::new(EndRules::default(), TABLE_BYTES);
        let mut goes_on = || began.elapsed() < self.limit / 2;
        let found = pre_endgame(&players.model.search, &solver, &question, LOOKED_INTO, 1, &mut goes_on)?;
        let proved = found.first().filter(|best| best.settled == best.draws);
        Ok(proved.map(|best| match (best.play, best.exchanged) {
            (Some(play), _) => Move::Play(play),
            (None, 0) => Move::Pass,
            (None, set) => Move::Exchange(set),
        }))
    }

    fn simulate(&self, players: &Players, table: &Table, game: u64, began: ThreadTime) -> Outcome<(Move, u64)> {
        let (model, view, is_late) = (&players.model, table.view(), table.game.bag() <= LATE);
        let mut options = candidates(players, table, if is_late { LATE_CANDIDATES } else { CANDIDATES })?;
        if is_late && options.iter().all(|(chosen, _)| *chosen != Move::Pass) {
            options.push((Move::Pass, 0));
        }
        if let [(only, _)] = options[..] {
            return Ok((only, 0));
        }
        let moves: Vec<Move> = options.iter().map(|(chosen, _)| *chosen).collect();
        let rule = StoppingRule::new(ERROR_PROBABILITY, INDIFFERENCE)?;
        let seed = game * 1_000 + u64::from(table.game.turns());
        let (lead, unseen) = (view.lead, view.unseen.len());
        let mut simulation = Simulation::new(model.clone(), view, &moves, PLIES, seed, Some(rule))?;
        let limit = self.limit * if is_late { LATE_TURNS } else { 1 };
        while simulation.iterations() < DEALS && !simulation.is_decided() && began.elapsed() < limit {
            simulation.run(GLANCE, None, 1);
        }
        let estimates = simulation.estimates();
        let chosen = if is_late { estimates[0].0 } else { most_likely_best(&estimates, &options, model, lead, unseen) };
        Ok((chosen, simulation.iterations()))
    }
}

/// The best moves by equity, and their equities in thousandths of a point.
fn candidates(players: &Players, table: &Table, count: usize) -> Outcome<Vec<(Move, i32)>> {
    let (PlayerModel { search, leaves, .. }, mut scratch) = (&players.model, Scratch::default());
    let (position, rack) = (table.game.position(), table.game.rack(search)?);
    let valuation = Valuation::Leaves(leaves);
    let wanted = Wanted { count, valuation, max_exchanged: table.game.max_exchanged(), both_directions: true };
    Ok(best_moves(search, position, &rack, wanted, &mut scratch))
}

/// The same as `mostek.engine.bots.equity_prior`.
fn most_likely_best(
    estimates: &[(Move, Estimate)],
    options: &[(Move, i32)],
    model: &PlayerModel,
    lead: i32,
    unseen: usize,
) -> Move {
    let share = |lead: i32| f64::from(model.win_table.share(lead, unseen)) / f64::from(u16::MAX);
    let point = (share(lead + NEAR) - share(lead - NEAR)) / f64::from(2 * NEAR);
    let equity = |chosen: &Move| options.iter().find(|(other, _)| other == chosen).map_or(0, |(_, equity)| *equity);
    let samples = estimates[0].1.samples;
    let remaining = estimates.iter().take_while(|(_, estimate)| estimate.samples == samples);
    let results: Vec<(Move, Estimate, f64)> = remaining
        .map(|(chosen, estimate)| (*chosen, *estimate, point * f64::from(equity(chosen)) / f64::from(POINT)))
        .collect();
    let level = results.iter().map(|(_, estimate, expected)| estimate.share - expected).sum::<f64>();
    let believed = |(_, estimate, expected): &(Move, Estimate, f64)| {
        let prior = level / results.len() as f64 + expected;
        let unseen = UNSEEN_BY_EQUITY * UNSEEN_BY_EQUITY;
        prior + unseen / (unseen + ALONE * estimate.share_error.powi(2)) * (estimate.share - prior)
    };
    let best = results.iter().max_by(|one, other| believed(one).total_cmp(&believed(other)));
    best.map_or(estimates[0].0, |(chosen, ..)| *chosen)
}
