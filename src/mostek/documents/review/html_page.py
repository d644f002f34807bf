"""The review of a game as one page of HTML: no scripts, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from mostek.core.tiles import tile_set
from mostek.documents.review.drawings import board_drawing, chance_graph, empty_board, final_board
from mostek.documents.review.review_words import (
    balance_text,
    basis_text,
    candidate_figures,
    move_text,
    note_text,
    player_figures,
    sign_text,
    threshold_lines,
)
from mostek.documents.review.turn_table import NUMERIC, TurnRow, headings, turn_row, verdict
from mostek.engine.review import GameReview, Grade, TurnReview
from mostek.messages import language, text
from mostek.notation.formats.cgp import parse_position

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
body{font:16px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.2em 0}h2{font-size:1.15rem;margin:1.6em 0 .4em}p{margin:.4em 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
th,td{padding:.25rem .5rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--faint)}td.n,th.n{text-align:right;white-space:nowrap}
.move{font-family:ui-monospace,monospace;white-space:nowrap}
.best{color:var(--best);fill:var(--best)}.good{color:var(--good);fill:var(--good)}
.inaccuracy{color:var(--inaccuracy);fill:var(--inaccuracy)}.mistake{color:var(--mistake);fill:var(--mistake)}
.blunder{color:var(--blunder);fill:var(--blunder)}.none{fill:var(--faint)}.open{fill:none;stroke:var(--ink);stroke-width:1.5}
svg text{fill:var(--ink);font:12px system-ui,sans-serif}svg .axis{fill:var(--faint);font-size:11px}
.graph{width:100%;height:auto}.grid{stroke:var(--line);stroke-width:1}.line{fill:none;stroke:var(--faint);stroke-width:2}
.board{width:100%;max-width:24rem;height:auto;display:block}
.grid-defs{display:none}rect{stroke:var(--line);stroke-width:.6;fill:none}rect.dl{fill:#cfe4f0}rect.tl{fill:#7fb0d2}
rect.dw{fill:#f3d0d0}rect.tw{fill:#d98f8f}rect.tile,rect.blank{fill:var(--tile)}
text.letter{font-weight:700;font-size:13px;fill:#1d2733}text.value{font-size:6px;fill:#1d2733}
rect.blank+text.letter{font-style:italic;fill:#8a2b0e}
details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer;padding:.2rem 0}
.pair{display:flex;flex-wrap:wrap;gap:1rem}.pair>*{flex:1 1 20rem;min-width:0}.faint{color:var(--faint)}
@media print{details{break-inside:avoid}}
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
    yield f'<h2>{escape(text("Players"))}</h2><div class="scroll"><table><tr><th></th>'
    yield "".join(f'<th class="n" scope="col">{escape(player.name)}</th>' for player in review.players) + "</tr>"
    for rows in zip(*columns, strict=True):
        cells = "".join(f'<td class="n">{escape(value)}</td>' for _, value in rows)
        yield f'<tr><th scope="row">{escape(rows[0][0])}</th>{cells}</tr>'
    yield "</table></div>"


def _turns(review: GameReview) -> Iterator[str]:
    cells = "".join(
        f'<th class="{"n" if place in NUMERIC else ""}" scope="col">{escape(name)}</th>'
        for place, name in enumerate(headings())
    )
    yield f'<h2>{escape(text("Turns"))}</h2><div class="scroll"><table><tr>{cells}</tr>'
    for turn in review.turns:
        yield _turn(turn, review)
    yield "</table></div>"


def _turn(turn: TurnReview, review: GameReview) -> str:
    row = TurnRow._make(escape(cell) for cell in turn_row(turn, review))
    signs = "".join(f'<br><span class="faint">{escape(sign_text(sign))}</span>' for sign in turn.signs)
    marked = row._replace(
        number=f'<a id="t{row.number}"></a>{row.number}',
        move=row.move + signs,
        grade=_grade(turn),
    )
    return (
        "<tr>" + "".join(f'<td class="{kind}">{cell}</td>' for kind, cell in zip(_KINDS, marked, strict=True)) + "</tr>"
    )


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
    rows = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    shown = list(turn.best)
    if turn.played is not None and all(each.move != turn.played.move for each in shown):
        shown.append(turn.played)
    lines = []
    for each in shown:
        figures = "".join(f'<td class="n">{escape(figure)}</td>' for figure in candidate_figures(each))
        is_played = turn.played is not None and each.move == turn.played.move
        mark = " ◀" if is_played else ""
        lines.append(
            f'<tr><td class="move">{escape(each.move)}{mark}</td>{figures}<td class="move">{escape(each.left)}</td></tr>'
        )
    sentence = f"{text('Rack')}: {turn.rack or ''}" + (f" · {basis_text(turn.basis)}" if turn.basis else "")
    return f'<p>{escape(sentence)}</p><div class="scroll"><table><tr>{rows}</tr>{"".join(lines)}</table></div>'


def _final(review: GameReview) -> Iterator[str]:
    tiles = tile_set(review.tile_set)
    title = text("Final position")
    yield f"<h2>{escape(title)}</h2>{board_drawing(final_board(review), tiles, title)}"
