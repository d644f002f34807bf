"""People and their sessions in the database. Only the SHA-256 of a session's token is stored."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Row, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from mostek.app.lobby import FORGOTTEN, TableStatus, distinct
from mostek.app.node_news import NewsTopic
from mostek.app.users import SESSION_DAYS, AccountError, AccountFault, User
from mostek.core.players import Seat
from mostek.store.database import Database
from mostek.store.node_news import note_news
from mostek.store.schema import person, place, reset_code, session, sitting
from mostek.store.table_rows import check_name, free
from mostek.store.tokens import digest, new_name, now

_DAY = 24 * 60 * 60 * 1000
_FRESH = 60 * 60 * 1000
"""The milliseconds during which a later visit of a person is not stored again."""


def new_token() -> str:
    """A new token for a session cookie: 256 random bits."""
    return token_urlsafe(32)


_ID = 16
"""The number of digits of a token's hash that name a session; a token cannot be found from them."""


class StoredSession(Struct, frozen=True):
    """A session of a person. Times are milliseconds since 1970."""

    id: str
    device: str | None
    created: int
    seen: int
    current: bool


class UserStore:
    """All people who have entered a name. Raises `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def welcome(self, name: str, language: str, device: str | None = None) -> tuple[User, str]:
        """Create a guest. Returns the person and the token of their session."""
        at, token = now(), new_token()
        guest = User(new_name(), name, None, language, at, at)
        row = {"id": guest.id, "name": name, "language": language, "created": at, "seen": at}

        def welcome_in(connection: Connection) -> None:
            connection.execute(person.insert().values(row))
            _open_session(connection, guest.id, token, at, device)

        await self._database.write(welcome_in)
        return guest, token

    async def of_session(self, token: str) -> User | None:
        """The owner of the session; `None` if it has ended."""
        found = await self._database.read(lambda connection: _of_session(connection, token))
        if found is None:
            return None
        who, seen = found
        if now() - seen > _FRESH:
            await self._note_seen(who.id, token)
        return who

    async def name(self, id: str) -> str | None:
        """The name of a person."""
        wanted = select(person.c.name).where(person.c.id == id)
        found: str | None = await self._database.read(lambda connection: connection.scalar(wanted))
        return found

    async def change(self, id: str, name: str | None = None, language: str | None = None) -> None:
        """Change a person's name, also at tables without a game yet, and language."""
        values = {key: value for key, value in (("name", name), ("language", language)) if value is not None}
        waiting = select(sitting.c.id).where(sitting.c.status == TableStatus.OPEN)

        def change_in(connection: Connection) -> None:
            before = connection.scalar(select(person.c.name).where(person.c.id == id))
            connection.execute(update(person).where(person.c.id == id).values(**values))
            if name is not None:
                mine = select(place.c.sitting).where(place.c.person == id, place.c.sitting.in_(waiting)).distinct()
                for table in connection.scalars(mine).all():
                    check_name(connection, table, id, name)
                    _rename(connection, table, id, before, name)

        if values:
            await self._database.write(change_in)

    async def make_account(self, id: str, login: str, password: str, device: str | None = None) -> str:
        """Turn a guest into an account; `password` is its hash. Ends the old sessions and returns the token of a new one.

        Raises `AccountError` when the login is taken or the person has one.
        """
        token, at = new_token(), now()

        def make_account_in(connection: Connection) -> None:
            row = update(person).where(person.c.id == id, person.c.login.is_(None))
            try:
                changed = connection.execute(row.values(login=login, password=password)).rowcount
            except IntegrityError:
                raise AccountError(AccountFault.LOGIN_TAKEN) from None
            if not changed:
                raise AccountError(AccountFault.HAS_ACCOUNT)
            connection.execute(delete(session).where(session.c.person == id))
            _open_session(connection, id, token, at, device)

        await self._database.write(make_account_in)
        return token

    async def credentials(self, login: str) -> tuple[str, str] | None:
        """The person with that login and the hash of their password."""
        wanted = select(person.c.id, person.c.password).where(person.c.login == login)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return (row.id, row.password) if row else None

    async def set_password(self, id: str, password: str) -> None:
        """Store a new hash of the password."""
        row = update(person).where(person.c.id == id).values(password=password)
        await self._database.execute(row)

    async def replace_password(self, id: str, password: str, before: str | None, device: str | None) -> str | None:
        """Store the hash of a new password, and end all sessions and reset codes of the person.

        Args:
            id: The person.
            password: The hash of the new password.
            before: The hash of the present one; `None` if it does not matter.
            device: The device that opens a new session.

        Returns:
            The token of the new session; `None` if there is no such person, or no longer this present password.
        """
        token, at = new_token(), now()
        row = update(person).where(person.c.id == id, person.c.login.is_not(None)).values(password=password)
        if before is not None:
            row = row.where(person.c.password == before)
        changed: list[bool] = []

        def replace_password_in(connection: Connection) -> None:
            changed.append(connection.execute(row).rowcount > 0)
            if changed[-1]:
                self._end_sessions(connection, id)
                connection.execute(delete(reset_code).where(reset_code.c.person == id))
                _open_session(connection, id, token, at, device)

        await self._database.write(replace_password_in)
        return token if changed[-1] else None

    async def open_session(
        self, id: str, instead_of: str | None = None, device: str | None = None, is_confirmed: bool = False
    ) -> str:
        """Open a session that replaces another one. Returns its token.

        Args:
            id: The person.
            instead_of: The token of the other session.
            device: The device that opens it.
            is_confirmed: Whether it is opened with a passkey.
        """
        token, at = new_token(), now()

        def open_session_in(connection: Connection) -> None:
            if instead_of is not None:
                connection.execute(delete(session).where(session.c.token == digest(instead_of)))
            _open_session(connection, id, token, at, device, at if is_confirmed else None)

        await self._database.write(open_session_in)
        return token

    async def confirmed_at(self, token: str) -> int | None:
        """The moment at which a session was opened with a passkey; `None` for any other one."""
        wanted = select(session.c.confirmed).where(session.c.token == digest(token))
        found: int | None = await self._database.read(lambda connection: connection.scalar(wanted))
        return found

    async def sessions(self, id: str, token: str) -> tuple[StoredSession, ...]:
        """The sessions of a person, the last used first; `token` is that of the present one."""
        wanted = select(session).where(session.c.person == id).order_by(session.c.seen.desc(), session.c.token)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        here = digest(token)
        return tuple(
            StoredSession(row.token[:_ID], row.device, row.created, row.seen, row.token == here) for row in rows
        )

    async def end_session(self, id: str, name: str) -> bool:
        """End the session of a person with that id. Returns whether there was one."""
        wanted = func.substr(session.c.token, 1, _ID) == name
        ended: list[int] = []
        await self._database.write(lambda connection: ended.append(self._end_sessions(connection, id, wanted)))
        return bool(ended and ended[-1])

    async def end_other_sessions(self, id: str, token: str) -> None:
        """End all sessions of a person except the one of that token."""
        wanted = session.c.token != digest(token)

        def end_other_sessions_in(connection: Connection) -> None:
            self._end_sessions(connection, id, wanted)

        await self._database.write(end_other_sessions_in)

    async def make_reset_code(self, login: str) -> str | None:
        """Make a code that resets the password of an account once, within a day. Returns `None` for an unknown login."""
        found = await self.credentials(login)
        if found is None:
            return None
        code, until = "-".join(new_name()[:6] for _ in range(3)), now() + _DAY
        row = {"token": digest(code), "person": found[0], "until": until}

        def make_reset_code_in(connection: Connection) -> None:
            connection.execute(delete(reset_code).where(reset_code.c.person == found[0]))
            connection.execute(reset_code.insert().values(row))

        await self._database.write(make_reset_code_in)
        return code

    async def use_reset_code(self, login: str, code: str) -> str | None:
        """Use up a code. Returns the person; `None` if it is not valid for that login."""
        token = digest(code.strip().lower())
        wanted = (
            select(person.c.id)
            .join(reset_code, reset_code.c.person == person.c.id)
            .where(person.c.login == login, reset_code.c.token == token, reset_code.c.until >= now())
        )
        found: list[str | None] = []

        def use_reset_code_in(connection: Connection) -> None:
            found.append(connection.scalar(wanted))
            if found[-1] is not None:
                connection.execute(delete(reset_code).where(reset_code.c.person == found[-1]))

        await self._database.write(use_reset_code_in)
        return found[-1]

    async def close_session(self, token: str) -> None:
        """End a session."""
        wanted = session.c.token == digest(token)

        def close_session_in(connection: Connection) -> None:
            owner = connection.scalar(select(session.c.person).where(wanted))
            if owner is not None:
                self._end_sessions(connection, owner, wanted)

        await self._database.write(close_session_in)

    async def forget(self, id: str) -> None:
        """Erase a person: account, sessions, roles and seats, and the name in games.

        A table whose game has not begun gets the seat back; the names in the logs of games are left to `forgetting`.
        """
        waiting = select(sitting.c.id).where(sitting.c.status == TableStatus.OPEN)

        def forget_in(connection: Connection) -> None:
            mine = select(place.c.sitting, place.c.seat).where(place.c.person == id, place.c.sitting.in_(waiting))
            for row in connection.execute(mine).all():
                free(connection, row.sitting, [Seat(row.seat)])
            connection.execute(update(place).where(place.c.person == id).values(name=FORGOTTEN))
            self._end_sessions(connection, id)
            connection.execute(delete(person).where(person.c.id == id))

        await self._database.write(forget_in)

    async def drop_expired(self) -> None:
        """Delete expired sessions, and guests who cannot return."""
        over = now() - SESSION_DAYS * _DAY
        present = select(session.c.person)

        def drop_expired_in(connection: Connection) -> None:
            connection.execute(delete(session).where(session.c.seen < over))
            connection.execute(delete(reset_code).where(reset_code.c.until < now()))
            gone = delete(person).where(person.c.login.is_(None), person.c.id.not_in(present))
            connection.execute(gone.where(person.c.seen < over))

        await self._database.write(drop_expired_in)

    def _end_sessions(self, connection: Connection, id: str, *wanted: ColumnElement[bool]) -> int:
        """Delete sessions of a person, and tell the other nodes to disconnect the person. Returns how many there were."""
        ended = connection.execute(delete(session).where(session.c.person == id, *wanted)).rowcount
        if ended:
            note_news(connection, self._database.node, NewsTopic.SIGNED_OFF, id)
        return ended

    async def _note_seen(self, id: str, token: str) -> None:
        at = now()

        def note_seen_in(connection: Connection) -> None:
            connection.execute(update(session).where(session.c.token == digest(token)).values(seen=at))
            connection.execute(update(person).where(person.c.id == id).values(seen=at))

        await self._database.write(note_seen_in)


