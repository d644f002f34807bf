"""One test for many values of one kind: it tries them all, and names those that fail.

Each item of a run costs some milliseconds in each process of the run before it does anything, so what is asked of hundreds of
values within microseconds is one item. A fixture of the test is made once for all values.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Decorator = Callable[[Callable[..., None]], Any]
GATE = 5
"""One in so many seeds is tried in the gate, always the same ones: 0, 5, 10 and so on."""


def with_each(name: str, values: Iterable[Any]) -> Decorator:
    """The test takes a value by that name, and is tried with all of these."""
    tried = list(values)
    assert tried, f"there is no {name}"
    return lambda test: _in_a_loop(test, name, lambda fixtures: tried)


def with_seeds(count: int, name: str = "seed") -> Decorator:
    """The test takes a seed by that name: one in five of this many are tried in the gate, the others in `make long`."""
    ours = range(0, count, GATE)
    others = [seed for seed in range(count) if seed not in ours]
    parts = [pytest.param(ours, id="gate"), pytest.param(others, id="others", marks=pytest.mark.long)]
    mark = pytest.mark.parametrize("seeds", parts if others else parts[:1])
    return lambda test: mark(_in_a_loop(test, name, lambda fixtures: fixtures.pop("seeds"), "seeds"))


def _in_a_loop(
    test: Callable[..., None], name: str, values_of: Callable[[dict[str, Any]], Iterable[Any]], *more: str
) -> Callable[..., None]:
    """The test without the argument of that name, but with these more; it tries all values before it fails."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        failed: list[tuple[Any, Exception]] = []
        for value in values_of(fixtures):
            try:
                test(**{name: value}, **fixtures)
            except Exception as error:
                failed.append((value, error))
        if failed:
            first = failed[0][1]
            first.add_note(f"{name}: " + ", ".join(str(value)[:200] for value, _ in failed))
            raise first

    signature = inspect.signature(test)
    kept = [each for each in signature.parameters.values() if each.name != name]
    added = [inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY) for each in more]
    run.__signature__ = signature.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    return run
