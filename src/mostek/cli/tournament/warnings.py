"""What a director should beware of: dates that have passed, and a last round that rewards staying away."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from mostek.messages import text
from mostek.tournament.pairing.values import PairingError, System
from mostek.tournament.plans import PlanError
from mostek.tournament.state import Tournament

if TYPE_CHECKING:
    from mostek.tournament.pairing.incentives import Incentive

Warning_ = tuple[str, str]
"""A code for programs, and the sentence."""
_HARMLESS = (System.DANISH, System.ROUND_ROBIN, System.TABLES, System.TEAM_MATCH)
"""Systems of a last round in which nobody gains by staying away, or of which nobody is asked."""


def warnings_of(state: Tournament, at: datetime) -> Iterator[Warning_]:
    """Everything to beware of now."""
    entry = state.settings.entry
    if state.closed_on is not None:
        return
    announced = state.settings.minutes.value or state.settings.turn_seconds.value
    if entry.announce_by.value and at.date() > entry.announce_by.value and not announced:
        said = text(
            "The time for a game was to be announced by {day}, and is not chosen yet.", day=entry.announce_by.value
        )
        yield "announcement_overdue", f"{said} ({entry.announce_by.clause})"
    if state.settings.last_round_check.value and _last(state) is not None and _last(state) not in _HARMLESS:
        yield (
            "last_round",
            text("The last round is not Danish: it may reward whoever stays away. ({clause})", clause="S80"),
        )


def last_round_warnings(state: Tournament, division: str) -> Iterator[Warning_]:
    """Who of the first places would do better to stay away from the last round, or to lose it, before it is paired."""
    rounds = state.divisions[division].rounds
    if not state.settings.last_round_check.value or len(rounds) + 1 != state.rounds_planned:
        return
    for each in _found(state, division):
        name = state.entrants[each.number].person.name
        said = text(REWARDS[each.reward.value], who=f"{each.number}. {name}")
        yield "last_round_rewards", said


REWARDS = {
    "withdrawing_secures": "{who} would be sure of a prize by staying away from the last round, and is not by playing.",
    "withdrawing_saves": "{who} can fall less far by staying away from the last round than by playing.",
    "withdrawing_pays": "{who} does better on average by staying away from the last round.",
    "losing_pays": "{who} does better on average by losing the last round.",
}
"""What is wrong with a last round."""


def _found(state: Tournament, division: str) -> tuple[Incentive, ...]:
    from mostek.tournament.pairing.incentives import incentives
    from mostek.tournament.seating import task_of
    from mostek.tournament.standings import standings_of

    number = len(state.divisions[division].rounds) + 1
    system = state.system_of(number)
    if system in (System.MANUAL, System.TABLES, System.TEAM_MATCH):
        return ()
    points = {each.number: (each.game_points, each.spread) for each in standings_of(state, division)}
    try:
        return incentives(task_of(state, division, system, f"{state.seed}/{division}/{number}"), points)
    except PairingError:
        return ()


def _last(state: Tournament) -> System | None:
    """The system of the last round, as the plan says."""
    try:
        return state.system_of(state.rounds_planned) if state.rounds_planned else None
    except (PlanError, IndexError):
        return None
