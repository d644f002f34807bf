//! The tree search of the endgame.
//!
//! Negamax with a null window beside the principal variation (principal variation search), iterative deepening, a
//! transposition table and a history heuristic. A play is not searched when a reply that is known without a search already
//! refutes it: most replies that go out are in lanes that the play does not change.

use mostek_search::LaneSet;

use super::end_rules::EndRules;
use super::path::{BestReplies, Node, Path, ROOT, SELECTED};
use super::play_cache::SmallMove;
use super::solution::Solution;
use super::transposition_table::{Bound, Entry, MAX_SIZE, NO_PLAY, PROVED, TranspositionTable};
use crate::moves::Move;

/// More than any value.
const INFINITY: i32 = 1 << 22;
/// The work between two calls of `go_on`: a few milliseconds.
const POLL_WORK: u64 = 1 << 16;
/// The work of a node without its plays, and of generating a play, in plays ordered; measured.
const NODE_WORK: u64 = 12;
const GENERATION_WORK: u64 = 2;
/// The most points that the history adds to the estimate of a play.
const MAX_HISTORY: u32 = 10;
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
        let (lines, solution) = (Vec::new(), Solution::default());
        Self { path, rules, table, go_on, lines, solution, next_poll: POLL_WORK }
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
        let before = self.solution.nodes;
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
        self.store(key, &node, alpha, self.solution.nodes - before);
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

    /// Stores the result of a node, found with so many nodes, in the table and the history.
    fn store(&mut self, key: u64, node: &NodeSearch, alpha: i32, nodes: u64) {
        let bound = match node.best {
            best if best >= node.beta => Bound::Lower,
            best if best <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let depth = if node.proved { PROVED } else { node.depth };
        let size = nodes.max(1).ilog2().min(MAX_SIZE) as u8;
        self.table.put(key, Entry { value: node.best, bound, depth, best: node.best_play, size });
        if bound == Bound::Lower && node.best_play != NO_PLAY {
            let place = node.best_play as usize;
            let history = &mut self.path.cache.history;
            history.resize(history.len().max(place + 1), 0);
            history[place] = history[place].saturating_add(1);
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
        let enough = node.beta - self.rules.out * other;
        if let Some(out) = self.out(at).filter(|out| out.score >= enough) {
            return self.search_play(at, node, &out).map(|_| ());
        }
        // A cutoff by a play that is known already makes most lists needless.
        let mut tried = self.known(at, table_play);
        if let Some(play) = tried
            && self.search_play(at, node, &play)?
        {
            return Ok(());
        }
        let cached = self.path.cache.count();
        self.path.complete(at);
        self.solution.work += GENERATION_WORK * (self.path.cache.count() - cached) as u64;
        if let Some(out) = self.out(at).filter(|out| out.score >= enough) {
            return self.search_play(at, node, &out).map(|_| ());
        }
        if tried.is_none() {
            tried = self.known(at, table_play);
            if let Some(play) = tried
                && self.search_play(at, node, &play)?
            {
                return Ok(());
            }
        }
        self.estimate_all(at, node);
        let Node { first, last, .. } = *self.path.node(at);
        for place in first..last {
            self.path.select(place, place - first, last);
            let play = self.path.moves[place];
            if place > first + SELECTED && place + 1 < last {
                let key = self.path.key_after(at, &self.path.moves[place + 1], self.rules.passes == 1);
                self.table.prefetch(key);
            }
            if tried.is_none_or(|tried| tried.number != play.number) && self.search_play(at, node, &play)? {
                return Ok(());
            }
        }
        if pass_ends { Ok(()) } else { self.search_pass(at, node, blocked) }
    }

    /// The best play in the list that goes out.
    fn out(&self, at: usize) -> Option<SmallMove> {
        let node = self.path.node(at);
        let plays = self.path.moves[node.first..node.last].iter();
        plays.filter(|play| play.used == node.left[0]).max_by_key(|play| play.score).copied()
    }

    /// The play with this number, if it is in the list.
    fn known(&self, at: usize, number: u32) -> Option<SmallMove> {
        let node = self.path.node(at);
        self.path.moves[node.first..node.last].iter().find(|play| play.number == number).copied()
    }

    /// Estimates the plays of a node.
    fn estimate_all(&mut self, at: usize, search: &NodeSearch) {
        let node = *self.path.node(at);
        self.solution.work += (node.last - node.first) as u64;
        // Of the plays that are good enough the longest has the smallest subtree.
        let enough = search.beta.saturating_add(MARGIN);
        for place in node.first..node.last {
            let play = self.path.moves[place];
            let cutoffs = self.path.cache.history.get(play.number as usize).copied().unwrap_or(0);
            let history = (2 * (u32::from(cutoffs) + 1).ilog2()).min(MAX_HISTORY) as i32;
            let estimate = (self.estimate(at, search, &play) + history).min(enough);
            self.path.moves[place].estimate = estimate.saturating_add(TILE_BONUS * play.used.count_ones() as i32);
        }
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
