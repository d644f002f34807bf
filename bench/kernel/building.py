"""What it costs to make the structures of a lexicon from a list of words, and to open them."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import process_time, sleep
from typing import NamedTuple

from bench.kernel.folder import LETTERS

from mostek import _kernel
from mostek.lexicon.importing import in_capitals
from mostek.lexicon.library import open_gaddag, open_lexicon, open_word_map

SETTLED = 2.5
"""Seconds after which a file counts as settled, see `mostek.lexicon.files`."""
OPENINGS = 7


class Cost(NamedTuple):
    """Processor seconds, and the most memory held, in MiB."""

    seconds: float
    memory: float


STEPS: Mapping[str, Callable[[_kernel.Words], object]] = {
    "reading the words": len,
    "compact graph": lambda words: words.dawg(),
    "search graph": lambda words: words.gaddag(),
    "word map": lambda words: words.word_map(),
}
"""What is built, each with the reading."""


def read(text: Path) -> _kernel.Words:
    """The words of a UTF-8 list, one a line; capitals mark names unless all is in capitals."""
    with text.open("rb") as file:
        capitals = in_capitals(file.read(1 << 20))
    return _kernel.Words.open(text, LETTERS, capitals=capitals)


def costs(text: Path, rounds: int) -> dict[str, Cost]:
    """What each step costs from the text on, in a process of its own; the median of several."""
    found = {}
    for step in STEPS:
        command: list[str | Path] = [sys.executable, "-m", "bench.kernel.building", step, text]
        done = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(rounds)]
        found[step] = Cost(median(seconds for seconds, _ in done), max(memory for _, memory in done))
    return found


def openings(folder: Path) -> dict[str, tuple[float, float]]:
    """Processor seconds for opening what is installed: when its file is checked in full, and when it is known to be sound."""
    os.environ["MOSTEK_DATA"] = str(folder)
    ways: dict[str, Callable[[], object]] = {
        "compact graph": open_lexicon,
        "search graph": open_gaddag,
        "word map": open_word_map,
    }
    for way in ways.values():
        way()
    sleep(SETTLED)
    return {name: (timed(way), median(timed(way) for _ in range(OPENINGS))) for name, way in ways.items()}


def timed(work: Callable[[], object]) -> float:
    """Processor seconds."""
    start = process_time()
    work()
    return process_time() - start


def peak() -> float:
    """The most memory that this process has held, in MiB. Linux counts the parent's before the start into `ru_maxrss`."""
    status = Path("/proc/self/status")
    if status.exists() and (held := re.search(r"VmHWM:\s+(\d+) kB", status.read_text())):
        return int(held[1]) / 2**10
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


if __name__ == "__main__":
    step, text = sys.argv[1:]
    print(json.dumps([timed(lambda: STEPS[step](read(Path(text)))), peak()]))
