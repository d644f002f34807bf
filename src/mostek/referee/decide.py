"""The only judge: what follows from a command, or why the rules refuse it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mostek.core.clock import Millis
from mostek.core.players import Role
from mostek.referee import (
    arbiter,
    blanks,
    challenges,
    clocks,
    draws,
    endings,
    exchanges,
    placements,
    presence,
    records,
    setup,
    surplus,
    timing,
)
from mostek.referee import commands as c
from mostek.referee.course import Course, Draw, refuse
from mostek.referee.events import Event
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.rules.rulebook import Authority, Rulebook, Ruling

_RULES = frozenset({Role.ARBITER, Role.JURY, Role.TEACHER})
_PLAYER = frozenset({Role.PLAYER})
_ARBITER = frozenset({Role.ARBITER})
_JUDGES = frozenset({Role.ARBITER, Role.LEXICON, Role.ASSISTANT})

_PERMITTED: dict[type[c.Command], frozenset[Role]] = {
    c.JudgeWords: _JUDGES,
    c.OverrideVerdict: _ARBITER,
    c.Rule: _ARBITER,
    c.ReverseRuling: _ARBITER,
    c.StartLateness: _ARBITER,
    c.Confirm: _PLAYER | _ARBITER,
    c.StateRack: frozenset({Role.PLAYER, Role.ARBITER, Role.RECORDER}),
    c.StartClock: _PLAYER | _ARBITER,
    c.HandInSlip: _PLAYER | _ARBITER,
    c.CorrectSlip: _PLAYER | _ARBITER,
    c.ReportIrregularity: frozenset({Role.SPECTATOR}),
    c.CreditTime: frozenset({Role.HOST}),
}
"""Everything else is a player's own deed, or the server's."""

_UNDISTURBED = (
    c.Rule,
    c.ReverseRuling,
    c.OverrideVerdict,
    c.Confirm,
    c.StateRack,
    c.StateCount,
    c.Arrive,
    c.ReturnToBoard,
    c.CheckTime,
    c.CreditTime,
    c.ReportIrregularity,
)
"""What may happen while the arbiter is awaited."""


def authority_fault(course: Course, command: c.Command) -> Refused | None:
    """Why this person may not give that command, if so (PFS-6.1b, 6.6.9); or why all wait for a ruling."""
    if (refused := _person_fault(course, command)) is not None:
        return refused
    waiting = course.game.interruption
    if waiting is not None and waiting.awaiting and not isinstance(command, _UNDISTURBED):
        return course.refuse(Reason.ARBITER_AWAITED)
    return None


def _person_fault(course: Course, command: c.Command) -> Refused | None:
    """The authority that the rulebook names does what an arbiter does: a teacher, a jury (CHAL-9c, OPEN-word-3).

    Where it names none, no person rules; on words the players then consult anyone they like (GEN-9b).
    """
    role, authority = command.by, course.book.order.authority
    rules = role in _RULES
    if not may_ask(role, type(command)):
        clause = course.ruling(Ruling.THIRD_PERSON) if role is Role.SPECTATOR else None
        return course.refuse(Reason.NOT_PERMITTED, clause, role=role)
    if not rules or role.value == authority.value:
        return None
    if authority.value is not Authority.NOBODY:
        return course.refuse(Reason.NOT_PERMITTED, authority.clause, role=role)
    about_words = isinstance(command, c.JudgeWords | c.OverrideVerdict)
    return None if about_words else course.refuse(Reason.NO_ARBITER, authority.clause)


def may_ask(role: Role, kind: type[c.Command]) -> bool:
    """Whether a person in this role may ever give that command; a jury or a teacher for what an arbiter may."""
    return (Role.ARBITER if role in _RULES else role) in roles(kind)


def roles(kind: type[c.Command]) -> frozenset[Role]:
    """As what a command of this kind may be given; the arbiter stands for any authority."""
    return _PERMITTED.get(kind, _PLAYER)


def decide(game: Game | None, command: c.Command, book: Rulebook, draw: Draw) -> tuple[Event, ...] | Refused:
    """The events that a command leads to, or the refusal with its clause; the game itself is not changed.

    `book` is the rulebook of the game with the changes of its event; `draw` supplies chance for unstated tiles.
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
    """A command must come from a person who may give it, at the table, and not from the past."""
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
    c.CheckTime: clocks.check_time,
    c.CreditTime: clocks.credit_time,
    c.LayTiles: placements.lay_tiles,
    c.PassTurn: exchanges.pass_turn,
    c.AnnounceValue: placements.announce_value,
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
    c.Confirm: setup.confirm,
    c.StateSet: setup.state_set,
    c.LaySquare: setup.lay_square,
    c.DisputePlaces: setup.dispute_places,
    c.ChoosePlace: setup.choose_place,
    c.Arrive: presence.arrive,
    c.StartLateness: presence.start_lateness,
    c.LeaveBoard: presence.leave_board,
    c.ReturnToBoard: presence.return_to_board,
    c.StateRack: records.state_rack,
    c.DemandDraw: surplus.demand_draw,
    c.ClaimSurplus: surplus.claim_surplus,
    c.InspectTiles: surplus.inspect_tiles,
    c.ReturnTiles: surplus.return_tiles,
    c.CountTiles: surplus.count_tiles,
    c.StateCount: surplus.state_count,
    c.ReportIrregularity: surplus.report_irregularity,
    c.CallArbiter: arbiter.call_arbiter,
    c.Rule: arbiter.rule,
    c.ReverseRuling: arbiter.reverse_ruling,
    c.CorrectScore: records.correct_score,
    c.SignSlip: endings.sign_slip,
    c.HandInSlip: endings.hand_in_slip,
    c.CorrectSlip: endings.correct_slip,
    c.RevealSeed: endings.reveal_seed,
}
"""Where each kind of command is judged; a test compares it with `Command`."""
