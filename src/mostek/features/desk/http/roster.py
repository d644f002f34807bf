"""The roster that the desk in a browser works on: people with all their details, teams, rules for pairs, ties, prizes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from litestar.params import FromPath

from mostek.app.help import Help
from mostek.app.tournament_roles import SEES_ALL
from mostek.features.desk.http.roster_bodies import (
    PairingChoice,
    PairRuleRow,
    Roster,
    RosterPerson,
    RosterTeam,
    SharedPlace,
)
from mostek.messages import language
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import official
from mostek.tournament.entrants import Team
from mostek.tournament.matches import fielded, plays_matches
from mostek.tournament.pairing.system import systems
from mostek.tournament.pairing.values import Pair
from mostek.tournament.pending import is_complete
from mostek.tournament.standings import standings_of
from mostek.tournament.state import PairRule, Tournament

routes = Routes("/api/tournaments/{id:str}", tag="tournaments")
"""It is for officials who see all, and its answer costs milliseconds."""


@routes.get("/roster", help=Help.NONE, refuses=(401, 403, 404))
async def show_roster(services: WithServices, person: Asking, id: FromPath[str]) -> Roster:
    """Everybody with all details that can be amended, teams, rules for pairs, places that are shared, and prizes."""
    found = await official(services, id, person, SEES_ALL)
    return await asyncio.to_thread(_roster, found.session.state, found.session.n)


def _roster(state: Tournament, n: int) -> Roster:
    settings = state.settings
    return Roster(
        n=n,
        people=tuple(
            RosterPerson(
                number=each.number,
                person=each.person,
                division=each.division,
                team=each.team,
                board=each.board,
                channel=each.channel,
                entered_on=each.entered_on.isoformat(),
                override=each.override,
            )
            for each in state.entrants.values()
        ),
        teams=tuple(_team(state, each) for each in state.teams.values()),
        team_size=settings.team.size.value,
        line_ups=plays_matches(state),
        rules=tuple(_rule(pair, rule) for pair, rule in state.pair_rules.items()),
        shared=tuple(_shared(state)),
        prizes=state.prizes,
        signatures=settings.results.signatures.chosen,
        systems=tuple(
            PairingChoice(name, getattr(each, language())) for name, each in systems().items() if not each.laid_out
        ),
    )


def _rule(pair: Pair, rule: PairRule) -> PairRuleRow:
    first, second = sorted(pair)
    return PairRuleRow((first, second), rule)


def _team(state: Tournament, team: Team) -> RosterTeam:
    return RosterTeam(
        name=team.name,
        division=team.division,
        contact=team.contact,
        members=team.members,
        confirmed=team.confirmed,
        complete=is_complete(state, team),
        line_up=team.line_up,
        playing=fielded(state, team) if plays_matches(state) else (),
    )


def _shared(state: Tournament) -> Iterator[SharedPlace]:
    """The places of which the desk does not know who stands before whom (S46)."""
    for name in state.divisions:
        by_place: dict[int, list[int]] = {}
        for standing in standings_of(state, name):
            if standing.place is not None and standing.games:
                by_place.setdefault(standing.place, []).append(standing.number)
        for place, numbers in by_place.items():
            if len(numbers) > 1:
                yield SharedPlace(name, place, tuple(numbers))
