"""A command of one copy with the starting numbers and tables of the merged event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from msgspec.structs import fields, replace

from mostek.tournament import commands as c
from mostek.tournament.merging.facts import players_at
from mostek.tournament.state import Forfeited, OwnCredit, Played, Table, TableResult, Tournament

PEOPLE: Final = frozenset(
    {
        "number",
        "numbers",
        "pair",
        "tables",
        "players",
        "absent",
        "signed",
        "winner",
        "about",
        "order",
        "result",
        "credits",
    }
)
"""The fields of commands that name people by their starting number."""
PLACES: Final = frozenset({"table"})
"""The fields that name a table."""
PLAIN: Final = frozenset(
    {
        "score_now", "round", "scores", "points", "edition", "common", "continued", "taken", "added", "left_out", "person",
        "last_words", "half_points", "own", "other",
        "origin", "prizes",
    }
)  # fmt: skip
"""The fields with numbers of another kind."""
_AS_THEY_ARE = (c.MergeCopies, c.CreateTournament, c.RecordOrigin)

_Given = TypeVar("_Given", bound=c.Order)


def renumbered(command: _Given, numbers: Mapping[int, int], before: Tournament, now: Tournament) -> _Given | None:
    """A command as it is meant in the merged event.

    Args:
        command: the command as one copy has it.
        numbers: the starting numbers of that copy, and those of the merged event.
        before: that copy, as it stood before the command.
        now: the merged event, as it stands.

    Returns:
        The command; `None` if a person or a table is not in the merged event.
    """
    if isinstance(command, _AS_THEY_ARE):
        return command
    if isinstance(command, c.RegisterEntrant):
        return replace(command, number=now.next_number) if command.number in now.entrants else command
    names = {each.name for each in fields(command)}
    try:
        changes = {name: _people(getattr(command, name), numbers) for name in names & PEOPLE}
        if names >= {"table", "round", "division"}:
            changes |= _at_table(command, numbers, before, now, changes)
        elif isinstance(command, c.ReportResult):
            changes |= _reported(command, numbers, before, now)
    except LookupError:
        return None
    changed = {name: value for name, value in changes.items() if value != getattr(command, name)}
    return replace(command, **changed) if changed else command


def _people(value: Any, numbers: Mapping[int, int]) -> Any:
    match value:
        case int():
            return numbers[value]
        case tuple():
            return tuple(_people(each, numbers) for each in value)
        case Forfeited():
            return replace(value, winner=numbers[value.winner])
        case OwnCredit():
            return replace(value, number=numbers[value.number])
        case _:
            return value


def _at_table(
    command: Any, numbers: Mapping[int, int], before: Tournament, now: Tournament, changes: Mapping[str, Any]
) -> dict[str, Any]:
    players = tuple(numbers[each] for each in players_at(before, command.division, command.round, command.table))
    there = table_of(now, command.division, command.round, players)
    found: dict[str, Any] = {"table": there.number}
    if isinstance(result := changes.get("result"), Played):
        found["result"] = seated_as(result, players, there.players)
    return found


def _reported(
    command: c.ReportResult, numbers: Mapping[int, int], before: Tournament, now: Tournament
) -> dict[str, Any]:
    table = before.divisions[command.division].rounds[command.round - 1].table_of(command.number)
    if table is None:
        raise LookupError(command.number)
    players = tuple(numbers[each] for each in table.players)
    there = table_of(now, command.division, command.round, players)
    seated = seated_as(Played(command.scores, command.last_words), players, there.players)
    return {"scores": seated.scores, "last_words": seated.last_words} if isinstance(seated, Played) else {}


def table_of(state: Tournament, division: str, played: int, players: tuple[int, ...]) -> Table:
    """The table of a round at which exactly these sit. Raises `LookupError`."""
    rounds = state.divisions[division].rounds
    for table in rounds[played - 1].tables if played <= len(rounds) else ():
        if sorted(table.players) == sorted(players):
            return table
    raise LookupError(players)


def seated_as(result: TableResult, players: tuple[int, ...], there: tuple[int, ...]) -> TableResult:
    """A result in the order in which the same people sit at the other table."""
    if not isinstance(result, Played) or players == there or len(result.scores) != len(players):
        return result
    places = [players.index(each) for each in there]
    words = tuple(result.last_words[place] for place in places) if result.last_words else ()
    return replace(result, scores=tuple(result.scores[place] for place in places), last_words=words)
