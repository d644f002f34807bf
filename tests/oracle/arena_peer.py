"""The slow twin as a program of the arena (`bench/peers/protocol.py`): `python -m oracle.arena_peer FOLDER [EXTRA]`.

EXTRA is added to each equity, so that the arena can be tested with a peer that is wrong.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter_ns, process_time_ns

from mostek.core.tiles import Tiles, tile_set
from mostek.engine.klv import parse_klv
from mostek.notation import parse_position
from oracle.movegen import SortedWords, all_placements

TILES = tile_set("pl-current")


def main(folder: Path, extra: int) -> None:
    words = SortedWords((folder / "words").read_text("utf-8").split())
    leaves = parse_klv((folder / "leaves.klv2").read_bytes(), "leaves", TILES).values.to_kernel()
    lines = [line.split("\t") for line in (folder / "positions").read_text("utf-8").splitlines()]
    positions = [(parse_position(board, TILES).board, Tiles.of(rack)) for board, rack in lines]
    codes = {face: code for code, face in enumerate(("?", *TILES.alphabet.letters))}

    def value(left: Tiles) -> int:
        return leaves.value(bytes(codes[face] for face in left))

    print("ready", flush=True)
    for task in map(str.strip, sys.stdin):
        clock, processor = perf_counter_ns(), process_time_ns()
        answers = []
        for board, rack in positions:
            placements = all_placements(board, rack, TILES, words)
            equities = [1000 * score + value(rack - placement.faces) for placement, score in placements.items()]
            if task == "best":
                may = len(TILES.tiles) - board.count - len(rack) - 7 >= 7
                equities += [value(rack - given) for given in rack.parts() if may or not given]
            plays = len(placements) if task == "all" else 0
            answers.append(f"{plays}\t{max(equities, default=-(2**31)) + extra}\n")
        (folder / f"twin.{task}").write_text("".join(answers), "utf-8")
        print(len(positions), perf_counter_ns() - clock, process_time_ns() - processor, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
