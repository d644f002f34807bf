"""The names of people on paper: in the order of the Polish alphabet, and short enough for their column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from mostek.messages import text
from mostek.tournament.entrants import Entrant, Person
from mostek.tournament.state import Tournament

_LETTERS = {letter: rank for rank, letter in enumerate("aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż")}
_PARTS = re.compile(r"[0-9]+|[^0-9]")
_LONG_WORD = re.compile(r"[^\s-]{25,}|-{25,}")
_BREAK = "\u200b"
_ISOLATE, _ISOLATED = "\u2068", "\u2069"

SortKey = tuple[tuple[int, int], ...]
"""Numbers before letters, Polish letters in their order, everything else behind."""


@cache
def sort_key(words: str) -> SortKey:
    """The key for sorting Polish lists: ą after a, ż last; other accents do not count, numbers sort by their size."""
    return tuple(rank for part in _PARTS.findall(words.casefold()) for rank in _ranks(part))


def _ranks(part: str) -> Iterable[tuple[int, int]]:
    if part.isdecimal():
        return ((1, int(part)),)
    if part in _LETTERS:
        return ((2, _LETTERS[part]),)
    if not part.isalpha():
        return ((0, 0),) if part.isspace() else ()
    # é goes as e; a letter that is none of ours goes behind all, by its code.
    base = unicodedata.normalize("NFD", part)[0]
    return ((2, _LETTERS[base]),) if base in _LETTERS else ((3, ord(base)),)


def split_name(name: str) -> tuple[str, str, str]:
    """A name in three: what stands before the surname, the surname, what follows.

    The surname is what stands before a comma, `Kowal, Jan`, or the last word, `Jan Kowal`. A name that ends in a number
    is a pseudonym and has none: it is all one.
    """
    surname, comma, rest = name.partition(",")
    if comma:
        return "", surname, f", {rest.strip()}"
    before, blank, last = name.rpartition(" ")
    return (before + blank, last, "") if any(map(str.isalpha, last)) else ("", name, "")


def name_parts(person: Person) -> tuple[str, str, str]:
    """The name of a person in three, by the parts that are known, or as `split_name` takes it apart."""
    if person.last and person.name == f"{person.first} {person.last}".strip():
        return (f"{person.first} " if person.first else ""), person.last, ""
    return split_name(person.name)


def by_surname(entrants: Iterable[Entrant]) -> list[Entrant]:
    """People in the order in which they look for themselves on a list."""
    return sorted(entrants, key=_place_in_list)


def _place_in_list(entrant: Entrant) -> tuple[SortKey, SortKey, int]:
    before, surname, after = name_parts(entrant.person)
    return sort_key(surname), sort_key(before + after), entrant.number


def fitting(words: str) -> str:
    """These words, changed so that one without end can be broken at the edge of its column.

    What is written from right to left is set apart, or it would pull the figures beside it into its own direction.
    """
    broken = _LONG_WORD.sub(lambda found: _BREAK.join(found[0]), words)
    return f"{_ISOLATE}{broken}{_ISOLATED}" if any(map(_is_leftward, words)) else broken


def _is_leftward(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "RLE", "RLO", "RLI")


def name_of(state: Tournament, number: int) -> str:
    """The full name of a person."""
    return fitting(state.entrants[number].person.name)


def told_apart(state: Tournament, number: int) -> str:
    """The full name of a person; of two of one name with their city in brackets, or with their number where that is the same."""
    own = state.entrants[number]
    alike = [each for each in state.entrants.values() if each.person.name == own.person.name and each is not own]
    if not alike:
        return name_of(state, number)
    home = home_of(own)
    mark = home if home and all(home_of(each) != home for each in alike) else text("no. {number}", number=number)
    return f"{name_of(state, number)} ({mark})"


def names_of(state: Tournament, numbers: Iterable[int]) -> str:
    """Several, side by side."""
    return ", ".join(told_apart(state, number) for number in numbers)


def home_of(entrant: Entrant) -> str:
    """The team of a player, else the club or school, else the city."""
    return fitting(entrant.team or entrant.person.club or entrant.person.city)
