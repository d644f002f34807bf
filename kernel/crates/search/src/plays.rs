//! A play, and the ways of collecting plays: all, the best, or only their totals.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::letters::MAX_LENGTH;

/// Tiles laid in one lane and the points they make. Plays are ordered by place, then by tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Play {
    /// The row of the first square of the word, from 0.
    pub row: u8,
    /// The column of the first square of the word, from 0.
    pub column: u8,
    /// Whether the word runs down.
    pub down: bool,
    tiles: [u8; MAX_LENGTH],
    length: u8,
    /// The points, with the bonus for laying a whole rack.
    pub score: i32,
}

impl Play {
    /// One byte a square of the word: 0 where a tile lay already, else the letter laid.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles[..usize::from(self.length)]
    }
}

/// How many plays there are, the sum of their scores and the highest score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// How many plays.
    pub plays: u64,
    /// The sum of their scores.
    pub sum: i64,
    /// The highest score, 0 without plays.
    pub top: i32,
}

/// Where a play begins and runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) down: bool,
    /// The row of a play across, the column of one down; from 0.
    pub(crate) lane: usize,
    /// The first square in the lane, from 0.
    pub(crate) first: usize,
}

/// Takes plays as they are found.
pub(crate) trait Collect {
    fn take(&mut self, score: i32, place: Place, tiles: &[u8]);
}

pub(crate) fn play(score: i32, Place { down, lane, first }: Place, laid: &[u8]) -> Play {
    let mut tiles = [0; MAX_LENGTH];
    tiles[..laid.len()].copy_from_slice(laid);
    let (row, column) = if down { (first, lane) } else { (lane, first) };
    Play { row: row as u8, column: column as u8, down, tiles, length: laid.len() as u8, score }
}

impl Collect for Totals {
    #[inline(always)]
    fn take(&mut self, score: i32, _: Place, _: &[u8]) {
        self.plays += 1;
        self.sum += i64::from(score);
        self.top = self.top.max(score);
    }
}

impl Collect for Vec<Play> {
    #[inline(always)]
    fn take(&mut self, score: i32, place: Place, tiles: &[u8]) {
        self.push(play(score, place, tiles));
    }
}

/// A play ordered from the best: by score, then by place and tiles.
#[derive(Debug, PartialEq, Eq)]
struct Ranked(Play);

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        Reverse(self.0.score).cmp(&Reverse(other.0.score)).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The best plays so far, the worst of them on top.
#[derive(Debug)]
pub(crate) struct Best {
    count: usize,
    heap: BinaryHeap<Ranked>,
}

impl Best {
    pub(crate) fn new(count: usize) -> Self {
        Self { count, heap: BinaryHeap::new() }
    }

    /// The plays, best first.
    pub(crate) fn plays(self) -> Vec<Play> {
        self.heap.into_sorted_vec().into_iter().map(|ranked| ranked.0).collect()
    }
}

impl Collect for Best {
    #[inline(always)]
    fn take(&mut self, score: i32, place: Place, tiles: &[u8]) {
        if self.heap.len() < self.count {
            self.heap.push(Ranked(play(score, place, tiles)));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && score >= worst.0.score
        {
            let found = Ranked(play(score, place, tiles));
            if found < *worst {
                *worst = found;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_in_order() {
        let mut best = Best::new(3);
        for (score, first) in [(5, 4), (9, 2), (5, 1), (7, 0), (5, 0)] {
            best.take(score, Place { down: true, lane: 3, first }, &[1, 0, 2]);
        }
        let kept: Vec<_> = best.plays().iter().map(|play| (play.score, play.row, play.column)).collect();
        assert_eq!(kept, [(9, 2, 3), (7, 0, 3), (5, 0, 3)]);
    }

    #[test]
    fn none_is_a_number_of_plays() {
        let mut best = Best::new(0);
        best.take(1, Place { down: false, lane: 0, first: 0 }, &[1, 1]);
        assert_eq!(best.plays(), []);
    }
}
