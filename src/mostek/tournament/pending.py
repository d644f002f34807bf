"""The open items of an event: results, line-ups, absent players and late arrivals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta

from msgspec import Struct

from mostek.tournament.entrants import EntrantStatus, Team
from mostek.tournament.state import BothForfeited, ForfeitCause, Forfeited, Round, Table, Tournament


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


def missing_now(state: Tournament, division: str) -> tuple[MissingResult, ...]:
    """Every table without a result in the round of a division that is played, without rounds that are paired ahead."""
    missing = missing_results(state, division)
    return tuple(each for each in missing if each.round == missing[0].round)


def absentees(state: Tournament, division: str) -> tuple[int, ...]:
    """The players who belong to the event, lost the last game for coming too late and has not been seen since (PFS-6.3.4b)."""
    return tuple(number for number in unseen(state, division) if state.entrants[number].is_present)


def unseen(state: Tournament, division: str) -> tuple[int, ...]:
    """The absentees, with those who were removed for it."""
    played = round_of_absentees(state, division)
    tables = played.tables if played else ()
    return tuple(number for table in tables for number in _never_came(table) if number not in table.arrived)


def round_of_absentees(state: Tournament, division: str) -> Round | None:
    """The round whose absentees are meant: the last one, or where rounds are paired ahead the last of them with a result."""
    rounds = state.divisions[division].rounds
    with_results = [each for each in rounds if any(table.result for table in each.tables)]
    if not with_results:
        return rounds[-1] if rounds else None
    last = with_results[-1]
    is_ahead = rounds[-1].number > last.number + 1 or not last.is_complete
    return last if is_ahead else rounds[-1]


def unconfirmed_teams(state: Tournament, division: str) -> tuple[Team, ...]:
    """Teams whose line-up was not found complete, or is so no more, as the size was changed meanwhile (SCHOOL-team-2)."""
    return tuple(team for team in state.teams_of(division) if not team.confirmed or not is_complete(state, team))


def is_complete(state: Tournament, team: Team) -> bool:
    """Whether a team has as many members as the event says; for matches with line-ups as many as boards, or more."""
    size, boards = state.settings.team.size.value, state.settings.match.boards.value
    found = len(team.members)
    return found == size if boards is None else boards <= found <= (size or found)


def not_checked_in(state: Tournament, division: str) -> tuple[int, ...]:
    """The entrants who have not checked in."""
    return tuple(entrant.number for entrant in state.entrants_of(division) if entrant.status is EntrantStatus.ENTERED)


def _never_came(table: Table) -> Iterator[int]:
    match table.result:
        case Forfeited(winner=winner, cause=ForfeitCause.LATE):
            yield from (number for number in table.players if number != winner)
        case BothForfeited(cause=ForfeitCause.LATE):
            yield from table.players
        case _:
            pass


class Lateness(Struct, frozen=True):
    """A table where a player was, or still is, late."""

    left: Mapping[int, timedelta]
    """The time that each has for the game, by starting number; for who is still awaited, what would be left now."""
    awaited: tuple[int, ...]
    """Who has not come."""
    lost: tuple[int, ...]
    """Whose whole time has gone by; both: the arbiter decides (S31)."""


def lateness(
    time: timedelta,
    started: datetime,
    players: Collection[int],
    absent: Collection[int],
    arrived: Mapping[int, datetime],
    now: datetime,
) -> Lateness:
    """The clocks at a table whose round began at `started`.

    One absent: only that clock runs (PFS-6.3.2a). Both absent: the first to come finds both clocks shortened by what has gone
    by, and from then on only the other's runs (PFS-6.3.3). A whole time late is a game lost (PFS-6.3.4a).
    """
    missed = {player: max(timedelta(), min(arrived.get(player, now), now) - started) for player in absent}
    left = {player: max(timedelta(), time - missed.get(player, timedelta())) for player in players}
    return Lateness(
        left=left,
        awaited=tuple(player for player in players if player in absent and player not in arrived),
        lost=tuple(player for player in players if player in absent and missed[player] >= time),
    )


def late_tables(state: Tournament, division: str, now: datetime) -> Mapping[int, Lateness]:
    """The tables of the current round, by number, where a player was absent when it began."""
    played = state.divisions[division].current
    minutes = state.settings.minutes.value
    if played is None or played.started_at is None or not minutes:
        return {}
    return {
        table.number: _at(played, table, played.started_at, timedelta(minutes=minutes), now)
        for table in played.tables
        if table.result is None and table.adjourned_until is None and played.absent_at(table)
    }


def _at(played: Round, table: Table, started: datetime, time: timedelta, now: datetime) -> Lateness:
    return lateness(time, started, table.players, played.absent_at(table), table.arrived, now)


def round_end(state: Tournament, played: Round) -> datetime | None:
    """When the time of all players has run out, overtime apart; `None` before the start of a round, and without such a time.

    A game takes no longer than the time of its players together, so the largest table is decisive (CHAL-1).
    """
    minutes = state.settings.minutes.value
    if played.started_at is None or not minutes or not played.tables:
        return None
    return played.started_at + timedelta(minutes=minutes * max(len(table.players) for table in played.tables))
