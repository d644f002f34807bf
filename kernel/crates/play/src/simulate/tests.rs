//! Simulations on a small board, against a slow game played by hand.

use std::collections::VecDeque;
use std::sync::Arc;

use mostek_search::{BALANCE_SIDE, Layout, Leaves, Letters, MAX_EQUAL, Play, Search, SearchGraph, Words};

use super::*;
use crate::static_eval::Exchanges;
use crate::win_table::WinTable;

const WORDS: [&str; 9] = ["AB", "ABA", "ABBA", "BA", "BAB", "CAB", "ACA", "CC", "AABBA"];
const SIDE: usize = 5;
/// What each tile kept is worth, in thousandths of a point: the blank, A, B, C.
const KEPT: [i32; 4] = [9_003, 1_001, -1_509, -3_017];

pub(crate) fn skill() -> Skill {
    let letters = Letters::new(&["A", "B", "C"]).unwrap();
    let words = Words::read(WORDS.join("\n").as_bytes(), letters.clone(), true);
    let graph = SearchGraph::of(&words.search_graph(&mut |_| true).unwrap(), &letters).unwrap();
    let (mut letter_premiums, mut word_premiums) = ([1; 25], [1; 25]);
    [0, 4, 20, 24].into_iter().for_each(|corner| letter_premiums[corner] = 2);
    word_premiums[12] = 3;
    let layout = Layout::new(SIDE, SIDE, &letter_premiums, &word_premiums, 12).unwrap();
    let search = Search::new(Arc::new(graph), layout, &[0, 1, 3, 5], 3, 20).unwrap();
    let equal: Vec<i32> = KEPT.iter().flat_map(|kept| (1..=MAX_EQUAL as i32).map(move |count| kept * count)).collect();
    let leaves = Leaves::new(3, &equal, &[0; 16], &[0; BALANCE_SIDE * BALANCE_SIDE], 0).unwrap();
    let (search, leaves, win) = (Arc::new(search), Arc::new(leaves), Arc::new(WinTable::logistic().unwrap()));
    Skill { search, leaves, win, exchanges: Exchanges::default() }
}

/// The board with ABA in the middle row, from the left.
pub(crate) fn board() -> Vec<u8> {
    let mut board = vec![0; SIDE * SIDE];
    board[10..13].copy_from_slice(&[1, 2, 1]);
    board
}

