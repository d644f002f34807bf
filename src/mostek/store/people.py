"""People and their sessions in the database. Only the SHA-256 of a session's token is stored."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update
from sqlalchemy.exc import IntegrityError

from mostek.app.people import SESSION_DAYS, Person, PersonError, PersonFault
from mostek.app.tables import FORGOTTEN, TableStatus
from mostek.store.database import Database
from mostek.store.schema import person, place, session, sitting
from mostek.store.tokens import digest, new_name, now

_DAY = 24 * 60 * 60 * 1000
_FRESH = 60 * 60 * 1000
"""The time during which a later visit of a person is not written down again."""


def new_token() -> str:
    """What the cookie of a session holds: 256 bits of chance."""
    return token_urlsafe(32)


class PersonStore:
    """Everybody who has entered a name. Raises `SaveError` where the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def welcome(self, name: str, language: str) -> tuple[Person, str]:
        """A new guest, and the token of their session."""
        at, token = now(), new_token()
        guest = Person(new_name(), name, None, language, at, at)
        row = {"id": guest.id, "name": name, "language": language, "created": at, "seen": at}

        def work(connection: Connection) -> None:
            connection.execute(person.insert().values(row))
            _open_session(connection, guest.id, token, at)

        await self._database.write(work)
        return guest, token

    async def of_session(self, token: str) -> Person | None:
        """The owner of the session; `None` if it has ended."""
        found = await self._database.read(lambda connection: _of_session(connection, token))
        if found is None:
            return None
        who, seen = found
        if now() - seen > _FRESH:
            await self._note_seen(who.id, token)
        return who

    async def name(self, id: str) -> str | None:
        """What a person is called."""
        wanted = select(person.c.name).where(person.c.id == id)
        found: str | None = await self._database.read(lambda connection: connection.scalar(wanted))
        return found

    async def change(self, id: str, name: str | None = None, language: str | None = None) -> None:
        """Another name, which also stands at the tables whose game has not begun; another language."""
        values = {key: value for key, value in (("name", name), ("language", language)) if value is not None}
        waiting = select(sitting.c.id).where(sitting.c.status == TableStatus.OPEN)

        def work(connection: Connection) -> None:
            connection.execute(update(person).where(person.c.id == id).values(**values))
            if name is not None:
                seats = update(place).where(place.c.person == id, place.c.sitting.in_(waiting))
                connection.execute(seats.values(name=name))

        if values:
            await self._database.write(work)

    async def make_account(self, id: str, login: str, password: str) -> str:
        """Turn a guest into an account; `password` is its hash. The token of a new session, the old ones being over.

        Raises `PersonError` when the login is taken or the person has one.
        """
        token, at = new_token(), now()

        def work(connection: Connection) -> None:
            row = update(person).where(person.c.id == id, person.c.login.is_(None))
            try:
                changed = connection.execute(row.values(login=login, password=password)).rowcount
            except IntegrityError:
                raise PersonError(PersonFault.LOGIN_TAKEN) from None
            if not changed:
                raise PersonError(PersonFault.HAS_ACCOUNT)
            connection.execute(delete(session).where(session.c.person == id))
            _open_session(connection, id, token, at)

        await self._database.write(work)
        return token

    async def credentials(self, login: str) -> tuple[str, str] | None:
        """The person with that login and the hash of their password."""
        wanted = select(person.c.id, person.c.password).where(person.c.login == login)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return (row.id, row.password) if row else None

    async def set_password(self, id: str, password: str) -> None:
        """Keep another hash of the password."""
        row = update(person).where(person.c.id == id).values(password=password)
        await self._database.write(lambda connection: _execute(connection, row))

    async def open_session(self, id: str, instead_of: str | None = None) -> str:
        """The token of a new session, which takes the place of another one."""
        token, at = new_token(), now()

        def work(connection: Connection) -> None:
            if instead_of is not None:
                connection.execute(delete(session).where(session.c.token == digest(instead_of)))
            _open_session(connection, id, token, at)

        await self._database.write(work)
        return token

    async def close_session(self, token: str) -> None:
        """Log out."""
        row = delete(session).where(session.c.token == digest(token))
        await self._database.write(lambda connection: _execute(connection, row))

    async def forget(self, id: str) -> None:
        """Nothing of a person stays: account, sessions, offices and seats go, and in games they have no name.

        A table whose game has not begun gets the seat back; the names in the logs of games are left to `forgetting`.
        """
        waiting = select(sitting.c.id).where(sitting.c.status == TableStatus.OPEN)

        def work(connection: Connection) -> None:
            connection.execute(delete(place).where(place.c.person == id, place.c.sitting.in_(waiting)))
            connection.execute(update(place).where(place.c.person == id).values(name=FORGOTTEN))
            connection.execute(delete(person).where(person.c.id == id))

        await self._database.write(work)

    async def drop_expired(self) -> None:
        """Delete sessions that have ended, and guests who cannot come back any more."""
        over = now() - SESSION_DAYS * _DAY
        present = select(session.c.person)

        def work(connection: Connection) -> None:
            connection.execute(delete(session).where(session.c.seen < over))
            gone = delete(person).where(person.c.login.is_(None), person.c.id.not_in(present))
            connection.execute(gone.where(person.c.seen < over))

        await self._database.write(work)

    async def _note_seen(self, id: str, token: str) -> None:
        at = now()

        def work(connection: Connection) -> None:
            connection.execute(update(session).where(session.c.token == digest(token)).values(seen=at))
            connection.execute(update(person).where(person.c.id == id).values(seen=at))

        await self._database.write(work)


def _of_session(connection: Connection, token: str) -> tuple[Person, int] | None:
    wanted = (
        select(person, session.c.seen.label("visited"))
        .join(session, session.c.person == person.c.id)
        .where(session.c.token == digest(token), session.c.seen >= now() - SESSION_DAYS * _DAY)
    )
    row = connection.execute(wanted).first()
    return (_person(row), row.visited) if row else None


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.login, row.language, row.created, row.seen)


def _open_session(connection: Connection, id: str, token: str, at: int) -> None:
    connection.execute(session.insert().values(token=digest(token), person=id, created=at, seen=at))


def _execute(connection: Connection, statement: Any) -> None:
    connection.execute(statement)
