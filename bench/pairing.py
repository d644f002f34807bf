"""Measure how long pairing a round takes on this machine, system by system, in fields of several sizes.

Run as `python bench/pairing.py [SIZE ...]`. Each field has played eight Swiss rounds, in which the stronger mostly wins, or
eight rounds of the system measured where that leaves another history. Times are processor seconds of one core, the
median of several runs of the whole step: from the task to the tables with their starters.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from hashlib import blake2b
from statistics import median
from time import process_time

from msgspec.structs import replace

from mostek.tournament.pairing.system import check, explain, pair
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Teammates

HISTORY, RUNS = 8, 5
GOALS = {100: 0.05, 300: 0.5, 1000: 2.0}
SYSTEMS = (
    "half_split", "swiss", "danish", "danish_no_repeats", "random", "round_robin", "tables",
)  # fmt: skip


def played(contenders: Sequence[Contender], pairing: Pairing, number: int) -> tuple[Contender, ...]:
    """The field after a round; the game of two is decided by their starting numbers and a little chance."""
    known = {each.number: each for each in contenders}
    for bye in pairing.byes:
        known[bye] = replace(known[bye], half_points=known[bye].half_points + 1, byes=known[bye].byes + 1)
    for table in pairing.tables:
        strength = {each: each + blake2b(f"{number} {each}".encode()).digest()[0] * len(known) // 512 for each in table}
        winner = min(table, key=lambda each: strength[each])
        for each in table:
            before = known[each]
            met = dict(before.met)
            met.update({other: met.get(other, 0) + 1 for other in table if other != each})
            known[each] = replace(
                before,
                met=met,
                games=before.games + 1,
                half_points=before.half_points + 2 * (each == winner),
                starts=before.starts + (each == table[0]),
            )
    return tuple(sorted(known.values(), key=lambda each: (-each.half_points, each.number)))


def task_of(size: int, system: str, history: str) -> PairingTask:
    """The round after the history; every tenth contender plays for the same team, teammates are avoided."""
    contenders: tuple[Contender, ...] = tuple(
        Contender(number=each, team=f"t{each % (size // 8)}") for each in range(1, size + 1)
    )
    circle = tuple(range(1, size + 1))
    task = PairingTask(system=history, round=1, contenders=contenders, seed="bench", field=circle)
    for number in range(1, HISTORY + 1):
        contenders = played(contenders, pair(task), number)
        task = replace(task, round=number + 1, contenders=contenders)
    return replace(task, system=system, teammates=Teammates.AVOID)


def seconds(step: object, *arguments: object) -> float:
    took = []
    for _ in range(RUNS):
        begin = process_time()
        step(*arguments)  # type: ignore[operator]
        took.append(process_time() - begin)
    return median(took)


def measure(size: int) -> None:
    for system in SYSTEMS:
        task = task_of(size, system, "swiss")
        took = seconds(pair, task)
        pairing = pair(task)
        told, checked = seconds(explain, task, pairing), seconds(check, task, pairing)
        verdict = "" if size not in GOALS else "good" if took < GOALS[size] else "MISSED"
        print(
            f"{size:5} {system:18} pair {took:7.4f} s {verdict:7} explain {told:7.4f} s  check {checked:7.4f} s",
            flush=True,
        )


if __name__ == "__main__":
    for players in map(int, sys.argv[1:] or ("100", "300", "1000")):
        measure(players)
