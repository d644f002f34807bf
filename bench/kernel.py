"""Measure the kernel on this machine: building and opening graphs, looking words up, searching positions.

Run as `python bench/kernel.py [WORDS]`, WORDS being a UTF-8 list of words; without it the built-in lexicon is measured.
Positions are the turns of greedy games with fixed seeds. Times are processor seconds, the median of several rounds; the
rounds of what is compared take turns, so that a busy machine slows all alike: trust the ratios more than the numbers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import NamedTuple

import numpy as np

from mostek import _kernel
from mostek.board import layout
from mostek.lexicon.importing import in_capitals
from mostek.lexicon.library import open_lexicon, open_search
from mostek.tiles import BLANK, tile_set

TILES = tile_set("pl-current")
LETTERS = TILES.alphabet.letters
GAMES, ROUNDS, LOOKUPS = 40, 7, 100_000
SETTLED = 2.5
"""Seconds after which a file counts as settled, see `mostek.lexicon.marks`."""
RACK_SIZE, BINGO = 7, 50


class Position(NamedTuple):
    board: bytes
    rack: bytes


def machine() -> str:
    """The processor, the number of cores, the system and the Python."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


STEPS: Mapping[str, Callable[[_kernel.Words], object]] = {
    "words": len,
    "word graph": lambda words: words.word_graph(),
    "search graph": lambda words: words.search_graph(),
}


def build(step: str, text: Path) -> None:
    """Read the words and do one step with them in this process alone; print the seconds of both and the peak of memory."""
    words: list[_kernel.Words] = []
    reading = timed(lambda: words.append(read(text)))
    building = timed(lambda: STEPS[step](words[0]))
    print(json.dumps([reading if step == "words" else building, peak()]))


def read(text: Path) -> _kernel.Words:
    with text.open("rb") as file:
        capitals = in_capitals(file.read(1 << 20))
    return _kernel.Words.open(text, LETTERS, capitals=capitals)


def peak() -> float:
    """The most memory that this process has held, in MiB. Linux counts the parent's before the start into `ru_maxrss`."""
    status = Path("/proc/self/status")
    if status.exists() and (held := re.search(r"VmHWM:\s+(\d+) kB", status.read_text())):
        return int(held[1]) / 2**10
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**20


def building(text: Path) -> None:
    """Print what each step costs, each in a process of its own, with the words in memory."""
    for step in STEPS:
        command = [sys.executable, __file__, str(text), "--step", step]
        rounds = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(3)]
        seconds, memory = median(seconds for seconds, _ in rounds), max(memory for _, memory in rounds)
        print(f"  {step:16}{seconds:8.2f} s     peak {memory:.0f} MiB")


def opening(path: Path, words: _kernel.Words) -> tuple[_kernel.WordGraph, _kernel.SearchGraph]:
    """Write both graphs to a file, print how long it takes to open them, and give them."""
    parts = [words.word_graph(), words.search_graph()]
    path.write_bytes(b"".join(parts))
    graph = _kernel.WordGraph.open(path, 0, len(parts[0]), LETTERS)
    search = _kernel.SearchGraph.open(path, len(parts[0]), len(parts[1]), LETTERS)
    for name, part, check in (("word graph", parts[0], graph.check), ("search graph", parts[1], search.check)):
        start = perf_counter()
        check()
        print(f"  {name:16}{len(part) / 1e6:8.2f} MB   checked in {1000 * (perf_counter() - start):.1f} ms")
    return graph, search


def opening_installed(folder: str) -> None:
    """Print how long the default lexicon takes to open: when its file is checked in full, and when it is known to be sound."""
    os.environ["MOSTEK_DATA"] = folder
    open_search()
    sleep(SETTLED)
    for name, way in (("word graph", open_lexicon), ("search graph", open_search)):
        checked, known = timed(way), fastest(way)
        print(f"  {name:16}opened in {1000 * checked:.2f} ms the first time, then in {1000 * known:.2f} ms")


