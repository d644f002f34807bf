"""The further consequences of a command, shown before a correction is confirmed."""

from __future__ import annotations

from msgspec import Struct

from mostek.tournament.scoring import forfeit_at
from mostek.tournament.standings import standings_of, team_table_of
from mostek.tournament.state import Forfeited, Tournament


class PlaceChange(Struct, frozen=True):
    """A player's place changes; `None` is no place."""

    division: str
    number: int
    before: int | None
    after: int | None


class ForfeitChange(Struct, frozen=True):
    """A forfeit is worth another N, because it rests on the results before it (PFS-7.2a)."""

    division: str
    round: int
    table: int
    before: int
    after: int


class TeamChange(Struct, frozen=True):
    """A team stands elsewhere."""

    division: str
    name: str
    before: int | None
    after: int | None


class Consequences(Struct, frozen=True):
    """Everything that differs between an event and the event after a command."""

    places: tuple[PlaceChange, ...] = ()
    forfeits: tuple[ForfeitChange, ...] = ()
    teams: tuple[TeamChange, ...] = ()
    standing_rounds: tuple[tuple[str, int], ...] = ()
    """Rounds that were paired by standings which are others now; their tables stay as they were published."""


def consequences(before: Tournament, after: Tournament) -> Consequences:
    """The differences between the state before and after."""
    shared = [name for name in before.divisions if name in after.divisions]
    return Consequences(
        places=tuple(change for name in shared for change in _places(before, after, name)),
        forfeits=tuple(change for name in shared for change in _forfeits(before, after, name)),
        teams=tuple(change for name in shared for change in _teams(before, after, name)),
        standing_rounds=tuple(stands for name in shared for stands in _standing_rounds(before, after, name)),
    )


def _places(before: Tournament, after: Tournament, name: str) -> list[PlaceChange]:
    old = {standing.number: standing.place for standing in standings_of(before, name)}
    new = {standing.number: standing.place for standing in standings_of(after, name)}
    return [
        PlaceChange(name, number, old.get(number), new.get(number))
        for number in sorted(old.keys() | new.keys(), key=lambda each: (new.get(each) or len(new) + 1, each))
        if old.get(number) != new.get(number)
    ]


def _forfeits(before: Tournament, after: Tournament, name: str) -> list[ForfeitChange]:
    old, new = _worth(before, name), _worth(after, name)
    return [
        ForfeitChange(name, *place, old[place], new[place])
        for place in sorted(old.keys() & new.keys())
        if old[place] != new[place]
    ]


def _worth(state: Tournament, name: str) -> dict[tuple[int, int], int]:
    return {
        (played.number, table.number): forfeit_at(state, name, played.number, table.result).points
        for played in state.divisions[name].rounds
        for table in played.tables
        if isinstance(table.result, Forfeited) and table.result.points is None
    }


def _teams(before: Tournament, after: Tournament, name: str) -> list[TeamChange]:
    old, new = _team_places(before, name), _team_places(after, name)
    return [TeamChange(name, team, old.get(team), new[team]) for team in new if old.get(team) != new[team]]


def _team_places(state: Tournament, name: str) -> dict[str, int]:
    if state.settings.team.size.value is None or not any(state.teams_of(name)):
        return {}
    return {row.name: row.place for row in team_table_of(state, name).rows}


def _standing_rounds(before: Tournament, after: Tournament, name: str) -> list[tuple[str, int]]:
    """Rounds whose pairing came after the first round that differs."""
    old, new = before.divisions[name].rounds, after.divisions[name].rounds
    changed = next((first.number for first, second in zip(old, new, strict=False) if first != second), None)
    return [] if changed is None else [(name, played.number) for played in new if played.number > changed]
