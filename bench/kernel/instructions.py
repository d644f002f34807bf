"""Instructions counted by callgrind, which depend on the program alone and not on how busy the machine is."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from bench.kernel.worker import example

TASKS = {
    "all plays, one position": "all",
    "best play, one position": "best 1 1",
    "best play, no map": "best 1 0",
    "a turn of a greedy game": "games 0 40 1 1",
}


def counted(folder: Path) -> dict[str, float]:
    """Instructions for one position or turn; 0 without valgrind."""
    if not shutil.which("valgrind"):
        return dict.fromkeys(TASKS, 0.0)
    start, _ = _run(folder, "nothing")
    found = {}
    for name, task in TASKS.items():
        instructions, (amount, turns) = _run(folder, task)
        found[name] = (instructions - start) / (turns if task.startswith("games") else amount)
    return found


def _run(folder: Path, task: str) -> tuple[int, tuple[int, int]]:
    command: list[str | Path] = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        example("measure"),
        folder,
    ]
    done = subprocess.run(command, input=f"{task}\n", check=True, capture_output=True, text=True)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    assert collected, done.stderr
    amount, other, *_ = done.stdout.split()
    return int(collected[1]), (int(amount), int(other))
