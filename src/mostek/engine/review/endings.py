"""Exact ends: with an empty bag every move is worth what the solver proves; with one tile left, over every draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from mostek.core.board import Board
from mostek.core.tiles import NO_TILES
from mostek.engine import kernel
from mostek.engine.deadline import Deadline
from mostek.engine.endgame import PreEndgameSolution, solve_in
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.search import EngineMove, move_of

_TABLE_BYTES = 1 << 24
_PASSES = 4
"""The passes in a row that end a game (GEN-15c)."""


@dataclass(frozen=True)
class Endgame:
    """An endgame with both racks known; `None` is the answer wherever `positions` do not suffice for a proof.

    The answers depend on the number of positions alone, not on the speed of the machine.
    """

    asked: SearchPosition
    positions: int
    """The most positions that the solver visits for one answer."""
    go_on: Callable[[], bool] = lambda: True

    @cached_property
    def best(self) -> tuple[EngineMove, int] | None:
        """The best move, and the growth of the lead until the end."""
        solved = self._solve(self.asked)
        if solved is None:
            return None
        gain, line = solved
        first = line[0] if line else None
        return (move_of(self.asked.searcher, b"" if first is None else first), gain)

    def gain(self, move: EngineMove) -> int | None:
        """The growth of the lead of the player on turn until the end, after this move. A phoney is as good as any play here."""
        if not isinstance(move, FoundPlay):
            return self.gain_of_nothing(self.asked.passes + 1)
        return self.gain_of(move, self.asked.board.lay(move.placement.tiles))

    def gain_of(self, play: FoundPlay, board: Board) -> int | None:
        """`gain` of a play with the board after it."""
        position = self.asked
        leave = position.rack - play.faces
        if not len(leave):
            return play.score + 2 * position.tile_set.value(position.unseen)
        after = replace(position, board=board, rack=position.unseen, lead=-(position.lead + play.score), passes=0)
        solved = self._solve(after)
        return None if solved is None else play.score - solved[0]

    def gain_of_nothing(self, passes: int) -> int | None:
        """`gain` of a pass, or of a turn that was lost."""
        position = self.asked
        if passes >= _PASSES:
            return position.tile_set.value(position.unseen) - position.tile_set.value(position.rack)
        solved = self._solve(replace(position, rack=position.unseen, lead=-position.lead, passes=passes))
        return None if solved is None else -solved[0]

    def _solve(self, position: SearchPosition) -> tuple[int, list[kernel.KernelPlay | None]] | None:
        solver = kernel.Solver(
            position.searcher.search, exchange_from=position.exchange_from, table_bytes=_TABLE_BYTES, passes=_PASSES
        )
        watch = lambda found: found[4] <= self.positions and self.go_on()  # noqa: E731
        gain, is_proved, _, line, visited = solver.solve(*position.codes, passes=position.passes, watch=watch)
        return (gain, list(line)) if is_proved and visited <= self.positions else None


def proved_draws(
    position: SearchPosition, seconds: float, go_on: Callable[[], bool]
) -> list[tuple[EngineMove, float, int]]:
    """Moves that empty the bag, with their chance to win proved over every draw of the last tiles and the number of draws, best
    first; none if the best move is not proved to win the most draws.

    Moves that leave tiles in the bag are left out: for them the solver assumes more knowledge than players have.
    """
    solved = solve_in(position, seconds=seconds, go_on=Deadline(seconds, go_on).goes_on)
    assert isinstance(solved, PreEndgameSolution)
    best = solved.best
    if best.bag or best.settled < best.draws or not solved.wins_most:
        return []
    known = [each for each in solved.candidates if each.bag == 0 and each.settled == each.draws]
    return [(each.candidate.move, each.share[0], each.draws) for each in known]


def same(one: EngineMove, other: EngineMove) -> bool:
    """Whether two moves lay the same tiles, or exchange the same."""
    if isinstance(one, FoundPlay) and isinstance(other, FoundPlay):
        return one.placement == other.placement
    if isinstance(one, FoundPlay) or isinstance(other, FoundPlay):
        return False
    return getattr(one, "tiles", NO_TILES) == getattr(other, "tiles", NO_TILES)
