//! Move generation: all plays of a rack in a position, each once.
//!
//! Gordon's algorithm (1994): a play is generated from the leftmost anchor of its lane that it covers. From the anchor
//! the word grows to the left, up to the limit of the anchor; then it passes the separator of the GADDAG and grows to
//! the right. The words of some anchors grow together, level by level (see [`queue`]).

mod growth;
mod play_filter;
mod queue;

pub(crate) use play_filter::PlayFilter;
pub use queue::GrowingWords;

use crate::anchors::{Anchor, anchors};
use crate::cross_sets::Block;
use crate::lane_set::LaneSet;
use crate::play::{GeneratedPlay, LaidTiles, PlayRecorder, Totals};
use crate::position::Position;
use crate::rack::Rack;
use crate::scoring::PartialScore;
use crate::search::Search;
use growth::{Growth, Origin, Wanted};
use queue::{Item, TOGETHER};

impl Search {
    /// Calls `visit` for every play, each once, in an order that depends on the position alone.
    pub fn each(&self, position: &Position, rack: &Rack, visit: impl FnMut(GeneratedPlay<'_>)) {
        let mut visit = visit;
        self.collect(position, rack, self.lanes(), &mut GrowingWords::default(), &mut visit);
    }

    /// [`each`](Self::each) with memory that is reused from search to search.
    pub fn each_with(
        &self,
        position: &Position,
        rack: &Rack,
        memory: &mut GrowingWords<LaidTiles>,
        visit: impl FnMut(GeneratedPlay<'_>),
    ) {
        let mut visit = visit;
        self.collect(position, rack, self.lanes(), memory, &mut visit);
    }

    /// The number of plays, the sum of their scores and the highest score.
    #[must_use]
    pub fn totals(&self, position: &Position, rack: &Rack) -> Totals {
        let mut totals = Totals::default();
        self.collect(position, rack, self.lanes(), &mut GrowingWords::default(), &mut totals);
        totals
    }

    /// [`each`](Self::each) for the plays of one lane, by its number. The memory is for the move generator alone.
    pub fn each_in_lane(
        &self,
        position: &Position,
        rack: &Rack,
        number: u8,
        memory: &mut GrowingWords<LaidTiles>,
        visit: impl FnMut(GeneratedPlay<'_>),
    ) {
        let mut visit = visit;
        self.collect(position, rack, LaneSet(1 << number), memory, &mut visit);
    }

    fn collect<C: PlayRecorder>(
        &self,
        position: &Position,
        rack: &Rack,
        lanes: LaneSet,
        words: &mut GrowingWords<C::Trace>,
        recorder: &mut C,
    ) {
        let mut generator = Generator::new(self, position, rack, words, recorder);
        anchors(position, self.start(), lanes, |anchor| generator.add(anchor));
        generator.run();
    }
}

/// Generates the plays of a rack, some anchors at a time.
pub(crate) struct Generator<'s, 'w, C: PlayRecorder> {
    search: &'s Search,
    rack: &'s Rack,
    position: &'s Position,
    origins: [Origin<'s>; TOGETHER],
    /// The anchors added since the last run.
    added: usize,
    words: &'w mut GrowingWords<C::Trace>,
    /// How many blanks the plays from the next anchors may lay.
    blanks: u8,
    wanted: Wanted,
    /// Which plays from the next anchors need to be generated, for a recorder that selects.
    pub(crate) filter: PlayFilter,
    pub(crate) recorder: &'w mut C,
}

impl<'s, 'w, C: PlayRecorder> Generator<'s, 'w, C> {
    pub(crate) fn new(
        search: &'s Search,
        position: &'s Position,
        rack: &'s Rack,
        words: &'w mut GrowingWords<C::Trace>,
        recorder: &'w mut C,
    ) -> Self {
        rack.fill_held(&mut words.held);
        Self {
            search,
            rack,
            position,
            origins: [Origin::default(); _],
            added: 0,
            words,
            blanks: rack.blanks,
            wanted: Wanted::default(),
            filter: PlayFilter::default(),
            recorder,
        }
    }

    /// From now on plays of so many tiles are not recorded, as they are found elsewhere; the recorder must select.
    pub(crate) fn exclude_size(&mut self, size: usize) {
        self.wanted.excluded_size = size;
    }

    /// From now on only plays with exactly `count` blanks are generated; the recorder must select.
    pub(crate) fn require_blanks(&mut self, count: u8) {
        self.blanks = count;
        self.wanted.all_blanks = true;
    }

    /// Adds an anchor, and generates the plays from those added if they are enough.
    pub(crate) fn add(&mut self, anchor: Anchor) {
        if self.added == TOGETHER {
            self.run();
        }
        let lanes = self.position.lanes(anchor.down);
        let squares = lanes.lane(usize::from(anchor.lane));
        let Anchor { down, lane, at, limit, block } = anchor;
        let is_block = block.is_some();
        self.origins[self.added] = Origin { squares, down, lane, at, limit, is_block, filter: self.filter };
        let item = Item { blanks: self.blanks, ..Item::of_origin(self.added) };
        let item = match block {
            None => item.moved(self.search.states().root(), at),
            Some(number) => {
                let Block { state, value, first, .. } = lanes.blocks(usize::from(lane))[usize::from(number)];
                Item { score: PartialScore::over(value), ..item }.moved(state, first - 1)
            }
        };
        self.search.states().prefetch_if(true, item.state());
        self.words.lefts.next.make_room();
        self.words.lefts.next.push_if(true, item);
        self.added += 1;
    }

    /// Generates the plays from the anchors added, each once.
    pub(crate) fn run(&mut self) {
        self.added = 0;
        if self.search.states().is_wide() { self.grow::<true>() } else { self.grow::<false>() }
    }

    fn grow<const WIDE: bool>(&mut self) {
        let Self { search, rack, origins, wanted, .. } = self;
        let GrowingWords { lefts, rights, held } = &mut *self.words;
        let growth = Growth::<WIDE>::new(search, rack, held, *wanted);
        while lefts.has_next() {
            let (level, next) = lefts.advance();
            for item in level {
                next.make_room();
                rights.next.make_room();
                growth.grow_left(&origins[item.origin()], item, next, &mut rights.next, self.recorder);
            }
        }
        while rights.has_next() {
            let (level, next) = rights.advance();
            for item in level {
                next.make_room();
                growth.grow_right(&origins[item.origin()], item, next, self.recorder);
            }
        }
    }
}
