"""The only judge: returns the events of a command, or its refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from mostek.core.clock import Millis
from mostek.core.players import RULING_ROLES, Role
from mostek.referee import (
    agreements,
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
)
from mostek.referee import commands as c
from mostek.referee.course import Course, Draw, refuse
from mostek.referee.events import Event
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import JUDGED, PLAYER, CommandRule
from mostek.referee.state import AwaitingPlayers, Game
from mostek.rules.rulebook import Authority, Rulebook, Ruling

_ROOMS = (
    agreements,
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
)
"""The modules whose judges declare their rules."""

RULES: Mapping[type[c.Command], CommandRule] = {
    command: JUDGED[command] for command in get_args(c.Command) if command is not c.CreateGame
}
"""The rule of each type of command, in the order of `Command`; a game is created before there is one to judge."""

OF_THE_SERVER = tuple(rule.command for rule in RULES.values() if rule.of_time)
"""Commands about time itself: they are judged before a flag falls, and later events take their date from them."""


def authority_fault(course: Course, command: c.Command) -> Refused | None:
    """The refusal of a command for the person's role (PFS-6.1b, 6.6.9), or because a ruling is awaited."""
    if (refused := _person_fault(course, command)) is not None:
        return refused
    waiting = course.game.interruption
    if waiting is not None and waiting.awaiting and not RULES[type(command)].undisturbed:
        on_break = waiting.reason is c.StopReason.BREAK
        return course.refuse(Reason.ADJOURNED if on_break else Reason.ARBITER_AWAITED)
    return None


def _person_fault(course: Course, command: c.Command) -> Refused | None:
    """The refusal for a role; the authority of the rulebook, a teacher or a jury, has the rights of an arbiter (CHAL-9c,
    OPEN-word-3).

    Where it names none, no person rules; on words the players then consult anyone they like (GEN-9b).
    """
    role, authority = command.by, course.book.order.authority
    rules = role in RULING_ROLES
    if not may_ask(role, type(command)):
        clause = course.ruling(Ruling.THIRD_PERSON) if role is Role.SPECTATOR else None
        return course.refuse(Reason.NOT_PERMITTED, clause, role=role, may=_who_may(course, type(command)))
    if not rules or role.value == authority.value:
        return None
    if authority.value is not Authority.NOBODY:
        return course.refuse(Reason.NOT_PERMITTED, authority.clause, role=role, may=_who_may(course, type(command)))
    about_words = isinstance(command, c.JudgeWords | c.OverrideVerdict)
    return None if about_words else course.refuse(Reason.NO_ARBITER, authority.clause)


def _who_may(course: Course, kind: type[c.Command]) -> list[str]:
    """The roles that may give such a command under the rulebook in force, where somebody rules by its own name."""
    authority = course.book.order.authority.value
    by_name = {Role.ARBITER: [] if authority is Authority.NOBODY else [authority.value]}
    return sorted(name for role in roles(kind) for name in by_name.get(role, [role.value]))


def may_ask(role: Role, kind: type[c.Command]) -> bool:
    """Whether a person in this role may ever give that command; a jury or a teacher for what an arbiter may."""
    return (Role.ARBITER if role in RULING_ROLES else role) in roles(kind)


def roles(kind: type[c.Command]) -> frozenset[Role]:
    """The roles that may give a command of this kind; the arbiter stands for any authority."""
    return PLAYER if kind is c.CreateGame else RULES[kind].roles


def decide(game: Game | None, command: c.Command, book: Rulebook, draw: Draw) -> tuple[Event, ...] | Refused:
    """Decide a command. The game itself does not change.

    Args:
        game: The game so far; `None` before `CreateGame`.
        command: What is asked; without `at` it happens at the time of the last event.
        book: The rulebook of the game, with the changes of its event.
        draw: Chance: takes so many tiles from a bag, where the command does not state them.

    Returns:
        The events that the command leads to, or the refusal with its reason and clause.

    Example:
        >>> from mostek import Seat, Tiles, decide, replay, rulebook
        >>> from mostek.referee.commands import CreateGame, PassTurn
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> book = rulebook("gen")
        >>> events = decide(None, CreateGame(rulebook="gen", players=("Ala", "Ola")), book, first)
        >>> [type(event).__name__ for event in events]
        ['GameCreated']
        >>> decide(replay(events), PassTurn(seat=Seat.FIRST), book, first).reason
        <Reason.NOT_ON_TURN: 'not_on_turn'>

    """
    decided = course_of(game, command, book, draw)
    return decided if isinstance(decided, Refused) else tuple(decided.events)


def course_of(game: Game | None, command: c.Command, book: Rulebook, draw: Draw) -> Course | Refused:
    """Decide a command and return the course, with the game after its events."""
    if isinstance(command, c.CreateGame):
        if game is not None:
            return refuse(book, Reason.GAME_ALREADY_CREATED)
        return setup.create_game(command, book, draw)
    if game is None:
        return refuse(book, Reason.GAME_NOT_CREATED)
    now = game.now if command.at is None else Millis(command.at)
    course = Course(game, book, draw, now)
    return _order_fault(course, command) or RULES[type(command)].judge(course, command) or course


def _order_fault(course: Course, command: c.Command) -> Refused | None:
    """A command must come from a person who may give it, at the table, and not from the past."""
    if isinstance(command, c.SeatRequest) and command.seat > len(course.game.players):
        return course.refuse(Reason.NO_SUCH_SEAT, seat=command.seat)
    if course.now < course.game.now:
        return course.refuse(Reason.TIME_RUNS_BACKWARDS, at=course.now, latest=course.game.now)
    clock = course.game.clock
    if clock is not None and clock.overdue(course.now) and not isinstance(command, OF_THE_SERVER):
        return course.refuse(Reason.TIME_EXCEEDED, seat=clock.running)
    if command.by is Role.PLAYER and getattr(command, "seat", None) in course.game.resigned:
        return course.refuse(Reason.GAME_OVER, course.ruling(Ruling.RESIGNED))
    return authority_fault(course, command) or _absence_fault(course, command)


def _absence_fault(course: Course, command: c.Command) -> Refused | None:
    """The refusal for a player who is not at the table, before arriving (PFS-6.3.2b) or returning (PFS-6.4d)."""
    if not isinstance(command, c.SeatRequest) or command.by is not Role.PLAYER:
        return None
    seat, phase = command.seat, course.game.phase
    if isinstance(phase, AwaitingPlayers) and seat in phase.absent and not isinstance(command, c.Arrive):
        return course.refuse(Reason.AWAY, course.ruling(Ruling.LATE_ARRIVAL))
    if seat in course.game.away and not isinstance(command, c.ReturnToBoard):
        return course.refuse(Reason.AWAY)
    return None
