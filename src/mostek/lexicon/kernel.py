"""The lexicon's one door to the compiled kernel."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from mostek import _kernel
from mostek._kernel import Alphagrams, Dawg, Gaddag, WordMap, Words

__all__ = [
    "Alphagrams",
    "Dawg",
    "Gaddag",
    "Rejected",
    "Rejection",
    "WordMap",
    "Words",
    "combinations_of",
    "hash_of",
    "read",
]


class Rejection(IntEnum):
    """The reason why a line of a word list was rejected (GEN-7b)."""

    SHORT = _kernel.REJECTED_SHORT
    LONG = _kernel.REJECTED_LONG
    CAPITAL = _kernel.REJECTED_CAPITAL
    LETTER = _kernel.REJECTED_LETTER
    MARK = _kernel.REJECTED_MARK
    ENCODING = _kernel.REJECTED_ENCODING


class Rejected(NamedTuple):
    """A rejected line: its number from 1, and the reason."""

    line: int
    reason: Rejection


def read(text: bytes, letters: Sequence[str], *, capitals: bool) -> tuple[Words, tuple[Rejected, ...]]:
    """Read the words of a UTF-8 text, one a line, and the rejected lines.

    Args:
        text: The list, in UTF-8.
        letters: The tiles of the alphabet, in upper case and in order.
        capitals: Whether capital letters are allowed; otherwise a line with one is a proper noun and rejected.

    Returns:
        The words, and the rejected lines with their reasons.

    Raises:
        ValueError: `letters` is not an alphabet.
    """
    words = Words.read(text, letters, capitals=capitals)
    return words, tuple(Rejected(line, Rejection(reason)) for line, reason in words.rejected)


def hash_of(words: Words) -> str:
    """The hash that pins a list: SHA-256 of its canonical text."""
    from hashlib import sha256  # OpenSSL takes a tenth of the start of a short command

    return sha256(words.text()).hexdigest()


def combinations_of(letters: Sequence[int], bag: bytes) -> int:
    """The number of ways to draw these letters, and no other tiles, from a bag.

    `bag` has the number of tiles of each letter code, the blanks first.
    """
    return _kernel.combinations(bytes(letters), bag)
