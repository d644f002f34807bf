"""Which words a player knows: a share of them by length, the same ones every day."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from mostek.lexicon import Lexicon

_STEM = 4
"""Words that begin with the same letters, so many, are mostly forms of one word: who knows one knows the others."""
_SHORTEST = 2


class Vocabulary:
    """The words known of a list. Who knows more of every length knows all that who knows less does."""

    def __init__(self, shares: Sequence[int], words: Lexicon) -> None:
        """Of a hundred `words` of 2, 3, … letters so many are known, and none that is longer; empty `shares`: every word."""
        self._shares = shares
        self._words = words

    def __contains__(self, word: str) -> bool:
        return self.is_sure_of(word) and word in self._words

    def is_sure_of(self, word: str) -> bool:
        """Whether it is a word that would be known if it were one: of those that are none these are noticed."""
        if not self._shares:
            return True
        place = len(word) - _SHORTEST
        return place < len(self._shares) and _number_of(word[:_STEM]) < self._shares[place]


def _number_of(text: str) -> int:
    """A number below 100 that depends on nothing but the text."""
    return int.from_bytes(sha256(text.encode()).digest()[:4]) % 100
