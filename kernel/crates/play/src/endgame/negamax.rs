//! The tree search of the endgame.
//!
//! Negamax with a null window beside the principal variation (principal variation search), iterative deepening, a
//! transposition table and a history heuristic. A play is not searched when a reply that is known without a search already
//! refutes it: most replies that go out are in lanes that the play does not change.

use std::cmp::Reverse;

use mostek_search::LaneSet;

use super::end_rules::EndRules;
use super::path::{BestReplies, Path, ROOT};
use super::play_cache::SmallMove;
use super::solution::Solution;
use super::transposition_table::{Bound, Entry, NO_PLAY, PROVED, TranspositionTable};
use crate::moves::Move;

/// More than any value.
const INFINITY: i32 = 1 << 22;
/// The work between two calls of `go_on`: a few milliseconds.
const POLL_WORK: u64 = 1 << 16;
/// The work of a node without its plays, and of generating a play, in plays ordered; measured.
const NODE_WORK: u64 = 12;
const GENERATION_WORK: u64 = 2;
/// The most points that the history adds to the estimate of a play.
const MAX_HISTORY: u16 = 10;
/// Estimates are cut off this many points above beta.
const MARGIN: i32 = 5;
/// The points that each tile laid adds to the estimate of a play.
const TILE_BONUS: i32 = 3;

/// The search was stopped by `go_on`.
#[derive(Debug)]
pub(super) struct Stopped;

/// A value for the player on turn, and whether it holds to the end of the game.
#[derive(Debug, Clone, Copy)]
struct NodeValue {
    value: i32,
    proved: bool,
}

/// The state of a node while its moves are searched.
#[derive(Debug)]
struct NodeSearch {
    depth: u8,
    alpha: i32,
    beta: i32,
    best: i32,
    best_play: u32,
    proved: bool,
    /// The opponent's known replies: those that go out, and the others.
    outs: BestReplies,
    threats: BestReplies,
    /// The points of the opponent's tiles.
    opponent_points: i32,
}

impl NodeSearch {
    /// Takes the value of a move; returns whether it is a cutoff.
    fn take(&mut self, play: u32, found: NodeValue) -> bool {
        let cutoff = found.value >= self.beta;
        self.proved = found.proved && (cutoff || self.proved);
        if found.value > self.best {
            (self.best, self.best_play) = (found.value, play);
            self.alpha = self.alpha.max(found.value);
        }
        cutoff
    }
}

/// A search from one root.
pub(super) struct Negamax<'s> {
    path: Path<'s>,
    rules: EndRules,
    table: &'s mut TranspositionTable,
    pub(super) go_on: &'s mut dyn FnMut(&Solution) -> bool,
    /// The principal variation from each node.
    lines: Vec<Vec<Move>>,
    /// The number of cutoffs by each play.
    history: Vec<u16>,
    pub(super) solution: Solution,
    /// The work at the next call of `go_on`.
    next_poll: u64,
}

impl<'s> Negamax<'s> {
    pub(super) fn new(
        path: Path<'s>,
        rules: EndRules,
        table: &'s mut TranspositionTable,
        go_on: &'s mut dyn FnMut(&Solution) -> bool,
    ) -> Self {
        let (lines, history, solution) = (Vec::new(), Vec::new(), Solution::default());
        Self { path, rules, table, go_on, lines, history, solution, next_poll: POLL_WORK }
    }

    /// Searches to a depth in turns for a value in a window; of a value outside it a bound is found.
    pub(super) fn deepen(&mut self, depth: u8, [low, high]: [i32; 2]) -> Result<(), Stopped> {
        let NodeValue { value, proved } = self.value(ROOT, depth, low.max(-INFINITY), high.min(INFINITY))?;
        self.solution.line.clone_from(&self.lines[ROOT]);
        (self.solution.value, self.solution.proved, self.solution.depth) = (value, proved, depth);
        Ok(())
    }

