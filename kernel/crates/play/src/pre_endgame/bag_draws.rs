//! All that can be drawn from tiles of which some are in the bag.

/// What the bag holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draw {
    pub(super) drawn: Vec<u8>,
    /// The tiles that the other player then holds.
    pub(super) others: Vec<u8>,
    /// In how many ways and orders this can happen: equal tiles are as good as each other.
    pub(super) ways: u32,
}

/// A bag of which only some tiles are drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Deal {
    pub(super) drawn: Vec<u8>,
    /// The tiles left, the next one first.
    pub(super) bag: Vec<u8>,
    /// In how many of the ways of the draw.
    pub(super) ways: u32,
}

impl Draw {
    /// How so many of the tiles can be drawn first, and in which orders the others follow.
    pub(super) fn deals(&self, count: usize) -> Vec<Deal> {
        let orders = orders(&self.drawn);
        let ways = self.ways / orders.len() as u32;
        let mut deals: Vec<Deal> = Vec::new();
        for mut order in orders {
            let bag = order.split_off(count.min(order.len()));
            order.sort_unstable();
            match deals.iter_mut().find(|deal| deal.drawn == order && deal.bag == bag) {
                Some(deal) => deal.ways += ways,
                None => deals.push(Deal { drawn: order, bag, ways }),
            }
        }
        deals
    }
}

/// The distinct draws of so many of the unseen tiles.
pub(super) fn all(unseen: &[u8], count: usize) -> Vec<Draw> {
    let mut tiles = unseen.to_vec();
    tiles.sort_unstable();
    let mut draws = Vec::new();
    let whole = Draw { drawn: Vec::new(), others: Vec::new(), ways: (1..=count as u32).product() };
    choose(&tiles, count, &whole, &mut draws);
    draws
}

/// Chooses how many of the first kind of tile are drawn, then of the others.
fn choose(tiles: &[u8], count: usize, draw: &Draw, draws: &mut Vec<Draw>) {
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
        // From "n over k" to "n over k + 1".
        ways = ways * (equal - drawn) / (drawn + 1);
    }
}

/// The distinct orders of tiles.
fn orders(tiles: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (place, tile) in tiles.iter().enumerate() {
        if !tiles[..place].contains(tile) {
            let others = [&tiles[..place], &tiles[place + 1..]].concat();
            found.extend(orders(&others).into_iter().map(|order| [&[*tile], &order[..]].concat()));
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
    fn a_bag_that_is_not_emptied_is_dealt_in_every_order() {
        let draw = Draw { drawn: vec![1, 2, 2], others: Vec::new(), ways: 12 };
        let dealt = |count| {
            let deals = draw.deals(count).into_iter();
            deals.map(|deal| (deal.drawn, deal.bag, deal.ways)).collect::<Vec<_>>()
        };
        assert_eq!(dealt(3), [(vec![1, 2, 2], vec![], 12)]);
        assert_eq!(dealt(2), [(vec![1, 2], vec![2], 8), (vec![2, 2], vec![1], 4)]);
        assert_eq!(dealt(0), [(vec![], vec![1, 2, 2], 4), (vec![], vec![2, 1, 2], 4), (vec![], vec![2, 2, 1], 4)]);
    }
}
