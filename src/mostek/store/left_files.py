"""The bytes that each person has left on this server, in the database, so that a restart forgets nothing."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, func, select

from mostek.app.byte_budgets import BUDGETS, Leaver, LeftKind, check_budget
from mostek.store.database import Database
from mostek.store.put_row import put_row
from mostek.store.schema import left_file
from mostek.store.tokens import digest, now

_TABLE = left_file.c
_GOES_WITH_PERSON = (LeftKind.CLASS_SET, LeftKind.BOX)
"""The kinds that go with the account; files stay, and so does what they take of the address."""
_SIGNS = 16


def note_left(
    connection: Connection, kind: LeftKind, name: str, leaver: Leaver, size: int, before: int | None = None
) -> None:
    """Note the bytes of something, in the transaction that stores it. Raises `BudgetError` for more than there is room for.

    What is there already may become smaller at any time; `before` are its bytes, if they were never noted.
    """
    address = _stored(leaver.address)
    noted = connection.scalar(select(_TABLE.bytes).where(_TABLE.kind == kind, _TABLE.name == name)) or 0
    before = max(noted, before or 0)
    if size > before and not BUDGETS[kind].gives_way:
        others = (_TABLE.kind == kind, _TABLE.name != name)
        of_person = _total(connection, *others, _TABLE.leaver == leaver.person)
        check_budget(kind, of_person + size, _total(connection, *others, _TABLE.address == address) + size)
    row = {
        "kind": kind,
        "name": name,
        "leaver": leaver.person,
        "person": leaver.person if kind in _GOES_WITH_PERSON else None,
        "address": address,
        "bytes": size,
        "at": now(),
    }
    put_row(connection, left_file, row, "kind", "name")


def forget_left(connection: Connection, kind: LeftKind, *names: str) -> None:
    """Forget what is gone from the disk."""
    connection.execute(delete(left_file).where(_TABLE.kind == kind, _TABLE.name.in_(names)))


class LeftFileStore:
    """The things that people have left. Raises `BudgetError`, and `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, kind: LeftKind, name: str, leaver: Leaver, size: int) -> None:
        """Note the bytes of something."""
        await self._database.write(lambda connection: note_left(connection, kind, name, leaver, size))

    async def forget(self, kind: LeftKind, *names: str) -> None:
        """Forget what is gone from the disk."""
        await self._database.write(lambda connection: forget_left(connection, kind, *names))

    async def check(self, kind: LeftKind, leaver: Leaver, more: int) -> None:
        """Check whether there is room for so many bytes more, before they are written."""

        def read(connection: Connection) -> None:
            of_person = _total(connection, _TABLE.kind == kind, _TABLE.leaver == leaver.person)
            of_address = _total(connection, _TABLE.kind == kind, _TABLE.address == _stored(leaver.address))
            check_budget(kind, of_person + more, of_address + more)

        await self._database.read(read)

    async def grown(self, kind: LeftKind, name: str, size: int) -> None:
        """Note the bytes of something that has grown, if it has an owner here."""

        def grow_in(connection: Connection) -> None:
            row = connection.execute(select(left_file).where(_TABLE.kind == kind, _TABLE.name == name)).first()
            if row is None or size <= row.bytes:
                return
            others = (_TABLE.kind == kind, _TABLE.name != name)
            of_person = _total(connection, *others, _TABLE.leaver == row.leaver)
            check_budget(kind, of_person + size, _total(connection, *others, _TABLE.address == row.address) + size)
            grown = left_file.update().where(_TABLE.kind == kind, _TABLE.name == name)
            connection.execute(grown.values(bytes=size))

        await self._database.write(grow_in)

    async def names(self, kind: LeftKind) -> frozenset[str]:
        """Everything of a kind that people have left."""
        wanted = select(_TABLE.name).where(_TABLE.kind == kind)
        return frozenset(await self._database.read(lambda connection: connection.scalars(wanted).all()))

    async def too_old(self, kind: LeftKind, leaver: Leaver) -> list[str]:
        """The oldest of a kind that a person and an address must give way to, if they have more than their budgets."""

        def read(connection: Connection) -> list[str]:
            budget = BUDGETS[kind]
            own = _beyond(connection, budget.of_person, _TABLE.kind == kind, _TABLE.leaver == leaver.person)
            near = _TABLE.kind == kind, _TABLE.address == _stored(leaver.address)
            return list(dict.fromkeys([*own, *_beyond(connection, budget.of_address, *near)]))

        return await self._database.read(read)


def _beyond(connection: Connection, most: int, *wanted: Any) -> list[str]:
    """The names of the oldest rows without which the others fit."""
    left, found = most, []
    for row in connection.execute(select(left_file).where(*wanted).order_by(_TABLE.at.desc(), _TABLE.name)):
        left -= row.bytes
        if left < 0:
            found.append(row.name)
    return found


def _total(connection: Connection, *wanted: Any) -> int:
    return connection.scalar(select(func.coalesce(func.sum(_TABLE.bytes), 0)).where(*wanted)) or 0


def _stored(address: str) -> str:
    """An address as it is stored: enough to know it again."""
    return digest(address)[:_SIGNS]
