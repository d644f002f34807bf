//! No play is worth more than was promised where it was found, and nothing worth laying is passed over.

// To try everything is not needed here.
#[allow(dead_code)]
#[path = "../../tests/agreement/mod.rs"]
mod agreement;

use agreement::{Draw, World};

use crate::anchors::{Anchor, anchors};
use crate::equity::POINT;
use crate::full_rack::FullRackPlays;
use crate::movegen::{Generator, PlayFilter};
use crate::play::{GeneratedPlay, Play};
use crate::rack_bounds::{RackBounds, size};
use crate::shadow::ShadowBounds;
use crate::{Position, Rack, Scratch, Search, Valuation};

const WORLDS: u64 = 150;
const HAS_SEPARATOR: usize = 8;

/// What is worth laying in one position, and what leaving each set of tiles is worth.
struct Question<'q> {
    search: &'q Search,
    position: &'q Position,
    rack: &'q Rack,
    worth: Vec<i32>,
}

impl Question<'_> {
    /// The plays of an anchor with so many blanks and their equities, as far as they are viable.
    fn found(&self, anchor: Anchor, blanks: u8, viable: PlayFilter) -> Vec<(i32, Play)> {
        let mut plays = Vec::new();
        let mut collect = |found: GeneratedPlay<'_>| {
            plays.push((found.score * POINT + self.worth[usize::from(found.used)], found.play()));
        };
        let (scale, states) = (self.search.scoring(), self.search.states());
        let mut generator = Generator::new(self.position, self.rack, scale, states, &mut collect);
        generator.filter = viable;
        generator.lay_blanks(blanks);
        generator.through(anchor);
        plays
    }

    /// Counts the plays of all anchors; fails if one is worth more than its anchor's bound.
    fn check(&self, draw: &mut Draw) -> usize {
        let (search, position, rack) = (self.search, self.position, self.rack);
        let mut rack_bounds = RackBounds::default();
        rack_bounds.prepare(rack, &self.worth, search.scoring().values, search.map(), position.single_tile_letters());
        let mut shadow = ShadowBounds::new(search, position, &rack_bounds, rack);
        let mut checked = 0;
        anchors(position, search.start(), search.lanes(), |anchor| {
            for blanks in 0..=rack.blanks {
                let most = shadow.bounds(anchor, blanks, &mut FullRackPlays::default());
                let all = self.found(anchor, blanks, PlayFilter::default());
                for (equity, play) in &all {
                    let bound = most[size(play.laid().count())];
                    assert!(*equity <= bound, "{play:?} is worth {equity}, not {bound} at the most");
                }
                if !all.is_empty() {
                    let least = all[draw.below(all.len())].0;
                    let viable = shadow.filter(anchor, blanks, &most, least);
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
        world.game(HAS_SEPARATOR, &mut draw, &mut |_, position, tiles| {
            for search in &world.searches {
                let (rack, mut scratch) = (search.rack(tiles).unwrap(), Scratch::default());
                for worth in
                    [Valuation::Score, Valuation::Leaves(&world.leaves), Valuation::EmptyBag { opponent_points: 9 }]
                {
                    search.best(position, &rack, worth, 0, &mut scratch);
                    let question = Question { search, position, rack: &rack, worth: scratch.leave_values().to_vec() };
                    checked += question.check(&mut other);
                }
            }
        });
    }
    assert!(checked > 50_000, "only {checked} plays were checked");
}
