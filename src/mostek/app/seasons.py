"""Results of several tournaments: the ranking list and the Grand Prix, and who is the same person in two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from mostek.tournament.entrants import Person
from mostek.tournament.rating.grand_prix import GRAND_PRIX_2026, GrandPrixRow, Placing, Series, grand_prix
from mostek.tournament.rating.ranking_list import EventResult, RankingList, ranking_list
from mostek.tournament.rating.scalps import rules_on
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import Tournament

Called = Mapping[int, str]
"""By starting number, what a player of one event is called among the players of all."""


def ranking_of(events: Iterable[Tournament], as_of: date) -> RankingList:
    """The ranking list of a day from these events, by the rules of that day."""
    states = list(events)
    reached: dict[str, list[EventResult]] = {}
    for state, called in zip(states, people_of(states), strict=True):
        for division in state.divisions:
            for number, rating in ratings_of(state, division).items():
                result = EventResult(state.starts_on, state.name, rating.scalps, rating.games)
                reached.setdefault(called[number], []).append(result)
    return ranking_list(reached, as_of, rules_on(as_of))


def grand_prix_of(events: Iterable[Tournament], series: Series) -> tuple[GrandPrixRow, ...]:
    """The Grand Prix after these events, by the rules of 2026."""
    states = list(events)
    placings = [_placings(state, called) for state, called in zip(states, people_of(states), strict=True)]
    return grand_prix(placings, series, GRAND_PRIX_2026)


def people_of(events: Sequence[Tournament]) -> tuple[Called, ...]:
    """The names of the players of each event among those of all, so that one name is one person.

    People of one name are one person, unless two of them play in one event. Then the city tells them apart in all events, and
    where it does not, the starting number, which says nothing about other events.
    """
    by_name = _doubled(events, lambda person: person.name)
    by_city = _doubled(events, _with_city)
    return tuple({number: _called(state, number, by_name, by_city) for number in state.entrants} for state in events)


def _doubled(events: Iterable[Tournament], name: Callable[[Person], str]) -> frozenset[str]:
    """The names that two people of one event have."""
    return frozenset(
        said
        for state in events
        for said, times in Counter(name(entrant.person) for entrant in state.entrants.values()).items()
        if times > 1
    )


def _called(state: Tournament, number: int, by_name: frozenset[str], by_city: frozenset[str]) -> str:
    person = state.entrants[number].person
    if person.name not in by_name:
        return person.name
    said = _with_city(person)
    # Of two in one city, or without one, nobody knows which of them came to another event.
    return f"{said}, {state.name}: {number}" if said in by_city else said


def _with_city(person: Person) -> str:
    return f"{person.name} ({person.city})" if person.city else person.name


def _placings(state: Tournament, called: Called) -> list[Placing]:
    return [
        Placing(called[standing.number], standing.place, state.entrants[standing.number].person.rating)
        for division in state.divisions
        for standing in standings_of(state, division)
        if standing.place is not None
    ]
