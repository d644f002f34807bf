//! The tree of turns: what each side can reach against the best of the other.
//!
//! Negamax with null windows beside the principal variation and a transposition table. A play whose
//! best answer is known already to be too good is not followed: most answers that lay all tiles stand
//! in lanes that the play does not touch.

use std::cmp::Reverse;

use mostek_search::LaneSet;

use super::path::{Path, ROOT};
use super::play_cache::Move;
use super::replies::Replies;
use super::transposition_table::{Entry, Kind, NO_PLAY, PROVED, Table};
use super::{Choice, Ends, Solution};

/// More than any value.
const INFINITE: i32 = 1 << 22;
/// Work between two questions whether to go on: a few milliseconds.
const ASK: u64 = 1 << 16;
/// A node without its plays is as much work as to weigh so many; measured, as is what finding one costs.
const NODE: u64 = 12;
const FOUND: u64 = 2;
/// How many points at most a play promises more for having been best elsewhere.
const FAME: u16 = 10;
/// So many points above what is asked are as good as any more.
const ENOUGH: i32 = 5;
/// What each tile laid promises besides, in points.
const LONG: i32 = 3;

/// Somebody said to stop.
#[derive(Debug)]
pub(super) struct Stopped;

/// A value for the player on turn, and whether it holds to the end of the game.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    value: i32,
    proved: bool,
}

/// What is known of a node while its turns are tried.
#[derive(Debug)]
struct Trial {
    depth: u8,
    alpha: i32,
    beta: i32,
    best: i32,
    turn: u32,
    proved: bool,
    /// What the other player is sure to have, with all tiles and otherwise.
    outs: Replies,
    threats: Replies,
    /// The points of the tiles of the other player.
    other: i32,
}

impl Trial {
    /// Takes the value of a turn; whether it is too good for the other to allow.
    fn take(&mut self, turn: u32, outcome: Outcome) -> bool {
        let cut = outcome.value >= self.beta;
        self.proved = outcome.proved && (cut || self.proved);
        if outcome.value > self.best {
            (self.best, self.turn) = (outcome.value, turn);
            self.alpha = self.alpha.max(outcome.value);
        }
        cut
    }
}

/// A search from one root.
pub(super) struct Tree<'s> {
    path: Path<'s>,
    ends: Ends,
    table: &'s mut Table,
    pub(super) watch: &'s mut dyn FnMut(&Solution) -> bool,
    /// The best turns from each node.
    lines: Vec<Vec<Choice>>,
    /// How often a play was too good, by its number.
    fame: Vec<u16>,
    pub(super) found: Solution,
    /// How much work there will be at the next question.
    asked: u64,
}

impl<'s> Tree<'s> {
    pub(super) fn new(
        path: Path<'s>,
        ends: Ends,
        table: &'s mut Table,
        watch: &'s mut dyn FnMut(&Solution) -> bool,
    ) -> Self {
        Self { path, ends, table, watch, lines: Vec::new(), fame: Vec::new(), found: Solution::default(), asked: ASK }
    }

    /// Looks so many turns ahead for a value in a window; beyond it a bound is found.
    pub(super) fn deepen(&mut self, depth: u8, [low, high]: [i32; 2]) -> Result<(), Stopped> {
        let Outcome { value, proved } = self.value(ROOT, depth, low.max(-INFINITE), high.min(INFINITE))?;
        self.found.line.clone_from(&self.lines[ROOT]);
        (self.found.value, self.found.proved, self.found.depth) = (value, proved, depth);
        Ok(())
    }

