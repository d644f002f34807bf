//! How much the plays of several turns tell about the tiles that the opponent kept.
//!
//! A rack is followed back from turn to turn: the tiles that were laid, some of the others that were there before the draw,
//! drawn blindly. Each turn weighs it by `exp(-loss / temperature)`, as [`mostek_play::Inference`] does with one turn.

use std::ops::Range;

use mostek_play::{BagContext, Move, PlayerModel, Random, best_static_move, random};
use mostek_search::{POINT, Play, Scratch};
use rand_core::RngCore;

use crate::folder::Outcome;
use crate::table::{PastTurn, Players, Table};

const TURNS: usize = 3;
const TEMPERATURES: [f64; 3] = [0.5, 2.0, 4.0];
/// How often the tiles truly kept are followed back.
const TRUTHS: usize = 40;
/// No rack is impossible.
const LEAST: f64 = 1e-6;
/// One of so many turns is looked at.
const EVERY: u64 = 4;

/// A play of the opponent.
struct Clue<'t> {
    turn: &'t PastTurn,
    play: Play,
}

/// Prints for a quarter of the turns the tiles in the bag, then for each temperature the gain of the first turn, the first two
/// and the first three over a blind guess: the natural logarithm of the likelihood ratio.
pub fn print(players: &Players, games: Range<u64>, racks: usize) -> Outcome<()> {
    for number in games {
        let (mut table, mut chance) = (Table::start(players, number), random(number, 2));
        while !table.game.is_over() {
            let clues = clues(&table);
            if clues.len() == TURNS && table.game.bag() > 0 && chance.next_u64() % EVERY == 0 {
                print!("{}", table.game.bag());
                for temperature in TEMPERATURES {
                    for turns in 1..=TURNS {
                        let gain = gain(players, &table, &clues[..turns], temperature, racks, &mut chance)?;
                        print!(" {gain:.4}");
                    }
                }
                println!();
            }
            let chosen = table.static_move(players)?;
            table.play(players, chosen)?;
        }
    }
    Ok(())
}

/// The last turns of the opponent, the newest first, as far as they are plays that kept something.
fn clues(table: &Table) -> Vec<Clue<'_>> {
    let opponents = table.past.iter().rev().filter(|turn| turn.seat != table.game.on_turn());
    let plays = opponents.map_while(|turn| match turn.chosen {
        Move::Play(play) if turn.held > play.laid().count() => Some(Clue { turn, play }),
        _ => None,
    });
    plays.take(TURNS).collect()
}

fn gain(
    players: &Players,
    table: &Table,
    clues: &[Clue<'_>],
    temperature: f64,
    racks: usize,
    chance: &mut Random,
) -> Outcome<f64> {
    let Clue { turn, play } = &clues[0];
    let kept = turn.held - play.laid().count();
    // A rack holds first what was kept, then what was drawn.
    let truth = &table.game.racks()[1 - table.game.on_turn()][..kept];
    let (unseen, mut scratch) = (table.unseen(), Scratch::default());
    let mut mean = |count: usize, kept: &mut dyn FnMut(&mut Random) -> Vec<u8>| -> Outcome<f64> {
        let mut sum = 0.0;
        for _ in 0..count {
            let rack = play.laid().chain(kept(chance)).collect();
            sum += weight(&players.model, clues, rack, temperature, chance, &mut scratch)?;
        }
        Ok(sum / count as f64)
    };
    let own = mean(TRUTHS, &mut |_| truth.to_vec())?;
    let blind = mean(racks, &mut |chance| drawn(&unseen, kept, chance))?;
    Ok((own / blind).ln())
}

/// The weight of a rack at the newest of these turns.
fn weight(
    model: &PlayerModel,
    clues: &[Clue<'_>],
    rack: Vec<u8>,
    temperature: f64,
    chance: &mut Random,
    scratch: &mut Scratch,
) -> Outcome<f64> {
    let Some((Clue { turn, play }, earlier)) = clues.split_first() else { return Ok(1.0) };
    let sorted = model.search.rack(&rack)?;
    let max_exchanged = model.exchange_rule.max_exchanged(turn.bag);
    let context = BagContext { bag: turn.bag, max_exchanged, opponent_points: 0 };
    let (_, best) = best_static_move(&model.search, &turn.before, &sorted, &model.leaves, context, scratch);
    let Some(used) = sorted.subset(play.laid()) else { return Ok(0.0) };
    let loss = best - play.score * POINT - scratch.leave_values()[usize::from(used)];
    let own = (-f64::from(loss.max(0)) / f64::from(POINT) / temperature).exp() + LEAST;
    let Some(Clue { turn: before, play }) = earlier.first() else { return Ok(own) };
    let kept = before.held - play.laid().count();
    let previous = play.laid().chain(drawn(&rack, kept, chance)).collect();
    Ok(own * weight(model, earlier, previous, temperature, chance, scratch)?)
}

/// So many of these tiles.
fn drawn(tiles: &[u8], count: usize, chance: &mut Random) -> Vec<u8> {
    let mut tiles = tiles.to_vec();
    (0..count).map(|_| tiles.swap_remove((chance.next_u64() % tiles.len() as u64) as usize)).collect()
}
