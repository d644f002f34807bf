"""What a player of a level sees to do with a turn, and what each is worth without looking ahead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mostek import _kernel
from mostek.core.moves import words_formed
from mostek.engine.bots.levels import Level
from mostek.engine.bots.sight import PASS, Sight
from mostek.engine.bots.vocabulary import Vocabulary
from mostek.engine.kernel import Worth

_DEPTH = 2000
"""Among how many of the best plays somebody looks who knows few words."""
_CHOICE = 30
"""Among how many somebody wavers."""


class Option(NamedTuple):
    """A choice, and its equity in thousandths of a point."""

    choice: _kernel.Choice
    worth: int


class Options:
    """Finds what can be done, as far as a level knows the words."""

    def __init__(self, level: Level, vocabulary: Vocabulary, leaves: _kernel.Leaves) -> None:
        self._level = level
        self._vocabulary = vocabulary
        self._leaves = leaves

    def of(self, sight: Sight) -> list[Option]:
        """The best options by equity, the best first; a play comes before an exchange as good. Somebody who can neither lay
        nor exchange passes."""
        count, exchanges = self._counts(sight)
        options = list(islice(self._plays(sight, count), count))
        if self._level.is_thrifty or not options:
            options += islice(self._exchanges(sight), exchanges or count)
        options.sort(key=lambda option: -option.worth)
        return options[: count + exchanges] or [Option(PASS, 0)]

    def _counts(self, sight: Sight) -> tuple[int, int]:
        """How many options somebody sees, and how many exchanges besides."""
        if far := self._level.foresight:
            return (far.late_candidates, far.late_exchanges) if sight.is_late else (far.candidates, 0)
        return _CHOICE if self._level.wavering else 1, 0

    def _plays(self, sight: Sight, count: int) -> Iterator[Option]:
        board, rack, _ = sight.codes
        depth = _DEPTH if self._level.shares else count
        for play, equity in sight.searcher.search.best(board, rack, depth, self._worth(sight)):
            if not self._level.shares or self._knows(sight, play):
                yield Option(play, equity)

    def _worth(self, sight: Sight) -> Worth:
        """With an empty bag tiles kept are points lost, and going out brings those of all others (GEN-15d, GEN-15e)."""
        if not self._level.is_thrifty:
            return None
        return self._leaves if sight.view.bag_count else sight.searcher.tile_set.value(sight.unseen)

    def _knows(self, sight: Sight, play: _kernel.Play) -> bool:
        placement = sight.searcher.found(play).placement
        return all(word.text in self._vocabulary for word in words_formed(sight.board, placement))

    def _exchanges(self, sight: Sight) -> Iterator[Option]:
        """Exchanges, the best first; of equal ones that of the fewest tiles."""
        codes = sight.searcher.rack_codes
        worths = [(self._leaves.value(codes(sight.rack - tiles)), -len(tiles), tiles) for tiles in sight.exchanges()]
        for worth, _, tiles in sorted(worths, key=lambda found: found[:2], reverse=True):
            yield Option(codes(tiles), worth)
