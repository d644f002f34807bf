"""The endpoint for the report on the play of a finished game: for the arbiter of its table, and for nobody else."""

from __future__ import annotations

from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableError, TableFault, TableStatus
from mostek.app.users import User
from mostek.core.players import RULING_ROLES, Role
from mostek.engine.bots import levels
from mostek.features.reviews.awaited import Reviews
from mostek.features.reviews.feature import REPORT_ON_GAME
from mostek.features.reviews.model import LevelReference, PlayerReport
from mostek.messages import explained, language
from mostek.server.http.game_logs import game_file, table_of
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices, known


class FairPlayLevel(Struct, frozen=True):
    """The figures of a level of the bots, with its name in the language of the request."""

    title: str
    measured: LevelReference


class FairPlay(Struct, frozen=True):
    """The report on the play of a finished game, for its arbiter: a hint, never a verdict."""

    players: tuple[PlayerReport, ...]
    uncompared: str | None
    """Why the engine cannot judge the turns, in the language of the request."""
    levels: tuple[FairPlayLevel, ...]
    """The weakest first."""
    fewest: int
    """The number of turns below which no share and no mean is stated."""


routes = Routes("/api/tables/{id:str}", tag="records", limit=by_both("reports"))
"""A report takes a fifth of a second of the processor, so it has a limit."""


@routes.get("/report", help=Help.ENGINE, refuses=(401, 403, 404, 409, 422, 429, 503))
async def show_report(
    services: WithServices, reviews: NamedDependency[Reviews], person: Asking, jobs: WithJobs, id: FromPath[str]
) -> FairPlay:
    """A report on the play in a finished game, for the arbiter of its table alone.

    It is a hint, never a verdict. Players, the host, assistants, recorders and spectators do not get it.
    """
    table = await table_of(services, id)
    _check_arbiter(table, known(person))
    if table.status is not TableStatus.OVER:
        raise TableError(TableFault.NOT_OVER)
    made = await reviews.reports.of(REPORT_ON_GAME, jobs, await game_file(services, table, Role.ARBITER))
    why = None if made.uncompared is None else explained(made.uncompared.sentence, made.uncompared.params)
    names = levels()
    shown = tuple(
        FairPlayLevel(names[each.level].title.text(language()) if each.level in names else each.level, each)
        for each in made.levels
    )
    return FairPlay(made.players, why, shown, made.fewest)


def _check_arbiter(table: LobbyTable, person: User) -> None:
    """Raise `TableError` unless the person rules at the table."""
    if table.acting.get(person.id) not in RULING_ROLES:
        raise TableError(TableFault.NOT_ARBITER)
