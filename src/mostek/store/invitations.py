"""Invitations in the database. All functions work within the caller's transaction, so of two people one is first."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from mostek.app.invitation_terms import MOST_OPEN, StoredInvitation
from mostek.app.lobby import TableError, TableFault
from mostek.core.players import Role
from mostek.store.schema import invitation, invitation_use
from mostek.store.tokens import digest

_ID = 16
"""The hexadecimal digits of the hashed token that name an invitation to its host."""
_USED = (
    select(func.count())
    .select_from(invitation_use)
    .where(invitation_use.c.token == invitation.c.token)
    .scalar_subquery()
    .label("used")
)


def put(
    connection: Connection, token: str, table: str, role: Role, created: int, uses: int | None, until: int | None
) -> None:
    """Store a new invitation. Raises `TableError` if the table has too many open ones."""
    if len(open_at(connection, table, created)) >= MOST_OPEN:
        raise TableError(TableFault.TOO_MANY_INVITATIONS, most=MOST_OPEN)
    row = {"token": digest(token), "sitting": table, "role": role, "created": created, "uses": uses, "until": until}
    connection.execute(invitation.insert().values(row))


def find(connection: Connection, token: str) -> StoredInvitation:
    """The invitation with that token, in whatever state. Raises `TableError` for a token that was never given."""
    row = connection.execute(_ALL.where(invitation.c.token == digest(token))).first()
    if row is None:
        raise TableError(TableFault.NO_INVITATION)
    return _read(row)


def has_used(connection: Connection, token: str, person: str | None) -> bool:
    """Whether that person has used it: they may come back with it."""
    used = invitation_use.c.token == digest(token), invitation_use.c.person == person
    return person is not None and connection.execute(select(invitation_use.c.at).where(*used)).first() is not None


def check(connection: Connection, token: str, person: str | None, now: int) -> StoredInvitation:
    """The invitation, if that person can use it now. Raises `TableError`.

    Who has used it before may come back with it, until it expires or is withdrawn.
    """
    given = find(connection, token)
    fault = given.fault(now)
    if fault is TableFault.INVITATION_USED and has_used(connection, token, person):
        fault = None if given.until is None or now < given.until else TableFault.INVITATION_EXPIRED
    if fault is not None:
        raise TableError(fault)
    return given


def use(connection: Connection, token: str, person: str, now: int) -> None:
    """Note that a person has used an invitation, once for each person."""
    if not has_used(connection, token, person):
        connection.execute(invitation_use.insert().values(token=digest(token), person=person, at=now))


def open_at(connection: Connection, table: str, now: int) -> list[StoredInvitation]:
    """The invitations to a table that somebody can still use, the newest first."""
    rows = connection.execute(_ALL.where(invitation.c.sitting == table).order_by(invitation.c.created.desc()))
    return [given for given in map(_read, rows) if given.fault(now) is None]


def withdraw(connection: Connection, table: str, id: str, now: int) -> None:
    """Withdraw an invitation; no change for one that is withdrawn. Raises `TableError` for one that the table has not."""
    named = (invitation.c.sitting == table) & (func.substr(invitation.c.token, 1, _ID) == id)
    if connection.execute(select(invitation.c.token).where(named)).first() is None:
        raise TableError(TableFault.NO_INVITATION)
    connection.execute(update(invitation).where(named, invitation.c.withdrawn.is_(None)).values(withdrawn=now))


_ALL = select(invitation, _USED)


def _read(row: Row[Any]) -> StoredInvitation:
    return StoredInvitation(
        id=row.token[:_ID],
        table=row.sitting,
        role=Role(row.role),
        created=row.created,
        uses=row.uses,
        used=row.used,
        until=row.until,
        withdrawn=row.withdrawn is not None,
    )
