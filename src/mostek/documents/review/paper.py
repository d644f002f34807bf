"""The review of a game on A4 paper, with the boards of the turns that lost most."""

from __future__ import annotations

from mostek.core.tiles import tile_set
from mostek.documents import typesetting
from mostek.documents.game.sheets import board_picture
from mostek.documents.review.drawings import final_board, first_chance
from mostek.documents.review.review_words import (
    balance_text,
    move_text,
    note_text,
    player_figures,
    sign_text,
    threshold_lines,
    turn_notes,
)
from mostek.documents.review.turn_table import headings, turn_row
from mostek.documents.template_files import Data
from mostek.engine.review import GameReview, Grade, TurnReview
from mostek.messages import text
from mostek.notation.formats.cgp import parse_position

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
        "players": _players(review),
        "balance": balance_text(review),
        "graph": {
            "title": text("Chance of {name} to win", name=review.players[0].name),
            "turns": len(review.turns),
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


def _players(review: GameReview) -> list[list[str]]:
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
