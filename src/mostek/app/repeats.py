"""Commands that were given before: what is left of one, so that typing it again changes nothing and is no fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from mostek.app.typed_names import tables_of
from mostek.tournament import commands as c
from mostek.tournament.commands import Request
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.pending import absentees
from mostek.tournament.state import BothForfeited, Forfeited, Played, Report, Table, TableResult, Tournament, team_key

Asked = TypeVar("Asked", bound=Request)
"""A command of one kind; what is left of it is of the same kind."""


def left_to_do(state: Tournament, request: Asked) -> Asked | None:
    """The part of a command that is not carried out yet.

    Two people who type from one pile of slips give the same command twice; the second time it must do no harm.

    Args:
        state: the tournament as it stands.
        request: the command.

    Returns:
        `None` if everything that it asks for is so already; otherwise the command, without the people of a check-in who
        have come already. What contradicts the state is left as it is, for the desk to refuse it.
    """
    found: Callable[[Tournament, Asked], Asked | None] | None = _LEFT.get(type(request))
    return request if found is None else found(state, request)


def table_at(state: Tournament, division: str, round_number: int, number: int) -> Table | None:
    """The table of this number; `None` if it was not paired."""
    tables = tables_of(state, division, round_number) if division in state.divisions else ()
    return tables[number - 1] if 1 <= number <= len(tables) else None


_Result = TypeVar("_Result", bound=c.EnterResult | c.CorrectResult)
_Coming = TypeVar("_Coming", bound=c.CheckIn | c.CheckOut)
_Leaving = TypeVar("_Leaving", bound=c.Withdraw | c.Remove)


def _entered(state: Tournament, order: _Result) -> _Result | None:
    table = table_at(state, order.division, order.round, order.table)
    return None if table is not None and _is_same(table.result, order.result) else order


def _awarded(state: Tournament, order: c.AwardForfeit) -> c.AwardForfeit | None:
    table = table_at(state, order.division, order.round, order.table)
    wanted = Forfeited(order.winner, order.score_now, order.cause) if order.winner else BothForfeited(order.cause)
    return None if table is not None and _is_same(table.result, wanted) else order


def _is_same(there: TableResult | None, typed: TableResult) -> bool:
    """Whether a result says what stands there; its source may be another, and last words need not be typed again."""
    if isinstance(there, Played) and isinstance(typed, Played):
        words = typed.last_words or there.last_words
        return (there.scores, there.last_words, there.rated) == (typed.scores, words, typed.rated)
    if isinstance(there, Forfeited) and isinstance(typed, Forfeited):
        return (there.winner, there.cause, there.score_now) == (typed.winner, typed.cause, typed.score_now)
    return there == typed


def _reported(state: Tournament, order: c.ReportResult) -> c.ReportResult | None:
    tables = tables_of(state, order.division, order.round) if order.division in state.divisions else ()
    table = next((each for each in tables if order.number in each.players), None)
    if table is None or not state.settings.results.self_report.value:
        return order
    there = table.reports.get(order.number) if table.result is None else table.result
    if not isinstance(there, Played | Report):
        return order
    words = order.last_words or there.last_words
    return None if (there.scores, there.last_words) == (order.scores, words) else order


def _checked_in(state: Tournament, order: c.CheckIn) -> c.CheckIn | None:
    late = {number for name in state.divisions for number in absentees(state, name)}
    return _without(state, order, EntrantStatus.PRESENT, late)


def _checked_out(state: Tournament, order: c.CheckOut) -> c.CheckOut | None:
    return _without(state, order, EntrantStatus.ENTERED, set())


def _without(state: Tournament, order: _Coming, status: EntrantStatus, still: set[int]) -> _Coming | None:
    """The command without the people who have that status already; who is named twice is an error of typing."""
    if len(set(order.numbers)) != len(order.numbers):
        return order
    people = {number: state.entrants[number] for number in order.numbers if number in state.entrants}
    there = {number for number, each in people.items() if each.status is status and number not in still}
    left = tuple(number for number in order.numbers if number not in there)
    return replace(order, numbers=left) if left else None


def _left_already(state: Tournament, order: _Leaving) -> _Leaving | None:
    entrant = state.entrants.get(order.number)
    status = EntrantStatus.WITHDRAWN if isinstance(order, c.Withdraw) else EntrantStatus.REMOVED
    return None if entrant is not None and entrant.status is status else order


def _confirmed(state: Tournament, order: c.ConfirmTeam) -> c.ConfirmTeam | None:
    team = state.teams.get(team_key(order.division, order.name))
    return None if team is not None and team.confirmed else order


_LEFT: Mapping[type[Any], Callable[[Tournament, Any], Any]] = {
    c.EnterResult: _entered,
    c.CorrectResult: _entered,
    c.AwardForfeit: _awarded,
    c.ReportResult: _reported,
    c.CheckIn: _checked_in,
    c.CheckOut: _checked_out,
    c.Withdraw: _left_already,
    c.Remove: _left_already,
    c.ConfirmTeam: _confirmed,
}