    /// The value of a node for the player on turn if it is between `alpha` and `beta`, else a bound.
    fn value(&mut self, at: usize, depth: u8, alpha: i32, beta: i32) -> Result<NodeValue, Stopped> {
        self.count_node()?;
        self.lines.resize_with(self.lines.len().max(at + 2), Vec::new);
        self.lines[at].clear();
        let key = self.path.key(at);
        let entry = self.table.get(key);
        // On the principal variation the line is needed, too.
        if let Some(entry) = entry.filter(|entry| beta - alpha == 1 && answers(entry, depth, alpha, beta)) {
            return Ok(NodeValue { value: entry.value, proved: entry.depth == PROVED });
        }
        self.path.inherit(at);
        let [outs, threats] = self.path.replies(at);
        let [_, opponent_points] = self.path.points(at);
        let (best, best_play, proved) = (-INFINITY, NO_PLAY, true);
        let mut node = NodeSearch { depth, alpha, beta, best, best_play, proved, outs, threats, opponent_points };
        let searched = self.search_moves(at, &mut node, entry.map_or(NO_PLAY, |entry| entry.best));
        self.path.truncate(at);
        searched?;
        self.store(key, &node, alpha);
        Ok(NodeValue { value: node.best, proved: node.proved })
    }

    /// Counts a node and polls `go_on` from time to time.
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.solution.nodes += 1;
        self.solution.work += NODE_WORK;
        if self.solution.work >= self.next_poll {
            self.next_poll = self.solution.work + POLL_WORK;
            return if (self.go_on)(&self.solution) { Ok(()) } else { Err(Stopped) };
        }
        Ok(())
    }

    /// Stores the result of a node in the table and the history.
    fn store(&mut self, key: u64, node: &NodeSearch, alpha: i32) {
        let bound = match node.best {
            best if best >= node.beta => Bound::Lower,
            best if best <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let depth = if node.proved { PROVED } else { node.depth };
        self.table.put(key, Entry { value: node.best, bound, depth, best: node.best_play });
        if bound == Bound::Lower && node.best_play != NO_PLAY {
            let place = node.best_play as usize;
            self.history.resize(self.history.len().max(place + 1), 0);
            self.history[place] = (self.history[place] + 1).min(MAX_HISTORY);
        }
    }

    /// Searches the moves of a node until a cutoff.
    fn search_moves(&mut self, at: usize, node: &mut NodeSearch, table_play: u32) -> Result<(), Stopped> {
        let [mine, other] = self.path.points(at);
        let blocked = self.rules.blocked * (other - mine);
        let pass_ends = self.path.node(at).pass_ends;
        if pass_ends && self.take(at, node, NO_PLAY, NodeValue { value: blocked, proved: true }, true) {
            return Ok(());
        }
        if let Some(out) = self.inherited_out(at)
            && out.score + self.rules.out * other >= node.beta
        {
            return self.search_play(at, node, &out).map(|_| ());
        }
        let cached = self.path.cache.count();
        self.path.complete(at);
        self.solution.work += GENERATION_WORK * (self.path.cache.count() - cached) as u64;
        self.order(at, node, table_play);
        for place in self.path.node(at).first..self.path.node(at).last {
            let play = self.path.moves[place];
            if self.search_play(at, node, &play)? {
                return Ok(());
            }
        }
        if pass_ends { Ok(()) } else { self.search_pass(at, node, blocked) }
    }

    /// The best play that goes out, among those inherited from two turns ago.
    fn inherited_out(&self, at: usize) -> Option<SmallMove> {
        let node = self.path.node(at);
        let plays = self.path.moves[node.first..node.last].iter();
        plays.filter(|play| play.used == node.left[0]).max_by_key(|play| play.score).copied()
    }

    /// Orders the plays of a node by their estimates, that of the transposition table first.
    fn order(&mut self, at: usize, search: &NodeSearch, table_play: u32) {
        let node = *self.path.node(at);
        self.solution.work += (node.last - node.first) as u64;
        for place in node.first..node.last {
            let play = self.path.moves[place];
            self.path.moves[place].estimate = if play.number == table_play {
                i32::MAX
            } else {
                let history = self.history.get(play.number as usize).copied().unwrap_or(0);
                // Of the plays that are good enough the longest has the smallest subtree.
                let enough = search.beta.saturating_add(MARGIN);
                let estimate = (self.estimate(at, search, &play) + i32::from(history)).min(enough);
                estimate.saturating_add(TILE_BONUS * play.used.count_ones() as i32)
            };
        }
        self.path.moves[node.first..node.last].sort_unstable_by_key(|play| Reverse(play.estimate));
    }

    /// The estimated value of a play: its score and the opponent's best known reply. Exact for a play that goes out; an upper
    /// bound if the opponent's known reply goes out.
    fn estimate(&self, at: usize, node: &NodeSearch, play: &SmallMove) -> i32 {
        let rest = self.path.rack(at).without(self.path.node(at).left[0], play.used);
        if rest == 0 {
            return play.score + self.rules.out * node.opponent_points;
        }
        let mine = self.path.rack(at).points(rest);
        match node.outs.best(play.changed) {
            Some(score) => play.score - score - self.rules.out * mine,
            None => play.score - node.threats.best(play.changed).unwrap_or(0) + node.opponent_points - mine,
        }
    }

    /// Searches a play; returns whether it is a cutoff.
    fn search_play(&mut self, at: usize, node: &mut NodeSearch, play: &SmallMove) -> Result<bool, Stopped> {
        let value = self.estimate(at, node, play);
        if play.used == self.path.node(at).left[0] {
            return Ok(self.take(at, node, play.number, NodeValue { value, proved: true }, true));
        }
        // A known reply that goes out is an upper bound on the play.
        if value <= node.alpha && node.outs.best(play.changed).is_some() {
            node.best = node.best.max(value);
            return Ok(false);
        }
        if node.depth == 0 {
            return Ok(self.take(at, node, play.number, NodeValue { value, proved: false }, true));
        }
        self.path.push(at, Some(play), self.rules.passes == 1);
        self.search_child(at, node, play.number, play.score, node.depth - 1)
    }

    /// Searches a pass that does not end the game.
    ///
    /// After it a pass ends the game, whatever the limit of passes, see [`EndRules::passes_after_play`].
    fn search_pass(&mut self, at: usize, node: &mut NodeSearch, blocked: i32) -> Result<(), Stopped> {
        let [mine, _] = self.path.points(at);
        let out = node.outs.best(LaneSet::default());
        let most = out.map_or(blocked, |score| blocked.min(-score - self.rules.out * mine));
        if most <= node.alpha {
            node.best = node.best.max(most);
            return Ok(());
        }
        let is_forced = self.path.node(at).first == self.path.node(at).last;
        let depth = if is_forced { node.depth } else { node.depth.saturating_sub(1) };
        self.path.push(at, None, true);
        self.search_child(at, node, NO_PLAY, 0, depth).map(|_| ())
    }

    /// Searches the node after a move that gained `gain` points; returns whether the move is a cutoff.
    fn search_child(
        &mut self,
        at: usize,
        node: &mut NodeSearch,
        play: u32,
        gain: i32,
        depth: u8,
    ) -> Result<bool, Stopped> {
        let [low, high] = [gain - node.beta, gain - node.alpha];
        let is_first = node.best == -INFINITY;
        let mut below = self.value(at + 1, depth, if is_first { low } else { high - 1 }, high)?;
        if !is_first && below.value < high && below.value > low {
            below = self.value(at + 1, depth, low, high)?;
        }
        Ok(self.take(at, node, play, NodeValue { value: gain - below.value, ..below }, false))
    }

    /// Takes the value of a move and updates the principal variation; the game may `end` with the move.
    fn take(&mut self, at: usize, node: &mut NodeSearch, play: u32, found: NodeValue, ends: bool) -> bool {
        if found.value > node.alpha {
            let (before, after) = self.lines.split_at_mut(at + 1);
            before[at].clear();
            before[at].push(match play {
                NO_PLAY => Move::Pass,
                number => Move::Play(self.path.cache.play(number).0),
            });
            before[at].extend_from_slice(if ends { &[] } else { &after[0] });
        }
        node.take(play, found)
    }
}

/// Whether an entry of the table answers a search with this depth and window.
fn answers(entry: &Entry, depth: u8, alpha: i32, beta: i32) -> bool {
    entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= beta,
            Bound::Upper => entry.value <= alpha,
        }
}
