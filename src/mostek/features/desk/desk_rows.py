"""Rows of a list at the desk: which are entered, which are so already, and which keep the list from being entered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from mostek.app.tournaments import as_kept
from mostek.features.desk.typed_names import TypedError, tables_of
from mostek.tournament import commands as c
from mostek.tournament.commands import Command, Request
from mostek.tournament.decide import decide
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.events import Event
from mostek.tournament.evolve import evolve
from mostek.tournament.pending import absentees
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import BothForfeited, Forfeited, Played, Report, Table, TableResult, Tournament, team_key


class RowOutcome(StrEnum):
    """The outcomes of a row."""

    ENTERED = "entered"
    ALREADY = "already"
    """It says what the desk has; nothing changes."""
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    HELD_BACK = "held_back"
    """It would be entered, but another row of the list cannot be."""


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row as it was typed, and what it says: a command, or why it cannot be understood."""

    place: int
    """Its number in the list, from 1; in a file that of the line."""
    typed: str
    meant: Command | TypedError


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """A row and its outcome."""

    row: TypedRow
    outcome: RowOutcome
    events: tuple[Event, ...] = ()
    refused: DeskRefusal | None = None
    command: Command | None = None
    """The command that is left to carry out."""

    @property
    def is_fault(self) -> bool:
        """Whether the row is wrong."""
        return self.outcome in (RowOutcome.REFUSED, RowOutcome.UNREADABLE)

    def after(self, state: Tournament) -> Tournament:
        """The tournament with what the row brings, or would bring."""
        for event in self.events:
            state = evolve(state, event)
        return state


def judge_rows(state: Tournament, rows: Iterable[TypedRow], *, each: bool) -> tuple[RowAnswer, ...]:
    """Judge the rows of a list, each after those before it, without a change of anything.

    Args:
        state: the tournament as it stands.
        rows: the rows.
        each: whether a row is entered though others are wrong; otherwise one wrong row holds all others back.

    Returns:
        An answer for each row, in their order.
    """
    found = tuple(_judged(state, rows))
    if each or not any(answer.is_fault for answer in found):
        return found
    held = RowOutcome.HELD_BACK
    return tuple(replace(one, outcome=held) if one.outcome is RowOutcome.ENTERED else one for one in found)


def _judged(state: Tournament, rows: Iterable[TypedRow]) -> Iterator[RowAnswer]:
    for row in rows:
        if isinstance(row.meant, TypedError):
            yield RowAnswer(row, RowOutcome.UNREADABLE)
            continue
        left = left_to_do(state, row.meant)
        if left is None:
            yield RowAnswer(row, RowOutcome.ALREADY)
            continue
        left_out = as_kept(left)
        decided = left_out if isinstance(left_out, DeskRefusal) else decide(state, left_out)
        if isinstance(decided, DeskRefusal):
            yield RowAnswer(row, RowOutcome.REFUSED, refused=decided)
            continue
        answer = RowAnswer(row, RowOutcome.ENTERED, decided, command=row.meant)
        state = answer.after(state)
        yield answer


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
    return msgspec.structs.replace(order, numbers=left) if left else None


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
