"""The consequences of a command in sentences: places, teams, forfeits, and rounds that rest on other standings now."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.messages import count, text
from mostek.messages.tournament_events import called
from mostek.messages.tournament_words import place_text
from mostek.tournament.preview import Consequences
from mostek.tournament.state import Tournament

_MANY = 20


def changed(found: Consequences, after: Tournament) -> Iterator[str]:
    """A line for everything that is otherwise afterwards."""
    names = called(after)
    for place in found.places[:_MANY]:
        yield _moved(names(place.number), place.before, place.after)
    if len(found.places) > _MANY:
        left = len(found.places) - _MANY
        yield count("… and {n} place more", "… and {n} places more", left)
    for team in found.teams:
        yield _moved(team.name, team.before, team.after)
    for forfeit in found.forfeits:
        yield text(
            "Round {round}, table {table}: the forfeit is worth {after} instead of {before} (PFS-7.2a).",
            round=forfeit.round,
            table=forfeit.table,
            before=forfeit.before,
            after=forfeit.after,
        )
    if found.standing_rounds:
        rounds = ", ".join(str(number) for _, number in found.standing_rounds)
        yield text("Rounds {rounds} were paired by the earlier standings, and stay as they are.", rounds=rounds)


def _moved(who: str, before: int | None, after: int | None) -> str:
    return text("{who}: place {before} → {after}", who=who, before=place_text(before), after=place_text(after))
