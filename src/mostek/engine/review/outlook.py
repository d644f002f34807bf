"""The outlook before a turn is played out: chances to win, and what being on turn is worth, from the win table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from mostek.core.package_data import package_data
from mostek.engine import kernel
from mostek.engine.kernel import POINT
from mostek.engine.review.values import Depth
from mostek.engine.win_table import open_win_table

TILES_A_TURN = 5
"""The tiles that a turn takes from the bag on average, rounded (4.7 in self-play)."""

_FEW_PLIES = 2


@dataclass(frozen=True)
class WinOutlook:
    """The win table as chances and points."""

    table: npt.NDArray[np.uint16]
    """Thousandths of games won: a row for each number of tiles unseen, a column for each lead."""
    wins: kernel.WinTable
    on_turn: tuple[float, ...]
    """The mean change of the lead until the end for the player on turn, in points, by the number of tiles unseen."""

    def worth(self, unseen: int) -> float:
        """The worth of being on turn with so many tiles unseen."""
        return self.on_turn[min(max(unseen, 0), len(self.on_turn) - 1)]

    def of_best(self, lead: float, value: float, unseen: int, plies: int | None, excess: float = 0.0) -> float:
        """The final lead to expect with a best move of this equity (`plies` is `None`), or of this spread by simulation.

        The best move is worth `value` where it is worth `mean` on average, and on average the lead grows by `worth`. In this
        game, and at this depth, the best moves are worth `excess` more than in self-play, see `Expectations`.
        """
        means = expectations()
        mean = means.equity if plies is None else means.spread_2 if plies <= _FEW_PLIES else means.spread_4
        return lead + value - float(np.interp(unseen, means.unseen, mean)) - excess + self.worth(unseen)

    def chance(self, lead: float, unseen: int) -> float:
        """The chance to win of the player on turn with this lead."""
        edge = self.table.shape[1] // 2
        row = self.table[min(max(unseen, 0), len(self.table) - 1)]
        return float(row[min(max(round(lead), -edge), edge) + edge]) / 1000

    def chance_after(self, lead: int, equity: int, unseen: int) -> float:
        """The chance of a player who has just played a move of this equity (in thousandths of a point).

        `unseen` are the tiles unseen by the player before the move.
        """
        return 1 - self.chance(-(lead + equity / POINT), self.unseen_after(unseen))

    def unseen_after(self, unseen: int, turns: int = 1) -> int:
        """The tiles unseen after so many turns, about."""
        return max(0, unseen - TILES_A_TURN * turns)


class Expectations(Struct, frozen=True):
    """The mean worth of the best move in self-play, by the tiles unseen; made by bench/review_expectations.py."""

    unseen: tuple[float, ...]
    equity: tuple[float, ...]
    spread_2: tuple[float, ...]
    """The mean growth of the lead by the move and two turns after it."""
    spread_4: tuple[float, ...]
    excess: dict[Depth, float]
    """The points by which a review at a depth finds the best moves better than this: it picks the best of noisy ones."""
    excess_of_loss: float
    """The same for each point that a turn of the game loses on average: weaker play leaves more to find."""
    most_loss: float
    """The largest mean loss for which this was measured."""

    def excess_in(self, depth: Depth, loss: float) -> float:
        """The excess at a depth in a game whose turns lose so many points on average."""
        return self.excess.get(depth, 0.0) + self.excess_of_loss * min(loss, self.most_loss)


@cache
def expectations() -> Expectations:
    """The expectations in force."""
    data = (package_data("mostek.engine.review") / "expectations.toml").read_bytes()
    return msgspec.toml.decode(data, type=Expectations)


@lru_cache(maxsize=8)
def outlook(lexicon: str) -> WinOutlook:
    """The outlook for games with a lexicon. Raises like `open_win_table`."""
    wins = open_win_table(lexicon)
    table = wins.table
    # The mean of a change C follows from the shares: a lead x wins with C > -x, and half of C = -x counts.
    means = table.sum(axis=1) / 1000 - wins.spread - 0.5
    means[0] = 0
    return WinOutlook(table, wins.to_kernel(), tuple(float(mean) for mean in means))
