"""Passkeys in the database, of which only public keys are there, and everything that the database stores of a person."""

from __future__ import annotations

from enum import StrEnum
from secrets import token_bytes
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from mostek.feature import features, named
from mostek.features.people.webauthn import ANSWER_TIMEOUT
from mostek.store.database import Database
from mostek.store.schema import (
    invitation,
    invitation_use,
    left_file,
    official,
    passkey,
    passkey_challenge,
    person,
    place,
    session,
    sitting,
)
from mostek.store.table_rows import own
from mostek.store.tokens import digest, new_name, now

MOST_CHALLENGES = 10_000
_CHALLENGE = 32
"""The random bytes of a challenge; the specification (13.4.3) requires at least 16."""
_OPEN = passkey_challenge
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


class ChallengeStore:
    """The open challenges of visits. Each is valid for one answer at any node, for a few minutes.

    Args:
        database: The database.
        most: The largest number of open challenges; one more removes the oldest.
    """

    def __init__(self, database: Database, most: int = MOST_CHALLENGES) -> None:
        self._database = database
        self._most = most

    async def give_challenge(self, visit: str) -> bytes:
        """Create a challenge for a visit, which replaces an older one. Raises `SaveError`."""
        challenge, at = token_bytes(_CHALLENGE), now()
        row = {"visit": digest(visit), "challenge": challenge.hex(), "at": at}

        def give_challenge_in(connection: Connection) -> None:
            self._drop_old_in(connection, at)
            connection.execute(delete(_OPEN).where(_OPEN.c.visit == row["visit"]))
            more = (connection.scalar(select(func.count()).select_from(_OPEN)) or 0) + 1 - self._most
            if more > 0:
                oldest = select(_OPEN.c.visit).order_by(_OPEN.c.at, _OPEN.c.visit).limit(more)
                connection.execute(delete(_OPEN).where(_OPEN.c.visit.in_(oldest)))
            connection.execute(_OPEN.insert().values(row))

        await self._database.write(give_challenge_in)
        return challenge

    async def take_challenge(self, visit: str) -> bytes:
        """Remove and return the challenge of the visit. Raises `LookupError` if there is none, or if it is too old."""
        wanted, at = _OPEN.c.visit == digest(visit), now()
        found: list[Row[Any] | None] = []

        def take_challenge_in(connection: Connection) -> None:
            found.append(connection.execute(select(_OPEN).where(wanted)).first())
            connection.execute(delete(_OPEN).where(wanted))

        await self._database.write(take_challenge_in)
        row = found[-1]
        if row is None or not abs(at - row.at) <= ANSWER_TIMEOUT * 1000:
            raise LookupError(visit)
        return bytes.fromhex(row.challenge)

    async def drop_old(self) -> None:
        """Delete the challenges that were not answered in time. Raises `SaveError`."""
        at = now()
        await self._database.write(lambda connection: self._drop_old_in(connection, at))

    def _drop_old_in(self, connection: Connection, at: int) -> None:
        connection.execute(delete(_OPEN).where(_OPEN.c.at < at - ANSWER_TIMEOUT * 1000))


def _passkey(row: Row[Any]) -> Passkey:
    return Passkey(row.id, row.person, row.credential, row.public_key, row.name, row.created, row.used)


def data_of(connection: Connection, id: str) -> dict[str, Any]:
    """The data of a person, without what only the server may know: hashes, keys, seeds, and racks of games in progress.

    The moves of a finished game are in its record, which is public at the address of the table.
    """
    fields = (person.c.name, person.c.login, person.c.language, person.c.created, person.c.seen)
    about = connection.execute(select(*fields).where(person.c.id == id)).mappings().first()
    tables = (
        select(sitting.c.id, sitting.c.status, sitting.c.created, sitting.c.begun, sitting.c.ended)
        .where(own(id))
        .order_by(sitting.c.created)
    )
    sessions = select(session.c.created, session.c.seen, session.c.device).where(session.c.person == id)
    used = (
        select(invitation.c.sitting.label("table"), invitation.c.role, invitation_use.c.at)
        .join(invitation, invitation.c.token == invitation_use.c.token)
        .where(invitation_use.c.person == id)
        .order_by(invitation_use.c.at)
    )
    keys = select(passkey.c.name, passkey.c.created, passkey.c.used).where(passkey.c.person == id)
    left = select(left_file.c.kind, left_file.c.name, left_file.c.bytes, left_file.c.at).where(left_file.c.leaver == id)
    return {
        "person": dict(about) if about is not None else None,
        "sessions": [dict(row) for row in connection.execute(sessions).mappings()],
        "passkeys": [dict(row) for row in connection.execute(keys).mappings()],
        "invitations": [dict(row) for row in connection.execute(used).mappings()],
        "left_files": [dict(row) for row in connection.execute(left).mappings()],
        **_of_features(connection, id),
        "tables": [_own_table(connection, id, dict(row)) for row in connection.execute(tables).mappings()],
    }


def _of_features(connection: Connection, id: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for feature in features():
        if feature.own_data:
            found |= named(feature.own_data)(connection, id)
    return found


def _own_table(connection: Connection, id: str, row: dict[str, Any]) -> dict[str, Any]:
    seats = select(place.c.seat, place.c.name).where(place.c.sitting == row["id"], place.c.person == id)
    roles = select(official.c.role).where(official.c.sitting == row["id"], official.c.person == id)
    return row | {
        "seats": [dict(seat) for seat in connection.execute(seats).mappings()],
        "roles": list(connection.scalars(roles)),
        "record": f"/api/tables/{row['id']}/game.gcg",
    }
