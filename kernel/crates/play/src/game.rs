//! A game of two players: board, racks, bag, scores and the end of the game.

use mostek_search::{Play, Position, PositionError, Rack, Search};

use crate::bag::Bag;
use crate::exchange_rule::ExchangeRule;
use crate::moves::Move;
use crate::random::{Random, random};

/// The number of consecutive passes that ends a game (PFS-5.1.1b).
pub const PASSES_TO_END: u8 = 4;
/// After so many consecutive turns without a play no player may exchange. No clause limits exchanges, and two players who
/// both exchange would never finish.
const TURNS_WITHOUT_PLAY: u8 = 4;

/// A game from the first draw to the final score. Seat 0 begins.
#[derive(Debug, Clone)]
pub struct Game {
    position: Position,
    bag: Bag,
    /// The racks by seat: first the tiles kept at the last turn, then those drawn.
    racks: [Vec<u8>; 2],
    kept: [usize; 2],
    scores: [i32; 2],
    bingos: [u16; 2],
    turns: u16,
    /// Consecutive passes.
    passes: u8,
    /// Consecutive turns without a play.
    without_play: u8,
    on_turn: usize,
    over: bool,
}

impl Game {
    /// A game that is over; [`start`](Self::start) starts a game in its memory.
    #[must_use]
    pub fn new(search: &Search) -> Self {
        let bag = Bag::empty(random(0, 0));
        let position = search.empty().clone();
        let racks = [(); 2].map(|()| Vec::with_capacity(search.rack_size()));
        Self {
            position,
            bag,
            racks,
            kept: [0; 2],
            scores: [0; 2],
            bingos: [0; 2],
            turns: 0,
            passes: 0,
            without_play: 0,
            on_turn: 0,
            over: true,
        }
    }

    /// Starts a new game with these tiles (0 for a blank), and draws both racks.
    pub fn start(&mut self, search: &Search, tiles: &[u8], random: Random) {
        self.position.clone_from(search.empty());
        self.bag.shuffle(tiles, random);
        for seat in [0, 1] {
            self.racks[seat].clear();
            self.bag.draw(seat, &mut self.racks[seat], search.rack_size());
        }
        (self.scores, self.bingos, self.turns, self.kept) = ([0; 2], [0; 2], 0, [0; 2]);
        (self.passes, self.without_play, self.on_turn, self.over) = (0, 0, 0, false);
    }

    /// The board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rack of the player on turn.
    ///
    /// # Errors
    /// [`PositionError`] if the game was started with tiles that are not in the tile set.
    pub fn rack(&self, search: &Search) -> Result<Rack, PositionError> {
        search.rack(&self.racks[self.on_turn])
    }

    /// Both racks by seat, hidden from the players, in no order.
    #[must_use]
    pub fn racks(&self) -> [&[u8]; 2] {
        [&self.racks[0], &self.racks[1]]
    }

    /// The leave of the last turn of the player on turn.
    #[must_use]
    pub fn kept(&self) -> &[u8] {
        &self.racks[self.on_turn][..self.kept[self.on_turn]]
    }

    /// All tiles that are not on the board, in no order.
    pub fn off_board(&self) -> impl Iterator<Item = u8> {
        self.racks.iter().flatten().chain(self.bag.tiles()).copied()
    }

    /// The seat on turn, 0 or 1.
    #[must_use]
    pub fn on_turn(&self) -> usize {
        self.on_turn
    }

    /// The scores by seat.
    #[must_use]
    pub fn scores(&self) -> [i32; 2] {
        self.scores
    }

    /// The number of bingos by seat.
    #[must_use]
    pub fn bingos(&self) -> [u16; 2] {
        self.bingos
    }

    /// The number of turns played.
    #[must_use]
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// The lead of the player on turn, in points.
    #[must_use]
    pub fn spread(&self) -> i32 {
        self.scores[self.on_turn] - self.scores[1 - self.on_turn]
    }

    /// The number of tiles in the bag.
    #[must_use]
    pub fn bag(&self) -> usize {
        self.bag.len()
    }

    /// The number of tiles that the player on turn does not see: those in the bag and on the opponent's rack.
    #[must_use]
    pub fn unseen(&self) -> usize {
        self.bag() + self.racks[1 - self.on_turn].len()
    }

    /// The points of the opponent's rack, which the player on turn can work out with an empty bag.
    #[must_use]
    pub fn opponent_points(&self, search: &Search) -> i32 {
        points(search, &self.racks[1 - self.on_turn])
    }

    /// The most tiles that the player on turn may exchange.
    #[must_use]
    pub fn max_exchanged(&self) -> usize {
        if self.without_play < TURNS_WITHOUT_PLAY { ExchangeRule::default().max_exchanged(self.bag()) } else { 0 }
    }

    /// Whether the game is over and the final score is worked out.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Plays a move of the player on turn, who holds `rack`, and draws tiles.
    pub fn play(&mut self, search: &Search, rack: &Rack, chosen: Move) {
        self.turns += 1;
        self.passes = if chosen == Move::Pass { self.passes + 1 } else { 0 };
        self.without_play = if matches!(chosen, Move::Play(_)) { 0 } else { self.without_play + 1 };
        match chosen {
            Move::Play(play) => self.lay(search, &play),
            Move::Exchange(set) => self.exchange(rack, set),
            Move::Pass => {}
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
        for tile in play.laid() {
            take(&mut self.racks[seat], tile);
            laid += 1;
        }
        self.scores[seat] += play.score;
        self.bingos[seat] += u16::from(laid == search.rack_size());
        self.draw(search.rack_size());
    }

    /// The player draws before the exchanged tiles go back into the bag.
    fn exchange(&mut self, rack: &Rack, set: u16) {
        let seat = self.on_turn;
        let size = self.racks[seat].len();
        rack.tiles_of(set).for_each(|tile| take(&mut self.racks[seat], tile));
        self.draw(size);
        rack.tiles_of(set).for_each(|tile| self.bag.put_back(seat, tile));
    }

    fn draw(&mut self, size: usize) {
        let seat = self.on_turn;
        self.kept[seat] = self.racks[seat].len();
        self.bag.draw(seat, &mut self.racks[seat], size);
    }

    fn settle(&mut self, search: &Search) {
        self.over = true;
        let adjustments = final_adjustments(search, &self.racks);
        self.scores.iter_mut().zip(adjustments).for_each(|(score, adjustment)| *score += adjustment);
    }
}

/// What the tiles left add to the scores at the end of the game: each player loses the points of their own tiles (GEN-15d,
/// PFS-5.1.4), and a player without tiles gains those of the opponent (GEN-15e).
pub(crate) fn final_adjustments(search: &Search, racks: &[Vec<u8>; 2]) -> [i32; 2] {
    let left = racks.each_ref().map(|rack| points(search, rack));
    [0, 1].map(|seat| if racks[seat].is_empty() { left[1 - seat] } else { -left[seat] })
}

/// The points of tiles on a rack.
pub(crate) fn points(search: &Search, tiles: &[u8]) -> i32 {
    tiles.iter().map(|tile| search.value(*tile)).sum()
}

/// Removes one tile with this code from the rack.
pub(crate) fn take(rack: &mut Vec<u8>, tile: u8) {
    if let Some(place) = rack.iter().position(|other| *other == tile) {
        rack.swap_remove(place);
    }
}

#[cfg(test)]
mod tests;
