//! No play is worth more than was promised where it was found, and nothing worth laying is passed over.

// To try everything is not needed here.
#[allow(dead_code)]
#[path = "../../tests/agreement/mod.rs"]
mod agreement;

use agreement::{Draw, World};

use crate::anchors::{Anchor, anchors};
use crate::full_rack::Whole;
use crate::movegen::{Generator, Viable};
use crate::play::{Found, Play};
use crate::rack_bounds::{POINT, Potential, size};
use crate::shadow::Bounding;
use crate::{Position, Rack, Scratch, Search, Worth};

const WORLDS: u64 = 150;
const TURNS: usize = 8;

/// What is worth laying in one position, and what leaving each set of tiles is worth.
struct Question<'q> {
    search: &'q Search,
    position: &'q Position,
    rack: &'q Rack,
    worth: Vec<i32>,
}

impl Question<'_> {
    /// The plays of an anchor with so many blanks and their equities, as far as they are viable.
    fn found(&self, anchor: Anchor, blanks: u8, viable: Viable) -> Vec<(i32, Play)> {
        let mut plays = Vec::new();
        let mut collect = |found: Found<'_>| {
            plays.push((found.score * POINT + self.worth[usize::from(found.used)], found.play()));
        };
        let (scale, states) = (self.search.scale(), self.search.states());
        let mut generator = Generator::new(self.position, self.rack, scale, states, &mut collect);
        generator.viable = viable;
        generator.lay_blanks(blanks);
        generator.through(anchor);
        plays
    }

    /// Counts the plays of all anchors; fails if one is worth more than its anchor's bound.
    fn check(&self, draw: &mut Draw) -> usize {
        let (search, position, rack) = (self.search, self.position, self.rack);
        let mut potential = Potential::default();
        potential.prepare(rack, &self.worth, search.scale().values, search.map(), position.lone_letters());
        let mut bounding = Bounding::new(search, position, &potential, rack);
        let mut checked = 0;
        anchors(position, search.start(), search.lanes(), |anchor| {
            for blanks in 0..=rack.blanks {
                let most = bounding.most(anchor, blanks, &mut Whole::default());
                let all = self.found(anchor, blanks, Viable::default());
                for (equity, play) in &all {
                    let bound = most[size(play.laid().count())];
                    assert!(*equity <= bound, "{play:?} is worth {equity}, not {bound} at the most");
                }
                if !all.is_empty() {
                    let least = all[draw.below(all.len())].0;
                    let viable = bounding.viable(anchor, blanks, &most, least);
                    let good =
                        |plays: Vec<(i32, Play)>| plays.into_iter().filter(|play| play.0 >= least).collect::<Vec<_>>();
                    assert_eq!(good(self.found(anchor, blanks, viable)), good(all.clone()));
                }
                checked += all.len();
            }
        });
        checked
    }
}

#[test]
fn no_play_is_worth_more_than_its_anchor_promises() {
    let mut checked = 0;
    for seed in 0..WORLDS {
        let (mut draw, mut other) = (Draw::new(seed), Draw::new(seed + WORLDS));
        let world = World::little(&mut draw).unwrap();
        world.game(TURNS, &mut draw, &mut |_, position, tiles| {
            for search in &world.searches {
                let (rack, mut scratch) = (search.rack(tiles).unwrap(), Scratch::default());
                for worth in [Worth::Nothing, Worth::Leaves(&world.leaves), Worth::Last { others: 9 }] {
                    search.best(position, &rack, worth, 0, &mut scratch);
                    let question = Question { search, position, rack: &rack, worth: scratch.worth().to_vec() };
                    checked += question.check(&mut other);
                }
            }
        });
    }
    assert!(checked > 50_000, "only {checked} plays were checked");
}
