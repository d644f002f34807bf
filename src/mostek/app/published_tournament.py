"""A tournament as the public may know it: the same rounds, results and places, and nothing else.

All that is private is taken out once, here. Pages and papers for the public work on the rest, and have no secret that could
slip out. Live changes come from `CardBook`, which names people by the same rules.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from mostek.app.hosted_tournaments import Audience, ShownName
from mostek.app.shown_names import is_named, shown_as, shown_name
from mostek.documents.document import Concealed
from mostek.messages import text
from mostek.tournament.entrants import Channel, Entrant, EntrantStatus, Person, Team
from mostek.tournament.outcomes import counted
from mostek.tournament.state import (
    BothForfeited,
    Division,
    ForfeitCause,
    Forfeited,
    Played,
    Round,
    Table,
    TableResult,
    Tournament,
)


class Published(Struct, frozen=True):
    """The public part of a tournament, in one language."""

    state: Tournament
    """The tournament without reports, penalties, reasons, contacts, check-in, and names that are not for the public."""
    unnamed: frozenset[int]
    """The starting numbers of those who are not named in full."""
    concealed: Concealed
    """The figures that are not shown, because they would name these people. They stay in the state: places rest on them."""


def published(state: Tournament, audience: Audience) -> Published:
    """The tournament as the public may know it, in the current language.

    Args:
        state: the tournament as it is.
        audience: what the host has chosen about names.

    Returns:
        A tournament of which every document and page may be shown, with the ratings and scalps that must be left out.
    """
    unnamed = frozenset(number for number, each in state.entrants.items() if not is_named(each.person, audience))
    # Each field is named: one that is added to a tournament stays private until it is added here.
    shown = Tournament(
        name=state.name,
        city=state.city,
        organisers=state.organisers,
        arbiter=state.arbiter,
        starts_on=state.starts_on,
        ends_on=state.ends_on,
        template=state.template,
        changes=state.changes,
        seed=state.seed,
        edition=state.edition,
        divisions={name: _division(each) for name, each in state.divisions.items()},
        entrants={number: _entrant(state, each, audience) for number, each in state.entrants.items()},
        teams={key: _team(each) for key, each in state.teams.items()},
        tie_orders=state.tie_orders,
        prizes=state.prizes,
        closed_on=state.closed_on,
    )
    return Published(shown, unnamed, Concealed(ratings=unnamed, scalps=_scalps_concealed(state, unnamed)))


def public_name(person: Person, number: int, audience: Audience) -> str:
    """How lists call a player: initials alone would leave two people under one name, so the starting number follows them."""
    match shown_as(person, audience):
        case ShownName.FULL:
            return person.name
        case ShownName.INITIALS:
            return f"{shown_name(person, number, audience)} ({number})"
        case ShownName.NUMBER:
            return text("no. {number}", number=number)


def _entrant(state: Tournament, entrant: Entrant, audience: Audience) -> Entrant:
    person, named = entrant.person, is_named(entrant.person, audience)
    return Entrant(
        number=entrant.number,
        person=Person(
            name=public_name(person, entrant.number, audience),
            first=person.first if named else "",
            last=person.last if named else "",
            city=person.city if named else "",
            club=person.club if named else "",
            category=person.category,
            rating=person.rating,
        ),
        division=entrant.division,
        team=entrant.team,
        board=entrant.board,
        channel=Channel.FILE,
        entered_on=state.starts_on,
        status=_status(state, entrant),
    )


def _status(state: Tournament, entrant: Entrant) -> EntrantStatus:
    """No more than the classification shows: who has checked in before the first round, and who has left, is not public."""
    if entrant.status is EntrantStatus.EXCLUDED:
        return entrant.status
    begun = bool(state.divisions[entrant.division].rounds)
    return EntrantStatus.PRESENT if begun and entrant.is_present else EntrantStatus.ENTERED


def _team(team: Team) -> Team:
    return Team(
        name=team.name,
        division=team.division,
        contact="",
        channel=Channel.FILE,
        entered_on=team.entered_on,
        members=team.members,
        confirmed=True,
    )


def _division(division: Division) -> Division:
    return Division(name=division.name, rounds=tuple(map(_round, division.rounds)), field=division.field)


def _round(played: Round) -> Round:
    return Round(
        number=played.number,
        system=played.system,
        seed=played.seed,
        tables=tuple(map(_table, played.tables)),
        byes=played.byes,
        missed=played.missed,
        paired_at=played.paired_at,
        started_at=played.started_at,
        bracket=played.bracket,
        credits=played.credits,
    )


def _table(table: Table) -> Table:
    return Table(
        number=table.number, players=table.players, result=_result(table), adjourned_until=table.adjourned_until
    )


def _result(table: Table) -> TableResult | None:
    """The result as it counts: without the penalty that is in it, the file or game it comes from, and the reason of a forfeit."""
    match table.result:
        case Played() as played:
            return replace(played, scores=counted(table, played), reference="")
        case Forfeited() as forfeited:
            return Forfeited(forfeited.winner, forfeited.score_now, ForfeitCause.LEFT, forfeited.points)
        case BothForfeited():
            return BothForfeited(ForfeitCause.LEFT)
        case None:
            return None


def _scalps_concealed(state: Tournament, unnamed: frozenset[int]) -> frozenset[int]:
    """A scalp is the opponent's rating and 50 more or less: the scalps of those who have met an unnamed player would show it."""
    if not unnamed:
        return unnamed
    met = {
        player
        for division in state.divisions.values()
        for played in division.rounds
        for table in played.tables
        if unnamed.intersection(table.players)
        for player in table.players
    }
    return unnamed | met
