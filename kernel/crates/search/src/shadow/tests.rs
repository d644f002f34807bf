//! The bounds hold for every play, and the filters exclude no play above the threshold.

// The comparison with brute force is not used here.
#[allow(dead_code)]
#[path = "../../tests/agreement/mod.rs"]
mod agreement;

use agreement::{Draw, World};

use crate::anchors::{Anchor, anchors};
use crate::equity::POINT;
use crate::full_rack::FullRackPlays;
use crate::movegen::{Generator, GrowingWords, PlayFilter};
use crate::play::{GeneratedPlay, LaidTiles, Play, PlayRecorder};
use crate::rack_bounds::{RackBounds, size};
use crate::shadow::ShadowBounds;
use crate::{Position, Rack, Scratch, Search, Valuation};

const WORLDS: u64 = 150;
const TURNS: usize = 8;

/// A position, a rack and the values of its leaves.
struct Question<'q> {
    search: &'q Search,
    position: &'q Position,
    rack: &'q Rack,
    leave_values: Vec<i32>,
}

/// Records all plays that the generator does not leave out.
struct Recorder<'q> {
    leave_values: &'q [i32],
    plays: Vec<(i32, Play)>,
}

impl PlayRecorder for Recorder<'_> {
    type Trace = LaidTiles;
    const SELECTS: bool = true;

    fn record(&mut self, found: GeneratedPlay<'_>) {
        let equity = found.score * POINT + self.leave_values[usize::from(found.used)];
        self.plays.push((equity, found.play()));
    }
}

impl Question<'_> {
    /// The plays of an anchor with this number of blanks that pass the filter, and their equities.
    fn found(&self, anchor: Anchor, blanks: u8, filter: PlayFilter) -> Vec<(i32, Play)> {
        let mut recorder = Recorder { leave_values: &self.leave_values, plays: Vec::new() };
        let mut words = GrowingWords::default();
        let mut generator = Generator::new(self.search, self.position, self.rack, &mut words, &mut recorder);
        generator.filter = filter;
        generator.require_blanks(blanks);
        generator.add(anchor);
        generator.run();
        recorder.plays
    }

    /// Counts the plays of all anchors; fails if one exceeds its bound.
    fn check(&self, draw: &mut Draw) -> usize {
        let (search, position, rack) = (self.search, self.position, self.rack);
        let mut rack_bounds = RackBounds::default();
        rack_bounds.begin(rack, search.scoring().values, search.map());
        rack_bounds.complete(&self.leave_values, search.map(), position.single_tile_letters());
        let mut shadow = ShadowBounds::new(search, position, &rack_bounds, rack);
        let mut checked = 0;
        anchors(position, search.start(), search.lanes(), |anchor| {
            for blanks in 0..=rack.blanks {
                let most = shadow.bounds(anchor, blanks, &mut FullRackPlays::default());
                let all = self.found(anchor, blanks, PlayFilter::default());
                for (equity, play) in &all {
                    let bound = most[size(play.laid().count())];
                    assert!(*equity <= bound, "{play:?} has the equity {equity}, not {bound} at the most");
                }
                if !all.is_empty() {
                    let least = all[draw.below(all.len())].0;
                    let filter = shadow.filter(anchor, blanks, &most, least);
                    let good =
                        |plays: Vec<(i32, Play)>| plays.into_iter().filter(|play| play.0 >= least).collect::<Vec<_>>();
                    assert_eq!(good(self.found(anchor, blanks, filter)), good(all.clone()));
                }
                checked += all.len();
            }
        });
        checked
    }
}

#[test]
fn no_play_exceeds_its_bound() {
    let mut checked = 0;
    for seed in 0..WORLDS {
        let (mut draw, mut other) = (Draw::new(seed), Draw::new(seed + WORLDS));
        let world = World::little(&mut draw).unwrap();
        world.game(TURNS, &mut draw, &mut |_, position, tiles| {
            for search in &world.searches {
                let (rack, mut scratch) = (search.rack(tiles).unwrap(), Scratch::default());
                for valuation in
                    [Valuation::Score, Valuation::Leaves(&world.leaves), Valuation::EmptyBag { opponent_points: 9 }]
                {
                    search.best(position, &rack, valuation, 0, &mut scratch);
                    let question =
                        Question { search, position, rack: &rack, leave_values: scratch.leave_values().to_vec() };
                    checked += question.check(&mut other);
                }
            }
        });
    }
    assert!(checked > 50_000, "only {checked} plays were checked");
}
