//! Compares the search with brute force on a game folder: `agree FOLDER POSITIONS SEED`.
//!
//! Panics at a difference, otherwise prints how much was compared. See `tests/differential/random_positions.py`.

#[path = "../../search/tests/agreement/mod.rs"]
#[allow(dead_code, reason = "the worlds of the tests are not needed here")]
mod agreement;
#[allow(dead_code, reason = "each example needs a part")]
mod folder;

use std::path::Path;

use agreement::{Compared, Draw, Rules, Tables, Word, World};
use folder::{BINGO, Folder, Outcome, RACK};

const TURNS: usize = 24;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, positions, seed] = arguments.as_slice() else {
        return Err("which folder, how many, what seed?".into());
    };
    let (positions, mut draw) = (positions.parse()?, Draw::new(seed.parse()?));
    let world = world(Folder::open(Path::new(folder))?, &mut draw)?;
    let mut sum = Compared::default();
    while sum.positions < positions {
        let turns = TURNS.min(positions - sum.positions);
        world.game(turns, &mut draw, &mut |board, position, rack| sum.add(world.compare(board, position, rack)));
    }
    println!("{} positions, {} plays, {} best plays", sum.positions, sum.plays, sum.best);
    Ok(())
}

fn world(folder: Folder, draw: &mut Draw) -> Outcome<World> {
    let word = |bytes: &[u8]| Word::try_from(bytes);
    let mut words: Vec<Word> =
        folder.bytes("words")?.chunks_exact(size_of::<Word>()).map(word).collect::<Result<_, _>>()?;
    words.sort_unstable();
    let (graph, map) = (folder.graph()?, folder.map()?);
    let tables = Tables::drawn(folder.values.len() - 1, |below| draw.below(below));
    let tiles = folder.tiles.iter().copied().filter(|tile| *tile != 0).collect();
    let rules = Rules {
        words,
        rows: folder.rows,
        columns: folder.columns,
        letter_premiums: folder.letter_premiums,
        word_premiums: folder.word_premiums,
        start: folder.start,
        values: folder.values,
        rack_size: RACK,
        bingo: BINGO,
    };
    World::new(rules, tables, tiles, graph, map)
}
