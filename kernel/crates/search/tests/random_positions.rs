//! The search against trying everything, in many little worlds.
#![allow(missing_docs)]

mod agreement;

use agreement::{Compared, Draw, World};

const WORLDS: u64 = 100;
const HAS_SEPARATOR: usize = 10;

#[test]
fn the_search_finds_what_trial_finds_and_its_best_are_the_best() {
    let mut sum = Compared::default();
    for seed in 0..WORLDS {
        let mut draw = Draw::new(seed);
        let world = World::little(&mut draw).unwrap();
        world.game(HAS_SEPARATOR, &mut draw, &mut |board, position, rack| {
            sum.add(world.compare(board, position, rack));
        });
    }
    assert_eq!(sum.positions, WORLDS as usize * HAS_SEPARATOR);
    assert!(sum.plays > 20_000 && sum.best > 200_000, "{sum:?}");
}
