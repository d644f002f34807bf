//! Simulations on a small board, against a slow reference.

use std::collections::VecDeque;

use mostek_search::Play;

use super::*;
use crate::test_game::{KEPT, SIDE, board, model};

fn view(model: &PlayerModel, rack: &[u8], unseen: &[u8]) -> PlayerView {
    let position = model.search.position(&board()).unwrap();
    PlayerView { position, rack: rack.to_vec(), unseen: unseen.to_vec(), lead: 4, passes: 0, inference: None }
}

fn without(rack: &[u8], gone: &[u8]) -> Vec<u8> {
    let mut rack = rack.to_vec();
    for tile in gone {
        let place = rack.iter().position(|other| other == tile).unwrap();
        rack.remove(place);
    }
    rack
}

fn kept(rack: &[u8]) -> i32 {
    rack.iter().map(|tile| KEPT[usize::from(*tile)]).sum()
}

/// The reference: a game with the board as bytes.
#[derive(Clone)]
struct Game {
    board: Vec<u8>,
    racks: [Vec<u8>; 2],
    bag: VecDeque<u8>,
    lead: i32,
    kept: [i32; 2],
    passes: usize,
}

impl Game {
    fn points(model: &PlayerModel, rack: &[u8]) -> i32 {
        rack.iter().map(|tile| model.search.value(*tile)).sum()
    }

    fn best(&self, model: &PlayerModel, mover: usize) -> Option<(i32, Play)> {
        let (position, rack) = (model.search.position(&self.board).unwrap(), &self.racks[mover]);
        let mut plays = Vec::new();
        model.search.each(&position, &model.search.rack(rack).unwrap(), |found| plays.push(found.play()));
        let value = |play: &Play| {
            let left = without(rack, &play.laid().collect::<Vec<_>>());
            match (self.bag.is_empty(), left.is_empty()) {
                (false, _) => kept(&left),
                (true, true) => 2_000 * Self::points(model, &self.racks[1 - mover]),
                (true, false) => -2_000 * Self::points(model, &left),
            }
        };
        let ranked = plays.into_iter().map(|play| (play.score * 1_000 + value(&play), play));
        ranked.min_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)))
    }

    /// The best leave of an exchange, of equal ones the larger, and the tiles exchanged.
    fn exchange(&self, mover: usize) -> (i32, Vec<u8>) {
        let rack = model().search.rack(&self.racks[mover]).unwrap();
        let given = |set: u16| {
            let places = (0..rack.tiles().len()).filter(|place| set >> place & 1 != 0);
            places.map(|place| rack.tiles()[place]).collect::<Vec<_>>()
        };
        let all = rack.subsets().map(|set| (kept(&without(&self.racks[mover], &given(set))), given(set)));
        all.min_by_key(|(value, given)| (-value, given.len())).unwrap()
    }

    fn lay(&mut self, mover: usize, play: &Play) {
        let (row, column) = (usize::from(play.row), usize::from(play.column));
        for (at, tile) in play.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            self.board[(row * SIDE + column) + at * if play.down { SIDE } else { 1 }] = *tile;
        }
        self.racks[mover] = without(&self.racks[mover], &play.laid().collect::<Vec<_>>());
        self.kept[mover] = kept(&self.racks[mover]);
        self.lead += if mover == 0 { play.score } else { -play.score };
        self.draw(mover);
        self.passes = 0;
    }

    fn draw(&mut self, mover: usize) {
        while self.racks[mover].len() < 3 && !self.bag.is_empty() {
            let tile = if mover == 0 { self.bag.pop_front() } else { self.bag.pop_back() };
            self.racks[mover].push(tile.unwrap());
        }
    }

    fn is_over(&self) -> bool {
        self.passes == 4 || self.racks.contains(&Vec::new())
    }

    /// The best reply; none if it is an exchange, which the reference does not know.
    fn reply(&mut self, model: &PlayerModel, mover: usize) -> Option<()> {
        let best = self.best(model, mover);
        if self.bag.len() >= model.exchange_rule.bag_minimum {
            let (value, given) = self.exchange(mover);
            if !given.is_empty() && best.is_none_or(|best| best.0 < value) {
                return None;
            }
        }
        let pass = if self.bag.is_empty() {
            -2_000 * Self::points(model, &self.racks[mover])
        } else {
            kept(&self.racks[mover])
        };
        match best {
            Some((equity, play)) if equity >= pass => self.lay(mover, &play),
            _ => {
                self.passes += 1;
                self.kept[mover] = kept(&self.racks[mover]);
            }
        }
        Some(())
    }

    fn outcome(&self, model: &PlayerModel, mover: usize) -> Outcome {
        if self.is_over() {
            let [own, other] = [0, 1].map(|player| Self::points(model, &self.racks[player]));
            let end = match (self.racks[0].is_empty(), self.racks[1].is_empty()) {
                (true, _) => self.lead + 2 * other,
                (_, true) => self.lead - 2 * own,
                _ => self.lead + other - own,
            };
            let share = [0, 32_768, 65_535][(end.signum() + 1) as usize];
            return Outcome { share, spread: (end - 4) * 1_000 };
        }
        let spread = self.lead * 1_000 + self.kept[0] - self.kept[1];
        let points = (f64::from(spread) / 1_000.0 + 0.5).floor() as i32;
        let unseen = self.bag.len() + self.racks[1 - mover].len();
        let share = if mover == 0 {
            model.win_table.share(points, unseen)
        } else {
            65_535 - model.win_table.share(-points, unseen)
        };
        Outcome { share, spread: spread - 4_000 }
    }
}

