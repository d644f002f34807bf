use std::collections::HashMap;

use super::anagrams::{SPAN, TAG};
use super::*;

/// Pseudo-random numbers, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn letters(&mut self, count: usize, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.below(count) as u8 + 1).collect()
    }

    fn words(&mut self, count: usize, letters: usize, longest: usize) -> Vec<Vec<u8>> {
        let mut words: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let length = 2 + self.below(longest - 1);
                self.letters(letters, length)
            })
            .collect();
        words.sort();
        words.dedup();
        words
    }
}

fn alphabet(count: usize) -> Alphabet {
    Alphabet::new(&('\u{4e00}'..).take(count).map(String::from).collect::<Vec<_>>()).unwrap()
}

fn lexicon(words: &[Vec<u8>], letters: usize) -> Words {
    let letters = alphabet(letters);
    let letters_of = |word: &Vec<u8>| word.iter().map(|code| letters.tile(*code)).collect::<String>();
    Words::read(words.iter().map(letters_of).collect::<Vec<_>>().join("\n").as_bytes(), letters.clone(), true)
}

fn bytes(words: &[Vec<u8>], letters: usize, rack: usize) -> Vec<u8> {
    lexicon(words, letters).word_map(rack, &mut |_| true).unwrap()
}

fn map(words: &[Vec<u8>], letters: usize, rack: usize) -> WordMap {
    WordMap::of(&bytes(words, letters, rack), &alphabet(letters)).unwrap()
}

fn sorted(letters: &[u8]) -> Vec<u8> {
    let mut letters = letters.to_vec();
    letters.sort_unstable();
    letters
}

/// All multisets of letters with at most this many letters.
fn multisets(count: usize, most: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut next = 0;
    while next < all.len() {
        let letters = all[next].clone();
        if letters.len() < most {
            let from = letters.last().copied().unwrap_or(1);
            all.extend((from..=count as u8).map(|letter| [&letters[..], &[letter]].concat()));
        }
        next += 1;
    }
    all
}

/// The reach of letters by definition.
fn slow_reach(words: &[Vec<u8>], letters: &[u8], count: usize) -> Reach {
    let is_word = |letters: &[u8]| words.iter().any(|word| sorted(word) == sorted(letters));
    let makes_one = (1..=count as u8).filter(|letter| is_word(&[letters, &[*letter]].concat()));
    Reach { word: is_word(letters), letters: makes_one.fold(0, |mask, letter| mask | 1 << (letter - 1)) }
}

fn holds(more: Reach, less: Reach) -> bool {
    more.word >= less.word && more.letters & less.letters == less.letters
}

#[test]
fn what_any_few_letters_reach_is_known() {
    let mut dice = Dice(1);
    for (letters, longest, rack) in [(3, 7, 6), (4, 6, 5), (5, 5, 7), (2, 9, 1)] {
        let words = dice.words(60, letters, longest);
        let map = map(&words, letters, rack);
        let all: Vec<Vec<u8>> = multisets(letters, rack).into_iter().filter(|key| !key.is_empty()).collect();
        let exact = all.iter().filter(|key| map.reach(BitRack::of(key)) == slow_reach(&words, key, letters));
        assert_eq!(exact.count(), all.len(), "so few words fill no line");
    }
}

#[test]
fn lines_that_overflow_say_too_much_but_never_too_little() {
    let mut dice = Dice(2);
    let words = dice.words(40_000, 32, 6);
    let map = map(&words, 32, 5);
    let mut truth: HashMap<BitRack, Reach> = HashMap::new();
    for word in &words {
        for place in 0..word.len() {
            let others = BitRack::of(&[&word[..place], &word[place + 1..]].concat());
            truth.entry(others).or_default().letters |= 1 << (word[place] - 1);
        }
        if word.len() < 6 {
            truth.entry(BitRack::of(word)).or_default().word = true;
        }
    }
    assert!(truth.iter().all(|(key, reach)| holds(map.reach(*key), *reach)));
    let other: Vec<BitRack> =
        (0..40_000).map(|_| BitRack::of(&dice.letters(32, 5))).filter(|key| !truth.contains_key(key)).collect();
    let wrong = other.iter().filter(|key| map.reach(**key) != Reach::default()).count();
    assert!((1..other.len() / 50).contains(&wrong), "{wrong} of {}", other.len());
}

#[test]
fn many_keys_are_answered_as_one_by_one() {
    let mut dice = Dice(3);
    let map = map(&dice.words(500, 5, 5), 5, 4);
    for count in [0, 1, 31, 32, 33, 100] {
        let keys: Vec<BitRack> = (0..count).map(|_| BitRack::of(&dice.letters(5, 3))).collect();
        let mut out = vec![Reach::default(); count];
        map.reach_many(&keys, &mut out);
        assert!(keys.iter().zip(&out).all(|(key, reach)| map.reach(*key) == *reach));
    }
}

