"""A review as a file: A4 paper with the boards of the worst turns, one page of HTML without scripts, and GCG with notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape

from mostek.core.board import Board, Premium, Square, layout
from mostek.core.tiles import Tile, TileSet, tile_set
from mostek.documents import typesetting
from mostek.documents.game.sheets import board_picture
from mostek.documents.template_files import Data
from mostek.engine.review import GameReview, Grade, TurnReview
from mostek.features.reviews.words import (
    MARKS,
    NUMERIC,
    TurnRow,
    balance_text,
    basis_text,
    candidate_figures,
    grade_text,
    headings,
    move_text,
    note_text,
    percent,
    player_figures,
    sign_text,
    threshold_lines,
    turn_notes,
    turn_row,
    verdict,
)
from mostek.messages import language, text
from mostek.notation.coordinates import Orientation, column_labels, row_labels
from mostek.notation.formats.cgp import parse_position
from mostek.notation.game_formats import write_game
from mostek.notation.game_record import TURN, RecordedGame

MOST_BOARDS = 6
"""The most positions drawn: those of the turns that lost most."""


def review_pages(review: GameReview) -> bytes:
    """The PDF in the reader's language. Raises `NoTypesetterError`."""
    tiles = tile_set(review.tile_set)
    names = " – ".join(player.name for player in review.players)
    graph = [[turn.turn, chance] for turn in review.turns if (chance := first_chance(turn)) is not None]
    data: Data = {
        "title": review.title or text("Review of a game"),
        "heading": [
            (text("Players"), names),
            (text("Result"), " : ".join(str(player.score) for player in review.players)),
            (text("Word list"), review.lexicon),
        ],
        "notes": [note_text(note, review) for note in review.notes],
        "players": _player_rows(review),
        "balance": balance_text(review),
        "graph": {
            "title": text("Chance of {name} to win", name=review.players[0].name),
            "turns": len(review.turns),
            "axis": text("Turn"),
            "shares": [percent(share / 4, 0) for share in range(5)],
            "points": graph if review.balance is not None else [],
        },
        # Luck has no room on paper.
        "columns": list(headings()[:-1]),
        "rows": [list(turn_row(turn, review)[:-1]) for turn in review.turns],
        "signs": [f"{turn.turn + 1}. {sign_text(sign)}" for turn in review.turns for sign in turn.signs],
        "picture": board_picture(final_board(review), set(), tiles) | {"title": text("Final position")},
        "lost": {
            "title": text("Where something was lost"),
            "positions": [_position(turn, review) for turn in _worst(review)],
        },
        "grades": {"title": text("The grades"), "lines": list(threshold_lines())},
    }
    return typesetting.pages("game_review", data, shared="game")


def _player_rows(review: GameReview) -> list[list[str]]:
    columns = [player_figures(player, review) for player in review.players]
    rows = [["", *(player.name for player in review.players)]]
    return rows + [[same[0][0], *(value for _, value in same)] for same in zip(*columns, strict=True)]


def _worst(review: GameReview) -> list[TurnReview]:
    graded = [turn for turn in review.turns if turn.grade in (Grade.MISTAKE, Grade.BLUNDER) and turn.loss]
    by_loss = sorted(graded, key=lambda turn: -(100 * turn.loss.chance + turn.loss.points) if turn.loss else 0)
    return sorted(by_loss[:MOST_BOARDS], key=lambda turn: turn.turn)


def _position(turn: TurnReview, review: GameReview) -> Data:
    tiles = tile_set(review.tile_set)
    board = parse_position(turn.position, tiles).board
    best = [f"{each.move} {each.score}" for each in turn.best]
    return {
        "title": f"{turn.turn + 1}. {review.players[turn.seat - 1].name}: {move_text(turn)}",
        "picture": board_picture(board, set(), tiles),
        "lines": [
            f"{text('Rack')}: {turn.rack or ''}",
            *turn_notes(turn),
            f"{text('Best moves')}: {', '.join(best)}",
        ],
    }


