//! All that can be drawn from tiles of which some are in the bag.

/// A draw of the whole bag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draw {
    pub(super) drawn: Vec<u8>,
    /// The tiles that the other player then holds.
    pub(super) others: Vec<u8>,
    /// In how many ways this can happen: equal tiles are as good as each other.
    pub(super) ways: u32,
}

/// The distinct draws of so many of the unseen tiles.
pub(super) fn all(unseen: &[u8], count: usize) -> Vec<Draw> {
    let mut tiles = unseen.to_vec();
    tiles.sort_unstable();
    let mut draws = Vec::new();
    let whole = Draw { drawn: Vec::new(), others: Vec::new(), ways: 1 };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_counted_as_often_as_they_can_happen() {
        let draws: Vec<_> =
            all(&[2, 1, 2, 2], 2).into_iter().map(|draw| (draw.drawn, draw.others, draw.ways)).collect();
        assert_eq!(draws, [(vec![2, 2], vec![1, 2], 3), (vec![1, 2], vec![2, 2], 3)]);
        let ways = |count| all(&[0, 1, 1, 2, 3, 3, 3, 4], count).iter().map(|draw| draw.ways).sum::<u32>();
        assert_eq!([1, 2, 3, 4].map(ways), [8, 28, 56, 70]);
        assert_eq!(all(&[1], 2), []);
    }
}
