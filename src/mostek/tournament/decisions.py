"""The arbiter's log: what was decided, by whom, and by which clause (PFS-6.1b)."""

from __future__ import annotations

from mostek.rules.loading import clause
from mostek.tournament.commands import Order
from mostek.tournament.events import DecisionMade
from mostek.tournament.state import Decision, Tournament


def decided(
    state: Tournament, command: Order, clause: str, text: str, about: tuple[int, ...], played: int | None
) -> DecisionMade:
    """The next entry of the log; `played` is the round it belongs to, if it belongs to one."""
    return DecisionMade(
        decision=Decision(
            number=len(state.decisions) + 1,
            at=command.at,
            by=command.by,
            clause=clause,
            text=text,
            about=about,
            round=played,
        )
    )


def is_clause(identifier: str) -> bool:
    """Whether some rulebook has that clause."""
    try:
        clause(identifier)
    except LookupError:
        return False
    return True
