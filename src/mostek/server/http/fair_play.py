"""The endpoint for the report on the play of a finished game: for the arbiter of its table, and for nobody else."""

from __future__ import annotations

from litestar import Router, get
from litestar.params import FromPath
from msgspec import UNSET

from mostek.app.lobby import LobbyTable, TableError, TableFault, TableStatus
from mostek.app.users import User
from mostek.core.players import RULING_ROLES
from mostek.engine.bots import levels
from mostek.messages import explained, language
from mostek.server.http.bodies import FairPlay, FairPlayLevel
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import problems
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.http.tables import table_of
from mostek.store.game_lines import evidence_line, log_of, read_header
from mostek.store.games import evidence_of


def router(limits: Limits) -> Router:
    """The endpoint with its rate limit, because a report takes a fifth of a second of the processor."""
    return Router(
        "/tables/{id:str}",
        route_handlers=[show_report],
        middleware=by_both("reports", limits.reports),
        tags=["records"],
    )


@get("/report", operation_id="show_report", responses=problems(401, 403, 404, 409, 429, 503))
async def show_report(services: WithServices, person: Asking, id: FromPath[str]) -> FairPlay:
    """A report on the play in a finished game, for the arbiter of its table alone.

    It is a hint, never a verdict. Players, the host, assistants, recorders and spectators do not get it.
    """
    table = await table_of(services, id)
    _check_arbiter(table, known(person))
    if table.status is not TableStatus.OVER:
        raise TableError(TableFault.NOT_OVER)
    made = await services.reports.of(await _log(services, table))
    why = None if made.uncompared is None else explained(made.uncompared.sentence, made.uncompared.params)
    names = levels()
    told = tuple(
        FairPlayLevel(names[each.level].title.text(language()) if each.level in names else each.level, each)
        for each in made.levels
    )
    return FairPlay(made.players, why, told, made.fewest)


def _check_arbiter(table: LobbyTable, person: User) -> None:
    """Raise `TableError` unless the person rules at the table."""
    if table.acting.get(person.id) not in RULING_ROLES:
        raise TableError(TableFault.NOT_ARBITER)


async def _log(services: Services, table: LobbyTable) -> bytes:
    """The file of a game with the names of its players, as far as nobody was forgotten."""
    header = table.header or b""
    rows = await services.database.lines(table.id)
    is_sealed = read_header(header).sealing is not UNSET
    evidence = evidence_line(await evidence_of(services.database, table.id)) if is_sealed else b""
    return log_of(header, ((row.asked, row.line) for row in rows)) + evidence
