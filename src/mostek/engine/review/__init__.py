"""Reviews of games: what each turn was worth, what was better, grades, luck and skill.

`review` deepens a review step by step; the values and their JSON are in `values`, the thresholds in `grades.toml`. The
functions that review are imported at their first use: a server that only shows reviews needs no NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from mostek.engine.review.grades import thresholds
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

if TYPE_CHECKING:
    from mostek.engine.review.judging_list import ReviewError
    from mostek.engine.review.many import Unreviewed, columns, review_games, turn_rows
    from mostek.engine.review.reviewing import deepening, review

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

_MODULES = {
    "judging_list": ("ReviewError",),
    "many": ("Unreviewed", "columns", "review_games", "turn_rows"),
    "reviewing": ("deepening", "review"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'mostek.engine.review' has no attribute {name!r}")
    return getattr(import_module(f"mostek.engine.review.{_MODULE_OF[name]}"), name)
