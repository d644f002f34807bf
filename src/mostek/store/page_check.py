"""The check of a database while it is used: everything in it is read in small steps, so that a damaged page is found early."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import structlog
from sqlalchemy import Connection, select

from mostek.app.ports import LogError
from mostek.store.database import Database
from mostek.store.game_lines import log_of, read_lines
from mostek.store.schema import event, metadata, sitting

T = TypeVar("T")
_SHARE = 20
"""A step is followed by a pause of so many times its own length, so that the check takes a twentieth of the time."""

log = structlog.get_logger("mostek.store")


async def check_pages(database: Database, share: int = _SHARE) -> None:
    """Read every table, and every line of every game, and note the damage."""
    parts: dict[str, LogError] = {}
    for table in metadata.tables:
        if table != event.name:  # that is read game by game: it is by far the largest
            found = await _step(database, partial(database.backend.check_table, table=table), share)
            if isinstance(found, LogError):
                parts[table] = found
    games = await _step(database, _games, share)
    for game, header in games if not isinstance(games, LogError) else ():
        found = await _step(database, _lines_of(game, header), share)
        if isinstance(found, LogError) and database.damage.put_aside(game, found):
            log.error("put_aside", game=game, why=str(found))
    if database.damage.set_parts(parts):
        log.error("damaged", parts={name: str(why) for name, why in parts.items()})


async def _step(database: Database, work: Callable[[Connection], T], share: int) -> T | LogError:
    """Do one step in a thread, then leave the machine to others. Returns the error of damaged data."""
    before = time.monotonic()
    try:
        return await database.read(work)
    except LogError as error:
        return error
    finally:
        await asyncio.sleep(share * (time.monotonic() - before))


def _games(connection: Connection) -> list[tuple[str, bytes]]:
    wanted = select(sitting.c.id, sitting.c.header).where(sitting.c.header.is_not(None))
    return [(row.id, row.header) for row in connection.execute(wanted)]


def _lines_of(game: str, header: bytes) -> Callable[[Connection], None]:
    wanted = select(event.c.asked, event.c.line).where(event.c.game == game).order_by(event.c.version)

    def lines_in(connection: Connection) -> None:
        read_lines(log_of(header, connection.execute(wanted).all()))

    return lines_in
