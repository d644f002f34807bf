"""The words for the outcome of a table, the same on pages, on paper and at the desk."""

from __future__ import annotations

from mostek.messages import text
from mostek.tournament.outcomes import DecidedBy, TableOutcome


def note_of(outcome: TableOutcome) -> str:
    """The note beside points that do not tell alone what decided a table: `last words 14:9`."""
    match outcome.by:
        case DecidedBy.LAST_WORDS if outcome.last_words:
            return text("last words {points}", points=":".join(map(str, outcome.last_words)))
        case DecidedBy.LAST_WORDS:
            return text("the last word decides")
        case DecidedBy.FORFEIT:
            return text("forfeit")
        case DecidedBy.BOTH_FORFEITED:
            return text("forfeit of both")
        case DecidedBy.ADJOURNED:
            return text("adjourned")
        case DecidedBy.POINTS | DecidedBy.OPEN:
            return ""


def outcome_text(outcome: TableOutcome) -> str:
    """The outcome in the order of the table: `400:400, last words 14:9`."""
    return ", ".join(filter(None, (":".join(map(str, outcome.scores)), note_of(outcome))))
