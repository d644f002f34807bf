"""The core list for schools: the short words that help most, chosen by counting and by nobody's list.

1. The words of two letters. A word parallel to another one needs them in almost every game.
2. Of the words of three letters the 150 that are most useful, which is the chance to draw their letters from a full bag times
   one more than the number of their hooks: words that come often and grow.
3. Of the words of two or three letters with a tile of five points or more the 100 that are most useful: they get rid of it.
4. The words of the 60 likeliest sets of seven letters: bingos.

A word is in the core list only if it is in the core lexicon `pl-rdzen`, on which three dictionaries agree, and in the list that
judges, and if it is fit for a school (`lexicon.school_words`). Lists of other languages have no core lexicon: there the list
itself decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import comb
from typing import Final, NamedTuple

from mostek.lexicon import CORE, LexiconPin
from mostek.lexicon.kernel import combinations_of
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.school_words import is_fit_for_school
from mostek.lexicon.word_search import WordSearch, find_words, spelling_of
from mostek.lexicon.word_study import Hooks, hooks_of, likely

THREES: Final = 150
DEAR_WORDS: Final = 100
DEAR: Final = 5
"""The points of a tile that is hard to play."""
SEVENS: Final = 60


class CoreLevel(NamedTuple):
    """A level of the core list."""

    level: int
    """1 to 4."""
    words: tuple[str, ...]
    """The words, the most useful first; those of the first level in the order of the alphabet."""


_made: dict[LexiconPin, tuple[CoreLevel, ...]] = {}
_MOST_MADE: Final = 8


def core_list(lexicon: OpenLexicon) -> tuple[CoreLevel, ...]:
    """The core list by a list of words.

    Args:
        lexicon: The list that judges.

    Returns:
        Its four levels.

    Raises:
        LexiconError: no set of tiles has the letters of the list.
    """
    found = _made.get(lexicon.pin) or _chosen(lexicon)
    if len(_made) < _MOST_MADE:
        _made[lexicon.pin] = found
    return found


def _chosen(lexicon: OpenLexicon) -> tuple[CoreLevel, ...]:
    spelling = spelling_of(lexicon)
    core = open_lexicon(CORE) if spelling.tiles.alphabet.name == "pl" else lexicon
    dear = [letter for letter in spelling.codes if spelling.tiles.values[letter] >= DEAR]

    def known(length: int) -> list[str]:
        words = find_words(lexicon, WordSearch(shortest=length, longest=length), 100_000).words
        return [word for word, valid in zip(words, core.valid(words), strict=True) if valid and is_fit_for_school(word)]

    twos, threes = known(2), known(3)
    dear_words = [word for word in (*twos, *threes) if any(letter in word for letter in dear)]
    sevens = [word for row in likely(lexicon, 7, 1, SEVENS) for word in row.words if is_fit_for_school(word)]
    return (
        CoreLevel(1, tuple(twos)),
        CoreLevel(2, _most_useful(lexicon, threes, THREES)),
        CoreLevel(3, _most_useful(lexicon, dear_words, DEAR_WORDS)),
        CoreLevel(4, tuple(word for word, valid in zip(sevens, core.valid(sevens), strict=True) if valid)),
    )


def _most_useful(lexicon: OpenLexicon, words: Iterable[str], count: int) -> tuple[str, ...]:
    found = hooks_of(lexicon, tuple(words))
    use = _use(lexicon)
    return tuple(each.word for each in sorted(found, key=lambda each: -use(each))[:count])


def _use(lexicon: OpenLexicon) -> Callable[[Hooks], float]:
    spelling = spelling_of(lexicon)
    bag = spelling.bag()

    def use(found: Hooks) -> float:
        letters = spelling.letters(found.word)
        return combinations_of(letters, bag) / comb(sum(bag), len(letters)) * (1 + len(found.front) + len(found.back))

    return use
