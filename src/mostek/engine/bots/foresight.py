"""Choosing by looking ahead: what choices lead to, in games against whatever the other player may hold."""

from __future__ import annotations

from collections.abc import Sequence

from mostek import _kernel
from mostek.engine.bots.levels import Foresight
from mostek.engine.bots.sight import Sight

_EXCHANGE_FROM = 7
"""With fewer tiles in the bag the kernel follows no exchange."""
_DOUBT = 0.02
"""How likely the choice may be wrong when it is made before the time is over."""
_TILES_A_ROUND = 8
"""How many tiles two players lay in a round, rather fewer than more, so that time is left at the end."""


class Lookout:
    """Looks ahead, as far as a level does."""

    def __init__(self, foresight: Foresight, leaves: _kernel.Leaves, wins: _kernel.WinTable) -> None:
        self.foresight = foresight
        self._leaves = leaves
        self._wins = wins

    def choose(self, sight: Sight, choices: Sequence[_kernel.Choice], haste: int) -> _kernel.Choice:
        """The best of these choices, of which the first is the best by equity."""
        possible = [choice for choice in choices if _can_be_followed(choice, sight)]
        if len(possible) < 2 or not sight.is_duel:
            return choices[0]
        simulation = self._simulation(sight, possible)
        # With an empty bag the other rack is known: there is but one deal.
        deals = self.foresight.deals if sight.view.bag_count else 1
        simulation.run(deals, milliseconds=self._time(sight) // haste, threads=1)
        return simulation.estimates()[0][0]

    def _simulation(self, sight: Sight, choices: Sequence[_kernel.Choice]) -> _kernel.Simulation:
        searcher = sight.searcher
        return _kernel.Simulation(
            searcher.search,
            self._leaves,
            self._wins,
            searcher.board_codes(sight.board),
            searcher.rack_codes(sight.rack),
            searcher.rack_codes(sight.unseen),
            lead=sight.lead,
            passes=sight.passes,
            candidates=choices,
            plies=self.foresight.plies,
            seed=sight.chance,
            doubt=_DOUBT,
        )

    def _time(self, sight: Sight) -> int:
        clock = sight.view.clock
        most = self.foresight.milliseconds
        return most if clock is None else time_to_think(most, clock[sight.seat], len(sight.unseen))


def time_to_think(most: int, left: int, unseen: int) -> int:
    """For how many milliseconds: no longer than half of what is left on the clock for each turn to come."""
    turns = 2 + unseen // _TILES_A_ROUND
    return min(most, left // (2 * turns))


def _can_be_followed(choice: _kernel.Choice, sight: Sight) -> bool:
    return isinstance(choice, tuple) or not choice or sight.view.bag_count >= _EXCHANGE_FROM
