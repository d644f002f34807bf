"""Logs that zagraj.pl sends by e-mail: a final board, and for each player a table of racks, words, points and totals.

The log names no squares. `reconstruct` finds them from the words, the points and the final board. The board has lettered rows, as
the rules have (GEN-2.4.1a).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from mostek.core.board import Board, Direction, Layout, Square, layout
from mostek.core.diagnostics import Diagnostic, Kind, NotationError, TextFault
from mostek.core.encoding import decode, split_lines
from mostek.core.moves import Pass, Placement, faults, score
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import BLANK, Alphabet, Letter, Tile, TileError, Tiles, TileSet
from mostek.core.tiles import tile_set as named_tile_set
from mostek.notation.coordinates import Orientation
from mostek.notation.game_formats import GameFormat
from mostek.notation.game_record import (
    Leftovers,
    PlayerNames,
    RecordedAction,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
)
from mostek.notation.plays import PlayedThrough, WrittenPlay, spell_rack


@dataclass(frozen=True, slots=True)
class UnplacedPlay:
    """A placement without its square: the rack it came from, the words in capitals with the main one first, the points."""

    rack: Tiles
    words: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The answer of `reconstruct`: the first sequence found, and where a second one differs from it."""

    plays: tuple[WrittenPlay, ...]
    ambiguous_from: int | None
    """The index of the first placement that another sequence puts elsewhere; `None` if there is only one sequence."""


class ReconstructionError(Exception):
    """No sequence fits; `furthest` placements could be put on the board at most. `exhausted`: all were tried."""

    def __init__(self, furthest: int, *, exhausted: bool) -> None:
        super().__init__(f"no sequence of placements fits beyond number {furthest}")
        self.furthest = furthest
        self.exhausted = exhausted


def reconstruct(
    plays: Sequence[UnplacedPlay], final: Mapping[Square, Letter], tile_set: TileSet, layout: Layout
) -> Reconstruction:
    """The sequence of placements that forms exactly these words for exactly these points and ends with this board.

    Searches depth first over the squares where the main word stands on the final board and over the letters that blanks
    may stand for. Raises `ReconstructionError`.
    """
    search = _Search(plays, final, tile_set)
    found = search.solutions(Board(layout))
    first = next(found, None)
    if first is None:
        raise ReconstructionError(search.furthest, exhausted=not search.gave_up)
    second = next(found, None)
    if second is None:
        return Reconstruction(first, None)
    return Reconstruction(
        first, next(at for at, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1])
    )


class _Search:
    def __init__(self, plays: Sequence[UnplacedPlay], final: Mapping[Square, Letter], tile_set: TileSet) -> None:
        self.plays = plays
        self.final = final
        self.tile_set = tile_set
        self.furthest = 0
        self._barren: set[tuple[int, Board]] = set()
        self._tries = 0

    @property
    def gave_up(self) -> bool:
        """Whether the search stopped before it had tried everything."""
        return self._tries >= _MOST_TRIES

    def solutions(self, board: Board, at: int = 0) -> Iterator[tuple[WrittenPlay, ...]]:
        """Every way to put the placements from `at` on, each once."""
        self.furthest = max(self.furthest, at)
        if at == len(self.plays):
            if len(board) == len(self.final):
                yield ()
            return
        if (at, board) in self._barren:
            return
        fruitful = False
        for play in self._fitting(board, self.plays[at]):
            for rest in self.solutions(board.lay(play.placement(board).tiles), at + 1):
                fruitful = True
                yield (play, *rest)
        if not fruitful:
            self._barren.add((at, board))

    def _fitting(self, board: Board, play: UnplacedPlay) -> Iterator[WrittenPlay]:
        seen: set[Placement] = set()
        for placed in self._candidates(board, play):
            self._tries += 1
            if self.gave_up:
                return
            placement = placed.placement(board)
            if placement in seen or faults(board, placement, None, self.tile_set.alphabet):
                continue
            value = score(board, placement, self.tile_set)
            words = sorted(each.word.text for each in value.words)
            if value.total == play.points and words == sorted(play.words):
                seen.add(placement)
                yield placed

    def _candidates(self, board: Board, play: UnplacedPlay) -> Iterator[WrittenPlay]:
        word = self.tile_set.alphabet.word(play.words[0])
        for start, direction in self._places(word):
            squares = [start.step(direction, count) for count in range(len(word))]
            empty = [square for square in squares if board[square] is None]
            if empty:
                for tiles in self._tiles(empty, play.rack):
                    cells = (tiles.get(square) or PlayedThrough(_letter(board, square)) for square in squares)
                    yield WrittenPlay(start, direction, tuple(cells), play.words)

    def _places(self, word: tuple[Letter, ...]) -> Iterator[tuple[Square, Direction]]:
        """The places of these letters on the final board, perhaps inside a longer word."""
        for start in self.final:
            for direction in Direction:
                if all(self.final.get(start.step(direction, at)) == letter for at, letter in enumerate(word)):
                    yield start, direction

    def _tiles(self, squares: Sequence[Square], rack: Tiles) -> Iterator[dict[Square, Tile]]:
        """Every way to lay the letters of these squares from the rack, with none, some or all of its blanks."""
        for count in range(rack.count(BLANK) + 1):
            for blanks in combinations(squares, count):
                tiles = {square: Tile(self.final[square], blank=square in blanks) for square in squares}
                if not Tiles(tile.face for tile in tiles.values()).missing_from(rack):
                    yield tiles


