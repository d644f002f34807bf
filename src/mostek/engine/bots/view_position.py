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
"""A pass as the kernel represents it: an exchange of no tiles."""


@dataclass(frozen=True)
class BotPosition(PlayerPosition):
    """A position of a refereed game, from the view of the bot on turn."""

    view: View
    seat: Seat
    book: Rulebook
    searcher: Searcher

    @cached_property
    def board(self) -> Board:
        """The tiles on the board."""
        return Board(self.searcher.layout, self.view.board.tiles)

    @property
    def rack(self) -> Tiles:
        """The player's own tiles."""
        return self.view.rack or NO_TILES

    @property
    def passes(self) -> int:
        """The number of consecutive passes before this turn."""
        return len(list(takewhile(lambda turn: turn.kind is TurnKind.PASS, reversed(self.view.turns))))

    @property
    def is_duel(self) -> bool:
        """Whether there are two players, and every tile of the set is on the board, on a rack or in the bag."""
        view = self.view
        return (
            len(view.players) == 2
            and not view.bag_dead
            and len(self.unseen) == view.bag_count + view.rack_counts[self.other]
        )

    @property
    def is_late(self) -> bool:
        """Whether the bag has at most a rack of tiles."""
        return self.bag <= self.searcher.rack_size

    @property
    def other(self) -> Seat:
        """The next player."""
        return self.view.players.next(self.seat)

    @property
    def lead(self) -> int:
        """The player's lead over the next player, in points."""
        return self.view.scores[self.seat] - self.view.scores[self.other]

    @cached_property
    def chance(self) -> int:
        """A pseudo-random number that depends only on the view."""
        view = self.view
        tiles = sorted((square, str(tile)) for square, tile in view.board.tiles.items())
        seen = (tiles, str(self.rack), tuple(view.scores), len(view.turns), view.commitment)
        return int.from_bytes(sha256(repr(seen).encode()).digest()[:8])

    def exchanges(self) -> Iterator[Tiles]:
        """Every selection of tiles that may be exchanged now."""
        rule = self.book.exchange
        if self._is_stuck or (rule.maximum.value and self.view.exchanges[self.seat] >= rule.maximum.value):
            return
        for returned in self.rack.parts():
            if len(returned) and self._is_enough(self.view.bag_count, len(returned)):
                yield returned

    @property
    def exchange_from(self) -> int:
        """The tiles that the bag must contain for an exchange; more than there are where the player has none left."""
        is_allowed = next(self.exchanges(), None) is not None
        return self.book.exchange.bag_minimum.value if is_allowed else len(self.tile_set.tiles)

    def would_allow(self, move: kernel.KernelMove) -> bool:
        """Whether a candidate is still legal after the other player has drawn, see `bag`."""
        return isinstance(move, tuple) or not move or self._is_enough(self.bag, len(move))

    def _is_enough(self, bag: int, returned: int) -> bool:
        return bag >= max(self.book.exchange.bag_minimum.value, returned)

    @property
    def _is_stuck(self) -> bool:
        """Whether no player has laid a tile for two rounds: exchanges could go on forever (GEN-6X-a sets no limit), passes end
        the game."""
        recent = self.view.turns[-2 * len(self.view.players) :]
        return len(recent) == 2 * len(self.view.players) and all(turn.kind is not TurnKind.PLACEMENT for turn in recent)
