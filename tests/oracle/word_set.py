"""A small lexicon held in memory, made without the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from mostek.core.tiles import Alphabet, tile_set
from mostek.lexicon import LexiconPin


@dataclass(frozen=True)
class WordSet:
    """The words, and what a game writes down about them."""

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
