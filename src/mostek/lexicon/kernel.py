"""The lexicon's one door to the compiled kernel."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from mostek import _kernel
from mostek._kernel import SearchGraph, WordGraph, WordMap, Words

__all__ = [
    "Rejected",
    "Rejection",
    "SearchGraph",
    "WordGraph",
    "WordMap",
    "Words",
    "hash_of",
    "open_map",
    "open_search",
    "open_words",
    "read",
]


class Rejection(IntEnum):
    """Why a line of a list is no word of the game (GEN-7b)."""

    SHORT = _kernel.REJECTED_SHORT
    LONG = _kernel.REJECTED_LONG
    CAPITAL = _kernel.REJECTED_CAPITAL
    LETTER = _kernel.REJECTED_LETTER
    MARK = _kernel.REJECTED_MARK
    ENCODING = _kernel.REJECTED_ENCODING


class Rejected(NamedTuple):
    """A line that was left out: its number from 1, and why."""

    line: int
    reason: Rejection


def read(text: bytes, letters: Sequence[str], *, capitals: bool) -> tuple[Words, tuple[Rejected, ...]]:
    """The words of a UTF-8 text, one a line, and the lines that are none.

    With `capitals` a list in capitals is read; without, a line with a capital is a proper noun and left out.
    """
    words = Words.read(text, letters, capitals=capitals)
    return words, tuple(Rejected(line, Rejection(reason)) for line, reason in words.rejected)


def hash_of(words: Words) -> str:
    """The hash that pins a list: SHA-256 of its canonical text."""
    return sha256(words.text()).hexdigest()


def open_words(path: Path, offset: int, length: int, letters: Sequence[str]) -> WordGraph:
    """The word graph that lies in a file that `marks.checked` has passed, memory-mapped. Raises `ValueError`, `OSError`."""
    return WordGraph.open(str(path), offset, length, letters)


def open_search(path: Path, offset: int, length: int, letters: Sequence[str]) -> SearchGraph:
    """The search graph that lies in a file that `marks.checked` has passed, memory-mapped. Raises `ValueError`, `OSError`."""
    return SearchGraph.open(str(path), offset, length, letters)


def open_map(path: Path, offset: int, length: int, letters: Sequence[str]) -> WordMap:
    """The word map that lies in a file, memory-mapped. Raises `ValueError`, `OSError`."""
    return WordMap.open(str(path), offset, length, letters)
