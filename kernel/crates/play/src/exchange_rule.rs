//! When tiles may be exchanged.

/// When a player may exchange tiles. A player never exchanges more tiles than the bag holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExchangeRule {
    /// How many tiles the bag must hold; 0 where the tiles exchanged are the only limit (GEN-6X-b).
    pub bag_minimum: usize,
}

impl Default for ExchangeRule {
    /// The rule of the Polish federation (PFS-4.3.1b).
    fn default() -> Self {
        Self { bag_minimum: 7 }
    }
}

impl ExchangeRule {
    /// The most tiles that a player may exchange with `bag` tiles in the bag.
    #[must_use]
    pub fn max_exchanged(self, bag: usize) -> usize {
        if bag < self.bag_minimum { 0 } else { bag }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bag_says_how_many_tiles_may_be_given_back() {
        let federation = ExchangeRule::default();
        assert_eq!([0, 6, 7, 20].map(|bag| federation.max_exchanged(bag)), [0, 0, 7, 20]);
        assert_eq!([0, 1, 7].map(|bag| ExchangeRule { bag_minimum: 0 }.max_exchanged(bag)), [0, 1, 7]);
    }
}
