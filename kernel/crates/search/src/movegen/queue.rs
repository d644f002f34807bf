//! The queue of the move generator: words that grow, level by level.
//!
//! The lines of the graph that a search reads are seldom in the cache, and one word alone would wait for each of them. So a
//! word is not followed to its end. Each tile laid gives an item; the line that it will read is asked for at once, and is
//! there when its turn comes, after all others of its level.

use crate::gaddag::State;
use crate::play::Trace;
use crate::scoring::PartialScore;

/// The anchors whose words grow together. With more, the items do not fit the fastest cache.
pub(super) const TOGETHER: usize = 4;
/// The most items that one item may give: one for each letter, one for each letter of a blank, one past the separator.
const MOST_CHILDREN: usize = 128;

/// A word that grows.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Item<T> {
    /// The state after the letters so far, in two fields, as [`State`] would need more memory here.
    pub(super) mask: u64,
    pub(super) place: u32,
    pub(super) score: PartialScore,
    /// The subset of the rack's tiles laid.
    pub(super) used: u16,
    /// How many blanks may still be laid.
    pub(super) blanks: u8,
    /// The number of its anchor.
    pub(super) origin: u8,
    /// The square on which it grows.
    pub(super) at: u8,
    /// The first square of the word; 0 while it grows to the left.
    pub(super) first: u8,
    /// The tiles laid.
    pub(super) trace: T,
}

impl<T: Trace> Item<T> {
    /// No letters yet, from the anchor with this number.
    pub(super) fn of_origin(number: usize) -> Self {
        Self { origin: number as u8, ..Self::default() }
    }

    /// The number of its anchor.
    #[inline(always)]
    pub(super) fn origin(&self) -> usize {
        usize::from(self.origin) % TOGETHER
    }

    #[inline(always)]
    pub(super) fn state(&self) -> State {
        State { place: self.place, mask: self.mask }
    }

    /// The word in another state, on another square.
    #[inline(always)]
    pub(super) fn moved(self, state: State, at: u8) -> Self {
        Self { mask: state.mask, place: state.place, at, ..self }
    }
}

/// The items of the next level.
#[derive(Debug, Default)]
pub(super) struct NextLevel<T> {
    /// Items up to `count`, then free places.
    items: Vec<Item<T>>,
    count: usize,
}

impl<T: Trace> NextLevel<T> {
    /// Makes room for all that one item may give.
    #[inline(always)]
    pub(super) fn make_room(&mut self) {
        if self.items.len() < self.count + MOST_CHILDREN {
            self.enlarge();
        }
    }

    #[cold]
    #[inline(never)]
    fn enlarge(&mut self) {
        self.items.resize(2 * (self.count + MOST_CHILDREN), Item::default());
    }

    /// Adds an item if it is wanted. It is written in any case: whether it is wanted cannot be predicted, and a wrong guess
    /// of the processor costs more.
    #[inline(always)]
    pub(super) fn push_if(&mut self, wanted: bool, item: Item<T>) {
        self.items[self.count] = item;
        self.count += usize::from(wanted);
    }
}

/// The items of one level, and those of the next one.
#[derive(Debug, Default)]
pub(super) struct LevelQueue<T> {
    level: Vec<Item<T>>,
    pub(super) next: NextLevel<T>,
}

impl<T> LevelQueue<T> {
    pub(super) fn has_next(&self) -> bool {
        self.next.count > 0
    }

    /// Goes on to the next level: its items, and the level after it, which is empty.
    pub(super) fn advance(&mut self) -> (&[Item<T>], &mut NextLevel<T>) {
        std::mem::swap(&mut self.level, &mut self.next.items);
        let count = std::mem::take(&mut self.next.count);
        (&self.level[..count], &mut self.next)
    }
}

/// The memory of the move generator, to be reused from search to search.
#[derive(Debug, Default)]
pub struct GrowingWords<T> {
    /// Those that grow to the left, and those that grow to the right.
    pub(super) lefts: LevelQueue<T>,
    pub(super) rights: LevelQueue<T>,
    /// The letters left by each subset of tiles laid, a bit for each code.
    pub(super) held: Vec<u64>,
}
