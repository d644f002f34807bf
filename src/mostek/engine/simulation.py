"""Simulation: candidates compared by random continuations, over racks of the opponent and orders of the bag."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from mostek.core.text_table import PrintedTable, Row
from mostek.core.tiles import Tiles
from mostek.engine import kernel
from mostek.engine.inference import LastTurn, infer_rack, read_last_turn
from mostek.engine.kernel import EXCHANGE_FROM
from mostek.engine.leaves import LeaveValues
from mostek.engine.parallel import map_chunks, ranges
from mostek.engine.position import PositionLike, SearchPosition, search_position
from mostek.engine.search import HEADINGS, Candidate, EngineMove, candidate, move_codes, move_of
from mostek.engine.win_table import WinTable, open_win_table
from mostek.lexicon import DEFAULT
from mostek.notation.coordinates import Orientation

STANDARD_ERRORS = 1.96
"""The standard errors of a 95 % interval of a normal distribution."""
_CHUNK = 256
"""The deals in a chunk for an executor, 0.5 to 3 seconds of one core."""


@dataclass(frozen=True, slots=True)
class SimulatedCandidate:
    """A candidate with its results."""

    candidate: Candidate
    deals: int
    """The number of deals played for it."""
    share: float
    """The mean share of games won, 0 to 1 (a draw is half a win); NaN before the first deal."""
    share_margin: float
    """The 95 % margin of `share`; infinite before the second deal."""
    spread: float
    """The mean growth of the lead in points, with the value of the last leave."""
    spread_margin: float
    """The 95 % margin of `spread`."""

    @property
    def table_row(self) -> tuple[str, ...]:
        """The cells of its row in a table."""
        share = f"{100 * self.share:.1f} ± {100 * self.share_margin:.1f}"
        return *self.candidate.table_row, share, f"{self.spread:+.1f} ± {self.spread_margin:.1f}", str(self.deals)


_HEADINGS = (*HEADINGS, "won, %", "spread", "deals")


@dataclass(frozen=True, repr=False)
class SimulationResult(PrintedTable):
    """The result so far: best first, eliminated candidates last."""

    candidates: tuple[SimulatedCandidate, ...]
    deals: int
    """The number of deals played."""
    is_decided: bool
    """Whether the best candidate is decided."""

    @property
    def best(self) -> SimulatedCandidate:
        """The best candidate."""
        return self.candidates[0]

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """See `PrintedTable`."""
        return _HEADINGS, [each.table_row for each in self.candidates]


def simulate(
    position: PositionLike,
    rack: Tiles | str | None = None,
    *,
    candidates: int | Sequence[EngineMove] = 15,
    plies: int = 2,
    seed: int = 1,
    error_probability: float | None = None,
    last: str | None = None,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    exchange_from: int = EXCHANGE_FROM,
) -> Simulation:
    """Prepare a simulation of the best candidates by equity, or of those given; `run` plays its deals.

    Each deal gives the opponent a rack and the bag an order, the same for all candidates; then both players take the best by
    equity. The same seed and number of deals give the same results.

    Args:
        position: A line of CGP, a `mostek.core.position.Position`, or a board.
        rack: The tiles of the player on turn, at most seven; by default the first rack of the position.
        candidates: How many of the best by equity to compare, or which.
        plies: How many turns to look ahead after the candidate; with an empty bag the game is played to its end.
        seed: The seed of the deals.
        error_probability: The probability of a wrong decision. If given, beaten candidates are eliminated and the simulation
            may be decided (best-arm identification).
        last: The opponent's last turn, `H4 SPR(Ó)BUJE` as it lies on the board, `-3` for an exchange of three tiles, `-` for a
            pass. If given, the opponent's rack is inferred from it. That guesses the leave 1.9 to 2.6 times as well as
            blindly, but led to no better moves (decision 21).
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set; by default that of a line of CGP, else `pl-current`.
        orientation: Which lines of the board have letters in the written plays.
        exchange_from: The tiles that the bag must contain for an exchange, of either player; see `best`.

    Returns:
        A simulation without deals. Its `run` gives the share of games won (0 to 1, a draw is a half) and the mean growth of
        the lead in points for each candidate, with margins of 95 %.

    Raises:
        PositionError: No such position exists: too many tiles, or no rack.
        NotationError: The line of CGP cannot be read; with the column.
        TileError: The rack cannot be read.
        LexiconError: The lexicon is not installed, or has other letters than the tiles.
        OSError: The lexicon cannot be read.
        ValueError: A candidate cannot be played, or the game is over.

    Source: docs/decisions/0021-simulations-compare-pairs.md.

    Example:
        >>> from mostek.engine import simulate
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> result = simulate(turn, candidates=2, seed=1).run(deals=100)
        >>> result.best.candidate.written, result.best.deals, 0 < result.best.share < 1
        ('8A LEŻAKOw(A)', 100, True)
    """
    search = search_position(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    search = replace(search, exchange_from=exchange_from)
    return simulate_in(search, candidates, plies=plies, seed=seed, error_probability=error_probability, last=last)


def simulate_in(
    position: SearchPosition,
    candidates: int | Sequence[EngineMove] = 15,
    *,
    plies: int = 2,
    seed: int = 1,
    error_probability: float | None = None,
    last: str | None = None,
) -> Simulation:
    """`simulate` in a search position."""
    if not isinstance(candidates, int):
        compared: int | tuple[kernel.KernelMove, ...] = tuple(
            move_codes(position.searcher, move) for move in candidates
        )
    else:
        compared = candidates
    clue = None if last is None else read_last_turn(last, position)
    wins = open_win_table(position.equipment.lexicon)
    return Simulation(SimulationTask(position, compared, plies, seed, error_probability, clue, position.values, wins))


class Simulation:
    """A simulation that can be continued at any time; `result` is its result so far."""

    def __init__(self, question: SimulationTask) -> None:
        self._question = question
        self._simulation = question.simulation()

    def __repr__(self) -> str:
        return f"<Simulation of {len(self.result.candidates)} candidates, {self.result.deals} deals>"

    def run(
        self,
        *,
        seconds: float | None = None,
        deals: int | None = None,
        executor: Executor | Callable[[], Executor] | None = None,
    ) -> SimulationResult:
        """Play more deals, this many or for this long, on all cores; without a limit, until the best candidate is decided.

        With an executor the deals are shared out, see `parallel.map_chunks`; the results are the same. Then their number
        must be given, and no candidate is eliminated. Ctrl-C ends it; what was followed until then counts.
        """
        if executor is not None:
            self._run_on(deals, executor)
        else:
            self._simulation.run(deals, milliseconds=None if seconds is None else round(1000 * seconds))
        return self.result

    def interim(self, seconds: float, every: float = 0.5) -> Iterator[SimulationResult]:
        """Yield the result at intervals in seconds, until the time is over or the best candidate is decided."""
        for step in range(max(1, round(seconds / every))):
            if step and self.result.is_decided:
                return
            yield self.run(seconds=every)

    @property
    def result(self) -> SimulationResult:
        """The result so far."""
        found = tuple(self._candidate(*estimate) for estimate in self._simulation.estimates())
        return SimulationResult(found, self._simulation.iterations, self._simulation.is_decided)

    def _candidate(
        self, move: kernel.KernelMove, deals: int, share: float, error: float, spread: float, spread_error: float
    ) -> SimulatedCandidate:
        position = self._question.asked
        shown = candidate(position, move_of(position.searcher, move))
        return SimulatedCandidate(shown, deals, share, STANDARD_ERRORS * error, spread, STANDARD_ERRORS * spread_error)

    def _run_on(self, deals: int | None, executor: Executor | Callable[[], Executor]) -> None:
        if deals is None or self._question.error_probability is not None:
            raise ValueError("deals are shared out by their number, and without a race (error_probability=None)")
        first = self._simulation.iterations
        chunks = (range(first + chunk.start, first + chunk.stop) for chunk in ranges(_CHUNK, deals))
        for chunk, sums in map_chunks(self._question, chunks, executor):
            self._simulation.add(len(chunk), sums)


@dataclass(frozen=True)
class SimulationTask:
    """The inputs of a comparison, so that it can run in any process; chunks are ranges of deals."""

    asked: SearchPosition
    candidates: int | tuple[kernel.KernelMove, ...]
    plies: int
    seed: int
    error_probability: float | None
    clue: LastTurn | None
    values: LeaveValues
    wins: WinTable

    def simulation(self, first: int = 0) -> kernel.Simulation:
        """A simulation that starts with that deal."""
        return kernel.Simulation(
            self.asked.searcher.search,
            self.values.to_kernel(),
            self.wins.to_kernel(),
            *self.asked.codes,
            lead=self.asked.lead,
            passes=self.asked.passes,
            inference=infer_rack(self.clue, self.asked, self.values, self.seed) if self.clue else None,
            candidates=self.candidates,
            plies=self.plies,
            seed=self.seed,
            error_probability=self.error_probability,
            exchange_from=self.asked.exchange_from,
            first=first,
        )

    def __call__(self, deals: range) -> bytes:
        """The sums over these deals."""
        simulation = self.simulation(deals.start)
        simulation.run(len(deals), threads=1)
        return simulation.sums()
