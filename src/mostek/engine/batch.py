"""Many positions and games at once: texts, NumPy arrays or Arrow columns in, columns out, on all cores.

A row that is no position is answered with an error, and the others are computed. The kernel reads CGP and GCG itself, and works
without the interpreter's lock. Ctrl-C stops the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from mostek.core.board import Board
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.encoding import decode
from mostek.core.position import Position
from mostek.core.tiles import tile_set
from mostek.engine import kernel
from mostek.engine.columns import Columns, RowError
from mostek.engine.endgame import MOST_IN_BAG
from mostek.engine.equipment import TILE_SET, Equipment
from mostek.engine.kernel import EXCHANGE_FROM, Searcher
from mostek.engine.position import PositionError, PositionLike, checked_count, kernel_leaves
from mostek.engine.win_table import open_win_table
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import find
from mostek.notation.coordinates import Orientation
from mostek.notation.formats import cgp
from mostek.notation.game_record import tile_sets_to_try

PIECE = 4096
"""The positions in a piece of a batch: some tenths of a second of one core, and a few megabytes."""
_SHORT_PIECE = 64
"""The positions in a piece of a question that takes a second for each."""
Progress: TypeAlias = Callable[[int], object]
"""Receives the number of rows that are answered; an exception in it stops the work."""


class ArrowStream(Protocol):
    """A column or table of another library, by Arrow's C data interface."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The capsule of a stream."""
        ...


class ArrowArray(Protocol):
    """A column or record batch of another library, by Arrow's C data interface."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The capsules of a schema and an array."""
        ...


@dataclass(frozen=True, eq=False)
class PositionColumns:
    """Positions as NumPy arrays, a row for each.

    `boards` are bytes of the shape (rows, squares) or (rows, 15, 15): 0 for an empty square, else the place of the letter in
    the alphabet from 1, and 128 more for a blank. `racks` are bytes of the shape (rows, 7): 0 for a blank, 255 for no tile.
    """

    boards: npt.NDArray[np.uint8]
    racks: npt.NDArray[np.uint8]
    leads: npt.NDArray[Any] | None = None
    """The lead of the player on turn, in points; 0 if it is left out."""
    passes: npt.NDArray[Any] | None = None
    """The turns without points just before; 0 if they are left out."""

    def __len__(self) -> int:
        return len(self.boards)

    def part(self, rows: slice) -> PositionColumns:
        """Some of the rows."""
        leads = None if self.leads is None else self.leads[rows]
        passes = None if self.passes is None else self.passes[rows]
        return PositionColumns(self.boards[rows], self.racks[rows], leads, passes)

    def checked(self, searcher: Searcher) -> PositionColumns:
        """These rows in the kernel's shapes. Raises `PositionError` with the column and the row."""
        rows, squares = len(np.atleast_1d(self.boards)), searcher.layout.rows * searcher.layout.columns
        shapes = [(rows, squares), (rows, searcher.layout.rows, searcher.layout.columns)]
        boards = _byte_column("boards", self.boards, shapes)
        racks = _byte_column("racks", self.racks, [(rows, searcher.rack_size)])
        leads = None if self.leads is None else _number_column("leads", self.leads, rows, np.dtype(np.int32))
        passes = None if self.passes is None else _number_column("passes", self.passes, rows, np.dtype(np.uint8))
        return PositionColumns(boards.reshape(rows, squares), racks, leads, passes)


ManyPositions: TypeAlias = Iterable[PositionLike | None] | PositionColumns | ArrowStream | ArrowArray
"""Lines of CGP or positions, also an array of texts; or columns of them. An Arrow table has a column `cgp` of texts, or the
columns `board` and `rack` (bytes) with `lead` (int32) and `passes` (uint8)."""
ManyGames: TypeAlias = Iterable[str | bytes | None] | ArrowStream | ArrowArray
"""Games in GCG; an Arrow table has them in a column `cgp` or is a column of texts."""
_Piece: TypeAlias = "list[PositionLike | None] | PositionColumns | kernel.ArrowChunk"
_Answer: TypeAlias = "tuple[kernel.Table, list[kernel.KernelRowError]]"


