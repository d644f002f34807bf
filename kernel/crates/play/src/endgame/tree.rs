//! The tree of turns: what each side can reach against the best of the other.
//!
//! Negamax with a principal variation and a transposition table. A node first tries the plays that it
//! has from two turns ago, in lanes that nobody touched since; only if none of them is good enough is
//! the position laid and are the other lanes looked up.

use mostek_search::{LaneSet, Position, Search};

use super::hand::Hand;
use super::known::{Known, Move, mixed};
use super::replies::Replies;
use super::table::{Entry, Kind, NO_PLAY, PROVED, Table};
use super::{Choice, Ends, Solution};

/// More than any value.
const INFINITE: i32 = 1 << 22;
/// Nodes between two questions whether to go on.
const ASK: u64 = 1 << 12;

/// Somebody said to stop.
#[derive(Debug)]
pub(super) struct Stopped;

/// A value for the player on turn, and whether it holds to the end of the game.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    value: i32,
    proved: bool,
}

/// A position on the way from the root.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// The plays of the player on turn: their places in the list of moves.
    first: usize,
    last: usize,
    /// The lanes that are not in the list yet.
    stale: LaneSet,
    /// The play that led here, and the lanes it touched.
    play: Option<u32>,
    touched: LaneSet,
    /// The tiles left: of the player on turn, and of the other.
    left: [u16; 2],
    /// The key of the board.
    board: u64,
    /// Whether a pass ends the game.
    closing: bool,
}

pub(super) struct Tree<'s> {
    search: &'s Search,
    ends: Ends,
    hands: [Hand; 2],
    known: Known,
    table: &'s mut Table,
    pub(super) watch: &'s mut dyn FnMut(&Solution) -> bool,
    moves: Vec<Move>,
    /// The nodes from the root, which is the second: the first holds the other player's plays there.
    path: Vec<Node>,
    /// The positions of the nodes, of which so many are laid.
    positions: Vec<Position>,
    laid: usize,
    /// The best turns from each node.
    lines: Vec<Vec<u32>>,
    pub(super) nodes: u64,
    pub(super) found: Solution,
}

const ROOT: usize = 1;

impl<'s> Tree<'s> {
    pub(super) fn new(
        search: &'s Search,
        ends: Ends,
        hands: [Hand; 2],
        position: &Position,
        closing: bool,
        table: &'s mut Table,
        watch: &'s mut dyn FnMut(&Solution) -> bool,
    ) -> Self {
        let left = [hands[0].all, hands[1].all];
        let stale = search.lanes();
        let before = Node { left: [left[1], left[0]], stale, ..Node::default() };
        let root = Node { left, stale, closing, ..Node::default() };
        let mut tree = Self {
            search,
            ends,
            hands,
            known: Known::default(),
            table,
            watch,
            moves: Vec::new(),
            path: vec![before, root],
            positions: vec![position.clone(), position.clone()],
            laid: ROOT,
            lines: Vec::new(),
            nodes: 0,
            found: Solution::default(),
        };
        tree.refresh(0);
        tree
    }

    /// Looks so many turns ahead.
    pub(super) fn deepen(&mut self, depth: u8) -> Result<(), Stopped> {
        let outcome = self.value(ROOT, depth, -INFINITE, INFINITE)?;
        let line = self.lines[ROOT].iter().map(|number| match *number {
            NO_PLAY => Choice::Pass,
            number => Choice::Lay(self.known.play(number).0),
        });
        let line = line.collect();
        self.found = Solution { value: outcome.value, proved: outcome.proved, depth, line, nodes: self.nodes };
        Ok(())
    }

    /// The value of a node for the player on turn, between `alpha` and `beta`; beyond them a bound.
    fn value(&mut self, at: usize, depth: u8, alpha: i32, beta: i32) -> Result<Outcome, Stopped> {
        self.nodes += 1;
        if self.nodes % ASK == 0 && !(self.watch)(&self.found) {
            return Err(Stopped);
        }
        while self.lines.len() <= at + 1 {
            self.lines.push(Vec::new());
        }
        self.lines[at].clear();
        self.laid = self.laid.min(ROOT.max(at - 1));
        let key = self.key(at);
        let entry = self.table.get(key);
        if let Some(entry) = entry
            && beta - alpha == 1
            && entry.depth >= depth
            && match entry.kind {
                Kind::Exact => true,
                Kind::Least => entry.value >= beta,
                Kind::Most => entry.value <= alpha,
            }
        {
            return Ok(Outcome { value: entry.value, proved: entry.depth == PROVED });
        }
        self.inherit(at);
        let mut turn = Turn { depth, alpha, beta, best: -INFINITE, play: NO_PLAY, proved: true, moved: false, gain: 0 };
        let result = self.turns(at, &mut turn, entry.map_or(NO_PLAY, |entry| entry.best));
        self.moves.truncate(self.path[at].first);
        result?;
        let kind = if turn.best >= beta {
            Kind::Least
        } else if turn.best <= alpha {
            Kind::Most
        } else {
            Kind::Exact
        };
        let depth = if turn.proved { PROVED } else { depth };
        self.table.put(key, Entry { value: turn.best, kind, depth, best: turn.play });
        Ok(Outcome { value: turn.best, proved: turn.proved })
    }

