"""Measure the referee and the start of the program on this machine.

Run as `python bench/referee.py`. A PFS game of two bots is decided step by step; times are wall time, medians. Start-up is the
best of several whole processes, beside that of an empty Python, which is the floor.
"""

from __future__ import annotations

import platform
import random
import subprocess
import sys
import tracemalloc
from statistics import median
from time import perf_counter

from mostek.core.board import layout
from mostek.core.tiles import Tiles, tile_set
from mostek.engine.kernel import Searcher, open_searcher
from mostek.referee import Game, Refused, decide, evolve, replay
from mostek.referee import commands as c
from mostek.referee.automation import routine_step
from mostek.referee.events import Event
from mostek.referee.state import Laid, Over, Thinking
from mostek.rules.loading import rulebook

BOOK = rulebook("pfs")
CREATION = c.CreateGame(rulebook="pfs", players=("A", "B"), millis=1_200_000)


def next_command(game: Game, searcher: Searcher) -> c.Command:
    """What two greedy bots do."""
    due = routine_step(game, BOOK)
    if due is not None:
        return due
    match game.phase:
        case Thinking(seat=seat):
            best = searcher.best(game.board, game.racks[seat], 1)
            return c.LayTiles(seat=seat, placement=best[0].placement) if best else c.PassTurn(seat=seat)
        case Laid(seat=seat):
            return c.RecordMove(seat=game.players.next(seat))
        case phase:
            raise AssertionError(phase)


def play(searcher: Searcher, seed: int) -> tuple[list[Event], list[float], Game]:
    """One game: its log, the seconds of each decide and evolve, and the end."""
    rng = random.Random(seed)

    def draw(bag: Tiles, count: int) -> Tiles:
        return Tiles(rng.sample(sorted(bag), count))

    events = decide(None, CREATION, BOOK, draw)
    assert not isinstance(events, Refused)
    log, seconds, game = list(events), [], replay(events)
    assert game is not None
    while not isinstance(game.phase, Over):
        command = next_command(game, searcher)
        before = perf_counter()
        events = decide(game, command, BOOK, draw)
        assert not isinstance(events, Refused)
        for event in events:
            game = evolve(game, event)
        seconds.append(perf_counter() - before)
        log.extend(events)
    return log, seconds, game


def started(*arguments: str) -> float:
    """The best wall time of a whole process, in milliseconds."""
    times = []
    for _ in range(7):
        before = perf_counter()
        subprocess.run([sys.executable, *arguments], check=False, capture_output=True)
        times.append(perf_counter() - before)
    return min(times) * 1000


def main() -> None:
    searcher = open_searcher("pl-wolny", tile_set("pl-current"), layout())
    games = [play(searcher, seed) for seed in range(20)]
    steps = [second for _, seconds, _ in games for second in seconds]
    logs = [log for log, _, _ in games]
    before = perf_counter()
    for log in logs:
        replay(log)
    replayed = (perf_counter() - before) / len(logs) * 1000
    tracemalloc.start()
    kept = [replay(log) for log in logs]
    memory = tracemalloc.get_traced_memory()[0] / len(kept) / 1000
    mostek = "from mostek.cli import main; main()"
    words = ["KOT", "PIES", "DOM", "LAS", "KRA", "RAK", "OKO", "NOS", "UCHO", "WODA"]
    print(f"{platform.machine()}, Python {platform.python_version()}")
    print(f"one decide + evolve step: median {median(steps) * 1e6:.0f} µs over {len(steps)} steps")
    print(f"replay of a game: {replayed:.2f} ms for {sum(map(len, logs)) / len(logs):.0f} events")
    print(f"memory of a finished game: {memory:.0f} kB")
    print(f"process, empty Python: {started('-c', 'pass'):.0f} ms")
    print(f"process, import mostek: {started('-c', 'import mostek'):.0f} ms")
    print(f"process, mostek --version: {started('-c', mostek, '--version'):.0f} ms")
    print(f"process, mostek judge of ten words: {started('-c', mostek, 'judge', *words):.0f} ms")


if __name__ == "__main__":
    main()
