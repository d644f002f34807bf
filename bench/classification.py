"""Measure the classification on this machine: 1 000 entrants after 20 rounds, by several lists of keys.

Run as `python bench/classification.py [ENTRANTS [ROUNDS]]`. The event is made up from a fixed seed. Times are processor
seconds, the median of several runs, from the credits of the rounds to the finished rows.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

from mostek.tournament.classification import DEFAULT_KEYS, Competitor, Key, classify
from mostek.tournament.credits import Credit, CreditKind, Credits
from mostek.tournament.cross_table import cross_table

RUNS = 15
LISTS = {
    "match points, game points, spread": DEFAULT_KEYS,
    "match points, head to head, Buchholz, median": (Key.MATCH_POINTS, Key.HEAD_TO_HEAD, Key.BUCHHOLZ, Key.MEDIAN),
    "match points, scalps, lots": (Key.MATCH_POINTS, Key.SCALPS, Key.LOTS),
}


def made_up(entrants: int, rounds: int) -> tuple[list[Competitor], Credits]:
    chance = random.Random(2026)
    credits: dict[int, list[Credit]] = {number: [] for number in range(1, entrants + 1)}
    for round_number in range(1, rounds + 1):
        order = list(credits)
        chance.shuffle(order)
        for first, second in zip(order[::2], order[1::2], strict=False):
            mine, theirs = chance.randint(250, 500), chance.randint(250, 500)
            won = 2 if mine > theirs else 1 if mine == theirs else 0
            game = CreditKind.GAME
            credits[first].append(Credit(round_number, game, won, mine, theirs, (second,), True, True))
            credits[second].append(Credit(round_number, game, 2 - won, theirs, mine, (first,), False, True))
    candidates = [Competitor(number=number, rating_hundredths=chance.randint(100_00, 190_00)) for number in credits]
    return candidates, {number: tuple(each) for number, each in credits.items()}


def measured(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times) * 1000


def main(entrants: int = 1000, rounds: int = 20) -> None:
    candidates, credits = made_up(entrants, rounds)
    print(f"{entrants} entrants, {rounds} rounds, milliseconds")
    for name, keys in LISTS.items():
        print(f"{measured(partial(classify, candidates, credits, keys, seed='bench')):8.1f}  {name}")
    standings = classify(candidates, credits)
    print(f"{measured(partial(cross_table, standings, credits, rounds)):8.1f}  cross-table")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