def moves_many(
    positions: ManyPositions,
    *,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    both_directions: bool = True,
    written: bool = False,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    threads: int = 0,
    progress: Progress | None = None,
) -> Columns:
    """Find every play of many positions.

    Args:
        positions: Lines of CGP, positions, arrays or Arrow columns, see `ManyPositions`.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set of all positions; by default that of the first line, if the lexicon has its letters.
        both_directions: Whether a play on the empty board counts across and down, as in `moves`; else only across.
        written: Whether to write the plays as text; it takes longer than finding them.
        orientation: Which lines of the board have letters in the written plays.
        threads: The number of threads; by default one for each core. Answers do not depend on it.
        progress: Receives the number of positions answered so far, after each piece.

    Returns:
        A line for each play: the columns of a move, see `Columns`. Plays of a position are not sorted.

    Raises:
        PositionError: An array has a wrong shape or type, or a single text was passed.
        LexiconError: The lexicon is not installed, or no tile set has its letters.
        OSError: The lexicon cannot be read.
        ValueError: An Arrow column has another type, or its buffers contradict each other.

    Example:
        >>> from mostek.engine import moves_many
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> found = moves_many([turn, "nonsense"])
        >>> len(found), int(found["score"].max()), str(found.errors[0])
        (9860, 92, "row 1: line 1, column 1: row length: 'nonsense'")
    """
    batch = _Batch(lexicon, tiles, orientation, threads, progress)

    def answer_of(read: kernel.Positions) -> _Answer:
        rows = _has_lettered_rows(orientation) if written else None
        return batch.asked.moves(
            read, batch.leaves, both_directions=both_directions, lettered_rows=rows, threads=threads
        )

    return batch.answered(positions, PIECE, answer_of)


def best_many(
    positions: ManyPositions,
    count: int = 1,
    *,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    both_directions: bool = True,
    written: bool = True,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    threads: int = 0,
    progress: Progress | None = None,
) -> Columns:
    """Find the best plays, exchanges and the pass of many positions by equity.

    Args:
        positions: Lines of CGP, positions, arrays or Arrow columns, see `ManyPositions`.
        count: How many candidates of each position at most.
        lexicon: See `moves_many`.
        tiles: See `moves_many`.
        both_directions: See `moves_many`.
        written: Whether to write the moves as text.
        orientation: See `moves_many`.
        threads: See `moves_many`.
        progress: See `moves_many`.

    Returns:
        A line for each candidate, the best of a position first: the columns of a move, see `Columns`.

    Raises:
        PositionError: See `moves_many`.
        LexiconError: See `moves_many`.
        OSError: See `moves_many`.
        ValueError: See `moves_many`.

    Example:
        >>> from mostek.engine import best_many
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> found = best_many([turn, turn.replace("?/", "A/")], count=2)
        >>> found["position"].tolist(), found.of(0)["score"].tolist(), found["written"][0]
        ([0, 0, 1, 1], [92, 81], '8A LEŻAKOw(A)')
    """
    batch = _Batch(lexicon, tiles, orientation, threads, progress)
    checked_count("count", count, 0)

    def answer_of(read: kernel.Positions) -> _Answer:
        return batch.asked.best(
            read,
            batch.leaves,
            count,
            exchange_from=EXCHANGE_FROM,
            both_directions=both_directions,
            lettered_rows=_has_lettered_rows(orientation) if written else None,
            threads=threads,
        )

    return batch.answered(positions, PIECE, answer_of)


def totals_many(
    positions: ManyPositions,
    *,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    both_directions: bool = True,
    threads: int = 0,
    progress: Progress | None = None,
) -> Columns:
    """Count all plays of many positions and add up their scores.

    Args:
        positions: Lines of CGP, positions, arrays or Arrow columns, see `ManyPositions`.
        lexicon: See `moves_many`.
        tiles: See `moves_many`.
        both_directions: See `moves_many`.
        threads: See `moves_many`.
        progress: See `moves_many`.

    Returns:
        A line for each position: `plays`, the sum of their scores (`score`) and the highest score (`best`), in points.

    Raises:
        PositionError: See `moves_many`.
        LexiconError: See `moves_many`.
        OSError: See `moves_many`.
        ValueError: See `moves_many`.

    Example:
        >>> from mostek.engine import totals_many
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> totals_many([turn])["plays"].tolist()
        [9860]
    """
    batch = _Batch(lexicon, tiles, Orientation.LETTERED_ROWS, threads, progress)

    def answer_of(read: kernel.Positions) -> _Answer:
        return batch.asked.totals(read, both_directions=both_directions, threads=threads)

    return batch.answered(positions, PIECE, answer_of)


