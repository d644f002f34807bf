"""Words as players study them: anagrams, hooks, extensions, stems, and the likeliest words of a length.

The names are those of Zyzzyva, Aerolith and Quackle. Every function takes an open list of any name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import comb
from threading import Lock
from typing import Final, NamedTuple

from mostek.lexicon import LexiconPin
from mostek.lexicon.kernel import Alphagrams, combinations_of
from mostek.lexicon.library import OpenLexicon
from mostek.lexicon.word_search import (
    LONGEST,
    SHORTEST,
    WordSearch,
    WordSearchError,
    WordsFound,
    find_words,
    spelling_of,
)

ANY: Final = "*"


class Hooks(NamedTuple):
    """The letters that make another word of a word."""

    word: str
    front: str
    """Letters before the word, in the order of the alphabet."""
    back: str
    """Letters behind the word."""
    front_hook: bool
    """Whether the word without its first letter is a word: the first letter is a front hook."""
    back_hook: bool
    """Whether the word without its last letter is a word."""

    @property
    def longer(self) -> tuple[str, ...]:
        """The words that the letters make."""
        return (*(letter + self.word for letter in self.front), *(self.word + letter for letter in self.back))


class Extensions(NamedTuple):
    """The longer words that contain a word at one end."""

    word: str
    front: WordsFound
    """Words that end with it."""
    back: WordsFound
    """Words that begin with it."""


class LikelyWords(NamedTuple):
    """The words of one alphagram, and how likely its letters are drawn."""

    rank: int
    """From 1: the place of the alphagram among those of its length, the likeliest first."""
    alphagram: str
    combinations: int
    """In how many ways its tiles can be drawn from a full bag."""
    words: tuple[str, ...]


class Likelihood(NamedTuple):
    """The likelihood of drawing the letters of a word."""

    alphagram: str
    combinations: int
    probability: float
    """The chance that as many tiles as the word has, drawn from a full bag, spell it."""
    rank: int | None
    """Its place among the alphagrams of its length, from 1; `None` if the list has no word of these letters."""
    of: int
    """How many alphagrams of its length the list has."""


def anagrams(
    lexicon: OpenLexicon, tiles: str, shortest: int | None = None, contains: str = "", limit: int = 1000
) -> WordsFound:
    """The words that can be made of tiles, the longest first.

    Args:
        lexicon: The list.
        tiles: Letters, and `?` for a blank.
        shortest: The fewest letters of a word; without it a word uses all tiles.
        contains: Letters that the word must have.
        limit: The most words in the answer.

    Returns:
        The words.

    Raises:
        WordSearchError: the tiles cannot be read, or are fewer than two.
    """
    count = len(spelling_of(lexicon).letters(tiles))
    if count < SHORTEST:
        raise WordSearchError("A word has at least two letters.")
    longest = min(count, LONGEST)
    fewest = count if shortest is None else shortest
    if fewest > longest:
        return WordsFound((), 0, {}, True)
    search = WordSearch(tiles=tiles, contains=contains, shortest=fewest, longest=longest)
    return find_words(lexicon, search, limit, longest_first=True)


def hooks(lexicon: OpenLexicon, word: str) -> Hooks:
    """The hooks of a word, which need not be in the list itself. Raises `WordSearchError` for other signs than letters."""
    return hooks_of(lexicon, [word])[0]


def hooks_of(lexicon: OpenLexicon, words: Sequence[str]) -> list[Hooks]:
    """The hooks of many words at once. Raises `WordSearchError` for other signs than letters."""
    letters = lexicon.header.letters
    codes = [_plain(lexicon, word) for word in words]
    spelled = ["".join(letters[code - 1] for code in word) for word in codes]
    questions = [word for base in spelled for word in (*(x + base for x in letters), *(base + x for x in letters))]
    answers = iter(lexicon.valid(questions))
    found = []
    for word, base in zip(codes, spelled, strict=True):
        front = "".join(letter for letter in letters if next(answers))
        back = "".join(letter for letter in letters if next(answers))
        without = ["".join(letters[code - 1] for code in part) for part in (word[1:], word[:-1])]
        found.append(Hooks(base, front, back, *lexicon.valid(without)))
    return found


def extensions(lexicon: OpenLexicon, word: str, most: int = LONGEST, limit: int = 1000) -> Extensions:
    """The longer words that begin or end with a word.

    Args:
        lexicon: The list.
        word: The word, which need not be in the list.
        most: The most letters that are added.
        limit: The most words on each side.

    Returns:
        Those that end with it and those that begin with it, the shorter first.

    Raises:
        WordSearchError: the word has other signs than letters.
    """
    length = len(_plain(lexicon, word))
    if length >= LONGEST or most < 1:
        none = WordsFound((), 0, {}, True)
        return Extensions(word.upper(), none, none)
    lengths = WordSearch(shortest=max(length + 1, SHORTEST), longest=min(length + most, LONGEST))
    ends = find_words(lexicon, replace(lengths, pattern=ANY + word), limit)
    begins = find_words(lexicon, replace(lengths, pattern=word + ANY), limit)
    return Extensions(word.upper(), ends, begins)


def stems(lexicon: OpenLexicon, stem: str) -> Mapping[str, tuple[str, ...]]:
    """The words that a stem makes with one more letter: for six letters the bingos of seven.

    Args:
        lexicon: The list.
        stem: Letters in any order; `?` for a blank.

    Returns:
        For each letter that makes a word those words, in the order of the alphabet.

    Raises:
        WordSearchError: the stem cannot be read, or has fewer than one or more than fourteen letters.
    """
    spelling = spelling_of(lexicon)
    count = len(spelling.letters(stem))
    if not 1 <= count < LONGEST:
        raise WordSearchError("A stem has 1 to {most} letters.", most=LONGEST - 1)
    found = {}
    for letter in lexicon.header.letters:
        search = WordSearch(tiles=f"{stem}{letter}", contains=letter, shortest=count + 1, longest=count + 1)
        if words := find_words(lexicon, search).words:
            found[letter] = words
    return found


def likely(lexicon: OpenLexicon, length: int, start: int = 1, count: int = 100) -> tuple[LikelyWords, ...]:
    """The words of a length by the likelihood of drawing their letters, the likeliest first.

    An alphagram stands where its combinations put it. They are the ways to draw as many tiles as the word has from the full
    bag so that the tiles spell it. With `n` tiles of a letter in the bag, of which the word has `k`, and `b` blanks in the bag,
    they are the sum, over every way to let blanks stand for `j` of the `k` copies of each letter, of the product of
    `C(n, k - j)` over the letters, times `C(b, J)`, where `J` is the sum of the `j`. Every set of tiles counts once. Equal ones
    stand in the order of the alphabet.

    Args:
        lexicon: The list.
        length: 2 to 15 letters.
        start: The first rank, from 1.
        count: How many alphagrams.

    Returns:
        The alphagrams with their words.

    Raises:
        WordSearchError: there are no words of that length.
    """
    if not SHORTEST <= length <= LONGEST:
        raise WordSearchError("Words have {shortest} to {longest} letters.", shortest=SHORTEST, longest=LONGEST)
    part = _alphagrams(lexicon, length).part(max(start, 1) - 1, max(count, 0))
    return tuple(
        LikelyWords(rank, alphagram, ways, anagrams(lexicon, alphagram).words)
        for rank, (alphagram, ways) in enumerate(part, max(start, 1))
    )


def likelihood(lexicon: OpenLexicon, word: str, most_ranked: int = LONGEST) -> Likelihood:
    """The likelihood of drawing the letters of a word, see `likely`; words of more than `most_ranked` letters get no rank.

    Raises `WordSearchError` for other signs than letters.
    """
    spelling, codes = spelling_of(lexicon), _plain(lexicon, word)
    bag = spelling.bag()
    ways = combinations_of(codes, bag)
    alphagram = "".join(lexicon.header.letters[code - 1] for code in sorted(codes))
    chance = ways / comb(sum(bag), len(codes))
    if not SHORTEST <= len(codes) <= most_ranked:
        return Likelihood(alphagram, ways, chance, None, 0)
    grams = _alphagrams(lexicon, len(codes))
    place = grams.place(alphagram)
    return Likelihood(alphagram, ways, chance, None if place is None else place + 1, len(grams))


def _plain(lexicon: OpenLexicon, word: str) -> list[int]:
    codes = spelling_of(lexicon).letters(word)
    if not codes or 0 in codes:
        raise WordSearchError("{word!r} is no word: it has a blank or no letter.", word=word)
    return codes


_ranked: dict[tuple[LexiconPin, int], Alphagrams] = {}
_ranking: Final = Lock()  # one thread ranks, the others then find it done
_MOST_RANKED: Final = 8
"""The lengths whose alphagrams stay in memory: 3 MB for the sevens of `pl-wolny`, 16 MB for words of eleven letters."""


def _alphagrams(lexicon: OpenLexicon, length: int) -> Alphagrams:
    key = (lexicon.pin, length)
    with _ranking:
        found = _ranked.pop(key, None) or lexicon.graph.alphagrams(length, spelling_of(lexicon).bag())
        _ranked[key] = found
        while len(_ranked) > _MOST_RANKED:
            del _ranked[next(iter(_ranked))]
    return found
