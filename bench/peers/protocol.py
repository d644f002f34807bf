"""How an engine takes part in the arena: a program that does tasks and says how long they took.

It is started as `PROGRAM FOLDER`. The folder has `list.kwg` (arcs of 22 bits), `leaves.klv2`, `words` (a word a line, UTF-8)
and `positions`: a line for each, the board as CGP writes it, a tab, and the rack. The program reads them and prints `ready`.
Then it reads tasks, one a line, and answers each of them about every position:

- `all`: generate every play, store all of them with their equities, best first.
- `best`: find the best move by equity: a play, an exchange (with seven tiles in the bag) or the pass.

After a task it writes `NAME.TASK` into the folder, a line for each position: the number of plays (with `all`) and the equity of
the best move in thousandths of a point, with a tab between; and prints the number of positions and the nanoseconds of the clock
and of the processor, reading and writing left out. One thread. An end of the input ends it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple, Protocol

TASKS = ("all", "best")


class Timed(NamedTuple):
    """How many positions were answered, and the seconds of the clock and of the processor."""

    positions: int
    clock: float
    processor: float

    @property
    def rate(self) -> float:
        return self.positions / self.processor


class Contestant(Protocol):
    """An engine in the arena."""

    name: str

    def does(self, task: str) -> Timed:
        """Do a task now."""
        ...

    def answers(self, task: str) -> list[tuple[int, int]]:
        """The plays and the best equity of each position, of the last time."""
        ...

    def end(self) -> None:
        """Let it go."""
        ...


class ArenaError(Exception):
    """A peer does not keep to the protocol."""


class Peer:
    """A program that speaks the protocol."""

    def __init__(self, name: str, command: Sequence[str | Path], folder: Path) -> None:
        self.name = name
        self._folder = folder
        self._process = subprocess.Popen(
            [*command, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        if self._said() != "ready":
            raise ArenaError(f"{name} did not get ready")

    def does(self, task: str) -> Timed:
        assert self._process.stdin
        try:
            print(task, file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise ArenaError(f"{self.name} has ended") from None
        words = self._said().split()
        if len(words) != 3 or not all(word.isdigit() for word in words):
            raise ArenaError(f"{self.name} answered the task {task!r} with {' '.join(words)!r}")
        positions, clock, processor = map(int, words)
        return Timed(positions, clock / 1e9, max(processor, 1) / 1e9)

    def answers(self, task: str) -> list[tuple[int, int]]:
        found = [*self._folder.glob(f"{self.name}.{task}")]
        if not found:
            raise ArenaError(f"{self.name} wrote no answers to {task!r}")
        lines = found[0].read_text("utf-8").splitlines()
        try:
            pairs = [tuple(map(int, line.split("\t"))) for line in lines]
            return [(plays, best) for plays, best in pairs]
        except ValueError:
            raise ArenaError(f"{self.name} wrote answers that are not two numbers a line") from None

    def end(self) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()

    def _said(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


def timed(positions: int, work: Callable[[], object]) -> Timed:
    """The times of what this process does itself."""
    clock, processor = perf_counter(), process_time()
    work()
    return Timed(positions, perf_counter() - clock, process_time() - processor)