/// A candidate played by the reference; none if a reply is an exchange.
fn by_hand(model: &PlayerModel, rack: &[u8], choice: Move, hidden: (&[u8], &[u8]), plies: usize) -> Option<Outcome> {
    let racks = [rack.to_vec(), hidden.0.to_vec()];
    let bag = hidden.1.iter().copied().collect();
    let mut game = Game { board: board(), racks, bag, lead: 4, kept: [kept(rack), 0], passes: 0 };
    match choice {
        Move::Play(play) => game.lay(0, &play),
        _ => game.passes = 1,
    }
    let (mut mover, mut left) = (1, plies as i32);
    while !game.is_over() && (left > 0 || game.bag.is_empty()) {
        game.reply(model, mover)?;
        (mover, left) = (1 - mover, left - 1);
    }
    Some(game.outcome(model, mover))
}

/// Some good and bad moves and the pass, but no exchanges.
fn choices(model: &PlayerModel, view: &PlayerView) -> Vec<Move> {
    let all = view.best_moves(model, 200).unwrap();
    let plays = all.into_iter().filter(|choice| matches!(choice, Move::Play(_)));
    plays.step_by(7).chain([Move::Pass]).collect()
}

#[test]
fn candidates_are_followed_as_by_hand() {
    let model = model();
    let rack = [1, 2, 3];
    let mut followed = 0;
    for unseen in [&[1, 1, 2][..], &[0, 1, 2, 3, 1], &[0, 1, 2, 2, 1, 3, 3, 1], &[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 0]] {
        let view = view(&model, &rack, unseen);
        let choices = choices(&model, &view);
        assert!(choices.len() > 3);
        let candidates = view.candidates(&model, &choices).unwrap();
        let (mut playout, mut hidden, mut replies) =
            (Playout::new(&view.position), HiddenTiles::new(), FirstReply::new(&model));
        for (number, plies) in (0..12).flat_map(|number| (0..5).map(move |plies| (number, plies))) {
            hidden.deal(&view, 3, random(7, number));
            let mut bag = Vec::new();
            hidden.bag.clone().draw(0, &mut bag, unseen.len());
            replies.prepare(&model, &view.position, &hidden);
            for candidate in &candidates {
                let Some(expected) = by_hand(&model, &rack, candidate.chosen, (&hidden.rack, &bag), plies) else {
                    continue;
                };
                for replies in [None, Some(&mut replies)] {
                    let outcome = playout.run(&model, &view, candidate, &hidden, plies, replies);
                    assert_eq!(outcome, expected, "{:?} {number} {plies} {unseen:?}", candidate.chosen);
                }
                followed += 1;
            }
        }
    }
    assert!(followed > 600, "{followed}");
}

/// Every order of some tiles.
fn orders(tiles: &[u8]) -> Vec<Vec<u8>> {
    if tiles.is_empty() {
        return vec![Vec::new()];
    }
    let without = |at: usize| [&tiles[..at], &tiles[at + 1..]].concat();
    let each = (0..tiles.len()).flat_map(|at| orders(&without(at)).into_iter().map(move |rest| (at, rest)));
    each.map(|(at, rest)| [&[tiles[at]], &rest[..]].concat()).collect()
}

#[test]
fn the_mean_is_that_over_all_deals() {
    let (model, rack, unseen) = (model(), [1, 2, 3], [0, 1, 2, 3, 1]);
    let view = view(&model, &rack, &unseen);
    let choices = choices(&model, &view);
    let mut simulation = Simulation::new(model.clone(), view, &choices, 2, 5, None).unwrap();
    simulation.run(1_000, None, 2);
    assert_eq!(simulation.iterations(), 1_000);
    let orders = orders(&unseen);
    assert_eq!(orders.len(), 120);
    for (choice, estimate) in simulation.estimates() {
        let all = orders.iter().map(|order| by_hand(&model, &rack, choice, order.split_at(3), 2).unwrap());
        let (share, spread) =
            all.fold((0.0, 0.0), |(share, spread), all| (share + f64::from(all.share), spread + f64::from(all.spread)));
        let (share, spread) = (share / 120.0 / 65_535.0, spread / 120.0 / 1_000.0);
        assert_eq!(estimate.samples, 1_000);
        assert!((estimate.share - share).abs() <= 5.0 * estimate.share_error + 1e-9, "{choice:?} {estimate:?} {share}");
        assert!((estimate.spread - spread).abs() <= 5.0 * estimate.spread_error + 1e-9, "{estimate:?} {spread}");
    }
}

