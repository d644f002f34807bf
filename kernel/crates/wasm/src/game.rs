//! The numbers of a game: alphabet, layout, values, rules, leave values and win table.

use std::sync::Arc;

use mostek_play::{EndRules, ExchangeRule, PlayerModel, WinTable};
use mostek_search::{BALANCE_SIDE, Gaddag, Layout, Leaves, MAX_EQUAL, MAX_LENGTH, MAX_LETTERS, MAX_SIDE, Search};

use crate::fault::Fault;
use crate::reader::Reader;

/// The largest side of a win table.
const MAX_TABLE: usize = 10_000;
const MAX_BONUS: usize = 1_000;

pub(crate) struct Game {
    pub(crate) letters: usize,
    layout: Layout,
    values: Vec<u8>,
    rack_size: usize,
    bingo: u16,
    exchange_rule: ExchangeRule,
    pub(crate) end_rules: EndRules,
    leaves: Arc<Leaves>,
    win_table: Arc<WinTable>,
}

impl Game {
    /// Reads, in this order: letters, rows, columns, start, rack size, bingo bonus, the tiles that the bag must hold for an
    /// exchange; passes to the end, times the points count for going out and for a block; the value of the blank and of each
    /// letter; letter premiums; word premiums; the vowels (two numbers); the tables of equal tiles, pairs and balance; the
    /// unseen tiles and the spread of the win table, and its shares.
    pub(crate) fn read(request: &[u32]) -> Result<Self, Fault> {
        let mut reader = Reader::new(request);
        let letters = reader.up_to(MAX_LETTERS)?;
        let (rows, columns) = (reader.up_to(MAX_SIDE)?, reader.up_to(MAX_SIDE)?);
        let start = reader.up_to(MAX_SIDE * MAX_SIDE)?;
        let rack_size = reader.up_to(MAX_LENGTH)?;
        let bingo = reader.up_to(MAX_BONUS)? as u16;
        let exchange_rule = ExchangeRule { bag_minimum: reader.up_to(MAX_BONUS)? };
        let passes = reader.up_to(100)? as u8;
        let end_rules = EndRules { passes, out: reader.up_to(10)? as i32, blocked: reader.up_to(10)? as i32 };
        let values = reader.bytes(letters + 1)?;
        let (letter_premiums, word_premiums) = (reader.bytes(rows * columns)?, reader.bytes(rows * columns)?);
        let layout = Layout::new(rows, columns, &letter_premiums, &word_premiums, start)?;
        let vowels = reader.wide()?;
        let equal = reader.all_signed((letters + 1) * MAX_EQUAL)?;
        let pairs = reader.all_signed((letters + 1) * (letters + 1))?;
        let balance = reader.all_signed(BALANCE_SIDE * BALANCE_SIDE)?;
        let leaves = Leaves::new(letters, &equal, &pairs, &balance, vowels)?;
        let (unseen, spread) = (reader.up_to(MAX_TABLE)?, reader.up_to(MAX_TABLE)?);
        let shares = reader.take((unseen + 1) * (2 * spread + 1))?;
        let shares = shares.iter().map(|share| (*share).min(u32::from(u16::MAX)) as u16).collect();
        let win_table = Arc::new(WinTable::new(unseen, spread as i32, shares)?);
        reader.end()?;
        let leaves = Arc::new(leaves);
        Ok(Self { letters, layout, values, rack_size, bingo, exchange_rule, end_rules, leaves, win_table })
    }

    /// The game with a word graph.
    pub(crate) fn model(&self, graph: Arc<Gaddag>) -> Result<PlayerModel, Fault> {
        let search = Search::new(graph, self.layout.clone(), &self.values, self.rack_size, self.bingo)?;
        Ok(PlayerModel {
            search: Arc::new(search),
            leaves: Arc::clone(&self.leaves),
            win_table: Arc::clone(&self.win_table),
            exchange_rule: self.exchange_rule,
        })
    }
}