#[test]
fn a_word_as_long_as_words_may_be_is_reached() {
    let word = vec![32; 15];
    let map = map(std::slice::from_ref(&word), 32, usize::MAX);
    assert_eq!(map.rack(), 15);
    assert!(map.reach(BitRack::of(&word)).word);
    assert_eq!(map.reach(BitRack::of(&word[1..])), Reach { word: false, letters: 1 << 31 });
}

fn words_of(map: &WordMap, rack: &[u8], blanks: usize, length: usize) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    map.words_of(BitRack::of(rack), blanks, length, |word| found.push(word.to_vec()));
    found
}

/// Whether some of the letters and blanks make a word, tile by tile.
fn makes(rack: &[u8], blanks: usize, word: &[u8]) -> bool {
    let mut rack = rack.to_vec();
    let mut held = |letter: &u8| rack.iter().position(|tile| tile == letter).map(|at| rack.swap_remove(at));
    word.iter().filter(|letter| held(letter).is_none()).count() <= blanks
}

fn words_of_many(map: &WordMap, length: usize, keys: &[BitRack]) -> Vec<Vec<Vec<u8>>> {
    let mut found = vec![Vec::new(); keys.len()];
    map.words_many(length, keys, |number, word| found[number].push(word.to_vec()));
    found
}

#[test]
fn letters_make_just_their_words_in_alphabetical_order() {
    let mut dice = Dice(5);
    let words = dice.words(3_000, 4, 15);
    let map = map(&words, 4, 7);
    let mut truth: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
    words.iter().for_each(|word| truth.entry(sorted(word)).or_default().push(word.clone()));
    for length in 0..2_000 {
        truth.entry(sorted(&dice.letters(4, length % 17))).or_default();
    }
    for length in 0..17 {
        let (keys, wanted): (Vec<_>, Vec<_>) = truth.iter().filter(|(key, _)| key.len() == length).unzip();
        let asked: Vec<BitRack> = keys.iter().map(|key| BitRack::of(key)).collect();
        assert!(words_of_many(&map, length, &asked).iter().eq(wanted), "of {length} letters");
    }
}

#[test]
fn most_letters_without_a_word_have_no_mark() {
    let mut dice = Dice(7);
    let words: Vec<Vec<u8>> = (0..5_000).map(|_| dice.letters(20, 8)).collect();
    let others: Vec<Vec<u8>> = (0..5_000).map(|_| dice.letters(20, 8)).collect();
    let map = map(&words, 20, 7);
    let has_mark = |letters: &&Vec<u8>| map.of_length(8).is_some_and(|words| words.may_have(BitRack::of(letters)));
    assert_eq!(words.iter().filter(has_mark).count(), words.len());
    let passed = others.iter().filter(has_mark).count();
    assert!((1..others.len() / 5).contains(&passed), "{passed} of {} have a mark by chance", others.len());
}

#[test]
fn some_letters_and_blanks_make_each_word_once() {
    let mut dice = Dice(6);
    for (letters, longest, rack_size) in [(4, 6, 7), (6, 5, 2), (3, 15, 7)] {
        let words = dice.words(200, letters, longest);
        let map = map(&words, letters, rack_size);
        for turn in 0..120 {
            let (blanks, length) = (turn % 4, 1 + dice.below(longest));
            let held = dice.below(8);
            let rack = dice.letters(letters, held);
            let mut found = words_of(&map, &rack, blanks, length);
            found.sort();
            let wanted = words.iter().filter(|word| word.len() == length && makes(&rack, blanks, word));
            assert_eq!(found, wanted.cloned().collect::<Vec<_>>(), "of {rack:?} and {blanks} blanks");
        }
    }
}

#[test]
fn a_word_has_no_more_letters_than_words_may_have() {
    let map = map(&[vec![1; 15]], 1, 7);
    assert_eq!(words_of(&map, &[1; 15], 0, 15), [vec![1; 15]]);
    assert!(words_of(&map, &[1; 15], 5, 16).is_empty() && words_of(&map, &[1; 15], usize::MAX, usize::MAX).is_empty());
}

#[test]
fn no_words_reach_nothing_and_are_made_of_nothing() {
    let map = map(&[], 4, 7);
    assert_eq!(map.reach(BitRack::of(&[1, 2])), Reach::default());
    assert!(words_of_many(&map, 2, &[BitRack::of(&[1, 2])])[0].is_empty());
}

#[test]
fn an_alphabet_beyond_the_key_has_no_map() {
    let error = lexicon(&[vec![1, 2]], 33).word_map(7, &mut |_| true).unwrap_err();
    assert_eq!(error, BuildError::Alphabet { count: 33, most: 32 });
    assert!(map(&[vec![1, 32]], 32, 7).reach(BitRack::of(&[32, 1])).word);
}