DRAWN = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""The grades of the turns whose positions are drawn."""
_KINDS = TurnRow(
    number="n",
    player="",
    rack="move",
    move="move",
    score="n",
    grade="",
    better="move",
    lost_chance="n",
    lost_points="n",
    luck="n",
)
"""The classes of the cells."""
_STYLE = """
:root{color-scheme:light dark;--ink:#1d2733;--paper:#fff;--faint:#6a7480;--line:#c9d0d8;--tile:#f3e6c4;--best:#1c7c4a;
--good:#4b7d3a;--inaccuracy:#a86a00;--mistake:#c2410c;--blunder:#b00020}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--paper:#14181d;--faint:#a0a9b4;--line:#3a434d;--best:#5cc48c;--good:#9ac77f;
--inaccuracy:#e0a640;--mistake:#f08a5d;--blunder:#ff7b8a}}
body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:68rem;margin:0 auto;padding:1rem;
overflow-wrap:break-word}
h1{font-size:1.5rem;margin:.2em 0}h2{font-size:1.15rem;margin:1.6em 0 .4em}p{margin:.4em 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .5rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--faint)}.names th.n{overflow-wrap:anywhere}
.two th.n{min-width:4.2rem}td.n,th.n{text-align:right}td.n{white-space:nowrap}
th.n{hyphens:auto}.move{font-family:ui-monospace,monospace}tr.signs td{padding-top:0}tr.noted td{border-bottom:0}
@media screen and (max-width:46rem){svg.chance text,svg.chance .axis{font-size:20px}.chance circle{r:7px}
.names th{font-size:.8rem}
.lines thead{position:absolute;clip-path:inset(50%)}
.lines tr{display:flex;flex-wrap:wrap;gap:.1rem .9rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
.lines tr.noted{border-bottom:0;padding-bottom:0}.lines :is(td,tbody th){border:0;padding:0;text-align:left;white-space:normal}
.lines tbody th{width:100%}.lines td:empty{display:none}
.lines td[data-name]::before{content:attr(data-name)": ";color:var(--faint);font-family:system-ui,sans-serif}}
.best{color:var(--best);fill:var(--best)}.good{color:var(--good);fill:var(--good)}
.inaccuracy{color:var(--inaccuracy);fill:var(--inaccuracy)}.mistake{color:var(--mistake);fill:var(--mistake)}
.blunder{color:var(--blunder);fill:var(--blunder)}.none{fill:var(--faint)}.open{fill:none;stroke:var(--ink);stroke-width:1.5}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}svg .axis{fill:var(--faint);font-size:11px}
.graph{width:100%;height:auto}
.small{max-width:34rem}.small text,.small .axis{font-size:14px}
.grid{stroke:var(--line);stroke-width:1}.line{fill:none;stroke:var(--faint);stroke-width:2}
.board{width:100%;max-width:24rem;height:auto;display:block}
.grid-defs{display:none}rect{stroke:var(--line);stroke-width:.6;fill:none}rect.dl{fill:#cfe4f0}rect.tl{fill:#7fb0d2}
rect.dw{fill:#f3d0d0}rect.tw{fill:#d98f8f}rect.tile,rect.blank{fill:var(--tile)}
text.letter{font-weight:700;font-size:13px;fill:#1d2733}text.value{font-size:6px;fill:#1d2733}
rect.blank+text.letter{font-style:italic;fill:#8a2b0e}
details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer;padding:.2rem 0}
.pair{display:flex;flex-wrap:wrap;gap:1rem}.pair>*{flex:1 1 18rem;min-width:0}.pair>:last-child{flex:3 1 30rem}
.faint{color:var(--faint)}
@media(max-width:32rem){.pair>:last-child{flex-basis:16rem}}
@media print{details{break-inside:avoid}body{font-size:12px;padding:0}th,td{padding:.2rem .3rem}.board{max-width:18rem}}
"""


def html_page(review: GameReview) -> str:
    """The page in the reader's language."""
    title = _title(review)
    parts = [
        empty_board(),
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(note_text(note, review))}</p>" for note in review.notes),
        *_graph(review),
        *_players(review),
        *_turns(review),
        *_positions(review),
        *_final(review),
        f"<h2>{escape(text('The grades'))}</h2>",
        *(f"<p>{escape(line)}</p>" for line in threshold_lines()),
        f'<p class="faint">mostek · {escape(review.lexicon)} · {escape(review.depth.value)}</p>',
    ]
    return page(title, "".join(parts))


def page(title: str, contents: str) -> str:
    """A page in one file, with contents in HTML; its policy lets a browser load and run nothing."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main>{contents}</main></body></html>"
    )


def _title(review: GameReview) -> str:
    names = " – ".join(player.name for player in review.players)
    result = " : ".join(str(player.score) for player in review.players)
    sentence = text("Review: {players}, {result}", players=names, result=result)
    return f"{review.title}. {sentence}" if review.title else sentence


def _graph(review: GameReview) -> Iterator[str]:
    if graph := chance_graph(review):
        yield f"<h2>{escape(text('Chance of {name} to win', name=review.players[0].name))}</h2>{graph}"
        yield f"<p>{escape(balance_text(review))}</p>"


def _players(review: GameReview) -> Iterator[str]:
    columns = [player_figures(player, review) for player in review.players]
    heading = escape(text("Players"))
    two = " two" if len(review.players) == 2 else ""
    yield f'<h2>{heading}</h2><table class="names{two}"><tr><td></td>'
    yield "".join(f'<th class="n" scope="col">{escape(player.name)}</th>' for player in review.players) + "</tr>"
    for rows in zip(*columns, strict=True):
        cells = "".join(f'<td class="n">{escape(value)}</td>' for _, value in rows)
        yield f'<tr><th scope="row">{escape(rows[0][0])}</th>{cells}</tr>'
    yield "</table>"


def _turns(review: GameReview) -> Iterator[str]:
    heading = escape(text("Turns"))
    yield f"<h2>{heading}</h2>"
    lines = "".join(_turn(turn, review) for turn in review.turns)
    yield lines_table(headings(), ["n" if place in NUMERIC else "" for place in range(len(headings()))], lines)


def _turn(turn: TurnReview, review: GameReview) -> str:
    row = TurnRow._make(escape(cell) for cell in turn_row(turn, review))
    marked = row._replace(number=f'<a id="t{row.number}"></a>{row.number}', grade=_grade(turn))
    line = table_line(headings(), _KINDS, marked, is_noted=bool(turn.signs))
    if not turn.signs:
        return line
    signs = " ".join(escape(sign_text(sign)) for sign in turn.signs)
    return f'{line}<tr class="signs"><td></td><td class="faint" colspan="{len(row) - 1}">{signs}</td></tr>'


def lines_table(heads: Sequence[str], kinds: Sequence[str], lines: str) -> str:
    """A table with lines in HTML, see `table_line`. On a narrow screen each line is a paragraph that names its cells."""
    cells = (f'<th class="{kind}" scope="col">{escape(head)}</th>' for head, kind in zip(heads, kinds, strict=True))
    return f'<table class="lines"><thead><tr>{"".join(cells)}</tr></thead><tbody>{lines}</tbody></table>'


def table_line(heads: Sequence[str], kinds: Sequence[str], cells: Sequence[str], *, is_noted: bool = False) -> str:
    """A line of `lines_table`; the cells are HTML. A noted line has another below it that belongs to it."""
    noted = ' class="noted"' if is_noted else ""
    written = (
        f'<td class="{kind}" data-name="{escape(head)}">{cell}</td>'
        for head, kind, cell in zip(heads, kinds, cells, strict=True)
    )
    return f"<tr{noted}>{''.join(written)}</tr>"


def _grade(turn: TurnReview) -> str:
    return f'<span class="{"faint" if turn.grade is None else turn.grade.value}">{escape(verdict(turn))}</span>'


def _positions(review: GameReview) -> Iterator[str]:
    chosen = [turn for turn in review.turns if turn.grade in DRAWN]
    if not chosen:
        return
    yield f"<h2>{escape(text('Where something was lost'))}</h2>"
    tiles = tile_set(review.tile_set)
    for turn in chosen:
        drawn = board_drawing(
            parse_position(turn.position, tiles).board, tiles, text("Board before turn {n}", n=turn.turn + 1)
        )
        name = review.players[turn.seat - 1].name
        yield f'<details><summary>{turn.turn + 1}. {escape(name)}: <span class="move">{escape(move_text(turn))}</span> '
        yield f'{_grade(turn)}</summary><div class="pair"><div>{drawn}</div><div>{_candidates(turn)}</div></div></details>'


def _candidates(turn: TurnReview) -> str:
    heads = (text("Move"), text("Points"), text("won"), text("spread"), text("equity"), text("left"))
    kinds = ("move", "n", "n", "n", "n", "move")
    shown = list(turn.best)
    if turn.played is not None and all(each.move != turn.played.move for each in shown):
        shown.append(turn.played)
    lines = []
    for each in shown:
        is_played = turn.played is not None and each.move == turn.played.move
        cells = (each.move + (" ◀" if is_played else ""), *candidate_figures(each), each.left)
        lines.append(table_line(heads, kinds, [escape(cell) for cell in cells]))
    sentence = f"{text('Rack')}: {turn.rack or ''}" + (f" · {basis_text(turn.basis)}" if turn.basis else "")
    return f"<p>{escape(sentence)}</p>{lines_table(heads, kinds, ''.join(lines))}"


def _final(review: GameReview) -> Iterator[str]:
    tiles = tile_set(review.tile_set)
    title = text("Final position")
    yield f"<h2>{escape(title)}</h2>{board_drawing(final_board(review), tiles, title)}"


_WIDTH, _HEIGHT, _EDGE = 900, 220, 68
_BELOW = 34
"""The room for the axis of turns."""
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
        f'<svg class="graph chance" viewBox="0 0 {_WIDTH} {_HEIGHT + _BELOW}" role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        *_turn_axis(len(review.turns), step),
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


def _turn_axis(turns: int, step: float) -> Iterator[str]:
    """Numbers below the graph, each fifth where the turns are many, and the name of the axis."""
    every = 5 if turns > 12 else 1
    for number in range(1, turns + 1):
        if number == 1 or number % every == 0:
            x = _EDGE + step * (number - 1)
            yield f'<text class="axis" x="{x:.1f}" y="{_HEIGHT + 4}" text-anchor="middle">{number}</text>'
    name = escape(text("Turn"))
    yield f'<text class="axis" x="{_WIDTH / 2}" y="{_HEIGHT + _BELOW - 4}" text-anchor="middle">{name}</text>'


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


def annotated_gcg(game: RecordedGame, review: GameReview) -> bytes:
    """The GCG of a game with notes; those of the record come first. Raises `NotationError` if GCG cannot hold the game."""
    reviewed = iter(review.turns)
    turns = []
    for turn in game.turns:
        note = turn.note
        if isinstance(turn.action, TURN) and (found := next(reviewed, None)) is not None:
            note = " ".join([*filter(None, [note]), *turn_notes(found, Orientation.NUMBERED_ROWS)])
        turns.append(replace(turn, note=note))
    return write_game(replace(game, turns=tuple(turns)), "gcg")
