"""What is still missing: why the next round cannot be paired yet, or the event not be closed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from mostek.tournament.entrants import Status, Team
from mostek.tournament.state import Table, Tournament
from mostek.tournament.table_results import BothForfeited, Cause, Forfeited


class MissingResult(Struct, frozen=True):
    """A table without a result."""

    division: str
    round: int
    table: int
    players: tuple[int, ...]
    reported: tuple[int, ...] = ()
    """Who has reported already."""
    disputed: bool = False
    """Whether the reports differ."""


def missing_results(state: Tournament, division: str | None = None) -> tuple[MissingResult, ...]:
    """Every table without a result, of one division or of all."""
    return tuple(
        MissingResult(name, played.number, table.number, table.players, tuple(table.reports), table.is_disputed)
        for name, each in state.divisions.items()
        if division is None or name == division
        for played in each.rounds
        for table in played.tables
        if table.result is None
    )


def absentees(state: Tournament, division: str) -> tuple[int, ...]:
    """Who belongs to the event, lost the last game for coming too late and has not been seen since (PFS-6.3.4b)."""
    return tuple(number for number in unseen(state, division) if state.entrants[number].is_present)


def unseen(state: Tournament, division: str) -> tuple[int, ...]:
    """The same, with those who were removed for it."""
    rounds = state.divisions[division].rounds
    tables = rounds[-1].tables if rounds else ()
    return tuple(number for table in tables for number in _never_came(table) if number not in table.arrived)


def unconfirmed_teams(state: Tournament, division: str) -> tuple[Team, ...]:
    """Teams whose line-up was not found complete, or is so no more, as the size was changed meanwhile (SCHOOL-team-2)."""
    size = state.settings.team.size.value
    return tuple(team for team in state.teams_of(division) if not team.confirmed or len(team.members) != size)


def not_checked_in(state: Tournament, division: str) -> tuple[int, ...]:
    """Who has entered and has not come yet."""
    return tuple(entrant.number for entrant in state.entrants_of(division) if entrant.status is Status.ENTERED)


def _never_came(table: Table) -> Iterator[int]:
    match table.result:
        case Forfeited(winner=winner, cause=Cause.LATE):
            yield from (number for number in table.players if number != winner)
        case BothForfeited(cause=Cause.LATE):
            yield from table.players
        case _:
            pass
