//! The path from the root of the endgame search to the current node, with the plays of each node.

use std::cmp::{Ordering, Reverse};

use mostek_search::{LaneSet, Position, Search};

use super::play_cache::{PlayCache, SmallMove, TilesLeft, mixed};
use super::rack_subsets::RackSubsets;
use super::transposition_table::NO_PLAY;

/// The index of the root: before it is a node with the opponent's plays at the root.
pub(super) const ROOT: usize = 1;

/// So many plays of a node are selected one by one.
pub(super) const SELECTED: usize = 2;

/// A position on the path.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Node {
    /// The tiles left: of the player on turn, and of the opponent.
    pub(super) left: [u16; 2],
    /// Whether a pass ends the game.
    pub(super) pass_ends: bool,
    /// The play that led here, and the lanes that it changed.
    play: u32,
    changed: LaneSet,
    /// The hash of the board.
    board: u64,
    /// The range of the node's plays in the list of moves.
    pub(super) first: usize,
    pub(super) last: usize,
    /// The lanes whose plays are not in the list.
    missing: LaneSet,
    /// The number of plays in the cache before this node.
    cached: usize,
}

/// The nodes from the root on.
#[derive(Debug)]
pub(super) struct Path<'s> {
    search: &'s Search,
    racks: [RackSubsets; 2],
    pub(super) cache: &'s mut PlayCache,
    pub(super) moves: Vec<SmallMove>,
    nodes: Vec<Node>,
    /// The positions of the nodes; those up to `laid` are up to date.
    positions: Vec<Position>,
    laid: usize,
}

impl<'s> Path<'s> {
    /// A path from a position; `board` is the hash of what was laid before.
    pub(super) fn new(
        search: &'s Search,
        racks: [RackSubsets; 2],
        (position, board): (&Position, u64),
        pass_ends: bool,
        cache: &'s mut PlayCache,
    ) -> Self {
        let left = [racks[0].all, racks[1].all];
        let root = Node { left, pass_ends, board, play: NO_PLAY, missing: search.lanes(), ..Node::default() };
        let before = Node { left: [left[1], left[0]], ..root };
        let positions = vec![position.clone(), position.clone()];
        let (moves, nodes) = (Vec::new(), vec![before, root]);
        let mut path = Self { search, racks, cache, moves, nodes, positions, laid: ROOT };
        path.complete(0);
        path
    }

    pub(super) fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// The rack at the root of the player on turn at a node.
    pub(super) fn rack(&self, at: usize) -> &RackSubsets {
        &self.racks[(at + ROOT) % 2]
    }

    /// The points of the tiles left: of the player on turn, and of the opponent.
    pub(super) fn points(&self, at: usize) -> [i32; 2] {
        let [mine, other] = self.nodes[at].left;
        [self.rack(at).points(mine), self.rack(at + 1).points(other)]
    }

    /// The key of a node in the transposition table.
    pub(super) fn key(&self, at: usize) -> u64 {
        let node = &self.nodes[at];
        let [mine, other] = node.left;
        let [mine, other] = [self.rack(at).hash(mine), self.rack(at + 1).hash(other)];
        node.board ^ mixed(mine.wrapping_add(mixed(other)) ^ u64::from(node.pass_ends))
    }

    /// The key of the node after a play, see [`push`](Self::push).
    pub(super) fn key_after(&self, at: usize, play: &SmallMove, pass_ends: bool) -> u64 {
        let Node { left: [mine, other], board, .. } = self.nodes[at];
        let mine = self.rack(at).hash(self.rack(at).without(mine, play.used));
        let other = self.rack(at + 1).hash(other);
        let board = board ^ self.cache.play(play.number).1;
        board ^ mixed(other.wrapping_add(mixed(mine)) ^ u64::from(pass_ends))
    }

    /// Adds the node after a play, or after a pass; `pass_ends` says whether a pass there ends the game.
    pub(super) fn push(&mut self, at: usize, play: Option<&SmallMove>, pass_ends: bool) {
        let Node { left: [mine, other], board, .. } = self.nodes[at];
        let next = match play {
            None => Node { left: [other, mine], board, play: NO_PLAY, pass_ends, ..Node::default() },
            Some(play) => {
                let left = [other, self.rack(at).without(mine, play.used)];
                let board = board ^ self.cache.play(play.number).1;
                Node { left, board, play: play.number, changed: play.changed, pass_ends, ..Node::default() }
            }
        };
        self.nodes.truncate(at + 1);
        self.nodes.push(next);
        self.laid = self.laid.min(at);
    }

