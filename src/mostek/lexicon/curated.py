"""Our own tables of words: short words with their meaning, and words removed from the dictionary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple


class ShortWord(NamedTuple):
    """A word of two or three letters in capitals, its base form, and its meaning in a few Polish words."""

    word: str
    lemma: str
    meaning: str
    source: str
    """Who says so, where the dictionary of `pl-wolny` alone does not: docs/decisions/0005 has the key. Mostly empty."""


@cache
def short_words() -> Mapping[str, ShortWord]:
    """Every word of two and three letters in `pl-wolny`, in capitals."""
    return MappingProxyType({row[0]: ShortWord(*row) for row in _rows("short_words.tsv")})


@cache
def removed_words() -> Mapping[str, str]:
    """The words removed from the dictionary of `pl-wolny`, in capitals, each with the reason in Polish."""
    rows = [*_rows("short_words_removed.tsv"), *_rows("long_words_removed.tsv")]
    return MappingProxyType({word: reason for word, reason in rows})


def _rows(name: str) -> Iterator[list[str]]:
    text = (Path(__file__).parent / "data" / name).read_text("utf-8")
    _, *lines = text.splitlines()
    for line in lines:
        yield line.split("\t")
