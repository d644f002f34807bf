//! One candidate played out in one iteration.

use mostek_search::{POINT, Position, Rack, Scratch};

use super::candidate::{Candidate, PlayerView};
use super::first_reply::FirstReply;
use super::hidden_tiles::{HiddenTiles, OPPONENT, PLAYER};
use crate::bag::Bag;
use crate::game::{PASSES_TO_END, final_adjustments, take};
use crate::moves::Move;
use crate::player_model::PlayerModel;
use crate::random::random;
use crate::static_eval::best_static_move;

/// The share of a won game; a draw is half of it, rounded up.
const WON: u16 = u16::MAX;
const DRAWN: u16 = 1 << 15;

/// The result of a candidate in one iteration, for the player on turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The share of games won from the final position, in 1/65535.
    pub(crate) share: u16,
    /// The gain in spread, including the values of both leaves, in thousandths of a point.
    pub(crate) spread: i32,
}

/// The state of a playout, reused without allocating.
#[derive(Debug)]
pub(crate) struct Playout {
    position: Position,
    racks: [Vec<u8>; 2],
    /// The value of each player's leave at their last turn.
    leave_values: [i32; 2],
    bag: Bag,
    lead: i32,
    passes: u8,
    scratch: Scratch,
}

impl Playout {
    pub(crate) fn new(position: &Position) -> Self {
        let (racks, bag, scratch) = (Default::default(), Bag::empty(random(0, 0)), Scratch::default());
        Self { position: position.clone(), racks, leave_values: [0; 2], bag, lead: 0, passes: 0, scratch }
    }

    /// Plays a candidate, then the best static moves of `plies` turns; with an empty bag, to the end of the game.
    pub(crate) fn run(
        &mut self,
        model: &PlayerModel,
        view: &PlayerView,
        candidate: &Candidate,
        hidden: &HiddenTiles,
        plies: usize,
        first_reply: Option<&mut FirstReply>,
    ) -> Outcome {
        self.begin(model, view, candidate, hidden);
        let mut mover = OPPONENT;
        let mut left = plies;
        let mut first_reply = first_reply.filter(|_| !self.bag.is_empty());
        while !self.is_over() && (left > 0 || self.bag.is_empty()) {
            left = left.saturating_sub(1);
            let (rack, (chosen, equity)) = match first_reply.take() {
                Some(first_reply) => first_reply.choose(model, candidate, self.bag.len()),
                None => self.choose(model, mover),
            };
            self.play(model, mover, &rack, chosen, equity, left == 0);
            mover = 1 - mover;
        }
        self.outcome(model, view.lead, mover)
    }

    fn begin(&mut self, model: &PlayerModel, view: &PlayerView, candidate: &Candidate, hidden: &HiddenTiles) {
        self.position.clone_from(&candidate.position);
        self.bag.clone_from(&hidden.bag);
        self.racks[PLAYER].clone_from(&candidate.kept);
        self.racks[OPPONENT].clone_from(&hidden.rack);
        self.leave_values = [candidate.leave_value, 0];
        self.lead = view.lead;
        self.passes = view.passes;
        if let Move::Play(play) = candidate.chosen {
            self.lead += play.score;
        }
        self.count_pass(candidate.chosen);
        self.draw(model, PLAYER);
        candidate.exchanged.iter().for_each(|tile| self.bag.put_back(PLAYER, *tile));
    }

    /// The rack and the best static move of a player.
    fn choose(&mut self, model: &PlayerModel, mover: usize) -> (Rack, (Move, i32)) {
        let rack = model.rack(&self.racks[mover]);
        let context = model.bag_context(self.bag.len(), &self.racks[1 - mover]);
        let chosen = best_static_move(&model.search, &self.position, &rack, &model.leaves, context, &mut self.scratch);
        (rack, chosen)
    }

