"""The only judge: what follows from a command, or why the rules refuse it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mostek.core.clock import Millis
from mostek.referee import (
    arbiter,
    blanks,
    challenges,
    checks,
    clocks,
    corrections,
    counting,
    draws,
    exchanges,
    presence,
    records,
    seeds,
    setup,
    slips,
    surplus,
    telling,
    timing,
    turns,
)
from mostek.referee import commands as c
from mostek.referee.authority import authority_fault
from mostek.referee.course import Course, Draw, refuse
from mostek.referee.events import Event
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.rules.rulebook import Rulebook


def decide(game: Game | None, command: c.Command, book: Rulebook, draw: Draw) -> tuple[Event, ...] | Refused:
    """The events that a command leads to, or the refusal with its clause; the game itself is not changed.

    `book` is the rulebook of the game with the changes of its event; `draw` is the chance for tiles that nobody states.
    """
    decided = course_of(game, command, book, draw)
    return decided if isinstance(decided, Refused) else tuple(decided.events)


def course_of(game: Game | None, command: c.Command, book: Rulebook, draw: Draw) -> Course | Refused:
    """The same with the game that the events lead to, which has been folded on the way."""
    if isinstance(command, c.CreateGame):
        if game is not None:
            return refuse(book, Reason.GAME_ALREADY_CREATED)
        return setup.create_game(command, book, draw)
    if game is None:
        return refuse(book, Reason.GAME_NOT_CREATED)
    now = game.now if command.at is None else Millis(command.at)
    course = Course(game, book, draw, now)
    return _order_fault(course, command) or _ROOMS[type(command)](course, command) or course


def _order_fault(course: Course, command: c.Command) -> Refused | None:
    """A command must come from somebody who may ask for it, at the table, and not from the past."""
    seat = getattr(command, "seat", None)
    if seat is not None and seat > len(course.game.players):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=seat)
    if course.now < course.game.now:
        return course.refuse(Reason.TIME_RUNS_BACKWARDS, at=course.now, latest=course.game.now)
    clock = course.game.clock
    if clock is not None and clock.overdue(course.now) and not isinstance(command, timing.OF_THE_SERVER):
        return course.refuse(Reason.TIME_EXCEEDED, seat=clock.running)
    return authority_fault(course, command) or presence.away_fault(course, command)


_ROOMS: dict[type[Any], Callable[[Course, Any], Refused | None]] = {
    c.DrawStartTile: draws.draw_start_tile,
    c.DrawTiles: draws.draw_tiles,
    c.StartClock: clocks.start_clock,
    c.StopClock: clocks.stop_clock,
    c.CheckTime: timing.check_time,
    c.CreditTime: timing.credit_time,
    c.LayTiles: turns.lay_tiles,
    c.PassTurn: turns.pass_turn,
    c.AnnounceValue: turns.announce_value,
    c.AnnounceExchange: exchanges.announce_exchange,
    c.ExchangeTiles: exchanges.exchange_tiles,
    c.DeclareBlanks: blanks.declare_blanks,
    c.WriteBlanks: blanks.write_blanks,
    c.DisputeBlank: blanks.dispute_blank,
    c.RecordMove: records.record_move,
    c.ChallengeWords: challenges.challenge_words,
    c.ClaimPlacement: challenges.claim_placement,
    c.TypeWords: challenges.type_words,
    c.ConfirmSlip: challenges.confirm_slip,
    c.RunCheck: challenges.run_check,
    c.JudgeWords: challenges.judge_words,
    c.OverrideVerdict: challenges.override_verdict,
    c.Confirm: checks.confirm,
    c.StateSet: checks.state_set,
    c.LaySquare: checks.lay_square,
    c.DisputePlaces: checks.dispute_places,
    c.ChoosePlace: checks.choose_place,
    c.Arrive: presence.arrive,
    c.StartLateness: presence.start_lateness,
    c.LeaveBoard: presence.leave_board,
    c.ReturnToBoard: presence.return_to_board,
    c.StateRack: telling.state_rack,
    c.DemandDraw: surplus.demand_draw,
    c.ClaimSurplus: surplus.claim_surplus,
    c.InspectTiles: surplus.inspect_tiles,
    c.ReturnTiles: surplus.return_tiles,
    c.CountTiles: counting.count_tiles,
    c.StateCount: counting.state_count,
    c.ReportIrregularity: counting.report_irregularity,
    c.CallArbiter: arbiter.call_arbiter,
    c.Rule: arbiter.rule,
    c.ReverseRuling: arbiter.reverse_ruling,
    c.CorrectScore: corrections.correct_score,
    c.SignSlip: slips.sign_slip,
    c.HandInSlip: slips.hand_in_slip,
    c.CorrectSlip: slips.correct_slip,
    c.RevealSeed: seeds.reveal_seed,
}
"""Where each kind of command is judged; a test compares it with `Command`."""
