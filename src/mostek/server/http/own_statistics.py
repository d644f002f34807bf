"""The endpoints for statistics of a person's own finished games. They are for that person alone."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from litestar import Response, Router, post
from litestar.params import JSONBody
from msgspec import Struct, structs

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableStatus
from mostek.core.players import Seat
from mostek.documents.review.statistics_page import statistics_page
from mostek.documents.review.statistics_table import statistics_csv
from mostek.engine.review import Depth, GameReview
from mostek.engine.review.statistics import Statistics, TimedReview, statistics
from mostek.messages import text
from mostek.server.http.bodies import Body
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import RequestRefused, problems
from mostek.server.http.reviews import busy, named, wanted_table
from mostek.server.http.sent_files import sent_file
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.review_queue import ReviewsFullError

_GAMES = 60
"""The latest games that count."""
_AT_ONCE = 6
"""The games that are looked at for one request, if they have no review yet: each takes about a fifth of a second."""
Forms = Literal["csv", "html"]


class AskStatistics(Body, frozen=True):
    """Nothing: the games are those of the person who asks."""


class AskStatisticsFile(Body, frozen=True):
    """The form of the statistics as a file."""

    form: Forms


class OwnStatistics(Struct, frozen=True):
    """The statistics of my latest finished games."""

    games: int
    """The games that count."""
    waiting: int
    """The games that are not looked at yet: ask again."""
    figures: Any
    """The statistics of a person; `null` without games. `docs/guide/review.md` tells their form."""


def router(limits: Limits) -> Router:
    """The endpoints with their limits."""
    return Router(
        "/statistics",
        route_handlers=[count_own, export_own],
        middleware=by_both("statistics", limits.reviews),
        tags=["reviews"],
    )


@post(
    "/",
    help=Help.ENGINE,
    operation_id="count_own_games",
    status_code=200,
    responses=problems(400, 401, 403, 409, 429, 503),
)
async def count_own(services: WithServices, person: Asking, data: JSONBody[AskStatistics]) -> OwnStatistics:
    """Statistics of my latest finished games on this server. A few games without a review are looked at for each request."""
    found, waiting = await _own(services, known(person).id)
    return OwnStatistics(found.games, waiting, found.people[0] if found.people else None)


@post(
    "/file",
    help=Help.ENGINE,
    operation_id="export_own_statistics",
    status_code=200,
    media_type="text/*",
    responses=problems(400, 401, 403, 409, 429, 503),
)
async def export_own(services: WithServices, person: Asking, data: JSONBody[AskStatisticsFile]) -> Response[bytes]:
    """Make a table (CSV) or a page with plots (HTML) of my statistics."""
    found, _ = await _own(services, known(person).id)
    return await statistics_file(found, data.form, "mostek")


async def statistics_file(found: Statistics, form: Forms, stem: str) -> Response[bytes]:
    """Statistics as a file with this name before its ending."""
    if form == "csv":
        made, media = await asyncio.to_thread(statistics_csv, found.people), "text/csv"
    else:
        # In the thread of the request: the language of its person belongs to it.
        made, media = statistics_page(found), "text/html"
    return sent_file(made.encode(), media, f"{stem}.{form}")


async def _own(services: Services, person: str) -> tuple[Statistics, int]:
    """The statistics of a person, and the number of games that are not looked at yet."""
    listed = await services.tables.listed(person)
    played = [table for table in listed if table.status is TableStatus.OVER and _seat(table, person)][:_GAMES]
    reviews: list[TimedReview] = []
    looked, waiting = 0, 0
    for table in played:
        try:
            wanted = await wanted_table(services, table, Depth.STATIC)
        except RequestRefused:  # a game without a turn, or from a position
            continue
        data = await services.reviews.best_known(table.id, wanted.task)
        if data is None and looked >= _AT_ONCE:
            waiting += 1
            continue
        if data is None:
            looked += 1
            try:
                data = await services.reviews.first(table.id, wanted.task)
            except ReviewsFullError:
                raise busy() from None
        if data is not None:
            seat = _seat(table, person)
            own = await asyncio.to_thread(_as_own, data, wanted.names, seat)
            reviews.append(TimedReview(own, wanted.times))
    found = await asyncio.to_thread(statistics, reviews, str)
    mine = tuple(structs.replace(each, name=text("my games")) for each in found.people if each.name == _ME)
    return structs.replace(found, people=mine, all=None), waiting


def _seat(table: LobbyTable, person: str) -> Seat | None:
    """The one seat of a person; a person who played all sides on one device has no statistics from it."""
    seats = [place.seat for place in table.places if place.person == person]
    return seats[0] if len(seats) == 1 else None


def _as_own(data: bytes, names: tuple[str, ...], seat: Seat | None) -> GameReview:
    """A review in which the person has a name that no other player can have."""
    review = named(data, names)
    players = tuple(structs.replace(each, name=_ME) if each.seat == seat else each for each in review.players)
    return structs.replace(review, players=players)


_ME = "\0"
