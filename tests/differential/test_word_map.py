"""The word map finds just the words that a look at every word of the list finds."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from mostek import _kernel
from mostek.core.tiles import tile_set
from mostek.lexicon.library import open_lexicon

ALPHABET = tile_set("pl-current").alphabet.letters
TOY = ["KOT", "KTO", "TOK", "KOTA", "ŁOŚ", "OKO", "ŻÓŁĆ"]
RACKS = 400
RACK = 8
"""Tiles of the racks for which every word is looked at: seven and one of the board."""


def map_of(words: list[str], letters: tuple[str, ...] = ALPHABET) -> _kernel.WordMap:
    read = _kernel.Words.read("\n".join(words).encode(), letters, capitals=True)
    return _kernel.WordMap.of(read.word_map(), letters)


@cache
def every_word() -> tuple[str, ...]:
    return tuple(open_lexicon("pl-wolny").graph.words().decode().split())


@cache
def whole() -> _kernel.WordMap:
    """`of` checks every word of it, and what letters reach."""
    lexicon = open_lexicon("pl-wolny")
    return _kernel.WordMap.of(lexicon.words().word_map(), lexicon.header.letters)


@cache
def up_to_a_rack() -> tuple[str, ...]:
    return tuple(word for word in every_word() if len(word) <= RACK)


@cache
def by_letters() -> dict[str, list[str]]:
    words = defaultdict(list)
    for word in up_to_a_rack():
        words["".join(sorted(word))].append(word)
    return words


def lacking(word: str, rack: str) -> int:
    return (Counter(word) - Counter(rack)).total()


def shuffled(word: str, rng: random.Random) -> str:
    return "".join(rng.sample(word, len(word)))


def test_the_words_of_letters_are_those_of_the_whole_list() -> None:
    rng = random.Random(6)
    words = rng.sample(up_to_a_rack(), RACKS)
    racks = [shuffled(word, rng) for word in words] + [shuffled(word[1:] + "A", rng) for word in words]
    for rack, answer in zip(racks, whole().anagrams_many(racks), strict=True):
        assert answer == by_letters().get("".join(sorted(rack)), []), rack


def test_every_word_however_long_is_found_from_its_letters() -> None:
    rng = random.Random(15)
    words = rng.sample(every_word(), 10 * RACKS)
    found = whole().anagrams_many([shuffled(word, rng) for word in words])
    assert all(word in answer for word, answer in zip(words, found, strict=True))


@pytest.mark.parametrize("blanks", [0, 1, 2, 3])
def test_some_letters_and_blanks_make_what_lacks_no_more_than_the_blanks(blanks: int) -> None:
    rng = random.Random(blanks)
    rack = "".join(rng.choices("".join(rng.sample(up_to_a_rack(), RACKS)), k=7))
    for length in range(2, 7):
        fitting = [word for word in up_to_a_rack() if len(word) == length and lacking(word, rack) <= blanks]
        assert whole().anagrams(rack, blanks, length) == fitting, rack


def test_letters_may_be_in_any_order_and_either_case() -> None:
    assert map_of(TOY).anagrams("toK") == ["KOT", "KTO", "TOK"]


def test_without_a_length_every_letter_and_blank_is_used() -> None:
    toy = map_of(TOY)
    assert toy.anagrams("KOT", 1) == ["KOTA"]
    assert toy.anagrams("KOT", 1, 3) == ["KOT", "KTO", "OKO", "TOK"]
    assert toy.anagrams("", 3) == ["KOT", "KTO", "ŁOŚ", "OKO", "TOK"]


def test_letters_that_no_word_could_use_do_no_harm() -> None:
    toy = map_of(TOY)
    assert toy.anagrams("O" * 40, 1, 3) == ["OKO"]
    assert toy.anagrams("KOT" * 40) == toy.anagrams("") == toy.anagrams("KOT", 0, 99) == []


def test_what_is_not_letters_is_said() -> None:
    with pytest.raises(ValueError, match='"KO\\?" has something else than letters'):
        map_of(TOY).anagrams_many(["KOT", "KO?"])


def test_an_alphabet_of_more_than_32_letters_has_no_map() -> None:
    letters = tuple(chr(0x4E00 + place) for place in range(33))
    with pytest.raises(ValueError, match="the alphabet has 33 letters, more than 32"):
        map_of(["".join(letters[:2])], letters)


def test_a_map_lies_in_a_part_of_a_file(tmp_path: Path) -> None:
    numbers = _kernel.Words.read("\n".join(TOY).encode(), ALPHABET, capitals=True).word_map()
    path = tmp_path / "map"
    path.write_bytes(bytes(64) + numbers)
    opened = _kernel.WordMap.open(path, 64, len(numbers), ALPHABET)
    opened.check()
    assert opened.anagrams("TOK") == ["KOT", "KTO", "TOK"]
    for offset, length in [(0, len(numbers)), (64, len(numbers) - 4)]:
        with pytest.raises(ValueError, match="damaged"):
            _kernel.WordMap.open(path, offset, length, ALPHABET)


def test_building_can_be_given_up() -> None:
    def give_up(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _kernel.Words.read(b"KOT", ALPHABET, capitals=True).word_map(progress=give_up)
