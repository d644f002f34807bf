//! Leave values computed term by term.

use mostek_search::{BALANCE_SIDE, Leaves, LeavesError, MAX_EQUAL};

/// The tables of leave values.
#[derive(Debug, Clone)]
pub struct Tables {
    pub letters: usize,
    pub equal: Vec<i32>,
    pub pairs: Vec<i32>,
    pub balance: Vec<i32>,
    pub vowels: u64,
}

impl Tables {
    /// Random tables; `draw` returns a number below its argument.
    pub fn drawn(letters: usize, mut draw: impl FnMut(usize) -> usize) -> Self {
        let codes = letters + 1;
        let mut numbers =
            |count: usize, below: usize| (0..count).map(|_| (draw(2 * below) as i32) - below as i32).collect();
        let (equal, pairs) = (numbers(codes * MAX_EQUAL, 30_000), numbers(codes * codes, 5000));
        let balance = numbers(BALANCE_SIDE * BALANCE_SIDE, 8000);
        Self { letters, equal, pairs, balance, vowels: draw(1 << 30) as u64 & !1 }
    }

    pub fn kernel(&self) -> Result<Leaves, LeavesError> {
        Leaves::new(self.letters, &self.equal, &self.pairs, &self.balance, self.vowels)
    }

    pub fn of(&self, kept: &[u8]) -> i32 {
        let codes = self.letters + 1;
        let count = |code: usize| kept.iter().filter(|tile| usize::from(**tile) == code).count();
        let held: Vec<usize> = (0..codes).filter(|code| count(*code) > 0).collect();
        let equal: i32 = held.iter().map(|code| self.equal[code * MAX_EQUAL + count(*code) - 1]).sum();
        let together =
            |one: usize| held.iter().filter(move |other| **other > one).map(move |other| one * codes + other);
        let pairs: i32 = held.iter().flat_map(|one| together(*one)).map(|place| self.pairs[place]).sum();
        let vowels: usize = held.iter().filter(|code| self.vowels >> **code & 1 != 0).map(|code| count(*code)).sum();
        let consonants = kept.len() - count(0) - vowels;
        let balance = if kept.is_empty() { 0 } else { self.balance[vowels * BALANCE_SIDE + consonants] };
        equal + pairs + balance
    }
}
