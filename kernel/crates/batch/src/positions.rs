//! Positions in rows.

use mostek_notation::{BLANK, CgpPosition, CgpReader, Fault, NotationError};
use mostek_play::run_units;

use crate::cores::Cores;

/// Fills up a rack of fewer tiles.
pub(crate) const NO_TILE: u8 = 0xff;
/// The rows that a thread reads at a time.
const TOGETHER: usize = 64;

/// A row that is no position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// The row, from 0.
    pub row: u32,
    /// The reason and its place in the text of the row.
    pub error: NotationError,
}

/// Many positions, a row for each: the board, the rack of the player on turn, their lead and the passes before.
#[derive(Debug, Clone, Default)]
pub struct Positions {
    squares: usize,
    rack_size: usize,
    counts: Vec<u8>,
    /// The codes in the order in which unseen tiles are listed: what is drawn with a seed depends on it.
    order: Vec<u8>,
    boards: Vec<u8>,
    racks: Vec<u8>,
    leads: Vec<i32>,
    passes: Vec<u8>,
    errors: Vec<RowError>,
}

/// A row that is a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'p> {
    pub number: u32,
    pub board: &'p [u8],
    pub rack: &'p [u8],
    pub lead: i32,
    pub passes: u8,
    counts: &'p [u8],
    order: &'p [u8],
}

impl Row<'_> {
    /// The number of tiles that the player on turn does not see.
    pub fn unseen_count(&self) -> usize {
        let total: usize = self.counts.iter().map(|count| usize::from(*count)).sum();
        total - self.board.iter().filter(|code| **code != 0).count() - self.rack.len()
    }

    /// The tiles that the player on turn does not see, 0 for a blank.
    pub fn unseen(&self) -> Vec<u8> {
        let mut counts = [0_u8; 64];
        counts[..self.counts.len()].copy_from_slice(self.counts);
        let laid = self.board.iter().filter(|code| **code != 0).map(|code| if code & BLANK == 0 { *code } else { 0 });
        laid.chain(self.rack.iter().copied()).for_each(|code| counts[usize::from(code & 63)] -= 1);
        let tiles = |code: &u8| std::iter::repeat_n(*code, usize::from(counts[usize::from(*code)]));
        self.order.iter().flat_map(tiles).collect()
    }
}

impl Positions {
    fn new(reader: &CgpReader) -> Self {
        let (squares, rack_size) = (reader.rows * reader.columns, reader.rack_size);
        let (counts, order) = (reader.tiles.counts.to_vec(), reader.tiles.order());
        Self { squares, rack_size, counts, order, ..Self::default() }
    }

    /// Reads lines of CGP; a row without a text lacks its first part. None if `go_on` returned false.
    pub fn read(
        reader: &CgpReader,
        texts: &[Option<&str>],
        cores: Cores,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let parts: Vec<&[Option<&str>]> = texts.chunks(TOGETHER).collect();
        let state = || (CgpPosition::default(), Vec::new());
        let work = |(position, done): &mut (CgpPosition, Vec<(u64, Self)>), part: u64| {
            let mut rows = Self::new(reader);
            for text in parts[part as usize] {
                let read = match text {
                    Some(text) => reader.read(text, position),
                    None => Err(NotationError::new(Fault::MissingPart, 1, 1, "")),
                };
                rows.push(position, read);
            }
            done.push((part, rows));
            Ok::<(), std::convert::Infallible>(())
        };
        let mut is_whole = true;
        let mut asked = || {
            is_whole &= go_on();
            is_whole
        };
        let Ok(states) = run_units(0..parts.len() as u64, cores.count(), state, work, &mut asked);
        let mut done: Vec<(u64, Self)> = states.into_iter().flat_map(|(_, done)| done).collect();
        done.sort_unstable_by_key(|(part, _)| *part);
        let mut all = Self::new(reader);
        done.iter().for_each(|(_, rows)| all.append(rows));
        is_whole.then_some(all)
    }

