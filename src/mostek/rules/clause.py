"""A clause of a rulebook: its id in the register, one line of our own wording, and what mostek does about it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import force_setattr

from mostek.core.registry import Text


class ClauseStatus(StrEnum):
    """The extent to which mostek carries out a clause."""

    IMPLEMENTED = "implemented"
    JSON_ONLY = "json_only"
    """Carried out, but people meet it on no surface: only who writes JSON lines does. No file says so; see `reach`."""
    GUIDANCE = "guidance"
    """Conduct of people that no program can check: shown where it matters."""
    NOT_YET = "not_yet"


class Stage(StrEnum):
    """The stage of a game or event at which guidance matters."""

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
    """One row of the clause register."""

    id: str
    category: Text
    pl: Text
    en: Text
    realisation: tuple[str, ...] = ("engine",)
    """The parts of the program that the clause concerns."""
    when: tuple[Stage, ...] = ()
    """The stages at which guidance is shown; other rows have none."""
    ruled: bool = False
    """Whether the referee rules on a part of what is shown as guidance."""
    status: ClauseStatus = ClauseStatus.IMPLEMENTED
    """A row with stages is guidance, unless the referee rules on it too."""

    def __post_init__(self) -> None:
        if self.when and not self.ruled:
            force_setattr(self, "status", ClauseStatus.GUIDANCE)

    def wording(self, language: str) -> str:
        """The line in Polish (`pl`) or English (`en`)."""
        return self.pl if language == "pl" else self.en
