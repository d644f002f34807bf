"""Results of several tournaments: the ranking list and the Grand Prix, and who is the same person in two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime

from mostek.tournament.commands import CreateTournament, RegisterEntrant, Request
from mostek.tournament.entrants import Channel, Person
from mostek.tournament.rating.grand_prix import GRAND_PRIX_2026, GrandPrixRow, Placing, Series, grand_prix
from mostek.tournament.rating.league import Evening, League, LeaguePlace, LeagueRules, Player, league
from mostek.tournament.rating.ranking_list import EventResult, RankingList, ranking_list
from mostek.tournament.rating.scalps import rules_on
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import Tournament

Called = Mapping[int, str]
"""By starting number, what a player of one event is called among the players of all."""
OF_ONE_DAY = frozenset({"entry.deadline", "entry.announce_by"})
"""Settings that the next evening does not take over."""
MOST_GROUPS = 26
"""Groups of a league are named by letters where the last evening has no names for them."""


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
        name_
        for state in events
        for name_, times in Counter(name(entrant.person) for entrant in state.entrants.values()).items()
        if times > 1
    )


def _called(state: Tournament, number: int, by_name: frozenset[str], by_city: frozenset[str]) -> str:
    person = state.entrants[number].person
    if person.name not in by_name:
        return person.name
    called = _with_city(person)
    # Of two in one city, or without one, nobody knows which of them came to another event.
    return f"{called}, {state.name}: {number}" if called in by_city else called


def _with_city(person: Person) -> str:
    return f"{person.name} ({person.city})" if person.city else person.name


def _placings(state: Tournament, called: Called) -> list[Placing]:
    return [
        Placing(called[standing.number], standing.place, state.entrants[standing.number].person.rating)
        for division in state.divisions
        for standing in standings_of(state, division)
        if standing.place is not None
    ]


def rules_of_league(state: Tournament) -> LeagueRules:
    """The rules of the league, as its latest evening has them."""
    setting = state.settings.league
    return LeagueRules(setting.move.chosen, setting.best.value, setting.size.value)


def league_of(evenings: Sequence[Tournament], rules: LeagueRules, away: Collection[Player] = ()) -> League:
    """The season after these evenings, and the groups of the next one without those who are `away`."""
    called = people_of(evenings)
    return league([_evening(state, names) for state, names in zip(evenings, called, strict=True)], rules, away)


def _evening(state: Tournament, called: Called) -> Evening:
    """The groups with anybody who has played; the excluded have no place and do not move."""
    groups = (standings_of(state, division) for division in state.divisions)
    found = [
        tuple(
            LeaguePlace(called[standing.number], standing.place)
            for standing in group
            if standing.place is not None and (standing.games or standing.byes)
        )
        for group in groups
    ]
    return tuple(group for group in found if group)


def group_names(state: Tournament, count: int) -> tuple[str, ...]:
    """The names of so many groups: those of the latest evening, then letters; one group needs no name."""
    own = [name for name in state.divisions if name]
    letters = [chr(ord("A") + index) for index in range(MOST_GROUPS)]
    more = [letter for letter in letters if letter not in own]
    return ("",) if count == 1 and not own else tuple((*own, *more)[:count])


def next_evening(
    evenings: Sequence[Tournament], groups: League, name: str, day: date, seed: str, at: datetime
) -> tuple[Request, ...]:
    """The commands that found the next evening with the settings of the latest one and enter everybody in their group."""
    latest = evenings[-1]
    people = {
        called[number]: entrant.person
        for state, called in zip(evenings, people_of(evenings), strict=True)
        for number, entrant in state.entrants.items()
    }
    names = group_names(latest, len(groups.groups))
    carried = {name: value for name, value in latest.changes.items() if name not in OF_ONE_DAY}
    founding = CreateTournament(
        at=at,
        name=name,
        template=latest.template,
        starts_on=day,
        seed=seed,
        city=latest.city,
        organisers=latest.organisers,
        arbiter=latest.arbiter,
        settings={**carried, "divisions": list(names)},
    )
    entries = [
        RegisterEntrant(at=at, person=people[each.player], division=division, channel=Channel.FILE)
        for division, group in zip(names, groups.groups, strict=True)
        for each in group
    ]
    return (founding, *entries)
