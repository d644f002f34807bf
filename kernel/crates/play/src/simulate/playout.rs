//! One candidate followed through one deal.

use mostek_search::{Position, Rack, Scratch};

use super::candidate::{Candidate, Seen, Skill};
use super::first_reply::Replies;
use super::hidden_tiles::{Deal, OTHER, OWN};
use crate::bag::Draws;
use crate::game::{PASSES_TO_END, points, take};
use crate::random::random;
use crate::static_eval::{Choice, choose};

/// The share of a won game; a draw is half of it, rounded up.
const WON: u16 = u16::MAX;
const DRAWN: u16 = 1 << 15;
/// Thousandths of a point.
const POINT: i32 = 1000;

/// What came of a candidate in one deal, for the player on turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The share of games won from there, in 1/65535.
    pub(crate) share: u16,
    /// What the lead grew by, with the worth of the tiles kept, in thousandths of a point.
    pub(crate) spread: i32,
}

/// A table at which games are played on, again and again, without asking for memory.
#[derive(Debug)]
pub(crate) struct Table {
    position: Position,
    racks: [Vec<u8>; 2],
    /// What each player kept at their last turn is worth.
    worth: [i32; 2],
    draws: Draws,
    lead: i32,
    passes: u8,
    scratch: Scratch,
}

impl Table {
    pub(crate) fn new(position: &Position) -> Self {
        let (racks, draws, scratch) = (Default::default(), Draws::none(random(0, 0)), Scratch::default());
        Self { position: position.clone(), racks, worth: [0; 2], draws, lead: 0, passes: 0, scratch }
    }

    /// Plays a candidate and so many best replies without look-ahead; with the bag empty, to the end of the game.
    pub(crate) fn follow(
        &mut self,
        skill: &Skill,
        seen: &Seen,
        candidate: &Candidate,
        deal: &Deal,
        plies: usize,
        replies: Option<&mut Replies>,
    ) -> Outcome {
        self.begin(skill, seen, candidate, deal);
        let mut mover = OTHER;
        let mut left = plies;
        let mut replies = replies.filter(|_| !self.draws.is_empty());
        while !self.is_over() && (left > 0 || self.draws.is_empty()) {
            left = left.saturating_sub(1);
            let (rack, (choice, equity)) = match replies.take() {
                Some(replies) => replies.choose(skill, candidate, self.draws.len()),
                None => self.choose(skill, mover),
            };
            self.turn(skill, mover, &rack, choice, equity, left == 0);
            mover = 1 - mover;
        }
        self.outcome(skill, seen.lead, mover)
    }

    fn begin(&mut self, skill: &Skill, seen: &Seen, candidate: &Candidate, deal: &Deal) {
        self.position.clone_from(&candidate.position);
        self.draws.clone_from(&deal.draws);
        self.racks[OWN].clone_from(&candidate.kept);
        self.racks[OTHER].clone_from(&deal.rack);
        self.worth = [candidate.worth, 0];
        self.lead = seen.lead;
        self.passes = seen.passes;
        if let Choice::Lay(play) = candidate.choice {
            self.lead += play.score;
        }
        self.count_pass(candidate.choice);
        self.draw(skill, OWN);
        candidate.given.iter().for_each(|tile| self.draws.put(OWN, *tile));
    }

    /// The best choice of a player.
    fn choose(&mut self, skill: &Skill, mover: usize) -> (Rack, (Choice, i32)) {
        let rack = skill.rack(&self.racks[mover]);
        let stock = skill.stock(self.draws.len(), &self.racks[1 - mover]);
        let chosen = choose(&skill.search, &self.position, &rack, &skill.leaves, stock, &mut self.scratch);
        (rack, chosen)
    }