    /// Tries the turns of a node until one is too good.
    fn turns(&mut self, at: usize, turn: &mut Turn, hint: u32) -> Result<(), Stopped> {
        let node = self.path[at];
        let [mine, other] = self.points(at);
        let blocked = self.ends.blocked * (other - mine);
        if node.closing && turn.take(NO_PLAY, Outcome { value: blocked, proved: true }) {
            return Ok(());
        }
        let (outs, threats) = self.replies(at);
        // The kept plays of the list, then all others.
        let mut begin = self.path[at].first;
        if hint != NO_PLAY && !self.moves[begin..].iter().any(|play| play.number == hint) {
            self.refresh(at);
        }
        for _ in 0..2 {
            let end = self.path[at].last;
            for place in begin..end {
                let play = self.moves[place];
                let rest = self.hand(at).without(node.left[0], play.used);
                let mine = self.hand(at).points(rest);
                self.moves[place].promise = if play.number == hint {
                    i32::MAX
                } else if rest == 0 {
                    play.score + self.ends.out * other
                } else {
                    match outs.best(play.touched) {
                        Some(score) => play.score - score - self.ends.out * mine,
                        None => play.score + other - mine - threats.best(play.touched).unwrap_or(0),
                    }
                };
            }
            self.moves[begin..end].sort_unstable_by_key(|play| -i64::from(play.promise));
            for place in begin..end {
                let play = self.moves[place];
                if self.try_play(at, turn, &play, &outs, &threats)? {
                    return Ok(());
                }
            }
            if begin == end && self.path[at].stale == LaneSet::default() {
                break;
            }
            begin = end;
            self.refresh(at);
        }
        if node.closing {
            return Ok(());
        }
        let most = outs.best(LaneSet::default()).map_or(blocked, |score| blocked.min(-score - self.ends.out * mine));
        if most <= turn.alpha {
            turn.bound(most);
            return Ok(());
        }
        let next = Node {
            play: None,
            touched: LaneSet::default(),
            left: [node.left[1], node.left[0]],
            board: node.board,
            closing: true,
            ..Node::default()
        };
        let forced = self.path[at].first == self.path[at].last;
        let depth = if forced { turn.depth } else { turn.depth.saturating_sub(1) };
        self.follow(at, turn, next, NO_PLAY, depth)?;
        Ok(())
    }

    /// Tries a play; whether it is too good.
    fn try_play(
        &mut self,
        at: usize,
        turn: &mut Turn,
        play: &Move,
        outs: &Replies,
        threats: &Replies,
    ) -> Result<bool, Stopped> {
        let node = self.path[at];
        let [_, other] = self.points(at);
        let rest = self.hand(at).without(node.left[0], play.used);
        if rest == 0 {
            self.lines[at + 1].clear();
            let value = play.score + self.ends.out * other;
            let better = value > turn.alpha && value > turn.best;
            let cut = turn.take(play.number, Outcome { value, proved: true });
            if better {
                self.line(at, play.number);
            }
            return Ok(cut);
        }
        let mine = self.hand(at).points(rest);
        let out = outs.best(play.touched);
        if let Some(score) = out {
            let most = play.score - score - self.ends.out * mine;
            if most <= turn.alpha {
                turn.bound(most);
                return Ok(false);
            }
        }
        if turn.depth == 0 {
            let value = match out {
                Some(score) => play.score - score - self.ends.out * mine,
                None => play.score + other - mine - threats.best(play.touched).unwrap_or(0),
            };
            return Ok(turn.take(play.number, Outcome { value, proved: false }));
        }
        let next = Node {
            play: Some(play.number),
            touched: play.touched,
            left: [node.left[1], rest],
            board: node.board ^ self.known.play(play.number).1,
            closing: self.ends.passes == 1,
            ..Node::default()
        };
        let score = play.score;
        let number = play.number;
        turn.gain = score;
        self.follow(at, turn, next, number, turn.depth - 1)
    }

