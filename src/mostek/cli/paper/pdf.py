"""Sheets on A4 paper: what the templates are filled with, and how they become a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from msgspec import json

from mostek.board import Board, Premium, Square, layout
from mostek.cli.failures import Failure
from mostek.cli.paper import wording
from mostek.messages import count, language, text
from mostek.notation.coordinates import Orientation, column_labels, row_labels
from mostek.rules.loading import rulebook
from mostek.sheets import ResultSlip, Row, ScoreSheet
from mostek.tiles import BLANK, Tile, TileSet, tile_set

Data = dict[str, Any]
_TEMPLATES = files("mostek") / "cli" / "paper" / "templates"
_PREMIUMS = {
    Premium.NONE: "",
    Premium.DOUBLE_LETTER: "2L",
    Premium.TRIPLE_LETTER: "3L",
    Premium.DOUBLE_WORD: "2W",
    Premium.TRIPLE_WORD: "3W",
}


def score_pages(sheet: ScoreSheet, full: bool) -> bytes:
    """The score sheet, or the full record, with the board. Raises `Failure` where typst is not installed."""
    title = text("Full record of the game") if full else text("Score sheet")
    board = Board(layout(sheet.layout), sheet.board.tiles)
    dead = {blank.square for blank in sheet.blanks if blank.dead}
    picture = _picture(board, dead, tile_set(sheet.tile_set)) | {"title": text("Position")}
    slip = sheet.slip
    data: Data = {
        "title": title,
        "heading": _heading(sheet),
        "picture": picture,
        "note": _note(sheet),
        "beside": _parts(
            (text("Result"), wording.result_lines(slip) if slip else iter(())),
            (text("Players"), wording.player_lines(sheet, full)),
            (text("Blanks"), (wording.blank_text(blank, sheet.players) for blank in sheet.blanks)),
            (text("Tiles"), wording.square_lines(sheet.square, sheet.players)),
        ),
        "below": _parts((text("Corrections, penalties, rulings"), wording.incident_lines(sheet))),
    }
    return compiled("score", data | _table(sheet, full))


def slip_page(sheet: ScoreSheet, slip: ResultSlip) -> bytes:
    """The result slip to be signed (PFS-5.2a). Raises `Failure` where typst is not installed."""
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
    return compiled("slip", data)


def _signature(slip: ResultSlip, seat: Any) -> Data:
    signed = slip.signed.get(seat)
    state = text("signed under {result}", result=wording.score_text(signed)) if signed is not None else ""
    return {"name": slip.players[seat], "state": state, "label": text("Signature")}


def compiled(template: str, data: Data) -> bytes:
    """The PDF of a template with its data. Raises `Failure` where typst is not installed."""
    try:
        import typst
    except ImportError:
        raise Failure(text("PDF needs an addition to mostek: pip install 'mostek[pdf]'.")) from None
    sources = [(_TEMPLATES / f"{name}.typ").read_bytes() for name in ("common", template)]
    inputs = {"data": json.encode(data | {"language": language()}).decode()}
    page = typst.compile(b"\n".join(sources), format="pdf", ignore_system_fonts=True, sys_inputs=inputs)
    assert isinstance(page, bytes)
    return page