    /// Copies the plays of the same player two turns ago from the lanes that have not changed since.
    pub(super) fn inherit(&mut self, at: usize) {
        let first = self.moves.len();
        let mut missing = self.search.lanes();
        if at > ROOT {
            let (earlier, node) = (self.nodes[at - 2], self.nodes[at]);
            let changed = self.nodes[at - 1].changed.union(node.changed);
            missing = earlier.missing.union(changed);
            for place in earlier.first..earlier.last {
                let play = self.moves[place];
                if !changed.contains(play.lane) && play.used & !node.left[0] == 0 {
                    self.moves.push(play);
                }
            }
        }
        let last = self.moves.len();
        let node = &mut self.nodes[at];
        (node.first, node.last, node.missing) = (first, last, missing);
        node.cached = self.cache.count();
    }

    /// Adds the plays of the missing lanes.
    pub(super) fn complete(&mut self, at: usize) {
        self.update_position(at);
        let node = self.nodes[at];
        let rack = &self.racks[(at + ROOT) % 2];
        let left = TilesLeft { rack: &rack.rack, subset: node.left[0], hash: rack.hash(node.left[0]) };
        self.cache.add_lanes((self.search, &self.positions[at]), node.missing, left, &mut self.moves);
        self.nodes[at].last = self.moves.len();
        self.nodes[at].missing = LaneSet::default();
    }

    /// Puts the next play by its estimate in its `place`: the best of those from there to `last`. `before` have been put before
    /// it; most nodes need only few, and the others are sorted once these are not enough.
    pub(super) fn select(&mut self, place: usize, before: usize, last: usize) {
        let plays = &mut self.moves[place..last];
        match before.cmp(&SELECTED) {
            Ordering::Less => {
                let best = (0..plays.len()).rev().max_by_key(|at| plays[*at].estimate);
                plays.swap(0, best.unwrap_or(0));
            }
            Ordering::Equal => plays.sort_unstable_by_key(|play| Reverse(play.estimate)),
            Ordering::Greater => {}
        }
    }

    /// Drops the plays of a node and of those after it.
    pub(super) fn truncate(&mut self, at: usize) {
        self.moves.truncate(self.nodes[at].first);
        self.cache.truncate(self.nodes[at].cached);
    }

    /// Brings the positions up to a node up to date.
    fn update_position(&mut self, at: usize) {
        while self.laid < at {
            self.laid += 1;
            if self.positions.len() == self.laid {
                self.positions.push(self.positions[self.laid - 1].clone());
            } else {
                let (before, after) = self.positions.split_at_mut(self.laid);
                after[0].clone_from(&before[self.laid - 1]);
            }
            let play = self.nodes[self.laid].play;
            if play != NO_PLAY {
                self.search.lay(&mut self.positions[self.laid], &self.cache.play(play).0);
            }
        }
    }

    /// The plays that the opponent had a turn ago and still has: those that go out, and the others.
    pub(super) fn replies(&self, at: usize) -> [BestReplies; 2] {
        let [mut outs, mut threats] = [BestReplies::default(); 2];
        let (node, before) = (&self.nodes[at], &self.nodes[at - 1]);
        for play in &self.moves[before.first..before.last] {
            if !node.changed.contains(play.lane) && play.used & !node.left[1] == 0 {
                if play.used == node.left[1] { &mut outs } else { &mut threats }.add(play);
            }
        }
        [outs, threats]
    }
}

/// The opponent's best plays by score, of those known without a search: a bound on the reply to a play that leaves one of them
/// unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BestReplies {
    plays: [(i32, u8); Self::MAX],
    count: usize,
}

impl BestReplies {
    const MAX: usize = 8;

    fn add(&mut self, play: &SmallMove) {
        let mut place = self.count.min(Self::MAX - 1);
        if self.count == Self::MAX && self.plays[place].0 >= play.score {
            return;
        }
        self.count = place + 1;
        while place > 0 && self.plays[place - 1].0 < play.score {
            self.plays[place] = self.plays[place - 1];
            place -= 1;
        }
        self.plays[place] = (play.score, play.lane);
    }

    /// The highest score of a play in an unchanged lane.
    pub(super) fn best(&self, changed: LaneSet) -> Option<i32> {
        self.plays[..self.count].iter().find(|(_, lane)| !changed.contains(*lane)).map(|(score, _)| *score)
    }
}