    /// The value of a node for the player on turn, between `alpha` and `beta`; beyond them a bound.
    fn value(&mut self, at: usize, depth: u8, alpha: i32, beta: i32) -> Result<Outcome, Stopped> {
        self.count()?;
        self.lines.resize_with(self.lines.len().max(at + 2), Vec::new);
        self.lines[at].clear();
        let key = self.path.key(at);
        let entry = self.table.get(key);
        // On the principal variation the line is wanted, not only the value.
        if let Some(entry) = entry.filter(|entry| beta - alpha == 1 && settles(entry, depth, alpha, beta)) {
            return Ok(Outcome { value: entry.value, proved: entry.depth == PROVED });
        }
        self.path.inherit(at);
        let [outs, threats] = self.path.replies(at);
        let [_, other] = self.path.points(at);
        let mut trial =
            Trial { depth, alpha, beta, best: -INFINITE, turn: NO_PLAY, proved: true, outs, threats, other };
        let tried = self.turns(at, &mut trial, entry.map_or(NO_PLAY, |entry| entry.best));
        self.path.forget(at);
        tried?;
        self.keep(key, &trial, alpha);
        Ok(Outcome { value: trial.best, proved: trial.proved })
    }

    /// Counts a node, and asks now and then whether to go on.
    fn count(&mut self) -> Result<(), Stopped> {
        self.found.nodes += 1;
        self.found.work += NODE;
        if self.found.work >= self.asked {
            self.asked = self.found.work + ASK;
            return if (self.watch)(&self.found) { Ok(()) } else { Err(Stopped) };
        }
        Ok(())
    }

    /// Writes to the table what came out.
    fn keep(&mut self, key: u64, trial: &Trial, alpha: i32) {
        let kind = match trial.best {
            best if best >= trial.beta => Kind::Least,
            best if best <= alpha => Kind::Most,
            _ => Kind::Exact,
        };
        let depth = if trial.proved { PROVED } else { trial.depth };
        self.table.put(key, Entry { value: trial.best, kind, depth, best: trial.turn });
        if kind == Kind::Least && trial.turn != NO_PLAY {
            let place = trial.turn as usize;
            self.fame.resize(self.fame.len().max(place + 1), 0);
            self.fame[place] = (self.fame[place] + 1).min(FAME);
        }
    }

    /// Tries the turns of a node until one is too good.
    fn turns(&mut self, at: usize, trial: &mut Trial, hint: u32) -> Result<(), Stopped> {
        let [mine, other] = self.path.points(at);
        let blocked = self.ends.blocked * (other - mine);
        let closing = self.path.node(at).closing;
        if closing && self.take(at, trial, NO_PLAY, Outcome { value: blocked, proved: true }, true) {
            return Ok(());
        }
        if let Some(out) = self.kept_out(at)
            && out.score + self.ends.out * other >= trial.beta
        {
            return self.play(at, trial, &out).map(|_| ());
        }
        let known = self.path.known.count();
        self.path.complete(at);
        self.found.work += FOUND * (self.path.known.count() - known) as u64;
        self.sort(at, trial, hint);
        for place in self.path.node(at).first..self.path.node(at).last {
            let play = self.path.moves[place];
            if self.play(at, trial, &play)? {
                return Ok(());
            }
        }
        if closing { Ok(()) } else { self.pass(at, trial, blocked) }
    }

    /// The best play with all tiles among those taken over from two turns ago.
    fn kept_out(&self, at: usize) -> Option<Move> {
        let node = self.path.node(at);
        let plays = self.path.moves[node.first..node.last].iter();
        plays.filter(|play| play.used == node.left[0]).max_by_key(|play| play.score).copied()
    }

    /// Sorts the plays of a node by what they promise.
    fn sort(&mut self, at: usize, trial: &Trial, hint: u32) {
        let node = *self.path.node(at);
        self.found.work += (node.last - node.first) as u64;
        for place in node.first..node.last {
            let play = self.path.moves[place];
            self.path.moves[place].promise = if play.number == hint {
                i32::MAX
            } else {
                let fame = self.fame.get(play.number as usize).copied().unwrap_or(0);
                // Of plays that are good enough the longest makes the shortest work.
                let enough = trial.beta.saturating_add(ENOUGH);
                let promise = (self.promise(at, trial, &play) + i32::from(fame)).min(enough);
                promise.saturating_add(LONG * play.used.count_ones() as i32)
            };
        }
        self.path.moves[node.first..node.last].sort_unstable_by_key(|play| Reverse(play.promise));
    }