def simulate_many(
    positions: ManyPositions,
    *,
    deals: int = 1000,
    candidates: int = 15,
    plies: int = 2,
    seed: int = 1,
    error_probability: float | None = None,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    threads: int = 0,
    progress: Progress | None = None,
) -> Columns:
    """Compare the best candidates of many positions by simulation.

    Positions are shared out to threads, so that many of them keep all cores busy. Each has the result of `simulate` with the
    same seed and number of deals.

    Args:
        positions: Lines of CGP, positions, arrays or Arrow columns, see `ManyPositions`.
        deals: How many deals of each position at most.
        candidates: How many of the best by equity to compare, 1 to 256.
        plies: How many turns to look ahead after the candidate.
        seed: The seed of the deals.
        error_probability: If given, beaten candidates are eliminated, and a position ends when it is decided.
        lexicon: See `moves_many`.
        tiles: See `moves_many`.
        orientation: See `moves_many`.
        threads: See `moves_many`.
        progress: See `moves_many`.

    Returns:
        A line for each candidate, the best of a position first: the columns of a move, see `Columns`, and `deals`, `share`,
        `share_margin`, `spread` and `spread_margin` as in `SimulatedCandidate`.

    Raises:
        PositionError: See `moves_many`; also for a number out of range.
        LexiconError: See `moves_many`.
        OSError: See `moves_many`.
        ValueError: See `moves_many`.

    Example:
        >>> from mostek.engine import simulate_many
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> found = simulate_many([turn], deals=100, candidates=2)
        >>> found["written"][0], found["deals"].tolist()
        ('8A LEŻAKOw(A)', [100, 100])
    """
    batch = _Batch(lexicon, tiles, orientation, threads, progress)
    checked_count("deals", deals, 1)
    checked_count("candidates", candidates, 1, 256)
    checked_count("plies", plies, 0, 100)
    wins = open_win_table(batch.lexicon).to_kernel()

    def answer_of(read: kernel.Positions) -> _Answer:
        return batch.asked.simulate(
            read,
            batch.leaves,
            wins,
            candidates=candidates,
            plies=plies,
            iterations=deals,
            seed=seed,
            error_probability=error_probability,
            lettered_rows=_has_lettered_rows(orientation),
            threads=threads,
        )

    return batch.answered(positions, _SHORT_PIECE, answer_of)


def solve_many(
    positions: ManyPositions,
    *,
    seconds: float | None = 10.0,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    threads: int = 0,
    progress: Progress | None = None,
) -> Columns:
    """Solve many endgames and pre-endgames with 1 to 4 tiles in the bag, each on one core.

    Args:
        positions: Lines of CGP, positions, arrays or Arrow columns, see `ManyPositions`.
        seconds: For how long at most for each position; `None` for as long as it takes. What is unproved then depends on the
            machine.
        lexicon: See `moves_many`.
        tiles: See `moves_many`.
        orientation: See `moves_many`.
        threads: See `moves_many`.
        progress: See `moves_many`.

    Returns:
        A line for each position, about its best first turn: the columns of a move, see `Columns`; `bag`, the tiles in the bag;
        `gain` and `lead`, the growth of the lead and the final lead in points, over all draws their means; `share_least` and
        `share_most`, the bounds of the share of games won; `proved`; `nodes` of the search, with an empty bag. A position with
        more tiles in the bag has an error.

    Raises:
        PositionError: See `moves_many`; also for a time that is no time.
        LexiconError: See `moves_many`.
        OSError: See `moves_many`.
        ValueError: See `moves_many`.

    Example:
        >>> from mostek.engine import solve_many
        >>> end = "2G7Ś2NI/1PA2ZEsZKLIWIŁ/1EJ6MA2TU/1NON3H1IDO1Y1/1SMYCZKI1NYS3/1Ó1N3POI1Z3/OWCA2LEŃ2Y3/"
        >>> end += "K1IŁ2AR3T3/o1Ź3C4E3/Ć5H2P5/Ż3GLĄTWOM4/E8SE4/8FAJDA2/9D5/8ROZBARW ABEĘIRU/AS 396/367 0"
        >>> solved = solve_many([end])
        >>> solved["gain"].tolist(), solved["proved"].tolist(), solved["written"][0]
        ([13.0], [True], 'H12 (T)UBĘ')
    """
    batch = _Batch(lexicon, tiles, orientation, threads, progress)
    if seconds is not None and not 0 < seconds < _LONGEST:
        raise PositionError(
            "{name} is {found}; a number from {least} to {most} is expected.",
            name="seconds",
            found=seconds,
            least=0,
            most=_LONGEST,
        )

    def answer_of(read: kernel.Positions) -> _Answer:
        return batch.asked.solve(
            read,
            batch.leaves,
            milliseconds=None if seconds is None else max(1, round(1000 * seconds)),
            lettered_rows=_has_lettered_rows(orientation),
            threads=threads,
        )

    return batch.answered(positions, _SHORT_PIECE, answer_of)


