//! The states and arcs of a GADDAG.

use crate::automaton::SEPARATOR;
use crate::bits::bits;
use crate::prefetch::prefetch;

pub(super) const ENDS: u32 = 1 << 31;
pub(super) const HAS_SEPARATOR: u32 = 1 << 30;
pub(super) const PLACE: u32 = HAS_SEPARATOR - 1;
/// The most letters whose mask fits one number.
const NARROW: usize = 32;

/// A number above all places.
const MAX_PLACE: usize = (1 << 31) - 1;

/// Whether an arc has two numbers for the letters of its target.
pub(super) fn is_wide(letters: usize) -> bool {
    letters > NARROW
}

/// Numbers of an arc.
pub(super) const fn stride(wide: bool) -> usize {
    if wide { 3 } else { 2 }
}

/// A state: the place of its first arc, 0 for none, and its letters, with bit 0 for the separator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct State {
    pub(crate) place: u32,
    pub(crate) mask: u64,
}

/// An arc: whether a word ends with its letter, and its target.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct GaddagArc {
    pub(crate) accepts: bool,
    pub(crate) state: State,
}

/// The states of a GADDAG. A path out of a damaged one ends there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct States<'n> {
    pub(crate) nodes: &'n [u32],
    pub(super) wide: bool,
}

impl States<'_> {
    /// The state before any letter; the empty state if there are no words.
    pub(crate) fn root(self) -> State {
        self.read(0).state
    }

    /// Whether an arc has two numbers for the letters of its target.
    pub(crate) fn is_wide(self) -> bool {
        self.wide
    }

    /// The arc at a place.
    #[inline(always)]
    pub(crate) fn read(self, place: usize) -> GaddagArc {
        if self.wide { self.read_as::<true>(place) } else { self.read_as::<false>(place) }
    }

    /// [`read`](Self::read) for a graph that is known to be wide, or not.
    #[inline(always)]
    fn read_as<const WIDE: bool>(self, place: usize) -> GaddagArc {
        // No valid place is as high; without the mask the compiler would expect an overflow.
        let place = place & MAX_PLACE;
        let Some([arc, low]) = self.nodes.get(place..place + 2) else { return GaddagArc::default() };
        let high = if WIDE { self.nodes.get(place + 2).copied().unwrap_or(0) } else { 0 };
        let letters = u64::from(*low) | u64::from(high) << 32;
        let state = State { place: arc & PLACE, mask: letters << 1 | u64::from(arc & HAS_SEPARATOR != 0) };
        GaddagArc { accepts: arc & ENDS != 0, state }
    }

    /// The arc of a letter's bit, which must be set in the state's mask.
    #[inline(always)]
    pub(crate) fn arc(self, state: State, bit: u64) -> GaddagArc {
        if self.wide { self.arc_as::<true>(state, bit) } else { self.arc_as::<false>(state, bit) }
    }

    /// [`arc`](Self::arc) for a graph that is known to be wide, or not.
    #[inline(always)]
    pub(crate) fn arc_as<const WIDE: bool>(self, state: State, bit: u64) -> GaddagArc {
        let rank = (state.mask & !SEPARATOR & (bit - 1)).count_ones() as usize;
        self.read_as::<WIDE>(state.place as usize + rank * stride(WIDE))
    }

    /// The arc of a letter, if the state has it.
    #[inline(always)]
    pub(crate) fn step(self, state: State, letter: u8) -> Option<GaddagArc> {
        let bit = 1 << letter;
        (state.mask & bit != 0).then(|| self.arc(state, bit))
    }

    /// The state after the separator; the empty state if there is none.
    #[inline(always)]
    pub(crate) fn past_separator(self, state: State) -> State {
        if self.wide { self.past_separator_as::<true>(state) } else { self.past_separator_as::<false>(state) }
    }

    /// [`past_separator`](Self::past_separator) for a graph that is known to be wide, or not.
    #[inline(always)]
    pub(crate) fn past_separator_as<const WIDE: bool>(self, state: State) -> State {
        if state.mask & SEPARATOR == 0 {
            return State::default();
        }
        self.read_as::<WIDE>((state.place as usize).wrapping_sub(stride(WIDE))).state
    }

    /// Asks for the first arcs of a state if it is wanted.
    #[inline(always)]
    pub(crate) fn prefetch_if(self, wanted: bool, state: State) {
        // The first arc of the graph is always in the cache, and asking for it needs no branch.
        prefetch(self.nodes, if wanted { state.place as usize } else { 0 });
    }

    /// The letters and arcs of a state.
    pub(crate) fn letters(self, state: State) -> impl Iterator<Item = (u8, GaddagArc)> {
        let places = (state.place as usize..).step_by(stride(self.wide));
        bits(state.mask & !SEPARATOR).zip(places).map(move |(letter, place)| (letter, self.read(place)))
    }

    /// The letters with which a word ends at a state, as a mask.
    pub(crate) fn endings(self, state: State) -> u64 {
        self.letters(state).filter(|(_, arc)| arc.accepts).fold(0, |mask, (letter, _)| mask | 1 << letter)
    }
}
