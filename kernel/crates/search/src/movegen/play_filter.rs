//! Which plays need to be generated.

/// A filter of the subsets of the rack and of the letters for blanks: plays outside it need not be generated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayFilter {
    /// The subsets of tiles and all their parts: bit `n` stands for the subset `n`.
    pub(crate) subsets: [u64; 2],
    /// The letters that a blank may stand for.
    pub(crate) blank_letters: u64,
}

impl PlayFilter {
    /// Whether the tiles laid so far are a part of a subset that passes.
    #[inline(always)]
    pub(super) fn passes(&self, used: u16) -> bool {
        self.subsets[usize::from(used >> 6 & 1)] >> (used & 63) & 1 != 0
    }
}

impl Default for PlayFilter {
    /// No restriction.
    fn default() -> Self {
        Self { subsets: [!0; 2], blank_letters: !0 }
    }
}
