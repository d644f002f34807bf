"""Sheets of a game on A4 paper: what the templates are filled with, in words and figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mostek.core.board import Board, Premium, Square, layout
from mostek.core.players import Seat
from mostek.core.tiles import BLANK, TileSet, tile_set
from mostek.documents import typesetting
from mostek.documents.game import sheet_words as wording
from mostek.documents.game.score_sheet import ResultSlip, Row, ScoreSheet
from mostek.documents.template_files import Data
from mostek.messages import text
from mostek.messages.describe import scores_text
from mostek.notation.coordinates import Orientation, column_labels, row_labels

_HAND_SET = "pl-current"
"""The set of tiles whose letters stand on sheets for hand use."""
_PREMIUMS = {
    Premium.NONE: "",
    Premium.DOUBLE_LETTER: "2L",
    Premium.TRIPLE_LETTER: "3L",
    Premium.DOUBLE_WORD: "2W",
    Premium.TRIPLE_WORD: "3W",
}


def score_pages(sheet: ScoreSheet, full: bool) -> bytes:
    """The score sheet, or the full record, with the board. Raises `NoTypesetterError`."""
    title = text("Full record of the game") if full else text("Score sheet")
    board = Board(layout(sheet.layout), sheet.board.tiles)
    dead = {blank.square for blank in sheet.blanks if blank.dead}
    slip = sheet.slip
    data: Data = {
        "title": title,
        "heading": _heading(sheet),
        "picture": board_picture(board, dead, tile_set(sheet.tile_set)) | {"title": text("Position")},
        "note": text("≠12: not the right figure. 12*: put right. 12 ≠ 10: 12 counts, the tiles were worth 10."),
        "beside": _parts(
            (text("Result"), wording.result_lines(slip) if slip else iter(())),
            (text("Players"), wording.player_lines(sheet, full)),
            (text("Blanks"), (wording.blank_text(blank, sheet.players) for blank in sheet.blanks)),
            (text("Tiles"), wording.square_lines(sheet.square, sheet.players)),
        ),
        "below": _parts((text("Corrections, penalties, rulings"), wording.incident_lines(sheet))),
    }
    return typesetting.pages("game_score", data | _table(sheet, full), shared="game")


def slip_page(sheet: ScoreSheet, slip: ResultSlip) -> bytes:
    """The result slip to be signed (PFS-5.2a). Raises `NoTypesetterError`."""
    handed = slip.handed_in
    columns = [text("Player"), text("Result"), *([text("Handed in")] if handed is not None else [])]
    results = [
        [name, str(slip.final[seat]), *([str(handed[seat])] if handed is not None else [])]
        for seat, name in slip.players.items()
    ]
    head = {"name": text("Hash of the whole record of the game"), "value": slip.head} if slip.head else ""
    data: Data = {
        "title": text("Result slip"),
        "heading": _heading(sheet),
        "fields": [text("Tournament"), text("Round"), text("Table")],
        "columns": columns,
        "results": results,
        "parts": _parts(
            (text("How the game ended"), wording.result_lines(slip)), (text("The slip"), wording.slip_lines(slip))
        ),
        "signatures": [_signature(slip, seat) for seat in slip.players.seats],
        "arbiter": text("Taken in by the arbiter"),
        "head": head,
        "note": text("Both players enter the result legibly and hand the slip to the arbiter; it is final (PFS-5.2)."),
    }
    return typesetting.pages("game_slip", data, shared="game")


def _signature(slip: ResultSlip, seat: Seat) -> Data:
    signed = slip.signed.get(seat)
    state = text("signed under {result}", result=scores_text(signed)) if signed is not None else ""
    return {"name": slip.players[seat], "state": state, "label": text("Signature")}


def blank_pages() -> bytes:
    """Empty sheets for hand use: the full record (PFS-1.3.2b), and the score sheet with the card of blanks (PFS-1.3.1)."""
    tiles = tile_set(_HAND_SET)
    groups = [{"letter": face, "count": tiles.tiles.count(face)} for face in (*tiles.alphabet.letters, BLANK)]
    data: Data = {
        "title": text("Sheets for a game"),
        "fields": [text("Tournament"), text("Round"), text("Table"), text("Date")],
        "player": text("Player"),
        "picture": board_picture(Board(layout()), set(), tiles),
        "full": _empty_record(),
        "score": _empty_score(),
        "card": {
            "title": text("Card of blanks (each player writes every blank)"),
            "columns": [text("Square"), text("Letter"), text("Whose move")],
        },
        "exchanges": text("Exchanges used"),
        "exchange-boxes": 3,
        "result": text("Result"),
        "signature": text("Signature"),
        "points": text("Points"),
        "letters": {"title": text("Tiles that have been laid"), "groups": groups},
    }
    return typesetting.pages("game_blank", data, shared="game")


def _empty_record() -> Data:
    return {
        "title": text("Full record of the game"),
        "columns": [text("No."), text("Rack"), text("Square, words"), text("Value"), text("Total")],
        "position": text("Final position"),
        "left": text("Tiles left on the racks"),
        "remarks": text("Remarks"),
    }


def _empty_score() -> Data:
    return {
        "title": text("Score sheet"),
        "columns": [text("No."), text("Type"), text("Word"), text("Value"), text("Total")],
        "note": text("Type: M – move, E – exchange, P – pass, L – lost turn."),
    }


def _heading(sheet: ScoreSheet) -> list[tuple[str, str]]:
    """Names and values above a sheet, the players first."""
    players = text("Players"), " – ".join(sheet.players)
    return [players, *wording.heading_lines(sheet)]


def _parts(*all_parts: tuple[str, Iterable[str]]) -> list[tuple[str, list[str]]]:
    """Lists under their titles, without empty ones."""
    found = ((title, list(lines)) for title, lines in all_parts)
    return [(title, lines) for title, lines in found if lines]


def _table(sheet: ScoreSheet, full: bool) -> Data:
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
    yield _cell(wording.play_text(row, full))
    for seat in sheet.writers:
        wrong_value, wrong_sum = seat in row.wrong_values, seat in row.wrong_sums
        yield _cell(wording.figure(row.written.get(seat), wrong_value), wrong_value)
        yield _cell(wording.figure(row.sums.get(seat), wrong_sum), wrong_sum)
    yield _cell(wording.value_text(row), row.points != row.true)
    yield _cell(str(row.total))


def _cell(sentence: str, wrong: bool = False) -> Data:
    return {"text": sentence, "wrong": wrong}


def board_picture(board: Board, dead: Collection[str], tiles: TileSet) -> Data:
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
