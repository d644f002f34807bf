"""The names of the levels of the core list, and how it is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LEVELS: Final[Mapping[int, str]] = {
    1: "The words of two letters",
    2: "The most useful words of three letters",
    3: "Short words with expensive letters",
    4: "The likeliest words of seven letters",
}

CHOSEN: Final = (
    "Chosen by counting from the words on which three dictionaries agree, without vulgar ones: all words of two letters; those "
    "of three letters that are most often drawn and have most hooks; short words with a tile of five points or more; the "
    "likeliest words of seven letters."
)
