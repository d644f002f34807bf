"""From an event to the task of pairing its next round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import takewhile

from mostek.tournament.classification import Standing
from mostek.tournament.credits import Credit, CreditKind
from mostek.tournament.pairing.values import Contender, PairingTask, System
from mostek.tournament.reckoning import credits_of
from mostek.tournament.standings import classified
from mostek.tournament.state import Division, PairRule, Round, Tournament


def task_of(
    state: Tournament,
    division: str,
    system: System,
    seed: str,
    tables: tuple[tuple[int, ...], ...] = (),
) -> PairingTask:
    """What is to be paired: who is present, in the order of the standings or of seeding, and what the director has said."""
    there = state.divisions[division]
    settings = state.settings
    circle = _circle(there) if system is System.ROUND_ROBIN else ()
    field = field_of(state, there)
    return PairingTask(
        system=system,
        round=len(circle) + 1 if system is System.ROUND_ROBIN else len(there.rounds) + 1,
        contenders=contenders(state, division),
        seed=seed,
        field=_seats_of(circle[0], field) if circle else field,
        teammates=settings.teammates.chosen,
        starters=settings.starters.chosen,
        forced=_pairs(state, PairRule.FORCED, division),
        forbidden=_pairs(state, PairRule.FORBIDDEN, division),
        tables=tables,
        byes_allowed=settings.bye.allowed.chosen,
        table_size=settings.table.size.chosen,
    )


def contenders(state: Tournament, division: str) -> tuple[Contender, ...]:
    """Who is present, the best first; equals stand in the order of seeding."""
    credits = credits_of(state, division)
    seeding = {number: place for place, number in enumerate(field_of(state, state.divisions[division]))}
    present = [each for each in classified(state, division, credits) if state.entrants[each.number].is_present]
    present.sort(key=lambda each: (each.place or len(state.entrants) + 1, seeding[each.number]))
    return tuple(_contender(state, standing, credits.get(standing.number, ())) for standing in present)


def field_of(state: Tournament, division: Division) -> tuple[int, ...]:
    """The order of seeding: by rating, equals by starting number; whoever came after it was fixed stands behind.

    Who has entered and never came is not in it: a round robin would keep a place in the circle for them.
    """
    fixed = set(division.field)
    new = [each for each in state.entrants_of(division.name) if each.is_present and each.number not in fixed]
    new.sort(key=lambda entrant: (-entrant.person.rating, entrant.number))
    return (*division.field, *(entrant.number for entrant in new))


def _circle(division: Division) -> tuple[Round, ...]:
    """The rounds of the round robin that is being played: the last ones in a row that were paired so."""
    last = division.rounds[::-1]
    return tuple(takewhile(lambda played: played.system is System.ROUND_ROBIN, last))[::-1]


def _seats_of(first: Round, field: tuple[int, ...]) -> tuple[int, ...]:
    """The places of the circle as they were in its first round; with an odd number a latecomer takes the empty one."""
    there = {number for table in (*(table.players for table in first.tables), first.byes) for number in table}
    seats = tuple(number for number in field if number in there)
    late = tuple(number for number in field if number not in there and number not in first.missed)
    return seats + late[: len(seats) % 2]


def _contender(state: Tournament, standing: Standing, credits: Iterable[Credit]) -> Contender:
    entrant = state.entrants[standing.number]
    met: Counter[int] = Counter()
    starts = games = byes = 0
    for credit in credits:
        if credit.opponents:
            met.update(credit.opponents)
            games += 1
            starts += credit.starts
        byes += credit.kind is CreditKind.BYE or (credit.kind is CreditKind.FORFEIT and credit.half_points > 0)
    return Contender(
        number=standing.number,
        half_points=standing.half_points,
        met=met,
        starts=starts,
        games=games,
        byes=byes,
        team=entrant.team,
        board=entrant.board,
    )


def _pairs(state: Tournament, rule: PairRule, division: str) -> frozenset[frozenset[int]]:
    return frozenset(
        pair
        for pair, said in state.pair_rules.items()
        if said is rule and all(state.entrants[number].division == division for number in pair)
    )
