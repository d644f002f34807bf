"""Lines of a log that another computer writes are checked step by step, before a copy takes them."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from mostek.app.event_size import large_event
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.ports import LogError
from mostek.app.tournaments import Desk, UnsavedLog
from mostek.store.hash_chain import BEGINNING, follows
from mostek.store.tournament_lines import (
    FORMAT,
    TournamentContents,
    TournamentHeader,
    TournamentLine,
    read_header,
    read_line,
    steps_of,
)
from mostek.tournament.decide import Step
from mostek.tournament.limits import LARGEST_LOG
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.state import Tournament

PATIENCE = 8.0
"""The seconds of checking after which a copy takes what it has checked and leaves the rest of a piece for later."""


class CheckedLines(NamedTuple):
    """Lines of a log, each of which follows from its command."""

    header: TournamentHeader
    state: Tournament
    """The tournament after them."""
    steps: int
    """The number of all its steps."""
    taken: int
    """How many bytes of what was given they are: as far as there was time."""
    head: str
    size: int
    """The bytes of the whole log with them."""


def checked_lines(
    known: TournamentContents | None, desk: Desk | None, given: bytes, patience: float = PATIENCE
) -> CheckedLines:
    """Decide each step of a piece again.

    Args:
        known: the log before it; `None` for the beginning.
        desk: the tournament before it; `None` for the beginning.
        given: the lines of the piece.
        patience: the seconds after which the rest is left out.

    Raises:
        CopyError: they do not continue the log, or do not follow from their commands.
    """
    *lines, rest = given.split(b"\n")
    if rest:
        raise CopyError(CopyFault.UNREADABLE, why=LogError("it is damaged, and no complete JSON"))
    size = 0 if known is None else known.size
    if size + len(given) > LARGEST_LOG:
        raise CopyError(CopyFault.TOO_LARGE, megabytes=LARGEST_LOG // 2**20)
    head, number = (BEGINNING, 0) if known is None else (known.head, len(known.steps) + 1)
    header = None if known is None else known.header
    read: list[TournamentLine] = []
    heads = []
    try:
        for line in lines:
            number += 1
            linked = follows(head, line)
            if linked is None:
                raise CopyError(CopyFault.CHAIN, line=number)
            head = linked
            heads.append(head)
            if header is None:
                header = _header(line)
            else:
                read.append(read_line(number, line))
    except LogError as error:
        raise CopyError(CopyFault.UNREADABLE, why=error) from None
    if header is None:
        raise CopyError(CopyFault.UNREADABLE, why=LogError("The file is empty."))
    steps = steps_of(header, read)
    if len(steps) < len(read) or (known is None and not steps):
        raise CopyError(CopyFault.TORN_LIST)
    after, taken = _decided(desk, steps, [line.more for line in read], patience)
    kept = taken + (1 if known is None else 0)
    length = sum(len(line) + 1 for line in lines[:kept])
    end = heads[kept - 1] if kept else head
    return CheckedLines(header, after.state, len(after.steps), length, end, size + length)


def steps_in(known: TournamentContents | None, lines: bytes) -> tuple[Step, ...]:
    """The steps of lines that were checked."""
    *each, _ = lines.split(b"\n")
    header = read_header(each.pop(0)) if known is None else known.header
    first = 2 if known is None else len(known.steps) + 2
    return steps_of(header, [read_line(number, line) for number, line in enumerate(each, first)])


def _header(line: bytes) -> TournamentHeader:
    try:
        return read_header(line)
    except LogError as error:
        if "known" in error.params:
            raise CopyError(CopyFault.FUTURE, format=error.params["format"], known=FORMAT) from None
        raise


def _decided(desk: Desk | None, steps: tuple[Step, ...], more: list[int], patience: float) -> tuple[Desk, int]:
    """Decide each step again: the desk after them, and how many there was time for."""
    started, before = monotonic(), 0 if desk is None else len(desk.steps)
    trial = Desk(UnsavedLog()) if desk is None else Desk.at(UnsavedLog(desk.steps), desk.state, desk.steps)
    whole, taken = trial, 0
    for place, step in enumerate(steps):
        try:
            decided = trial.do(step.command)
        except (LookupError, ValueError, AttributeError, AssertionError):
            decided = ()
        if isinstance(decided, DeskRefusal) and decided.reason is DeskReason.LIMIT_REACHED:
            raise CopyError(CopyFault.OVER_LIMIT, why=large_event(decided.params))
        if isinstance(decided, DeskRefusal) or decided != step.events:
            raise CopyError(CopyFault.STRAY, n=before + place + 1)
        if not more[place]:
            whole, taken = Desk.at(UnsavedLog(trial.steps), trial.state, trial.steps), place + 1
            if monotonic() - started > patience and taken < len(steps):
                return whole, taken
    return whole, taken
