"""The Rust example `measure` as somebody who does tasks and says how long they took."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple, TypeAlias

KERNEL = Path(__file__).parents[2] / "kernel"


class Done(NamedTuple):
    """What came of a task: how much was done, a number that depends on the task, and the seconds."""

    amount: int
    other: int
    clock: float
    processor: float


Way: TypeAlias = Callable[[], Done]


def example(name: str) -> Path:
    """The example of that name, built if it must be. Raises `CalledProcessError`."""
    command = ["cargo", "build", "--quiet", "--release", "--package", _PACKAGES[name], "--example", name]
    subprocess.run(command, cwd=KERNEL, check=True)
    return KERNEL / "target" / "release" / "examples" / name


_PACKAGES = {
    "measure": "mostek-play",
    "pre_endgames": "mostek-play",
    "strength": "mostek-play",
    "lookups": "mostek-search",
}


class Worker:
    """One process; tasks as in `kernel/crates/play/examples/measure.rs`."""

    def __init__(self, folder: Path) -> None:
        command = [example("measure"), folder]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def does(self, task: str, *numbers: int) -> Done:
        """Do a task now."""
        assert self.process.stdin
        assert self.process.stdout
        print(task, *numbers, file=self.process.stdin, flush=True)
        amount, other, clock, processor = self.process.stdout.readline().split()
        return Done(int(amount), int(other), int(clock) / 1e9, int(processor) / 1e9)

    def way(self, task: str, *numbers: int) -> Way:
        """A task to be done later, again and again."""
        return lambda: self.does(task, *numbers)

    def memory(self, kind: str = "VmHWM") -> float:
        """Memory in MiB. `VmHWM` is the most ever held, mapped pages of files included; `RssAnon` is without files."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition(f"{kind}:")[2].split()[0]) / 1024

    def end(self) -> None:
        """Say that there is no more to do, and wait."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def by_python(amount: int, work: Callable[[], object]) -> Way:
    """The same kind of answer for what this process does itself."""

    def way() -> Done:
        clock, processor = perf_counter(), process_time()
        work()
        return Done(amount, 0, perf_counter() - clock, process_time() - processor)

    return way


class Rate(NamedTuple):
    """So many a second of the processor and of the clock, the median of several rounds; and how often the first one's."""

    processor: float
    clock: float
    ratio: float
    clock_ratio: float


def compared(ways: Mapping[str, Way], rounds: int) -> dict[str, Rate]:
    """How fast each way is. The ways take turns, so that a busy machine slows all alike."""
    done = [{name: way() for name, way in ways.items()} for _ in range(rounds)]
    first = next(iter(ways))

    def rate(name: str) -> Rate:
        speeds = [(each[name].amount / each[name].processor, each[name].amount / each[name].clock) for each in done]
        firsts = [(each[first].amount / each[first].processor, each[first].amount / each[first].clock) for each in done]
        ratios = [[own / of for own, of in zip(*pair, strict=True)] for pair in zip(speeds, firsts, strict=True)]
        return Rate(*(median(column) for rows in (speeds, ratios) for column in zip(*rows, strict=True)))

    return {name: rate(name) for name in ways}
