"""The kernel of the page against the native one, in one thread: `python -m bench.wasm` (needs Node and the built kernel).

Both answer the same positions of `corpus/plays/turns.tsv`, several times in turn; of each position the shortest time counts,
which other work on the machine lengthens least. V8 in Node compiles WebAssembly as V8 in Chromium does.
"""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean
from time import perf_counter

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
EVERY, ROUNDS, COUNT, DEALS = 6, 5, 10, 100


def main() -> int:
    """Measure and print a table."""
    from differential.game_folder import TILES, turns
    from differential.test_wasm_kernel import (
        BEST,
        HARNESS,
        ITERATE,
        LEXICON,
        SIMULATE,
        VALUES,
        PageKernel,
        held,
        numbers_of,
        points,
        unseen,
    )
    from mostek import _kernel
    from mostek.core.board import layout
    from mostek.engine.kernel import Searcher
    from mostek.engine.win_table import open_win_table
    from mostek.features.analysis.http import KERNEL
    from mostek.lexicon.library import open_gaddag

    node = shutil.which("node")
    if node is None or not KERNEL.is_file():
        print("Node or the kernel of the page is missing.")
        return 1
    positions = turns("turns.tsv")[::EVERY]
    deep = [turn for turn in positions if len(unseen(turn)) > 7][::15]
    search = Searcher(open_gaddag(LEXICON), TILES, layout()).search
    leaves, wins = VALUES.to_kernel(), open_win_table(LEXICON).to_kernel()
    requests = [(BEST, COUNT, numbers_of(turn)) for turn in positions]
    for turn in deep:
        requests += [(SIMULATE, COUNT, [*numbers_of(turn), 2, 7, 0, 0, 0]), (ITERATE, DEALS, [])]
    numbers = [n & 0xFFFFFFFF for op, argument, rest in requests for n in (op, argument, len(rest), *rest)]
    page: list[list[float]] = []
    native: list[list[float]] = []
    first: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        PageKernel(folder, VALUES)
        (folder / "requests").write_bytes(struct.pack(f"<{len(numbers)}I", *numbers))
        files = [str(KERNEL), *(str(folder / each) for each in ("game", "words", "requests"))]
        for _ in range(ROUNDS):
            done = subprocess.run([node, str(HARNESS), *files], capture_output=True, text=True, check=True)
            first, *answers = [json.loads(line) for line in done.stdout.splitlines()]
            found, simulated = answers[: len(positions)], answers[len(positions) :]
            page.append([answer["micros"] for answer in (*found, *simulated[1::2])])
            times: list[float] = []
            for turn in positions:
                worth = leaves if len(unseen(turn)) > 7 else points(unseen(turn))
                start = perf_counter()
                search.best(turn.board, held(turn.rack), COUNT, worth)
                times.append((perf_counter() - start) * 1e6)
            for turn in deep:
                rest = (turn.board, held(turn.rack), bytes(unseen(turn)))
                simulation = _kernel.Simulation(
                    search, leaves, wins, *rest, lead=turn.lead, candidates=COUNT, plies=2, seed=7
                )
                start = perf_counter()
                simulation.run(DEALS, threads=1)
                times.append((perf_counter() - start) * 1e6)
            native.append(times)
    print(f"built in {first['built']:.0f} ms ({first['cpu']:.0f} ms of processor) with {first['building']:.0f} MB")
    print(f"opened in {first['opened']:.0f} ms, {first['open']:.0f} MB")
    for part, what in (
        (slice(len(positions)), f"the {COUNT} best of a position"),
        (slice(len(positions), None), f"{DEALS} deals of {COUNT} candidates"),
    ):
        ours, theirs = (mean([min(each) for each in zip(*rows, strict=True)][part]) for rows in (page, native))
        print(f"{what}: page {ours:.0f} µs, native {theirs:.0f} µs, ratio {theirs / ours:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
