"""The arbiters' exam: cases of the rulebooks with their rulings, papers drawn from them, and their marks."""

from mostek.exam.cases import Case, CaseAnswer, CasePosition, cases, find_case
from mostek.exam.papers import CaseSelection, Marked, Paper, draw_paper, mark_paper

__all__ = [
    "Case",
    "CaseAnswer",
    "CasePosition",
    "CaseSelection",
    "Marked",
    "Paper",
    "cases",
    "draw_paper",
    "find_case",
    "mark_paper",
]
