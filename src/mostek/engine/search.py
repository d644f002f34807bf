"""Search a position: every play, and the best plays and exchanges by equity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias, overload

from mostek.core.board import Board, Direction, Square
from mostek.core.moves import Exchange, Pass
from mostek.core.text_table import PrintedTable, Row
from mostek.core.tiles import NO_TILES, Tile, Tiles
from mostek.engine import kernel
from mostek.engine.kernel import EXCHANGE_FROM, POINT, FoundPlay, Searcher
from mostek.engine.position import PositionLike, SearchPosition, checked_count, search_position
from mostek.lexicon import DEFAULT
from mostek.notation.coordinates import Orientation, format_coordinate

EngineMove: TypeAlias = FoundPlay | Exchange | Pass
_SHOWN = 20
"""The number of shown lines of a long list."""


@dataclass(frozen=True, slots=True, repr=False)
class Candidate:
    """A play, an exchange or the pass, with its static equity."""

    move: EngineMove
    written: str
    """`H4 SPR(Ó)BUJE` with the tiles of the board in parentheses and blanks in small letters, `-AKŻ` for an exchange, `-` for a
    pass."""
    equity: int
    """The score plus the value of the leave, in thousandths of a point."""
    left: Tiles
    """The tiles left on the rack."""

    @property
    def tiles(self) -> Mapping[Square, Tile]:
        """The tiles to lay by square, as `Board.push` takes them; none for an exchange and a pass."""
        return self.move.tiles if isinstance(self.move, FoundPlay) else {}

    def __str__(self) -> str:
        return self.written

    def __repr__(self) -> str:
        return f"<Candidate {self.written}, {self.score} points, equity {self.equity / POINT:+.1f}>"

    @property
    def score(self) -> int:
        """The score in points."""
        return self.move.score if isinstance(self.move, FoundPlay) else 0

    @property
    def table_row(self) -> tuple[str, ...]:
        """The cells of its row in a table."""
        return self.written, str(self.score), f"{self.equity / POINT:+.1f}", str(self.left)


HEADINGS = ("play", "score", "equity", "left")


@dataclass(frozen=True, repr=False)
class Ranking(PrintedTable, Sequence[Candidate]):
    """Candidates from the best by equity; a notebook shows them as a table."""

    candidates: tuple[Candidate, ...]

    def __len__(self) -> int:
        return len(self.candidates)

    @overload
    def __getitem__(self, place: int) -> Candidate: ...
    @overload
    def __getitem__(self, place: slice) -> Ranking: ...
    def __getitem__(self, place: int | slice) -> Candidate | Ranking:
        return Ranking(self.candidates[place]) if isinstance(place, slice) else self.candidates[place]

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """See `PrintedTable`; the first of them."""
        rows = [candidate.table_row for candidate in self.candidates[:_SHOWN]]
        more = len(self) - _SHOWN
        return HEADINGS, [*rows, (f"… {more}", "", "", "")] if more > 0 else rows


def candidate(position: SearchPosition, move: EngineMove) -> Candidate:
    """The candidate for a move, with its equity."""
    gone = move.faces if isinstance(move, FoundPlay) else move.tiles if isinstance(move, Exchange) else NO_TILES
    left = position.rack - gone
    equity = position.equity_of_keeping(left)
    if isinstance(move, FoundPlay):
        equity += POINT * move.score
        move = replace(move, equity=equity)
    return Candidate(move, written(position, move), equity, left)


def plays(position: SearchPosition, count: int, *, both_directions: bool = True) -> list[Candidate]:
    """The best plays by equity, best first; on the empty board across and down, or only across."""
    only_across = not both_directions and not position.board.count
    found = position.searcher.best(position.board, position.rack, _ALL if only_across else count, position.worth)
    if only_across:
        found = [play for play in found if play.direction is Direction.ACROSS][:count]
    return [candidate(position, play) for play in found]


def exchanges_and_pass(position: SearchPosition) -> Iterator[Candidate]:
    """The pass, and every exchange that the tiles in the bag allow."""
    yield candidate(position, Pass())
    for given in position.rack.parts():
        if 1 <= len(given) <= position.most_exchanged:
            yield candidate(position, Exchange(given))


def written(position: SearchPosition, move: EngineMove) -> str:
    """A move in written form, see `Candidate.written`."""
    match move:
        case Pass():
            return "-"
        case Exchange(tiles):
            return "-" + position.tile_set.alphabet.sort(tiles)
        case FoundPlay():
            return written_play(move, position.board, position.orientation)


def written_play(play: FoundPlay, board: Board, orientation: Orientation) -> str:
    """A play in written form, see `Candidate.written`; `board` is that before the play."""
    return f"{format_coordinate(play.start, play.direction, orientation)} {_word(play, board)}"


def move_codes(searcher: Searcher, move: EngineMove) -> kernel.KernelMove:
    """A move in the kernel's form."""
    match move:
        case Pass():
            return b""
        case Exchange(tiles):
            return searcher.rack_codes(tiles)
        case FoundPlay():
            return searcher.play_codes(move)


