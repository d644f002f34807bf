"""The only judge: what follows from a command, or why the rules refuse it."""

from __future__ import annotations

from typing import assert_never

from mostek.clock import Millis
from mostek.referee import challenges, draws, exchanges, records, setup, timing, turns
from mostek.referee import commands as c
from mostek.referee.course import Course, Draw, refuse
from mostek.referee.events import Event
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.rules.rulebook import Rulebook


def decide(game: Game | None, command: c.Command, book: Rulebook, draw: Draw) -> tuple[Event, ...] | Refused:
    """The events that a command leads to, or the refusal with its clause; the game itself is not changed.

    `book` is the rulebook of the game with the changes of its event; `draw` is the chance for tiles that nobody states.
    """
    if isinstance(command, c.CreateGame):
        if game is not None:
            return refuse(book, Reason.GAME_ALREADY_CREATED)
        course = setup.create_game(command, book, draw)
        return course if isinstance(course, Refused) else tuple(course.events)
    if game is None:
        return refuse(book, Reason.GAME_NOT_CREATED)
    now = game.now if command.at is None else Millis(command.at)
    course = Course(game, book, draw, now)
    refused = _order_fault(course, command) or _carry_out(course, command)
    return refused or tuple(course.events)


def _order_fault(course: Course, command: c.Command) -> Refused | None:
    """A command must come from somebody at the table, and not from the past."""
    seat = getattr(command, "seat", None)
    if seat is not None and seat > len(course.game.seats):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=seat)
    if course.now < course.game.now:
        return course.refuse(Reason.TIME_RUNS_BACKWARDS, at=course.now, latest=course.game.now)
    clock = course.game.clock
    if clock is not None and clock.overdue(course.now) and not isinstance(command, c.CheckTime):
        return course.refuse(Reason.TIME_EXCEEDED, seat=clock.running)
    return None


def _carry_out(course: Course, command: c.Command) -> Refused | None:
    match command:
        case c.DrawStartTile():
            return draws.draw_start_tile(course, command)
        case c.DrawTiles():
            return draws.draw_tiles(course, command)
        case c.StartClock():
            return timing.start_clock(course, command)
        case c.LayTiles():
            return turns.lay_tiles(course, command)
        case c.ExchangeTiles():
            return exchanges.exchange_tiles(course, command)
        case c.PassTurn():
            return turns.pass_turn(course, command)
        case c.AnnounceValue():
            return turns.announce_value(course, command)
        case c.RecordMove():
            return records.record_move(course, command)
        case c.ChallengeWords():
            return challenges.challenge_words(course, command)
        case c.ClaimPlacement():
            return challenges.claim_placement(course, command)
        case c.JudgeWords():
            return challenges.judge_words(course, command)
        case c.OverrideVerdict():
            return challenges.override_verdict(course, command)
        case c.CheckTime():
            return timing.check_time(course, command)
        case c.CreateGame():
            return course.refuse(Reason.GAME_ALREADY_CREATED)
        case _:
            assert_never(command)
