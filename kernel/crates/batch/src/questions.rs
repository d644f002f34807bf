//! All plays, best moves and totals of many positions.

use mostek_notation::NotationError;
use mostek_play::{ExchangeRule, Move, Wanted, best_moves};
use mostek_search::{GrowingWords, LaidTiles, Leaves, POINT, Position, Rack, Scratch, Search, Totals, Valuation};

use crate::cores::Cores;
use crate::moves::{PlayBlock, Writing, move_table, push_move};
use crate::positions::{Positions, Row};
use crate::rows::{Answer, ask};
use crate::table::{Column, Table, Value};

/// The rows that a thread answers at a time: some milliseconds.
const TOGETHER: usize = 16;
/// The same where all plays are listed, some thousand lines.
const TOGETHER_LISTED: usize = 4;

/// What plays are generated with.
#[derive(Debug, Clone, Copy)]
pub struct Plays<'s> {
    /// The lexicon, layout and tiles.
    pub search: &'s Search,
    /// The values of leaves while there are tiles in the bag.
    pub leaves: &'s Leaves,
    /// When tiles may be exchanged.
    pub exchange_rule: ExchangeRule,
    /// Whether a play on the empty board counts across and down; else only across.
    pub both_directions: bool,
    /// How moves are written; without it their texts are empty.
    pub writing: Option<&'s Writing>,
}

/// A row as the search knows it.
pub(crate) struct Searched {
    pub position: Position,
    pub rack: Rack,
    pub bag: usize,
    opponent_points: i32,
}

impl<'s> Plays<'s> {
    /// The board and rack for a search with `bag` tiles in the bag; none of a checked row is malformed.
    pub(crate) fn searched(
        &self,
        board: &[u8],
        rack: &[u8],
        bag: usize,
        unseen: impl Fn() -> Vec<u8>,
    ) -> Option<Searched> {
        let (position, rack) = (self.search.position(board).ok()?, self.search.rack(rack).ok()?);
        // The points of the unseen tiles matter only when the opponent holds all of them.
        let points = || unseen().iter().map(|code| self.search.value(*code)).sum();
        Some(Searched { position, rack, bag, opponent_points: if bag == 0 { points() } else { 0 } })
    }

    fn row(&self, row: Row<'_>) -> Option<Searched> {
        let bag = row.unseen_count().saturating_sub(self.search.rack_size());
        self.searched(row.board, row.rack, bag, || row.unseen())
    }

    pub(crate) fn valuation(&self, searched: &Searched) -> Valuation<'s> {
        match searched.bag {
            0 => Valuation::EmptyBag { opponent_points: searched.opponent_points },
            _ => Valuation::Leaves(self.leaves),
        }
    }

    /// The `count` best moves by equity, see [`best_moves`].
    pub(crate) fn best(&self, searched: &Searched, count: usize, scratch: &mut Scratch) -> Vec<(Move, i32)> {
        let Searched { position, rack, bag, .. } = searched;
        let wanted = Wanted {
            count,
            valuation: self.valuation(searched),
            max_exchanged: self.exchange_rule.max_exchanged(*bag),
            both_directions: self.both_directions,
        };
        best_moves(self.search, position, rack, wanted, scratch)
    }
}

/// The `count` best moves of each position: plays, exchanges and the pass.
pub fn best(
    plays: &Plays<'_>,
    positions: &Positions,
    count: usize,
    cores: Cores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let question = |scratch: &mut Scratch, row: Row<'_>, table: &mut Table, _: &_| {
        let Some(searched) = plays.row(row) else { return Ok(()) };
        for (chosen, equity) in plays.best(&searched, count, scratch) {
            push_move(table, row.number, &chosen, equity, row.board, &searched.rack, plays.writing);
        }
        Ok::<(), NotationError>(())
    };
    ask(
        positions,
        cores,
        TOGETHER,
        &move_table("position", plays.writing.is_some(), Vec::new()),
        Scratch::default,
        question,
        go_on,
    )
}

/// Every play of each position once, in an order that depends only on the position.
pub fn moves(
    plays: &Plays<'_>,
    positions: &Positions,
    cores: Cores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let question = |state: &mut Listing, row: Row<'_>, table: &mut Table, _: &_| {
        let Listing { values, words, block } = state;
        let Some(searched) = plays.row(row) else { return Ok(()) };
        let Searched { position, rack, .. } = &searched;
        let only_across = position.is_empty() && !plays.both_directions;
        plays.valuation(&searched).fill(plays.search, rack, values);
        plays.search.each_with(position, rack, words, |found| {
            if !(only_across && found.down()) {
                let equity = found.score * POINT + values[usize::from(found.used)];
                block.add(&found, equity, |block| block.push(table, row.number, row.board, plays.writing));
            }
        });
        block.push(table, row.number, row.board, plays.writing);
        Ok::<(), NotationError>(())
    };
    let empty = move_table("position", plays.writing.is_some(), Vec::new());
    ask(positions, cores, TOGETHER_LISTED, &empty, Listing::default, question, go_on)
}

/// The memory of a thread that lists all plays.
#[derive(Default)]
struct Listing {
    /// Leave values by the subset of tiles laid.
    values: Vec<i32>,
    words: GrowingWords<LaidTiles>,
    block: PlayBlock,
}

/// The number of plays of each position, the sum of their scores and the highest.
pub fn totals(
    plays: &Plays<'_>,
    positions: &Positions,
    cores: Cores,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let empty = Table::new(vec![
        ("position", Column::U32(Vec::new())),
        ("plays", Column::I64(Vec::new())),
        ("score", Column::I64(Vec::new())),
        ("best", Column::I32(Vec::new())),
    ]);
    let question = |(): &mut (), row: Row<'_>, table: &mut Table, _: &_| {
        let (Ok(position), Ok(rack)) = (plays.search.position(row.board), plays.search.rack(row.rack)) else {
            return Ok(());
        };
        let Totals { plays, sum, top } = if position.is_empty() && !plays.both_directions {
            let mut totals = Totals::default();
            plays.search.each(&position, &rack, |found| {
                if !found.play().down {
                    totals.plays += 1;
                    totals.sum += i64::from(found.score);
                    totals.top = totals.top.max(found.score);
                }
            });
            totals
        } else {
            plays.search.totals(&position, &rack)
        };
        table.push(0, &[Value::U32(row.number), Value::I64(plays as i64), Value::I64(sum), Value::I32(top)]);
        Ok::<(), NotationError>(())
    };
    ask(positions, cores, TOGETHER, &empty, || (), question, go_on)
}
