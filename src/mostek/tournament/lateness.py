"""Late arrivals: how much time everybody has left, and who has lost by not coming (PFS-6.3.2 to 6.3.4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from msgspec import Struct

from mostek.tournament.state import Round, Table, Tournament


class Lateness(Struct, frozen=True):
    """A table where somebody was, or still is, late."""

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
    """What the clocks show at a table whose round began at `started`.

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
    """The tables of the round that is played, by number, at which somebody was not there when it began."""
    rounds = state.divisions[division].rounds
    minutes = state.settings.minutes.value
    if not rounds or rounds[-1].started_at is None or not minutes:
        return {}
    return {
        table.number: _at(rounds[-1], table, rounds[-1].started_at, timedelta(minutes=minutes), now)
        for table in rounds[-1].tables
        if table.result is None and rounds[-1].absent_at(table)
    }


def _at(played: Round, table: Table, started: datetime, time: timedelta, now: datetime) -> Lateness:
    return lateness(time, started, table.players, played.absent_at(table), table.arrived, now)
