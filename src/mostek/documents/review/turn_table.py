"""The table of the turns of a review: the same in the terminal, on a page and on paper."""

from __future__ import annotations

from typing import NamedTuple

from mostek.documents.review.review_words import MARKS, decimal, grade_text, move_text, percent, unjudged_text
from mostek.engine.review import GameReview, Grade, TurnReview
from mostek.messages import text


class TurnRow(NamedTuple):
    """The cells of a turn, or their headings."""

    number: str
    player: str
    rack: str
    move: str
    score: str
    grade: str
    better: str
    lost_chance: str
    lost_points: str
    luck: str


NUMERIC = frozenset(TurnRow._fields.index(name) for name in ("number", "score", "lost_chance", "lost_points", "luck"))
"""The columns of numbers, from 0."""


def headings() -> TurnRow:
    """The headings of the columns."""
    return TurnRow(
        number=text("No."),
        player=text("Player"),
        rack=text("Rack"),
        move=text("Move"),
        score=text("Points"),
        grade=text("Grade"),
        better=text("Best move"),
        lost_chance=text("Lost chance"),
        lost_points=text("Lost points"),
        luck=text("Luck"),
    )


def verdict(turn: TurnReview) -> str:
    """The grade of a turn with its mark, or why it has none."""
    if turn.grade is not None:
        return f"{MARKS[turn.grade]} {grade_text(turn.grade)}".strip()
    return unjudged_text(turn.unjudged) if turn.unjudged else ""


def turn_row(turn: TurnReview, review: GameReview) -> TurnRow:
    """The cells of a turn; the best move only if another one was made."""
    best, loss = turn.best[0] if turn.best else None, turn.loss
    is_best = turn.grade is Grade.BEST or best is None or (turn.played is not None and turn.played.move == best.move)
    return TurnRow(
        number=str(turn.turn + 1),
        player=review.players[turn.seat - 1].name,
        rack=turn.rack or "",
        move=move_text(turn),
        score=str(turn.score),
        grade=verdict(turn),
        better="" if best is None or is_best else f"{best.move} {best.score}",
        lost_chance=percent(loss.chance) if loss and loss.chance else "",
        lost_points=decimal(loss.points) if loss and loss.points else "",
        luck="" if turn.luck is None else decimal(turn.luck),
    )
