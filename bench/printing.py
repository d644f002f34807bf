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
from mostek.documents.tournament import cross_table, diplomas, letters, lists, regulation, rounds, standings
from mostek.tournament.state import Tournament

EVENTS = 4
DOCUMENTS: dict[str, Callable[[Tournament], bytes]] = {
    "regulation sheet": regulation.regulation_pages,
    "pairings by table": lambda state: rounds.pairing_pages(state, "", 1),
    "pairings by name": lambda state: rounds.name_pages(state, "", 1),
    "result slips": lambda state: rounds.slip_pages(state, "", 1),
    "table cards": rounds.table_card_pages,
    "classification": lambda state: standings.standings_pages(state, ""),
    "cross-table": lambda state: cross_table.cross_table_pages(state, ""),
    "card of a player": lambda state: cross_table.card_pages(state, 1),
    "check-in list": lambda state: lists.check_in_pages(state, ""),
    "diplomas": lambda state: diplomas.participant_diploma_pages(state, ""),
    "press": letters.press_pages,
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
