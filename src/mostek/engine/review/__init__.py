"""Reviews of games: what each turn was worth, what was better, grades, luck and skill.

`review` deepens a review step by step; the values and their JSON are in `values`, the thresholds in `grades.toml`.
"""

from mostek.engine.review.grades import thresholds
from mostek.engine.review.judging_list import ReviewError
from mostek.engine.review.many import Unreviewed, columns, review_games, turn_rows
from mostek.engine.review.reviewing import deepening, review
from mostek.engine.review.values import (
    Balance,
    Basis,
    CandidateReview,
    Depth,
    GameReview,
    Grade,
    LossReview,
    Note,
    PlayerReview,
    Sign,
    SignReview,
    TurnReview,
    Unjudged,
    from_json,
    to_json,
)

__all__ = [
    "Balance",
    "Basis",
    "CandidateReview",
    "Depth",
    "GameReview",
    "Grade",
    "LossReview",
    "Note",
    "PlayerReview",
    "ReviewError",
    "Sign",
    "SignReview",
    "TurnReview",
    "Unjudged",
    "Unreviewed",
    "columns",
    "deepening",
    "from_json",
    "review",
    "review_games",
    "thresholds",
    "to_json",
    "turn_rows",
]
