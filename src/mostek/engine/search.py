"""Search a position: every play, the best plays and exchanges by equity, and many positions at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias, overload

import numpy as np

from mostek.core.board import Board
from mostek.core.moves import Exchange, Pass
from mostek.core.tiles import NO_TILES, Tiles
from mostek.engine import arrays, kernel
from mostek.engine.arrays import Rows
from mostek.engine.kernel import EXCHANGE_FROM, POINT, FoundPlay, Searcher
from mostek.engine.position import PositionLike, SearchPosition, search_position, search_position_with
from mostek.engine.text_table import html_table, text_table
from mostek.lexicon import DEFAULT
from mostek.notation.coordinates import Orientation, format_coordinate

Choice: TypeAlias = FoundPlay | Exchange | Pass
_SHOWN = 20
"""The number of shown lines of a long list."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play, an exchange or the pass, with its static equity."""

    choice: Choice
    written: str
    """`H4 SPR(Ó)BUJE` with the tiles of the board in parentheses and blanks in small letters, `-AKŻ` for an exchange, `-` for a
    pass."""
    equity: int
    """The score plus the value of the leave, in thousandths of a point."""
    left: Tiles
    """The tiles left on the rack."""

    @property
    def score(self) -> int:
        """The score in points."""
        return self.choice.score if isinstance(self.choice, FoundPlay) else 0

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of its row in a table."""
        return self.written, str(self.score), f"{self.equity / POINT:+.1f}", str(self.left)


HEADINGS = ("play", "score", "equity", "left")


@dataclass(frozen=True)
class Ranking(Sequence[Candidate]):
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

    def __str__(self) -> str:
        return text_table(HEADINGS, self._rows())

    def _repr_html_(self) -> str:
        return html_table(HEADINGS, self._rows())

    def _rows(self) -> list[tuple[str, ...]]:
        rows = [candidate.cells for candidate in self.candidates[:_SHOWN]]
        more = len(self) - _SHOWN
        return [*rows, (f"… {more}", "", "", "")] if more > 0 else rows


def candidate(position: SearchPosition, choice: Choice) -> Candidate:
    """The candidate for a choice, with its equity."""
    gone = choice.faces if isinstance(choice, FoundPlay) else choice.tiles if isinstance(choice, Exchange) else NO_TILES
    left = position.rack - gone
    equity = position.equity_of_keeping(left)
    if isinstance(choice, FoundPlay):
        equity += POINT * choice.score
        choice = replace(choice, equity=equity)
    return Candidate(choice, written(position, choice), equity, left)


def plays(position: SearchPosition, count: int) -> list[Candidate]:
    """The best plays by equity, best first."""
    found = position.searcher.best(position.board, position.rack, count, position.worth)
    return [candidate(position, play) for play in found]


def exchanges_and_pass(position: SearchPosition) -> Iterator[Candidate]:
    """The pass, and every exchange that the tiles in the bag allow."""
    yield candidate(position, Pass())
    if position.bag >= EXCHANGE_FROM:
        for given in position.rack.parts():
            if len(given):
                yield candidate(position, Exchange(given))


def written(position: SearchPosition, choice: Choice) -> str:
    """A choice in written form, see `Candidate.written`."""
    match choice:
        case Pass():
            return "-"
        case Exchange(tiles):
            return "-" + position.tile_set.alphabet.sort(tiles)
        case FoundPlay():
            square = format_coordinate(choice.start, choice.direction, position.orientation)
            return f"{square} {_word(choice, position.board)}"


def choice_codes(searcher: Searcher, choice: Choice) -> kernel.KernelMove:
    """A choice in the kernel's form."""
    match choice:
        case Pass():
            return b""
        case Exchange(tiles):
            return searcher.rack_codes(tiles)
        case FoundPlay():
            return searcher.play_codes(choice)


