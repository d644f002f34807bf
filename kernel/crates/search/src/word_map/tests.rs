use std::collections::HashMap;

use super::*;

/// Numbers that look random; the same in each run.
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

fn alphabet(count: usize) -> Letters {
    Letters::new(&('\u{4e00}'..).take(count).map(String::from).collect::<Vec<_>>()).unwrap()
}

fn lexicon(words: &[Vec<u8>], letters: usize) -> Words {
    let letters = alphabet(letters);
    let spelled = |word: &Vec<u8>| word.iter().map(|code| letters.tile(*code)).collect::<String>();
    Words::read(words.iter().map(spelled).collect::<Vec<_>>().join("\n").as_bytes(), letters.clone(), true)
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

/// All letters in order, from none to so many.
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

/// The reach of letters as the rules would say it.
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
        let exact = all.iter().filter(|key| map.reach(Key::of(key)) == slow_reach(&words, key, letters));
        assert_eq!(exact.count(), all.len(), "so few words fill no line");
    }
}

#[test]
fn lines_that_overflow_say_too_much_but_never_too_little() {
    let mut dice = Dice(2);
    let words = dice.words(40_000, 32, 6);
    let map = map(&words, 32, 5);
    let mut truth: HashMap<Key, Reach> = HashMap::new();
    for word in &words {
        for place in 0..word.len() {
            let others = Key::of(&[&word[..place], &word[place + 1..]].concat());
            truth.entry(others).or_default().letters |= 1 << (word[place] - 1);
        }
        if word.len() < 6 {
            truth.entry(Key::of(word)).or_default().word = true;
        }
    }
    assert!(truth.iter().all(|(key, reach)| holds(map.reach(*key), *reach)));
    let other: Vec<Key> =
        (0..40_000).map(|_| Key::of(&dice.letters(32, 5))).filter(|key| !truth.contains_key(key)).collect();
    let wrong = other.iter().filter(|key| map.reach(**key) != Reach::default()).count();
    assert!((1..other.len() / 100).contains(&wrong), "{wrong} of {}", other.len());
}

#[test]
fn many_keys_are_answered_as_one_by_one() {
    let mut dice = Dice(3);
    let map = map(&dice.words(500, 5, 5), 5, 4);
    for count in [0, 1, 31, 32, 33, 100] {
        let keys: Vec<Key> = (0..count).map(|_| Key::of(&dice.letters(5, 3))).collect();
        let mut out = vec![Reach::default(); count];
        map.reach_many(&keys, &mut out);
        assert!(keys.iter().zip(&out).all(|(key, reach)| map.reach(*key) == *reach));
    }
}

#[test]
fn a_word_as_long_as_words_may_be_is_reached() {
    let word = vec![32; 15];
    let map = map(std::slice::from_ref(&word), 32, 15);
    assert!(map.reach(Key::of(&word)).word);
    assert_eq!(map.reach(Key::of(&word[1..])), Reach { word: false, letters: 1 << 31 });
}

#[test]
fn no_words_reach_nothing() {
    assert_eq!(map(&[], 4, 7).reach(Key::of(&[1, 2])), Reach::default());
}

#[test]
fn an_alphabet_beyond_the_key_has_no_map() {
    let error = lexicon(&[vec![1, 2]], 33).word_map(7, &mut |_| true).unwrap_err();
    assert_eq!(error, BuildError::Letters { count: 33, most: 32 });
    assert!(map(&[vec![1, 32]], 32, 7).reach(Key::of(&[32, 1])).word);
}

#[test]
fn whoever_watches_may_stop() {
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
    let good = bytes(&Dice(4).words(20, 3, 4), 3, 3);
    let keys: Vec<Key> = multisets(3, 4).iter().map(|letters| Key::of(letters)).collect();
    let mut refused = 0;
    for bit in 0..good.len() * 8 {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        match WordMap::of(&bad, &alphabet(3)) {
            Ok(map) => assert!(keys.iter().all(|key| map.reach(*key).letters < 1 << 3)),
            Err(_) => refused += 1,
        }
    }
    assert!(refused >= 3 * 32, "the first line is checked: {refused}");
    for cut in [0, 4, 60, 64, good.len() - 64, good.len() - 4] {
        assert!(WordMap::of(&good[..cut], &alphabet(3)).is_err());
    }
    assert!(WordMap::of(&good, &alphabet(4)).is_err());
}
