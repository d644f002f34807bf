"""The two databases that a server can have, and all that differs between them.

Statements are written with SQLAlchemy, once for both; what a database does in its own way stands in its backend.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Connection, Engine
    from sqlalchemy.exc import DBAPIError


class Backend(Protocol):
    """An open database, with its tables up to date."""

    engine: Engine
    """For reading."""
    alone: Engine
    """For transactions that run alone: what they have read stays true until they end, as no other one writes meanwhile."""
    together: Engine
    """For transactions that write beside others, each to rows of its own: those that append to games."""
    file: Path | None
    """The file of the database; `None` for one on another computer."""
    is_shared: bool
    """Whether several processes of a server use it together. Then appending goes on while a transaction runs alone."""

    def fault_of(self, error: DBAPIError) -> str | None:
        """The reason of an error of the database, in words for a person; `None` for a fault of the statement."""
        ...

    def check_table(self, connection: Connection, table: str) -> None:
        """Read a whole table. Raises `LogError` if a part of it is damaged."""
        ...

    def is_true_in_json(self, column: Column[Any], key: str) -> ColumnElement[bool]:
        """Whether the JSON object in a column of bytes has `true` for a key; not if it cannot be read."""
        ...


def open_backend(folder: Path, address: str | None, first: Callable[[Connection], None]) -> Backend:
    """Open the database at an address, by default the file in a folder. Raises `SaveError`, `LogError`.

    Args:
        folder: The data folder.
        address: `postgresql://user@host/name`, or `None` for SQLite.
        first: The first job, which finds all tables.
    """
    if address is None:
        from mostek.store.backends.sqlite import open_sqlite

        return open_sqlite(folder, first)
    from mostek.store.backends.postgresql import open_postgresql

    return open_postgresql(address, first)
