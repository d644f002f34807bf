"""The endpoints for statistics of finished games: of a person's own ones, and of those of a tournament."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Annotated, NamedTuple

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableStatus
from mostek.app.online_rounds import OnlineGame
from mostek.app.shown_names import shown_name
from mostek.app.tournament_roles import SEES_ALL
from mostek.engine.review.statistics import PersonStatistics, Statistics
from mostek.features.reviews.feature import (
    COUNTED_GAMES,
    EVENT_STATISTICS,
    EVENT_STATISTICS_FILE,
    OWN_STATISTICS,
    OWN_STATISTICS_FILE,
)
from mostek.features.reviews.model import CountedGame, PlayedGame, StatisticsForm
from mostek.server.http.bodies import Body
from mostek.server.http.game_logs import game_file
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import sent_file
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.http.tournaments.access import Access, official
from mostek.store.round_games import RoundGameStore
from mostek.tournament.limits import LONGEST_NAME

_OWN_GAMES = 60
"""The latest games that count."""
_OWN_AT_ONCE = 6
"""The games that are looked at for one request, if they have no review yet: each takes about a fifth of a second."""
MOST_GAMES = 1200
"""The latest games of a tournament that count: a dozen rounds at a hundred tables."""
_AT_ONCE = 8
"""The games that are looked at for one request: each takes a worker about a fifth of a second."""
_REMEMBERED = 4 * MOST_GAMES
"""The games of all tournaments whose counted part is kept, some three kilobytes each."""


class AskStatistics(Body, frozen=True):
    """Nothing: the games are those of the person who asks."""


class AskStatisticsFile(Body, frozen=True):
    """The form of the statistics as a file."""

    form: StatisticsForm


class OwnStatistics(Struct, frozen=True):
    """The statistics of my latest finished games."""

    games: int
    """The games that count."""
    waiting: int
    """The games that are not looked at yet: ask again."""
    figures: PersonStatistics | None
    """The statistics of a person; `null` without games."""


own_routes = Routes("/api/statistics", tag="reviews", limit=by_both("statistics", "reviews"))


@own_routes.post(help=Help.ENGINE, refuses=(400, 401, 403, 409, 422, 429, 503), operation_id="count_own_games")
async def count_own(
    services: WithServices, person: Asking, jobs: WithJobs, data: JSONBody[AskStatistics]
) -> OwnStatistics:
    """Statistics of my latest finished games on this server. A few games without a review are looked at for each request."""
    of = services.config.data, services.config.database, known(person).id, _OWN_GAMES, _OWN_AT_ONCE
    found, waiting = await jobs.run(OWN_STATISTICS, *of)
    return OwnStatistics(found.games, waiting, found.people[0] if found.people else None)


@own_routes.post(
    "/file",
    help=Help.ENGINE,
    refuses=(400, 401, 403, 409, 422, 429, 503),
    operation_id="export_own_statistics",
    media_type="text/*",
)
async def export_own(
    services: WithServices, person: Asking, jobs: WithJobs, data: JSONBody[AskStatisticsFile]
) -> Response[bytes]:
    """Make a table (CSV) or a page with plots (HTML) of my statistics."""
    of = services.config.data, services.config.database, known(person).id, _OWN_GAMES, _OWN_AT_ONCE
    made = await jobs.run(OWN_STATISTICS_FILE, *of, data.form)
    return statistics_file(made, data.form, "mostek")


def statistics_file(made: bytes, form: StatisticsForm, stem: str) -> Response[bytes]:
    """Statistics as a file with this name before its ending."""
    return sent_file(made, f"text/{form}", f"{stem}.{form}")


class AskEventStatistics(Body, frozen=True):
    """The games that count."""

    division: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None
    """Only this division."""


class AskEventFile(AskEventStatistics, frozen=True):
    """The form of the statistics as a file."""

    form: StatisticsForm = "csv"


class EventStatistics(Struct, frozen=True):
    """The statistics of a tournament, from its finished games on this server."""

    games: int
    """The games that count."""
    waiting: int
    """The games that are not looked at yet: ask again."""
    omitted: int
    """The games without a turn, or that the engine cannot judge."""
    figures: Statistics | None
    """The statistics of all people, named as on the public pages; `null` without games."""


event_routes = Routes(
    "/api/tournaments/{id:str}/statistics",
    tag="tournaments",
    limit=by_both("event statistics", "review_reads"),
    keeps={"figures": lambda _: EventFigures()},
)


@event_routes.post(
    help=Help.ENGINE, refuses=(400, 401, 403, 404, 409, 422, 429, 503), operation_id="count_tournament_games"
)
async def count(
    services: WithServices,
    person: Asking,
    jobs: WithJobs,
    figures: NamedDependency[EventFigures],
    id: FromPath[str],
    data: JSONBody[AskEventStatistics],
) -> EventStatistics:
    """Statistics of the finished games of a tournament. A few games are looked at for each request."""
    access = await official(services, id, person, SEES_ALL)
    found = await figures.of(services, jobs, access, data.division)
    shown = await jobs.run(EVENT_STATISTICS, found.counted)
    return EventStatistics(len(found.counted), found.waiting, found.omitted, shown)


@event_routes.post(
    "/file",
    help=Help.ENGINE,
    refuses=(400, 401, 403, 404, 409, 422, 429, 503),
    operation_id="export_tournament_statistics",
    media_type="text/*",
)
async def export(
    services: WithServices,
    person: Asking,
    jobs: WithJobs,
    figures: NamedDependency[EventFigures],
    id: FromPath[str],
    data: JSONBody[AskEventFile],
) -> Response[bytes]:
    """Make a table (CSV) or a page with plots (HTML) of the statistics of a tournament."""
    access = await official(services, id, person, SEES_ALL)
    found = await figures.of(services, jobs, access, data.division)
    made = await jobs.run(EVENT_STATISTICS_FILE, found.counted, data.form)
    return statistics_file(made, data.form, f"{access.hosted.file}-statistics")


class FoundGames(NamedTuple):
    """The games so far."""

    counted: list[CountedGame]
    waiting: int
    omitted: int


class EventFigures:
    """The counts of the games of tournaments. Those of a finished game stay, because such a game changes no
    more. All games count by static equity, so that people are compared by the same measure.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[str, bytes | None] = OrderedDict()
        """The counted part of each game; `None` for one that cannot be judged."""

    async def of(self, services: Services, jobs: Jobs, access: Access, division: str | None) -> FoundGames:
        """The games of a tournament, or of a division, of which a few more are looked at now."""
        played = await _finished_games(services, access, division)
        new = [game for game in played if game.game not in self._games]
        if new:
            await self._look_at(services, jobs, {game.game: played[game] for game in new[:_AT_ONCE]})
        for game in played:
            if game.game in self._games:
                self._games.move_to_end(game.game)
        while len(self._games) > _REMEMBERED:
            self._games.popitem(last=False)
        names = _names(access)
        counted = [
            CountedGame(part, tuple(names.get(number, str(number)) for number in game.players))
            for game in played
            if (part := self._games.get(game.game)) is not None
        ]
        waiting = len(new[_AT_ONCE:])
        return FoundGames(counted, waiting, len(played) - waiting - len(counted))

    async def _look_at(self, services: Services, jobs: Jobs, tables: Mapping[str, LobbyTable]) -> None:
        games = [
            PlayedGame(table.id, await game_file(services, table), table.proposal.rulebook) for table in tables.values()
        ]
        parts = await jobs.run(COUNTED_GAMES, services.config.data, games)
        self._games.update(zip(tables, parts, strict=True))


async def _finished_games(services: Services, access: Access, division: str | None) -> Mapping[OnlineGame, LobbyTable]:
    """The latest finished games: nothing of a game in progress is counted."""
    games = [
        each
        for each in await RoundGameStore(services.database).of_tournament(access.hosted.id)
        if division in (None, each.place.division)
    ]
    tables = await services.tables.tables([each.game for each in games])
    over = {
        each: tables[each.game]
        for each in games
        if each.game in tables and tables[each.game].status is TableStatus.OVER
    }
    return dict(list(over.items())[-MOST_GAMES:])


def _names(access: Access) -> Mapping[int, str]:
    """The names by starting number, as the public pages show them: a file of statistics is soon passed on."""
    return {
        number: f"{number}. {shown_name(entrant.person, number, access.hosted.audience)}".strip()
        for number, entrant in access.session.state.entrants.items()
    }