def review_many(
    games: ManyGames,
    *,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    threads: int = 0,
    progress: Progress | None = None,
) -> Columns:
    """Review many games: compare each turn with the best move by equity.

    Args:
        games: Games in GCG, as texts or as bytes in any encoding that `read_game` takes, or an Arrow column of texts.
        lexicon: See `moves_many`.
        tiles: The name of the tile set of all games; by default the one that has the letters of the lexicon.
        orientation: See `moves_many`.
        threads: See `moves_many`.
        progress: Receives the number of games answered so far, after each piece.

    Returns:
        A line for each play, exchange and pass: `game`; the columns of the move played, see `Columns`; `turn` from 0, `line` of
        the file, `seat` from 0, the points that are `stated`; `valid`, whether all words are in the lexicon; `judged`, whether
        the rack is known and holds what was played; then `best_score`, `best_equity` and `best` of the best move, and the
        `loss` of equity in thousandths of a point. A game with a line that cannot be read, or with a play that does not fit the
        board, has an error and no lines.

    Raises:
        PositionError: A single text was passed.
        LexiconError: See `moves_many`.
        OSError: See `moves_many`.
        ValueError: See `moves_many`.

    Example:
        >>> from mostek.engine import review_many
        >>> game = "#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n>ola: AKOTZ?? - +0 0\\n"
        >>> found = review_many([game])
        >>> found["written"].tolist(), found["judged"].tolist(), bool((found["loss"] > 0).all())
        (['H8 KOT', '-'], [True, True], True)
    """
    batch = _Batch(lexicon, tiles, orientation, threads, progress)
    done = 0
    parts: list[_Part] = []
    for piece in _split_rows(games, _SHORT_PIECE):
        if isinstance(piece, PositionColumns):
            raise PositionError("A list of games is expected, not {kind}.", kind=type(piece).__name__)
        texts = [_game_text(each) for each in piece] if isinstance(piece, list) else piece
        if not parts:
            batch.choose(None)
        found = batch.asked.review(texts, batch.leaves, lettered_rows=_has_lettered_rows(orientation), threads=threads)
        parts.append(_Part(done, *found))
        done += len(piece)
        batch.report(done)
    if not parts:
        batch.choose(None)
        parts.append(_Part(0, *batch.asked.review([], batch.leaves)))
    return batch.joined(parts)


class Pieces(Iterator[Columns]):
    """The answers of `in_pieces`, one for each piece; for Arrow one stream, whose schema is known before the first piece."""

    def __init__(
        self, question: Callable[..., Columns], rows: ManyPositions | ManyGames, size: int, options: Mapping[str, Any]
    ) -> None:
        self._question = question
        self._options = options
        self._rows = _split_rows(rows, size)
        self._first = 0
        self.errors: list[RowError] = []
        """The rows so far without an answer."""

    def __next__(self) -> Columns:
        piece = next(self._rows)
        found = self._question(piece, **self._options)
        errors = [RowError(self._first + error.row, error.error) for error in found.errors]
        answer = Columns(kernel.Table.joined([(found.table, self._first)]), errors)
        self._first += len(piece)
        self.errors += errors
        return answer

    def __repr__(self) -> str:
        return f"<Pieces of {self._question.__name__}, {self._first} rows answered>"

    def __arrow_c_schema__(self) -> object:
        return self._empty_table.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._empty_table.stream_of(answer.table for answer in self)

    @cached_property
    def _empty_table(self) -> kernel.Table:
        return self._question([], **self._options).table


