"""A row that takes the place of the one with the same key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects.sqlite import insert


def put_row(connection: Connection, table: Table, row: Mapping[str, Any], *key: str) -> None:
    """Store a row, in the place of the one with the same values in the columns of `key`, if there is one."""
    connection.execute(insert(table).values(row).on_conflict_do_update(index_elements=key, set_=row))
