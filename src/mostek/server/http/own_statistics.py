"""The endpoints for statistics of a person's own finished games. They are for that person alone."""

from __future__ import annotations

from litestar import Response
from litestar.params import JSONBody
from msgspec import Struct

from mostek.app.help import Help
from mostek.engine.review.statistics import PersonStatistics
from mostek.server.http.bodies import Body
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import sent_file
from mostek.server.http.services import Asking, WithServices, known
from mostek.work import kinds
from mostek.work.statistics_values import StatisticsForm

_GAMES = 60
"""The latest games that count."""
_AT_ONCE = 6
"""The games that are looked at for one request, if they have no review yet: each takes about a fifth of a second."""


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


routes = Routes("/api/statistics", tag="reviews", limit=by_both("statistics", "reviews"))


@routes.post(help=Help.ENGINE, refuses=(400, 401, 403, 409, 422, 429, 503), operation_id="count_own_games")
async def count_own(
    services: WithServices, person: Asking, jobs: WithJobs, data: JSONBody[AskStatistics]
) -> OwnStatistics:
    """Statistics of my latest finished games on this server. A few games without a review are looked at for each request."""
    found, waiting = await jobs.run(kinds.OWN_STATISTICS, services.config.data, known(person).id, _GAMES, _AT_ONCE)
    return OwnStatistics(found.games, waiting, found.people[0] if found.people else None)


@routes.post(
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
    of = services.config.data, known(person).id, _GAMES, _AT_ONCE
    made = await jobs.run(kinds.OWN_STATISTICS_FILE, *of, data.form)
    return statistics_file(made, data.form, "mostek")


def statistics_file(made: bytes, form: StatisticsForm, stem: str) -> Response[bytes]:
    """Statistics as a file with this name before its ending."""
    return sent_file(made, f"text/{form}", f"{stem}.{form}")