def _rename(connection: Connection, table: str, id: str, before: str | None, name: str) -> None:
    """Write a person's new name at their seat of a table; others who share the device keep theirs."""
    seats = connection.execute(select(place).where(place.c.sitting == table).order_by(place.c.seat)).all()
    own = [row for row in seats if row.person == id]
    row = next((row for row in own if row.name == before), own[0])
    others = [other.name for other in seats if other.seat != row.seat]
    seat = update(place).where(place.c.sitting == table, place.c.seat == row.seat)
    connection.execute(seat.values(name=distinct(name, others)))


def _of_session(connection: Connection, token: str) -> tuple[User, int] | None:
    """The owner of a session. Only `drop_expired` ends an old one, because it alone knows whether the date can be right."""
    wanted = (
        select(person, session.c.seen.label("visited"))
        .join(session, session.c.person == person.c.id)
        .where(session.c.token == digest(token))
    )
    row = connection.execute(wanted).first()
    return (_person(row), row.visited) if row else None


def _person(row: Row[Any]) -> User:
    return User(row.id, row.name, row.login, row.language, row.created, row.seen)


def _open_session(
    connection: Connection, id: str, token: str, at: int, device: str | None = None, confirmed: int | None = None
) -> None:
    row = {"token": digest(token), "person": id, "created": at, "seen": at, "device": device, "confirmed": confirmed}
    connection.execute(session.insert().values(row))
