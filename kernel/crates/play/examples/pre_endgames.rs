//! Looks into positions with tiles in the bag and prints a line of numbers for each: `pre_endgames FOLDER FILE THREADS SECONDS
//! [NUMBER ...]`, positions numbered from 1.
//!
//! The seconds are those of the processor, for each thread. `bench/kernel` runs it and names the columns.

#[allow(dead_code, reason = "each example needs a part")]
mod cpu_time;
#[allow(dead_code, reason = "each example needs a part")]
mod folder;

use std::env::args;
use std::fs::read_to_string;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use cpu_time::ProcessTime;
use folder::{Folder, Outcome};
use mostek_play::{EndRules, PreEndgamePosition, PreEndgameResult, Solver, pre_endgame};

const LOOKED_INTO: usize = 32;
const TABLE_BYTES: usize = 1 << 26;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [path, file, threads, seconds, chosen @ ..] = &arguments[..] else {
        return Err("pre_endgames FOLDER FILE THREADS SECONDS [NUMBER ...]".into());
    };
    let (folder, threads) = (Folder::open(Path::new(path))?, threads.parse::<usize>()?);
    let limit = seconds.parse::<f64>()? * threads as f64;
    let (search, turns) = (folder.search(Arc::new(folder.graph()?))?, folder.turns(file)?);
    let chosen: Vec<usize> = chosen.iter().map(|number| number.parse()).collect::<Result<_, _>>()?;
    for (number, turn) in (1..).zip(&turns).filter(|(number, _)| chosen.is_empty() || chosen.contains(number)) {
        let (position, rack) = (search.position(&turn.board)?, &turn.racks[0]);
        let unseen = folder.unseen(&[&turn.board, rack]);
        let bag = unseen.len() - turn.racks[1].len();
        let question =
            PreEndgamePosition { position: &position, rack, unseen: &unseen, bag, lead: turn.lead, passes: 0 };
        let solver = Solver::new(EndRules::default(), TABLE_BYTES);
        let (clock, processor) = (Instant::now(), ProcessTime::now());
        let mut go_on = || processor.elapsed().as_secs_f64() < limit;
        let found = pre_endgame(&search, &solver, &question, LOOKED_INTO, threads, &mut go_on)?;
        let (processor, clock) = (processor.elapsed().as_secs_f64(), clock.elapsed().as_secs_f64());
        let [best, others @ ..] = &found[..] else { continue };
        let open = others.iter().filter(|other| !other.beaten).count();
        let rivals = others.iter().filter(|other| is_rival(other, best)).count();
        let (moves, exact) = (found.len(), u8::from(best.exact));
        let PreEndgameResult { draws, settled, won, .. } = best;
        let memory = most_memory()?;
        println!("{number} {moves} {draws} {settled} {won} {rivals} {open} {exact} {processor} {clock} {memory}");
    }
    Ok(())
}

/// The most memory that this process has held, in kibibytes, the mapped pages of files included; 0 where nobody says.
fn most_memory() -> Outcome<u64> {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.and_then(|line| line.split_whitespace().next()).unwrap_or("0").parse()?)
}

/// Whether a move may win more draws than is proved for the best: an exchange counts its draws more finely.
fn is_rival(other: &PreEndgameResult, best: &PreEndgameResult) -> bool {
    let proved = |result: &PreEndgameResult| 2 * result.won + result.drawn;
    let most = proved(other) + 2 * (other.draws - other.settled);
    !other.beaten && most * best.draws > proved(best) * other.draws
}
