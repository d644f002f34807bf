"""Rows of a list at the desk: which are entered, which are so already, and which keep the list from being entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from mostek.app.repeats import left_to_do
from mostek.app.tournaments import as_kept
from mostek.app.typed_names import TypedError
from mostek.tournament.commands import Command
from mostek.tournament.decide import decide
from mostek.tournament.events import Event
from mostek.tournament.evolve import evolve
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament


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
