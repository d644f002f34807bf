//! A game as files in a folder, written by `tests/differential/game_folder.py`.

use std::error::Error;
use std::fs::{metadata, read, read_to_string};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mostek_search::{Alphabet, BALANCE_SIDE, BLANK, Gaddag, Layout, Leaves, MAX_EQUAL, Search, WordMap};

pub type Outcome<T> = Result<T, Box<dyn Error>>;

pub const RACK: usize = 7;
pub const BINGO: u16 = 50;
/// The byte of an empty place of a rack.
const NO_TILE: u8 = 0xFF;

/// A game folder.
pub struct Folder {
    path: PathBuf,
    pub letters: Alphabet,
    /// In points, by letter code, the blank first.
    pub values: Vec<u8>,
    /// The whole tile set, 0 for a blank.
    pub tiles: Vec<u8>,
    pub rows: usize,
    pub columns: usize,
    pub start: usize,
    pub letter_premiums: Vec<u8>,
    pub word_premiums: Vec<u8>,
}

/// A position by letter codes.
pub struct Turn {
    pub board: Vec<u8>,
    /// Of the player on turn and of the opponent.
    pub racks: [Vec<u8>; 2],
    pub lead: i32,
}

impl Folder {
    pub fn open(path: &Path) -> Outcome<Self> {
        let letters: Vec<String> = read_to_string(path.join("letters"))?.lines().map(String::from).collect();
        let layout = read(path.join("layout"))?;
        let [rows, columns, start] = [0, 1, 2].map(|at| usize::from(layout[at]));
        let (letter_premiums, word_premiums) = layout[3..].split_at(rows * columns);
        Ok(Self {
            path: path.to_owned(),
            letters: Alphabet::new(&letters)?,
            values: read(path.join("values"))?,
            tiles: read(path.join("tiles"))?,
            rows,
            columns,
            start,
            letter_premiums: letter_premiums.to_vec(),
            word_premiums: word_premiums.to_vec(),
        })
    }

    pub fn bytes(&self, name: &str) -> Outcome<Vec<u8>> {
        Ok(read(self.path.join(name))?)
    }

    pub fn graph(&self) -> Outcome<Gaddag> {
        let path = self.path.join("graph");
        let length = metadata(&path)?.len() as usize;
        Ok(Gaddag::open(&path, 0, length, &self.letters)?)
    }

    pub fn map(&self) -> Outcome<WordMap> {
        let path = self.path.join("map");
        let length = metadata(&path)?.len() as usize;
        Ok(WordMap::open(&path, 0, length, &self.letters)?)
    }

    pub fn leaves(&self) -> Outcome<Leaves> {
        let codes = self.values.len();
        let bytes = self.bytes("leaves")?;
        let (numbers, vowels) = bytes.split_at(bytes.len() - size_of::<u64>());
        let numbers: Vec<i32> =
            numbers.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        let (equal, rest) = numbers.split_at(codes * MAX_EQUAL);
        let (pairs, balance) = rest.split_at(codes * codes);
        assert_eq!(balance.len(), BALANCE_SIDE * BALANCE_SIDE);
        Ok(Leaves::new(codes - 1, equal, pairs, balance, u64::from_le_bytes(vowels.try_into()?))?)
    }

    pub fn search(&self, graph: Arc<Gaddag>) -> Outcome<Search> {
        let Self { rows, columns, letter_premiums, word_premiums, start, .. } = self;
        let layout = Layout::new(*rows, *columns, letter_premiums, word_premiums, *start)?;
        Ok(Search::new(graph, layout, &self.values, RACK, BINGO)?)
    }

    /// The tiles of the set that are neither on the board nor on the rack.
    pub fn unseen(&self, view: &[&[u8]]) -> Vec<u8> {
        let on_board = view[0].iter().filter(|tile| **tile != 0).map(|tile| if tile & BLANK == 0 { *tile } else { 0 });
        let mut tiles = self.tiles.clone();
        for tile in on_board.chain(view[1].iter().copied()) {
            if let Some(place) = tiles.iter().position(|other| *other == tile) {
                tiles.swap_remove(place);
            }
        }
        tiles
    }

    pub fn turns(&self, name: &str) -> Outcome<Vec<Turn>> {
        let squares = self.rows * self.columns;
        let rack = |places: &[u8]| places.iter().copied().filter(|tile| *tile != NO_TILE).collect();
        let turn = |record: &[u8]| {
            let (board, rest) = record.split_at(squares);
            let (racks, lead) = rest.split_at(2 * RACK);
            Turn {
                board: board.to_vec(),
                racks: [rack(&racks[..RACK]), rack(&racks[RACK..])],
                lead: i32::from(i16::from_le_bytes([lead[0], lead[1]])),
            }
        };
        Ok(self.bytes(name)?.chunks_exact(squares + 2 * RACK + 2).map(turn).collect())
    }
}
