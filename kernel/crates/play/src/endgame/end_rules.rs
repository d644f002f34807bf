//! How games end.

/// How a game ends, and how the tiles left are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndRules {
    /// The number of consecutive passes that ends the game (four: GEN-15c, PFS-3.4.3a).
    pub passes: u8,
    /// How many times the points of the opponent's tiles count for a player who goes out: once they are lost (GEN-15d),
    /// once gained (GEN-15e).
    pub out: i32,
    /// How many times a player loses the points of their own tiles when passes end the game (GEN-15d).
    pub blocked: i32,
}

impl Default for EndRules {
    /// The rules that all rulebooks for two players share.
    fn default() -> Self {
        Self { passes: 4, out: 2, blocked: 1 }
    }
}

impl EndRules {
    /// The number of passes to assume after a play: the limit of passes is as good as two. A player who passes twice meets
    /// the same position again, so that the opponent gains nothing by letting it come to that.
    pub(crate) fn passes_after_play(&self) -> u8 {
        self.passes.saturating_sub(2)
    }
}
