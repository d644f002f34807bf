"""Measure what the best moves are worth on average, for the luck of reviews; writes the table of `mostek.engine.review`.

    python bench/review_expectations.py --games 120 --seed 1 --output src/mostek/engine/review/expectations.toml

Two players play the best move by equity. Before each turn with tiles in the bag a short simulation chooses the best candidate, as
in a review; the table has the mean equity and spread, by the number of tiles unseen.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

import numpy as np

from mostek.core.board import Board, layout
from mostek.core.moves import Exchange
from mostek.core.tiles import Tiles, tile_set
from mostek.engine.equipment import Equipment, equipment
from mostek.engine.kernel import POINT, FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.review.efforts import Effort
from mostek.engine.review.outlook import outlook
from mostek.engine.review.paired_deals import compare
from mostek.engine.search import best_of
from mostek.lexicon import DEFAULT

WIDTH = 7
"""The tiles unseen in a step of the table."""
PLIES = (2, 4)
EXCESS = "# What the luck"
"""The beginning of the part that is measured elsewhere."""


def main() -> None:
    """Measure and write the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lexicon", default=DEFAULT)
    parser.add_argument("--output", type=Path, required=True)
    asked = parser.parse_args()
    used = equipment(asked.lexicon)
    rows = [row for number in range(asked.games) for row in turns(used, asked.seed * 100_000 + number)]
    table = np.array(rows)
    steps = sorted({int(unseen) // WIDTH for unseen in table[:, 0]})
    lines = [
        "# What the best move is worth on average, in points, by the tiles unseen: its equity, and its spread by simulation.",
        "# Made by bench/review_expectations.py",
        f'lexicon = "{used.lexicon}"',
        f"games = {asked.games}",
        f"seed = {asked.seed}",
        f"turns = {len(table)}",
    ]
    for column, name in enumerate(("unseen", "equity", *(f"spread_{plies}" for plies in PLIES))):
        means = [round(float(table[table[:, 0] // WIDTH == step, column].mean()), 2) for step in steps]
        lines.append(f"{name} = {means}")
    # What `bench/review_luck.py` found stays.
    known = asked.output.read_text("utf-8") if asked.output.exists() else ""
    asked.output.write_text("\n".join(lines) + "\n" + "".join(known.partition(EXCESS)[1:]), "utf-8")


def turns(used: Equipment, seed: int) -> list[tuple[float, ...]]:
    """The turns of a game: tiles unseen, equity and spreads of the best move."""
    chance = Random(seed)
    tiles = tile_set(used.tile_set)
    bag = sorted(tiles.tiles)
    chance.shuffle(bag)
    racks = [[bag.pop() for _ in range(7)] for _ in range(2)]
    board, scores, found, number = Board(layout()), [0, 0], [], 0
    while bag and number < 60:
        me = number % 2
        position = SearchPosition(used, board, Tiles(racks[me]), scores[me] - scores[1 - me])
        ranking = best_of(position, 8, both_directions=False)
        wins = outlook(used.lexicon).wins
        moves = [each.move for each in ranking]
        first = compare(position, moves, wins, Effort(8, 8), seed + number)
        assert first is not None
        kept = [moves[place] for place in first.ranked()[:3]]
        second = compare(position, kept, wins, Effort(8, 16), seed + number)
        assert second is not None
        best = second.ranked()[0]
        row = [float(len(position.unseen)), ranking[0].equity / POINT]
        for plies in PLIES:
            fresh = compare(position, [kept[best]], wins, Effort(8, 8, plies), seed + number + 1)
            assert fresh is not None
            row.append(fresh.spread(0)[0])
        found.append(tuple(row))
        move = ranking[0].move
        gone = [*move.faces] if isinstance(move, FoundPlay) else [*move.tiles] if isinstance(move, Exchange) else []
        for face in gone:
            racks[me].remove(face)
        racks[me] += [bag.pop() for _ in range(min(len(gone), len(bag)))]
        if isinstance(move, FoundPlay):
            board = board.lay(move.placement.tiles)
            scores[me] += move.score
        elif gone:
            bag += gone
            chance.shuffle(bag)
        number += 1
    return found


if __name__ == "__main__":
    main()
