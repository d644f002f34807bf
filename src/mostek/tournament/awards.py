"""Who gets what at the end: prizes for places, the prize of the winning school, diplomas."""

from __future__ import annotations

from msgspec import Struct

from mostek.tournament.classification import Standing, podium
from mostek.tournament.entrants import Status
from mostek.tournament.standings import PRIZES, standings_of, team_table_of
from mostek.tournament.state import Tournament


class Diplomas(Struct, frozen=True):
    """Everybody who gets a diploma for taking part."""

    people: tuple[int, ...]
    """Starting numbers."""
    schools: tuple[str, ...]


def prizes(state: Tournament, division: str) -> tuple[Standing, ...]:
    """Places I to III of a division (OPEN-award-1, SCHOOL-award-1); who shares a place shares the prize (S46)."""
    return podium(standings_of(state, division), PRIZES)


def winning_schools(state: Tournament, division: str) -> tuple[str, ...]:
    """The school that has won, or several that are equal (SCHOOL-award-2, S46); none where no team has played."""
    if not any(state.teams_of(division)):
        return ()
    return tuple(row.name for row in team_table_of(state, division).rows if row.place == 1 and row.rounds)


def diplomas(state: Tournament, division: str) -> Diplomas:
    """All who took part, and their schools (OPEN-award-2, SCHOOL-award-3); who was excluded did not take part to the end."""
    seated = {
        number
        for played in state.divisions[division].rounds
        for table in (*(table.players for table in played.tables), played.byes)
        for number in table
    }
    people = tuple(
        entrant.number
        for entrant in state.entrants_of(division)
        if entrant.number in seated and entrant.status is not Status.EXCLUDED
    )
    there = set(people)
    schools = tuple(team.name for team in state.teams_of(division) if there.intersection(team.members))
    return Diplomas(people, schools)
