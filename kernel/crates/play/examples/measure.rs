//! Runs benchmark tasks from the standard input, one a line, and prints their times: `measure FOLDER`.
//!
//! A task is a name and numbers, see [`Bench::run`]. The answer is the amount of work, a number that depends on the
//! task, and the nanoseconds of the clock and of the processor. `bench/kernel` sends the tasks.

#[allow(dead_code, reason = "each example needs a part")]
mod cpu_time;
#[allow(dead_code, reason = "each example needs a part")]
mod folder;

use std::hint::black_box;
use std::io::stdin;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use folder::{Folder, Outcome, Turn};
use mostek_play::{
    EndRules, ExchangeRule, Player, PlayerModel, PlayerView, SelfPlay, Simulation, Solver, StaticPlayer, WinTable,
    random,
};
use mostek_search::{Leaves, Position, Rack, Scratch, Search, Valuation};
use rand_core::RngCore;

/// More unseen tiles than this make a position of the middle game.
const MIDDLE: usize = 30;
const SIMULATED: usize = 8;
const CANDIDATES: usize = 15;
const TABLE_BYTES: usize = 1 << 26;
const STEPS: usize = 1 << 20;
const LEAD: i32 = 300;

fn main() -> Outcome<()> {
    let path = std::env::args().nth(1).ok_or("which folder?")?;
    let mut bench = Bench::open(Folder::open(Path::new(&path))?)?;
    for line in stdin().lines() {
        let line = line?;
        let (name, numbers) = line.split_once(' ').unwrap_or((&line, ""));
        let numbers: Vec<usize> = numbers.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let (clock, processor) = (Instant::now(), ProcessTime::now());
        let (amount, other) = bench.run(name, &numbers)?;
        println!("{amount} {other} {} {}", clock.elapsed().as_nanos(), processor.elapsed().as_nanos());
    }
    Ok(())
}

struct Bench {
    folder: Folder,
    /// Without and with a word map.
    searches: [Arc<Search>; 2],
    leaves: Arc<Leaves>,
    turns: Vec<Turn>,
    positions: Vec<(Position, Rack)>,
    endgames: Vec<Turn>,
    scratch: Scratch,
    chases: Vec<Vec<u32>>,
}

impl Bench {
    fn open(folder: Folder) -> Outcome<Self> {
        let (graph, map) = (Arc::new(folder.graph()?), Arc::new(folder.map()?));
        let searches = [Arc::new(folder.search(graph.clone())?), Arc::new(folder.search(graph)?.with_map(map))];
        let turns = folder.turns("positions")?;
        let position = |turn: &Turn| Ok((searches[0].position(&turn.board)?, searches[0].rack(&turn.racks[0])?));
        Ok(Self {
            positions: turns.iter().map(position).collect::<Outcome<_>>()?,
            leaves: Arc::new(folder.leaves()?),
            endgames: folder.turns("endgames")?,
            folder,
            searches,
            turns,
            scratch: Scratch::default(),
            chases: Vec::new(),
        })
    }

    fn run(&mut self, name: &str, numbers: &[usize]) -> Outcome<(usize, i64)> {
        match (name, numbers) {
            ("nothing", []) => Ok((0, 0)),
            ("all", []) => Ok(self.all()),
            ("set-and-all", []) => self.set_and_all(),
            ("best", &[count, map]) => Ok(self.best(count, map)),
            ("set-and-best", &[count, map]) => self.set_and_best(count, map),
            ("games", &[first, count, threads, map]) => self.games(first, count, threads, map),
            ("simulate", &[plies, iterations, map]) => self.simulate(plies, iterations, map),
            ("endgame", &[number, milliseconds]) => self.endgame(number, Duration::from_millis(milliseconds as u64)),
            ("prepare-chase", &[bytes]) => Ok(self.prepare_chase(bytes)),
            ("chase", &[number]) => Ok(chase(&self.chases[number])),
            _ => Err(format!("no task: {name} {numbers:?}").into()),
        }
    }

    /// Generates all plays of every position; returns the number of plays.
    fn all(&self) -> (usize, i64) {
        let plays = self.positions.iter().map(|(position, rack)| self.searches[0].totals(position, rack).plays as i64);
        (self.positions.len(), plays.sum())
    }

    /// [`all`](Self::all) from boards and racks as bytes.
    fn set_and_all(&self) -> Outcome<(usize, i64)> {
        let search = &self.searches[0];
        let mut plays = 0;
        for turn in &self.turns {
            plays += search.totals(&search.position(&turn.board)?, &search.rack(&turn.racks[0])?).plays as i64;
        }
        Ok((self.turns.len(), plays))
    }

