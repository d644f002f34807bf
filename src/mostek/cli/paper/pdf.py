"""Sheets on A4 paper: what the templates are filled with, and how they become a PDF."""

from __future__ import annotations

from importlib.resources import files

from mostek.cli.output import Failure
from mostek.cli.paper import wording
from mostek.cli.paper.filling import Data, heading, parts, picture, table
from mostek.core.board import Board, layout
from mostek.core.players import Seat
from mostek.core.tiles import BLANK, tile_set
from mostek.documents.score_sheet import ResultSlip, ScoreSheet
from mostek.documents.typesetting import NoTypesetterError, typeset
from mostek.messages import text
from mostek.messages.describe import scores_text

_TEMPLATES = files("mostek") / "cli" / "paper" / "templates"
_HAND_SET = "pl-current"
"""The set of tiles whose letters stand on sheets for hand use."""


def score_pages(sheet: ScoreSheet, full: bool) -> bytes:
    """The score sheet, or the full record, with the board. Raises `Failure` where typst is not installed."""
    title = text("Full record of the game") if full else text("Score sheet")
    board = Board(layout(sheet.layout), sheet.board.tiles)
    dead = {blank.square for blank in sheet.blanks if blank.dead}
    slip = sheet.slip
    data: Data = {
        "title": title,
        "heading": heading(sheet),
        "picture": picture(board, dead, tile_set(sheet.tile_set)) | {"title": text("Position")},
        "note": text("≠12: not the right figure. 12*: put right. 12 ≠ 10: 12 counts, the tiles were worth 10."),
        "beside": parts(
            (text("Result"), wording.result_lines(slip) if slip else iter(())),
            (text("Players"), wording.player_lines(sheet, full)),
            (text("Blanks"), (wording.blank_text(blank, sheet.players) for blank in sheet.blanks)),
            (text("Tiles"), wording.square_lines(sheet.square, sheet.players)),
        ),
        "below": parts((text("Corrections, penalties, rulings"), wording.incident_lines(sheet))),
    }
    return compiled("score", data | table(sheet, full))


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
        "heading": heading(sheet),
        "fields": [text("Tournament"), text("Round"), text("Table")],
        "columns": columns,
        "results": results,
        "parts": parts(
            (text("How the game ended"), wording.result_lines(slip)), (text("The slip"), wording.slip_lines(slip))
        ),
        "signatures": [_signature(slip, seat) for seat in slip.players.seats],
        "arbiter": text("Taken in by the arbiter"),
        "head": head,
        "note": text("Both players enter the result legibly and hand the slip to the arbiter; it is final (PFS-5.2)."),
    }
    return compiled("slip", data)


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
        "picture": picture(Board(layout()), set(), tiles),
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
    return compiled("blank", data)


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


def compiled(template: str, data: Data) -> bytes:
    """The PDF of a template with its data. Raises `Failure` where typst is not installed."""
    sources = [(_TEMPLATES / f"{name}.typ").read_bytes() for name in ("common", template)]
    try:
        return typeset(data, *sources)
    except NoTypesetterError:
        raise Failure(text("PDF needs an addition to mostek: pip install 'mostek[pdf]'.")) from None