def in_pieces(
    question: Callable[..., Columns], rows: ManyPositions | ManyGames, size: int = PIECE, **options: Any
) -> Pieces:
    """Ask a question about more rows than fit in memory.

    Args:
        question: `moves_many`, `best_many`, `totals_many`, `simulate_many`, `solve_many` or `review_many`.
        rows: Positions or games, also from a generator or an Arrow stream; they are taken piece by piece.
        size: The rows in a piece.
        options: The options of the question.

    Returns:
        The answers, one for each piece; the numbers of rows count through all of them. For Arrow they are one stream:
        `pyarrow.RecordBatchReader.from_stream(answers)`, `duckdb.from_arrow(answers)`; the rows without an answer are then in
        `errors`.

    Raises:
        PositionError: See `moves_many`.

    Example:
        >>> from mostek.engine import in_pieces, totals_many
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> [part["position"].tolist() for part in in_pieces(totals_many, (turn for _ in range(3)), size=2)]
        [[0, 1], [2]]
    """
    return Pieces(question, rows, checked_count("size", size, 1), options)


_LONGEST = 10**6
"""The most seconds for a position."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The kernel's answer about the rows from `first` on."""

    first: int
    table: kernel.Table
    errors: list[kernel.KernelRowError]


@dataclass
class _Batch:
    """The options that all questions share, and the searcher that the first rows choose."""

    lexicon: str
    tiles: str | None
    orientation: Orientation
    threads: int
    progress: Progress | None
    searcher: Searcher = field(init=False)
    leaves: kernel.Leaves = field(init=False)

    def __post_init__(self) -> None:
        checked_count("threads", self.threads, 0, 1024)

    @property
    def asked(self) -> kernel.Batch:
        """The kernel's batch."""
        return self.searcher.batch

    def choose(self, first: str | None) -> None:
        """Open the lexicon with the tile set that is named, or else with that of the first line."""
        header = find(self.lexicon).header
        tiles = self.tiles or _tile_set_with(header.letters, first)
        self.searcher = Equipment(f"{header.name}@{header.edition}", header.hash, tiles).searcher
        self.leaves = kernel_leaves(self.lexicon, tiles)

    def answered(self, positions: ManyPositions, size: int, answer: Callable[[kernel.Positions], _Answer]) -> Columns:
        """Read the positions piece by piece and answer each piece."""
        parts: list[_Part] = []
        done = 0
        for piece in _split_rows(positions, size):
            if not parts:
                self.choose(_first_text(piece))
            read = self._read(piece)
            table, errors = answer(read)
            parts.append(_Part(done, table, errors))
            done += len(read)
            self.report(done)
        if not parts:
            self.choose(None)
            parts.append(_Part(0, *answer(self.asked.read([]))))
        return self.joined(parts)

    def report(self, done: int) -> None:
        """Call the progress callback."""
        if self.progress is not None:
            self.progress(done)

    def joined(self, parts: list[_Part]) -> Columns:
        """The answers about all pieces as one."""
        joined = len(parts) > 1
        table = kernel.Table.joined([(part.table, part.first) for part in parts]) if joined else parts[0].table
        errors = [self._row_error(part.first, *error) for part in parts for error in part.errors]
        return Columns(table, errors)

    def _read(self, piece: _Piece) -> kernel.Positions:
        if isinstance(piece, PositionColumns):
            checked = piece.checked(self.searcher)
            return self.asked.columns(checked.boards, checked.racks, checked.leads, checked.passes)
        if isinstance(piece, list):
            return self.asked.read([_position_text(each) for each in piece], threads=self.threads)
        if piece.is_text:
            return self.asked.read(piece, threads=self.threads)
        return self.asked.chunk(piece)

    def _row_error(self, first: int, row: int, fault: str, line: int, column: int, text: str) -> RowError:
        if (sentence := _SENTENCES.get(fault)) is not None:
            found = text if fault == "too_many_tiles" else text or "0"
            params = {"tile_set": self.searcher.tile_set.name, "most": text, "count": text, "tiles": found}
            params |= {"code": text, "square": str(column), "line": str(line), "lead": text}
            if fault == "bag_size":
                params["most"] = str(MOST_IN_BAG)
            return RowError(first + row, PositionError(sentence, **params))
        return RowError(first + row, NotationError(TextFault(fault), line, column, text))


_SENTENCES = {
    "no_rack": "The position has no rack.",
    "rack_size": "A rack holds at most {most} tiles.",
    "too_many_tiles": "The set {tile_set!r} has fewer of these tiles: {tiles}.",
    "bad_square": "The code {code} on square {square} is no letter of the alphabet.",
    "bad_tile": "The code {code} on the rack is no letter of the alphabet.",
    "illegal_play": "The play of line {line} does not fit the board.",
    "game_over": "The game is over: a player holds no tiles.",
    "bag_size": "The solver takes at most {most} tiles in the bag; there are {count}.",
    "lead": "No game has a lead of {lead} points.",
}
"""The sentences of rows that can be read and are no positions."""


