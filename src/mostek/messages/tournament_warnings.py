"""Warnings to the director: those of the core, and a last round that rewards staying away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from mostek.messages import text
from mostek.messages.tournament import say_warnings
from mostek.messages.tournament_events import called, person
from mostek.tournament import warnings as core
from mostek.tournament.classification import Key
from mostek.tournament.pairing.values import PairingError
from mostek.tournament.settings import spread_cap
from mostek.tournament.state import Tournament

if TYPE_CHECKING:
    from mostek.tournament.incentives import Counting, Incentive


def standing_warnings(state: Tournament, at: datetime) -> list[dict[str, Any]]:
    """Everything to beware of now, as plain data with its sentence."""
    return in_words(core.warnings_of(state, at.date()), state)


def in_words(warned: Iterable[core.Warned], state: Tournament) -> list[dict[str, Any]]:
    """Warnings of the core as plain data with their sentences."""
    return [msgspec.to_builtins(each) for each in say_warnings(warned, called(state))]


def last_round_warnings(state: Tournament, division: str) -> Iterator[dict[str, Any]]:
    """Warnings, before the last round is paired, of leaders who would do better to stay away from it or to lose it."""
    rounds = state.divisions[division].rounds
    if not state.settings.last_round_check.value or len(rounds) + 1 != state.rounds_planned:
        return
    for each in _found(state, division):
        sentence = text(REWARDS[each.reward.value], who=person(state, each.number))
        yield {"code": "last_round_rewards", "clause": "S80", "setting": "plan", "message": sentence, "about": []}


def _counting(state: Tournament, division: str) -> Counting:
    """How the last round counts: by the keys of the event, and its cap of a margin."""
    from mostek.tournament.incentives import Counting

    settings = state.settings
    order = [key for key in settings.keys.chosen if key in (Key.SPREAD, Key.GAME_POINTS)]
    cap = spread_cap(settings, division, state.rounds_planned)
    return Counting(cap, by_spread=order[:1] == [Key.SPREAD])


REWARDS = {
    "withdrawing_secures": "{who} would be sure of a prize by staying away from the last round, and is not by playing.",
    "withdrawing_saves": "{who} can fall less far by staying away from the last round than by playing.",
    "withdrawing_pays": "{who} does better on average by staying away from the last round.",
    "losing_pays": "{who} does better on average by losing the last round.",
}
"""What is wrong with a last round."""


def _found(state: Tournament, division: str) -> tuple[Incentive, ...]:
    from mostek.tournament.incentives import incentives
    from mostek.tournament.pairing.system import systems
    from mostek.tournament.rounds import task_of
    from mostek.tournament.standings import prize_places, standings_of

    number = len(state.divisions[division].rounds) + 1
    system = state.system_of(number)
    if not systems()[system].weighs_last_round:
        return ()
    points = {each.number: (each.game_points, each.spread) for each in standings_of(state, division)}
    try:
        task = task_of(state, division, system, f"{state.seed}/{division}/{number}")
        return incentives(task, points, prizes=prize_places(state, division), counting=_counting(state, division))
    except PairingError:
        return ()
