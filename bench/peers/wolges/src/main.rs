//! wolges as a program of the arena (see `bench/peers/protocol.py`): `arena-wolges FOLDER`.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

use cpu_time::ProcessTime;
use wolges::{alphabet, display, error, game_config, klv, kwg, movegen};

struct Position {
    tiles: Vec<u8>,
    rack: Vec<u8>,
}

fn main() -> error::Returns<()> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).ok_or("which folder?")?);
    let kwg = kwg::Kwg::<kwg::Node22>::from_bytes_alloc(&std::fs::read(folder.join("list.kwg"))?);
    let klv = klv::Klv::<kwg::Node22>::from_bytes_alloc(&std::fs::read(folder.join("leaves.klv2"))?);
    let config = game_config::make_polish_game_config();
    let mut boards = display::BoardFenParser::new(config.alphabet(), config.board_layout());
    let racks = alphabet::AlphabetReader::new_for_racks(config.alphabet());
    let mut positions = Vec::new();
    for line in std::fs::read_to_string(folder.join("positions"))?.lines() {
        let (board, rack) = line.split_once('\t').ok_or("a line has a board and a rack")?;
        let (text, mut tiles, mut place) = (rack.as_bytes(), Vec::new(), 0);
        while place < text.len() {
            let (tile, next) = racks.next_tile(text, place).ok_or("a rack has letters of the alphabet")?;
            tiles.push(tile);
            place = next;
        }
        positions.push(Position { tiles: boards.parse(board)?.to_vec(), rack: tiles });
    }
    let mut generator = movegen::KurniaMoveGenerator::new(&config);
    writeln!(stdout(), "ready")?;
    for task in stdin().lock().lines() {
        let task = task?;
        let count = if task.trim() == "all" { usize::MAX } else { 1 };
        let mut answers = String::new();
        let (clock, processor) = (Instant::now(), ProcessTime::now());
        let mut sums = Vec::with_capacity(positions.len());
        for Position { tiles, rack } in &positions {
            let snapshot = movegen::BoardSnapshot { board_tiles: tiles, game_config: &config, kwg: &kwg, klv: &klv };
            generator.gen_moves_unfiltered(&movegen::GenMovesParams {
                board_snapshot: &snapshot,
                rack,
                max_gen: count,
                num_exchanges_by_this_player: 0,
                always_include_pass: false,
            });
            let plays = generator.plays.iter().filter(|found| matches!(found.play, movegen::Play::Place { .. }));
            let best = generator.plays.first().map_or(0.0, |found| f64::from(found.equity));
            sums.push((plays.count(), best));
        }
        let times = (clock.elapsed().as_nanos(), processor.elapsed().as_nanos());
        for (plays, best) in sums {
            answers += &format!("{plays}\t{:.0}\n", 1000.0 * best);
        }
        std::fs::write(folder.join(format!("wolges.{}", task.trim())), answers)?;
        writeln!(stdout(), "{} {} {}", positions.len(), times.0, times.1)?;
    }
    Ok(())
}
