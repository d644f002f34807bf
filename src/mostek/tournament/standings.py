"""The classification of an event as it stands, of people and of teams, and its ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mostek.tournament.classification import Competitor, Key, Standing, classify, places_within, podium
from mostek.tournament.credits import CreditKind, Credits
from mostek.tournament.cups import cup_ranks, is_cup
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.ladder import rungs
from mostek.tournament.matches import matches_of, plays_matches, tallies
from mostek.tournament.prize_lists import PrizeList
from mostek.tournament.rating.scalps import EventRating, ScalpRules, event_ratings, rules_on
from mostek.tournament.scoring import credits_of
from mostek.tournament.settings import ScalpRule
from mostek.tournament.state import Tournament
from mostek.tournament.teams import LineUp, TeamPolicy, TeamTable, team_table

PRIZES = 3
"""Places with a prize of their own (SCHOOL-award-1)."""


def standings_of(state: Tournament, division: str, before: int | None = None) -> tuple[Standing, ...]:
    """Classify a division of an event by its settings: those who are present or ever had a round.

    Args:
        state: the tournament.
        division: the name of the division; empty where there is only one.
        before: the number of a round, for the classification as it was before it; by default after all results so far.

    Returns:
        The rows, the first place first.

    Example:
        >>> from datetime import date, datetime
        >>> from mostek.tournament import decide, replay, standings_of
        >>> from mostek.tournament import commands as c
        >>> from mostek.tournament.entrants import Person
        >>> from mostek.tournament.state import Played
        >>> at, day, events = datetime(2026, 11, 21, 10), date(2026, 11, 21), ()
        >>> chosen = {"rounds": 3, "results.signatures": 0}
        >>> for command in (
        ...     c.CreateTournament(at=at, name="Jesień", template="pfs", starts_on=day, seed="s", settings=chosen),
        ...     c.RegisterEntrant(at=at, person=Person(name="Ala")),
        ...     c.RegisterEntrant(at=at, person=Person(name="Ola")),
        ...     c.CheckIn(at=at, numbers=(1, 2)),
        ...     c.PairRound(at=at, tables=((1, 2),)),
        ...     c.EnterResult(at=at, round=1, table=1, result=Played((400, 350))),
        ... ):
        ...     events += decide(replay(events), command)
        >>> [(row.place, row.number, row.half_points, row.spread) for row in standings_of(replay(events), "")]
        [(1, 1, 2, 50), (2, 2, 0, -50)]
    """
    return classified(state, division, credits_of(state, division, before), before)


def keys_of(state: Tournament, division: str) -> tuple[Key, ...]:
    """The keys of a division: as the event has chosen, but a knock-out goes first, once it has begun."""
    keys = state.settings.keys.chosen
    return keys if Key.CUP in keys or not is_cup(state.divisions[division]) else (Key.CUP, *keys)


def classified(state: Tournament, division: str, credits: Credits, before: int | None = None) -> tuple[Standing, ...]:
    """The classification from credits that are there already, of the rounds before one."""
    candidates = [
        Competitor(
            number=entrant.number,
            rating_hundredths=entrant.person.rating,
            excluded=entrant.status is EntrantStatus.EXCLUDED,
        )
        for entrant in state.entrants_of(division)
        if entrant.is_present or any(each.kind is not CreditKind.ABSENT for each in credits.get(entrant.number, ()))
    ]
    own = {candidate.number: credits.get(candidate.number, ()) for candidate in candidates}
    return classify(
        candidates,
        own,
        keys_of(state, division),
        seed=state.seed,
        decided=state.tie_orders,
        scalp_rules=scalp_rules(state),
        ranks={
            Key.CUP: cup_ranks(state, division, credits, before),
            Key.LADDER: _rungs(state, division, credits, before),
        },
    )


def _rungs(state: Tournament, division: str, credits: Credits, before: int | None) -> dict[int, int]:
    """The rungs as `Key.LADDER` counts them, where the classification goes by them."""
    if Key.LADDER not in state.settings.keys.chosen:
        return {}
    order = rungs(state, division, credits, state.divisions[division].field, before)
    return {number: -rung for rung, number in enumerate(order, 1)}


def team_table_of(state: Tournament, division: str) -> TeamTable:
    """Classify the teams of a division by the settings of the event.

    Args:
        state: the tournament.
        division: the name of the division.

    Returns:
        The rows, the first place first, and whether means were compared.

    Source: S46, A-21.

    Example:
        >>> from datetime import date, datetime
        >>> from mostek.tournament import decide, replay, team_table_of
        >>> from mostek.tournament import commands as c
        >>> from mostek.tournament.entrants import Person
        >>> from mostek.tournament.state import Played
        >>> at, day, events = datetime(2026, 11, 21, 10), date(2026, 11, 21), ()
        >>> chosen = {"rounds": 3, "team.size": 2, "results.signatures": 0}
        >>> for command in (
        ...     c.CreateTournament(at=at, name="Jesień", template="pfs", starts_on=day, seed="s", settings=chosen),
        ...     c.RegisterTeam(at=at, name="LO 1", contact="600 100 100"),
        ...     c.RegisterTeam(at=at, name="LO 2", contact="600 200 200"),
        ...     *(
        ...         c.RegisterEntrant(at=at, person=Person(name=f"Gracz {number}"), team=f"LO {number % 2 + 1}")
        ...         for number in range(4)
        ...     ),
        ... ):
        ...     events += decide(replay(events), command)
        >>> [(row.place, row.name, row.half_points) for row in team_table_of(replay(events), "").rows]
        [(1, 'LO 1', 0), (1, 'LO 2', 0)]
    """
    credits = credits_of(state, division)
    standings = classified(state, division, credits)
    seen = {standing.number for standing in standings}
    teams = [
        LineUp(team.name, tuple(number for number in team.members if number in seen))
        for team in state.teams_of(division)
    ]
    matches = tallies(state, matches_of(state, division, credits)) if plays_matches(state) else None
    return team_table(teams, standings, credits, team_policy(state), matches=matches)


def team_policy(state: Tournament) -> TeamPolicy:
    """How the event compares its teams."""
    team = state.settings.team
    return TeamPolicy(
        size=team.size.chosen,
        scoring=team.scoring.chosen,
        best=team.best.value,
        keys=team.keys.chosen,
        incomplete=team.incomplete.chosen,
        exclude_internal_games=team.exclude_internal_games.chosen,
    )


def ratings_of(state: Tournament, division: str) -> Mapping[int, EventRating]:
    """Compute the ratings that the players of a division have reached in the event: scalps by games.

    Args:
        state: the tournament.
        division: the name of the division.

    Returns:
        By starting number, the sum of the scalps, the games in which they were won, and the rating in hundredths.

    Source: PFS rating rules §1.1.

    Example:
        >>> from datetime import date, datetime
        >>> from mostek.tournament import decide, replay, ratings_of
        >>> from mostek.tournament import commands as c
        >>> from mostek.tournament.entrants import Person
        >>> from mostek.tournament.state import Played
        >>> at, day, events = datetime(2026, 11, 21, 10), date(2026, 11, 21), ()
        >>> chosen = {"rounds": 3, "results.signatures": 0}
        >>> for command in (
        ...     c.CreateTournament(at=at, name="Jesień", template="pfs", starts_on=day, seed="s", settings=chosen),
        ...     c.RegisterEntrant(at=at, person=Person(name="Ala")),
        ...     c.RegisterEntrant(at=at, person=Person(name="Ola")),
        ...     c.CheckIn(at=at, numbers=(1, 2)),
        ...     c.PairRound(at=at, tables=((1, 2),)),
        ...     c.EnterResult(at=at, round=1, table=1, result=Played((400, 350))),
        ... ):
        ...     events += decide(replay(events), command)
        >>> {number: each.rating_hundredths for number, each in ratings_of(replay(events), "").items()}
        {1: 15000, 2: 5000}
    """
    rules = scalp_rules(state)
    if not rules:
        return {}
    found = event_ratings(credits_of(state, division), ratings_before(state), rules)
    return {number: rating for number, rating in found.items() if state.entrants[number].division == division}


def ratings_before(state: Tournament) -> dict[int, int]:
    """With what rating everybody came, in hundredths."""
    return {entrant.number: entrant.person.rating for entrant in state.entrants.values()}


def scalp_rules(state: Tournament) -> ScalpRules | None:
    """The scalp rules of the event: by its day, unless the organiser has chosen others; `None` on a scale without scalps."""
    if not state.settings.rating_scale.chosen.bounds.has_scalps:
        return None
    chosen = state.settings.scalps.chosen
    if chosen is ScalpRule.BY_DATE:
        return rules_on(state.starts_on).scalps
    return ScalpRules(over_fifty=chosen is ScalpRule.OVER_FIFTY)


def open_prize_ties(state: Tournament, division: str) -> tuple[tuple[int, ...], ...]:
    """Those who share a place among the prizes, of the division or of a category (S46)."""
    standings = standings_of(state, division)
    by_place: dict[int, list[int]] = {}
    for standing in standings:
        by_place.setdefault(standing.place or 0, []).append(standing.number)
    found = {standing.place for standing in podium(standings, prize_places(state, division))}
    for prizes in state.prizes:
        if prizes.division == division and prizes.category and not prizes.teams:
            found |= _open_in_category(state, prizes, standings)
    return tuple(tuple(numbers) for place, numbers in by_place.items() if place and place in found and len(numbers) > 1)


def prize_places(state: Tournament, division: str) -> int:
    """The number of places of a division with a prize; three, if the organiser has said nothing (SCHOOL-award-1)."""
    named = [len(each.prizes) for each in state.prizes if each.subject == (division, "", False)]
    return max(PRIZES, *named) if named else PRIZES


def members_of(state: Tournament, prizes: PrizeList) -> set[int]:
    """The starting numbers of those among whom a list of prizes is given."""
    everybody = state.entrants_of(prizes.division)
    wanted = prizes.category.casefold()
    return {each.number for each in everybody if not wanted or each.person.category.casefold() == wanted}


def _open_in_category(state: Tournament, prizes: PrizeList, standings: Sequence[Standing]) -> set[int | None]:
    """The places of the division at which members of a category share one of the category's prizes."""
    placed = {each.number: each.place for each in standings}
    winners = podium(places_within(standings, members_of(state, prizes)), len(prizes.prizes))
    counts = Counter(each.place for each in winners)
    return {placed[each.number] for each in winners if counts[each.place] > 1}
