//! A game of two: the board, the racks and the bag, the scores, and how it ends.

use mostek_search::{Play, Position, PositionError, Rack, Search};

use crate::bag::Draws;
use crate::random::{Random, random};
use crate::static_eval::{Choice, Exchanges};

/// How many passes in a row end a game (PFS-5.1.1b).
pub const PASSES_TO_END: u8 = 4;
/// After how many turns in a row without a tile laid nobody may exchange any more. Two players who
/// both exchange for ever would never end (no clause forbids it): so they play or pass.
const QUIET_TURNS: u8 = 4;

/// A game, from the deal to the settling of what is left. Seat 0 begins.
#[derive(Debug, Clone)]
pub struct Game {
    position: Position,
    draws: Draws,
    /// Of each the tiles kept last time come first, then those drawn.
    racks: [Vec<u8>; 2],
    kept: [usize; 2],
    scores: [i32; 2],
    bingos: [u16; 2],
    turns: u16,
    /// Passes in a row.
    passes: u8,
    /// Turns in a row without a tile laid.
    quiet: u8,
    on_turn: usize,
    over: bool,
}

impl Game {
    /// A game that is over before it began; [`deal`](Self::deal) begins one in its memory.
    #[must_use]
    pub fn new(search: &Search) -> Self {
        let draws = Draws::none(random(0, 0));
        let position = search.empty().clone();
        let racks = [(); 2].map(|()| Vec::with_capacity(search.rack_size()));
        Self {
            position,
            draws,
            racks,
            kept: [0; 2],
            scores: [0; 2],
            bingos: [0; 2],
            turns: 0,
            passes: 0,
            quiet: 0,
            on_turn: 0,
            over: true,
        }
    }

    /// Begins anew with all these tiles (0 for a blank) in the bag, mixed by this chance.
    pub fn deal(&mut self, search: &Search, tiles: &[u8], random: Random) {
        self.position.clone_from(search.empty());
        self.draws.mix(tiles, random);
        for seat in [0, 1] {
            self.racks[seat].clear();
            self.draws.draw(seat, &mut self.racks[seat], search.rack_size());
        }
        (self.scores, self.bingos, self.turns, self.kept) = ([0; 2], [0; 2], 0, [0; 2]);
        (self.passes, self.quiet, self.on_turn, self.over) = (0, 0, 0, false);
    }

    /// The board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The tiles of the player on turn.
    ///
    /// # Errors
    /// [`PositionError`] if the game was dealt tiles that the search does not know.
    pub fn rack(&self, search: &Search) -> Result<Rack, PositionError> {
        search.rack(&self.racks[self.on_turn])
    }

    /// The tiles of both, which only the game knows, in no order, by seat.
    #[must_use]
    pub fn racks(&self) -> [&[u8]; 2] {
        [&self.racks[0], &self.racks[1]]
    }

    /// What the player on turn kept when they last drew: the rest of the rack was drawn then.
    #[must_use]
    pub fn kept(&self) -> &[u8] {
        &self.racks[self.on_turn][..self.kept[self.on_turn]]
    }

    /// All tiles that do not lie on the board, in no order.
    pub fn off_board(&self) -> impl Iterator<Item = u8> {
        self.racks.iter().flatten().chain(self.draws.left()).copied()
    }

    /// Whose turn it is, 0 or 1.
    #[must_use]
    pub fn on_turn(&self) -> usize {
        self.on_turn
    }

    /// The points so far, by seat.
    #[must_use]
    pub fn scores(&self) -> [i32; 2] {
        self.scores
    }

    /// How often a whole rack was laid, by seat.
    #[must_use]
    pub fn bingos(&self) -> [u16; 2] {
        self.bingos
    }

    /// How many turns there have been.
    #[must_use]
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// By how many points the player on turn leads.
    #[must_use]
    pub fn spread(&self) -> i32 {
        self.scores[self.on_turn] - self.scores[1 - self.on_turn]
    }

    /// How many tiles are in the bag.
    #[must_use]
    pub fn bag(&self) -> usize {
        self.draws.len()
    }

    /// How many tiles the player on turn does not see: those in the bag and on the other rack.
    #[must_use]
    pub fn unseen(&self) -> usize {
        self.bag() + self.racks[1 - self.on_turn].len()
    }

    /// The points of the other rack, which the player on turn may know when the bag is empty.
    #[must_use]
    pub fn others(&self, search: &Search) -> i32 {
        points(search, &self.racks[1 - self.on_turn])
    }

    /// How many tiles the player on turn may exchange at most.
    #[must_use]
    pub fn most_exchanged(&self) -> usize {
        if self.quiet < QUIET_TURNS { Exchanges::default().most(self.bag()) } else { 0 }
    }

    /// Whether the game is over and settled.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The player on turn does this, draws, and it is the other's turn or the game is over.
    ///
    /// `rack` is that of the player on turn, in which the search found the choice.
    pub fn act(&mut self, search: &Search, rack: &Rack, choice: Choice) {
        self.turns += 1;
        self.passes = if choice == Choice::Pass { self.passes + 1 } else { 0 };
        self.quiet = if matches!(choice, Choice::Lay(_)) { 0 } else { self.quiet + 1 };
        match choice {
            Choice::Lay(play) => self.lay(search, &play),
            Choice::Exchange(set) => self.exchange(rack, set),
            Choice::Pass => {}
        }
        if self.racks[self.on_turn].is_empty() || self.passes == PASSES_TO_END {
            self.settle(search);
        } else {
            self.on_turn = 1 - self.on_turn;
        }
    }

    fn lay(&mut self, search: &Search, play: &Play) {
        search.lay(&mut self.position, play);
        let seat = self.on_turn;
        let mut laid = 0;
        for tile in play.tiles().iter().filter(|tile| **tile != 0) {
            take(&mut self.racks[seat], if tile & mostek_search::BLANK == 0 { *tile } else { 0 });
            laid += 1;
        }
        self.scores[seat] += play.score;
        self.bingos[seat] += u16::from(laid == search.rack_size());
        self.draw(search.rack_size());
    }

    /// The new tiles are drawn before the old ones go back.
    fn exchange(&mut self, rack: &Rack, set: u16) {
        let seat = self.on_turn;
        let size = self.racks[seat].len();
        let returned = || rack.tiles().iter().enumerate().filter(|(place, _)| set >> place & 1 != 0);
        returned().for_each(|(_, tile)| take(&mut self.racks[seat], *tile));
        self.draw(size);
        returned().for_each(|(_, tile)| self.draws.put(seat, *tile));
    }

    fn draw(&mut self, size: usize) {
        let seat = self.on_turn;
        self.kept[seat] = self.racks[seat].len();
        self.draws.draw(seat, &mut self.racks[seat], size);
    }

    /// Each loses the tiles left (GEN-15d, PFS-5.1.4); who has none gains those of the other (GEN-15e).
    fn settle(&mut self, search: &Search) {
        self.over = true;
        for seat in [0, 1] {
            let left = points(search, &self.racks[seat]);
            self.scores[seat] -= left;
            if self.racks[1 - seat].is_empty() {
                self.scores[1 - seat] += left;
            }
        }
    }
}

/// The points of tiles of a rack.
pub(crate) fn points(search: &Search, tiles: &[u8]) -> i32 {
    tiles.iter().map(|tile| search.value(*tile)).sum()
}

/// Takes one such tile from the rack.
pub(crate) fn take(rack: &mut Vec<u8>, tile: u8) {
    if let Some(place) = rack.iter().position(|other| *other == tile) {
        rack.swap_remove(place);
    }
}

#[cfg(test)]
mod tests;
