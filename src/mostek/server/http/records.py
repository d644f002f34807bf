"""The files of a game: its record, its log, its sheet, and the proof of its random draws."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from litestar import Response, Router, get
from litestar.params import FromPath

from mostek.app.people import Person
from mostek.app.records import recorded
from mostek.app.tables import LobbyTable, TableError, TableFault, TableStatus
from mostek.core.players import Role, Viewer
from mostek.documents.score_sheet import score_sheet
from mostek.notation.formats.gcg import from_recorded
from mostek.notation.wire import encode
from mostek.referee.views import sees_everything
from mostek.server.http.bodies import GameProof
from mostek.server.http.middleware import Limits, by_person
from mostek.server.http.problems import problems
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tables import published, table_of
from mostek.store.game_lines import for_everybody, read_lines
from mostek.store.games import without_names


def router(limits: Limits) -> Router:
    """The endpoints, with their limits: reading and proving a game takes a part of a second."""
    return Router(
        "/tables/{id:str}",
        route_handlers=[show_gcg, show_log, show_sheet, show_proof],
        middleware=[by_person("records", limits.records)],
        tags=["records"],
    )


@get("/game.gcg", operation_id="show_gcg", media_type="text/plain", responses=problems(404, 409, 429, 503))
async def show_gcg(services: WithServices, id: FromPath[str]) -> Response[bytes]:
    """The record of a finished game as GCG."""
    table = await _finished(services, id)
    data = await asyncio.to_thread(_gcg, await _lines(services, table))
    return _download(data, "text/plain", f"{id}.gcg")


@get("/game.jsonl", operation_id="show_log", media_type="application/jsonl", responses=problems(404, 409, 429, 503))
async def show_log(services: WithServices, person: Asking, id: FromPath[str]) -> Response[bytes]:
    """The whole log of a finished game; `mostek verify` proves it. Only the arbiter gets the lines for the arbiter."""
    table = await _finished(services, id)
    return _download(await _lines(services, table, _viewer(table, person)), "application/jsonl", f"{id}.jsonl")


@get("/sheet", operation_id="show_sheet", responses=problems(404, 409, 429, 503))
async def show_sheet(services: WithServices, person: Asking, id: FromPath[str]) -> Response[Any]:
    """The score sheet as I may see it. Where spectators see the game later, they get it at the end."""
    table = await table_of(services, id)
    viewer = _viewer(table, person)
    if table.header is None:
        raise TableError(TableFault.NOT_PLAYING)
    if table.status is not TableStatus.OVER and viewer is Role.SPECTATOR and table.proposal.delay:
        raise TableError(TableFault.NOT_OVER)
    data = await _lines(services, table, viewer)

    def sheet() -> bytes:
        contents = read_lines(data)
        return encode(score_sheet(contents.kept.events, viewer, id, contents.head))

    return Response(await asyncio.to_thread(sheet), media_type="application/json")


@get("/proof", operation_id="show_proof", responses=problems(404, 409, 429, 503))
async def show_proof(services: WithServices, id: FromPath[str]) -> GameProof:
    """What was published before the first draw, and after the game the seed with what deciding it again has shown."""
    table = await table_of(services, id)
    if table.header is None:
        raise TableError(TableFault.NOT_PLAYING)
    promised = published(table)
    if table.status is not TableStatus.OVER:
        return GameProof(promised, None, None)
    return await services.proofs.of(await _lines(services, table), promised)


async def _finished(services: Services, id: str) -> LobbyTable:
    table = await table_of(services, id)
    if table.status is not TableStatus.OVER:
        raise TableError(TableFault.NOT_OVER)
    return table


def _viewer(table: LobbyTable, person: Person | None) -> Viewer:
    return table.viewer_of(person.id if person is not None else None)


async def _lines(services: Services, table: LobbyTable, viewer: Viewer = Role.SPECTATOR) -> bytes:
    """The file of a game for a person, without the names of people whose data was erased."""
    rows = await services.database.lines(table.id)

    def written() -> bytes:
        data = (table.header or b"") + b"".join((row.asked or b"") + row.line for row in rows)
        told = data if sees_everything(viewer) else for_everybody(data)
        return without_names(told, table.places)

    return await asyncio.to_thread(written)


def _gcg(data: bytes) -> bytes:
    return from_recorded(recorded(read_lines(data).kept.events)).data


def _download(data: bytes, media_type: str, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media_type, headers=headers, status_code=HTTPStatus.OK)
