"""What is told about racks that the referee does not know."""

from __future__ import annotations

from mostek.referee import endings
from mostek.referee.commands import StateRack
from mostek.referee.course import Course
from mostek.referee.events import RackStated
from mostek.referee.phases import Settling
from mostek.referee.refusals import Reason, Refused


def state_rack(course: Course, command: StateRack) -> Refused | None:
    """Tell what lies on a rack, or lay on it before a turn (PFS-1.3.2a). What contradicts what is known is refused."""
    game = course.game
    if command.turn is not None:
        return _state_earlier(course, command, command.turn)
    rack = game.racks[command.seat]
    if not rack.unseen:
        return course.refuse(Reason.RACK_KNOWN)
    hidden = command.tiles.missing_from(rack.seen)
    wrong = len(command.tiles) != len(rack) or rack.seen.missing_from(command.tiles)
    if wrong or hidden.seen.missing_from(game.unseen()):
        return course.refuse(Reason.RACK_DIFFERS, count=len(rack), known=str(rack.seen))
    course.happen(RackStated(command.seat, command.tiles))
    if isinstance(course.game.phase, Settling):
        endings.settle(course, course.game.phase)
    return None


def _state_earlier(course: Course, command: StateRack, number: int) -> Refused | None:
    """The rack before a turn holds as many tiles as it held, and those that are known of it: the laid ones at least."""
    turns = course.game.turns
    if not 1 <= number <= len(turns) or turns[number - 1].seat is not command.seat:
        return course.refuse(Reason.TURN_NOT_FOUND, turn=number)
    row = turns[number - 1]
    if not row.rack.unseen:
        return course.refuse(Reason.RACK_KNOWN)
    known = row.rack.seen
    wrong = len(command.tiles) != len(row.rack) or known.missing_from(command.tiles)
    if wrong or command.tiles.seen.missing_from(course.game.tiles):
        return course.refuse(Reason.RACK_DIFFERS, count=len(row.rack), known=str(known))
    course.happen(RackStated(command.seat, command.tiles, number))
    return None
