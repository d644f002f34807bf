"""The classification of an event as it stands, of people and of teams, and its ratings."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.tournament.classification import Candidate, Standing, classify, podium
from mostek.tournament.credits import CreditKind, Credits
from mostek.tournament.entrants import Status
from mostek.tournament.rating.scalps import EventRating, ScalpRules, event_ratings, rules_on
from mostek.tournament.scoring import credits_of
from mostek.tournament.settings import ScalpRule
from mostek.tournament.state import Tournament
from mostek.tournament.teams import Team, TeamPolicy, TeamTable, team_table

PRIZES = 3
"""Places with a prize of their own (SCHOOL-award-1)."""


def standings_of(state: Tournament, division: str, before: int | None = None) -> tuple[Standing, ...]:
    """The classification of a division after all rounds, or as it was before one; of those who ever had a round."""
    return classified(state, division, credits_of(state, division, before))


def classified(state: Tournament, division: str, credits: Credits) -> tuple[Standing, ...]:
    """The classification from credits that are there already."""
    candidates = [
        Candidate(
            number=entrant.number,
            rating_hundredths=entrant.person.rating,
            excluded=entrant.status is Status.EXCLUDED,
        )
        for entrant in state.entrants_of(division)
        if entrant.is_present or any(each.kind is not CreditKind.ABSENT for each in credits.get(entrant.number, ()))
    ]
    own = {candidate.number: credits.get(candidate.number, ()) for candidate in candidates}
    return classify(
        candidates,
        own,
        state.settings.keys.chosen,
        seed=state.seed,
        decided=state.tie_orders,
        scalp_rules=scalp_rules(state),
    )


def team_table_of(state: Tournament, division: str) -> TeamTable:
    """The classification of the teams of a division (S46)."""
    credits = credits_of(state, division)
    standings = classified(state, division, credits)
    seen = {standing.number for standing in standings}
    teams = [
        Team(team.name, tuple(number for number in team.members if number in seen)) for team in state.teams_of(division)
    ]
    return team_table(teams, standings, credits, team_policy(state))


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
    """What everybody reached in this event: scalps by games."""
    credits = credits_of(state, division)
    return event_ratings(credits, ratings_before(state), scalp_rules(state))


def ratings_before(state: Tournament) -> dict[int, int]:
    """With what rating everybody came, in hundredths."""
    return {entrant.number: entrant.person.rating for entrant in state.entrants.values()}


def scalp_rules(state: Tournament) -> ScalpRules:
    """What a game is worth for the ranking: by the day of the event, unless the organiser has chosen otherwise."""
    chosen = state.settings.scalps.chosen
    if chosen is ScalpRule.BY_DATE:
        return rules_on(state.starts_on).scalps
    return ScalpRules(over_fifty=chosen is ScalpRule.OVER_FIFTY)


def open_prize_ties(state: Tournament, division: str) -> tuple[tuple[int, ...], ...]:
    """Those who share a place among the prizes (S46)."""
    by_place: dict[int, list[int]] = {}
    for standing in podium(standings_of(state, division), PRIZES):
        by_place.setdefault(standing.place or 0, []).append(standing.number)
    return tuple(tuple(numbers) for numbers in by_place.values() if len(numbers) > 1)