    /// Positions from columns: boards and racks one after another, racks filled up with 255; leads and passes may be left out.
    ///
    /// # Errors
    /// A reason if the columns have different numbers of rows.
    pub fn of_columns(
        reader: &CgpReader,
        boards: &[u8],
        racks: &[u8],
        leads: &[i32],
        passes: &[u8],
    ) -> Result<Self, String> {
        let mut all = Self::new(reader);
        let rows = boards.len() / all.squares;
        if boards.len() != rows * all.squares || racks.len() != rows * all.rack_size {
            let (squares, size) = (all.squares, all.rack_size);
            return Err(format!(
                "{} bytes of boards and {} of racks are not as many boards of {squares} squares as racks of {size} tiles",
                boards.len(),
                racks.len()
            ));
        }
        for (name, length) in [("leads", leads.len()), ("passes", passes.len())] {
            if length != 0 && length != rows {
                return Err(format!("{length} {name} are not one for each of {rows} boards"));
            }
        }
        let letters = reader.tiles.spelling.letters();
        let mut position = CgpPosition::default();
        for (row, (board, rack)) in boards.chunks(all.squares).zip(racks.chunks(all.rack_size)).enumerate() {
            let tiles = rack.iter().rposition(|code| *code != NO_TILE).map_or(0, |last| last + 1);
            position.board.clear();
            position.board.extend_from_slice(board);
            position.rack.clear();
            position.rack.extend_from_slice(&rack[..tiles]);
            position.lead = leads.get(row).copied().unwrap_or_default();
            position.passes = passes.get(row).copied().unwrap_or_default();
            let square = board.iter().position(|code| usize::from(code & !BLANK) > letters);
            let tile = position.rack.iter().position(|code| usize::from(*code) > letters);
            let checked = match (square, tile) {
                (Some(at), _) => Err(NotationError::new(Fault::BadSquare, 0, at + 1, board[at].to_string())),
                (_, Some(at)) => Err(NotationError::new(Fault::BadTile, 0, at + 1, rack[at].to_string())),
                _ => reader.check(&position),
            };
            all.push(&position, checked);
        }
        Ok(all)
    }

    fn push(&mut self, position: &CgpPosition, read: Result<(), NotationError>) {
        let row = self.leads.len();
        if let Err(error) = read {
            self.errors.push(RowError { row: row as u32, error });
            self.boards.resize((row + 1) * self.squares, 0);
            self.racks.resize((row + 1) * self.rack_size, NO_TILE);
            self.leads.push(0);
            self.passes.push(0);
            return;
        }
        self.boards.extend_from_slice(&position.board);
        self.racks.extend_from_slice(&position.rack);
        self.racks.resize((row + 1) * self.rack_size, NO_TILE);
        self.leads.push(position.lead);
        self.passes.push(position.passes);
    }

    fn append(&mut self, other: &Self) {
        let first = self.leads.len() as u32;
        self.boards.extend_from_slice(&other.boards);
        self.racks.extend_from_slice(&other.racks);
        self.leads.extend_from_slice(&other.leads);
        self.passes.extend_from_slice(&other.passes);
        self.errors.extend(other.errors.iter().map(|found| RowError { row: first + found.row, ..found.clone() }));
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.leads.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.leads.is_empty()
    }

    /// The rows that are no positions, in order.
    #[must_use]
    pub fn errors(&self) -> &[RowError] {
        &self.errors
    }

    /// A row, unless it is no position.
    pub(crate) fn row(&self, number: usize) -> Option<Row<'_>> {
        if self.errors.binary_search_by_key(&(number as u32), |found| found.row).is_ok() {
            return None;
        }
        let rack = &self.racks[number * self.rack_size..][..self.rack_size];
        let tiles = rack.iter().position(|code| *code == NO_TILE).unwrap_or(rack.len());
        Some(Row {
            number: number as u32,
            board: &self.boards[number * self.squares..][..self.squares],
            rack: &rack[..tiles],
            lead: self.leads[number],
            passes: self.passes[number],
            counts: &self.counts,
            order: &self.order,
        })
    }

    /// Whether a search has the squares, racks and letters of these positions.
    #[must_use]
    pub fn fit(&self, search: &mostek_search::Search) -> bool {
        let is_shape = self.squares == search.squares() && self.rack_size == search.rack_size();
        is_shape && self.counts[search.letters() + 1..].iter().all(|count| *count == 0)
    }
}
