"""Conducting a game: time first, then the command, then every step that happens by itself at this table."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from mostek.core.clock import Millis
from mostek.core.tiles import Tiles
from mostek.referee import commands as c
from mostek.referee import draws, setup, timing
from mostek.referee.course import Course, Draw
from mostek.referee.decide import course_of
from mostek.referee.events import Event
from mostek.referee.refusals import Refused
from mostek.referee.state import (
    ChoosingStarter,
    Closing,
    Dealing,
    Game,
    HandingOver,
    Inspecting,
    Interruption,
    Laid,
    Thinking,
)
from mostek.rules.rulebook import FirstClock, Recording, Rulebook


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
        while _is_overdue(game, Millis(command.at)):
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


def _is_overdue(game: Game, now: Millis) -> bool:
    """Whether a time has run out by then: on a clock, or the time of players of whom none has come (S31)."""
    moment = timing.lateness_ends_at(game)
    return (game.clock is not None and game.clock.overdue(now) is not None) or (moment is not None and now >= moment)


def settle(game: Game, book: Rulebook, draw: Draw) -> Conducted:
    """Take the automatic steps that are due: after a game is read from a log that ends with a whole command."""
    events: list[Event] = []
    return Conducted(_settle(game, book, draw, events), tuple(events))


def _settle(game: Game, book: Rulebook, draw: Draw, events: list[Event], at: int | None = None) -> Game:
    """Take every automatic step until a person is asked, at the given time or at that of the last event."""
    while (step := automatic(game, book)) is not None:
        game = _follow(game, replace(step, at=at), book, draw, events)
    return game


def _follow(game: Game, command: c.Command, book: Rulebook, draw: Draw, events: list[Event]) -> Game:
    course = course_of(game, command, book, draw)
    if isinstance(course, Refused):
        raise AssertionError(f"a step that was due has been refused: {command} {course}")
    events.extend(course.events)
    return course.game


def automatic(game: Game, book: Rulebook) -> c.Command | None:
    """The step that is due and happens by itself at this table, if there is one; none while the arbiter is awaited."""
    if game.interruption is not None and game.interruption.awaiting:
        return None
    return _automatic_draw(game, book) or _automatic_talk(game, book) or _automatic_clock(game, book)


def _automatic_draw(game: Game, book: Rulebook) -> c.Command | None:
    if not game.steps.draw or game.venue is c.Venue.TABLE:
        return None
    if isinstance(game.phase, ChoosingStarter):
        waiting = [seat for seat in game.phase.contenders if seat not in game.phase.drawn]
        allowed = setup.missing(Course(game, book, _no_draw, game.now)) is None
        return c.DrawStartTile(seat=waiting[0]) if allowed else None
    course = Course(game, book, _no_draw, game.now)
    order = game.players.clockwise_from(game.starter) if game.starter else game.seats
    for seat in order:
        owed = course.owed(seat)
        if owed and draws.draw_fault(course, seat, owed) is None:
            return c.DrawTiles(seat=seat)
    return None


def _automatic_talk(game: Game, book: Rulebook) -> c.Command | None:
    both = book.move.recording.value is Recording.BOTH
    match game.phase:
        case Laid(seat=seat, announced=None, points=points) if game.steps.announce:
            return c.AnnounceValue(seat=seat, points=points)
        case Laid(seat=seat, records=records) if both and game.steps.record_own and seat not in records:
            return c.RecordMove(seat=seat)
        case Closing(recorded=recorded) if game.steps.record_closed:
            ready = [seat for seat in game.seats if not {seat} & {*recorded, *game.must_draw, *game.away}]
            return c.RecordMove(seat=ready[0]) if ready else None
        case _:
            return None


def _automatic_clock(game: Game, book: Rulebook) -> c.Command | None:
    if not game.steps.clock or (game.clock is not None and game.clock.running is not None):
        return None
    if game.interruption is not None and game.interruption.running is not None:
        return _automatic_resuming(game, game.interruption)
    match game.phase:
        case Dealing(starter=starter) if book.clock.first.value is FirstClock.BY_OPPONENT and len(game.racks[starter]):
            return c.StartClock(seat=game.players.next(starter))
        case HandingOver(seat=seat):
            return c.StartClock(seat=seat)
        case Thinking(seat=seat, lock=lock) if lock is not None and game.clock is not None:
            return c.StartClock(seat=game.players.next(seat))
        case _:
            return None


def _automatic_resuming(game: Game, waiting: Interruption) -> c.Command | None:
    """Play goes on by itself once the arbiter has ruled and surplus tiles are back."""
    by_itself = waiting.reason in (c.StopReason.ARBITER, c.StopReason.SURPLUS)
    return c.StartClock(seat=waiting.seat) if by_itself and not isinstance(game.phase, Inspecting) else None


def _no_draw(bag: Tiles, count: int) -> Tiles:
    raise AssertionError("asking whether a draw is due draws nothing")
