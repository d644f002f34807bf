"""Agreements of the players: resigning, ending, a break, a call that is withdrawn, a claim against an absent player.

The documents are silent here; the house rules of mostek fill the gap. Under the federation's rules its own endings hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from mostek.core.clock import Millis
from mostek.core.players import RULING_ROLES, BySeat, Role, Seat
from mostek.core.result import Ending
from mostek.referee import endings, records, setup, turns
from mostek.referee.commands import (
    Abort,
    Check,
    ClaimAbsence,
    Confirm,
    EndIdleGame,
    NoteArbiter,
    NotePresence,
    Resign,
    StopReason,
    WithdrawCall,
)
from mostek.referee.course import Course
from mostek.referee.events import (
    ArbiterChanged,
    Confirmed,
    PlayerResigned,
    PlayResumed,
    PresenceChanged,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import (
    ARBITER,
    HOST,
    PLAYER,
    CommandRule,
    can_agree_to_end,
    can_leave,
    has_not_begun,
    plain,
    waits,
)
from mostek.referee.state import (
    Challenged,
    Closing,
    Game,
    HandingOver,
    Inspecting,
    Laid,
    Over,
    Settling,
    Thinking,
)
from mostek.rules.rulebook import CheckMode, Rulebook, Ruled, Ruling


@CommandRule(Resign, undisturbed=True, when=can_agree_to_end, probes=plain(Resign))
def resign(course: Course, command: Resign) -> Refused | None:
    """Give the game up. With two players that ends it; of three or four the others play on."""
    if refused := _agreement_fault(course):
        return refused
    if not course.game.started:
        return course.refuse(Reason.START_NOT_DRAWN)
    if len(course.game.active) == 2:
        _lose(course, command.seat, Ending.RESIGNED, course.ruling(Ruling.RESIGNED))
        return None
    if isinstance(course.game.phase, Challenged | Inspecting):
        return course.refuse(Reason.TURN_OPEN, course.ruling(Ruling.RESIGNED))
    _drop_out(course, command.seat, course.ruling(Ruling.RESIGNED))
    return None


@CommandRule(
    Abort,
    undisturbed=True,
    when=lambda game, seat, book: len(game.turns) <= len(game.seats) and book.end.by_agreement.value,
    reads=("early_game",),
    probes=plain(Abort),
)
def abort(course: Course, command: Abort) -> Refused | None:
    """Break off a game in which no player has had a second turn."""
    if refused := _agreement_fault(course):
        return refused
    clause = course.ruling(Ruling.ABORTED)
    if len(course.game.turns) > len(course.game.seats):
        return course.refuse(Reason.TOO_LATE_TO_ABORT, clause)
    _break_off(course, Ending.ABORTED, clause)
    return None


@CommandRule(
    ClaimAbsence,
    undisturbed=True,
    when=lambda game, seat, book: bool(game.gone) or waits(game, seat, book),
    reads=("clock", "arbiter"),
    probes=lambda game, seat: [(str(int(of)), ClaimAbsence(seat=seat, of=of)) for of in game.opponents_of(seat)],
)
def claim_absence(course: Course, command: ClaimAbsence) -> Refused | None:
    """Claim the game from a player who has been gone for the time that the rulebook in force waits.

    During a break, whoever is ready to go on may, once the others have let the longer time pass.
    """
    game, of = course.game, command.of
    if refused := _claim_fault(course):
        return refused
    if of > len(game.seats):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=of)
    since, wait = _absent_since(course, command.seat, of)
    if of is command.seat or since is None:
        return course.refuse(Reason.PRESENT, seat=of)
    clause = _wait_clause(course, wait)
    if course.now - since < wait.value:
        return course.refuse(Reason.ABSENCE_TOO_SHORT, clause, gone=course.now - since, limit=wait.value)
    if len(game.active) == 2 or not game.started or isinstance(game.phase, Challenged | Inspecting):
        _lose(course, of, Ending.ABSENT, clause)
    else:
        _drop_out(course, of, clause)
    return None


def _claim_fault(course: Course) -> Refused | None:
    """The refusal where the rulebook's own endings lead on: a clock that runs, or an arbiter who rules."""
    refused = _agreement_fault(course)
    if refused is None or isinstance(course.game.phase, Over):
        return refused
    clock = course.game.clock
    stands = clock is None or clock.running is None
    return None if stands and course.nobody_rules else refused