fn seen(skill: &Skill, rack: &[u8], unseen: &[u8]) -> Seen {
    let position = skill.search.position(&board()).unwrap();
    Seen { position, rack: rack.to_vec(), unseen: unseen.to_vec(), lead: 4, passes: 0, belief: None }
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

/// A game played by hand: the board as bytes, every play looked at.
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
    fn points(skill: &Skill, rack: &[u8]) -> i32 {
        rack.iter().map(|tile| skill.search.value(*tile)).sum()
    }

    fn best(&self, skill: &Skill, mover: usize) -> Option<(i32, Play)> {
        let (position, rack) = (skill.search.position(&self.board).unwrap(), &self.racks[mover]);
        let mut plays = Vec::new();
        skill.search.each(&position, &skill.search.rack(rack).unwrap(), |found| plays.push(found.play()));
        let worth = |play: &Play| {
            let left = without(rack, &play.laid().collect::<Vec<_>>());
            match (self.bag.is_empty(), left.is_empty()) {
                (false, _) => kept(&left),
                (true, true) => 2_000 * Self::points(skill, &self.racks[1 - mover]),
                (true, false) => -2_000 * Self::points(skill, &left),
            }
        };
        let ranked = plays.into_iter().map(|play| (play.score * 1_000 + worth(&play), play));
        ranked.min_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)))
    }

    /// The most valuable rest after giving tiles back, of equal ones the larger: what is given back.
    fn exchange(&self, mover: usize) -> (i32, Vec<u8>) {
        let rack = skill().search.rack(&self.racks[mover]).unwrap();
        let given = |set: u16| {
            let places = (0..rack.tiles().len()).filter(|place| set >> place & 1 != 0);
            places.map(|place| rack.tiles()[place]).collect::<Vec<_>>()
        };
        let all = rack.sets().map(|set| (kept(&without(&self.racks[mover], &given(set))), given(set)));
        all.min_by_key(|(worth, given)| (-worth, given.len())).unwrap()
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

    /// The best reply; a game in which tiles would be given back is none for a test by hand.
    fn reply(&mut self, skill: &Skill, mover: usize) -> Option<()> {
        let best = self.best(skill, mover);
        if self.bag.len() >= skill.exchanges.from {
            let (worth, given) = self.exchange(mover);
            if !given.is_empty() && best.is_none_or(|best| best.0 < worth) {
                return None;
            }
        }
        let pass = if self.bag.is_empty() {
            -2_000 * Self::points(skill, &self.racks[mover])
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

    fn outcome(&self, skill: &Skill, mover: usize) -> Outcome {
        if self.is_over() {
            let [own, other] = [0, 1].map(|player| Self::points(skill, &self.racks[player]));
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
        let share =
            if mover == 0 { skill.win.share(points, unseen) } else { 65_535 - skill.win.share(-points, unseen) };
        Outcome { share, spread: spread - 4_000 }
    }
}

/// A candidate followed by hand; none if a reply gives tiles back.
fn by_hand(skill: &Skill, rack: &[u8], choice: Choice, deal: (&[u8], &[u8]), plies: usize) -> Option<Outcome> {
    let racks = [rack.to_vec(), deal.0.to_vec()];
    let bag = deal.1.iter().copied().collect();
    let mut game = Game { board: board(), racks, bag, lead: 4, kept: [kept(rack), 0], passes: 0 };
    match choice {
        Choice::Lay(play) => game.lay(0, &play),
        _ => game.passes = 1,
    }
    let (mut mover, mut left) = (1, plies as i32);
    while !game.is_over() && (left > 0 || game.bag.is_empty()) {
        game.reply(skill, mover)?;
        (mover, left) = (1 - mover, left - 1);
    }
    Some(game.outcome(skill, mover))
}

/// Some good and bad choices, and the pass, but no exchanges.
fn choices(skill: &Skill, seen: &Seen) -> Vec<Choice> {
    let all = seen.choices(skill, 200).unwrap();
    let plays = all.into_iter().filter(|choice| matches!(choice, Choice::Lay(_)));
    plays.step_by(7).chain([Choice::Pass]).collect()
}

#[test]
fn candidates_are_followed_as_by_hand() {
    let skill = skill();
    let rack = [1, 2, 3];
    let mut followed = 0;
    for unseen in [&[1, 1, 2][..], &[0, 1, 2, 3, 1], &[0, 1, 2, 2, 1, 3, 3, 1], &[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 0]] {
        let seen = seen(&skill, &rack, unseen);
        let choices = choices(&skill, &seen);
        assert!(choices.len() > 3);
        let candidates = seen.candidates(&skill, &choices).unwrap();
        let (mut table, mut deal, mut replies) = (Table::new(&seen.position), Deal::new(), Replies::new(&skill));
        for (number, plies) in (0..12).flat_map(|number| (0..5).map(move |plies| (number, plies))) {
            deal.mix(&seen, 3, random(7, number));
            let mut bag = Vec::new();
            deal.draws.clone().draw(0, &mut bag, unseen.len());
            replies.prepare(&skill, &seen.position, &deal);
            for candidate in &candidates {
                let Some(expected) = by_hand(&skill, &rack, candidate.choice, (&deal.rack, &bag), plies) else {
                    continue;
                };
                for replies in [None, Some(&mut replies)] {
                    let outcome = table.follow(&skill, &seen, candidate, &deal, plies, replies);
                    assert_eq!(outcome, expected, "{:?} {number} {plies} {unseen:?}", candidate.choice);
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
    let (skill, rack, unseen) = (skill(), [1, 2, 3], [0, 1, 2, 3, 1]);
    let seen = seen(&skill, &rack, &unseen);
    let choices = choices(&skill, &seen);
    let mut simulation = Simulation::new(skill.clone(), seen, &choices, 2, 5, None).unwrap();
    simulation.run(1_000, None, 2);
    assert_eq!(simulation.deals(), 1_000);
    let orders = orders(&unseen);
    assert_eq!(orders.len(), 120);
    for (choice, estimate) in simulation.estimates() {
        let all = orders.iter().map(|order| by_hand(&skill, &rack, choice, order.split_at(3), 2).unwrap());
        let (share, spread) =
            all.fold((0.0, 0.0), |(share, spread), all| (share + f64::from(all.share), spread + f64::from(all.spread)));
        let (share, spread) = (share / 120.0 / 65_535.0, spread / 120.0 / 1_000.0);
        assert_eq!(estimate.samples, 1_000);
        assert!((estimate.share - share).abs() <= 5.0 * estimate.share_error + 1e-9, "{choice:?} {estimate:?} {share}");
        assert!((estimate.spread - spread).abs() <= 5.0 * estimate.spread_error + 1e-9, "{estimate:?} {spread}");
    }
}

fn simulation(confidence: Option<Confidence>) -> Simulation {
    let skill = skill();
    let seen = seen(&skill, &[1, 2, 3], &[1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 0]);
    let choices: Vec<_> = seen.choices(&skill, 30).unwrap().into_iter().step_by(5).collect();
    Simulation::new(skill, seen, &choices, 2, 1, confidence).unwrap()
}

#[test]
fn neither_threads_nor_stops_change_the_results() {
    for confidence in [None, Some(Confidence::new(0.05, 0.01).unwrap())] {
        let mut whole = simulation(confidence);
        whole.run(300, None, 1);
        let mut parts = simulation(confidence);
        for (deals, threads) in [(1, 1), (63, 3), (100, 2), (136, 5)] {
            parts.run(deals, None, threads);
        }
        assert_eq!(whole.estimates(), parts.estimates());
        assert_eq!((whole.deals(), whole.is_decided()), (parts.deals(), parts.is_decided()));
    }
}

#[test]
fn a_time_that_has_come_ends_a_run_after_a_deal() {
    let mut simulation = simulation(None);
    simulation.run(1_000, Some(Instant::now()), 1);
    assert_eq!(simulation.deals(), 1);
    assert!(simulation.estimates().iter().all(|(_, estimate)| estimate.samples == 1));
    assert!(simulation.estimates()[0].1.share_error.is_infinite());
}

#[test]
fn a_decided_race_is_run_no_further() {
    let mut race = simulation(Some(Confidence::new(0.05, 0.02).unwrap()));
    race.run(1_000_000, None, 2);
    assert!(race.is_decided());
    let (deals, estimates) = (race.deals(), race.estimates());
    assert!(deals < 1_000_000);
    assert!(estimates.iter().any(|(_, estimate)| estimate.samples < deals), "somebody fell out before");
    race.run(1_000, None, 2);
    assert_eq!(race.deals(), deals);
    let mut all = simulation(None);
    all.run(3_000, None, 2);
    assert_eq!(all.estimates()[0].0, estimates[0].0);
}

#[test]
fn what_cannot_be_compared_is_refused_in_words() {
    let skill = skill();
    let refused = |rack: &[u8], unseen: &[u8], choices: &[Choice]| {
        Simulation::new(skill.clone(), seen(&skill, rack, unseen), choices, 2, 0, None).unwrap_err().to_string()
    };
    let many = [2; 10];
    let play = seen(&skill, &[1, 2], &[1]).choices(&skill, 1).unwrap();
    assert_eq!(refused(&[1], &[1], &[]), "1 to 256 candidates can be compared, not 0");
    assert_eq!(refused(&[1], &[1], &[Choice::Pass; 257]), "1 to 256 candidates can be compared, not 257");
    assert_eq!(refused(&[], &[1], &[Choice::Pass]), "the game is over: a player holds no tiles");
    assert_eq!(refused(&[1], &[], &[Choice::Pass]), "the game is over: a player holds no tiles");
    assert_eq!(refused(&[9], &[1], &[Choice::Pass]), "code 9 on the rack is no letter of the alphabet");
    assert_eq!(refused(&[1], &[1, 1, 1, 1, 4], &[Choice::Pass]), "code 4 on the rack is no letter of the alphabet");
    assert_eq!(refused(&[3, 3], &[1], &[Choice::Pass, play[0]]), "candidate 1 lays tiles that the rack does not hold");
    let exchange = "candidate 0 is no exchange of tiles of the rack now";
    assert_eq!(refused(&[1, 2], &many[..9], &[Choice::Exchange(1)]), exchange, "six in the bag are too few");
    assert_eq!(refused(&[1, 2], &many, &[Choice::Exchange(0)]), exchange);
    assert_eq!(refused(&[1, 2], &many, &[Choice::Exchange(4)]), exchange);
    assert_eq!(refused(&[1, 1], &many, &[Choice::Exchange(2)]), exchange, "of equal tiles the first goes first");
    for (doubt, equal) in [(0.0, 0.1), (1.0, 0.1), (0.1, 0.0), (0.1, f64::NAN)] {
        assert_eq!(Confidence::new(doubt, equal), Err(SimulationError::Confidence));
    }
    let mut far = seen(&skill, &[1, 2], &many);
    far.lead = -100_001;
    let refusal = Simulation::new(skill.clone(), far, &[Choice::Pass], 2, 0, None).unwrap_err();
    assert_eq!(refusal.to_string(), "no game has a lead of -100001 points");
    let seven = seen(&skill, &[1, 2], &many);
    assert!(Simulation::new(skill.clone(), seven, &[Choice::Exchange(1)], 2, 0, None).is_ok());
}
