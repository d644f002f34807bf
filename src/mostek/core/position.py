"""A position between two turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mostek.core.board import Board
from mostek.core.tiles import Tiles


@dataclass(frozen=True, slots=True)
class Position:
    """A position between two turns. Racks and scores stand in the order of play, the player on turn first.

    A partial position knows only the first of its fields: racks and scores may be missing. CGP is its text form, see
    `mostek.notation.formats.cgp`.
    """

    board: Board
    racks: tuple[tuple[str, ...], ...] = ()
    """Faces in the order in which they are written; possibly fewer than the player holds."""
    scores: tuple[int, ...] = ()
    zero_turns: int | None = None
    """Turns without points in a row, up to now."""
    tail: str = ""
    """The operations as CGP writes them: some programs put a dash before a name or leave out the last semicolon."""

    @property
    def operations(self) -> Mapping[str, str]:
        """The operations by name, without dashes: `lex`, `ld`, `bdn` …"""
        pairs = (part.strip().partition(" ") for part in self.tail.split(";"))
        return {name.lstrip("-"): value.strip() for name, _, value in pairs if name}

    def rack(self, place: int) -> Tiles:
        """The rack of the player who comes `place` turns after the one on turn."""
        return Tiles(self.racks[place])