    fn follow(&mut self, at: usize, turn: &mut Turn, next: Node, number: u32, depth: u8) -> Result<bool, Stopped> {
        let gain = if number == NO_PLAY { 0 } else { turn.gain };
        self.path.truncate(at + 1);
        self.path.push(next);
        let below = |outcome: Outcome| Outcome { value: gain - outcome.value, ..outcome };
        let (low, high) = (gain - turn.beta, gain - turn.alpha);
        let outcome = if turn.moved && high - low > 1 {
            let tried = below(self.value(at + 1, depth, high - 1, high)?);
            if tried.value > turn.alpha && tried.value < turn.beta {
                below(self.value(at + 1, depth, low, high)?)
            } else {
                tried
            }
        } else {
            below(self.value(at + 1, depth, low, high)?)
        };
        let better = outcome.value > turn.alpha && outcome.value > turn.best;
        let cut = turn.take(number, outcome);
        if better {
            self.line(at, number);
        }
        Ok(cut)
    }

    fn line(&mut self, at: usize, number: u32) {
        let (upper, lower) = self.lines.split_at_mut(at + 1);
        upper[at].clear();
        upper[at].push(number);
        upper[at].extend_from_slice(&lower[0]);
    }

    fn hand(&self, at: usize) -> &Hand {
        &self.hands[(at + ROOT) % 2]
    }

    /// The points of the tiles left: of the player on turn, and of the other.
    fn points(&self, at: usize) -> [i32; 2] {
        let [mine, other] = self.path[at].left;
        [self.hand(at).points(mine), self.hand(at + 1).points(other)]
    }

    fn key(&self, at: usize) -> u64 {
        let node = &self.path[at];
        let [mine, other] = node.left.map(u64::from);
        node.board ^ mixed(1 << 40 | mine << 18 | other << 2 | u64::from(node.closing) << 1 | (at as u64 & 1))
    }

    /// Takes over the plays of the same player two turns ago that are as they were.
    fn inherit(&mut self, at: usize) {
        let first = self.moves.len();
        let mut stale = self.search.lanes();
        if at > ROOT {
            let touched = self.path[at - 1].touched.with(self.path[at].touched);
            let earlier = self.path[at - 2];
            let left = self.path[at].left[0];
            stale = earlier.stale.with(touched);
            for place in earlier.first..earlier.last {
                let play = self.moves[place];
                if !touched.has(play.lane) && play.used & !left == 0 {
                    self.moves.push(play);
                }
            }
        }
        let last = self.moves.len();
        let node = &mut self.path[at];
        (node.first, node.last, node.stale) = (first, last, stale);
    }

    /// Looks up the plays of the lanes that are not in the list.
    fn refresh(&mut self, at: usize) {
        while self.laid < at {
            self.laid += 1;
            if self.positions.len() <= self.laid {
                self.positions.push(self.positions[self.laid - 1].clone());
            } else {
                let (before, after) = self.positions.split_at_mut(self.laid);
                after[0].clone_from(&before[self.laid - 1]);
            }
            if let Some(number) = self.path[self.laid].play {
                self.search.lay(&mut self.positions[self.laid], &self.known.play(number).0);
            }
        }
        let node = self.path[at];
        let hand = &self.hands[(at + ROOT) % 2];
        for lane in node.stale.numbers() {
            let plays = self.known.lane(self.search, &self.positions[at], &hand.rack, at as u64 & 1, lane);
            self.moves.extend(plays.iter().filter(|play| play.used & !node.left[0] == 0));
        }
        let last = self.moves.len();
        let node = &mut self.path[at];
        (node.last, node.stale) = (last, LaneSet::default());
    }

    /// The plays that the other player had a turn ago and still has: with all tiles, and others.
    fn replies(&self, at: usize) -> (Replies, Replies) {
        let (mut outs, mut threats) = (Replies::default(), Replies::default());
        let (node, before) = (&self.path[at], &self.path[at - 1]);
        for play in &self.moves[before.first..before.last] {
            if node.touched.has(play.lane) || play.used & !node.left[1] != 0 {
                continue;
            }
            if play.used == node.left[1] { outs.add(play) } else { threats.add(play) }
        }
        (outs, threats)
    }
}

/// What is known of a node while its turns are tried.
#[derive(Debug)]
struct Turn {
    depth: u8,
    alpha: i32,
    beta: i32,
    best: i32,
    play: u32,
    proved: bool,
    /// Whether a turn has been tried.
    moved: bool,
    gain: i32,
}

impl Turn {
    /// A turn is worth at most so much, which is too little.
    fn bound(&mut self, most: i32) {
        self.best = self.best.max(most);
    }

    /// Takes the value of a turn; whether it is too good for the other to allow.
    fn take(&mut self, play: u32, outcome: Outcome) -> bool {
        self.moved = true;
        if outcome.value >= self.beta {
            (self.best, self.play, self.proved) = (outcome.value, play, outcome.proved);
            return true;
        }
        self.proved &= outcome.proved;
        if outcome.value > self.best {
            (self.best, self.play) = (outcome.value, play);
            self.alpha = self.alpha.max(outcome.value);
        }
        false
    }
}
