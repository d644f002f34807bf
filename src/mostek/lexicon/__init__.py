"""Word lists: which words exist, who says so, and why a word is a word.

What stands here knows neither files nor the kernel, so that the referee can use it; `mostek.lexicon.library` opens real lists.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from mostek.core.errors import SentenceError

DEFAULT = "pl-wolny"
"""The list that judges by default: wide, free, and not the tournament list."""

CORE = "pl-rdzen"
"""The words of `DEFAULT` that other dictionaries confirm: for bots and hints, too narrow to judge with."""


class LexiconPin(NamedTuple):
    """The lexicon of a game by name, edition and hash, so that a later edition never changes an old game."""

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
