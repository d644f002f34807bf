"""The log of a tournament in sentences: each step told by the tournament as it was then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from mostek.messages.tournament_events import told
from mostek.tournament.commands import Undo
from mostek.tournament.decide import Step, in_force
from mostek.tournament.evolve import evolve
from mostek.tournament.state import Tournament


def log_rows(steps: Sequence[Step]) -> Iterator[dict[str, Any]]:
    """Each step as plain data, described by the tournament as it was then."""
    standing = {id(step) for step in in_force(steps)}
    states: list[Tournament | None] = [None]
    for number, step in enumerate(steps, 1):
        before = states[-1]
        if isinstance(step.command, Undo):
            states.pop()
            after = states[-1]
        else:
            after = before
            for event in step.events:
                after = evolve(after, event)
            states.append(after)
        assert after is not None, "the founding is never undone"
        yield {
            "step": number,
            "at": step.command.at,
            "by": step.command.by,
            "command": msgspec.to_builtins(step.command)["type"],
            "types": [msgspec.to_builtins(event)["type"] for event in step.events],
            "said": list(told(step.events, before, after)),
            "undone": not isinstance(step.command, Undo) and id(step) not in standing,
        }
