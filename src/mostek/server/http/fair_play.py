"""The endpoint for the report on the play of a finished game: for the arbiter of its table, and for nobody else."""

from __future__ import annotations

from litestar import Router, get
from litestar.params import FromPath

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableError, TableFault, TableStatus
from mostek.app.users import User
from mostek.core.players import RULING_ROLES, Role
from mostek.engine.bots import levels
from mostek.messages import explained, language
from mostek.server.http.bodies import FairPlay, FairPlayLevel
from mostek.server.http.game_logs import game_file, table_of
from mostek.server.http.jobs import WithJobs
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import problems
from mostek.server.http.services import Asking, WithServices, known


def router(limits: Limits) -> Router:
    """The endpoint with its rate limit, because a report takes a fifth of a second of the processor."""
    return Router(
        "/tables/{id:str}",
        route_handlers=[show_report],
        middleware=by_both("reports", limits.reports),
        tags=["records"],
    )


@get("/report", help=Help.ENGINE, operation_id="show_report", responses=problems(401, 403, 404, 409, 422, 429, 503))
async def show_report(services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str]) -> FairPlay:
    """A report on the play in a finished game, for the arbiter of its table alone.

    It is a hint, never a verdict. Players, the host, assistants, recorders and spectators do not get it.
    """
    table = await table_of(services, id)
    _check_arbiter(table, known(person))
    if table.status is not TableStatus.OVER:
        raise TableError(TableFault.NOT_OVER)
    made = await services.reports.of(await game_file(services, table, Role.ARBITER), jobs)
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
