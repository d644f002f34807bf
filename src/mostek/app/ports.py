"""What the application needs from outside: a place where the facts of a game are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from mostek.core.errors import SentenceError
from mostek.referee.commands import Command, CreateGame
from mostek.referee.events import Event, GameCreated

if TYPE_CHECKING:
    from mostek.tournament.history import Step


class ConflictError(Exception):
    """Somebody else has written to the log meanwhile: it has `actual` entries where `expected` were expected."""

    def __init__(self, expected: int, actual: int) -> None:
        super().__init__(f"the log has {actual} entries, not {expected}")
        self.expected = expected
        self.actual = actual


class LogError(SentenceError, ValueError):
    """What is kept of a game cannot be read, or cannot be opened now."""


class SaveError(LogError):
    """The place where games are kept could not be written to; nothing of what was to be appended has been kept."""


@dataclass(frozen=True, slots=True)
class StoredCommand:
    """A command that a log keeps, with its place among the events."""

    command: Command | None
    """`None` for steps that were due by themselves when the game was read."""
    after: int
    """How many events the game had before."""
    events: int
    """How many events the command has led to."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """What a log holds of a game."""

    events: tuple[Event, ...]
    unfinished: StoredCommand | None = None
    """The last command, if some of its events are missing because the writing was cut off."""
    moment: int = 0
    """The latest time, in milliseconds, at which somebody was still at the table."""

    @property
    def setup(self) -> GameCreated | CreateGame:
        """How the game was set up, or was about to be. Raises `LogError` where nothing was kept."""
        match self.events[0] if self.events else self.unfinished and self.unfinished.command:
            case GameCreated() | CreateGame() as setup:
                return setup
            case _:
                raise LogError("No part of the game was saved.")


class EventLog(Protocol):
    """The facts of one game, in order. One writer at a time."""

    @property
    def head(self) -> str | None:
        """The hash that stands for everything that is kept (`store.hash_chain`); `None` for a log that began without a chain."""
        ...

    def read(self) -> StoredGame:
        """Everything that is kept."""
        ...

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """Keep the events that a command has led to, all or none, after the `expected` ones that are there.

        When this returns, they outlive the process. Raises `ConflictError`, `SaveError`.
        """
        ...

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """Keep the missing events of the unfinished command. Raises as `append` does."""
        ...

    def note_moment(self, at: int) -> None:
        """Keep the time up to which somebody was at the table, so that a clock does not go back. Never raises."""
        ...


class TournamentLog(Protocol):
    """The steps of one tournament, in order. One writer at a time."""

    @property
    def name(self) -> str:
        """What the log is called where it is kept."""
        ...

    def read(self) -> tuple[Step, ...]:
        """Everything that is kept."""
        ...

    def append(self, expected: int, step: Step) -> None:
        """Keep a step, all of it or nothing, after the `expected` ones that are there.

        When this returns, it outlives the process and a power cut. Raises `ConflictError`, `SaveError`.
        """
        ...
