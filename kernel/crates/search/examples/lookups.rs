//! Times look-ups in a DAWG: `lookups WORDS`, a UTF-8 list of upper-case words, one a line.
//!
//! Random words of the list are looked up, and the same words with one letter changed. A look-up includes the decoding
//! of UTF-8.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use mostek_search::{Alphabet, Dawg, Words};

/// The Polish alphabet, as in `tilesets/pl-current.toml`.
const TILES: &str = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ";
const ASKED: usize = 1 << 18;
/// Words of a round: few, so that a busy machine disturbs few of the rounds.
const ROUND: usize = 1 << 14;
const ROUNDS: usize = 101;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which list of words?")?;
    let tiles: Vec<String> = TILES.chars().map(String::from).collect();
    let letters = Alphabet::new(&tiles)?;
    let text = std::fs::read_to_string(path)?;
    let graph = Dawg::of(&Words::read(text.as_bytes(), letters.clone(), true).dawg()?, letters)?;
    let all: Vec<&str> = text.lines().collect();
    let mut draw = Draw(1);
    let valid: Vec<String> = (0..ASKED).map(|_| all[draw.below(all.len())].to_owned()).collect();
    let changed: Vec<String> = valid.iter().map(|word| draw.changed(word)).collect();
    for (name, words) in [("words", &valid), ("changed words", &changed)] {
        let found = |words: &[String]| words.iter().filter(|word| graph.contains(word)).count();
        let mut rounds: Vec<Duration> =
            words.chunks(ROUND).cycle().take(ROUNDS).map(|words| timed(|| found(words))).collect();
        rounds.sort_unstable();
        let [least, median] = [0, ROUNDS / 2].map(|at| rounds[at].as_nanos() as f64 / ROUND as f64);
        println!("{name:16}{median:8.1} ns each, {least:.1} in the quietest round; {} of {ASKED} found", found(words));
    }
    Ok(())
}

fn timed(work: impl Fn() -> usize) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

/// Xorshift: every run looks up the same words.
struct Draw(u64);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }

    /// The word with one random letter changed.
    fn changed(&mut self, word: &str) -> String {
        let mut letters: Vec<char> = word.chars().collect();
        let place = self.below(letters.len());
        letters[place] = TILES.chars().nth(self.below(TILES.chars().count())).unwrap_or('A');
        letters.into_iter().collect()
    }
}