def _wait_clause(course: Course, wait: Ruled[int]) -> str:
    """The clause of a wait for a player who is gone."""
    own_endings = not course.book.end.by_agreement.value
    return course.ruling(Ruling.ALONE) if own_endings else wait.clause


def _absent_since(course: Course, seat: Seat, of: Seat) -> tuple[Millis | None, Ruled[int]]:
    """Since when a player has been missed, and how long to wait; during a break only by those who are ready to go on."""
    game, order = course.game, course.book.order
    waiting = game.interruption
    if waiting is None or waiting.reason is not StopReason.BREAK or not waiting.awaiting:
        return game.gone.get(of), order.gone_wait
    ready = {other for other, what in game.confirmed if what is Check.RESUME}
    return (waiting.since or Millis(0)) if seat in ready and of not in ready else None, order.break_wait


@CommandRule(WithdrawCall, undisturbed=True, when=waits, probes=plain(WithdrawCall))
def withdraw_call(course: Course, command: WithdrawCall) -> Refused | None:
    """The caller says that the arbiter need not come; others may go on without one only after a wait."""
    waiting = course.game.interruption
    if waiting is None or not waiting.awaiting or waiting.reason is not StopReason.ARBITER:
        return course.refuse(Reason.NOT_CALLED)
    limit = course.book.order.call_wait
    gone = course.now - (waiting.since or 0)
    if command.seat is not waiting.seat and gone < limit.value:
        return course.refuse(Reason.CALL_NOT_YOURS, limit.clause, gone=gone, limit=limit.value)
    course.happen(PlayResumed(course.ruling(Ruling.CALL_WITHDRAWN)))
    return None


def _is_checked(game: Game, seat: Seat, book: Rulebook) -> bool:
    return book.challenge.check.value is CheckMode.TOGETHER and isinstance(game.phase, Challenged)


def _lacks_sight(game: Game, seat: Seat, book: Rulebook) -> bool:
    return lacks_sight(game) and not isinstance(game.phase, Over)


@CommandRule(
    Confirm,
    roles=PLAYER | ARBITER,
    undisturbed=True,
    choices={
        Check.SET: has_not_begun,
        Check.CLOCK: has_not_begun,
        Check.EQUIPMENT: has_not_begun,
        Check.LEAVE: can_leave,
        Check.CHECK_TOGETHER: _is_checked,
        Check.SLIP: lambda game, seat, book: endings.awaits_consent(game, book),
        Check.END: can_agree_to_end,
        Check.ADJOURN: can_agree_to_end,
        Check.RESUME: waits,
        Check.GO_ON: waits,
        Check.SIGHT: _lacks_sight,
    },
    by_hand=frozenset({Check.SET, Check.CLOCK, Check.EQUIPMENT}),
    reads=("confirmed", "arbiter", "arbiter_sees", "asking", "racks", "clock", "last_move"),
    probes=lambda game, seat: [(what, Confirm(seat=seat, what=what)) for what in Check],
    in_place=lambda game, seat, role: [(what, Confirm(seat=seat, what=what, by=role)) for what in Check],
)
def confirm(course: Course, command: Confirm) -> Refused | None:
    """Confirm something, or consent to it; what all players must want is done with the last consent."""
    what = command.what
    if what not in _AGREEMENTS:
        return setup.confirm(course, command)
    if command.by is not Role.PLAYER:
        return course.refuse(Reason.NOT_PERMITTED, role=command.by)
    if refused := _consent_fault(course, command.seat, what):
        return refused
    course.happen(Confirmed(command.seat, what))
    if _all_agree(course.game, what):
        _AGREEMENTS[what](course)
    return None


