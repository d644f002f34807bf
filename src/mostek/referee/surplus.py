"""Too many tiles and too few: surplus tiles go back, missing ones are demanded (PFS-4.10), and the bag is counted."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.players import Role, Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.referee import commands as c
from mostek.referee import draws, setup, turns
from mostek.referee import events as e
from mostek.referee import state as s
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import CommandRule, Probe, can_have_surplus, has_order, plain
from mostek.rules.rulebook import Debt, EarlyDraw, Rulebook, Ruling, SurplusClaim

MORE = 2
"""How many tiles are looked at beside as many as there are too many (PFS-4.10.1a)."""


def _is_short(game: s.Game, seat: Seat, book: Rulebook) -> bool:
    full = book.move.rack_size.value
    return book.order.debt.value is Debt.ON_DEMAND and any(len(rack) < full for rack in game.racks)


@CommandRule(c.DemandDraw, when=_is_short, reads=("racks", "bag"), probes=plain(c.DemandDraw))
def demand_draw(course: Course, command: c.DemandDraw) -> Refused | None:
    """Demand that the opponent draws before the next move (PFS-4.10.5a).

    In every other case of tiles that were not drawn the arbiter is called (PFS-4.10.5c).
    """
    game, debt = course.game, course.book.order.debt
    if debt.value is not Debt.ON_DEMAND:
        return course.refuse(Reason.NO_PROCEDURE, debt.clause)
    if isinstance(game.phase, s.Over | s.Settling):
        return course.refuse(Reason.GAME_OVER)
    if game.bag_dead:
        return course.refuse(Reason.BAG_DEAD)
    debtors = [seat for seat in game.opponents_of(command.seat) if course.owed(seat) and not _is_moving(game, seat)]
    if not game.started or not debtors:
        return course.refuse(Reason.DEMAND_NOT_DUE)
    for seat in debtors:
        course.happen(e.DrawDemanded(seat, course.ruling(Ruling.DRAW_DEMANDED)))
    return None


def _is_moving(game: s.Game, seat: Seat) -> bool:
    """Whether a player's own move is not over yet: no draw before the opponent's clock runs (PFS-3.2.1i)."""
    return isinstance(game.phase, s.Laid | s.Challenged | s.Closing | s.HandingOver) and game.on_turn is seat


def _claims(game: s.Game, seat: Seat) -> Iterator[Probe]:
    for of in game.seats:
        yield str(int(of)), c.ClaimSurplus(seat=seat, of=of)
        yield f"{int(of)} accident", c.ClaimSurplus(seat=seat, of=of, accident=True)


@CommandRule(
    c.ClaimSurplus,
    when=has_order,
    choices={str(int(seat)): can_have_surplus for seat in Seat},
    reads=("racks", "set_aside", "clock"),
    probes=_claims,
)
def claim_surplus(course: Course, command: c.ClaimSurplus) -> Refused | None:
    """Say that a player has too many tiles (PFS-4.10.1, 4.10.3) or drew before stopping the clock (PFS-4.4.4).

    It does not matter whether the player has seen the surplus tiles (PFS-4.10.2). After an accident there is no procedure:
    the arbiter is called (PFS-4.10.1b).
    """
    if refused := _claim_fault(course, command):
        return refused
    of = command.of
    if command.accident:
        course.interrupt(command.seat, c.StopReason.ARBITER, course.ruling(Ruling.ACCIDENT))
        return None
    if early := _early(course.game, of):
        return _claim_early(course, command, early)
    count = too_many(course, of)
    if refused := _age_fault(course, of, count):
        return refused
    if not count:
        return course.refuse(Reason.NO_SURPLUS, of=of)
    if _has_moved(course, of):
        _withdraw(course, command)
    else:
        _interrupt(course, of)
    course.happen(e.SurplusFound(of, count, course.game.players.next(of), course.ruling(Ruling.SURPLUS)))
    return None


def _claim_fault(course: Course, command: c.ClaimSurplus) -> Refused | None:
    """The refusal of a claim that cannot be made now."""
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    if command.of > len(course.game.seats):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=command.of)
    if command.accident and course.game.venue is c.Venue.ONLINE:
        return course.refuse(Reason.TILES_KNOWN, course.ruling(Ruling.ACCIDENT))
    match course.game.phase:
        case s.Dealing() | s.Thinking() | s.Laid() | s.Closing() | s.HandingOver():
            return None
        case s.Over() | s.Settling():
            return course.refuse(Reason.GAME_OVER)
        case s.Inspecting():
            return course.refuse(Reason.TILES_BEING_INSPECTED)
        case s.Challenged():
            return course.refuse(Reason.CHALLENGE_OPEN)
        case _:
            return course.refuse(Reason.START_NOT_DRAWN)


def _early(game: s.Game, seat: Seat) -> int:
    """The number of tiles drawn too early: before the clock was stopped (PFS-4.4.4), or before the opponent has dealt with the
    move (PFS-3.2.1i). A surplus that was there before the move comes first.
    """
    match game.phase:
        case s.Thinking(seat=mover, early=early) if mover is seat:
            return early
        case s.Laid(seat=mover, early=early, records=written) if mover is seat and seat not in game.surplus_since:
            return 0 if game.players.next(seat) in written else early
        case _:
            return 0


def _claim_early(course: Course, command: c.ClaimSurplus, count: int) -> Refused | None:
    """Tiles drawn too early, only on the opponent's demand (S73). A mover's time runs on until they are back (S23).

    They are treated as surplus ones, or, as the older wording has it (T6), the player puts them back.
    """
    of, has_ended = command.of, isinstance(course.game.phase, s.Laid)
    if command.seat is of:
        return course.refuse(Reason.NO_SURPLUS, course.ruling(Ruling.EARLY_DRAW), of=of)
    if has_ended or course.game.interruption is not None:
        _interrupt(course, of)
    as_surplus = course.book.order.early_draw.value is EarlyDraw.AS_SURPLUS
    chooser = course.game.players.next(of) if as_surplus else of
    clause = course.book.order.hasty_draw.clause if has_ended else course.ruling(Ruling.EARLY_DRAW)
    course.happen(e.SurplusFound(of, count, chooser, clause))
    return None


def too_many(course: Course, seat: Seat) -> int:
    """The number of tiles that a player has too many, those of a move made with them included.

    Tiles set aside do not count when it is the draw after them that was too large (PFS-4.3.6, S70).
    """
    game = course.game
    moved = 0
    if _has_moved(course, seat):
        phase = game.phase.closed if isinstance(game.phase, s.HandingOver) else game.phase
        moved = len(phase.placement) if isinstance(phase, s.Laid) else len(game.set_aside[seat])
    return max(0, len(game.racks[seat]) + moved - course.book.move.rack_size.value)


def _has_moved(course: Course, seat: Seat) -> bool:
    """Whether a player has ended a move with tiles that were too many before it (PFS-4.10.3a); a pass is a move (PFS-3.1).

    On dead time the move may have been written down (PFS-4.10.3b), unless the bag has died or been drawn from since.
    """
    game = course.game
    if game.on_turn is not seat or seat not in game.surplus_since:
        return False
    match game.phase:
        case s.Laid():
            return True
        case s.Closing(kind=kind):
            return kind is not s.TurnKind.LOSS
        case s.HandingOver(closed=closed):
            return closed is not None and _is_claimed_late(course) and not game.bag_dead and _is_untouched(game, seat)
        case _:
            return False


def _is_untouched(game: s.Game, seat: Seat) -> bool:
    """Whether the last turn is a move of the player after which no tile has come out of the bag or gone into it."""
    row = game.turns[-1]
    return (
        row.kind is not s.TurnKind.LOSS
        and _left(row) == len(game.racks[seat])
        and row.aside == len(game.set_aside[seat])
    )


def _is_claimed_late(course: Course) -> bool:
    """Whether a move made with a surplus can be claimed until the next clock runs, and not only until it is recorded."""
    return course.book.order.surplus_claim.value is SurplusClaim.DEAD_TIME


def _age_fault(course: Course, seat: Seat, count: int) -> Refused | None:
    """Once a move made with the surplus can be claimed no more, it is for the arbiter (PFS-4.10.3c, S71)."""
    game, phase = course.game, course.game.phase
    rows = [turn for turn in game.turns if turn.seat is seat]
    since = game.surplus_since.get(seat, len(game.turns))
    has_moved = _has_moved(course, seat)
    if has_moved and isinstance(phase, s.HandingOver):
        rows.pop()
    if count:
        late = bool(rows) and rows[-1].number > since
        if has_moved and isinstance(phase, s.Laid | s.Closing) and not _is_claimed_late(course):
            written = phase.records if isinstance(phase, s.Laid) else phase.recorded
            late = late or game.players.next(seat) in written
    else:
        late = bool(rows) and len(rows[-1].rack) > course.book.move.rack_size.value
    return course.refuse(Reason.SURPLUS_TOO_OLD) if late else None


def _withdraw(course: Course, command: c.ClaimSurplus) -> None:
    """A move made with too many tiles goes back to the rack and is lost.

    The opponent has that on demand (PFS-4.10.3a). If the mover reports it, the opponent has made no demand, and if the move
    has been written down, the demand is late: the clock stands, it was noticed on dead time (PFS-4.10.3b).
    """
    course.stop_clock()
    on_dead_time = command.seat is command.of or isinstance(course.game.phase, s.HandingOver)
    ruling = Ruling.SURPLUS_DEAD_TIME if on_dead_time else Ruling.SURPLUS_MOVE
    course.happen(e.MoveWithdrawn(command.of, e.Cause.SURPLUS, course.ruling(ruling)))


def _interrupt(course: Course, of: Seat) -> None:
    """Stop the clock (PFS-4.4.2b); if a player has stopped it already, the offender still restarts it (PFS-4.9.2)."""
    game, clause = course.game, course.ruling(Ruling.SURPLUS_STOP)
    if game.clock is not None and game.clock.running is not None:
        course.interrupt(of, c.StopReason.SURPLUS, clause)
    elif game.interruption is not None:
        course.happen(e.PlayInterrupted(of, c.StopReason.SURPLUS, game.interruption.running, clause))


@CommandRule(c.InspectTiles, phases=(s.Inspecting,), probes=plain(c.InspectTiles))
def inspect_tiles(course: Course, command: c.InspectTiles) -> Refused | None:
    """Draw x + 2 tiles of the player with the surplus, or all if there are fewer, to look at them (PFS-4.10.1a, S22)."""
    phase = _inspecting(course, command.seat)
    if isinstance(phase, Refused):
        return phase
    if phase.chooser is phase.seat or phase.drawn is not None:
        return course.refuse(Reason.NOTHING_TO_INSPECT)
    number = min(phase.count + MORE, len(phase.pool))
    tiles = _by_chance(course, phase.pool, number) if command.tiles is None else command.tiles
    if len(tiles) != number:
        return course.refuse(Reason.INSPECTION_DIFFERS, count=number)
    if absent := _not_among(course, phase.pool, phase.pool, tiles):
        return course.refuse(Reason.NOT_AMONG_THEM, tiles=str(absent))
    course.happen(e.TilesInspected(command.seat, phase.seat, tiles))
    return None


def _by_chance(course: Course, pool: Tiles, number: int) -> Tiles:
    """Tiles drawn blindly off a rack; people at a table need not state their draws."""
    at_table = course.game.venue is c.Venue.TABLE
    return Tiles.face_down(number) if at_table else course.draw(pool, number)


def _surplus(game: s.Game, seat: Seat) -> Iterator[Probe]:
    phase = game.phase
    some = sorted(phase.drawn or phase.pool)[: phase.count] if isinstance(phase, s.Inspecting) else ["A"]
    yield "", c.ReturnTiles(seat=seat, tiles=Tiles(some))


@CommandRule(c.ReturnTiles, phases=(s.Inspecting,), probes=_surplus)
def return_tiles(course: Course, command: c.ReturnTiles) -> Refused | None:
    """Put exactly x of the inspected tiles into the bag (PFS-4.10.1c).

    By the older wording of PFS-4.4.4 the offender puts as many back as were drawn, or all that the rack holds if they have
    been mixed with it (T6). Time that the chooser takes to think runs until then (PFS-4.10.1d).
    """
    phase = _inspecting(course, command.seat)
    if isinstance(phase, Refused):
        return phase
    own = phase.chooser is phase.seat
    among = phase.pool if own else phase.drawn
    if among is None:
        return course.refuse(Reason.NOT_INSPECTED)
    if len(command.tiles) != phase.count and not (own and len(command.tiles) == len(among)):
        return course.refuse(Reason.RETURN_DIFFERS, count=phase.count)
    if absent := _not_among(course, phase.pool, among, command.tiles):
        return course.refuse(Reason.NOT_AMONG_THEM, tiles=str(absent))
    if course.game.clock is not None and course.game.clock.running is not phase.seat:
        course.stop_clock()
    course.happen(e.SurplusReturned(phase.seat, command.tiles, phase.chooser))
    draws.put_back(course, phase.seat)
    turns.pass_if_flagged(course)
    return None


def _inspecting(course: Course, seat: Seat) -> s.Inspecting | Refused:
    phase = course.game.phase
    if not isinstance(phase, s.Inspecting):
        return course.refuse(Reason.NOTHING_TO_INSPECT)
    return phase if phase.chooser is seat else course.refuse(Reason.NOT_THE_CHOOSER)


def _not_among(course: Course, pool: Tiles, among: Tiles, tiles: Tiles) -> Tiles:
    """Which of the stated tiles cannot be among some of the pool, of which not all faces are known."""
    if course.game.venue is not c.Venue.TABLE:
        return tiles.missing_from(among)
    for some in (among, pool):
        hidden = tiles.seen.missing_from(some.seen)
        if len(hidden) > some.unseen:
            return hidden
    return hidden if hidden.missing_from(course.game.unseen()) else NO_TILES


def bag_dies(course: Course) -> None:
    """After an accepted move or pass: if no player had drawn since the last one, the bag is dead (PFS-3.1, 4.10.5b).

    Three turns in a row tell it: the mover's last, the opponent's, and this one. After each of the first two the rack had
    the same number of tiles until now, and too few.
    """
    game, full = course.game, course.book.move.rack_size.value
    if not course.book.order.procedures.value or game.bag_dead or not len(game.bag) or len(game.seats) != 2:
        return
    if len(game.turns) < 3:
        return
    before, reply, now = game.turns[-3:]
    if not before.seat is now.seat is not reply.seat or max(len(before.rack), len(reply.rack)) > full:
        return
    idle = _left(before) == len(now.rack) < full
    if idle and _left(reply) == len(game.racks[reply.seat]) < full:
        course.happen(e.BagDied(course.ruling(Ruling.DEAD_BAG)))


def _left(turn: s.Turn) -> int:
    """The number of tiles on the rack when a turn was over and nothing had been drawn yet."""
    laid = len(turn.placement) if turn.kind is s.TurnKind.PLACEMENT and turn.placement is not None else 0
    return len(turn.rack) - laid - turn.aside


@CommandRule(
    c.CountTiles,
    when=lambda game, seat, book: game.counting is None,
    by_hand=frozenset({""}),
    reads=("clock",),
    probes=plain(c.CountTiles),
)
def count_tiles(course: Course, command: c.CountTiles) -> Refused | None:
    """Begin to count the bag: while a clock runs, whosever it is (PFS-6.5.1, S45)."""
    game = course.game
    if isinstance(game.phase, s.Over):
        return course.refuse(Reason.GAME_OVER)
    if game.counting is not None:
        return course.refuse(Reason.COUNT_OPEN, seat=game.counting)
    if not _may_count(course):
        return course.refuse(Reason.CLOCK_STANDS, course.book.order.count_on_running_time.clause)
    course.happen(e.CountBegan(command.seat))
    return None


def _may_count(course: Course) -> bool:
    """Whether time is running, or was stopped for the count where the older wording of PFS-4.4.2d is in force (T5)."""
    game = course.game
    if not course.book.order.count_on_running_time.value or game.clock is None:
        return True
    stopped_for_it = game.interruption is not None and game.interruption.reason is c.StopReason.COUNTING
    return game.clock.running is not None or stopped_for_it


@CommandRule(
    c.StateCount,
    undisturbed=True,
    when=lambda game, seat, book: game.counting is seat,
    probes=lambda game, seat: [("", c.StateCount(seat=seat, count=len(game.bag)))],
)
def state_count(course: Course, command: c.StateCount) -> Refused | None:
    """State the number of tiles counted; the event states the right number too."""
    if course.game.counting is not command.seat:
        return course.refuse(Reason.NOT_COUNTING)
    if not 0 <= command.count <= setup.MOST_TILES:
        rule = course.book.order.count_on_running_time
        return course.refuse(Reason.COUNT_IMPOSSIBLE, rule.clause if rule.value else None, count=command.count)
    course.happen(e.CountStated(command.seat, command.count, len(course.game.bag)))
    return None


def break_off_count(course: Course) -> None:
    """A move has ended: a count gives way to writing it down or checking it, and may be repeated later (PFS-6.5.2)."""
    if course.game.counting is not None:
        course.happen(e.CountBrokenOff(course.ruling(Ruling.COUNT_BROKEN_OFF)))


@CommandRule(
    c.ReportIrregularity,
    roles=frozenset({Role.SPECTATOR}),
    undisturbed=True,
    beside=lambda game, role, clause: [("", c.ReportIrregularity(what=c.Irregularity.OTHER_FAULT, by=role))],
)
def report_irregularity(course: Course, command: c.ReportIrregularity) -> Refused | None:
    """Point an irregularity out as a third person, who may do nothing else (PFS-6.6.9).

    It changes nothing by itself: the players, or the arbiter, take the steps that they may take anyway.
    """
    if not course.book.order.procedures.value:
        return course.refuse(Reason.NO_PROCEDURE)
    course.happen(e.IrregularityReported(command.what))
    return None
