"""Lookahead of a bot: simulation of its candidates, and the solver near the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count

from mostek.engine import kernel
from mostek.engine.bots.candidates import BotCandidate
from mostek.engine.bots.equity_prior import CandidateResult, most_likely_best, worth_of_a_point
from mostek.engine.bots.level import LookaheadLimits
from mostek.engine.bots.thinking_time import thinking_time
from mostek.engine.bots.view_position import PASS, BotPosition
from mostek.engine.deadline import Deadline

_DOUBT = 0.02
"""The accepted probability of a wrong move when a simulation ends early."""
_TABLE = 1 << 24
"""The bytes of a solver's transposition table. It is freed after the turn, because a process has many bots."""
LOOK = 1 << 10
"""The approximate number of positions that a pre-endgame solver visits before it calls `go_on`."""
_GLANCE = 0.1
"""The longest time in seconds before a simulation calls `go_on`."""


class Lookahead:
    """Simulates and solves within the limits of a level."""

    def __init__(self, limits: LookaheadLimits, leaves: kernel.Leaves, wins: kernel.WinTable) -> None:
        self._limits = limits
        self._leaves = leaves
        self._wins = wins

    def choose(
        self, sight: BotPosition, options: Sequence[BotCandidate], haste: int, go_on: Callable[[], bool]
    ) -> kernel.KernelMove:
        """Return the best of these candidates (the first is the best by equity), as known when `go_on` returns false."""
        best = options[0].move
        if not sight.is_duel:
            return best
        seconds = self._time(sight) / haste / 1000
        watch = Deadline(seconds, go_on)
        if not sight.bag and self._limits.nodes:
            return self._solved(sight, best, watch)
        if sight.bag == 1 and self._limits.nodes:
            proved = self._drawn(sight, Deadline(seconds / 2, go_on))
            if proved is not None:
                return proved
        followed = {move: equity for move, equity in options if sight.would_allow(move)}
        # Near the end it may be best to leave the last tiles to the other player.
        if sight.is_late:
            followed.setdefault(PASS, self._leaves.value(sight.searcher.rack_codes(sight.rack)))
        return self._simulated(sight, followed, watch) if len(followed) > 1 else best

    def _simulated(
        self, sight: BotPosition, equities: Mapping[kernel.KernelMove, int], watch: Deadline
    ) -> kernel.KernelMove:
        simulation = kernel.Simulation(
            sight.searcher.search,
            self._leaves,
            self._wins,
            *sight.codes,
            lead=sight.lead,
            passes=sight.passes,
            candidates=list(equities),
            plies=self._limits.plies,
            seed=sight.chance,
            error_probability=_DOUBT,
            exchange_from=sight.book.exchange.bag_minimum.value,
        )
        # With an empty bag the other rack is known: there is but one deal.
        deals = self._limits.deals if sight.bag else 1
        while simulation.iterations < deals and not simulation.is_decided:
            simulation.run(
                deals - simulation.iterations, milliseconds=round(1000 * min(watch.left, _GLANCE)), threads=1
            )
            if not watch.goes_on():
                break
        estimates = simulation.estimates()
        # Near the end equity says little, and with an empty bag the one deal is no guess.
        if sight.is_late:
            return estimates[0][0]
        known = {_in_order(move): equity for move, equity in equities.items()}
        remaining = [
            CandidateResult(move, share, error, known[_in_order(move)])
            for move, deals, share, error, *_ in estimates
            if deals == estimates[0][1]
        ]
        return most_likely_best(remaining, worth_of_a_point(self._wins, sight.lead, len(sight.unseen)))

    def _solved(self, sight: BotPosition, best: kernel.KernelMove, watch: Deadline) -> kernel.KernelMove:
        """The endgame solver's best play when the time is over; both racks are known (GEN-15c, GEN-15d, GEN-15e)."""
        _, _, _, line, _ = _solver(sight).solve(
            *sight.codes,
            passes=sight.passes,
            watch=lambda found: found[4] < self._limits.nodes and watch.goes_on(),
        )
        return line[0] or PASS if line else best

    def _drawn(self, sight: BotPosition, watch: Deadline) -> kernel.KernelMove | None:
        """With one tile in the bag the best turn if the winner is proved after each draw, otherwise `None`."""
        looks = count()
        found = _solver(sight).pre_endgame(
            *sight.codes,
            sight.bag,
            sight.lead,
            passes=sight.passes,
            threads=1,
            watch=lambda: next(looks) < self._limits.nodes // LOOK and watch.goes_on(),
        )
        move, _, draws, _, _, settled, *_ = found[0]
        return (move or PASS) if settled == draws else None

    def _time(self, sight: BotPosition) -> int:
        clock, most = sight.view.clock, self._limits.milliseconds
        if clock is None:
            return most
        return thinking_time(most, clock[sight.seat], len(sight.unseen), is_late=sight.is_late and sight.bag > 0)


def _in_order(move: kernel.KernelMove) -> kernel.KernelMove:
    """The move with the tiles of an exchange in the order of their codes: the kernel has an order of its own."""
    return move if isinstance(move, tuple) else bytes(sorted(move))


def _solver(sight: BotPosition) -> kernel.Solver:
    """A solver with the ending rules of the game's rulebook."""
    rule = sight.book.end
    return kernel.Solver(
        sight.searcher.search,
        passes=2 * rule.passes_each.value,
        out=rule.leftovers_own.value + rule.leftovers_to_out.value,
        blocked=int(rule.leftovers_nobody_out.value),
        exchange_from=sight.exchange_from,
        table_bytes=_TABLE,
    )
