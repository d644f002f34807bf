"""How far a long work is, where somebody looks on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def progress(doing: str, steps: int) -> Iterator[Callable[[], None]]:
    """A line that grows with every step; short works are done before it is seen."""
    done, shown = 0, -1

    def step() -> None:
        nonlocal done, shown
        done += 1
        percent = done * 100 // max(steps, 1)
        if percent != shown and sys.stderr.isatty():
            shown = percent
            click.echo(f"\r{doing}: {percent} %", nl=False, err=True)

    try:
        yield step
    finally:
        if shown >= 0:
            click.echo("\r" + " " * (len(doing) + 8) + "\r", nl=False, err=True)
