"""Search for words in a list: by pattern, by tiles, by letters that they have or lack, and by length.

A pattern stands for the whole word. `?` is one letter, `*` any number of letters, `[AEIO]` one of these letters and `[^AEIO]`
one of the others; anything else stands for itself, in either case. Tiles are letters and `?` for a blank.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from mostek.core.tiles import BLANK, TileSet, tile_set, tile_sets
from mostek.lexicon import LexiconError
from mostek.lexicon.library import OpenLexicon

SHORTEST: Final = 2
LONGEST: Final = 15
MOST_PARTS: Final = 63
"""The longest pattern in parts, as the kernel counts them."""
MOST_TILES: Final = 20
"""The most tiles of a search, blanks included."""
MOST_STEPS: Final = 40_000_000
"""The nodes of the graph that a search visits at most; a search of all 3.4 million words of `pl-wolny` visits 15 million in a
quarter of a second."""

_RUN: Final = 0
"""A part of a pattern that is any number of letters, for the kernel."""


class WordSearchError(LexiconError):
    """A search cannot be read."""


@dataclass(frozen=True, slots=True)
class WordSearch:
    """The wishes of a search; a word fits if it fits all of them."""

    pattern: str = ""
    """Of the whole word; empty: any word."""
    tiles: str = ""
    """Letters and `?`; the word is made of some of them. Empty: of any tiles."""
    contains: str = ""
    """Letters that the word has, each at least as often as it is named."""
    excludes: str = ""
    """Letters that the word does not have."""
    shortest: int = SHORTEST
    longest: int = LONGEST


class WordsFound(NamedTuple):
    """The words that fit a search."""

    words: tuple[str, ...]
    """The words in capitals, by length and in the order of the alphabet; no more than the limit."""
    total: int
    """How many words fit."""
    lengths: Mapping[int, int]
    """How many words of each length fit, without the lengths of none."""
    is_complete: bool
    """Whether the whole list was searched; otherwise there may be more words than `total`."""


@dataclass(frozen=True)
class Spelling:
    """The letters of a list by their codes, and the tiles that a player draws them from."""

    tiles: TileSet
    codes: Mapping[str, int] = field(default_factory=dict)

    def code(self, letter: str) -> int:
        """The code of a letter, from 1; 0 for a blank."""
        return 0 if letter == BLANK else self.codes[letter]

    def letters(self, text: str) -> list[int]:
        """The codes of the letters and blanks of a text. Raises `WordSearchError` with the place of the first other sign."""
        from mostek.core.tiles import TileError

        try:
            spelled = self.tiles.alphabet.spell(text.upper())
        except TileError as error:
            raise WordSearchError(
                "{text!r}: character {place} is no letter of the tiles.", text=text, place=error.place + 1
            ) from None
        return [self.code(tile.letter or BLANK) for tile in spelled]

    def counts(self, letters: list[int]) -> bytes:
        """The number of letters of each code."""
        counts = bytearray(len(self.codes) + 1)
        for code in letters:
            counts[code] += 1
        return bytes(counts)

    def bag(self) -> bytes:
        """The number of tiles of each code in a full bag, blanks first."""
        return bytes(self.tiles.tiles.count(face) for face in (BLANK, *self.codes))


def spelling_of(lexicon: OpenLexicon) -> Spelling:
    """The tiles that spell the words of a list: those of the newest set with just these letters.

    Raises `LexiconError` if no set has them.
    """
    return _spelling(lexicon.header.letters)


@lru_cache(maxsize=16)
def _spelling(letters: tuple[str, ...]) -> Spelling:
    for name in sorted(tile_sets(), key=lambda name: (not name.endswith("-current"), name)):
        tiles = tile_set(name)
        if tiles.alphabet.letters == letters or _drawn(tiles) == letters:
            return Spelling(tiles, {letter: code for code, letter in enumerate(letters, 1)})
    raise LexiconError("No set of tiles has the letters of this list: {letters}.", letters=" ".join(letters))


def _drawn(tiles: TileSet) -> tuple[str, ...]:
    return tuple(letter for letter in tiles.alphabet.letters if letter in tiles.tiles)


def find_words(
    lexicon: OpenLexicon, search: WordSearch, limit: int = 1000, *, longest_first: bool = False
) -> WordsFound:
    """The words of a list that fit a search.

    Args:
        lexicon: The list.
        search: The wishes.
        limit: The most words in the answer; `total` counts all.
        longest_first: Whether long words come first.

    Returns:
        The words by length.

    Raises:
        WordSearchError: a wish cannot be read.
        LexiconError: no set of tiles has the letters of the list.
    """
    _check_lengths(search)
    spelling = spelling_of(lexicon)
    tiles = spelling.letters(search.tiles)
    if len(tiles) > MOST_TILES:
        raise WordSearchError(
            "There are {found} tiles; a search takes {most} at most.", found=len(tiles), most=MOST_TILES
        )
    contains, excludes = spelling.letters(search.contains), spelling.letters(search.excludes)
    if 0 in contains or 0 in excludes:
        raise WordSearchError("A blank can be among the tiles or in the pattern only.")
    lengths, is_complete = lexicon.graph.find(
        parts_of(search.pattern, spelling) if search.pattern else None,
        spelling.counts(tiles) if tiles else None,
        spelling.counts(contains),
        sum(1 << code for code in set(excludes)),
        (search.shortest, search.longest),
        max(limit, 0),
        MOST_STEPS,
    )
    order = sorted(range(len(lengths)), reverse=longest_first)
    words = [word for length in order for word in lengths[length][1]]
    totals = {length: total for length, (total, _) in enumerate(lengths) if total}
    return WordsFound(tuple(words[: max(limit, 0)]), sum(totals.values()), totals, is_complete)


def parts_of(pattern: str, spelling: Spelling) -> list[int]:
    """The parts of a pattern for the kernel: a set of codes for each letter, 0 for any number of letters.

    Raises `WordSearchError` with the place of the first sign that cannot be read.
    """
    text, parts, place = pattern.upper(), list[int](), 0
    while place < len(text):
        if text[place] == "*":
            if not parts or parts[-1] != _RUN:
                parts.append(_RUN)
            place += 1
        elif text[place] == "[" and f"[{_closed(text, place)}]".upper() not in _brackets(spelling):
            chosen = _closed(text, place)
            if chosen is None:
                raise _unreadable(pattern, place)
            parts.append(_set(chosen, pattern, place, spelling))
            place += len(chosen) + 2
        else:
            form = _letter_at(text, place, spelling)
            if form is None:
                raise _unreadable(pattern, place)
            parts.append(_every(spelling) if form == BLANK else 1 << spelling.codes[form.strip("[]")])
            place += len(form)
    if len(parts) > MOST_PARTS:
        raise WordSearchError("The pattern has {found} parts; {most} is the most.", found=len(parts), most=MOST_PARTS)
    return parts


def _set(chosen: str, pattern: str, place: int, spelling: Spelling) -> int:
    others = chosen.startswith("^")
    letters = set(spelling.letters(chosen[others:]))
    mask = sum(1 << code for code in letters)
    mask = _every(spelling) & ~mask if others else mask
    if 0 in letters or mask == 0:
        raise _unreadable(pattern, place)
    return mask


def _closed(text: str, place: int) -> str | None:
    """The text between this bracket and the next closing one."""
    end = text.find("]", place)
    return None if end < 0 else text[place + 1 : end]


def _brackets(spelling: Spelling) -> set[str]:
    """The tiles of several letters, which are written in brackets."""
    return {f"[{letter}]" for letter in spelling.codes if len(letter) > 1}


def _letter_at(text: str, place: int, spelling: Spelling) -> str | None:
    if text[place] == BLANK:
        return BLANK
    forms = sorted({*spelling.codes, *_brackets(spelling)}, key=len, reverse=True)
    return next((form for form in forms if text.startswith(form, place)), None)


def _every(spelling: Spelling) -> int:
    return (1 << len(spelling.codes) + 1) - 2


def _unreadable(pattern: str, place: int) -> WordSearchError:
    return WordSearchError(
        "The pattern {pattern!r} cannot be read at character {place}. A pattern has letters, ? for one letter, * for any "
        "number of letters and sets such as [AEIO] or [^AEIO].",
        pattern=pattern,
        place=place + 1,
    )


def _check_lengths(search: WordSearch) -> None:
    if not SHORTEST <= search.shortest <= search.longest <= LONGEST:
        raise WordSearchError(
            "Words have {shortest} to {longest} letters; {first} to {last} cannot be searched.",
            shortest=SHORTEST,
            longest=LONGEST,
            first=search.shortest,
            last=search.longest,
        )
