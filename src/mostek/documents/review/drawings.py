"""Drawings of a review in SVG: the graph of chances, and boards. They need nothing from elsewhere."""

from __future__ import annotations

from html import escape

from mostek.core.board import Board, Premium, Square, layout
from mostek.core.tiles import Tile, TileSet, tile_set
from mostek.documents.review.review_words import MARKS, grade_text, move_text, percent
from mostek.engine.review import GameReview, Grade, TurnReview
from mostek.messages import text
from mostek.notation.coordinates import Orientation, column_labels, row_labels

_WIDTH, _HEIGHT, _EDGE = 900, 220, 44
_SIDE = 20
_TOP = 24
"""Nearer to the edge a mark stands below its point."""
_PREMIUMS = {
    Premium.NONE: "n",
    Premium.DOUBLE_LETTER: "dl",
    Premium.TRIPLE_LETTER: "tl",
    Premium.DOUBLE_WORD: "dw",
    Premium.TRIPLE_WORD: "tw",
}


def chance_graph(review: GameReview) -> str:
    """The chance of seat 1 to win after each turn; empty if no turn has a chance."""
    points = [(turn, chance) for turn in review.turns if (chance := first_chance(turn)) is not None]
    if not points or review.balance is None:
        return ""
    step = (_WIDTH - 2 * _EDGE) / max(1, len(review.turns) - 1)
    at = [(_EDGE + step * turn.turn, _level(chance)) for turn, chance in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    title = text("Chance of {name} to win", name=review.players[0].name)
    parts = [
        f'<svg class="graph" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _level(share)
        parts.append(f'<line class="grid" x1="{_EDGE}" x2="{_WIDTH - _EDGE}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="axis" x="{_EDGE - 4}" y="{y + 3:.1f}" text-anchor="end">{percent(share, 0)}</text>')
    parts.append(f'<polyline class="line" points="{line}"/>')
    for (turn, chance), (x, y) in zip(points, at, strict=True):
        label = f"{turn.turn + 1}. {move_text(turn)} – {percent(chance)}"
        if turn.grade is not None:
            label += f", {grade_text(turn.grade)}"
        parts.append(_point(turn, x, y, label))
    return "".join([*parts, "</svg>"])


def first_chance(turn: TurnReview) -> float | None:
    """The chance of seat 1 after a turn."""
    if turn.chance_after is None:
        return None
    return turn.chance_after if turn.seat == 1 else 1 - turn.chance_after


def _point(turn: TurnReview, x: float, y: float, label: str) -> str:
    kind = turn.grade.value if turn.grade else "none"
    mark = MARKS[turn.grade] if turn.grade in (Grade.MISTAKE, Grade.BLUNDER) else ""
    said = (
        f'<text class="mark" x="{x:.1f}" y="{y - 7 if y > _TOP else y + 17:.1f}" text-anchor="middle">{mark}</text>'
        if mark
        else ""
    )
    dot = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{escape(label)}</title></circle>'
    return f'<a href="#t{turn.turn + 1}" aria-label="{escape(label)}">{dot}{said}</a>'


def _level(share: float) -> float:
    return 12 + (1 - share) * (_HEIGHT - 30)


def final_board(review: GameReview) -> Board:
    """The board at the end of a review."""
    return Board.drawn("\n".join(review.board), tile_set(review.tile_set).alphabet, layout())


def empty_board() -> str:
    """The squares and labels that all boards of a page share; it stands before the first of them."""
    grid = layout()
    parts = ['<svg class="grid-defs" aria-hidden="true"><defs><g id="squares">']
    for place, label in enumerate(column_labels(grid, Orientation.LETTERED_ROWS)):
        parts.append(f'<text class="axis" x="{_SIDE * (place + 1.5)}" y="14" text-anchor="middle">{label}</text>')
    for place, label in enumerate(row_labels(grid, Orientation.LETTERED_ROWS)):
        parts.append(f'<text class="axis" x="10" y="{_SIDE * (place + 1.5) + 4}" text-anchor="middle">{label}</text>')
    for square in grid.squares():
        parts.append(_rectangle(square, _PREMIUMS[grid.premium(square)]))
    return "".join([*parts, "</g></defs></svg>"])


def board_drawing(board: Board, tiles: TileSet, title: str) -> str:
    """A board with its tiles, on the squares of `empty_board`; `title` is what a screen reader says."""
    grid = board.layout
    size = _SIDE * (grid.columns + 1)
    parts = [
        f'<svg class="board" viewBox="0 0 {size} {_SIDE * (grid.rows + 1)}" role="img" aria-label="{escape(title)}">'
    ]
    parts.append('<use href="#squares"/>')
    parts += [_tile(square, tile, tiles) for square, tile in board.tiles()]
    return "".join([*parts, "</svg>"])


def _rectangle(square: Square, kind: str) -> str:
    x, y = _SIDE * (square.column + 1), _SIDE * (square.row + 1)
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}"/>'


def _tile(square: Square, tile: Tile, tiles: TileSet) -> str:
    x, y = _SIDE * (square.column + 1), _SIDE * (square.row + 1)
    drawn = _rectangle(square, "blank" if tile.blank else "tile")
    drawn += (
        f'<text class="letter" x="{x + 9}" y="{y + 15}" text-anchor="middle">{escape(tile.letter or tile.face)}</text>'
    )
    if not tile.blank:
        drawn += f'<text class="value" x="{x + 19}" y="{y + 19}" text-anchor="end">{tiles.of_tile(tile)}</text>'
    return drawn