def move_of(searcher: Searcher, codes: kernel.KernelMove) -> EngineMove:
    """A move of the kernel as a core value."""
    if isinstance(codes, tuple):
        return searcher.found(codes)
    return Exchange(searcher.rack_of(codes)) if codes else Pass()


def _word(play: FoundPlay, board: Board) -> str:
    """The word with the tiles of the board in parentheses."""
    squares = (play.start.step(play.direction, place) for place in range(len(play.word)))
    tiles = [(tile is None, str(tile or board[square])) for square, tile in zip(squares, play.word, strict=True)]
    runs = [(lies, "".join(text for _, text in run)) for lies, run in groupby(tiles, lambda tile: tile[0])]
    return "".join(f"({text})" if lies else text for lies, text in runs)


_ALL = 1 << 32
"""An upper limit of the plays in any position."""


def moves(
    position: PositionLike,
    rack: Tiles | str | None = None,
    *,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    both_directions: bool = True,
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> Ranking:
    """Find every play of a rack.

    On the empty board each word counts twice, across and down, as in the counts of other engines.

    Args:
        position: A line of CGP, a `mostek.core.position.Position`, or a board.
        rack: The tiles of the player on turn, at most seven; by default the first rack of the position.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set; by default that of a line of CGP, else `pl-current`.
        both_directions: Whether a play on the empty board counts across and down; else only across.
        orientation: Which lines of the board have letters in the written plays.

    Returns:
        Each play once, the best by equity first; no exchange, no pass. Scores are points, equities thousandths of a point.

    Raises:
        PositionError: No such position exists: too many tiles, or no rack.
        NotationError: The line of CGP cannot be read; with the column.
        TileError: The rack cannot be read.
        LexiconError: The lexicon is not installed, or has other letters than the tiles.
        OSError: The lexicon cannot be read.

    Source: S. Gordon, A Faster Scrabble Move Generation Algorithm, 1994 (GADDAG).

    Example:
        >>> from mostek.engine import moves
        >>> plays = moves("15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0")
        >>> len(plays), plays[0].written, plays[0].score
        (9860, '8A LEŻAKOw(A)', 92)
    """
    search = search_position(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    return Ranking(tuple(plays(search, _ALL, both_directions=both_directions)))


def best(
    position: PositionLike,
    rack: Tiles | str | None = None,
    *,
    count: int = 10,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    both_directions: bool = True,
    orientation: Orientation = Orientation.LETTERED_ROWS,
    exchange_from: int = EXCHANGE_FROM,
) -> Ranking:
    """Find the best plays, exchanges and the pass by equity: the score and the value of the leave.

    With an empty bag a leave costs twice its points, because the opponent gets them (GEN-15d, GEN-15e).

    Args:
        position: A line of CGP, a `mostek.core.position.Position`, or a board.
        rack: The tiles of the player on turn, at most seven; by default the first rack of the position.
        count: How many candidates to return at most.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set; by default that of a line of CGP, else `pl-current`.
        both_directions: Whether a play on the empty board counts across and down; else only across.
        orientation: Which lines of the board have letters in the written plays.
        exchange_from: The tiles that the bag must contain for an exchange: 7 (PFS-4.3.1b), 8 (OPEN-exch-4), or 0 where there
            must be as many as are exchanged (GEN-6X-b).

    Returns:
        The candidates, the best first. `score` is in points, `equity` in thousandths of a point, `left` is the leave.

    Raises:
        PositionError: No such position exists: too many tiles, or no rack.
        NotationError: The line of CGP cannot be read; with the column.
        TileError: The rack cannot be read.
        LexiconError: The lexicon is not installed, or has other letters than the tiles.
        OSError: The lexicon cannot be read.

    Source: leave values from self-play, docs/decisions/0020-leave-values-from-self-play.md.

    Example:
        >>> from mostek.engine import best
        >>> first = best("15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0", count=3)[0]
        >>> first.written, first.score, first.equity
        ('8A LEŻAKOw(A)', 92, 92000)
    """
    search = search_position(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    search = replace(search, exchange_from=exchange_from)
    return best_of(search, checked_count("count", count, 0), both_directions=both_directions)


def best_of(position: SearchPosition, count: int, *, both_directions: bool = True) -> Ranking:
    """`best` of a position. Of equal candidates plays come first, then the pass, then exchanges of few tiles."""
    searcher = position.searcher
    board, rack, _ = position.codes
    found = searcher.search.best_moves(
        board, rack, count, position.worth, position.most_exchanged, both_directions=both_directions
    )
    return Ranking(tuple(candidate(position, move_of(searcher, codes)) for codes, _ in found))
