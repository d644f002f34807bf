"""Conducting a game: time first, then the command, then every step that happens by itself at this table."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from mostek.referee import automation, timing
from mostek.referee import commands as c
from mostek.referee.course import Draw
from mostek.referee.decide import course_of
from mostek.referee.events import Event
from mostek.referee.refusals import Refused
from mostek.referee.state import (
    Game,
)
from mostek.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Conducted:
    """The game after a command, the events that led there, and the refusal if the command itself was refused.

    Events may stand beside a refusal: time that had run out before the command came is a fact.
    """

    game: Game | None
    events: tuple[Event, ...]
    refused: Refused | None = None


def conduct(game: Game | None, command: c.Command, book: Rulebook, draw: Draw) -> Conducted:
    """Carry out one command as a server does."""
    events: list[Event] = []
    if game is not None and command.at is not None and not isinstance(command, timing.OF_THE_SERVER):
        while timing.is_overdue(game, command.at):
            game = _follow(game, c.CheckTime(at=command.at), book, draw, events)
            game = _settle(game, book, draw, events)
    course = course_of(game, command, book, draw)
    if isinstance(course, Refused):
        return Conducted(game, tuple(events), course)
    events.extend(course.events)
    if isinstance(command, c.CreditTime):
        return Conducted(course.game, tuple(events))  # no step becomes due by it
    # Time that has run out is dated back to its moment, and so is what follows; all else happens when the command does.
    at = None if isinstance(command, timing.OF_THE_SERVER) else command.at
    return Conducted(_settle(course.game, book, draw, events, at), tuple(events))


def settle(game: Game, book: Rulebook, draw: Draw) -> Conducted:
    """Take the automatic steps that are due: after a game is read from a log that ends with a whole command."""
    events: list[Event] = []
    return Conducted(_settle(game, book, draw, events), tuple(events))


def _settle(game: Game, book: Rulebook, draw: Draw, events: list[Event], at: int | None = None) -> Game:
    """Take every routine step until a person must act, at the given time or at that of the last event."""
    while (step := automation.routine_step(game, book)) is not None:
        game = _follow(game, replace(step, at=at), book, draw, events)
    return game


def _follow(game: Game, command: c.Command, book: Rulebook, draw: Draw, events: list[Event]) -> Game:
    course = course_of(game, command, book, draw)
    if isinstance(course, Refused):
        raise AssertionError(f"a step that was due has been refused: {command} {course}")
    events.extend(course.events)
    return course.game