def _split_rows(rows: Any, size: int) -> Iterator[Any]:
    """The rows in lists, columns or chunks of this size at most."""
    if isinstance(rows, (str, bytes, Board, Position)):
        raise PositionError("A list of positions is expected, not {kind}.", kind=type(rows).__name__)
    if isinstance(rows, PositionColumns):
        yield from (rows.part(slice(first, first + size)) for first in range(0, len(rows), size))
        return
    if isinstance(rows, kernel.ArrowChunk):
        yield from (rows.part(first, size) for first in range(0, len(rows), size))
        return
    if hasattr(rows, "__arrow_c_stream__") or hasattr(rows, "__arrow_c_array__"):
        for chunk in kernel.ArrowChunks(rows):
            yield from (chunk.part(first, size) for first in range(0, len(chunk), size))
        return
    if isinstance(rows, np.ndarray) and (rows.ndim != 1 or rows.dtype.kind not in "UOT"):
        raise PositionError(
            "The column {name} is of {found} and of the shape {shape}; {expected} is expected.",
            name="positions",
            found=rows.dtype,
            shape=rows.shape,
            expected="(rows,) str",
        )
    try:
        taken = iter(rows)
    except TypeError:
        raise PositionError("A list of positions is expected, not {kind}.", kind=type(rows).__name__) from None
    while piece := list(islice(taken, size)):
        yield piece


def _first_text(piece: _Piece) -> str | None:
    if isinstance(piece, kernel.ArrowChunk):
        return piece.first
    return next((each for each in piece if isinstance(each, str)), None) if isinstance(piece, list) else None


def _tile_set_with(letters: tuple[str, ...], first: str | None) -> str:
    """The tile set of the first line if it has these letters, else the first that has; else the default one, to be refused."""
    names = tile_sets_to_try()
    if first is not None:
        with suppress(NotationError):  # the row of this line has this error
            names = (cgp.tile_set_of(first).name, *names)
    return next((name for name in names if tile_set(name).alphabet.letters == letters), TILE_SET)


def _position_text(position: object) -> str | None:
    match position:
        case str() | None:
            return position
        case Board():
            return cgp.format_position(Position(position))
        case Position():
            return cgp.format_position(position)
        case _:
            pass
    raise PositionError("A position is a line of CGP, a Position or a Board, not {kind}.", kind=type(position).__name__)


def _game_text(game: object) -> str | None:
    match game:
        case str() | None:
            return game
        case bytes():
            return decode(game).text
        case _:
            pass
    raise PositionError("A game is a text or bytes, not {kind}.", kind=type(game).__name__)


def _byte_column(name: str, column: object, shapes: list[tuple[int, ...]]) -> npt.NDArray[np.uint8]:
    """A column of bytes in one of these shapes."""
    array = np.asarray(column)
    if array.dtype != np.uint8 or array.shape not in shapes:
        raise PositionError(
            "The column {name} is of {found} and of the shape {shape}; {expected} is expected.",
            name=name,
            found=array.dtype,
            shape=array.shape,
            expected=" / ".join(f"{shape} uint8" for shape in shapes),
        )
    return np.ascontiguousarray(array)


def _number_column(name: str, column: object, rows: int, wanted: np.dtype[Any]) -> npt.NDArray[Any]:
    """A column of whole numbers, one for each row, all in the range of a type."""
    array = np.asarray(column)
    if array.dtype.kind not in "iu" or array.shape != (rows,):
        raise PositionError(
            "The column {name} is of {found} and of the shape {shape}; {expected} is expected.",
            name=name,
            found=array.dtype,
            shape=array.shape,
            expected=f"({rows},) {wanted}",
        )
    limits = np.iinfo(wanted)
    outside = (array < limits.min) | (array > limits.max)
    if outside.any():
        row = int(outside.argmax())
        raise PositionError(
            "The column {name} has {found} in row {row}; a number from {least} to {most} is expected.",
            name=name,
            found=array[row],
            row=row,
            least=limits.min,
            most=limits.max,
        )
    return np.ascontiguousarray(array, dtype=wanted)


def _has_lettered_rows(orientation: Orientation) -> bool:
    return orientation is Orientation.LETTERED_ROWS