    /// About what a play is worth: its points and what is sure to follow.
    fn promise(&self, at: usize, trial: &Trial, play: &Move) -> i32 {
        let rest = self.path.hand(at).without(self.path.node(at).left[0], play.used);
        if rest == 0 {
            return play.score + self.ends.out * trial.other;
        }
        let mine = self.path.hand(at).points(rest);
        match trial.outs.best(play.touched) {
            Some(score) => play.score - score - self.ends.out * mine,
            None => play.score - trial.threats.best(play.touched).unwrap_or(0) + trial.other - mine,
        }
    }

    /// Tries a play; whether it is too good.
    fn play(&mut self, at: usize, trial: &mut Trial, play: &Move) -> Result<bool, Stopped> {
        let value = self.promise(at, trial, play);
        if play.used == self.path.node(at).left[0] {
            return Ok(self.take(at, trial, play.number, Outcome { value, proved: true }, true));
        }
        // What an answer with all tiles leaves is the most that the play can be worth.
        if value <= trial.alpha && trial.outs.best(play.touched).is_some() {
            trial.best = trial.best.max(value);
            return Ok(false);
        }
        if trial.depth == 0 {
            return Ok(self.take(at, trial, play.number, Outcome { value, proved: false }, true));
        }
        self.path.follow(at, Some(play), self.ends.passes == 1);
        self.follow(at, trial, play.number, play.score, trial.depth - 1)
    }

    /// Tries a pass, which is not the last one allowed.
    ///
    /// The limit of passes is here as good as two: a player who passes twice meets the same position
    /// again, so that it pays the other nothing to let it come to that.
    fn pass(&mut self, at: usize, trial: &mut Trial, blocked: i32) -> Result<(), Stopped> {
        let [mine, _] = self.path.points(at);
        let out = trial.outs.best(LaneSet::default());
        let most = out.map_or(blocked, |score| blocked.min(-score - self.ends.out * mine));
        if most <= trial.alpha {
            trial.best = trial.best.max(most);
            return Ok(());
        }
        let forced = self.path.node(at).first == self.path.node(at).last;
        let depth = if forced { trial.depth } else { trial.depth.saturating_sub(1) };
        self.path.follow(at, None, true);
        self.follow(at, trial, NO_PLAY, 0, depth).map(|_| ())
    }

    /// Values the node that a turn led to; whether the turn is too good.
    fn follow(&mut self, at: usize, trial: &mut Trial, turn: u32, gain: i32, depth: u8) -> Result<bool, Stopped> {
        let [low, high] = [gain - trial.beta, gain - trial.alpha];
        let first = trial.best == -INFINITE;
        let mut below = self.value(at + 1, depth, if first { low } else { high - 1 }, high)?;
        if !first && below.value < high && below.value > low {
            below = self.value(at + 1, depth, low, high)?;
        }
        Ok(self.take(at, trial, turn, Outcome { value: gain - below.value, ..below }, false))
    }

    /// Takes the value of a turn, and the line after it unless it `ends` there.
    fn take(&mut self, at: usize, trial: &mut Trial, turn: u32, outcome: Outcome, ends: bool) -> bool {
        if outcome.value > trial.alpha {
            let (before, after) = self.lines.split_at_mut(at + 1);
            before[at].clear();
            before[at].push(match turn {
                NO_PLAY => Choice::Pass,
                number => Choice::Lay(self.path.known.play(number).0),
            });
            before[at].extend_from_slice(if ends { &[] } else { &after[0] });
        }
        trial.take(turn, outcome)
    }
}

/// Whether what is known of a position answers what is asked.
fn settles(entry: &Entry, depth: u8, alpha: i32, beta: i32) -> bool {
    entry.depth >= depth
        && match entry.kind {
            Kind::Exact => true,
            Kind::Least => entry.value >= beta,
            Kind::Most => entry.value <= alpha,
        }
}
