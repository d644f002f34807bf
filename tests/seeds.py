"""A test that is tried with many seeds: one in five in each run of the gate, the others in `make long`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

GATE = 5
"""One in so many seeds is tried in the gate, always the same ones: 0, 5, 10 and so on."""


def with_seeds(count: int, name: str = "seed") -> Callable[[Callable[..., None]], Any]:
    """The test takes a seed by that name, and is tried with this many; whoever fails is named, and all are tried.

    It is one test for all seeds of the gate and one for the others: a fixture is made once for all of them.
    """
    ours = range(0, count, GATE)
    others = [seed for seed in range(count) if seed not in ours]

    def tried(test: Callable[..., None]) -> Any:
        @functools.wraps(test)
        def run(*, seeds: Iterable[int], **fixtures: Any) -> None:
            failed: dict[int, Exception] = {}
            for seed in seeds:
                try:
                    test(**{name: seed}, **fixtures)
                except Exception as error:
                    failed[seed] = error
            if failed:
                first = next(iter(failed.values()))
                first.add_note(f"{name}: {', '.join(map(str, failed))}")
                raise first

        signature = inspect.signature(test)
        kept = [each for each in signature.parameters.values() if each.name != name]
        seeds = inspect.Parameter("seeds", inspect.Parameter.KEYWORD_ONLY)
        run.__signature__ = signature.replace(parameters=[*kept, seeds])  # type: ignore[attr-defined]
        values = [pytest.param(ours, id="gate"), pytest.param(others, id="others", marks=pytest.mark.long)]
        return pytest.mark.parametrize("seeds", values if others else values[:1])(run)

    return tried
