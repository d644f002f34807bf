"""The candidates of a level in a position: the words that it knows, sorted by equity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from mostek.core.moves import words_formed
from mostek.engine import kernel
from mostek.engine.bots.level import Level
from mostek.engine.bots.view_position import PASS, BotPosition
from mostek.engine.kernel import Valuation
from mostek.lexicon import Lexicon

_STEM = 4
"""Words with the same first letters, this many, are usually forms of one word; a level knows all of them or none."""
_SHORTEST = 2


class Vocabulary:
    """The words of a list that a level knows. A level with larger shares knows every word of a level with smaller ones."""

    def __init__(self, shares: Sequence[int], words: Lexicon) -> None:
        """`shares` are the percentages of known `words` of 2, 3, … letters; longer words are unknown. Empty `shares`: all
        words."""
        self._shares = shares
        self._words = words

    def __contains__(self, word: str) -> bool:
        return self.is_sure_of(word) and word in self._words

    def is_sure_of(self, word: str) -> bool:
        """Whether the level would know this word if it existed, so that it notices that it does not."""
        if not self._shares:
            return True
        place = len(word) - _SHORTEST
        return place < len(self._shares) and _number_of(word[:_STEM]) < self._shares[place]


def _number_of(text: str) -> int:
    """A number below 100 that depends only on the text."""
    return int.from_bytes(sha256(text.encode()).digest()[:4]) % 100


_DEPTH = 2000
"""How many of the best plays a level with a vocabulary checks."""
_CHOICE = 30
"""How many candidates a level with a temperature chooses from."""


class BotCandidate(NamedTuple):
    """A move, and its equity in thousandths of a point."""

    move: kernel.KernelMove
    worth: int


class BotCandidates:
    """Find the candidates that a level knows."""

    def __init__(self, level: Level, vocabulary: Vocabulary, leaves: kernel.Leaves) -> None:
        self._level = level
        self._vocabulary = vocabulary
        self._leaves = leaves

    def of(self, sight: BotPosition) -> list[BotCandidate]:
        """Return the best candidates by equity, best first; a play precedes an equal exchange, and without both there is the
        pass."""
        count, exchanges = self._counts(sight)
        options = list(islice(self._plays(sight, count), count))
        if self._level.counts_leave or not options:
            options += islice(self._exchanges(sight), exchanges or count)
        options.sort(key=lambda option: -option.worth)
        return options[: count + exchanges] or [BotCandidate(PASS, 0)]

    def _counts(self, sight: BotPosition) -> tuple[int, int]:
        """The number of candidates of the level, and the number of additional exchanges."""
        if far := self._level.lookahead:
            return (far.late_candidates, far.late_exchanges) if sight.is_late else (far.candidates, 0)
        return _CHOICE if self._level.temperature else 1, 0

    def _plays(self, sight: BotPosition, count: int) -> Iterator[BotCandidate]:
        board, rack, _ = sight.codes
        depth = _DEPTH if self._level.vocabulary else count
        for play, equity in sight.searcher.search.best(board, rack, depth, self._worth(sight)):
            if not self._level.vocabulary or self._knows(sight, play):
                yield BotCandidate(play, equity)

    def _worth(self, sight: BotPosition) -> Valuation:
        """The leave's value: with an empty bag its lost points, or for going out the points of all others (GEN-15d, GEN-15e)."""
        if not self._level.counts_leave:
            return None
        return self._leaves if sight.view.bag_count else sight.searcher.tile_set.value(sight.unseen)

    def _knows(self, sight: BotPosition, play: kernel.KernelPlay) -> bool:
        placement = sight.searcher.found(play).placement
        return all(word.text in self._vocabulary for word in words_formed(sight.board, placement))

    def _exchanges(self, sight: BotPosition) -> Iterator[BotCandidate]:
        """Exchanges, best first; of equal ones the one with the fewest tiles first."""
        codes = sight.searcher.rack_codes
        worths = [(self._leaves.value(codes(sight.rack - tiles)), -len(tiles), tiles) for tiles in sight.exchanges()]
        for worth, _, tiles in sorted(worths, key=lambda found: found[:2], reverse=True):
            yield BotCandidate(codes(tiles), worth)
