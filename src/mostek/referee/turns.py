"""Using a turn: laying tiles, passing, and saying what a move is worth."""

from __future__ import annotations

from mostek.plays import IMPOSSIBLE, NO_FAULT, PlayFault, faults
from mostek.referee import timing
from mostek.referee.commands import AnnounceValue, LayTiles, PassTurn
from mostek.referee.course import Course
from mostek.referee.events import PassDeclared, ScoredWord, TilesLaid, TurnPassed, ValueAnnounced
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Laid
from mostek.rules.rulebook import Faulty, Recording, Ruling
from mostek.scoring import Bingo, PlayScore, score
from mostek.seats import Seat


def lay_tiles(course: Course, command: LayTiles) -> Refused | None:
    """Lay tiles and end the move. Where the rulebook lets faults stand, only what cannot lie so at all is refused (S19)."""
    seat = command.seat
    if refused := timing.is_thinking(course, seat):
        return refused
    game = course.game
    found = faults(game.board, command.placement, game.racks[seat], course.tile_set.alphabet)
    stands = course.book.move.faulty.value is Faulty.STANDS_UNTIL_CLAIMED
    if not found & (IMPOSSIBLE | PlayFault.BLANK_UNDECLARED) and (stands or found == NO_FAULT):
        timing.stop(course)
        value = _value(course, command)
        names = tuple(fault_names(found))
        course.happen(TilesLaid(seat, command.placement, scored_words(value), value.total, names))
        return None
    named = [{"fault": name, "clause": course.book.faults[name]} for name in fault_names(found)]
    return course.refuse(Reason.FAULTY_PLACEMENT, named[0]["clause"], faults=named)


def _value(course: Course, command: LayTiles) -> PlayScore:
    rule = course.book.move
    bingo = Bingo(rule.bingo_tiles.value, rule.bingo_points.value)
    return score(course.game.board, command.placement, course.tile_set, bingo)


def fault_names(found: PlayFault) -> list[str]:
    """The names of faults as the rulebook files and the events write them."""
    return [fault.name.lower() for fault in PlayFault if fault in found and fault.name]


def scored_words(value: PlayScore) -> tuple[ScoredWord, ...]:
    """The words of a placement as an event states them."""
    return tuple(
        ScoredWord(str(item.word), item.word.start.written(item.word.direction), item.points) for item in value.words
    )


def pass_turn(course: Course, command: PassTurn) -> Refused | None:
    """Give the turn up; always possible for the player on turn (GEN-6P-a, PFS-3.4.1)."""
    seat = command.seat
    if refused := timing.is_thinking(course, seat):
        return refused
    timing.stop(course)
    if course.book.move.recording.value is Recording.BOTH:
        course.happen(PassDeclared(seat))
    else:
        close_pass(course, command.seat)
    return None


def close_pass(course: Course, seat: Seat) -> None:
    """A declared pass counts."""
    course.happen(TurnPassed(seat, None, course.ruling(Ruling.PASS)))
    timing.close_turn(course, seat)


def announce_value(course: Course, command: AnnounceValue) -> Refused | None:
    """Say the value of the own move aloud (PFS-3.2.1d). A wrong value is a fact too."""
    phase = course.game.phase
    if not isinstance(phase, Laid) or phase.seat is not command.seat:
        return course.refuse(Reason.NOTHING_TO_ANNOUNCE)
    if phase.announced is not None:
        return course.refuse(Reason.ALREADY_ANNOUNCED, points=phase.announced)
    if command.points != phase.points and not course.book.move.wrong_value_stands.value:
        return course.refuse(Reason.WRONG_VALUE, stated=command.points, true=phase.points)
    course.happen(ValueAnnounced(command.seat, command.points))
    return None