def _all_agree(game: Game, what: Check) -> bool:
    """Whether everybody who plays on has consented to that."""
    return all((seat, what) in game.confirmed for seat in game.active)


def _consent_fault(course: Course, seat: Seat, what: Check) -> Refused | None:
    """The refusal of an agreement that is not possible now, or `None`."""
    game, waiting = course.game, course.game.interruption
    awaiting = waiting is not None and waiting.awaiting
    on_break = awaiting and waiting is not None and waiting.reason is StopReason.BREAK
    is_new = (seat, what) not in game.confirmed
    if what in (Check.RESUME, Check.GO_ON):
        is_open = is_new and awaiting and on_break is (what is Check.RESUME)
        return None if is_open else course.refuse(Reason.NOTHING_TO_CONFIRM, course.book.refusals[Reason.NOT_CALLED])
    if what is Check.SIGHT:
        return _sight_fault(course, is_new)
    if refused := _agreement_fault(course):
        return refused
    if not game.started or on_break or not is_new:
        return course.refuse(Reason.NOTHING_TO_CONFIRM, course.ruling(Ruling.AGREED))
    return None


def _sight_fault(course: Course, is_new: bool) -> Refused | None:
    """The refusal to consent to an official: all who are there act and see the racks, or the game is over."""
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    is_open = is_new and lacks_sight(game)
    return None if is_open else course.refuse(Reason.NOTHING_TO_CONFIRM, course.ruling(Ruling.SIGHT))


def lacks_sight(game: Game) -> bool:
    """Whether an official waits for the players' consent: one who came during the game, or who rules without sight."""
    return bool(game.asking) or (game.arbiter and not game.arbiter_sees)


def _end(course: Course) -> None:
    endings.end(course, Ending.AGREED, course.ruling(Ruling.AGREED))


def _adjourn(course: Course) -> None:
    seat = course.game.on_turn or course.game.active[0]
    course.interrupt(seat, StopReason.BREAK, course.ruling(Ruling.ADJOURNED))


def _resume(course: Course) -> None:
    course.happen(PlayResumed(course.ruling(Ruling.ADJOURNED)))


def _go_on(course: Course) -> None:
    course.happen(PlayResumed(course.ruling(Ruling.CALL_WITHDRAWN)))


def _show_racks(course: Course) -> None:
    game = course.game
    here = game.arbiter or not RULING_ROLES.isdisjoint(game.asking)
    roles = sorted((*game.beside, *game.asking), key=tuple(Role).index)
    course.happen(ArbiterChanged(here, sees_racks=True, roles=tuple(roles)))


_AGREEMENTS: dict[Check, Callable[[Course], None]] = {
    Check.END: _end,
    Check.ADJOURN: _adjourn,
    Check.RESUME: _resume,
    Check.GO_ON: _go_on,
    Check.SIGHT: _show_racks,
}


def waits_of(game: Game, book: Rulebook) -> Iterator[int]:
    """The moments, in milliseconds, at which a wait ends after which somebody may do more than before."""
    order = book.order
    yield from (since + order.gone_wait.value for since in game.gone.values())
    yield from (since + order.absence.value + 1 for since in game.away.values())
    waiting = game.interruption
    if waiting is not None and waiting.awaiting and waiting.since is not None:
        on_break = waiting.reason is StopReason.BREAK
        yield waiting.since + (order.break_wait if on_break else order.call_wait).value
    since = records.objections_since(book, game.phase) if isinstance(game.phase, Laid) else None
    if since is not None:
        yield since + book.move.record_wait.value


@CommandRule(NotePresence, roles=HOST, undisturbed=True)
def note_presence(course: Course, command: NotePresence) -> Refused | None:
    """Note that a player has gone or is back, if that is news."""
    if command.here is (command.seat in course.game.gone) and not isinstance(course.game.phase, Over):
        course.happen(PresenceChanged(command.seat, command.here, course.now))
    return None


