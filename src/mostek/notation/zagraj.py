"""Logs that zagraj.pl sends by e-mail: a final board, and for each player a table of racks, words, points and totals.

The log names no squares; they are reconstructed. Its board has lettered rows, as the rules have (GEN-2.4.1a).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mostek.core.board import Square, layout
from mostek.core.diagnostics import Diagnostic, Kind, NotationError, TextFault
from mostek.core.encoding import split_lines
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Alphabet, Letter, TileError, Tiles, TileSet
from mostek.core.tiles import tile_set as named_tile_set
from mostek.notation.coordinates import Orientation
from mostek.notation.reconstruction import NoReconstruction, Placed, Reconstruction, Unplaced, reconstruct
from mostek.notation.recorded import (
    Action,
    Exchanged,
    Leftovers,
    Passed,
    Played,
    RecordedGame,
    RecordedPlayer,
    RecordedTurn,
    Through,
    TurnLost,
)


def is_zagraj(text: str) -> bool:
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
        players=BySeat(RecordedPlayer(nick, nick) for nick in players),
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
    rack = _rack(letters, alphabet, line, column)
    at = column + len(cells[0]) + 1
    action, words = _action(move, rack, _number(points, line, at + len(cells[1]) + 1), alphabet, line, at)
    turn = RecordedTurn(
        seat, action, rack or None, int(points), _number(total, line, at + len(cells[1]) + len(cells[2]) + 2), line, at
    )
    return _Row(turn, words)


def _action(
    move: str, rack: Tiles, points: int, alphabet: Alphabet, line: int, column: int
) -> tuple[Action, tuple[str, ...]]:
    if move.startswith("*wymiana*"):
        returned = _rack(move.removeprefix("*wymiana*"), alphabet, line, column)
        return Exchanged(len(returned), returned), ()
    if move == "*pas*":
        return Passed(), ()
    if move == "*litery*":
        return Leftovers(rack if points < 0 and rack else None), ()
    if move.startswith("*"):
        return TurnLost(move.strip("*"), last=move == "*koniec czasu*"), ()
    words = tuple(word for word in move.split("/") if word != "*premia*")
    for word in words:
        try:
            alphabet.word(word)
        except TileError:
            raise NotationError(TextFault.BAD_LETTER, line, column, word) from None
    if not words or not all(words):
        raise NotationError(TextFault.NO_MOVE, line, column, move)
    # The square is filled in once it is known.
    return TurnLost(""), words


def _rack(text: str, alphabet: Alphabet, line: int, column: int) -> Tiles:
    try:
        return alphabet.rack(text.replace(" ", "").replace("_", "?"))
    except TileError as error:
        raise NotationError(TextFault.BAD_LETTER, line, column + error.place, text) from None


def _number(text: str, line: int, column: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise NotationError(TextFault.BAD_NUMBER, line, column, text)
    return int(text)


def _placed(
    rows: Sequence[_Row], final: dict[Square, Letter], tile_set: TileSet
) -> tuple[tuple[RecordedTurn, ...], _Row | None]:
    """The turns with their squares, and the row at which another sequence would fit as well."""
    plays = [row for row in rows if row.words]
    unplaced = [Unplaced(row.turn.rack or Tiles(), row.words, row.turn.points or 0) for row in plays]
    try:
        answer = reconstruct(unplaced, final, tile_set, layout())
    except NoReconstruction as failure:
        row = plays[min(failure.furthest, len(plays) - 1)]
        fault = TextFault.NOT_RECONSTRUCTED if failure.exhausted else TextFault.SEARCH_TOO_LONG
        raise NotationError(fault, row.line, row.column, "/".join(row.words)) from None
    turns = tuple(_with_squares(rows, answer))
    return turns, None if answer.ambiguous_from is None else plays[answer.ambiguous_from]


def _with_squares(rows: Sequence[_Row], answer: Reconstruction) -> Iterator[RecordedTurn]:
    placed = iter(answer.placed)
    lying: dict[Square, Letter | None] = {}
    for row in rows:
        yield replace(row.turn, action=_played(next(placed), row.words, lying)) if row.words else row.turn


def _played(placed: Placed, words: tuple[str, ...], lying: dict[Square, Letter | None]) -> Played:
    squares = [placed.start.step(placed.direction, count) for count in range(len(words[0]))]
    cells = tuple(placed.tiles.get(square) or Through(lying.get(square)) for square in squares)
    lying.update({square: tile.letter for square, tile in placed.tiles.items()})
    return Played(placed.start, placed.direction, cells, words)


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
