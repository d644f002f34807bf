//! Batches of positions, as rows of bytes in and out.

use std::thread;

use mostek_search::{MAX_LENGTH, PositionError, Rack, RankedPlay, Scratch, Search, Valuation};

/// The code that fills up a rack of fewer tiles.
const NO_TILE: u8 = 0xff;
/// The positions of each thread between two checks for signals: some tens of milliseconds.
const POLL_POSITIONS: usize = 256;

/// The most threads.
const MAX_THREADS: usize = 1024;

/// Boards and racks one after another, a byte for each square and for each tile.
pub struct Batch<'s> {
    search: &'s Search,
    boards: Vec<u8>,
    racks: Vec<u8>,
}

impl<'s> Batch<'s> {
    /// A batch of as many racks as boards.
    ///
    /// # Errors
    /// [`PositionError::Batch`] if the numbers differ.
    pub fn new(search: &'s Search, boards: Vec<u8>, racks: Vec<u8>) -> Result<Self, PositionError> {
        let (squares, size) = (search.squares(), search.rack_size());
        let are_whole = boards.len().is_multiple_of(squares) && racks.len().is_multiple_of(size);
        if !are_whole || boards.len() / squares != racks.len() / size {
            return Err(PositionError::Batch { bytes: boards.len(), racks: racks.len() / size });
        }
        Ok(Self { search, boards, racks })
    }

    /// For each position the three [`Totals`](mostek_search::Totals) as little-endian numbers of 64 bits.
    pub fn totals(&self, threads: usize, go_on: &mut dyn FnMut() -> bool) -> Result<Vec<u8>, PositionError> {
        self.each(threads, go_on, |board, rack, _, rows| {
            let totals = self.search.totals(&self.search.position(board)?, &rack);
            rows.extend([totals.plays as i64, totals.sum, totals.top.into()].map(i64::to_le_bytes).as_flattened());
            Ok(())
        })
    }

    /// For each position `count` plays, see [`write`].
    pub fn best(
        &self,
        count: usize,
        valuation: Valuation<'_>,
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<u8>, PositionError> {
        self.each(threads, go_on, |board, rack, scratch, rows| {
            let best = self.search.best(&self.search.position(board)?, &rack, valuation, count, scratch);
            best.iter().for_each(|ranked| write(ranked, rows));
            rows.resize(rows.len() + (count - best.len()) * ROW, 0);
            Ok(())
        })
    }

    /// Runs `question` for each position on `threads` threads (0: one for each core), until `go_on` returns false.
    fn each(
        &self,
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
        question: impl Fn(&[u8], Rack, &mut Scratch, &mut Vec<u8>) -> Result<(), PositionError> + Sync,
    ) -> Result<Vec<u8>, PositionError> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads.min(MAX_THREADS) };
        let mut workers: Vec<Worker> = (0..threads).map(|_| Worker::default()).collect();
        let (squares, size) = (self.search.squares(), self.search.rack_size());
        let together = POLL_POSITIONS * threads;
        let mut all = Vec::new();
        for (boards, racks) in self.boards.chunks(squares * together).zip(self.racks.chunks(size * together)) {
            let share = (racks.len() / size).div_ceil(threads);
            let parts = boards.chunks(squares * share).zip(racks.chunks(size * share));
            thread::scope(|scope| {
                for ((boards, racks), Worker { scratch, rows, stopped }) in parts.zip(&mut workers) {
                    let mut positions = boards.chunks(squares).zip(racks.chunks(size));
                    let mut answer = |(board, rack)| question(board, self.rack(rack)?, scratch, rows);
                    scope.spawn(move || *stopped = positions.try_for_each(&mut answer));
                }
            });
            for worker in &mut workers {
                worker.stopped.clone()?;
                all.append(&mut worker.rows);
            }
            if !go_on() {
                break;
            }
        }
        Ok(all)
    }

    /// The rack of a row that may be filled up with [`NO_TILE`] at its end.
    fn rack(&self, row: &[u8]) -> Result<Rack, PositionError> {
        let tiles = row.iter().rposition(|code| *code != NO_TILE).map_or(0, |last| last + 1);
        self.search.rack(&row[..tiles])
    }
}

/// The state of one thread and its results.
struct Worker {
    scratch: Scratch,
    rows: Vec<u8>,
    stopped: Result<(), PositionError>,
}

impl Default for Worker {
    fn default() -> Self {
        Self { scratch: Scratch::default(), rows: Vec::new(), stopped: Ok(()) }
    }
}

/// The bytes of a play in the result of [`Batch::best`].
const ROW: usize = 28;

/// Writes score and equity (32 bits each), row, column, 1 for down and the length of the word (a byte each), then as many
/// bytes for the tiles as the longest word has, and one byte of padding.
fn write(ranked: &RankedPlay, rows: &mut Vec<u8>) {
    let RankedPlay { play, equity } = ranked;
    let tiles = play.tiles();
    rows.extend([play.score, *equity].map(i32::to_le_bytes).as_flattened());
    rows.extend([play.row, play.column, play.down.into(), tiles.len() as u8]);
    rows.extend(tiles);
    rows.resize(rows.len() + MAX_LENGTH + 1 - tiles.len(), 0);
}
