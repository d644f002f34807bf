//! Many positions at once, in and out as rows of numbers.

use std::thread;

use mostek_search::{MAX_LENGTH, PositionError, Rack, Ranked, Scratch, Search, Worth};

/// On a rack of fewer tiles, the code of what is not there.
const NO_TILE: u8 = 0xff;
/// How many positions each thread answers before signals are looked at: some tens of milliseconds.
const PATIENCE: usize = 256;

/// More threads than any machine has cores.
const MOST_THREADS: usize = 1024;

/// Boards and racks that stand one after another, a byte for each square and for each tile.
pub struct Batch<'s> {
    search: &'s Search,
    boards: Vec<u8>,
    racks: Vec<u8>,
}

impl<'s> Batch<'s> {
    /// As many racks as boards, or an error.
    pub fn new(search: &'s Search, boards: Vec<u8>, racks: Vec<u8>) -> Result<Self, PositionError> {
        let (squares, size) = (search.squares(), search.rack_size());
        let are_whole = boards.len().is_multiple_of(squares) && racks.len().is_multiple_of(size);
        if !are_whole || boards.len() / squares != racks.len() / size {
            return Err(PositionError::Batch { bytes: boards.len(), racks: racks.len() / size });
        }
        Ok(Self { search, boards, racks })
    }

    /// For each position three numbers of 64 bits: see `Totals`.
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
        worth: Worth<'_>,
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<u8>, PositionError> {
        self.each(threads, go_on, |board, rack, scratch, rows| {
            let best = self.search.best(&self.search.position(board)?, &rack, worth, count, scratch);
            best.iter().for_each(|ranked| write(ranked, rows));
            rows.resize(rows.len() + (count - best.len()) * ROW, 0);
            Ok(())
        })
    }

    /// Answers a question about each position, on so many threads (0: one for each core), until told not to go on.
    fn each(
        &self,
        threads: usize,
        go_on: &mut dyn FnMut() -> bool,
        question: impl Fn(&[u8], Rack, &mut Scratch, &mut Vec<u8>) -> Result<(), PositionError> + Sync,
    ) -> Result<Vec<u8>, PositionError> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads.min(MOST_THREADS) };
        let mut workers: Vec<Worker> = (0..threads).map(|_| Worker::default()).collect();
        let (squares, size) = (self.search.squares(), self.search.rack_size());
        let together = PATIENCE * threads;
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

    /// The rack of a row, in which what is not there stands at the end.
    fn rack(&self, row: &[u8]) -> Result<Rack, PositionError> {
        let tiles = row.iter().rposition(|code| *code != NO_TILE).map_or(0, |last| last + 1);
        self.search.rack(&row[..tiles])
    }
}

/// What one thread works with, and what came of it.
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

/// The bytes of a play.
const ROW: usize = 28;

/// Score and equity in 32 bits each, row, column, whether down, and how many squares the word has in a byte each; then the
/// tiles, as many as the longest word has, and a byte that makes it whole numbers of 32 bits.
fn write(ranked: &Ranked, rows: &mut Vec<u8>) {
    let Ranked { play, equity } = ranked;
    let tiles = play.tiles();
    rows.extend([play.score, *equity].map(i32::to_le_bytes).as_flattened());
    rows.extend([play.row, play.column, play.down.into(), tiles.len() as u8]);
    rows.extend(tiles);
    rows.resize(rows.len() + MAX_LENGTH + 1 - tiles.len(), 0);
}
