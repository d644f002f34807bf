"""Our own engine in the arena: through Python, the positions read before, as its peers have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from bench.peers.protocol import Timed, timed

from mostek.core.board import layout
from mostek.core.tiles import TileSet
from mostek.engine.columns import Columns
from mostek.engine.kernel import Gaddag, Leaves, Searcher, WordMap
from mostek.lexicon.kernel import Words


class Ours:
    """One way in which our engine does the tasks."""

    def __init__(
        self, name: str, words: Words, tiles: TileSet, leaves: Leaves, lines: Sequence[str], *, map_: bool
    ) -> None:
        self.name = name
        letters = tiles.alphabet.letters
        word_map = WordMap.of(words.word_map(), letters) if map_ else None
        searcher = Searcher(Gaddag.of(words.gaddag(), letters), tiles, layout(), word_map=word_map)
        self._batch, self._leaves = searcher.batch, leaves
        self._positions = self._batch.read([*lines])
        if self._positions.errors:
            raise ValueError(f"positions that cannot be searched: {self._positions.errors[0]}")
        self._found: dict[str, Columns] = {}

    def does(self, task: str) -> Timed:
        work = self._best if task == "best" else self._all
        return timed(len(self._positions), partial(self._keep, task, work))

    def counted(self) -> Timed:
        """All plays, generated and scored, but not stored."""
        return timed(len(self._positions), self._counted)

    def answers(self, task: str) -> list[tuple[int, int]]:
        found = self._found[task]
        count = len(self._positions)
        plays = np.bincount(found["position"], minlength=count) if task == "all" else np.zeros(count, np.int64)
        best = np.full(count, np.iinfo(np.int32).min)
        np.maximum.at(best, found["position"], found["equity"])
        return [*zip(plays.tolist(), best.tolist(), strict=True)]

    def end(self) -> None:
        self._found.clear()

    def _keep(self, task: str, work: Callable[[], Columns]) -> None:
        self._found[task] = work()

    def _all(self) -> Columns:
        return Columns(self._batch.moves(self._positions, self._leaves, threads=1)[0], ())

    def _best(self) -> Columns:
        return Columns(self._batch.best(self._positions, self._leaves, 1, threads=1)[0], ())

    def _counted(self) -> Columns:
        return Columns(self._batch.totals(self._positions, threads=1)[0], ())
