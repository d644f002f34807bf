"""Results as people type them: `7 412:388`, `"Gracz 1" 412 "Gracz 2" 388`, several at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mostek.cli.failures import Failure
from mostek.cli.tournament.names import number_of, table_of
from mostek.messages import text
from mostek.tournament.state import Table, Tournament

_SCORES = re.compile(r"-?\d{1,6}([:–-]-?\d{1,6})+")
_NUMBER = re.compile(r"-?\d{1,6}")


class Said(NamedTuple):
    """A table and its scores, in the order of the table; without scores where a forfeit follows."""

    table: int
    players: tuple[int, ...]
    scores: tuple[int, ...]


def parse_results(state: Tournament, division: str, played: int, words: Sequence[str]) -> list[Said]:
    """The results of `TABLE SCORE…` or of `NAME POINTS NAME POINTS`. Raises `Failure`."""
    if len(words) % 2:
        raise Failure(text("Write a table and its score, as 7 412:388, or names with points."))
    pairs = list(zip(words[::2], words[1::2], strict=True))
    if all(_NUMBER.fullmatch(score) for _, score in pairs) and len(pairs) > 1:
        return [_by_names(state, division, played, pairs)]
    return [_by_table(state, division, played, who, score) for who, score in pairs]


def parse_scores(said: str) -> tuple[int, ...]:
    """The points of `412:388`. Raises `Failure`."""
    if not _SCORES.fullmatch(said):
        raise Failure(text("{said!r} is no score; write 412:388, the host first.", said=said))
    return tuple(int(points) for points in re.split(r"(?<=\d)[:–-]", said))


def table_there(state: Tournament, division: str, played: int, who: str) -> Said:
    """The table that is meant; one that was not paired keeps its number, for the desk to say so. Raises `Failure`."""
    found = table_of(state, division, played, who)
    if found is not None:
        return Said(found.number, found.players, ())
    if who.isdecimal() and 0 < int(who) <= 100_000:
        return Said(int(who), (), ())
    raise Failure(text("{who} has no table in round {round}.", who=who, round=played))


def _by_table(state: Tournament, division: str, played: int, who: str, score: str) -> Said:
    """A score in the order of the table; after a name, that person's points come first."""
    scores, there = parse_scores(score), table_there(state, division, played, who)
    if who.isdecimal() or len(there.players) != len(scores):
        return there._replace(scores=scores)
    first = number_of(state, who, there.players)
    named = (first, *(player for player in there.players if player != first))
    return there._replace(scores=tuple(scores[named.index(player)] for player in there.players))


def _by_names(state: Tournament, division: str, played: int, pairs: Sequence[tuple[str, str]]) -> Said:
    """Points for each of a table by name or starting number."""
    seated = _seated(state, division, played)
    points = {number_of(state, who, seated): int(score) for who, score in pairs}
    first = next(iter(points))
    table = seated.get(first)
    if table is None or set(table.players) != points.keys():
        names = ", ".join(who for who, _ in pairs)
        raise Failure(text("In round {round} these do not sit at one table: {names}.", round=played, names=names))
    return Said(table.number, table.players, tuple(points[player] for player in table.players))


def _seated(state: Tournament, division: str, played: int) -> dict[int, Table]:
    rounds = state.divisions[division].rounds
    tables = rounds[played - 1].tables if 1 <= played <= len(rounds) else ()
    return {number: table for table in tables for number in table.players}
