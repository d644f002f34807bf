"""The secrets of a server that has several nodes: each node has them in its data folder, as they stand in the database.

A server on SQLite is one folder, so its files say all, and nothing of them stands in the database or in its journal.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex

from sqlalchemy import Connection, select

from mostek.app.ports import SaveError
from mostek.store.database import Database
from mostek.store.line_file import replace_whole
from mostek.store.schema import server_secret
from mostek.store.signing_key import secret_in

_BYTES = 32


async def share_secrets(database: Database, folder: Path, names: Iterable[str]) -> None:
    """Put the secrets of a server into the folder of this node; the first node that has one gives it to all.

    Args:
        database: The database; one in the folder itself changes nothing.
        folder: The data folder of the node.
        names: The names of the files.

    Raises:
        SaveError: the database or a file cannot be written.
    """
    if not database.is_shared:
        return
    for name in names:
        own = _secret_of_file(folder / name)
        shared = await _shared_secret(database, name, own or token_hex(_BYTES))
        if shared != own:
            replace_whole(folder / name, f"{shared}\n".encode())


async def _shared_secret(database: Database, name: str, own: str) -> str:
    """The secret in the database, which this node gives if no other one has."""
    wanted = select(server_secret.c.value).where(server_secret.c.name == name)
    found: str | None = await database.read(lambda connection: connection.scalar(wanted))
    if found is not None:
        return found
    stored: list[str] = []

    def give_in(connection: Connection) -> None:
        there = connection.scalar(wanted)
        if there is None:
            connection.execute(server_secret.insert().values(name=name, value=own))
        stored.append(there or own)

    await database.write(give_in)
    return stored[-1]


def _secret_of_file(path: Path) -> str | None:
    """The secret in a file; `None` if it is missing or damaged. Raises `SaveError` if it cannot be read."""
    try:
        secret = secret_in(path) if path.exists() else b""
    except SaveError:
        raise
    except ValueError:  # it holds something else, which the secret of the server replaces
        return None
    return secret.hex() if len(secret) == _BYTES else None
