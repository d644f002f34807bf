"""Measure the files of tournaments on this machine.

Run as `python bench/tournament_files.py`. An event of 75 players and 12 rounds, drawn by lot, and a ranking list of 650 rows
go through every format; times are wall time, medians of repeated runs.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

from mostek.tournament.file_formats import read_tournament, tournament_formats, write_tournament
from mostek.tournament.origin import RankingRow
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, kind_of

PLAYERS = 75
ROUNDS = 12
RANKED = 650
RUNS = 15


def event(rng: random.Random) -> RecordedTournament:
    """An event that nobody played."""
    players = tuple(
        RecordedPlayer(
            number=number,
            name=f"Imię{number} Nażwisko{number}",
            first=f"Imię{number}",
            last=f"Nażwisko{number}",
            city="Łódź",
            rating=20000 - 100 * number,
            place=number,
            half_points=12,
            game_points=4800,
            scalps=1500,
            spread=0,
        )
        for number in range(1, PLAYERS + 1)
    )
    results = tuple(result for number in range(1, ROUNDS + 1) for result in round_of(number, rng))
    ranking = tuple(
        RankingRow(
            place=place, main=place < 300, name=f"Imię{place} Nażwisko{place}", rating=15000, scalps=30000, games=200
        )
        for place in range(1, RANKED + 1)
    )
    return RecordedTournament(
        format="bench", name="Turniej", rounds=ROUNDS, players=players, results=results, ranking=ranking
    )


def round_of(number: int, rng: random.Random) -> list[RecordedResult]:
    order = rng.sample(range(1, PLAYERS + 1), PLAYERS)
    pairs = [*zip(order[::2], order[1::2], strict=False), (order[-1], 0)]
    return [
        RecordedResult(
            round=number,
            table=table,
            host=host,
            guest=guest,
            host_score=(own := 300 + rng.randrange(200)),
            guest_score=(other := 250 + rng.randrange(200) if guest else None),
            kind=kind_of(guest, own, other),
        )
        for table, (host, guest) in enumerate(pairs, 1)
    ]


def milliseconds(action: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        before = perf_counter()
        action()
        times.append(perf_counter() - before)
    return 1000 * median(times)


def main() -> None:
    played = event(random.Random(5))
    print(f"{platform.machine()}, Python {platform.python_version()}: {PLAYERS} players, {ROUNDS} rounds; milliseconds")
    print(f"{'':20}{'read':>8}{'write':>8}{'bytes':>10}")
    for form in tournament_formats():
        files = write_tournament(played, form)
        if form == "csv":
            files = {"-players.csv": files["-players.csv"]}
        size = sum(map(len, files.values()))
        write = milliseconds(partial(write_tournament, played, form))
        read = "" if tournament_formats()[form].is_lossy else f"{milliseconds(partial(read_tournament, files)):.1f}"
        print(f"{form:20}{read:>8}{write:>8.1f}{size:>10}")


if __name__ == "__main__":
    main()
