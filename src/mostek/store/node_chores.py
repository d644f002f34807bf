"""Work that one node does for all: the first that writes its name does it."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from mostek.store.database import Database
from mostek.store.put_row import put_row
from mostek.store.schema import node_chore
from mostek.store.tokens import now


async def drop_old_chores(database: Database) -> None:
    """Delete the claims whose time is over. Raises `SaveError`."""
    await database.execute(delete(node_chore).where(node_chore.c.until < now()))


async def claim_chore(database: Database, name: str, seconds: float) -> bool:
    """Claim work for a time, after which any node may do it again.

    A server on SQLite has one process, which need not ask. Where the clocks of nodes differ, work may be done once too often.

    Args:
        database: The database of the server.
        name: The name of the work.
        seconds: The time in which no other node does it.

    Returns:
        Whether this node does it.

    Raises:
        SaveError: the database cannot be written.
    """
    if not database.is_shared:
        return True
    at = now()
    claimed: list[bool] = []

    def claim_in(connection: Connection) -> None:
        until = connection.scalar(select(node_chore.c.until).where(node_chore.c.name == name))
        claimed.append(until is None or not at < until <= at + 2 * seconds * 1000)
        if not claimed[-1]:
            return
        put_row(connection, node_chore, {"name": name, "until": at + int(seconds * 1000)}, "name")

    await database.write(claim_in)
    return claimed[-1]
