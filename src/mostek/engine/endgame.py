"""Solve endgames with an empty bag, and pre-endgames over every draw of the last tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

from mostek.core.moves import Pass
from mostek.core.text_table import PrintedTable, Row
from mostek.core.tiles import Tiles
from mostek.engine import kernel
from mostek.engine.deadline import Deadline
from mostek.engine.kernel import EXCHANGE_FROM, FoundPlay
from mostek.engine.position import PositionError, PositionLike, SearchPosition, search_position
from mostek.engine.search import HEADINGS, Candidate, EngineMove, candidate, move_of, written
from mostek.lexicon import DEFAULT
from mostek.notation.coordinates import Orientation

MOST_IN_BAG = 4
"""The largest bag of a pre-endgame; more tiles have too many draws."""


@dataclass(frozen=True, slots=True)
class SolvedTurn:
    """A turn of the principal line; the player on turn makes the first, then the players alternate."""

    move: EngineMove
    written: str
    """The turn as text, see `Candidate.written`."""


@dataclass(frozen=True, slots=True, repr=False)
class EndgameSolution(PrintedTable):
    """The solution of an endgame, where both racks are known."""

    gain: int
    """The growth of the lead of the player on turn until the end, in points."""
    lead: int
    """The final lead, in points."""
    is_proved: bool
    """Whether the value is proved; otherwise it is an estimate."""
    line: tuple[SolvedTurn, ...]
    """The best turns of both players, as far as they are known."""
    depth: int
    """The search depth in turns."""
    positions: int
    """The number of positions visited."""

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """See `PrintedTable`."""
        return _SOLVED, [self.table_row]

    @property
    def table_row(self) -> tuple[str, ...]:
        """The cells of its row in a table."""
        line = ", ".join(turn.written for turn in self.line)
        return line, f"{self.gain:+}", f"{self.lead:+}", "yes" if self.is_proved else "no"


_SOLVED = ("line", "gain", "lead", "proved")


@dataclass(frozen=True, slots=True)
class PreEndgameCandidate:
    """A play, an exchange or the pass, with its results over every draw."""

    candidate: Candidate
    bag: int
    """The number of tiles that it leaves in the bag. If it leaves some, the solver assumes that both players then know every
    tile."""
    draws: int
    """The number of draws; equal tiles count separately. An exchange counts them more finely than a play."""
    won: int
    """The number of draws with a proved win."""
    drawn: int
    """The number of draws with a proved draw."""
    settled: int
    """The number of draws with a proved result: won, drawn or lost."""
    spread: float
    """The mean final lead, in points; an estimate unless `is_exact`."""
    is_exact: bool
    """Whether every endgame was solved."""
    is_beaten: bool
    """Whether another play is proved to be at least as good."""

    @property
    def share(self) -> tuple[float, float]:
        """The lower and upper bound of the share of draws won, from 0 to 1; a drawn game counts half."""
        least = (self.won + self.drawn / 2) / self.draws
        return least, least + (self.draws - self.settled) / self.draws

    @property
    def table_row(self) -> tuple[str, ...]:
        """The cells of its row in a table."""
        least, most = (f"{100 * share:.1f}" for share in self.share)
        shown = least if self.settled == self.draws else f"{least} to {most}"
        return *self.candidate.table_row, str(self.bag), shown, f"{self.spread:+.1f}", str(self.draws)


@dataclass(frozen=True, repr=False)
class PreEndgameSolution(PrintedTable):
    """All plays, exchanges and the pass, best first: by the share of draws won, then by spread."""

    candidates: tuple[PreEndgameCandidate, ...]

    @property
    def best(self) -> PreEndgameCandidate:
        """The best candidate."""
        return self.candidates[0]

    @property
    def is_proved(self) -> bool:
        """Whether the first candidate is proved to be the best."""
        return all(each.is_beaten for each in self.candidates[1:])

    @property
    def wins_most(self) -> bool:
        """Whether no other candidate can win more draws than the first, whatever the spread."""
        least, _ = self.best.share
        return all(each.is_beaten or each.share[1] <= least for each in self.candidates[1:])

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """See `PrintedTable`."""
        return _DRAWN, [each.table_row for each in self.candidates]


_DRAWN = (*HEADINGS, "in bag", "won, %", "spread", "draws")


def solve(
    position: PositionLike,
    rack: Tiles | str | None = None,
    *,
    seconds: float = inf,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    exchange_from: int = EXCHANGE_FROM,
    threads: int = 0,
) -> EndgameSolution | PreEndgameSolution:
    """Solve an endgame, or a pre-endgame with 1 to 4 tiles in the bag.

    The game ends by GEN-15c, GEN-15d and GEN-15e.

    Args:
        position: A line of CGP, a `mostek.core.position.Position`, or a board.
        rack: The tiles of the player on turn, at most seven; by default the first rack of the position.
        seconds: For how long at most; then the best known by then is returned.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set; by default that of a line of CGP, else `pl-current`.
        orientation: Which lines of the board have letters in the written plays.
        exchange_from: The tiles that the bag must contain for an exchange; 0 where there must be as many as are exchanged
            (GEN-6X-b), so that exchanges are examined, too.
        threads: The number of threads of a pre-endgame; by default one for each core. What is proved does not depend on it,
            as long as there is time.

    Returns:
        With an empty bag the best line of both players and the growth of the lead in points. With tiles in the bag what each
        play and the pass lead to over every draw: the share of draws won, and the mean lead in points.

    Raises:
        PositionError: No such position exists: too many tiles, or no rack.
        NotationError: The line of CGP cannot be read; with the column.
        TileError: The rack cannot be read.
        LexiconError: The lexicon is not installed, or has other letters than the tiles.
        OSError: The lexicon cannot be read.
        PositionError: Also for more than four tiles in the bag, and for a game that is over.

    Source: docs/decisions/0024-pre-endgame.md.

    Example:
        >>> from mostek.engine import solve
        >>> end = "2G7Ś2NI/1PA2ZEsZKLIWIŁ/1EJ6MA2TU/1NON3H1IDO1Y1/1SMYCZKI1NYS3/1Ó1N3POI1Z3/OWCA2LEŃ2Y3/"
        >>> end += "K1IŁ2AR3T3/o1Ź3C4E3/Ć5H2P5/Ż3GLĄTWOM4/E8SE4/8FAJDA2/9D5/8ROZBARW ABEĘIRU/AS 396/367 0"
        >>> solved = solve(end)
        >>> solved.gain, solved.lead, solved.is_proved, solved.line[0].written
        (13, 42, True, 'H12 (T)UBĘ')
    """
    search = search_position(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    return solve_in(replace(search, exchange_from=exchange_from), seconds=seconds, threads=threads)


def solve_in(
    position: SearchPosition, *, seconds: float = inf, threads: int = 0, go_on: Callable[[], bool] = lambda: True
) -> EndgameSolution | PreEndgameSolution:
    """`solve` in a search position; it also ends when `go_on` returns false."""
    check_solvable(position)
    watch = Deadline(seconds, go_on)
    solver = kernel.Solver(position.searcher.search, exchange_from=position.exchange_from)
    if position.bag:
        found = solver.pre_endgame(
            *position.codes, position.bag, position.lead, passes=position.passes, threads=threads, watch=watch.goes_on
        )
        return PreEndgameSolution(tuple(_pre_endgame_candidate(position, *each) for each in found))
    gain, is_proved, depth, line, positions = solver.solve(
        *position.codes, passes=position.passes, watch=lambda _: watch.goes_on()
    )
    return EndgameSolution(gain, position.lead + gain, is_proved, _line(position, line), depth, positions)


def check_solvable(position: SearchPosition) -> None:
    """Raise `PositionError` if the position is no endgame or pre-endgame."""
    if position.bag > MOST_IN_BAG:
        raise PositionError(
            "The solver takes at most {most} tiles in the bag; there are {count}.",
            most=MOST_IN_BAG,
            count=position.bag,
        )
    if not len(position.rack) or not len(position.unseen):
        raise PositionError("The game is over: a player holds no tiles.")


def _line(position: SearchPosition, line: Sequence[kernel.KernelPlay | None]) -> tuple[SolvedTurn, ...]:
    """The turns as text, each with the board before it."""
    turns = []
    for play in line:
        move = _move(position, play)
        turns.append(SolvedTurn(move, written(position, move)))
        if isinstance(move, FoundPlay):
            position = replace(position, board=position.board.lay(move.placement.tiles))
    return tuple(turns)


def _move(position: SearchPosition, move: kernel.KernelMove | None) -> EngineMove:
    return Pass() if move is None else move_of(position.searcher, move)


def _pre_endgame_candidate(
    position: SearchPosition,
    move: kernel.KernelMove | None,
    bag: int,
    draws: int,
    won: int,
    drawn: int,
    settled: int,
    spread: int,
    is_exact: bool,
    is_beaten: bool,
) -> PreEndgameCandidate:
    shown = candidate(position, _move(position, move))
    return PreEndgameCandidate(shown, bag, draws, won, drawn, settled, spread / draws, is_exact, is_beaten)