def choice_of(searcher: Searcher, codes: kernel.KernelMove) -> Choice:
    """A choice of the kernel as a core value."""
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
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> Ranking:
    """Find every play of a rack.

    Args:
        position: A line of CGP, a `mostek.core.position.Position`, or a board.
        rack: The tiles of the player on turn, at most seven; by default the first rack of the position.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set; by default that of a line of CGP, else `pl-current`.
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
    asked = search_position(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    return Ranking(tuple(plays(asked, _ALL)))


def best(
    position: PositionLike,
    rack: Tiles | str | None = None,
    *,
    count: int = 10,
    lexicon: str = DEFAULT,
    tiles: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> Ranking:
    """Find the best plays, exchanges and the pass by equity: the score and the value of the leave.

    With an empty bag a leave costs twice its points, because the opponent gets them (GEN-15d, GEN-15e).

    Args:
        position: A line of CGP, a `mostek.core.position.Position`, or a board.
        rack: The tiles of the player on turn, at most seven; by default the first rack of the position.
        count: How many candidates to return at most.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set; by default that of a line of CGP, else `pl-current`.
        orientation: Which lines of the board have letters in the written plays.

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
    asked = search_position(position, rack, lexicon=lexicon, tiles=tiles, orientation=orientation)
    return best_of(asked, count)


def best_of(asked: SearchPosition, count: int) -> Ranking:
    """`best` of a position."""
    found = [*plays(asked, count), *exchanges_and_pass(asked)]
    # Sorting keeps the order of equals: a play comes before an exchange as good.
    return Ranking(tuple(sorted(found, key=lambda found: -found.equity)[:count]))


def best_many(
    positions: Sequence[PositionLike], count: int = 1, *, lexicon: str = DEFAULT, tiles: str | None = None
) -> Rows:
    """Find the best plays of many positions at once, on all cores.

    Args:
        positions: As `best` takes them, each with its rack.
        count: How many plays of each position.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set of all positions; by default that of the first.

    Returns:
        A structured array of `mostek.engine.arrays.PLAYS` with a row for each position and `count` columns. `score` is in
        points, `equity` in thousandths of a point; `length` 0 marks a column without a play.

    Raises:
        PositionError: See `best`, which raises the same for one position.
        NotationError: See `best`.
        LexiconError: See `best`.
        OSError: See `best`.

    Example:
        >>> from mostek.engine import best_many
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> found = best_many([turn, turn.replace("?/", "A/")], count=2)
        >>> found["score"][0].tolist(), found["equity"].shape
        ([92, 81], (2, 2))
    """
    asked = _search_positions(positions, lexicon, tiles)
    rows = np.zeros((len(asked), count), arrays.PLAYS)
    # With an empty bag the leaves of each position have values of their own.
    groups = [[place for place, turn in enumerate(asked) if turn.bag]]
    groups += [[place] for place, turn in enumerate(asked) if not turn.bag]
    for places in filter(None, groups):
        first = asked[places[0]]
        rows[places] = arrays.best_many(first.searcher, [asked[each].bare for each in places], count, first.worth)
    return rows


def totals_many(positions: Sequence[PositionLike], *, lexicon: str = DEFAULT, tiles: str | None = None) -> Rows:
    """Count all plays of many positions and add up their scores, on all cores.

    Args:
        positions: As `best` takes them, each with its rack.
        lexicon: The name of the lexicon, `NAME` or `NAME@EDITION`.
        tiles: The name of the tile set of all positions; by default that of the first.

    Returns:
        A structured array of `mostek.engine.arrays.TOTALS` with an item for each position: the number of plays, the sum of
        their scores and the highest score, in points.

    Raises:
        PositionError: See `best`, which raises the same for one position.
        NotationError: See `best`.
        LexiconError: See `best`.
        OSError: See `best`.

    Example:
        >>> from mostek.engine import totals_many
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> totals_many([turn])["plays"].tolist()
        [9860]
    """
    asked = _search_positions(positions, lexicon, tiles)
    return arrays.totals_many(asked[0].searcher, [turn.bare for turn in asked]) if asked else arrays.totals(b"")


def _search_positions(positions: Sequence[PositionLike], lexicon: str, tiles: str | None) -> list[SearchPosition]:
    """The search positions of a batch, all with the tile set of the first."""
    if not positions:
        return []
    first = search_position(positions[0], lexicon=lexicon, tiles=tiles)
    return [first, *(search_position_with(first.equipment, position) for position in positions[1:])]
