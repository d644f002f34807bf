"""The parts of an analysis that travel: the deals that may be asked for, the moves that were found, and the files of a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from msgspec import Struct

Deals: TypeAlias = Literal[0, 32, 64, 128, 256, 512, 1024]
"""The deals of a simulation; 0 for static equity alone."""
MOST_COUNT = 50
"""The most candidates of an answer."""
MOST_SIMULATED = 10
"""The most candidates that are simulated."""


class AnalysedMove(Struct, frozen=True, omit_defaults=True):
    """A play (with its first square, direction and tiles, `null` where a tile lies), an exchange (its faces), or a pass.

    With deals come what a simulation says of it: share of games won and growth of the lead, with standard errors.
    """

    kind: Literal["play", "exchange", "pass"]
    equity: int
    score: int = 0
    square: str = ""
    direction: Literal["across", "down"] = "across"
    tiles: tuple[str | None, ...] = ()
    deals: int = 0
    share: float = 0.0
    share_error: float = 0.0
    spread: float = 0.0
    spread_error: float = 0.0


@dataclass(frozen=True, slots=True)
class AnalysisFile:
    """A file with which a page analyses by itself; its address has the hash of its content."""

    data: bytes
    packed: bytes
    """The same by gzip."""
    tag: str
