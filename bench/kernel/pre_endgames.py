"""Positions with a tile or two in the bag, looked into for a time by the Rust example `pre_endgames`."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.kernel.worker import example

FILES = {1: "one_in_the_bag", 2: "two_in_the_bag"}
"""The files of the folder, by the number of tiles in the bag."""


class Insight(NamedTuple):
    """What was found out about a position in time."""

    number: int
    """Of the position, from 1 on."""
    moves: int
    draws: int
    settled: int
    """The draws after which the result of the best move is proved."""
    won: int
    """Those after which it is a win."""
    rivals: int
    """The other moves that may win more draws than is proved for the best."""
    unrefuted: int
    """Those not proved to be no better than the best, by draws and then by spread."""
    exact: bool
    """Whether the spread of the best is proved after every draw."""
    processor: float
    """Seconds of the processor, of all threads together."""
    clock: float
    memory: float
    """The most that the process has held so far, in MiB, files included."""

    @property
    def is_settled(self) -> bool:
        """Whether the result of the best move is proved after every draw."""
        return self.settled == self.draws

    @property
    def is_winner(self) -> bool:
        """Whether no other move wins more draws, either."""
        return self.is_settled and not self.rivals

    @property
    def is_best(self) -> bool:
        """Whether no other move is better by its spread, either."""
        return self.exact and not self.unrefuted


def insights(folder: Path, bag: int, threads: int, seconds: int, only: Sequence[int] = ()) -> Iterator[Insight]:
    """Look into the positions with so many tiles in the bag, all or `only` some, each for so many seconds of the processor for
    each thread. Raises `CalledProcessError`.
    """
    command: list[str | Path] = [example("pre_endgames"), folder, FILES[bag], *map(str, (threads, seconds, *only))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            *counts, processor, clock, memory = line.split()
            number, moves, draws, settled, won, rivals, unrefuted, exact = map(int, counts)
            counted = (number, moves, draws, settled, won, rivals, unrefuted)
            yield Insight(*counted, bool(exact), float(processor), float(clock), int(memory) / 1024)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
