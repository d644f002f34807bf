"""The roles of the people who run a tournament together, and what each may do (HALL, "People and their one question")."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, get_args

from msgspec import Struct

from mostek.tournament import commands as c


class OfficeRole(StrEnum):
    """The role of an official of a tournament."""

    DIRECTOR = "director"
    """Does everything, and says who else is an official."""
    CHIEF_ARBITER = "chief_arbiter"
    """Rules, answers calls, and runs the rounds (PFS-6.1)."""
    ASSISTANT = "assistant"
    """An assistant arbiter: gives joint verdicts on words, nothing else (PFS-4.7)."""
    SCOREKEEPER = "scorekeeper"
    """Types entries and results, and corrects what was mistyped."""
    ANNOUNCER = "announcer"
    """Announces to the wall and to all phones."""


_OF_SCOREKEEPERS: frozenset[type[Any]] = frozenset(
    {
        c.RegisterTeam,
        c.ConfirmTeam,
        c.RegisterEntrant,
        c.AmendEntrant,
        c.CheckIn,
        c.CheckOut,
        c.NoteArrival,
        c.EnterResult,
        c.CorrectResult,
        c.Undo,
    }
)
_OF_ARBITERS: frozenset[type[Any]] = _OF_SCOREKEEPERS | {
    c.Withdraw,
    c.Return,
    c.Remove,
    c.Exclude,
    c.SetPairRule,
    c.PairRound,
    c.UnpairRound,
    c.AddTable,
    c.CreditRound,
    c.StartRound,
    c.AwardForfeit,
    c.AdjournGame,
    c.DeductPoints,
    c.RecordDecision,
    c.DecideTie,
}
_ALL: frozenset[type[Any]] = frozenset(get_args(c.Request)) - {c.CreateTournament, c.RecordOrigin, c.MergeCopies}
WRITTEN_BY_PROGRAMS = frozenset({"record_origin", "merge_copies"})
"""Commands that only an import or a merge writes, which has read the files in question; no person gives them."""
COMMANDS: Mapping[OfficeRole, frozenset[type[Any]]] = {
    OfficeRole.DIRECTOR: _ALL,
    OfficeRole.CHIEF_ARBITER: _OF_ARBITERS,
    OfficeRole.ASSISTANT: frozenset(),
    OfficeRole.SCOREKEEPER: _OF_SCOREKEEPERS,
    OfficeRole.ANNOUNCER: frozenset(),
}
"""The commands of each role. A player's report of a result is no command of an official; see `ReportResult`."""
_TYPES: Mapping[str, type[Any]] = {str(each.__struct_config__.tag): each for each in get_args(c.Request)}
RULES = frozenset({OfficeRole.DIRECTOR, OfficeRole.CHIEF_ARBITER})
"""Who rules: answers calls, and corrects results by a decision."""
SEES_ALL = frozenset({OfficeRole.DIRECTOR, OfficeRole.CHIEF_ARBITER, OfficeRole.SCOREKEEPER})
"""Who sees reports, check-in, penalties and reasons."""
ANNOUNCES = frozenset({OfficeRole.DIRECTOR, OfficeRole.CHIEF_ARBITER, OfficeRole.ANNOUNCER})
"""Who announces."""


class Office(Struct, frozen=True, kw_only=True):
    """The office of a person in a tournament. Times are milliseconds since 1970."""

    person: str
    role: OfficeRole
    name: str
    """As the log names who gives a command."""
    until: int

    def holds(self, now: int) -> bool:
        """Whether the office has not expired."""
        return now < self.until


def has_command(role: OfficeRole, name: str) -> bool:
    """Whether a role has the kind of command of that name; a name that no command has is no matter of roles."""
    kind = _TYPES.get(name)
    return kind is None or kind in COMMANDS[role]


def may_give(role: OfficeRole, command: c.Request) -> bool:
    """Whether an official of this role may give this command.

    Args:
        role: the role of the official.
        command: the command.

    Returns:
        Whether the role has this kind of command. A scorekeeper corrects only what was mistyped or entered the wrong way
        round: every other correction is a decision of the arbiter (PFS-4.6.4, 6.1b).

    Example:
        >>> from datetime import datetime
        >>> from mostek.tournament.commands import CheckIn, CloseTournament
        >>> ten = datetime(2026, 11, 21, 10)
        >>> may_give(OfficeRole.SCOREKEEPER, CheckIn(at=ten, numbers=(1,)))
        True
        >>> may_give(OfficeRole.SCOREKEEPER, CloseTournament(at=ten))
        False
    """
    if type(command) not in COMMANDS[role]:
        return False
    if isinstance(command, c.CorrectResult) and role not in RULES:
        return command.kind is not c.CorrectionKind.RULING and not command.consent
    return True
