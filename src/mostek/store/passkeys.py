"""Passkeys in the database: public keys only, so who reads it cannot log in with them."""

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
"""How many passkeys a person may have: more than anybody has devices."""


class PasskeyFault(StrEnum):
    """Why a passkey is not stored, or not good for logging in."""

    KNOWN = "passkey_known"
    TOO_MANY = "too_many_passkeys"
    GONE = "passkey_gone"
    COPIED = "passkey_copied"


class PasskeyError(ValueError):
    """A passkey is not stored, or not good for logging in."""

    def __init__(self, fault: PasskeyFault) -> None:
        self.fault = fault
        super().__init__(fault.value)


class Passkey(Struct, frozen=True):
    """A passkey of a person. Times are milliseconds since 1970."""

    id: str
    person: str
    credential: bytes
    """By which its device knows it."""
    public_key: bytes
    name: str
    """What its owner calls it."""
    created: int
    used: int | None
    """The time of the last login with this passkey."""


class PasskeyStore:
    """The passkeys of everybody. Raises `SaveError` where the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, person: str) -> tuple[Passkey, ...]:
        """A person's own, the oldest first."""
        wanted = select(passkey).where(passkey.c.person == person).order_by(passkey.c.created, passkey.c.id)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return tuple(_passkey(row) for row in rows)

    async def find(self, credential: bytes) -> Passkey | None:
        """The one that a device knows by that id."""
        wanted = select(passkey).where(passkey.c.credential == credential)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return None if row is None else _passkey(row)

    async def add(self, person: str, credential: bytes, public_key: bytes, count: int, name: str) -> Passkey:
        """Keep a new one; `count` is how often its device has used it. Raises `PasskeyError`."""
        kept = Passkey(new_name(), person, credential, public_key, name, now(), None)
        row = {field: getattr(kept, field) for field in kept.__struct_fields__} | {"count": count}
        have = select(func.count()).select_from(passkey).where(passkey.c.person == person)

        def work(connection: Connection) -> None:
            if (connection.scalar(have) or 0) >= MOST:
                raise PasskeyError(PasskeyFault.TOO_MANY)
            try:
                connection.execute(passkey.insert().values(row))
            except IntegrityError:
                raise PasskeyError(PasskeyFault.KNOWN) from None

        await self._database.write(work)
        return kept

    async def note_use(self, id: str, count: int) -> None:
        """Record a login with this passkey, whose device counts so many uses. Raises `PasskeyError`.

        A number that has not grown was said before, so a copy of the passkey has been at work (Web Authentication 6.1.1);
        devices that share their passkeys do not count and always say 0.
        """
        before = select(passkey.c.count).where(passkey.c.id == id)

        def work(connection: Connection) -> None:
            last = connection.scalar(before)
            if last is None:
                raise PasskeyError(PasskeyFault.GONE)
            if count <= last and (count, last) != (0, 0):
                raise PasskeyError(PasskeyFault.COPIED)
            connection.execute(update(passkey).where(passkey.c.id == id).values(count=count, used=now()))

        await self._database.write(work)

    async def remove(self, person: str, id: str) -> None:
        """Forget a person's own. Raises `PasskeyError` if it is not theirs, or not there."""
        mine = delete(passkey).where(passkey.c.id == id, passkey.c.person == person)

        def work(connection: Connection) -> None:
            if not connection.execute(mine).rowcount:
                raise PasskeyError(PasskeyFault.GONE)

        await self._database.write(work)


def _passkey(row: Row[Any]) -> Passkey:
    return Passkey(row.id, row.person, row.credential, row.public_key, row.name, row.created, row.used)