#[test]
fn the_progress_callback_may_stop_the_build() {
    let words = lexicon(&[vec![1, 2]], 2);
    let mut shares = Vec::new();
    words
        .word_map(7, &mut |share| {
            shares.push(share);
            true
        })
        .unwrap();
    assert!(shares.is_sorted() && shares.first() == Some(&0.0) && shares.last() == Some(&1.0));
    assert_eq!(words.word_map(7, &mut |share| share < 1.0), Err(BuildError::Stopped));
}

#[test]
fn a_flipped_bit_is_found_or_harmless() {
    let words = Dice(4).words(20, 3, 4);
    let good = bytes(&words, 3, 3);
    let keys: Vec<BitRack> = multisets(3, 4).iter().map(|letters| BitRack::of(letters)).collect();
    for bit in 0..good.len() * 8 {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        // Opened without a check, as from a file, it answers something.
        if let Ok(map) = WordMap::read(Storage::of(&bad).unwrap(), &alphabet(3)) {
            assert!(keys.iter().all(|key| map.reach(*key).letters < 1 << 3));
            for key in &keys {
                let words = words_of_many(&map, key.count(), &[*key]).concat();
                assert!(words.iter().all(|word| BitRack::of(word) == *key));
            }
        }
        // With the check, it knows the same words, and their letters reach them.
        if let Ok(map) = WordMap::of(&bad, &alphabet(3)) {
            let mut found: Vec<Vec<u8>> = (2..=4).flat_map(|length| words_of(&map, &[], length, length)).collect();
            found.sort();
            assert_eq!(found, words);
            assert!(words.iter().filter(|word| word.len() < 4).all(|word| map.reach(BitRack::of(word)).word));
        }
    }
}

#[test]
fn what_is_no_map_is_refused() {
    let good = bytes(&Dice(4).words(20, 3, 4), 3, 3);
    for cut in [0, 4, 60, 64, 128, good.len() - 64, good.len() - 4] {
        assert!(WordMap::of(&good[..cut], &alphabet(3)).is_err());
    }
    let refused = |place: usize, number: u32, letters: usize| {
        let mut bad = good.clone();
        bad[4 * place..4 * place + 4].copy_from_slice(&number.to_le_bytes());
        WordMap::of(&bad, &alphabet(letters)).unwrap_err().to_string()
    };
    assert!(refused(0, 1, 3).contains("no map begins so"));
    assert!(refused(1, 3, 4).contains("another alphabet"));
    assert!(refused(1, 33, 33).contains("another alphabet"));
    assert!(refused(2, 16, 3).contains("a rack too large"));
    for count in [3, 16, 18, 31] {
        assert!(refused(count, u32::MAX, 3).contains("another length"));
    }
}

#[test]
fn a_word_of_no_letters_is_refused_and_harmless() {
    let mut numbers: Vec<u32> =
        bytes(&[], 3, 7).as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect();
    numbers[LINE] = 1;
    numbers[HEADER] = 0;
    numbers.insert(HEADER + 1, 1);
    let bad = storage::bytes(&numbers);
    assert!(WordMap::of(&bad, &alphabet(3)).unwrap_err().to_string().contains("a word is out of order"));
    let map = WordMap::read(Storage::of(&bad).unwrap(), &alphabet(3)).unwrap();
    assert!(words_of_many(&map, 0, &[BitRack::default()]).concat().concat().is_empty());
}

#[test]
fn a_damage_has_its_place() {
    let good = bytes(&[vec![1, 2], vec![2, 1]], 2, 7);
    let numbers: Vec<u32> = good.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect();
    let fault = |place: usize, number: u32| {
        let mut bad = numbers.clone();
        bad[place] = number;
        WordMap::of(&storage::bytes(&bad), &alphabet(2)).unwrap_err().to_string()
    };
    let words = HEADER + numbers[3] as usize * LINE + 2 * (1 + SPAN);
    assert_eq!((numbers[words] & 3, numbers[words].count_ones()), (0, 1), "the place of the first word, and a mark");
    assert_eq!(numbers[words + 1], 2, "the end of the words");
    assert_eq!(fault(words, 1), format!("the graph is damaged at node {words}: a directory is out of order"));
    assert!(fault(words + 1, 3).contains("a directory is out of order"));
    assert!(fault(words, 0).contains("a directory lacks a mark"));
    let (both, word) = (numbers[words + 2], 2 * 5 + TAG);
    assert!(
        fault(words + 2, both >> word | both >> word << word).contains("a word is out of order"),
        "the same word twice"
    );
    assert!(fault(words + 2, both ^ 1 << (word - 1)).contains("a word is out of order"), "another tag");
    assert!(fault(words + 2, both | 2).contains("a letter outside the alphabet"));
    assert!(fault(words + 2, both | 1 << (2 * word)).contains("no clear end"));
    assert!(fault(words + 1 + SPAN, 1).contains("no clear end"));
    let mask = (HEADER..words - 2 * (1 + SPAN)).find(|place| numbers[*place].count_ones() == 1).unwrap();
    assert!(fault(mask, 0).ends_with(&format!("node {HEADER}: letters reach less than they should")));
}
