"""The steps of an event: each command with the events it has led to, and what undoing leaves in force."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from mostek.tournament.commands import Request, Undo
from mostek.tournament.creation import Decided
from mostek.tournament.decide import decide
from mostek.tournament.events import Event, Undone
from mostek.tournament.evolve import evolve
from mostek.tournament.refusals import Reason, refuse
from mostek.tournament.state import Tournament


class Step(Struct, frozen=True):
    """A command and what followed from it, all or nothing."""

    command: Request
    events: tuple[Event, ...]


def in_force(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps that were not undone; an undoing takes back the last one that is still in force."""
    standing: list[Step] = []
    for step in steps:
        if isinstance(step.command, Undo):
            standing.pop()
        else:
            standing.append(step)
    return tuple(standing)


def state_after(steps: Iterable[Step]) -> Tournament | None:
    """The event after these steps."""
    state: Tournament | None = None
    for step in in_force(steps):
        for event in step.events:
            state = evolve(state, event)
    return state


def decide_next(steps: tuple[Step, ...], state: Tournament | None, command: Request) -> Decided:
    """What follows from the next command; the founding of the event cannot be undone."""
    if not isinstance(command, Undo):
        return decide(state, command)
    return (Undone(reason=command.reason),) if len(in_force(steps)) > 1 else refuse(Reason.NOTHING_TO_UNDO)
