"""The endpoints for the statistics of a tournament from its games on this server. They are for its officials alone."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, structs

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableStatus
from mostek.app.online_rounds import OnlineGame
from mostek.app.shown_names import shown_name
from mostek.app.tournament_roles import SEES_ALL
from mostek.documents.review.statistics_page import MOST_PEOPLE
from mostek.engine.review import Depth
from mostek.engine.review.statistics import Statistics, TimedReview, counted_part, statistics
from mostek.engine.review.values import from_json
from mostek.server.http.bodies import Body
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.own_statistics import Forms, statistics_file
from mostek.server.http.problems import RequestRefused, problems
from mostek.server.http.reviews import busy, wanted_table
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import Access, official
from mostek.server.review_queue import ReviewsFullError
from mostek.tournament.limits import LONGEST_NAME

MOST_GAMES = 1200
"""The latest games of a tournament that count: a dozen rounds at a hundred tables."""
_AT_ONCE = 8
"""The games that are looked at for one request: each takes about a fifth of a second in the process of the reviews."""
_REMEMBERED = 4 * MOST_GAMES
"""The games of all tournaments whose counted part is kept, some three kilobytes each."""


class AskEventStatistics(Body, frozen=True):
    """The games that count."""

    division: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None
    """Only this division."""


class AskEventFile(AskEventStatistics, frozen=True):
    """The form of the statistics as a file."""

    form: Forms = "csv"


class EventStatistics(Struct, frozen=True):
    """The statistics of a tournament, from its finished games on this server."""

    games: int
    """The games that count."""
    waiting: int
    """The games that are not looked at yet: ask again."""
    omitted: int
    """The games without a turn, or that the engine cannot judge."""
    figures: Any
    """The statistics of all people, named as on the public pages; `docs/guide/review.md` tells their form. `null` without
    games."""


def router(limits: Limits) -> Router:
    """The endpoints with their limits."""
    figures = EventFigures()

    async def count(
        services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[AskEventStatistics]
    ) -> EventStatistics:
        """Statistics of the finished games of a tournament. A few games are looked at for each request."""
        found = await figures.of(services, await official(services, id, person, SEES_ALL), data.division)
        return EventStatistics(found.statistics.games, found.waiting, found.omitted, _shown(found.statistics))

    async def export(
        services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[AskEventFile]
    ) -> Response[bytes]:
        """Make a table (CSV) or a page with plots (HTML) of the statistics of a tournament."""
        access = await official(services, id, person, SEES_ALL)
        found = await figures.of(services, access, data.division)
        return await statistics_file(found.statistics, data.form, f"{access.hosted.file}-statistics")

    limit = by_both("event statistics", limits.review_reads)
    return Router(
        "/tournaments/{id:str}/statistics",
        route_handlers=[post("/", help=Help.ENGINE, **_COUNT)(count), post("/file", help=Help.ENGINE, **_FILE)(export)],
        middleware=limit,
        tags=["tournaments"],
    )


class FoundFigures(NamedTuple):
    """The statistics so far."""

    statistics: Statistics
    waiting: int
    omitted: int


class EventFigures:
    """Sums up the games of tournaments, one request at a time. What it knows of a finished game it keeps, because such a game
    changes no more. All games count by static equity, so that people are compared by the same measure.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[str, bytes | None] = OrderedDict()
        """The counted part of each game; `None` for one that cannot be judged."""
        self._lock = asyncio.Lock()

    async def of(self, services: Services, access: Access, division: str | None) -> FoundFigures:
        """The statistics of a tournament, or of a division. Raises `RequestRefused` when the server is busy."""
        played = await _finished_games(services, access, division)
        async with self._lock:
            waiting = 0
            looked = 0
            for game, table in played.items():
                if game.game in self._games:
                    self._games.move_to_end(game.game)
                elif looked == _AT_ONCE:
                    waiting += 1
                else:
                    looked += 1
                    self._games[game.game] = await _counted(services, table)
            while len(self._games) > _REMEMBERED:
                self._games.popitem(last=False)
            parts = [(game, self._games.get(game.game)) for game in played]
            names = _names(access)
            known = [(game, part) for game, part in parts if part is not None]
            summed = await asyncio.to_thread(_summed, known, names)
        return FoundFigures(summed, waiting, len(played) - waiting - len(known))


async def _finished_games(services: Services, access: Access, division: str | None) -> Mapping[OnlineGame, LobbyTable]:
    """The latest finished games: nothing of a game in progress is counted."""
    games = [
        each for each in await services.online.games_of(access.hosted.id) if division in (None, each.place.division)
    ]
    tables = await services.tables.tables([each.game for each in games])
    over = {
        each: tables[each.game]
        for each in games
        if each.game in tables and tables[each.game].status is TableStatus.OVER
    }
    return dict(list(over.items())[-MOST_GAMES:])


async def _counted(services: Services, table: LobbyTable) -> bytes | None:
    """The part of a game that counts, from its review by static equity, which another process makes if it is missing."""
    try:
        wanted = await wanted_table(services, table, Depth.STATIC)
    except RequestRefused:  # a game without a turn, or from a position
        return None
    job = await services.reviews.show(table.id, wanted.task)
    try:
        data = job.data or await services.reviews.first(table.id, wanted.task)
    except ReviewsFullError:
        raise busy() from None
    if data is None:
        return None
    return await asyncio.to_thread(
        lambda: msgspec.msgpack.encode(TimedReview(counted_part(from_json(data)), wanted.times))
    )


def _names(access: Access) -> Mapping[int, str]:
    """The names by starting number, as the public pages show them: a file of statistics is soon passed on."""
    return {
        number: f"{number}. {shown_name(entrant.person, number, access.hosted.audience)}".strip()
        for number, entrant in access.session.state.entrants.items()
    }


def _summed(games: Sequence[tuple[OnlineGame, bytes]], names: Mapping[int, str]) -> Statistics:
    named: list[TimedReview] = []
    for game, part in games:
        review, times = msgspec.msgpack.decode(part, type=TimedReview)
        players = tuple(
            structs.replace(each, name=names.get(number, str(number)))
            for each, number in zip(review.players, game.players, strict=True)
        )
        named.append(TimedReview(structs.replace(review, players=players), times))
    return statistics(named, str)


def _shown(found: Statistics) -> Statistics | None:
    """The part that the page shows: not the words and games of each person."""
    if not found.games:
        return None
    people = tuple(structs.replace(each, words=(), points_of_games=()) for each in found.people[:MOST_PEOPLE])
    everybody = None if found.all is None else structs.replace(found.all, points_of_games=())
    return structs.replace(found, people=people, all=everybody)


_COUNT: dict[str, Any] = {
    "operation_id": "count_tournament_games",
    "status_code": 200,
    "responses": problems(400, 401, 403, 404, 409, 429, 503),
}
_FILE: dict[str, Any] = {
    "operation_id": "export_tournament_statistics",
    "status_code": 200,
    "media_type": "text/*",
    "responses": problems(400, 401, 403, 404, 409, 429, 503),
}
