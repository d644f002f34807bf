"""Clocks run and stop, and the one answer to the question whether a time is up."""

from __future__ import annotations

from mostek.core.clock import Millis
from mostek.core.players import Seat
from mostek.referee.commands import CheckTime, CreditTime, StopReason
from mostek.referee.course import Course
from mostek.referee.events import ClockStarted, ClockStopped, PlayInterrupted
from mostek.referee.state import Game, Waiting
from mostek.rules.rulebook import ClockMode

OF_THE_SERVER = (CheckTime, CreditTime)
"""Commands about time itself: they are judged before a flag falls, and later events take their date from them."""


def interrupt(course: Course, seat: Seat, reason: StopReason, clause: str, why: str = "") -> None:
    """Play stands still until `seat` starts the clock again, which is stopped if it runs."""
    game = course.game
    running = game.clock.running if game.clock else None
    if running is None and game.interruption is not None:
        running = game.interruption.running  # whose time is still to run on after an earlier one
    stop(course)
    course.happen(PlayInterrupted(seat, reason, running, clause, why))


def run(course: Course, seat: Seat) -> None:
    """Start a player's time, if the game has a clock; a clock per turn is reset."""
    game = course.game
    if game.clock is not None and game.clock.running is not seat:
        per_turn = course.book.clock.mode.value is ClockMode.PER_TURN
        left = game.turn_millis if per_turn and game.turn_millis is not None else game.clock.left[seat]
        course.happen(ClockStarted(seat, course.now, left))


def stop(course: Course) -> None:
    """Stop the time that runs, if any."""
    clock = course.game.clock
    if clock is not None and clock.running is not None:
        course.happen(ClockStopped(clock.running, course.now, clock.left_at(clock.running, course.now)))


def lateness_ends_at(game: Game) -> Millis | None:
    """When the time is up that the arbiter's clock measures for all; `None` while it measures nothing (PFS-6.3.3)."""
    if not isinstance(game.phase, Waiting) or game.phase.since is None or game.clock is None:
        return None
    return Millis(game.phase.since + min(game.clock.left))


def is_overdue(game: Game, now: int) -> bool:
    """Whether a time is up at `now` in milliseconds: on the clock that runs, or the time of players who are all late (S31)."""
    late = lateness_ends_at(game)
    return (game.clock is not None and game.clock.overdue(Millis(now)) is not None) or (
        late is not None and now >= late
    )
