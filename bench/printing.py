"""Measure the documents on this machine: what it takes to print an event of so many players and rounds.

Run as `python bench/printing.py [PLAYERS [ROUNDS]]`. The event is held in memory by the tests' own director, from a fixed
seed. Times are processor seconds: the first call, which also wakes typst and its fonts, and the median of the next ones with
another event each time, for typst remembers what it has laid out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from documents import held
from mostek.tournament.state import Tournament

EVENTS = 4
DOCUMENTS: dict[str, Callable[[Tournament], bytes]] = {
    "regulation sheet": lambda state: held.printed("regulation", state),
    "pairings by table": lambda state: held.printed("pairings", state, "", 1),
    "pairings by name": lambda state: held.printed("names", state, "", 1),
    "result slips": lambda state: held.printed("slips", state, "", 1),
    "table cards": lambda state: held.printed("cards", state),
    "classification": lambda state: held.printed("standings", state, ""),
    "cross-table": lambda state: held.printed("crosstable", state, ""),
    "card of a player": lambda state: held.printed("card", state, player=1),
    "check-in list": lambda state: held.printed("check-in", state, ""),
    "diplomas": lambda state: held.printed("participants", state, ""),
    "press": lambda state: held.printed("press", state),
}


def measured(document: Callable[[Tournament], bytes], events: list[Tournament]) -> tuple[list[float], int]:
    times, size = [], 0
    for event in events:
        begun = process_time()
        size = len(document(event))
        times.append(process_time() - begun)
    return times, size


def main() -> None:
    given = [int(word) for word in sys.argv[1:3]]
    players, rounds = (*given, *(100, 12)[len(given) :])
    events = [held.federation(players, rounds, rounds, name=f"Turniej {each}").state for each in range(EVENTS)]
    print(f"{players} players, {rounds} rounds; milliseconds")
    for name, document in DOCUMENTS.items():
        times, size = measured(document, events)
        print(f"{name:20} first {times[0] * 1000:6.0f}   then {median(times[1:]) * 1000:6.0f}   {size // 1024:5} KiB")


if __name__ == "__main__":
    main()
