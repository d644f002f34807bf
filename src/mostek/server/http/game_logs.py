"""The table of a request, and the log of its game, for all who need a game that was played at a table."""

from __future__ import annotations

import asyncio

from mostek.app.lobby import (
    LobbyTable,
    TableError,
    TableFault,
    TableStatus,
)
from mostek.core.players import Role, Viewer
from mostek.referee.views import sees_everything
from mostek.server.http.services import Services
from mostek.store.game_lines import evidence_line, for_everybody, log_of
from mostek.store.games import evidence_of, is_sealed, without_names


async def table_of(services: Services, id: str) -> LobbyTable:
    """The table of that name. Raises `TableError`."""
    table = await services.tables.get(id)
    if table is None:
        raise TableError(TableFault.UNKNOWN)
    return table


async def finished(services: Services, id: str) -> LobbyTable:
    """The table of a finished game. Raises `TableError` for another one."""
    table = await table_of(services, id)
    if table.status is not TableStatus.OVER:
        raise TableError(TableFault.NOT_OVER)
    return table


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
