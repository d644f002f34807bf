"""Who may ask for what."""

from __future__ import annotations

from mostek.core.players import Role
from mostek.referee import commands as c
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.rules.rulebook import Authority, Ruling

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
    """Why this person may not ask for that, if so (PFS-6.1b, 6.6.9); or why nobody may until the arbiter has ruled."""
    if (refused := _person_fault(course, command)) is not None:
        return refused
    waiting = course.game.interruption
    if waiting is not None and waiting.awaiting and not isinstance(command, _UNDISTURBED):
        return course.refuse(Reason.ARBITER_AWAITED)
    return None


def _person_fault(course: Course, command: c.Command) -> Refused | None:
    """Whoever the rulebook names as its authority does what an arbiter does: a teacher, a jury (CHAL-9c, OPEN-word-3).

    Where it names nobody, nobody rules; on words the players then ask whom they like (GEN-9b).
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
    """Whether somebody in this role may ever ask for that; a jury or a teacher for what an arbiter may."""
    return (Role.ARBITER if role in _RULES else role) in roles(kind)


def roles(kind: type[c.Command]) -> frozenset[Role]:
    """As what a command of this kind may be given; the arbiter stands for any authority."""
    return _PERMITTED.get(kind, _PLAYER)
