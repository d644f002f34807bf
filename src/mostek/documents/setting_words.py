"""The settings of an event in words: what each is called, what its value means, and what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum
from itertools import groupby
from typing import Any

from mostek.documents.figures import day
from mostek.documents.key_words import told, told_of_teams
from mostek.messages import count, language, text
from mostek.messages.tournament_words import SETTINGS, SYSTEMS, halves
from mostek.rules.loading import clause, rulebook
from mostek.tournament.pairing.values import Starters, System, Teammates
from mostek.tournament.plans import PlanError, plan_of
from mostek.tournament.settings import (
    Corrections,
    LateEntry,
    MissedRounds,
    PrizeTies,
    ScalpRule,
    Setting,
    Settings,
    TablePoints,
    listed,
)
from mostek.tournament.state import Tournament
from mostek.tournament.teams import Incomplete, TeamScoring

CHOICES: Mapping[type[StrEnum], Mapping[str, str]] = {
    Starters: {
        Starters.BALANCED: "whoever has started less often, then by the seed",
        Starters.DRAWN: "the players draw",
    },
    Teammates: {
        Teammates.AVOID: "do not meet while it can be avoided",
        Teammates.FORBID: "never meet",
        Teammates.ALLOW: "may meet",
    },
    PrizeTies: {
        PrizeTies.SHARE: "share the place",
        PrizeTies.DECIDE: "the organiser decides before the event is closed",
    },
    MissedRounds: {
        MissedRounds.SETTLED: "count as played, for nothing",
        MissedRounds.UNPLAYED: "count as games that are left",
    },
    Corrections: {
        Corrections.SWAPPED_ONLY: "only a result entered the wrong way round",
        Corrections.REASONED: "any, with the reason of the jury",
    },
    LateEntry: {
        LateEntry.ALLOWED: "are taken",
        LateEntry.OVERRIDE: "are taken if the organiser gives a reason",
        LateEntry.REFUSED: "are not taken",
    },
    TablePoints: {
        TablePoints.BEATEN: "a match point for each opponent beaten",
        TablePoints.WINNER: "one match point for the winner",
    },
    ScalpRule: {
        ScalpRule.BY_DATE: "as the ranking rules say on the day of the event",
        ScalpRule.PLAIN: "the opponent’s rating ±50",
        ScalpRule.OVER_FIFTY: "the opponent’s rating ±50; the own one where a favourite by more than 50 wins",
    },
    TeamScoring: {TeamScoring.SUM: "the sum of the members", TeamScoring.MEAN: "the mean of the members"},
    Incomplete: {
        Incomplete.AS_IS: "has the sum of those who are there",
        Incomplete.PER_GAME_MEAN: "all teams are compared by the mean per game",
    },
}
"""The words for a choice among few."""
YES_NO: Mapping[str, tuple[str, str]] = {
    "team.exclude_internal_games": ("they count for neither", "they count"),
}
"""Where yes and no would not be an answer: what is said instead."""
NOTHING: Mapping[str, str] = {
    "turn_seconds": "not limited",
    "entry.deadline": "no deadline",
    "entry.announce_by": "no day fixed",
    "team.size": "no teams",
    "team.best": "all members",
}
"""What it means that a setting has no value; elsewhere it has not been chosen yet."""
READINGS: Mapping[str, str] = {
    "S32": "Half is rounded up; earlier forfeits count with the points given for them.",
    "S46": "The documents do not say how a school is scored, who of one school may meet, and what becomes of ties.",
    "S47": "The documents ask for a deadline and for times to be announced, and leave the details to the organiser.",
    "S80": "No document names the system, the number of rounds or the order of the classification: the organiser chooses.",
}
"""What is open where a setting rests on our reading of a gap (docs/decisions/0011)."""


def name_of_setting(name: str) -> str:
    """What a setting is called."""
    return text(SETTINGS[name])


def value_in_words(state: Tournament, name: str, setting: Setting[Any]) -> str:
    """What the value of a setting means, for whoever reads it on paper."""
    value = setting.value
    if value is None:
        return text(NOTHING[name]) if name in NOTHING else text("NOT CHOSEN YET")
    if name in _SPECIAL:
        return _SPECIAL[name](state)
    if isinstance(value, bool):
        yes, no = YES_NO.get(name, ("yes", "no"))
        return text(yes) if value else text(no)
    if isinstance(value, date):
        return day(value)
    for kind, words in CHOICES.items():
        if isinstance(value, kind):
            return text(words[value])
    return str(value)


def basis(identifier: str) -> str:
    """What a setting rests on: the clause with our wording of it, or the number of our reading of a gap."""
    if identifier in READINGS:
        return text("reading {name}", name=identifier)
    return f"{identifier}: {clause(identifier).wording(language())}"


def readings(settings: Settings) -> str:
    """What is open where a setting rests on a reading."""
    used = sorted({setting.clause for _, setting in listed(settings)} & READINGS.keys())
    return " ".join(f"{text('Reading {name}', name=name)}: {text(READINGS[name])}" for name in used)


def ties_in_words(state: Tournament) -> str:
    """What equal scores in a game mean (S13)."""
    return text("a draw") if state.settings.has_draws else text("the better last word wins")


def plan_in_words(state: Tournament) -> str:
    """The plan, round by round; while the number of rounds is open, as it was written."""
    plan = state.settings.plan.chosen
    try:
        systems = plan_of(plan, state.rounds_planned)
    except PlanError:
        return ", ".join(_stage(word) for word in plan.split())
    stages = []
    first = 1
    for system, group in groupby(systems):
        last = first + len(list(group)) - 1
        stages.append(_span(first, last, text(SYSTEMS[system])))
        first = last + 1
    return "; ".join(stages)


def _stage(word: str) -> str:
    name, colon, rounds = word.partition(":")
    said = text(SYSTEMS[System(name)])
    return f"{said} ({count('{n} round', '{n} rounds', int(rounds))})" if colon else said


def _span(first: int, last: int, system: str) -> str:
    if first == last:
        return text("round {first}: {system}", first=first, system=system)
    return text("rounds {first}–{last}: {system}", first=first, last=last, system=system)


def _divisions(state: Tournament) -> str:
    return ", ".join(filter(None, state.settings.divisions.chosen)) or text("only one")


def _minutes(state: Tournament) -> str:
    return count("{n} minute", "{n} minutes", state.settings.minutes.chosen)


def _turn(state: Tournament) -> str:
    return count("{n} second", "{n} seconds", state.settings.turn_seconds.chosen)


def _best(state: Tournament) -> str:
    return count("{n} best", "{n} best ones", state.settings.team.best.chosen)


_SPECIAL: Mapping[str, Callable[[Tournament], str]] = {
    "rulebook": lambda state: rulebook(state.settings.rulebook.chosen).title,
    "plan": plan_in_words,
    "divisions": _divisions,
    "minutes": _minutes,
    "turn_seconds": _turn,
    "keys": lambda state: told(state.settings.keys.chosen),
    "team.keys": lambda state: told_of_teams(state.settings.team.keys.chosen),
    "team.best": _best,
    "bye.half_points": lambda state: halves(state.settings.bye.half_points.chosen),
}


def all_sentences() -> Iterable[str]:
    """Every sentence of the tables above, for the test of the catalogue."""
    yield from (*NOTHING.values(), *READINGS.values())
    yield from (word for words in CHOICES.values() for word in words.values())
    yield from (word for pair in YES_NO.values() for word in pair)
