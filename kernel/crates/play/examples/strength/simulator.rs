//! The player of the level `master` (`src/mostek/engine/bots/levels/master.toml`), with a limit of processor time.

use std::time::Duration;

use cpu_time::ThreadTime;
use mostek_play::{EndRules, Move, PreEndgamePosition, Simulation, Solver, StoppingRule, pre_endgame};

use crate::folder::Outcome;
use crate::table::{Players, Table};

const CANDIDATES: usize = 20;
/// With so few tiles in the bag there are more candidates.
const LATE: usize = 7;
const LATE_CANDIDATES: usize = 60;
const PLIES: usize = 2;
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
        let (view, is_late) = (table.view(), table.game.bag() <= LATE);
        let mut moves = view.best_moves(&players.model, if is_late { LATE_CANDIDATES } else { CANDIDATES })?;
        if table.game.max_exchanged() == 0 {
            moves.retain(|chosen| !matches!(chosen, Move::Exchange(_)));
        }
        if is_late && !moves.contains(&Move::Pass) {
            moves.push(Move::Pass);
        }
        if let [only] = moves[..] {
            return Ok((only, 0));
        }
        let rule = StoppingRule::new(ERROR_PROBABILITY, INDIFFERENCE)?;
        let seed = game * 1_000 + u64::from(table.game.turns());
        let mut simulation = Simulation::new(players.model.clone(), view, &moves, PLIES, seed, Some(rule))?;
        while simulation.iterations() < DEALS && !simulation.is_decided() && began.elapsed() < self.limit {
            simulation.run(GLANCE, None, 1);
        }
        Ok((simulation.estimates()[0].0, simulation.iterations()))
    }
}
