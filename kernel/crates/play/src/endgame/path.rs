//! The way from the root to the position that is looked at, and the plays on it.

use mostek_search::{LaneSet, Position, Search};

use super::play_cache::{Known, Move, mixed};
use super::rack_subsets::Hand;
use super::replies::Replies;
use super::transposition_table::NO_PLAY;

/// The place of the root: before it stands a node with the other player's plays there.
pub(super) const ROOT: usize = 1;

/// A position on the way.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Node {
    /// The tiles left: of the player on turn, and of the other.
    pub(super) left: [u16; 2],
    /// Whether a pass ends the game.
    pub(super) closing: bool,
    /// The turn that led here, and the lanes it touched.
    turn: u32,
    touched: LaneSet,
    /// The key of the board.
    board: u64,
    /// The plays of the player on turn: their places in the list of moves.
    pub(super) first: usize,
    pub(super) last: usize,
    /// The lanes that are not in the list.
    stale: LaneSet,
    /// How many plays were known before.
    known: usize,
}

/// The nodes from the root, with their plays.
#[derive(Debug)]
pub(super) struct Path<'s> {
    search: &'s Search,
    hands: [Hand; 2],
    pub(super) known: Known,
    pub(super) moves: Vec<Move>,
    nodes: Vec<Node>,
    /// The positions of the nodes, of which the first few are laid.
    positions: Vec<Position>,
    laid: usize,
}

impl<'s> Path<'s> {
    pub(super) fn new(search: &'s Search, hands: [Hand; 2], position: &Position, closing: bool) -> Self {
        let left = [hands[0].all, hands[1].all];
        let all = Node { left, closing, turn: NO_PLAY, stale: search.lanes(), ..Node::default() };
        let before = Node { left: [left[1], left[0]], ..all };
        let positions = vec![position.clone(), position.clone()];
        let (known, moves, nodes) = (Known::default(), Vec::new(), vec![before, all]);
        let mut path = Self { search, hands, known, moves, nodes, positions, laid: ROOT };
        path.complete(0);
        path
    }

    pub(super) fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// The rack at the root of the player on turn at a node.
    pub(super) fn hand(&self, at: usize) -> &Hand {
        &self.hands[(at + ROOT) % 2]
    }

    /// The points of the tiles left: of the player on turn, and of the other.
    pub(super) fn points(&self, at: usize) -> [i32; 2] {
        let [mine, other] = self.nodes[at].left;
        [self.hand(at).points(mine), self.hand(at + 1).points(other)]
    }

    /// The key of a node by which the table knows it.
    pub(super) fn key(&self, at: usize) -> u64 {
        let node = &self.nodes[at];
        let [mine, other] = node.left.map(u64::from);
        node.board ^ mixed(1 << 40 | mine << 18 | other << 2 | u64::from(node.closing) << 1 | at as u64 & 1)
    }

    /// Goes on from a node by a play, or by a pass; `closing` says whether a pass then ends the game.
    pub(super) fn follow(&mut self, at: usize, play: Option<&Move>, closing: bool) {
        let Node { left: [mine, other], board, .. } = self.nodes[at];
        let next = match play {
            None => Node { left: [other, mine], board, turn: NO_PLAY, closing, ..Node::default() },
            Some(play) => {
                let left = [other, self.hand(at).without(mine, play.used)];
                let board = board ^ self.known.play(play.number).1;
                Node { left, board, turn: play.number, touched: play.touched, closing, ..Node::default() }
            }
        };
        self.nodes.truncate(at + 1);
        self.nodes.push(next);
        self.laid = self.laid.min(at);
    }

    /// Takes over the plays of the same player two turns ago in lanes that were not touched since.
    pub(super) fn inherit(&mut self, at: usize) {
        let first = self.moves.len();
        let mut stale = self.search.lanes();
        if at > ROOT {
            let (earlier, node) = (self.nodes[at - 2], self.nodes[at]);
            let touched = self.nodes[at - 1].touched.with(node.touched);
            stale = earlier.stale.with(touched);
            for place in earlier.first..earlier.last {
                let play = self.moves[place];
                if !touched.has(play.lane) && play.used & !node.left[0] == 0 {
                    self.moves.push(play);
                }
            }
        }
        let last = self.moves.len();
        let node = &mut self.nodes[at];
        (node.first, node.last, node.stale) = (first, last, stale);
        node.known = self.known.count();
    }

    /// Looks up the plays of all other lanes.
    pub(super) fn complete(&mut self, at: usize) {
        self.lay(at);
        let node = self.nodes[at];
        let hand = &self.hands[(at + ROOT) % 2];
        for lane in node.stale.numbers() {
            let rack = (&hand.rack, at as u64 & 1, node.left[0]);
            self.known.lane((self.search, &self.positions[at], lane), rack, &mut self.moves);
        }
        self.nodes[at].last = self.moves.len();
        self.nodes[at].stale = LaneSet::default();
    }

    /// Forgets the plays of a node and of those after it.
    pub(super) fn forget(&mut self, at: usize) {
        self.moves.truncate(self.nodes[at].first);
        self.known.forget(self.nodes[at].known);
    }

    /// Lays the turns that lead to a node, as far as they are not laid.
    fn lay(&mut self, at: usize) {
        while self.laid < at {
            self.laid += 1;
            if self.positions.len() == self.laid {
                self.positions.push(self.positions[self.laid - 1].clone());
            } else {
                let (before, after) = self.positions.split_at_mut(self.laid);
                after[0].clone_from(&before[self.laid - 1]);
            }
            let turn = self.nodes[self.laid].turn;
            if turn != NO_PLAY {
                self.search.lay(&mut self.positions[self.laid], &self.known.play(turn).0);
            }
        }
    }

    /// The plays that the other player had a turn ago and still has: with all tiles, and others.
    pub(super) fn replies(&self, at: usize) -> [Replies; 2] {
        let [mut outs, mut threats] = [Replies::default(); 2];
        let (node, before) = (&self.nodes[at], &self.nodes[at - 1]);
        for play in &self.moves[before.first..before.last] {
            if !node.touched.has(play.lane) && play.used & !node.left[1] == 0 {
                if play.used == node.left[1] { &mut outs } else { &mut threats }.add(play);
            }
        }
        [outs, threats]
    }
}
