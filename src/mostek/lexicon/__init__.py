"""Word lists: which words exist, who says so, and why a word is a word.

What stands here knows neither files nor the kernel, so that the referee can use it; `mostek.lexicon.library` opens real lists.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple, Protocol

from mostek.core.errors import SentenceError
from mostek.core.tiles import Alphabet, tile_set

DEFAULT = "pl-wolny"
"""The list that judges by default: wide, free, and not the tournament list."""

CORE = "pl-rdzen"
"""The words of `DEFAULT` that other dictionaries confirm: for bots and hints, too narrow to judge with."""

BUILT_IN = (DEFAULT, CORE)
"""The lists that lie in the package, in the order in which they are shown."""


class LexiconPin(NamedTuple):
    """What a game writes down about the lexicon that judges it, so that a later edition never changes an old game."""

    name: str
    edition: str
    hash: str
    """SHA-256 of the words in alphabet order, capitals, UTF-8, one a line: the same in any file."""


class Lexicon(Protocol):
    """Anything that knows whether a word exists. Words are given in capitals."""

    @property
    def pin(self) -> LexiconPin:
        """Name, edition and hash of the list."""
        ...

    def __contains__(self, word: object) -> bool: ...


class LexiconError(SentenceError, ValueError):
    """A list could not be read, built, stored or found."""


@dataclass(frozen=True)
class WordSet:
    """A small lexicon held in memory: for tests, for a lesson, for an arbiter with a paper list."""

    words: frozenset[str]
    pin: LexiconPin

    @classmethod
    def of(
        cls, words: Iterable[str], name: str = "words", edition: str = "1", alphabet: Alphabet | None = None
    ) -> WordSet:
        """The given words in either case; the Polish alphabet where none is given. Raises `TileError`."""
        alphabet = alphabet or tile_set("pl-current").alphabet
        spelled = sorted({alphabet.word(word) for word in words}, key=lambda word: [alphabet.order(x) for x in word])
        capitals = ["".join(word) for word in spelled]
        text = "".join(f"{word}\n" for word in capitals).encode()
        return cls(frozenset(capitals), LexiconPin(name, edition, sha256(text).hexdigest()))

    def __contains__(self, word: object) -> bool:
        return word in self.words
