"""Turns: the next player, the use of a turn, and its end without a move at a time-out."""

from __future__ import annotations

from mostek.core.players import Seat
from mostek.core.result import Ending
from mostek.referee import endings
from mostek.referee import events as e
from mostek.referee.commands import StopReason, TidyTiles
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Arranged, Game, Inspecting, Laid, Over, Settling, Thinking
from mostek.rules.rulebook import Debt, NextClock, Ruling, Timeout

_LOCK_CLAUSES = {
    e.Lock.EXCHANGE_OR_PASS: Ruling.EXCHANGE_NOT_SHOWN,
    e.Lock.PLAY_OR_PASS: Ruling.EXCHANGE_BAG,
    e.Lock.LAYOUT: Ruling.BLANK_UNDECLARED,
}

_AFTER_FAILURE = (e.Lock.EXCHANGE_OR_PASS, e.Lock.PLAY_OR_PASS)


def open_first_turn(course: Course, starter: Seat) -> None:
    """The game has started: the starter's time runs and the set may not be touched any more (PFS-2.4c)."""
    course.happen(e.GameStarted())
    course.happen(e.TurnOpened(starter))
    course.run_clock(starter)


def next_turn(course: Course, after: Seat) -> None:
    """Open the next turn. Players whose time for the game is up are passed over, by a forced pass or in silence (S14)."""
    if _no_time_left(course):  # the last move was still to be recorded when the second time ran out (PFS-5.1.1c)
        endings.end(course, Ending.TIME, course.ruling(Ruling.ALL_TIMES_UP))
        return
    active = course.game.active
    if len(active) == 1:
        endings.end(course, Ending.RESIGNED, course.ruling(Ruling.RESIGNED))
        return
    seat = course.game.players.next(after)
    while course.game.flagged[seat] or seat not in active:
        if seat in active and course.book.clock.timeout.value is Timeout.FORCED_PASS:
            course.happen(e.TurnPassed(seat, e.Cause.TIME, course.ruling(Ruling.TIME)))
            if endings.ended_by_passes(course):
                return
        seat = course.game.players.next(seat)
    return_exchanged(course, seat)
    course.happen(e.TurnOpened(seat))
    waits = course.book.clock.next.value is NextClock.AFTER_REFILL and after in active and course.owed(after)
    if not waits:
        course.run_clock(seat)


def _no_time_left(course: Course) -> bool:
    return all(course.game.flagged[seat] for seat in course.game.active)


def flag(course: Course, seat: Seat) -> None:
    """A player's time for the game is up: an unfinished move is void (PFS-6.2.2), and the others play on.

    A player whose time ran while another was on turn keeps the right to challenge that move (PFS-6.2.3, S69).
    """
    course.happen(e.FlagFell(seat, course.now, course.ruling(Ruling.FLAG)))
    pass_if_flagged(course)
    _go_solo(course, seat)


def pass_if_flagged(course: Course) -> None:
    """If the player on turn has no time, pass the turn; with no time left for any player the game ends (PFS-5.1.1c)."""
    phase = course.game.phase
    if not isinstance(phase, Thinking) or not course.game.flagged[phase.seat]:
        return
    if _no_time_left(course):
        course.happen(e.TurnPassed(phase.seat, e.Cause.TIME, course.ruling(Ruling.TIME)))
        endings.end(course, Ending.TIME, course.ruling(Ruling.ALL_TIMES_UP))
    else:
        force_pass(course, phase.seat)


def _go_solo(course: Course, flagged: Seat) -> None:
    """The other plays on alone, and the count of passes restarts (S26)."""
    if course.game.flagged[flagged] and course.book.clock.timeout.value is Timeout.SOLO and not course.game.solo:
        course.happen(e.SoloBegan(course.game.players.next(flagged), course.book.clock.timeout.clause))


def force_pass(course: Course, seat: Seat, cause: e.Cause = e.Cause.TIME, clause: str | None = None) -> None:
    """The turn is passed because its time is up or the arbiter says so (PFS-3.4.4, S15)."""
    course.happen(e.TurnPassed(seat, cause, clause or course.ruling(Ruling.TIME)))
    _go_solo(course, seat)
    if not endings.ended_by_passes(course):
        next_turn(course, seat)


def close_turn(course: Course, seat: Seat) -> None:
    """A turn is over: end the game, or let the next player think. Solo play needs no clock press (PFS-6.2.1b)."""
    if endings.ended(course, seat):
        return
    by_hand = course.book.clock.next.value is NextClock.BY_HAND and course.game.clock is not None
    runs = course.game.clock is not None and course.game.clock.running is not None
    if not by_hand or course.game.solo or runs:
        next_turn(course, seat)


def turn_fault(course: Course, seat: Seat) -> Refused | None:
    """The refusal of a command that needs the turn."""
    game = course.game
    if isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(game.phase, Settling):
        return course.refuse(Reason.RACKS_DUE)
    if isinstance(game.phase, Inspecting):
        return course.refuse(Reason.TILES_BEING_INSPECTED)
    if game.flagged[seat]:
        return course.refuse(Reason.TIME_IS_UP)
    if game.on_turn is not seat:
        return _not_on_turn(course, seat)
    if not isinstance(game.phase, Thinking):
        return course.refuse(Reason.NOT_THINKING)
    if game.interruption is not None and game.interruption.reason in (StopReason.DUTY, StopReason.COUNTING):
        return course.refuse(Reason.CLOCK_STANDS)
    if _awaits_clock(game):
        lock = game.phase.lock
        return course.refuse(Reason.CLOCK_STANDS, course.ruling(_LOCK_CLAUSES[lock or e.Lock.EXCHANGE_OR_PASS]))
    due = course.owed(seat)
    if due and course.book.order.debt.value is Debt.MUST_DRAW:
        return course.refuse(Reason.TILES_OWED, count=due)
    return demanded_draw(course, seat)


