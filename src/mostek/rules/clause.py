"""A clause of a rulebook: its id in the register, one line of our own wording, and what mostek does about it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Status(StrEnum):
    """How far mostek carries a clause out."""

    IMPLEMENTED = "implemented"
    GUIDANCE = "guidance"
    """Conduct of people that no program can check: shown where it matters."""
    NOT_YET = "not_yet"


class Stage(StrEnum):
    """When a clause that people keep among themselves matters to them."""

    BEFORE_EVENT = "before_event"
    """The event is announced and entered for."""
    BEFORE_GAME = "before_game"
    """The table is set up: the set, the clock, the sheets, the places."""
    DRAWING = "drawing"
    """Tiles are taken out of the bag: for the start, for the racks, after a move."""
    THINKING = "thinking"
    """A player is on turn."""
    STOPPED = "stopped"
    """A move has ended and is not recorded yet."""
    CHALLENGED = "challenged"
    """A verdict is awaited."""
    HANDING_OVER = "handing_over"
    """The turn is written down; the clock is to be pressed."""
    AWAY = "away"
    """A player is late or has left the board."""
    ARBITER = "arbiter"
    """The arbiter is called, or a player should call."""
    AFTER_GAME = "after_game"
    """The game is over: the square, the slip, the next round."""
    AFTER_EVENT = "after_event"
    """The event is over: prizes, consequences."""


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the clause register. `when` tells the stages at which guidance is shown; other rows have none."""

    id: str
    category: str
    realisation: tuple[str, ...]
    status: Status
    pl: str
    en: str
    when: tuple[Stage, ...] = ()

    def wording(self, language: str) -> str:
        """The line in Polish (`pl`) or English (`en`)."""
        return self.pl if language == "pl" else self.en
