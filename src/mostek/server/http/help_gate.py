"""The one place where people who play are refused help. Each route declares what help it may give (decision 46).

A game closes help to its players if another person plays in it or if it is a game of a tournament. A round in a hall closes it to
the browser that has shown a player's own page. Games against bots alone close nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from datetime import timedelta
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.handlers import BaseRouteHandler
from litestar.routes import BaseRoute, HTTPRoute
from litestar.types import Message, Scope

from mostek.app.help import Help, UndeclaredHelpError, grant
from mostek.app.hosted_tournaments import HostingError
from mostek.app.lobby import LobbyTable, TableStatus
from mostek.app.player_codes import PlayerCode, read_code
from mostek.app.ports import LogError
from mostek.app.tournaments import hall_time
from mostek.app.users import User
from mostek.core.players import Seat
from mostek.messages import text
from mostek.server.config import Config
from mostek.server.http.problems import RequestRefused, RunningGame
from mostek.server.http.services import Services
from mostek.server.http.tournaments.access import Access, player
from mostek.server.sessions import visitor

PLAYS_COOKIE = "mostek_plays"
"""The cookie with the games that this browser plays besides those of its session: codes of players, and seats of an account that
was logged out."""
_MARKS = 4
"""The games that a browser is linked to: a family may share it."""
_LONGEST = 300
_LINKED = 6 * 60 * 60
"""The seconds for which a browser is linked to a game without having shown it again."""
_ROUND = timedelta(hours=12)
"""How long a round in a hall lasts at the most; after that its table without a result closes nothing."""
_ANY = "*"
_PAGES = ("/api/players/", "/me/")
_OPEN_TO_PLAYERS = frozenset({Help.NONE, Help.REFEREE})
Connection = ASGIConnection[Any, Any, Any, Any]


class _Running(NamedTuple):
    """A game that closes help, and what an official may do during it."""

    sentence: str
    game: RunningGame
    excuses: str | None = None
    """The tournament in which the person may give verdicts all the same (PFS-4.4.2d), or `_ANY`."""


def declared_help(handler: BaseRouteHandler) -> Help:
    """The help that a route declares. Raises `UndeclaredHelpError` for one that declares none."""
    help = handler.opt.get("help")
    if not isinstance(help, Help):
        raise UndeclaredHelpError(f"{handler} declares no help")
    return help


def check_declared(routes: Iterable[BaseRoute]) -> None:
    """Check that each route of ours declares its help, so that a server with another one does not start.

    Raises:
        UndeclaredHelpError: for the first that declares none.

    """
    for route in routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if not _is_of_litestar(handler):
                declared_help(handler)


async def check_help(connection: Connection, handler: BaseRouteHandler) -> None:
    """Grant a request the help that its route declares, or refuse a person who plays. A guard of all routes."""
    if _is_of_litestar(handler):
        return grant(Help.NONE)
    help = declared_help(handler)
    grant(help)
    if help in _OPEN_TO_PLAYERS:
        return
    event = str(connection.path_params.get("id")) if help is Help.OFFICE else None
    async for running in _running(connection, connection.app.state.services):
        if event is None or running.excuses not in (event, _ANY):
            raise _refused(running, help)


async def running_game(connection: Connection, services: Services) -> RunningGame | None:
    """The game that closes help to the person of a request, or to their browser."""
    async for running in _running(connection, services):
        return running.game
    return None


async def left_games_cookie(connection: Connection, services: Services, person: User) -> Cookie | None:
    """The cookie for a browser whose account is logged out during a game to which it can come back."""
    if person.login is None:
        return None  # a guest cannot come back
    tables = await services.tables.games_with_people(person.id)
    marks = [f"{table.id}.{int(seat)}" for table in tables for seat in table.seats_of(person.id)]
    return _cookie([*marks, *_marks(connection)], services.config) if marks else None


def linking_players(config: Config) -> Callable[[Message, Scope], Awaitable[None]]:
    """A hook that links a browser to the player whose own page it has got, by the code."""

    async def link(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start" or message["status"] != HTTPStatus.OK:
            return
        prefix = next((each for each in _PAGES if scope["path"].startswith(each)), None)
        code = None if prefix is None else scope["path"][len(prefix) :].split("/")[0]
        if code and read_code(code) is not None:
            message.setdefault("headers", [])
            cookie = _cookie([code, *_marks(ASGIConnection(scope))], config)
            MutableScopeHeaders.from_message(message).add("set-cookie", cookie.to_header(header=""))

    return link


async def _running(connection: Connection, services: Services) -> AsyncIterator[_Running]:
    """The games that close help to a request: those of its person, then those to which its browser is linked."""
    person = visitor(connection)
    for table in () if person is None else await services.tables.games_with_people(person.id):
        for seat in table.seats_of(person.id if person is not None else None):
            if (found := await _seat(services, table, seat)) is not None:
                yield found
    for mark in _marks(connection):
        name, dot, number = mark.partition(".")
        code = read_code(mark)
        found = None
        if dot:
            found = await _left_seat(services, name, number)
        elif code is not None:
            found = await _round(services, mark, code)
        if found is not None:
            yield found


async def _seat(services: Services, table: LobbyTable, seat: Seat) -> _Running | None:
    seated = await services.seat_in_play(table, seat)
    if seated is None:
        return None
    game = RunningGame(table.id, f"/t/{table.id}", seated.ways)
    return _Running(_IN_A_GAME, game, _ANY if seated.on_duty else None)


async def _left_seat(services: Services, name: str, number: str) -> _Running | None:
    table = await services.tables.get(name)
    if table is None or table.status is not TableStatus.PLAYING:
        return None
    mine = next((place.seat for place in table.people if str(int(place.seat)) == number and place.person), None)
    has_others = bool(table.proposal.tournament) or len(table.people) > 1
    return await _seat(services, table, mine) if mine is not None and has_others else None


async def _round(services: Services, code: str, read: PlayerCode) -> _Running | None:
    """The table of a player in a hall, from the start of the round until it has its result."""
    try:
        found = await player(services, code)
    except (HostingError, LogError):
        return None
    if not _plays(found, read.number):
        return None
    ways = (text("Report your result"),)
    game = RunningGame(read.tournament, f"/me/{code}", ways)
    # The server does not see the clock of a hall, which stands while a playing official decides elsewhere (PFS-4.4.2d).
    return _Running(_IN_A_ROUND, game, read.tournament)


def _plays(found: Access, number: int) -> bool:
    state = found.session.state
    played = state.divisions[state.entrants[number].division].current
    if played is None or played.started_at is None or hall_time() - played.started_at > _ROUND:
        return False
    table = played.table_of(number)
    return table is not None and table.result is None


def _refused(running: _Running, help: Help) -> RequestRefused:
    sentence = _DUTY if help is Help.OFFICE else running.sentence
    refusal = RequestRefused(HTTPStatus.CONFLICT, "playing", sentence)
    refusal.game = running.game
    return refusal


def _marks(connection: Connection) -> list[str]:
    value = connection.cookies.get(PLAYS_COOKIE, "")
    return [mark for mark in value.split("~") if mark][:_MARKS] if len(value) <= _LONGEST and value.isascii() else []


def _cookie(marks: Iterable[str], config: Config) -> Cookie:
    value = "~".join(list(dict.fromkeys(marks))[:_MARKS])
    return Cookie(PLAYS_COOKIE, value=value, max_age=_LINKED, httponly=True, samesite="lax", secure=config.secure)


def _is_of_litestar(handler: BaseRouteHandler) -> bool:
    """Whether a route is one that Litestar adds: answers to OPTIONS, and the description of the interface."""
    return handler.fn.__module__.partition(".")[0] == "litestar"


_IN_A_GAME = "You are playing with other people. Words, analysis and reviews are open again when that game is over."
_IN_A_ROUND = "Your round is being played. Words, analysis and reviews are open again when your table has its result."
_DUTY = "You are playing yourself. You give verdicts after your game, or while your clock stands for a dispute at another table."