def _awaits_clock(game: Game) -> bool:
    """Whether the opponent is to start the clock again after an exchange that failed: nobody moves on standing time.

    After a call or a surplus the game may go on at a standing clock, and saying so ends the move (PFS-4.9.3).
    """
    phase, clock = game.phase, game.clock
    failed = isinstance(phase, Thinking) and phase.plan is None and phase.lock in _AFTER_FAILURE
    return failed and clock is not None and clock.running is None and game.interruption is None


def _not_on_turn(course: Course, seat: Seat) -> Refused:
    """By the federation's order the opponent's move is dealt with before the own one (PFS-4.4.3, 4.6.2)."""
    phase = course.game.phase
    if course.book.order.procedures.value:
        if isinstance(phase, Laid) and seat not in phase.records:
            return course.refuse(Reason.MOVE_NOT_RECORDED)
        if isinstance(phase, Thinking) and phase.announced is not None:
            return course.refuse(Reason.CLOCK_RUNS)
    return course.refuse(Reason.NOT_ON_TURN, on_turn=course.game.on_turn)


def demanded_draw(course: Course, seat: Seat) -> Refused | None:
    """The refusal for a player who must draw first: on demand, or after an absence (PFS-4.10.5a, 6.4d)."""
    clause, due = course.game.must_draw.get(seat), course.owed(seat)
    return course.refuse(Reason.TILES_OWED, clause, count=due) if clause and due else None


def draw_on_return(course: Course, seat: Seat) -> Refused | None:
    """A player who is back draws before checking or recording (PFS-6.4d); a demand binds before the next move (4.10.5a)."""
    returned = course.game.must_draw.get(seat) == course.ruling(Ruling.DRAW_ON_RETURN)
    return demanded_draw(course, seat) if returned else None


def return_exchanged(course: Course, seat: Seat) -> None:
    """Put exchanged tiles into the bag although too few or too many were drawn, without any demand.

    That is at the latest when the player's next turn opens, where missing tiles are drawn on demand only (PFS-4.10.5a).
    """
    aside = course.game.set_aside[seat]
    if len(aside) and (course.book.order.debt.value is Debt.ON_DEMAND or not course.owed(seat)):
        course.happen(e.TilesReturned(seat, aside))


def exchanges_used_up(course: Course) -> bool:
    """Whether the player on turn has made as many exchanges as are allowed (PFS-4.3.1a)."""
    seat, maximum = course.game.on_turn, course.book.exchange.maximum.value
    return seat is not None and 0 < maximum <= course.game.exchanges[seat]


def lock_fault(course: Course, locks: tuple[e.Lock, ...]) -> Refused | None:
    """The refusal for a player on turn who is restricted to something else (PFS-4.3.3 to 4.3.5, 4.5.3).

    So is who has recorded a move and drawn for it: what was drawn must not help to make another one (PFS-4.4.4).
    """
    phase = course.game.phase
    if isinstance(phase, Thinking) and phase.early:
        return course.refuse(Reason.ALREADY_RECORDED, course.ruling(Ruling.EARLY_DRAW))
    held = next((lock for lock in locks if is_locked(course, lock)), None)
    if held is None:
        return None
    return course.refuse(Reason.LOCKED, _lock_clause(course, held), lock=held)


def _lock_clause(course: Course, lock: e.Lock) -> str:
    """The clause that confines the player: a dead bag has its own (PFS-4.10.5b), and so have untidy tiles (PFS-4.1.3).

    Who is held to a layout without blanks was slow to count (S82): the move had ended (PFS-4.4.1a).
    """
    kind = _LOCK_CLAUSES[lock]
    if lock is e.Lock.PLAY_OR_PASS and exchanges_used_up(course):
        kind = Ruling.EXCHANGE_NUMBER
    elif lock is e.Lock.PLAY_OR_PASS and course.game.bag_dead:
        kind = Ruling.DEAD_BAG
    if lock is e.Lock.LAYOUT and _is_tidying(course.game):
        return course.book.order.untidy_tiles.clause
    if lock is e.Lock.LAYOUT and not _has_blanks(course.game):
        return course.book.refusals[Reason.NOT_THINKING]
    return course.ruling(kind)


def _has_blanks(game: Game) -> bool:
    plan = game.phase.plan if isinstance(game.phase, Thinking) else None
    return isinstance(plan, Arranged) and any(tile.blank for tile in plan.placement.tiles.values())


def _is_tidying(game: Game) -> bool:
    """Whether the arbiter has had tiles straightened in this turn."""
    made = [made for made in game.rulings if isinstance(made.ruling.measure, TidyTiles)]
    return bool(made) and made[-1].turns == len(game.turns)


def is_locked(course: Course, lock: e.Lock) -> bool:
    """Whether the player on turn is confined in this way."""
    phase = course.game.phase
    return isinstance(phase, Thinking) and phase.lock is lock


def ends_at_once(course: Course) -> bool:
    """Whether telling a pass or an exchange ends the move: with no clock to stop for it, or by the table's steps."""
    clock = course.game.clock
    return course.game.steps.stop or clock is None or clock.running is None
