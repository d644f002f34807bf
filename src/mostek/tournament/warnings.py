"""Warnings to the director about what is allowed but unusual: data with the clause or setting, without sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from itertools import combinations
from typing import Any

from msgspec import Struct

from mostek.tournament.credits import CreditKind, Credits
from mostek.tournament.cups import is_round_due
from mostek.tournament.matches import plays_matches
from mostek.tournament.pairing.system import systems
from mostek.tournament.scoring import credits_of
from mostek.tournament.settings import PlanError
from mostek.tournament.state import PairRule, Round, Table, Tournament


class WarningKind(StrEnum):
    """Every kind of warning."""

    ANNOUNCEMENT_OVERDUE = "announcement_overdue"
    """The day by which the time was to be announced has gone by, and it is not chosen (OPEN-info-1)."""
    ANNOUNCED_LATE = "announced_late"
    """The time was chosen, or changed, after that day (OPEN-info-1)."""
    LAST_ROUND_NOT_DANISH = "last_round_not_danish"
    """The last round may reward withdrawing or losing (TOURNAMENTS 3.1)."""
    ROUNDS_UNPLAYED = "rounds_unplayed"
    """The event ended before its last round; forfeits go on being reckoned with R as it was fixed (PFS-7.2d)."""
    TABLES_UNEQUAL = "tables_unequal"
    """Tables of different sizes: not everybody can win as much in this round (A-27)."""
    TEAMMATES_MEET = "teammates_meet"
    FORBIDDEN_MEET = "forbidden_meet"
    """A pair that should never meet, as the director himself has laid out."""
    REPEATED = "repeated"
    """Two who have met before."""
    SETTLED_MEETS_RACER = "settled_meets_racer"
    """One whose prize is settled has nothing left to play for, and the opponent can still win one (S80)."""
    SECOND_BYE = "second_bye"
    """A bye for a player who has had one, or a game without playing, before (TOURNAMENTS 9.2)."""
    LEFT_OUT = "left_out"
    """A present player neither plays nor has a bye."""


class Warned(Struct, frozen=True):
    """A warning, the clause and the setting it rests on, and what belongs to it."""

    kind: WarningKind
    clause: str
    setting: str = ""
    params: Mapping[str, Any] = {}


def warnings_of(state: Tournament, today: date) -> tuple[Warned, ...]:
    """The warnings about an event, apart from its rounds."""
    return tuple(_standing(state, today))


def announced_late(before: Tournament, after: Tournament, on: date) -> tuple[Warned, ...]:
    """Whether a command of that day has set the time later than it was to be announced (OPEN-info-1)."""
    by = after.settings.entry.announce_by
    if by.value is None or on <= by.value or before.settings.minutes.value == after.settings.minutes.value:
        return ()
    return (Warned(WarningKind.ANNOUNCED_LATE, by.clause, "entry.announce_by", {"due": by.value, "on": on}),)


def pairing_warnings(state: Tournament, division: str, number: int) -> tuple[Warned, ...]:
    """The warnings about a round that was paired; those who were free then are taken for free who are so now."""
    played = state.divisions[division].rounds[number - 1]
    return tuple(_paired(state, division, played, credits_of(state, division, before=number)))


def _standing(state: Tournament, today: date) -> Iterator[Warned]:
    settings = state.settings
    by, minutes = settings.entry.announce_by, settings.minutes
    if by.value is not None and today > by.value and not minutes.value and not settings.turn_seconds.value:
        yield Warned(WarningKind.ANNOUNCEMENT_OVERDUE, by.clause, "entry.announce_by", {"due": by.value})
    system = _last_system(state)
    if settings.last_round_check.value and system is not None and not systems()[system].fair_last_round:
        yield Warned(WarningKind.LAST_ROUND_NOT_DANISH, settings.plan.clause, "plan", {"system": system})
    for name, division in state.divisions.items():
        if state.closed_on is not None and is_round_due(state, name):
            params = {"division": name, "played": len(division.rounds), "rounds": state.rounds_planned}
            yield Warned(WarningKind.ROUNDS_UNPLAYED, settings.rounds.clause, "rounds", params)


def _last_system(state: Tournament) -> str | None:
    try:
        return state.system_of(state.rounds_planned) if state.rounds_planned else None
    except PlanError:
        return None


def _paired(state: Tournament, division: str, played: Round, credits: Credits) -> Iterator[Warned]:
    settings, where = state.settings, {"division": division, "round": played.number}
    if (
        played.number == state.rounds_planned
        and settings.last_round_check.value
        and not systems()[played.system].fair_last_round
    ):
        yield Warned(
            WarningKind.LAST_ROUND_NOT_DANISH, settings.plan.clause, "plan", {"system": played.system, **where}
        )
    yield from _about_prizes(state, division, played, where)
    sizes = sorted({len(table.players) for table in played.tables})
    if len(sizes) > 1:
        yield Warned(
            WarningKind.TABLES_UNEQUAL, settings.table.points.clause, "table.points", {"sizes": sizes, **where}
        )
    eliminates, may_repeat = systems()[played.system].eliminates, systems()[played.system].by_rungs
    for table in played.tables:
        # In a knock-out the bracket says who meets again; on a ladder neighbours do, evening after evening.
        found = _at(state, table, credits, where)
        yield from (each for each in found if each.kind is not WarningKind.REPEATED or not (eliminates or may_repeat))
    for number in played.byes:
        if any(_without_a_game(row.kind, row.half_points) for row in credits.get(number, ())):
            yield Warned(
                WarningKind.SECOND_BYE, settings.bye.allowed.clause, "bye.allowed", {"number": number, **where}
            )
    out = [number for number in played.missed if state.entrants[number].is_present]
    benched = systems()[played.system].by_teams and plays_matches(state)
    if out and not eliminates and not benched and played is state.divisions[division].rounds[-1]:
        yield Warned(WarningKind.LEFT_OUT, settings.plan.clause, "", {"numbers": out, **where})


def _about_prizes(state: Tournament, division: str, played: Round, where: Mapping[str, Any]) -> Iterator[Warned]:
    """Tables at which only one of two players can still change what they win, where the organiser has named prizes."""
    from mostek.tournament.awards import lists_of, stakes_of
    from mostek.tournament.pairing.stakes import Prospects, outlooks

    settings = state.settings
    is_weighed = systems()[played.system].weighs_prizes or bool(lists_of(state, division))
    is_current = played is state.divisions[division].rounds[-1] and not any(table.result for table in played.tables)
    stakes = stakes_of(state, division) if is_weighed and is_current and settings.last_round_check.value else None
    found = outlooks(stakes) if stakes else {}
    for table in played.tables:
        kinds = {found[number].prospects: number for number in table.players if number in found}
        if kinds.keys() == {Prospects.SETTLED, Prospects.RACING}:
            numbers = [kinds[Prospects.SETTLED], kinds[Prospects.RACING]]
            params = {"numbers": numbers, "table": table.number, **where}
            yield Warned(WarningKind.SETTLED_MEETS_RACER, settings.plan.clause, "plan", params)


def _at(state: Tournament, table: Table, credits: Credits, where: Mapping[str, Any]) -> Iterator[Warned]:
    settings = state.settings
    for one, other in combinations(table.players, 2):
        params = {"numbers": [one, other], "table": table.number, **where}
        first, second = state.entrants[one], state.entrants[other]
        if first.team and first.team == second.team:
            yield Warned(WarningKind.TEAMMATES_MEET, settings.teammates.clause, "teammates", params)
        if state.pair_rules.get(frozenset((one, other))) is PairRule.FORBIDDEN:
            yield Warned(WarningKind.FORBIDDEN_MEET, settings.plan.clause, "", params)
        if times := sum(other in row.opponents for row in credits.get(one, ())):
            yield Warned(WarningKind.REPEATED, settings.plan.clause, "plan", {"times": times, **params})


def _without_a_game(kind: CreditKind, half_points: int) -> bool:
    return kind is CreditKind.BYE or (kind is CreditKind.FORFEIT and half_points > 0)
