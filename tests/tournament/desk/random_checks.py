"""What must hold after every command, whatever it was."""

from __future__ import annotations

from typing import Any

import msgspec

from mostek.rules.loading import clause
from mostek.tournament import settings as known_settings
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.events import RoundPaired
from mostek.tournament.pairing.check import Breach
from mostek.tournament.pairing.system import check, systems
from mostek.tournament.pairing.values import Pairing
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.rounds import task_of
from mostek.tournament.scoring import UNPLAYED, credits_of, forfeit_at
from mostek.tournament.standings import ratings_of, standings_of, team_table_of
from mostek.tournament.state import BothForfeited, Forfeited, PairRule, Played, Round, Table, Tournament


def check_refusal(refused: DeskRefusal) -> None:
    """A known reason; what it rests on exists: a clause of a rulebook, a reading of a gap, a setting."""
    assert isinstance(refused.reason, DeskReason)
    if refused.clause and not (refused.clause[0] == "S" and refused.clause[1:].isdecimal()):
        clause(refused.clause)
    assert refused.setting in ("", *known_settings.names()) or refused.reason is DeskReason.SETTING_NOT_POSSIBLE
    msgspec.json.encode(refused)


def check_pairing(before: Tournament, after: Tournament, event: RoundPaired) -> None:
    """Everybody who is present sits once, or has the bye; nobody else does."""
    played = after.divisions[event.division].rounds[-1]
    seated = [number for table in played.tables for number in table.players] + list(played.byes)
    present = {each.number for each in before.entrants_of(event.division) if each.is_present}
    assert played.tables or event.system == "round_robin"
    assert len(set(seated)) == len(seated)
    assert set(seated) <= present
    assert set(seated) | set(played.missed) == {each.number for each in before.entrants_of(event.division)}
    sizes = {len(table.players) for table in played.tables}
    assert min(sizes, default=2) >= 2
    assert max(sizes, default=2) <= (before.settings.table.size.value or 0) or event.system != "manual"
    if event.system == "manual":
        return
    if systems()[event.system].eliminates:
        _check_by_the_judge(before, event)
        return
    assert set(seated) == present
    _check_by_the_judge(before, event)
    if event.system not in ("round_robin", "team_match"):
        _check_freely_paired(before, played, event.division, present)


def _check_by_the_judge(before: Tournament, event: RoundPaired) -> None:
    """No avoidable repeat, bye or meeting of teammates; a circle that other systems have broken into must repeat."""
    task = task_of(before, event.division, event.system, event.seed)
    found = check(task, Pairing(event.tables, event.byes)).faults
    assert [fault for fault in found if fault.breach is not Breach.CIRCLE_REPEAT] == []


def _check_freely_paired(before: Tournament, played: Round, division: str, present: set[int]) -> None:
    forbidden = {pair for pair, rule in before.pair_rules.items() if rule is PairRule.FORBIDDEN}
    for table in played.tables:
        assert not any(pair <= set(table.players) for pair in forbidden)
    assert len(played.byes) <= len(present) % 2
    if played.byes and not before.pair_rules and before.settings.teammates.value != "forbid":
        credits = credits_of(before, division)
        had = {number: sum(row.kind is CreditKind.BYE for row in credits[number]) for number in present}
        awarded = {number for number in present for row in credits[number] if row.kind is CreditKind.FORFEIT}
        (idle,) = played.byes
        assert had[idle] <= min((had[number] for number in present if number not in awarded), default=had[idle])


def check_standings(state: Tournament) -> None:
    """The points of every table add up; places follow the points; whatever is shown can be worked out."""
    for name, division in state.divisions.items():
        credits = credits_of(state, name)
        rows = {(row.round, number): row for number, each in credits.items() for row in each}
        for played in division.rounds:
            for table in played.tables:
                _check_table(
                    state, name, played.number, table, {n: rows.get((played.number, n)) for n in table.players}
                )
        for number, each in credits.items():
            settled = [row.round for row in each]
            assert settled == sorted(set(settled)), number
        _check_order(state, name)
        ratings_of(state, name)
        if state.settings.team.size.value:
            team_table_of(state, name)


def _check_table(state: Tournament, name: str, number: int, table: Table, rows: dict[int, Any]) -> None:
    result = table.result
    if result is None:
        assert not any(rows.values())
        return
    points = [row.half_points for row in rows.values()]
    match result:
        case Played() if len(table.players) == 2:
            assert sum(points) == 2
            first, second = rows.values()
            assert (first.own, first.other) == (second.other, second.own)
            assert (first.starts, second.starts) == (True, False)
        case Played():
            assert len(rows) == len(table.players)
        case Forfeited():
            worth = forfeit_at(state, name, number, result)
            assert worth.points >= max(UNPLAYED, result.score_now, worth.estimate)
            assert sorted(points) == [0, 2]
            assert rows[result.winner].own == (result.points or worth.points)
            assert [row.own for who, row in rows.items() if who != result.winner] == [1]
        case BothForfeited():
            assert {(row.half_points, row.own, row.other) for row in rows.values()} == {(0, 0, 0)}


def _check_order(state: Tournament, name: str) -> None:
    standings = standings_of(state, name)
    numbers = [standing.number for standing in standings]
    assert len(set(numbers)) == len(numbers)
    placed = [standing.place for standing in standings if standing.place is not None]
    assert placed == sorted(placed)
    assert all(place <= index for index, place in enumerate(placed, 1))
    excluded = {each.number for each in state.entrants_of(name) if each.status is EntrantStatus.EXCLUDED}
    assert {standing.number for standing in standings if standing.place is None} <= excluded
    present = {each.number for each in state.entrants_of(name) if each.is_present}
    assert present <= set(numbers)
