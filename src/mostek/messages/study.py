"""The names of the levels of the core list and of the kinds of cards, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LEVELS: Final[Mapping[int, str]] = {
    1: "The words of two letters",
    2: "The most useful words of three letters",
    3: "Short words with expensive letters",
    4: "The likeliest words of seven letters",
}
