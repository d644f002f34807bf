"""What the templates of sheets are filled with: the rows, the board, headings and lists, all in words and figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from mostek.cli.paper import wording
from mostek.core.board import Board, Premium, Square
from mostek.core.tiles import TileSet
from mostek.documents.score_sheet import Row, ScoreSheet
from mostek.messages import text
from mostek.notation.coordinates import Orientation, column_labels, row_labels
from mostek.rules.loading import rulebook

Data = dict[str, Any]
"""What a template gets, as JSON."""

_PREMIUMS = {
    Premium.NONE: "",
    Premium.DOUBLE_LETTER: "2L",
    Premium.TRIPLE_LETTER: "3L",
    Premium.DOUBLE_WORD: "2W",
    Premium.TRIPLE_WORD: "3W",
}


def heading(sheet: ScoreSheet) -> list[tuple[str, str]]:
    """Names and values above a sheet, the players first."""
    players = text("Players"), " – ".join(sheet.players)
    return [players, *wording.heading_lines(sheet, rulebook(sheet.rulebook).title)]


def parts(*all_parts: tuple[str, Iterable[str]]) -> list[tuple[str, list[str]]]:
    """Lists under their titles, without empty ones."""
    found = ((title, list(lines)) for title, lines in all_parts)
    return [(title, lines) for title, lines in found if lines]


def table(sheet: ScoreSheet, full: bool) -> Data:
    """The rows with the records of all writers side by side, and the groups of columns above them."""
    columns = [_column("No.", number=True), _column("Player")]
    columns += [_column("Rack")] if full else []
    columns.append(_column("Move", wide=True))
    groups = [{"name": "", "width": len(columns)}]
    for seat in sheet.writers:
        groups.append({"name": text("Written: {name}", name=sheet.players[seat]), "width": 2})
    groups.append({"name": text("What counts"), "width": 2})
    columns += [_column(name, number=True) for _ in groups[1:] for name in ("Value", "Total")]
    return {"groups": groups, "columns": columns, "rows": [list(_cells(sheet, row, full)) for row in sheet.rows]}


def _column(name: str, number: bool = False, wide: bool = False) -> Data:
    return {"name": text(name), "number": number, "wide": wide}


def _cells(sheet: ScoreSheet, row: Row, full: bool) -> Iterator[Data]:
    yield _cell(str(row.number))
    yield _cell(sheet.players[row.seat])
    if full:
        yield _cell(wording.rack_text(row.rack, sheet.tile_set))
    yield _cell(wording.move_text(row, full))
    for seat in sheet.writers:
        wrong_value, wrong_sum = seat in row.wrong_values, seat in row.wrong_sums
        yield _cell(wording.figure(row.written.get(seat), wrong_value), wrong_value)
        yield _cell(wording.figure(row.sums.get(seat), wrong_sum), wrong_sum)
    yield _cell(wording.value_text(row), row.points != row.true)
    yield _cell(str(row.total))


def _cell(said: str, wrong: bool = False) -> Data:
    return {"text": said, "wrong": wrong}


def picture(board: Board, dead: Collection[str], tiles: TileSet) -> Data:
    """The board with labels as the rules name its squares (GEN-2.4.1a)."""
    grid = board.layout
    return {
        "columns": column_labels(grid, Orientation.LETTERED_ROWS),
        "rows": row_labels(grid, Orientation.LETTERED_ROWS),
        "names": {name: text(name) for name in ("2L", "3L", "2W", "3W")},
        "cells": [
            [_square(board, Square(row, column), dead, tiles) for column in range(grid.columns)]
            for row in range(grid.rows)
        ],
    }


def _square(board: Board, square: Square, dead: Collection[str], tiles: TileSet) -> Data:
    tile = board[square]
    start = square == board.layout.start
    return {
        "letter": "" if tile is None else tile.letter or tile.face,
        "value": "" if tile is None or tile.blank else str(tiles.of_tile(tile)),
        "premium": "start" if start else _PREMIUMS[board.layout.premium(square)],
        "blank": tile is not None and tile.blank,
        "dead": square.name in dead,
    }
