"""The report of an analysis on A4 paper: the position, its moves, and the line that was played on with comments."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.core.board import Board
from mostek.core.tiles import TileSet
from mostek.documents import typesetting
from mostek.documents.game.reported_moves import LineMove, ReportedMove
from mostek.documents.game.sheets import board_picture
from mostek.documents.template_files import Data
from mostek.messages import text


def analysis_pages(
    board: Board,
    tiles: TileSet,
    rack: str,
    scores: Sequence[int],
    moves: Sequence[ReportedMove],
    line: Sequence[LineMove],
    comment: str = "",
) -> bytes:
    """The report as PDF. Raises `NoTypesetterError`."""
    heading = [(text("Rack"), rack), (text("Result"), " : ".join(map(str, scores)))]
    columns = [text("Move"), text("Points"), text("Equity"), text("Wins")]
    data: Data = {
        "title": text("Analysis of a position"),
        "heading": [(name, value) for name, value in heading if value],
        "picture": board_picture(board, set(), tiles),
        "comment": comment,
        "moves": {
            "title": text("Best moves"),
            "columns": columns,
            "rows": [[move.written, move.score, move.equity, move.wins] for move in moves],
        },
        "line": {
            "title": text("Moves and comments"),
            "rows": [[move.player, move.written, move.score, move.comment] for move in line],
        },
    }
    return typesetting.pages("game_analysis", data, shared="game")
