"""A position of a refereed game, from the view of the bot on turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import takewhile

from mostek.core.board import Board
from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.engine import kernel
from mostek.engine.kernel import Searcher
from mostek.engine.position import PlayerPosition
from mostek.referee.state import TurnKind
from mostek.referee.views import View
from mostek.rules.rulebook import Rulebook

PASS: kernel.KernelMove = b""
"""A pass, among choices of the kernel: giving nothing back."""


@dataclass(frozen=True)
class BotPosition(PlayerPosition):
    """A position of a refereed game, from the view of the bot on turn."""

    view: View
    seat: Seat
    book: Rulebook
    searcher: Searcher

    @cached_property
    def board(self) -> Board:
        """The tiles that lie."""
        return Board(self.searcher.layout, self.view.board.tiles)

    @property
    def rack(self) -> Tiles:
        """The player's own tiles."""
        return self.view.rack or NO_TILES

    @property
    def passes(self) -> int:
        """How many turns in a row were passed just now."""
        return len(list(takewhile(lambda turn: turn.kind is TurnKind.PASS, reversed(self.view.turns))))

    @property
    def is_duel(self) -> bool:
        """Whether two play, and every tile of the set is on the board, on a rack or in the bag."""
        view = self.view
        return (
            len(view.players) == 2
            and not view.bag_dead
            and len(self.unseen) == view.bag_count + view.rack_counts[self.other]
        )

    @property
    def is_late(self) -> bool:
        """Whether no more than a rack's tiles are in the bag."""
        return self.bag <= self.searcher.rack_size

    @property
    def other(self) -> Seat:
        """The next player."""
        return self.view.players.next(self.seat)

    @property
    def lead(self) -> int:
        """By how many points the player leads the next one."""
        return self.view.scores[self.seat] - self.view.scores[self.other]

    @cached_property
    def chance(self) -> int:
        """A number that looks like chance and depends on nothing but what is seen."""
        view = self.view
        tiles = sorted((square, str(tile)) for square, tile in view.board.tiles.items())
        seen = (tiles, str(self.rack), tuple(view.scores), len(view.turns), view.commitment)
        return int.from_bytes(sha256(repr(seen).encode()).digest()[:8])

    def exchanges(self) -> Iterator[Tiles]:
        """The tiles that may be given back now, in every choice."""
        rule = self.book.exchange
        if self._is_stuck or (rule.maximum.value and self.view.exchanges[self.seat] >= rule.maximum.value):
            return
        for returned in self.rack.parts():
            if len(returned) and self._is_enough(self.view.bag_count, len(returned)):
                yield returned

    def would_allow(self, choice: kernel.KernelMove) -> bool:
        """Whether a choice of now is one too once the other player has drawn, see `bag`."""
        return isinstance(choice, tuple) or not choice or self._is_enough(self.bag, len(choice))

    def _is_enough(self, bag: int, returned: int) -> bool:
        return bag >= max(self.book.exchange.bag_minimum.value, returned)

    @property
    def _is_stuck(self) -> bool:
        """Whether no player has laid a tile for two rounds. Exchanges might never end (GEN-6X-a sets no limit); passes do."""
        recent = self.view.turns[-2 * len(self.view.players) :]
        return len(recent) == 2 * len(self.view.players) and all(turn.kind is not TurnKind.PLACEMENT for turn in recent)