def looking_up(graph: _kernel.WordGraph) -> None:
    """Print what a lookup from Python costs, for words in the lexicon and for words with one letter changed.

    What it costs inside the kernel tells `cargo run --release --example lookups WORDS`.
    """
    draw = random.Random(1)
    valid = draw.sample(graph.words().decode().split(), LOOKUPS)
    changed = [word[: (at := draw.randrange(len(word)))] + draw.choice(LETTERS) + word[at + 1 :] for word in valid]
    for name, words in (("words", valid), ("changed words", changed)):
        batch = fastest(lambda words=words: graph.valid(words))  # type: ignore[misc]
        single = fastest(lambda words=words: [word in graph for word in words])  # type: ignore[misc]
        print(f"  {name:16}{batch / LOOKUPS * 1e9:8.0f} ns in a batch, {single / LOOKUPS * 1e9:.0f} ns one by one")


def fastest(work: Callable[[], object]) -> float:
    """The median of the processor seconds of several rounds."""
    return median(timed(work) for _ in range(ROUNDS))


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def searcher(graph: _kernel.SearchGraph) -> _kernel.Search:
    board = layout("standard15")
    premiums = [board.premium(square) for square in board.squares()]
    letter, word = (bytes(getattr(premium, kind) for premium in premiums) for kind in ("letter", "word"))
    start = board.start.row * board.columns + board.start.column
    values = bytes(TILES.values[face] for face in (BLANK, *LETTERS))
    return _kernel.Search(
        graph, _kernel.Layout(board.rows, board.columns, letter, word, start), values, RACK_SIZE, BINGO
    )


def greedy_game(search: _kernel.Search, seed: int) -> Iterator[Position]:
    """The positions of a game in which both always lay the play with the most points, until one cannot."""
    codes = {letter: code for code, letter in enumerate(LETTERS, 1)} | {BLANK: 0}
    bag = [codes[face] for face in TILES.tiles]
    random.Random(seed).shuffle(bag)
    columns = layout("standard15").columns
    board = bytearray(columns * layout("standard15").rows)
    rack, other = [[bag.pop() for _ in range(RACK_SIZE)] for _ in range(2)]
    while rack:
        yield Position(bytes(board), bytes(rack))
        best = search.best(bytes(board), bytes(rack), 1)
        if not best:
            return
        (row, column, down, tiles, _), _ = best[0]
        for place, tile in enumerate(tiles):
            if tile:
                board[row * columns + column + place * (columns if down else 1)] = tile
                rack.remove(0 if tile & 0x80 else tile)
        rack += [bag.pop() for _ in range(min(RACK_SIZE - len(rack), len(bag)))]
        rack, other = other, rack


def searching(search: _kernel.Search) -> None:
    """Print how many positions a second each search goes through, the first being 1.00."""
    positions = [position for seed in range(42, 42 + GAMES) for position in greedy_game(search, seed)]
    boards = b"".join(board for board, _ in positions)
    racks = b"".join(rack.ljust(RACK_SIZE, b"\xff") for _, rack in positions)
    totals = np.frombuffer(search.totals_many(boards, racks), "<i8").reshape(-1, 3)
    print(f"  {len(positions)} positions, {totals[:, 0].mean():.0f} plays each")
    ways: dict[str, Callable[[], object]] = {
        "totals of all": lambda: search.totals_many(boards, racks, threads=1),
        "best 1": lambda: search.best_many(boards, racks, 1, threads=1),
        "best 15": lambda: search.best_many(boards, racks, 15, threads=1),
        "all, as objects": lambda: [search.plays(board, rack) for board, rack in positions],
    }
    rounds = [{name: timed(way) for name, way in ways.items()} for _ in range(ROUNDS)]
    for name in ways:
        seconds = median(times[name] for times in rounds)
        ratio = median(times["totals of all"] / times[name] for times in rounds)
        print(f"  {name:16}{len(positions) / seconds:8.0f} positions a second    {ratio:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="?", type=Path, help="a UTF-8 list of words, one a line")
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.step:
        build(arguments.step, arguments.words)
        return
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        text = arguments.words or Path(folder, "words")
        if not arguments.words:
            text.write_bytes(open_lexicon().graph.words())
        print("building")
        building(text)
        words = read(text)
        print(f"  {len(words)} words")
        print("opening")
        graph, search = opening(Path(folder, "graphs"), words)
        del words
        opening_installed(folder)
        print("looking up, one core")
        looking_up(graph)
        print("searching, one core")
        searching(searcher(search))


if __name__ == "__main__":
    main()
