"""The arbiters' exam: cases of the rulebooks with their rulings, papers drawn from them, and their marks."""

from mostek.exam.cases import Answer, Case, Position, cases, find_case
from mostek.exam.papers import Marked, Paper, Selection, draw_paper, mark_paper

__all__ = [
    "Answer",
    "Case",
    "Marked",
    "Paper",
    "Position",
    "Selection",
    "cases",
    "draw_paper",
    "find_case",
    "mark_paper",
]
