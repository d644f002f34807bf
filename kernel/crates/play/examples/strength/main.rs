//! How strong a simulating player is, and what there is to know of the other rack: `strength FOLDER TASK NUMBERS…`.
//!
//! `bench/strength.py` makes the folder, gives the tasks and reads the answers. Times are of the processor, one thread.

#[path = "../cpu_time/mod.rs"]
#[allow(dead_code, reason = "each example needs a part")]
mod cpu_time;
#[path = "../folder/mod.rs"]
#[allow(dead_code, reason = "each example needs a part")]
mod folder;
mod likelihood;
mod simulator;
mod table;

use std::path::Path;
use std::sync::Arc;

use folder::{Folder, Outcome};
use mostek_play::{ExchangeRule, Move, PlayerModel, Simulation, WinTable, random};
use rand_core::RngCore;
use simulator::Simulator;
use table::{Players, Table};

/// A simulation of so many turns follows every game to its end.
const TO_THE_END: usize = 100;
/// The deals that value a choice are others than those that it was chosen by.
const OTHER_DEALS: u64 = 1 << 32;
/// The seconds a turn of the simulating player by whom the positions are reached.
const REACHING: f64 = 0.02;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, task, numbers @ ..] = arguments.as_slice() else { return Err("which folder, which task?".into()) };
    let folder = Folder::open(Path::new(path))?;
    let players = players(&folder)?;
    let numbers: Vec<f64> = numbers.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
    match (task.as_str(), numbers.as_slice()) {
        ("match", [first, pairs, seconds]) => play(&players, *first as u64, *pairs as u64, *seconds),
        ("gain", [first, games, share, deals, seconds @ ..]) => {
            gain(&players, *first as u64..(first + games) as u64, *share, *deals as u64, seconds)
        }
        ("likelihood", [first, games, racks]) => {
            likelihood::print(&players, *first as u64..(first + games) as u64, *racks as usize)
        }
        _ => Err(format!("no task: {task} {numbers:?}").into()),
    }
}

fn players(folder: &Folder) -> Outcome<Players> {
    let search = folder.search(Arc::new(folder.graph()?))?.with_map(Arc::new(folder.map()?));
    let wins = folder.bytes("wins")?;
    let (size, shares) = wins.split_at(4);
    let [unseen, spread] = [0, 2].map(|at| u16::from_le_bytes([size[at], size[at + 1]]));
    let shares = shares.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
    let model = PlayerModel {
        search: Arc::new(search),
        leaves: Arc::new(folder.leaves()?),
        win_table: Arc::new(WinTable::new(unseen.into(), spread.into(), shares)?),
        exchange_rule: ExchangeRule::default(),
    };
    Ok(Players { model, tiles: folder.tiles.clone() })
}

/// Plays pairs of games with equal bags against the static player; prints the leads of each pair, and the time of a turn.
fn play(players: &Players, first: u64, pairs: u64, seconds: f64) -> Outcome<()> {
    let mut simulator = Simulator::new(seconds);
    for pair in first..first + pairs {
        let mut leads = [0; 2];
        for (game, lead) in leads.iter_mut().enumerate() {
            let mut table = Table::start(players, pair);
            while !table.game.is_over() {
                let chosen = match table.game.on_turn() ^ game {
                    0 => simulator.choose(players, &table, pair)?.chosen,
                    _ => table.static_move(players)?,
                };
                table.play(players, chosen)?;
            }
            let scores = table.game.scores();
            *lead = scores[game] - scores[1 - game];
        }
        println!("{pair} {} {} {:.4}", leads[0], leads[1], simulator.mean_seconds());
    }
    Ok(())
}

/// In a share of the positions that a simulating player reaches against the static one: the number of the game, the tiles in
/// the bag, then for the static choice and that of each time the share of games won when both players go on statically to the
/// end, the processor time and the number of deals.
fn gain(players: &Players, games: std::ops::Range<u64>, share: f64, deals: u64, seconds: &[f64]) -> Outcome<()> {
    let mut reaching = Simulator::new(REACHING);
    for number in games {
        let (mut table, seat) = (Table::start(players, number), (number % 2) as usize);
        let mut chance = random(number, 1);
        // With one tile in the bag and later the end is solved; what that gains is measured elsewhere.
        while !table.game.is_over() && table.game.bag() > 1 {
            let is_on_turn = table.game.on_turn() == seat;
            if is_on_turn && (chance.next_u64() as f64) < share * u64::MAX as f64 {
                print_gain(players, &table, number, deals, seconds)?;
            }
            let chosen = match is_on_turn {
                true => reaching.choose(players, &table, number)?.chosen,
                false => table.static_move(players)?,
            };
            table.play(players, chosen)?;
        }
    }
    Ok(())
}

fn print_gain(players: &Players, table: &Table, number: u64, deals: u64, seconds: &[f64]) -> Outcome<()> {
    let mut choices = vec![(table.static_move(players)?, 0.0, 0)];
    for limit in seconds {
        let found = Simulator::new(*limit).choose(players, table, number)?;
        choices.push((found.chosen, found.seconds, found.deals));
    }
    let mut different: Vec<Move> = Vec::new();
    for (chosen, ..) in &choices {
        if !different.contains(chosen) {
            different.push(*chosen);
        }
    }
    let seed = OTHER_DEALS + number;
    let mut ends = Simulation::new(players.model.clone(), table.view(), &different, TO_THE_END, seed, None)?;
    ends.run(if different.len() > 1 { deals } else { 1 }, None, 1);
    let ends = ends.estimates();
    print!("{number} {}", table.game.bag());
    for (chosen, time, used) in choices {
        let won = ends.iter().find(|(other, _)| *other == chosen).map_or(0.0, |(_, estimate)| estimate.share);
        print!(" {won:.5} {time:.4} {used}");
    }
    println!();
    Ok(())
}