    /// The `count` best plays of every position, with the word map if `map` is 1; returns the sum of the best equities.
    fn best(&mut self, count: usize, map: usize) -> (usize, i64) {
        let worth = Valuation::Leaves(&self.leaves);
        let sum = self.positions.iter().map(|(position, rack)| {
            let best = self.searches[map].best(position, rack, worth, count, &mut self.scratch);
            best.first().map_or(0, |best| i64::from(best.equity))
        });
        (self.positions.len(), sum.sum())
    }

    /// [`best`](Self::best) from boards and racks as bytes.
    fn set_and_best(&mut self, count: usize, map: usize) -> Outcome<(usize, i64)> {
        let (search, worth, mut sum) = (&self.searches[map], Valuation::Leaves(&self.leaves), 0);
        for turn in &self.turns {
            let (position, rack) = (search.position(&turn.board)?, search.rack(&turn.racks[0])?);
            let best = search.best(&position, &rack, worth, count, &mut self.scratch);
            sum += best.first().map_or(0, |best| i64::from(best.equity));
        }
        Ok((self.turns.len(), sum))
    }

    /// Self-play of `count` games; returns the number of turns.
    fn games(&self, first: usize, count: usize, threads: usize, map: usize) -> Outcome<(usize, i64)> {
        let self_play = SelfPlay { search: &self.searches[map], tiles: &self.folder.tiles, seed: 1, pairs: false };
        let player = || Box::new(StaticPlayer::new(&self.leaves)) as Box<dyn Player + '_>;
        let numbers = first as u64..(first + count) as u64;
        let games = self_play.play(numbers, threads, || [player(), player()], || true)?;
        Ok((games.records.len(), games.leads.len() as i64))
    }

    /// Simulates the fifteen best plays of eight positions of the middle game for a number of iterations each.
    fn simulate(&self, plies: usize, iterations: usize, map: usize) -> Outcome<(usize, i64)> {
        let (win, search) = (Arc::new(win_table()?), &self.searches[map]);
        let unseen = |turn: &Turn| self.folder.unseen(&[&turn.board, &turn.racks[0]]);
        let middle: Vec<&Turn> = self.turns.iter().filter(|turn| unseen(turn).len() > MIDDLE).collect();
        let mut played = 0;
        for turn in middle.iter().step_by(middle.len() / SIMULATED).take(SIMULATED) {
            let model = PlayerModel {
                search: search.clone(),
                leaves: self.leaves.clone(),
                win_table: win.clone(),
                exchange_rule: ExchangeRule::default(),
            };
            let position = search.position(&turn.board)?;
            let [rack, _] = turn.racks.clone();
            let view = PlayerView { position, rack, unseen: unseen(turn), lead: turn.lead, passes: 0, inference: None };
            let choices = view.best_moves(&model, CANDIDATES)?;
            let mut simulation = Simulation::new(model, view, &choices, plies, 1, None)?;
            simulation.run(iterations as u64, None, 1);
            played += simulation.iterations() as usize * choices.len();
        }
        Ok((played, SIMULATED as i64))
    }

    /// Solves an endgame; returns whether the value was proved in time, and the value.
    fn endgame(&self, number: usize, time: Duration) -> Outcome<(usize, i64)> {
        let (search, turn) = (&self.searches[0], &self.endgames[number]);
        let (position, [mover, other]) = (search.position(&turn.board)?, &turn.racks);
        let end = Instant::now() + time;
        let mut solver = Solver::new(EndRules::default(), TABLE_BYTES);
        let found = solver.solve(search, &position, [mover, other], 0, &mut |_| Instant::now() < end)?;
        Ok((usize::from(found.proved), i64::from(found.value)))
    }

    /// Allocates this many bytes for a random walk; returns its number.
    fn prepare_chase(&mut self, bytes: usize) -> (usize, i64) {
        let count = bytes / size_of::<u32>();
        let (mut order, mut draw) = ((0..count as u32).collect::<Vec<_>>(), random(1, 0));
        // Sattolo's shuffle gives a single cycle.
        for at in (1..count).rev() {
            order.swap(at, draw.next_u64() as usize % at);
        }
        self.chases.push(order);
        (self.chases.len() - 1, 0)
    }
}

/// Steps of which each depends on the one before.
fn chase(next: &[u32]) -> (usize, i64) {
    let end = (0..STEPS).fold(0, |at, _| next[at as usize]);
    (STEPS, i64::from(black_box(end)))
}

/// A win table for timing; its values do not matter.
fn win_table() -> Outcome<WinTable> {
    let row = (0..=2 * LEAD).map(|column| (i64::from(u16::MAX) * i64::from(column) / i64::from(2 * LEAD)) as u16);
    Ok(WinTable::new(0, LEAD, row.collect())?)
}