fn simulation(confidence: Option<StoppingRule>) -> Simulation {
    let model = model();
    let view = view(&model, &[1, 2, 3], &[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 0]);
    let choices: Vec<_> = view.best_moves(&model, 30).unwrap().into_iter().step_by(5).collect();
    Simulation::new(model, view, &choices, 2, 1, confidence).unwrap()
}

#[test]
fn neither_threads_nor_stops_change_the_results() {
    for confidence in [None, Some(StoppingRule::new(0.05, 0.01).unwrap())] {
        let mut whole = simulation(confidence);
        whole.run(300, None, 1);
        let mut parts = simulation(confidence);
        for (iterations, threads) in [(1, 1), (63, 3), (100, 2), (136, 5)] {
            parts.run(iterations, None, threads);
        }
        assert_eq!(whole.estimates(), parts.estimates());
        assert_eq!((whole.iterations(), whole.is_decided()), (parts.iterations(), parts.is_decided()));
    }
}

#[test]
fn a_time_that_has_come_ends_a_run_after_a_deal() {
    let mut simulation = simulation(None);
    simulation.run(1_000, Some(Instant::now()), 1);
    assert_eq!(simulation.iterations(), 1);
    assert!(simulation.estimates().iter().all(|(_, estimate)| estimate.samples == 1));
    assert!(simulation.estimates()[0].1.share_error.is_infinite());
}

#[test]
fn a_decided_race_is_run_no_further() {
    let mut comparison = simulation(Some(StoppingRule::new(0.05, 0.02).unwrap()));
    comparison.run(1_000_000, None, 2);
    assert!(comparison.is_decided());
    let (iterations, estimates) = (comparison.iterations(), comparison.estimates());
    assert!(iterations < 1_000_000);
    assert!(estimates.iter().any(|(_, estimate)| estimate.samples < iterations), "a candidate was eliminated");
    comparison.run(1_000, None, 2);
    assert_eq!(comparison.iterations(), iterations);
    let mut all = simulation(None);
    all.run(3_000, None, 2);
    assert_eq!(all.estimates()[0].0, estimates[0].0);
}

#[test]
fn what_cannot_be_compared_is_refused_in_words() {
    let model = model();
    let refused = |rack: &[u8], unseen: &[u8], choices: &[Move]| {
        Simulation::new(model.clone(), view(&model, rack, unseen), choices, 2, 0, None).unwrap_err().to_string()
    };
    let many = [2; 10];
    let play = view(&model, &[1, 2], &[1]).best_moves(&model, 1).unwrap();
    assert_eq!(refused(&[1], &[1], &[]), "1 to 256 candidates can be compared, not 0");
    assert_eq!(refused(&[1], &[1], &[Move::Pass; 257]), "1 to 256 candidates can be compared, not 257");
    assert_eq!(refused(&[], &[1], &[Move::Pass]), "the game is over: a player holds no tiles");
    assert_eq!(refused(&[1], &[], &[Move::Pass]), "the game is over: a player holds no tiles");
    assert_eq!(refused(&[9], &[1], &[Move::Pass]), "code 9 on the rack is no letter of the alphabet");
    assert_eq!(refused(&[1], &[1, 1, 1, 1, 4], &[Move::Pass]), "code 4 on the rack is no letter of the alphabet");
    assert_eq!(refused(&[3, 3], &[1], &[Move::Pass, play[0]]), "candidate 1 lays tiles that the rack does not hold");
    let exchange = "candidate 0 is not an exchange that is possible now";
    assert_eq!(refused(&[1, 2], &many[..9], &[Move::Exchange(1)]), exchange, "six in the bag are too few");
    assert_eq!(refused(&[1, 2], &many, &[Move::Exchange(0)]), exchange);
    assert_eq!(refused(&[1, 2], &many, &[Move::Exchange(4)]), exchange);
    assert_eq!(refused(&[1, 1], &many, &[Move::Exchange(2)]), exchange, "of equal tiles the first goes first");
    for (error_probability, indifference) in [(0.0, 0.1), (1.0, 0.1), (0.1, 0.0), (0.1, f64::NAN)] {
        assert_eq!(StoppingRule::new(error_probability, indifference), Err(SimulationError::StoppingRule));
    }
    let mut far = view(&model, &[1, 2], &many);
    far.lead = -100_001;
    let refusal = Simulation::new(model.clone(), far, &[Move::Pass], 2, 0, None).unwrap_err();
    assert_eq!(refusal.to_string(), "no game has a lead of -100001 points");
    let seven = view(&model, &[1, 2], &many);
    assert!(Simulation::new(model.clone(), seven, &[Move::Exchange(1)], 2, 0, None).is_ok());
}
