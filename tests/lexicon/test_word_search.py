"""Searches for words agree with a slow and obvious search through the whole list, on random small lists and on the real one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.toy import toy_header, toy_words
from mostek.core.tiles import tile_set
from mostek.lexicon import kernel
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.recipes import LETTERS
from mostek.lexicon.word_search import WordSearch, WordSearchError, find_words
from mostek.lexicon.word_study import anagrams, extensions, hooks, likelihood, likely, stems

FEW = "AĄKOT"
WORDS = st.lists(st.text(FEW, min_size=2, max_size=6), min_size=1, max_size=25, unique=True)
PATTERNS = st.lists(st.sampled_from([*FEW, "?", "*", "[AO]", "[^AO]", "[Ą]"]), max_size=7).map("".join)
RACKS = st.text(FEW + "?", max_size=7)


def small(words: Sequence[str]) -> OpenLexicon:
    read = toy_words(*words)
    return OpenLexicon(toy_header(read), kernel.Dawg.of(read.dawg(), LETTERS))


def order(word: str) -> list[int]:
    return [LETTERS.index(letter) for letter in word]


def fits(word: str, search: WordSearch) -> bool:
    """The oracle: a pattern is a regular expression, and tiles are counted."""
    regular = search.pattern.replace("*", ".*").replace("?", ".")
    return (
        search.shortest <= len(word) <= search.longest
        and (not search.pattern or re.fullmatch(regular, word) is not None)
        and (not search.tiles or missing(word, search.tiles) <= search.tiles.count("?"))
        and not Counter(search.contains) - Counter(word)
        and not set(search.excludes) & set(word)
    )


def missing(word: str, tiles: str) -> int:
    return (Counter(word) - Counter(tiles.replace("?", ""))).total()


def expected(words: Sequence[str], search: WordSearch) -> list[str]:
    return sorted((word for word in words if fits(word, search)), key=lambda word: (len(word), order(word)))


@settings(max_examples=150, deadline=None)
@given(
    words=WORDS,
    pattern=PATTERNS,
    tiles=RACKS,
    contains=st.text(FEW, max_size=2),
    excludes=st.text(FEW, max_size=1),
    lengths=st.tuples(st.integers(2, 7), st.integers(2, 7)).map(sorted),
)
def test_a_search_finds_what_a_slow_search_finds(
    words: list[str], pattern: str, tiles: str, contains: str, excludes: str, lengths: list[int]
) -> None:
    search = WordSearch(pattern, tiles, contains, excludes, *lengths)
    found = find_words(small(words), search)
    assert list(found.words) == expected(words, search)
    assert (found.total, found.is_complete) == (len(found.words), True)
    assert found.lengths == Counter(map(len, found.words))


@settings(max_examples=60, deadline=None)
@given(words=WORDS, base=st.text(FEW, min_size=1, max_size=4))
def test_hooks_and_extensions_are_what_the_list_says(words: list[str], base: str) -> None:
    lexicon, there = small(words), set(words)
    found = hooks(lexicon, base.lower())
    assert found.front == "".join(letter for letter in LETTERS if letter + base in there)
    assert found.back == "".join(letter for letter in LETTERS if base + letter in there)
    assert (found.front_hook, found.back_hook) == (base[1:] in there, base[:-1] in there)
    longer = extensions(lexicon, base, most=2)
    assert set(longer.front.words) == {w for w in there if w.endswith(base) and 1 <= len(w) - len(base) <= 2}
    assert set(longer.back.words) == {w for w in there if w.startswith(base) and 1 <= len(w) - len(base) <= 2}


@settings(max_examples=60, deadline=None)
@given(words=WORDS, stem=st.text(FEW, min_size=1, max_size=5))
def test_a_stem_makes_the_words_of_its_letters_and_one_more(words: list[str], stem: str) -> None:
    for letter, made in stems(small(words), stem).items():
        assert sorted(made) == sorted(w for w in words if sorted(w) == sorted(stem + letter))
    grown = [word for made in stems(small(words), stem).values() for word in made]
    assert sorted(grown) == sorted(w for w in words if len(w) == len(stem) + 1 and not Counter(stem) - Counter(w))


@pytest.mark.parametrize("word", ["KOT", "AA", "ĄĄ", "ŻÓŁĆ", "ZAZAZ"])
def test_combinations_count_the_sets_of_tiles_that_spell_a_word(word: str) -> None:
    """Counted one by one on the tiles that matter: those of its letters, and the blanks."""
    bag = tile_set("pl-current").tiles
    tiles = [face for face in (*dict.fromkeys(word), "?") for _ in range(bag.count(face))]
    spelling = sum(
        (Counter(word) - Counter(drawn)).total() == drawn.count("?") for drawn in combinations(tiles, len(word))
    )
    assert likelihood(small(["KOT"]), word).combinations == spelling


def test_the_likeliest_words_come_first_and_equal_ones_in_the_order_of_the_alphabet() -> None:
    lexicon = small(["KOT", "TOK", "KTO", "ŻÓŁ", "ANI", "INA"])
    rows = likely(lexicon, 3)
    assert [(row.rank, row.alphagram, row.words) for row in rows] == [
        (1, "AIN", ("ANI", "INA")),
        (2, "KOT", ("KOT", "KTO", "TOK")),
        (3, "ŁÓŻ", ("ŻÓŁ",)),
    ]
    assert [likelihood(lexicon, row.words[0]).rank for row in rows] == [1, 2, 3]
    assert likelihood(lexicon, "AAA").rank is None
    assert [row.rank for row in likely(lexicon, 3, start=2, count=1)] == [2]


REAL = (
    WordSearch(pattern="K?T*"),
    WordSearch(pattern="*OŚĆ", longest=9),
    WordSearch(pattern="?[ĄĘ]?[^AEIOUY]?"),
    WordSearch(tiles="KARTEN??", shortest=6),
    WordSearch(tiles="ZAŻÓŁĆGĘŚLĄ?", contains="Ż", shortest=3),
    WordSearch(contains="ĆŃ"),
    WordSearch(excludes="AEIOUYĄĘÓ"),
    WordSearch(shortest=2, longest=2),
)


@pytest.fixture(scope="module")
def real_words() -> list[str]:
    """Every twentieth word of the real list: a slow search through all 2.6 million takes minutes."""
    return open_lexicon("pl-rdzen").words().text().decode().split()[::20]


@pytest.mark.slow
@pytest.mark.parametrize("search", REAL, ids=str)
def test_a_search_of_the_real_list_finds_what_a_slow_search_finds(real_words: list[str], search: WordSearch) -> None:
    lexicon = open_lexicon("pl-rdzen")
    found = find_words(lexicon, search, 3_000_000)
    assert found.total == len(found.words) > 0, "a search that finds nothing proves nothing"
    assert all(lexicon.valid(found.words))
    assert all(fits(word, search) for word in found.words[:20_000])
    assert set(found.words) & set(real_words) == {word for word in real_words if fits(word, search)}


@pytest.mark.slow
def test_anagrams_of_the_real_list_contain_each_word_and_only_words_of_the_same_letters(real_words: list[str]) -> None:
    lexicon = open_lexicon("pl-rdzen")
    for word in Random(7).sample(real_words, 300):
        found = anagrams(lexicon, word).words
        assert word in found
        assert {"".join(sorted(each)) for each in found} == {"".join(sorted(word))}
        assert all(lexicon.valid(found))


def test_what_is_not_shown_is_counted() -> None:
    found = find_words(open_lexicon(), WordSearch(shortest=2, longest=2), limit=5)
    assert (len(found.words), found.total) == (5, 126)


@pytest.mark.parametrize(
    ("search", "said"),
    [
        (WordSearch(pattern="K1"), "character 2"),
        (WordSearch(pattern="[AE"), "character 1"),
        (WordSearch(pattern="K[]"), "character 2"),
        (WordSearch(pattern="[A?]"), "character 1"),
        (WordSearch(pattern="[^" + "".join(LETTERS) + "]"), "character 1"),
        (WordSearch(pattern="A" * 64), "64 parts; 63"),
        (WordSearch(tiles="kąx"), "character 3"),
        (WordSearch(tiles="A" * 21), "21 tiles"),
        (WordSearch(contains="?"), "blank"),
        (WordSearch(shortest=1), "2 to 15"),
        (WordSearch(longest=16), "2 to 15"),
        (WordSearch(shortest=5, longest=4), "2 to 15"),
    ],
)
def test_a_search_that_cannot_be_read_says_why(search: WordSearch, said: str) -> None:
    with pytest.raises(WordSearchError, match=said):
        find_words(open_lexicon(), search)


@pytest.mark.parametrize("tiles", ["", "A", "?"])
def test_one_tile_makes_no_word(tiles: str) -> None:
    with pytest.raises(WordSearchError, match="two letters"):
        anagrams(open_lexicon(), tiles)