def _letter(board: Board, square: Square) -> Letter | None:
    tile = board[square]
    return tile.letter if tile else None


_MOST_TRIES = 50_000
"""A game of thirty turns takes some hundreds of tries; more than this many means a log that fits in too many ways."""


def _is_zagraj(text: str) -> bool:
    """Whether a text looks like such a log."""
    return _TABLE.search(text) is not None


def record(text: str, tile_set: TileSet | None = None) -> RecordedGame:
    """The game in a log. Raises `NotationError`, also when no placements fit the words, points and board.

    Where more than one sequence of placements fits, one of them is taken and an `AMBIGUOUS` diagnostic names the turn at
    which they part.
    """
    lines = split_lines(text)
    diagnostics: list[Diagnostic] = []
    tile_set = tile_set or named_tile_set("pl-current")
    final = dict(_board(lines, tile_set.alphabet))
    players, table = _table(lines)
    rows = [row for row in _rows(lines, table, tile_set.alphabet) if row is not None]
    if not rows:
        raise NotationError(TextFault.NO_TURNS, table, 1, lines[table - 1])
    turns, ambiguous = _placed(rows, final, tile_set)
    if ambiguous is not None:
        diagnostics.append(
            Diagnostic(Kind.AMBIGUOUS, ambiguous.line, ambiguous.column, {"words": "/".join(ambiguous.words)})
        )
    return RecordedGame(
        format="zagraj",
        books_twice=False,
        players=BySeat(PlayerNames(nick, nick) for nick in players),
        tile_set=tile_set,
        orientation=Orientation.LETTERED_ROWS,
        turns=turns,
        finals=_finals(lines, turns),
        diagnostics=tuple(diagnostics),
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """One player's turn in the table; `words` are those of a placement, with its squares still unknown."""

    turn: RecordedTurn
    words: tuple[str, ...]

    @property
    def line(self) -> int:
        return self.turn.line

    @property
    def column(self) -> int:
        return self.turn.column


def _board(lines: Sequence[str], alphabet: Alphabet) -> Iterator[tuple[Square, Letter]]:
    rows = [(number, match) for number, line in enumerate(lines, 1) if (match := _BOARD_ROW.match(line))]
    expected = layout().rows
    if len(rows) != expected:
        raise NotationError(TextFault.NO_BOARD, rows[-1][0] if rows else 0, 1 if rows else 0, f"{len(rows)}/{expected}")
    for row, (number, match) in enumerate(rows):
        for column, text in enumerate(match[1][::2]):
            if text not in " .":
                try:
                    (letter,) = alphabet.word(text)
                except TileError:
                    raise NotationError(TextFault.BAD_LETTER, number, match.start(1) + 2 * column + 1, text) from None
                yield Square(row, column), letter


def _table(lines: Sequence[str]) -> tuple[list[str], int]:
    """The players, and the number of the line with the headings of the table."""
    for number, line in enumerate(lines, 1):
        if _TABLE.match(line):
            players = [nick for nick in lines[number - 2].split("\t") if nick] if number > 1 else []
            if len(players) != line.split("\t").count("Litery"):
                raise NotationError(TextFault.BAD_PLAYER, max(number - 1, 1), 1, lines[max(number - 2, 0)])
            return players, number
    raise NotationError(TextFault.NO_TURNS, 0, 0, "Litery")


def _rows(lines: Sequence[str], table: int, alphabet: Alphabet) -> Iterator[_Row | None]:
    for number, line in enumerate(lines[table:], table + 1):
        # The rack of a player who went out is empty, and some logs have lost the tab after it.
        lost = line.startswith("*")
        cells = ("\t" * lost + line).split("\t")
        column = 1 - lost
        for seat, first in zip(Seat, range(0, len(cells), _WIDTH), strict=False):
            cell = cells[first : first + _WIDTH]
            if any(text.strip() for text in cell):
                yield _row(seat, cell, number, column, alphabet)
            column += sum(len(text) + 1 for text in cell)


def _row(seat: Seat, cells: Sequence[str], line: int, column: int, alphabet: Alphabet) -> _Row | None:
    if len(cells) < _WIDTH:
        raise NotationError(TextFault.NO_POINTS, line, column, "\t".join(cells))
    letters, move, points, total = (cell.strip() for cell in cells)
    if move == "-":
        return None
    rack = spell_rack(letters.replace(" ", ""), alphabet, line, column)
    at = column + len(cells[0]) + 1
    action, words = _action(move, rack, _number(points, line, at + len(cells[1]) + 1), alphabet, line, at)
    turn = RecordedTurn(
        seat, action, rack or None, int(points), _number(total, line, at + len(cells[1]) + len(cells[2]) + 2), line, at
    )
    return _Row(turn, words)


def _action(
    move: str, rack: Tiles, points: int, alphabet: Alphabet, line: int, column: int
) -> tuple[RecordedAction, tuple[str, ...]]:
    if move.startswith("*wymiana*"):
        returned = spell_rack(move.removeprefix("*wymiana*").replace(" ", ""), alphabet, line, column)
        return RecordedExchange(len(returned), returned), ()
    if move == "*pas*":
        return Pass(), ()
    if move == "*litery*":
        return Leftovers(rack if points < 0 and rack else None), ()
    if move.startswith("*"):
        return RecordedLoss(move.strip("*"), last=move == "*koniec czasu*"), ()
    words = tuple(word for word in move.split("/") if word != "*premia*")
    for word in words:
        try:
            alphabet.word(word)
        except TileError:
            raise NotationError(TextFault.BAD_LETTER, line, column, word) from None
    if not words or not all(words):
        raise NotationError(TextFault.NO_MOVE, line, column, move)
    # The square is filled in once it is known.
    return RecordedLoss(""), words


def _number(text: str, line: int, column: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise NotationError(TextFault.BAD_NUMBER, line, column, text)
    return int(text)


def _placed(
    rows: Sequence[_Row], final: dict[Square, Letter], tile_set: TileSet
) -> tuple[tuple[RecordedTurn, ...], _Row | None]:
    """The turns with their squares, and the row at which another sequence would fit as well."""
    plays = [row for row in rows if row.words]
    unplaced = [UnplacedPlay(row.turn.rack or Tiles(), row.words, row.turn.points or 0) for row in plays]
    try:
        answer = reconstruct(unplaced, final, tile_set, layout())
    except ReconstructionError as failure:
        row = plays[min(failure.furthest, len(plays) - 1)]
        fault = TextFault.NOT_RECONSTRUCTED if failure.exhausted else TextFault.SEARCH_TOO_LONG
        raise NotationError(fault, row.line, row.column, "/".join(row.words)) from None
    placed = iter(answer.plays)
    turns = tuple(replace(row.turn, action=next(placed)) if row.words else row.turn for row in rows)
    return turns, None if answer.ambiguous_from is None else plays[answer.ambiguous_from]


def _finals(lines: Sequence[str], turns: Sequence[RecordedTurn]) -> BySeat[int | None] | None:
    """The result of the heading, in the order of the seats: some logs give it in the order of the places."""
    match = next((match for line in lines if (match := _RESULT.match(line))), None)
    if not match:
        return None
    stated = (int(match[1]), int(match[2]))
    last = {turn.seat: turn.total for turn in turns}
    if (last.get(Seat.FIRST), last.get(Seat.SECOND)) == stated[::-1]:
        stated = stated[::-1]
    return BySeat(stated)


_TABLE = re.compile(r"^Litery\tRuch\tPkt\tSuma", re.MULTILINE)
_BOARD_ROW = re.compile(r"^[A-O] \| (. (?:. ){13}.) \|")
_RESULT = re.compile(r"^Wynik:\s*(-?[0-9]{1,6})\s*:\s*(-?[0-9]{1,6})\s*$")
_WIDTH = 4
"""Columns of the table for each player."""

FORMAT = GameFormat(
    name="zagraj",
    pl="zapis partii z zagraj.pl",
    en="log of a game on zagraj.pl",
    detect=_is_zagraj,
    read=lambda data, how: record(decode(data).text, how.tile_set),
    priority=2,
)
