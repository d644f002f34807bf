//! The search against brute force, in many small random worlds.
#![allow(missing_docs)]

mod agreement;

use agreement::{Compared, Draw, World};

const WORLDS: u64 = 100;
const TURNS: usize = 10;

#[test]
fn the_search_agrees_with_brute_force() {
    let mut sum = Compared::default();
    for seed in 0..WORLDS {
        let mut draw = Draw::new(seed);
        let world = World::little(&mut draw).unwrap();
        world.game(TURNS, &mut draw, &mut |board, position, rack| {
            sum.add(world.compare(board, position, rack));
        });
    }
    assert_eq!(sum.positions, WORLDS as usize * TURNS);
    assert!(sum.plays > 20_000 && sum.best > 200_000, "{sum:?}");
}