@CommandRule(NoteArbiter, roles=HOST, undisturbed=True)
def note_arbiter(course: Course, command: NoteArbiter) -> Refused | None:
    """Note who rules, who are officials and who asks to be one, and whether those who rule see the racks, if that is news.

    It is news, too, if others are there now than those to whom a player has consented: that consent is void.
    """
    game, sees = course.game, command.sees_racks
    playing = _playing_officials(game, command)
    is_news = command.here is not game.arbiter or (command.here and sees is not game.arbiter_sees)
    is_news = is_news or (command.roles, command.asking) != (game.beside, game.asking)
    is_news = is_news or any(what is Check.SIGHT for _, what in game.confirmed)
    if (is_news or playing is not None) and not isinstance(game.phase, Over):
        course.happen(ArbiterChanged(command.here, sees, command.roles, command.asking, playing))
    return None


def _playing_officials(game: Game, command: NoteArbiter) -> tuple[Seat, ...] | None:
    """The players who are officials of the event from now on; `None` if they are the same as before."""
    if command.playing is None:
        return None
    playing = tuple(seat for seat in game.seats if seat in command.playing)
    return None if playing == game.officials else playing


@CommandRule(EndIdleGame, roles=HOST, undisturbed=True)
def end_idle_game(course: Course, command: EndIdleGame) -> Refused | None:
    """End a game without a clock in which nothing has happened for the time of the house rule; the server measures it."""
    if isinstance(course.game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if course.game.clock is not None and course.game.clock.running is not None:
        return course.refuse(Reason.CLOCK_RUNS)
    _break_off(course, Ending.IDLE, course.book.order.idle_wait.clause)
    return None


def _agreement_fault(course: Course) -> Refused | None:
    """The refusal where the game is over, or the rulebook has its own endings; or `None`."""
    if isinstance(course.game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    rule = course.book.end.by_agreement
    return None if rule.value else course.refuse(Reason.OWN_ENDINGS, rule.clause)


def _lose(course: Course, seat: Seat, ending: Ending, clause: str) -> None:
    """The game is over and that player has lost it; the scores stay as they are."""
    others = tuple(other for other in course.game.active if other is not seat)
    best = max(course.game.scores[other] for other in others)
    winners = tuple(other for other in others if course.game.scores[other] == best)
    lost = (*sorted(course.game.resigned), seat)
    endings.break_off(course, ending, clause, winners, _places(course.game, lost), lost)


def _break_off(course: Course, ending: Ending, clause: str) -> None:
    """The game is over without a winner."""
    endings.break_off(course, ending, clause, (), _places(course.game, ()))


def _places(game: Game, lost: Collection[Seat]) -> BySeat[int]:
    """The places by the scores; players who have lost stand behind all others."""
    keys = {seat: (seat not in lost, game.scores[seat]) for seat in game.seats}
    return BySeat(1 + sum(other > keys[seat] for other in keys.values()) for seat in game.seats)


def _drop_out(course: Course, seat: Seat, clause: str) -> None:
    """The others play on: a turn of that player goes to the next one, and nobody waits for a record or consent of theirs."""
    course.happen(PlayerResigned(seat, clause))
    match course.game.phase:
        case Thinking(seat=mover) | HandingOver(seat=mover) if mover is seat:
            course.stop_clock()
            turns.next_turn(course, seat)
        case Laid() as laid:
            records.accept_if_written(course, laid)
        case Closing() as closing:
            records.close_if_written(course, closing)
        case Settling() as due:
            endings.settle(course, due)
        case _:
            pass
    _consent_without(course)


def _consent_without(course: Course) -> None:
    """Do what all the others want: a player who has dropped out is not waited for."""
    for what, agreed in _AGREEMENTS.items():
        if isinstance(course.game.phase, Over):
            return
        if _all_agree(course.game, what):
            agreed(course)
