"""The parts that are still missing in a report to the federation."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.messages import count, text
from mostek.tournament.pending import missing_results
from mostek.tournament.state import Tournament

NAME = "federation"
"""What the export is called beside the formats of other programs."""


def federation_warnings(state: Tournament) -> Iterator[str]:
    """The gaps in a report to the federation."""
    if waiting := len(missing_results(state)):
        yield count("{n} result is missing", "{n} results are missing", waiting)
    if state.closed_on is None:
        yield text("The tournament is not closed yet.")
    if not state.arbiter:
        yield text("The arbiter is not named.")
    unrated = sum(each.person.rating is None for each in state.entrants.values())
    if unrated:
        yield count("{n} player has no rating.", "{n} players have no rating.", unrated)
