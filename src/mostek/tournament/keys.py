"""By what an event orders its entrants: match points, game points, spread, and what may break the ties that they leave."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from msgspec import Struct

from mostek.tournament.credits import DRAW, WIN, Credit, Credits
from mostek.tournament.outcomes import Outcome, compare
from mostek.tournament.rating.events import scalps_of
from mostek.tournament.rating.rules import ScalpRules
from mostek.tournament.tallies import Tally


class Key(StrEnum):
    """One column of the order; of each the greater value goes first. No document fixes the list (S80), so an event prints it."""

    MATCH_POINTS = "match_points"
    """*Duże punkty*, in halves."""
    GAME_POINTS = "game_points"
    """The sum of the own *małe punkty*."""
    SPREAD = "spread"
    SCALPS = "scalps"
    """The sum of the scalps."""
    HEAD_TO_HEAD = "head_to_head"
    """Match points in halves from the meetings of those who are equal so far, if each of them has met each other equally often;
    else it tells nobody apart. Named twice, it is asked again among those whom it has left equal."""
    BUCHHOLZ = "buchholz"
    """The match points in halves of all opponents, met twice counted twice; byes add nothing."""
    MEDIAN = "median"
    """Buchholz without the highest and the lowest opponent."""
    WINS = "wins"
    """Games won, by forfeit too; byes are none."""
    PLAYED = "played"
    """Games played at a table."""
    RATING = "rating"
    """With which the entrant came."""
    LOTS = "lots"
    """Drawn from the seed and the starting number."""


DEFAULT_KEYS = (Key.MATCH_POINTS, Key.GAME_POINTS, Key.SPREAD)
"""The order of the federation, without an exception in 497 published rows (TOURNAMENTS section 0, S80)."""

_LOTS = 10**12


class Field(Struct, frozen=True):
    """All that the keys are worked out from."""

    tallies: Mapping[int, Tally]
    """Of everybody who has credits, the excluded too: for their opponents their results stand (PFS-7.2e, S33)."""
    credits: Credits
    ratings: Mapping[int, int]
    """In hundredths."""
    seed: str
    scalp_rules: ScalpRules


def lot(seed: str, number: int) -> int:
    """The lot of an entrant: it depends on nothing but the seed and the starting number; the greatest goes first."""
    digest = hashlib.sha256(f"{seed}:{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % _LOTS


def column(key: Key, numbers: Sequence[int], field: Field) -> list[int]:
    """The value of the key for each of these; for head to head among these only."""
    match key:
        case Key.MATCH_POINTS | Key.GAME_POINTS | Key.SPREAD | Key.WINS | Key.PLAYED:
            return [_sums(key, field.tallies[number]) for number in numbers]
        case Key.SCALPS:
            return [_scalps(number, field) for number in numbers]
        case Key.BUCHHOLZ:
            return [sum(_opponents_points(number, field)) for number in numbers]
        case Key.MEDIAN:
            return [sum(sorted(_opponents_points(number, field))[1:-1]) for number in numbers]
        case Key.RATING:
            return [field.ratings[number] for number in numbers]
        case Key.LOTS:
            return [lot(field.seed, number) for number in numbers]
        case Key.HEAD_TO_HEAD:
            return head_to_head(numbers, field.credits)
        case _:
            assert_never(key)


def _sums(key: Key, tally: Tally) -> int:
    match key:
        case Key.MATCH_POINTS:
            return tally.half_points
        case Key.GAME_POINTS:
            return tally.game_points
        case Key.SPREAD:
            return tally.spread
        case Key.WINS:
            return tally.wins
        case _:
            return tally.played


def _scalps(number: int, field: Field) -> int:
    scalps = scalps_of(number, field.credits.get(number, ()), field.ratings, field.scalp_rules)
    return sum(each.scalp for each in scalps)


def _opponents_points(number: int, field: Field) -> list[int]:
    return [
        field.tallies[opponent].half_points
        for credit in field.credits.get(number, ())
        for opponent in credit.opponents
        if opponent in field.tallies
    ]


_OF_OUTCOME = {Outcome.WIN: WIN, Outcome.DRAW: DRAW, Outcome.LOSS: 0}


def head_to_head(numbers: Sequence[int], credits: Credits) -> list[int]:
    """What each has won from the others of this group; nothing for all, unless all have met equally often."""
    group = frozenset(numbers)
    points = dict.fromkeys(numbers, 0)
    meetings: Counter[frozenset[int]] = Counter()
    for number in numbers:
        for credit in credits.get(number, ()):
            for opponent in group.intersection(credit.opponents):
                points[number] += _won_from(opponent, credit, credits)
                meetings[frozenset((number, opponent))] += 1
    everybody_met = len(meetings) == len(numbers) * (len(numbers) - 1) // 2
    equally_often = len(set(meetings.values())) == 1
    return [points[number] for number in numbers] if everybody_met and equally_often else [0] * len(numbers)


def _won_from(opponent: int, credit: Credit, credits: Credits) -> int:
    """At a table of three or four the two scores are compared, since the match points there are of the whole table (A-27)."""
    if len(credit.opponents) == 1:
        return credit.half_points
    theirs = next((each for each in credits.get(opponent, ()) if each.round == credit.round), None)
    return _OF_OUTCOME[compare(credit.own, theirs.own)] if theirs else 0
