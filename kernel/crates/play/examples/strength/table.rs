//! A game with its past, and the static player.

use mostek_play::{BagContext, Game, Move, PlayerModel, PlayerView, best_static_move, random};
use mostek_search::{Position, PositionError, Scratch};

const SEED: u64 = 1;

/// What all players know.
pub struct Players {
    pub model: PlayerModel,
    /// The whole tile set, 0 for a blank.
    pub tiles: Vec<u8>,
}

/// A turn of the past.
pub struct PastTurn {
    pub seat: usize,
    pub before: Position,
    pub chosen: Move,
    /// The number of tiles on the rack, and in the bag.
    pub held: usize,
    pub bag: usize,
}

/// A game and its past.
pub struct Table {
    pub game: Game,
    pub past: Vec<PastTurn>,
    pub passes: u8,
}

impl Table {
    /// The game of this number.
    pub fn start(players: &Players, number: u64) -> Self {
        let mut game = Game::new(&players.model.search);
        game.start(&players.model.search, &players.tiles, random(SEED, number));
        Self { game, past: Vec::new(), passes: 0 }
    }

    pub fn play(&mut self, players: &Players, chosen: Move) -> Result<(), PositionError> {
        let (search, game) = (&players.model.search, &mut self.game);
        let rack = game.rack(search)?;
        let (seat, before) = (game.on_turn(), game.position().clone());
        self.past.push(PastTurn { seat, before, chosen, held: rack.tiles().len(), bag: game.bag() });
        self.passes = if chosen == Move::Pass { self.passes + 1 } else { 0 };
        game.play(search, &rack, chosen);
        Ok(())
    }

    /// What the static player does.
    pub fn static_move(&self, players: &Players) -> Result<Move, PositionError> {
        let (PlayerModel { search, leaves, .. }, game) = (&players.model, &self.game);
        let bag = game.bag();
        let opponent_points = if bag == 0 { game.opponent_points(search) } else { 0 };
        let context = BagContext { bag, max_exchanged: game.max_exchanged(), opponent_points };
        let (rack, mut scratch) = (game.rack(search)?, Scratch::default());
        Ok(best_static_move(search, game.position(), &rack, leaves, context, &mut scratch).0)
    }

    /// The tiles that the player on turn does not see.
    pub fn unseen(&self) -> Vec<u8> {
        let mut tiles: Vec<u8> = self.game.off_board().collect();
        for tile in self.game.racks()[self.game.on_turn()] {
            if let Some(place) = tiles.iter().position(|other| other == tile) {
                tiles.swap_remove(place);
            }
        }
        tiles
    }

    /// The position as the player on turn sees it.
    pub fn view(&self) -> PlayerView {
        PlayerView {
            position: self.game.position().clone(),
            rack: self.game.racks()[self.game.on_turn()].to_vec(),
            unseen: self.unseen(),
            lead: self.game.spread(),
            passes: self.passes,
            inference: None,
        }
    }
}
