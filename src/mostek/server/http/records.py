"""The endpoints for the files of a game: record, log, score sheet, and the proof of its random draws."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated, Any, TypeAlias

from litestar import Response
from litestar.params import FromPath, QueryParameter

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableError, TableFault, TableStatus
from mostek.app.users import User
from mostek.core.players import Role, Seat, Viewer
from mostek.referee.views import sees_everything
from mostek.server.http.bodies import GameProof
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tables import published, table_of
from mostek.store.game_lines import evidence_line, for_everybody, log_of
from mostek.store.game_proof import Known
from mostek.store.games import evidence_of, is_sealed, is_signed, without_names
from mostek.work import kinds

AskedSeat: TypeAlias = Annotated[Seat | None, QueryParameter(name="seat")]
"""The one of my seats that I mean, where people share my device."""


routes = Routes("/api/tables/{id:str}", tag="records", limit=by_both("records"))
"""Reading and verifying a game takes a fraction of a second, so each has a limit."""


@routes.get("/game.gcg", help=Help.NONE, refuses=(404, 409, 422, 429, 503), media_type="text/plain")
async def show_gcg(services: WithServices, jobs: WithJobs, id: FromPath[str]) -> Response[bytes]:
    """The record of a finished game as GCG."""
    table = await finished(services, id)
    data = await jobs.run(kinds.RECORD_GAME, await game_file(services, table))
    return _download(data, "text/plain", f"{id}.gcg")


@routes.get("/game.jsonl", help=Help.NONE, refuses=(404, 409, 422, 429, 503), media_type="application/jsonl")
async def show_log(
    services: WithServices, person: Asking, id: FromPath[str], seat: AskedSeat = None
) -> Response[bytes]:
    """The whole log of a finished game; `mostek verify` proves it. Only the arbiter gets the lines for the arbiter."""
    table = await finished(services, id)
    return _download(await game_file(services, table, _viewer(table, person, seat)), "application/jsonl", f"{id}.jsonl")


@routes.get("/sheet", help=Help.NONE, refuses=(404, 409, 422, 429, 503))
async def show_sheet(
    services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str], seat: AskedSeat = None
) -> Response[Any]:
    """The score sheet as I may see it. Spectators of a delayed game get it at the end."""
    table = await table_of(services, id)
    viewer = _viewer(table, person, seat)
    if table.header is None:
        raise TableError(TableFault.NOT_PLAYING)
    if table.status is not TableStatus.OVER and viewer is Role.SPECTATOR and table.proposal.delay:
        raise TableError(TableFault.NOT_OVER)
    data = await game_file(services, table, viewer)
    return Response(await jobs.run(kinds.SHEET_OF_GAME, data, viewer, id), media_type="application/json")


@routes.get("/proof", help=Help.NONE, refuses=(404, 409, 422, 429, 503))
async def show_proof(services: WithServices, jobs: WithJobs, id: FromPath[str]) -> GameProof:
    """The commitment before the first draw, and after the game the seed with the result of the verification."""
    table = await table_of(services, id)
    if table.header is None:
        raise TableError(TableFault.NOT_PLAYING)
    promised = published(table)
    if table.status is not TableStatus.OVER:
        return GameProof(promised, None, None)
    log = await game_file(services, table)
    names = {place.seat: place.name for place in table.places if place.person is not None}
    key = services.key if is_signed(table.header) else None
    known = Known(key=key, result=table.result, names=names if is_sealed(table.header) else None)
    return await services.proofs.of(log, promised, known, jobs)


async def finished(services: Services, id: str) -> LobbyTable:
    """The table of a finished game. Raises `TableError` for another one."""
    table = await table_of(services, id)
    if table.status is not TableStatus.OVER:
        raise TableError(TableFault.NOT_OVER)
    return table


def _viewer(table: LobbyTable, person: User | None, seat: Seat | None) -> Viewer:
    return table.viewer_of(person.id if person is not None else None, seat)


async def game_file(services: Services, table: LobbyTable, viewer: Viewer = Role.SPECTATOR) -> bytes:
    """The file of a game for a person, without the names of people whose data was erased."""
    header = table.header or b""
    rows = await services.database.lines(table.id)
    evidence = await evidence_of(services.database, table.id) if is_sealed(header) else None

    def written() -> bytes:
        data = log_of(header, ((row.asked, row.line) for row in rows))
        shown = data if sees_everything(viewer) else for_everybody(data)
        return without_names(shown, table.places) if evidence is None else shown + evidence_line(evidence)

    return await asyncio.to_thread(written)


def _download(data: bytes, media_type: str, name: str) -> Response[bytes]:
    return Response(data, media_type=media_type, headers=file_headers(name), status_code=HTTPStatus.OK)
