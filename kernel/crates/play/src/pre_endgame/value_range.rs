//! What is known of a value.

/// More than any spread.
pub(super) const ANY: i32 = 1 << 20;

/// Between which values a value lies: the least and the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// As is proved.
    pub(super) sure: [i32; 2],
    /// As far as was looked.
    pub(super) taken: [i32; 2],
}

impl Known {
    /// Anything is possible.
    pub(super) const NOTHING: Self = Self::between([-ANY, ANY]);
    /// Of the best of no choices.
    pub(super) const NO_CHOICE: Self = Self::between([-ANY, -ANY]);

    /// It is proved to lie between these.
    pub(super) const fn between(bounds: [i32; 2]) -> Self {
        Self { sure: bounds, taken: bounds }
    }

    /// It is proved to be this.
    pub(super) const fn exactly(value: i32) -> Self {
        Self::between([value, value])
    }

    /// It may be better, too: not all was looked at.
    pub(super) fn or_more(self) -> Self {
        let open = |[least, _]: [i32; 2]| [least, ANY];
        Self { sure: open(self.sure), taken: open(self.taken) }
    }

    /// What the player has who gains so much and then loses this.
    pub(super) fn behind(self, gain: i32) -> Self {
        // What is not known at all is not known better by a gain.
        let less = |value: i32| if value.abs() < ANY { gain - value } else { -value };
        let turned = |[least, most]: [i32; 2]| [less(most), less(least)];
        Self { sure: turned(self.sure), taken: turned(self.taken) }
    }

    /// What the player has who may choose.
    pub(super) fn or(self, other: Self) -> Self {
        let better = |[least, most]: [i32; 2], other: [i32; 2]| [least.max(other[0]), most.max(other[1])];
        Self { sure: better(self.sure, other.sure), taken: better(self.taken, other.taken) }
    }
}
