"""Words fit for a school: the one place that says which words are vulgar.

A table gives the stems of vulgar words with their endings and prefixes. So every form and every compound is found, in any list
and also among strings that no list has. Some words are ordinary and have a vulgar sense beside: a pedal, a flute. What mostek
chooses to show of its own accord (puzzles, quizzes, the core list) has neither kind. A hint that answers a question of a person
leaves out the words that are vulgar in their usual sense, where a class or an event wants it. A verdict never depends on it:
whether a word counts, only the lexicon says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

_TABLE: Final = "vulgar_words.tsv"
_VULGAR: Final = "vulgar"
_PREFIXED: Final = "+"
"""At the beginning of a pattern: the prefixes of the first row may stand before the stem."""
_SHORTEST: Final = 2


class VulgarStem(NamedTuple):
    """A row of the table, which `web/src/lib/words/schoolWords.ts` reads, too."""

    pattern: str
    """The regular expression of whole words in capitals; it means the same in Python and in the page."""
    sense: str
    """`vulgar`, or `also` for a word whose vulgar sense is not the usual one."""
    lemmas: str
    """Some base forms, for people who read the table."""


def is_vulgar(word: str) -> bool:
    """Whether a word in capitals is vulgar in its usual sense."""
    return _pattern(vulgar_pattern()).fullmatch(word) is not None


def is_fit_for_school(word: str) -> bool:
    """Whether a word in capitals has no vulgar sense at all, so that a school may show it unasked."""
    return _pattern(unfit_pattern()).fullmatch(word) is None


def are_fit_for_school(words: Iterable[str]) -> bool:
    """Whether each of some words is fit for a school."""
    return all(map(is_fit_for_school, words))


def spells_vulgar_word(letters: str) -> bool:
    """Whether letters in the order in which they are shown, as those of a rack, spell an unfit word somewhere."""
    places = range(len(letters) + 1)
    return not all(is_fit_for_school(letters[at:end]) for at in places for end in places if end - at >= _SHORTEST)


@cache
def vulgar_pattern() -> str:
    """The pattern of words that are vulgar in their usual sense, for whole words in capitals."""
    return _joined(stem for stem in vulgar_stems() if stem.sense == _VULGAR)


@cache
def unfit_pattern() -> str:
    """The pattern of words that have any vulgar sense, for whole words in capitals."""
    return _joined(vulgar_stems())


@cache
def vulgar_stems() -> tuple[VulgarStem, ...]:
    """The rows of the table."""
    _, prefixes, *lines = (line.split("\t") for line in _text().splitlines())
    return tuple(VulgarStem(_whole(pattern, prefixes[0]), sense, lemmas) for pattern, sense, lemmas in lines)


@cache
def table_hash() -> str:
    """The SHA-256 of the table, for results that depend on it."""
    return sha256(_text().encode()).hexdigest()


def _joined(stems: Iterable[VulgarStem]) -> str:
    return "|".join(f"(?:{stem.pattern})" for stem in stems)


def _whole(pattern: str, prefixes: str) -> str:
    return f"{prefixes}(?:{pattern[1:]})" if pattern.startswith(_PREFIXED) else pattern


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _text() -> str:
    return (Path(__file__).parent / "data" / _TABLE).read_text("utf-8")
