"""Results of several tournaments: the ranking list and the Grand Prix. Equal names are one person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from mostek.tournament.rating.grand_prix import GRAND_PRIX_2026, GrandPrixRow, Placing, Series, grand_prix
from mostek.tournament.rating.ranking_list import EventResult, RankingList, ranking_list
from mostek.tournament.rating.scalps import rules_on
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import Tournament


def ranking_of(events: Iterable[Tournament], as_of: date) -> RankingList:
    """The ranking list of a day from these events, by the rules of that day."""
    reached: dict[str, list[EventResult]] = {}
    for state in events:
        for division in state.divisions:
            for number, rating in ratings_of(state, division).items():
                result = EventResult(state.starts_on, state.name, rating.scalps, rating.games)
                reached.setdefault(state.entrants[number].person.name, []).append(result)
    return ranking_list(reached, as_of, rules_on(as_of))


def grand_prix_of(events: Iterable[Tournament], series: Series) -> tuple[GrandPrixRow, ...]:
    """The Grand Prix after these events, by the rules of 2026."""
    return grand_prix([_placings(state) for state in events], series, GRAND_PRIX_2026)


def _placings(state: Tournament) -> list[Placing]:
    people = {number: entrant.person for number, entrant in state.entrants.items()}
    return [
        Placing(people[standing.number].name, standing.place, people[standing.number].rating)
        for division in state.divisions
        for standing in standings_of(state, division)
        if standing.place is not None
    ]
