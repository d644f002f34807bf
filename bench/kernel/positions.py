"""Make the positions of `corpus/plays` again: `python -m bench.kernel.positions`.

They are the turns of games that the static player plays against itself by the values of `corpus/plays/leaves.toml`. What is
best is looked for among all plays one by one, so that the kernel's own search for the best can be checked with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

from mostek.core.board import Board, Direction, Square, layout
from mostek.core.position import Position
from mostek.core.tiles import Tiles, tile_set
from mostek.engine.kernel import FoundPlay, Searcher, open_searcher
from mostek.engine.leaves import parse_values
from mostek.notation.formats import cgp

FOLDER: Final = Path(__file__).parents[2] / "corpus" / "plays"
LEXICON: Final = "pl-wolny@2022-03"
"""The edition of the games and of the values of their ends: a later one changes some of these."""
SEEDS: Final = range(42, 82)
PASSES_TO_END: Final = 4
QUIET_TURNS: Final = 4
"""After so many turns without a tile laid nobody exchanges, as in the kernel's own games."""


@dataclass
class Game:
    """A game between two static players, one of whom is on turn."""

    searcher: Searcher
    leave: Callable[[Tiles], int]
    """What tiles kept are worth while there are others to draw."""
    bag: list[str]
    racks: list[Tiles] = field(default_factory=list)
    """Of the player on turn and of the other one; their scores are in the same order."""
    scores: list[int] = field(default_factory=lambda: [0, 0])
    board: Board = field(default_factory=lambda: Board(layout()))
    passes: int = 0
    quiet: int = 0
    best: FoundPlay | None = None
    line: str = ""
    """What is written of the position."""

    def lines(self) -> Iterator[tuple[int, str]]:
        """How many tiles are in the bag at each turn, and the line of its position."""
        self.racks = [self.drawn(Tiles()), self.drawn(Tiles())]
        while all(self.racks) and self.passes < PASSES_TO_END:
            line = self.looked_at()
            yield len(self.bag), line
            self.play()
            self.racks.reverse()
            self.scores.reverse()

    def drawn(self, kept: Tiles) -> Tiles:
        new = [self.bag.pop() for _ in range(min(self.searcher.rack_size - len(kept), len(self.bag)))]
        return kept + Tiles(new)

    def looked_at(self) -> str:
        """Finds the best play; gives the position with the number of plays, their sum, the top score and the best equity."""
        plays = self.searcher.plays(self.board, self.racks[0])
        self.best = min(plays, key=self.rank, default=None)
        scores = [play.score for play in plays]
        racks = tuple(tuple(sorted(rack)) for rack in self.racks)
        position = Position(self.board, racks, tuple(self.scores), self.quiet)
        best = "" if self.best is None else self.equity(self.best)
        columns = (cgp.format_position(position), len(plays), sum(scores), max(scores, default=0), best)
        return "\t".join(map(str, columns))

    def rank(self, play: FoundPlay) -> tuple[int, Square, bool, str]:
        """The best first; of equal ones that higher up and further left, across first, then by its letters."""
        down = play.direction is Direction.DOWN
        return -self.equity(play), play.start, down, " ".join(map(str, play.word))

    def equity(self, play: FoundPlay) -> int:
        """The points of a play and what it leaves, in thousandths of a point."""
        return 1000 * play.score + self.worth(self.racks[0] - play.faces)

    def worth(self, kept: Tiles) -> int:
        """What is left is worth; with an empty bag it costs its points twice, or the other's are gained twice (GEN-15e)."""
        if self.bag:
            return self.leave(kept)
        values = self.searcher.tile_set.values
        return (
            -2000 * sum(map(values.__getitem__, kept)) if kept else 2000 * sum(map(values.__getitem__, self.racks[1]))
        )

    def play(self) -> None:
        """Lays the best play, or exchanges or passes where that is better."""
        rack = self.racks[0]
        returned = max(self.exchanges(), key=lambda part: (self.worth(rack - part), -len(part), sorted(part)))
        if self.best and self.equity(self.best) >= self.worth(rack - returned):
            self.board = self.board.lay(self.best.placement.tiles)
            self.scores[0] += self.best.score
            self.racks[0] = self.drawn(rack - self.best.faces)
            self.passes = self.quiet = 0
            return
        self.quiet += 1
        self.passes = 0 if returned else self.passes + 1
        if returned:
            self.racks[0] = self.drawn(rack - returned)
            self.bag[:0] = sorted(returned)

    def exchanges(self) -> list[Tiles]:
        """What may be given back; nothing is a pass."""
        may = len(self.bag) >= self.searcher.rack_size and self.quiet < QUIET_TURNS
        rack = sorted(self.racks[0])
        return [Tiles(part) for size in range(len(rack) + 1 if may else 1) for part in combinations(rack, size)]


def main() -> None:
    tiles = tile_set("pl-current")
    searcher = open_searcher(LEXICON, tiles, layout())
    leaves = parse_values((FOLDER / "leaves.toml").read_text("utf-8"))[0].to_kernel()
    leave = cache(lambda kept: leaves.value(searcher.rack_codes(kept)))
    lines: list[tuple[int, str]] = []
    for seed in SEEDS:
        bag = sorted(tiles.tiles)
        random.Random(seed).shuffle(bag)
        lines += Game(searcher, leave, bag).lines()
    (FOLDER / "turns.tsv").write_text("".join(f"{line}\n" for _, line in lines), "utf-8")
    last = [line for bag, line in lines if bag == 1]
    (FOLDER / "one_in_the_bag.tsv").write_text("".join(f"{line}\n" for line in last), "utf-8")
    print(f"{len(lines)} positions, {len(last)} of them with one tile in the bag")


if __name__ == "__main__":
    main()
