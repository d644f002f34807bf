"""Passkeys in the database: only public keys, with which a reader cannot log in."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from mostek.store.database import Database
from mostek.store.schema import passkey
from mostek.store.tokens import new_name, now

MOST = 20
"""The largest number of passkeys of a person."""


class PasskeyFault(StrEnum):
    """The reason why a passkey is not stored, or not valid for a login."""

    KNOWN = "passkey_known"
    TOO_MANY = "too_many_passkeys"
    GONE = "passkey_gone"
    COPIED = "passkey_copied"


class PasskeyError(ValueError):
    """A passkey is not stored, or not valid for a login."""

    def __init__(self, fault: PasskeyFault) -> None:
        self.fault = fault
        super().__init__(fault.value)


class Passkey(Struct, frozen=True):
    """A passkey of a person. Times are milliseconds since 1970."""

    id: str
    person: str
    credential: bytes
    """The credential id, by which its device identifies it."""
    public_key: bytes
    name: str
    """The owner's name for it."""
    created: int
    used: int | None
    """The time of the last login with this passkey."""


class PasskeyStore:
    """The passkeys of all people. Raises `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, person: str) -> tuple[Passkey, ...]:
        """The passkeys of a person, oldest first."""
        wanted = select(passkey).where(passkey.c.person == person).order_by(passkey.c.created, passkey.c.id)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return tuple(_passkey(row) for row in rows)

    async def find(self, credential: bytes) -> Passkey | None:
        """Find a passkey by its credential id."""
        wanted = select(passkey).where(passkey.c.credential == credential)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else _passkey(row)

    async def add(self, person: str, credential: bytes, public_key: bytes, count: int, name: str) -> Passkey:
        """Store a passkey; `count` is the signature counter of its device. Raises `PasskeyError`."""
        stored = Passkey(new_name(), person, credential, public_key, name, now(), None)
        row = {field: getattr(stored, field) for field in stored.__struct_fields__} | {"count": count}
        have = select(func.count()).select_from(passkey).where(passkey.c.person == person)

        def add_in(connection: Connection) -> None:
            if (connection.scalar(have) or 0) >= MOST:
                raise PasskeyError(PasskeyFault.TOO_MANY)
            try:
                connection.execute(passkey.insert().values(row))
            except IntegrityError:
                raise PasskeyError(PasskeyFault.KNOWN) from None

        await self._database.write(add_in)
        return stored

    async def note_use(self, id: str, count: int) -> None:
        """Record a login with this passkey and its device's signature counter. Raises `PasskeyError`.

        A number that has not grown was said before, so a copy of the passkey has been at work (Web Authentication 6.1.1);
        devices that share their passkeys do not count and always say 0.
        """
        before = select(passkey.c.count).where(passkey.c.id == id)

        def note_use_in(connection: Connection) -> None:
            last = connection.scalar(before)
            if last is None:
                raise PasskeyError(PasskeyFault.GONE)
            if count <= last and (count, last) != (0, 0):
                raise PasskeyError(PasskeyFault.COPIED)
            connection.execute(update(passkey).where(passkey.c.id == id).values(count=count, used=now()))

        await self._database.write(note_use_in)

    async def remove(self, person: str, id: str) -> None:
        """Remove a passkey of a person. Raises `PasskeyError` if the person has no such passkey."""
        mine = delete(passkey).where(passkey.c.id == id, passkey.c.person == person)

        def remove_in(connection: Connection) -> None:
            if not connection.execute(mine).rowcount:
                raise PasskeyError(PasskeyFault.GONE)

        await self._database.write(remove_in)


def _passkey(row: Row[Any]) -> Passkey:
    return Passkey(row.id, row.person, row.credential, row.public_key, row.name, row.created, row.used)
