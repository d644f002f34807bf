"""The moves of a report of an analysis, as its analyst wrote them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReportedMove:
    """A move as its analyst wrote it, with what was found of it; "" for what was not."""

    written: str
    score: str
    equity: str = ""
    wins: str = ""


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of the line that was played on, and the comment to it."""

    player: str
    written: str
    score: str
    comment: str = ""
