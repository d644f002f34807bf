"""The endpoints for rounds online: what the director chooses, the games of the round, and a player's way to the own seat."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from litestar import Response, get
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.lobby import LobbyTable, TableStatus, roles_at
from mostek.app.online_play import OnlinePlay, OnlineTables
from mostek.app.online_rounds import OnlineGame, TablePlace, differs, is_current, name_at, proposal_of, table_at
from mostek.app.tournament_cards import Viewing
from mostek.app.tournament_roles import RULES, SEES_ALL, OfficeRole
from mostek.core.players import RULING_ROLES, Role
from mostek.features.hall.online_rounds import OnlineRounds
from mostek.features.tables.http.cards import live_tables
from mostek.lexicon.library import find
from mostek.live.tournament_session import TournamentSession
from mostek.server.http.limits import by_address
from mostek.server.http.middleware import WebRequest, needs_cookies
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import Access, access, check_here, official, page, player
from mostek.server.http.tournaments.bodies import TournamentPage
from mostek.server.sessions import device_of, session_cookie, speak


class SeatOpened(Struct, frozen=True, kw_only=True):
    """The own seat at a table of the server."""

    game: str
    """The name of the table in the lobby."""
    url: str


class OnlineGameCard(Struct, frozen=True, kw_only=True):
    """The game of a table that is played on the server."""

    division: str
    round: int
    table: int
    players: tuple[int, ...]
    game: str
    url: str
    status: TableStatus
    missing: tuple[int, ...]
    """The starting numbers of who has not opened the own seat yet."""
    scores: tuple[int, ...] | None
    differs: bool
    """Whether the desk has another result than the game."""
    awaits_arbiter: bool
    """Whether the game is over and only the arbiter can say what its end means for the table."""
    arbiters: tuple[str, ...] | None
    """The names of those who decide at this table; `None` where the rulebook has no arbiter."""
    playing_officials: tuple[int, ...]
    """The starting numbers of players who are officials as well, and decide at other tables (PFS-4.4.2d)."""


class OnlineGames(Struct, frozen=True, kw_only=True):
    """The games of a tournament."""

    games: tuple[OnlineGameCard, ...]
    fault: str | None
    """Why a game could not be opened or a result not be entered, the last time."""


if TYPE_CHECKING:
    from mostek.features.hall.http.serving import Hall

_DIRECTOR = (OfficeRole.DIRECTOR,)
_SEATS = 2


def online_rounds(services: Services) -> OnlineRounds:
    """The rounds that are played on the server."""
    return cast("Hall", services.served["hall"]).online


routes = Routes("/api", tag="tournaments")
"""A seat may make a guest, so it counts as one; a hall may share an address."""


@routes.put("/tournaments/{id:str}/online", help=Help.NONE, refuses=(400, 401, 403, 404, 503))
async def choose_online(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[OnlinePlay]
) -> TournamentPage:
    """Choose which tables are played on the server. It holds for tables without a game; games in progress go on."""
    found = await official(services, id, person, _DIRECTOR)
    check_here(found.session)
    if data.tables is not OnlineTables.NONE:
        proposal_of(found.session.state, data, id, _SEATS)
        await asyncio.to_thread(find, data.lexicon)
    await services.hosted.set_online(id, data)
    hosted = await services.hosted.get(id)
    assert hosted is not None, "it was there a moment ago"
    found.session.set_hosted(hosted)
    return page(services, Access(hosted=hosted, session=found.session, office=found.office))


@routes.get(
    "/tournaments/{id:str}/games", help=Help.NONE, refuses=(401, 403, 404, 503), operation_id="list_round_games"
)
async def list_games(services: WithServices, person: Asking, id: FromPath[str]) -> OnlineGames:
    """The games of the current rounds that are played online, and earlier ones whose result is awaited, for officials; each is
    one press away.
    """
    return await _listed(services, await official(services, id, person, SEES_ALL))


async def _listed(services: Services, found: Access) -> OnlineGames:
    id, state = found.hosted.id, found.session.state
    there = [
        each for each in await online_rounds(services).games_of(id) if not each.settled or is_current(state, each.place)
    ]
    tables = await services.tables.tables([each.game for each in there])
    names = {each.person: each.name for each in await services.hosted.offices(id)}
    cards = [_card(services, found.session, each, tables[each.game], names) for each in there if each.game in tables]
    return OnlineGames(games=tuple(cards), fault=online_rounds(services).fault_of(id))


@routes.post(
    "/tournaments/{id:str}/games",
    help=Help.NONE,
    refuses=(401, 403, 404, 409, 503),
    operation_id="open_round_game_again",
)
async def open_again(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[TablePlace]
) -> OnlineGames:
    """Open a game of a table without a result again, after one that is over or cannot go on."""
    found = await official(services, id, person, tuple(RULES))
    check_here(found.session)
    await online_rounds(services).open_again(found.session, data)
    return await _listed(services, found)


def _card(
    services: Services, session: TournamentSession, online: OnlineGame, table: LobbyTable, names: Mapping[str, str]
) -> OnlineGameCard:
    entered = table_at(session.state, online.place)
    result = table.result
    return OnlineGameCard(
        division=online.place.division,
        round=online.place.round,
        table=online.place.table,
        players=online.players,
        game=online.game,
        url=f"{services.config.url}/t/{online.game}",
        status=table.status,
        missing=_missing(online, table),
        scores=tuple(result.final) if result is not None else live_tables(services).sessions.scores(online.game),
        differs=result is not None and entered is not None and differs(online, result, entered.result),
        awaits_arbiter=_awaits_arbiter(services, session, online, table),
        arbiters=_arbiters(table, names),
        playing_officials=tuple(online.players[seat - 1] for seat in table.proposal.officials),
    )


def _arbiters(table: LobbyTable, names: Mapping[str, str]) -> tuple[str, ...] | None:
    """The names, as the event has them, of those who decide at a table; `None` where the rulebook has no arbiter."""
    if Role.ARBITER not in roles_at(table.proposal):
        return None
    return tuple(names.get(each, table.names[each]) for each, role in table.acting.items() if role in RULING_ROLES)


@get("/e/{id:str}/game/{played:int}/{table:int}", help=Help.NONE, include_in_schema=False)
async def follow_game(
    services: WithServices,
    person: Asking,
    id: FromPath[str],
    played: FromPath[int],
    table: FromPath[int],
    division: FromQuery[str] = "",
) -> Redirect:
    """Go to the game of a table; where there is none yet, to the round."""
    try:
        found = await access(services, id, person)
    except HostingError:
        return Redirect(f"/e/{id}")
    may_go = found.viewing is Viewing.OFFICIAL or found.hosted.online.watched
    place = TablePlace(division=division, round=played, table=table)
    game = next((each.game for each in await online_rounds(services).games_of(id) if each.place == place), None)
    return Redirect(f"/t/{game}" if may_go and game is not None else f"/e/{id}/r/{played}")


def _awaits_arbiter(services: Services, session: TournamentSession, online: OnlineGame, table: LobbyTable) -> bool:
    """Whether a game is over, its table has no result, and none comes by itself, so the arbiter decides."""
    entered = table_at(session.state, online.place)
    is_stuck = online.settled or online_rounds(services).fault_of(session.hosted.id) is not None
    return table.status is TableStatus.OVER and is_stuck and entered is not None and entered.result is None


def _missing(online: OnlineGame, table: LobbyTable) -> tuple[int, ...]:
    """The starting numbers of those who have not opened their seats yet."""
    if table.status is not TableStatus.OPEN and not table.proposal.absent:
        return ()
    return tuple(online.players[each.seat - 1] for each in table.places if each.person is None)


@routes.post(
    "/players/{code:str}/seat",
    help=Help.NONE,
    limit=by_address("seats", "commands", times=4),
    refuses=(403, 409, 429, 503),
    operation_id="open_own_seat",
    guards=[needs_cookies],
)
async def _seat(
    request: WebRequest, services: WithServices, person: Asking, code: FromPath[str]
) -> Response[SeatOpened]:
    """Open the own seat in the current round with the player's code. Who has no session becomes a guest by the name that the
    public pages show; another device that opens the seat takes it over.
    """
    found = await player(services, code)
    assert found.number is not None, "the access of a player"
    check_here(found.session)
    cookies = []
    if person is None:
        name = name_at(found.session.state, found.number, found.hosted.audience)
        person, token = await services.people.welcome(name, speak(request), device_of(request))
        cookies = [session_cookie(token, services.config)]
    online = await online_rounds(services).seat(found.session, found.number, person.id)
    if online is None:
        raise HostingError(HostingFault.NOT_ONLINE)
    return Response(SeatOpened(game=online.game, url=f"{services.config.url}/t/{online.game}"), cookies=cookies)