    /// Makes a choice for a player; nobody looks at the board after the `last` one while there are tiles to draw.
    fn turn(&mut self, skill: &Skill, mover: usize, rack: &Rack, choice: Choice, equity: i32, last: bool) {
        self.count_pass(choice);
        match choice {
            Choice::Pass => self.worth[mover] = equity,
            Choice::Exchange(set) => {
                self.worth[mover] = equity;
                self.exchange(skill, mover, rack, set);
            }
            Choice::Lay(play) => {
                self.worth[mover] = equity - play.score * POINT;
                self.lead += if mover == OWN { play.score } else { -play.score };
                play.laid().for_each(|tile| take(&mut self.racks[mover], tile));
                self.draw(skill, mover);
                if !last || self.draws.is_empty() {
                    skill.search.lay(&mut self.position, &play);
                }
            }
        }
    }

    fn count_pass(&mut self, choice: Choice) {
        self.passes = if choice == Choice::Pass { self.passes.saturating_add(1) } else { 0 };
    }

    /// The new tiles are drawn before the old ones go back.
    fn exchange(&mut self, skill: &Skill, mover: usize, rack: &Rack, set: u16) {
        rack.tiles_of(set).for_each(|tile| take(&mut self.racks[mover], tile));
        self.draw(skill, mover);
        rack.tiles_of(set).for_each(|tile| self.draws.put(mover, tile));
    }

    fn draw(&mut self, skill: &Skill, mover: usize) {
        self.draws.draw(mover, &mut self.racks[mover], skill.search.rack_size());
    }

    /// Whether the game has ended: a player is out, or all have passed twice (GEN-15a, GEN-15c).
    fn is_over(&self) -> bool {
        self.passes >= PASSES_TO_END || self.racks.iter().any(Vec::is_empty)
    }

    /// The outcome as it stands, with `mover` on turn.
    fn outcome(&self, skill: &Skill, lead: i32, mover: usize) -> Outcome {
        if self.is_over() {
            let end = self.lead + self.settled(skill);
            let share = if end == 0 { DRAWN } else { WON * u16::from(end > 0) };
            return Outcome { share, spread: (end - lead) * POINT };
        }
        let spread = self.lead * POINT + self.worth[OWN] - self.worth[OTHER];
        let points = (spread + POINT / 2).div_euclid(POINT);
        let unseen = self.draws.len() + self.racks[1 - mover].len();
        let share = match mover {
            OWN => skill.win.share(points, unseen),
            _ => WON - skill.win.share(-points, unseen),
        };
        Outcome { share, spread: spread - lead * POINT }
    }

    /// What the tiles left change: each player loses their own, and who is out gains the other's (GEN-15d, GEN-15e).
    fn settled(&self, skill: &Skill) -> i32 {
        let [own, other] = [OWN, OTHER].map(|player| points(&skill.search, &self.racks[player]));
        let times = if self.racks.iter().any(Vec::is_empty) { 2 } else { 1 };
        times * (other - own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::tests::{board, skill};

    #[test]
    fn an_exchange_brings_other_tiles_and_loses_none() {
        let skill = skill();
        let position = skill.search.position(&board()).unwrap();
        let (rack, unseen) = (vec![1, 2, 3], vec![1, 2, 3, 2, 3, 2, 3, 2, 3, 0]);
        let seen = Seen { position, rack, unseen, lead: 0, passes: 1, belief: None };
        let choices: Vec<Choice> = (1..8).map(Choice::Exchange).collect();
        let (mut table, mut deal) = (Table::new(&seen.position), Deal::new());
        for (number, candidate) in seen.candidates(&skill, &choices).unwrap().iter().enumerate() {
            deal.mix(&seen, 3, random(1, number as u64));
            let front = &deal.draws.left()[..candidate.given.len()];
            let expected = [&candidate.kept[..], front].concat();
            table.follow(&skill, &seen, candidate, &deal, 0, None);
            assert_eq!((&table.racks[OWN], table.passes), (&expected, 0));
            let rack = skill.rack(&table.racks[OTHER]);
            table.exchange(&skill, OTHER, &rack, 0b011);
            assert_eq!(table.racks.each_ref().map(Vec::len), [3, 3]);
            let mut all = [&table.racks.concat(), table.draws.left()].concat();
            all.sort_unstable();
            assert_eq!(all, [0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
        }
    }
}