    /// Plays a move. After the `last` one the board is not updated while there are tiles to draw, as it is not used.
    fn play(&mut self, model: &PlayerModel, mover: usize, rack: &Rack, chosen: Move, equity: i32, last: bool) {
        self.count_pass(chosen);
        match chosen {
            Move::Pass => self.leave_values[mover] = equity,
            Move::Exchange(set) => {
                self.leave_values[mover] = equity;
                self.exchange(model, mover, rack, set);
            }
            Move::Play(play) => {
                self.leave_values[mover] = equity - play.score * POINT;
                self.lead += if mover == PLAYER { play.score } else { -play.score };
                play.laid().for_each(|tile| take(&mut self.racks[mover], tile));
                self.draw(model, mover);
                if !last || self.bag.is_empty() {
                    model.search.lay(&mut self.position, &play);
                }
            }
        }
    }

    fn count_pass(&mut self, chosen: Move) {
        self.passes = if chosen == Move::Pass { self.passes.saturating_add(1) } else { 0 };
    }

    /// The player draws before the exchanged tiles go back into the bag.
    fn exchange(&mut self, model: &PlayerModel, mover: usize, rack: &Rack, set: u16) {
        rack.tiles_of(set).for_each(|tile| take(&mut self.racks[mover], tile));
        self.draw(model, mover);
        rack.tiles_of(set).for_each(|tile| self.bag.put_back(mover, tile));
    }

    fn draw(&mut self, model: &PlayerModel, mover: usize) {
        self.bag.draw(mover, &mut self.racks[mover], model.search.rack_size());
    }

    /// Whether the game has ended: a player has no tiles, or both have passed twice (GEN-15a, GEN-15c).
    fn is_over(&self) -> bool {
        self.passes >= PASSES_TO_END || self.racks.iter().any(Vec::is_empty)
    }

    /// The outcome of the position with `mover` on turn.
    fn outcome(&self, model: &PlayerModel, lead: i32, mover: usize) -> Outcome {
        if self.is_over() {
            let [own, other] = final_adjustments(&model.search, &self.racks);
            let end = self.lead + own - other;
            let share = if end == 0 { DRAWN } else { WON * u16::from(end > 0) };
            return Outcome { share, spread: (end - lead) * POINT };
        }
        let spread = self.lead * POINT + self.leave_values[PLAYER] - self.leave_values[OPPONENT];
        let points = (spread + POINT / 2).div_euclid(POINT);
        let unseen = self.bag.len() + self.racks[1 - mover].len();
        let share = match mover {
            PLAYER => model.win_table.share(points, unseen),
            _ => WON - model.win_table.share(-points, unseen),
        };
        Outcome { share, spread: spread - lead * POINT }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{board, model};

    #[test]
    fn an_exchange_brings_other_tiles_and_loses_none() {
        let model = model();
        let position = model.search.position(&board()).unwrap();
        let (rack, unseen) = (vec![1, 2, 3], vec![1, 2, 3, 2, 3, 2, 3, 2, 3, 0]);
        let view = PlayerView { position, rack, unseen, lead: 0, passes: 1, inference: None };
        let choices: Vec<Move> = (1..8).map(Move::Exchange).collect();
        let (mut playout, mut hidden) = (Playout::new(&view.position), HiddenTiles::new());
        for (number, candidate) in view.candidates(&model, &choices).unwrap().iter().enumerate() {
            hidden.deal(&view, 3, random(1, number as u64));
            let front = &hidden.bag.tiles()[..candidate.exchanged.len()];
            let expected = [&candidate.kept[..], front].concat();
            playout.run(&model, &view, candidate, &hidden, 0, None);
            assert_eq!((&playout.racks[PLAYER], playout.passes), (&expected, 0));
            let rack = model.rack(&playout.racks[OPPONENT]);
            playout.exchange(&model, OPPONENT, &rack, 0b011);
            assert_eq!(playout.racks.each_ref().map(Vec::len), [3, 3]);
            let mut all = [&playout.racks.concat(), playout.bag.tiles()].concat();
            all.sort_unstable();
            assert_eq!(all, [0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
        }
    }
}
