"""The limits of an event as a whole that a log breaks, for a server that takes one in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from mostek.tournament.decide import Step
from mostek.tournament.limits import (
    LARGEST_ORIGIN,
    LARGEST_SETTINGS,
    LARGEST_STEP,
    LAST_STEPS,
    LONGEST_ANYWHERE,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_DIVISIONS,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_STEPS,
    BrokenEventLimit,
    EventLimit,
    exceeded,
    json_size,
)
from mostek.tournament.state import Tournament

_NAMES = frozenset({"name", "city", "club", "team", "arbiter", "division", "category"})
_FREE = frozenset({"settings", "changes", "origin"})
"""The fields with values that no type bounds; their sizes are bounded instead."""


def broken_event_limit(steps: Sequence[Step], state: Tournament) -> BrokenEventLimit | None:
    """The first limit that a log breaks, for who takes one in; `None` if there is none."""
    return next(_broken_by_log(steps, state), None)


def _broken_by_log(steps: Sequence[Step], state: Tournament) -> Iterator[BrokenEventLimit]:
    yield from exceeded(EventLimit.STEPS, len(steps), MOST_STEPS + LAST_STEPS)
    yield from exceeded(EventLimit.PEOPLE, len(state.entrants), MOST_PEOPLE)
    yield from exceeded(EventLimit.TEAMS, len(state.teams), MOST_PEOPLE)
    yield from exceeded(EventLimit.DIVISIONS, len(state.divisions), MOST_DIVISIONS)
    rounds = (state.rounds_planned, *(len(each.rounds) for each in state.divisions.values()))
    yield from exceeded(EventLimit.ROUNDS, max(rounds), MOST_ROUNDS)
    for number, step in enumerate(steps, 1):
        yield from _broken_by_step(number, step)


def _broken_by_step(number: int, step: Step) -> Iterator[BrokenEventLimit]:
    plain: Any = to_builtins(step)
    for part in (plain["command"], *plain["events"]):
        for name in _FREE & part.keys():
            most = LARGEST_ORIGIN if name == "origin" else LARGEST_SETTINGS
            value = part.pop(name)
            yield from exceeded(EventLimit.STEP, json_size(value), most, number)
        for field, text in _texts("", part):
            yield from exceeded(EventLimit.TEXT, len(text), _longest(field), number)
    yield from exceeded(EventLimit.STEP, json_size(plain), LARGEST_STEP, number)


def _longest(field: str) -> int:
    return LONGEST_NAME if field == "name" else LONGEST_TEXT if field in _NAMES else LONGEST_ANYWHERE


def _texts(field: str, value: Any) -> Iterator[tuple[str, str]]:
    """The texts in a value, each with the field in which it stands."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(name, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(field, inner)
