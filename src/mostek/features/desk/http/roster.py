"""The roster that the desk in a browser works on: people with all their details, teams, rules for pairs, ties, prizes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from litestar.params import FromPath
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.tournament_roles import SEES_ALL
from mostek.messages import language
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import official
from mostek.tournament.entrants import Channel, Person, Team
from mostek.tournament.matches import fielded, plays_matches
from mostek.tournament.pairing.system import systems
from mostek.tournament.pairing.values import Pair
from mostek.tournament.pending import is_complete
from mostek.tournament.prize_lists import PrizeList
from mostek.tournament.standings import standings_of
from mostek.tournament.state import PairRule, Tournament


class RosterPerson(Struct, frozen=True, kw_only=True):
    """An entrant with everything that can be amended."""

    number: int
    person: Person
    division: str
    team: str
    board: int
    channel: Channel
    entered_on: str
    """The day of the entry."""
    override: str
    """Why an entry after the deadline was taken all the same."""


class RosterTeam(Struct, frozen=True, kw_only=True):
    """A team, and whether it can play."""

    name: str
    division: str
    contact: str
    members: tuple[int, ...]
    """In the order of the line-up."""
    confirmed: bool
    complete: bool
    """Whether it has as many members as the event says."""
    line_up: tuple[int, ...]
    """Who plays the next matches, as the captain has said."""
    playing: tuple[int, ...]
    """Who would play the next match, from board 1."""


class PairRuleRow(Struct, frozen=True):
    """Two people who must meet in the next round, or never."""

    pair: tuple[int, int]
    rule: PairRule


class SharedPlace(Struct, frozen=True):
    """People who are equal by every key of the event."""

    division: str
    place: int
    numbers: tuple[int, ...]


class PairingChoice(Struct, frozen=True):
    """A system by which the director may pair the next round instead of the planned one."""

    name: str
    title: str


class Roster(Struct, frozen=True, kw_only=True):
    """People, teams, rules for pairs, shared places and prizes of an event."""

    n: int
    people: tuple[RosterPerson, ...]
    teams: tuple[RosterTeam, ...]
    team_size: int | None
    """The members of a team; `None` where no teams play."""
    line_ups: bool
    """Whether teams play matches with line-ups."""
    rules: tuple[PairRuleRow, ...]
    shared: tuple[SharedPlace, ...]
    prizes: tuple[PrizeList, ...]
    signatures: int
    """How many players must have signed a slip."""
    systems: tuple[PairingChoice, ...]
    """The systems of pairing that there are."""


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
