//! All possible draws of the last tiles.

/// A draw of all tiles in the bag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BagDraw {
    pub(super) drawn: Vec<u8>,
    /// The rest of the unseen tiles: the opponent's rack.
    pub(super) others: Vec<u8>,
    /// The number of ways and orders in which the draw can happen, counting equal tiles as different.
    pub(super) ways: u32,
}

/// A draw of some of the tiles in the bag, and the order of the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BagOrder {
    pub(super) drawn: Vec<u8>,
    /// The tiles left in the bag, the next one first.
    pub(super) bag: Vec<u8>,
    /// The share of the draw's ways.
    pub(super) ways: u32,
}

impl BagDraw {
    /// All ways to draw `count` of the tiles first and to order the others.
    pub(super) fn orders(&self, count: usize) -> Vec<BagOrder> {
        let permutations = permutations(&self.drawn);
        let ways = self.ways / permutations.len() as u32;
        let mut orders: Vec<BagOrder> = Vec::new();
        for mut drawn in permutations {
            let bag = drawn.split_off(count.min(drawn.len()));
            drawn.sort_unstable();
            match orders.iter_mut().find(|order| order.drawn == drawn && order.bag == bag) {
                Some(order) => order.ways += ways,
                None => orders.push(BagOrder { drawn, bag, ways }),
            }
        }
        orders
    }

    /// All ways to draw as many of the tiles as are given back, and to order the others with those given back. The draw must
    /// count by [`fineness`].
    pub(super) fn exchanges(&self, given_back: &[u8]) -> Vec<BagOrder> {
        let mut exchanges = Vec::new();
        for drawn in all(&self.drawn, given_back.len()) {
            // Each choice of so many tiles is equally likely, then each order of the new bag.
            let choices: u32 = (0..given_back.len()).map(|before| (self.drawn.len() - before) as u32).product();
            let permutations = permutations(&[&drawn.others[..], given_back].concat());
            let ways = self.ways / permutations.len() as u32 * drawn.ways / choices;
            exchanges.extend(permutations.into_iter().map(|bag| BagOrder { drawn: drawn.drawn.clone(), bag, ways }));
        }
        exchanges
    }
}

/// The most tiles in the bag with which exchanges are examined: their orders are too many with more.
pub(super) const MOST_EXCHANGED: usize = 4;

/// How much more finely draws are counted where an exchange is possible: by a multiple of all numbers of ways to choose
/// some of the tiles in the bag, so that each way counts a whole number.
pub(super) fn fineness(bag: usize) -> u32 {
    [1, 1, 2, 3, 12].get(bag).copied().unwrap_or(1)
}

/// The distinct draws of `count` of the unseen tiles.
pub(super) fn all(unseen: &[u8], count: usize) -> Vec<BagDraw> {
    let mut tiles = unseen.to_vec();
    tiles.sort_unstable();
    let mut draws = Vec::new();
    let start = BagDraw { drawn: Vec::new(), others: Vec::new(), ways: (1..=count as u32).product() };
    choose(&tiles, count, &start, &mut draws);
    draws
}

/// Chooses how many of the first kind of tile are drawn, then those of the other kinds.
fn choose(tiles: &[u8], count: usize, draw: &BagDraw, draws: &mut Vec<BagDraw>) {
    let Some(kind) = tiles.first() else {
        draws.extend((count == 0).then(|| draw.clone()));
        return;
    };
    let equal = tiles.iter().take_while(|tile| *tile == kind).count();
    let mut ways = 1;
    for drawn in 0..=equal.min(count) {
        let mut next = draw.clone();
        next.drawn.extend_from_slice(&tiles[..drawn]);
        next.others.extend_from_slice(&tiles[drawn..equal]);
        next.ways *= ways as u32;
        choose(&tiles[equal..], count - drawn, &next, draws);
        // From the binomial "n over k" to "n over k + 1".
        ways = ways * (equal - drawn) / (drawn + 1);
    }
}

/// The distinct permutations of tiles.
fn permutations(tiles: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (place, tile) in tiles.iter().enumerate() {
        if !tiles[..place].contains(tile) {
            let others = [&tiles[..place], &tiles[place + 1..]].concat();
            found.extend(permutations(&others).into_iter().map(|rest| [&[*tile], &rest[..]].concat()));
        }
    }
    if found.is_empty() { vec![Vec::new()] } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_counted_as_often_as_they_can_happen() {
        let draws: Vec<_> =
            all(&[2, 1, 2, 2], 2).into_iter().map(|draw| (draw.drawn, draw.others, draw.ways)).collect();
        assert_eq!(draws, [(vec![2, 2], vec![1, 2], 6), (vec![1, 2], vec![2, 2], 6)]);
        let ways = |count| all(&[0, 1, 1, 2, 3, 3, 3, 4], count).iter().map(|draw| draw.ways).sum::<u32>();
        assert_eq!([1, 2, 3, 4].map(ways), [8, 8 * 7, 8 * 7 * 6, 8 * 7 * 6 * 5]);
        assert_eq!(all(&[1], 2), []);
    }

    #[test]
    fn an_exchange_draws_first_and_gives_back_then() {
        let draw = BagDraw { drawn: vec![1, 2, 2], others: Vec::new(), ways: 12 * fineness(3) };
        let ways = |given_back: &[u8], drawn: &[u8], bag: &[u8]| {
            let found = draw.exchanges(given_back).into_iter();
            found.filter(|order| order.drawn == drawn && order.bag == bag).map(|order| order.ways).sum::<u32>()
        };
        assert_eq!((ways(&[5], &[1], &[2, 5, 2]), ways(&[5], &[2], &[2, 5, 1])), (4, 4));
        assert_eq!((ways(&[5, 5], &[2, 1], &[2, 5, 5]), ways(&[5, 5], &[1, 2], &[2, 5, 5])), (0, 8));
        for given_back in [&[5][..], &[5, 5], &[5, 6], &[5, 6, 2]] {
            assert_eq!(draw.exchanges(given_back).iter().map(|order| order.ways).sum::<u32>(), 36);
        }
    }

    #[test]
    fn a_bag_that_is_not_emptied_is_dealt_in_every_order() {
        let draw = BagDraw { drawn: vec![1, 2, 2], others: Vec::new(), ways: 12 };
        let dealt = |count| {
            let found = draw.orders(count).into_iter();
            found.map(|order| (order.drawn, order.bag, order.ways)).collect::<Vec<_>>()
        };
        assert_eq!(dealt(3), [(vec![1, 2, 2], vec![], 12)]);
        assert_eq!(dealt(2), [(vec![1, 2], vec![2], 8), (vec![2, 2], vec![1], 4)]);
        assert_eq!(dealt(0), [(vec![], vec![1, 2, 2], 4), (vec![], vec![2, 1, 2], 4), (vec![], vec![2, 2, 1], 4)]);
    }
}
