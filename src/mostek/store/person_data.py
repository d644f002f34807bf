"""Everything that the database stores of a person, for that person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from mostek.feature import features, named
from mostek.store.schema import (
    invitation,
    invitation_use,
    left_file,
    official,
    passkey,
    person,
    place,
    session,
    sitting,
)
from mostek.store.table_rows import own


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
        "tables": [_table(connection, id, dict(row)) for row in connection.execute(tables).mappings()],
    }


def _of_features(connection: Connection, id: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for feature in features():
        if feature.own_data:
            found |= named(feature.own_data)(connection, id)
    return found


def _table(connection: Connection, id: str, row: dict[str, Any]) -> dict[str, Any]:
    seats = select(place.c.seat, place.c.name).where(place.c.sitting == row["id"], place.c.person == id)
    roles = select(official.c.role).where(official.c.sitting == row["id"], official.c.person == id)
    return row | {
        "seats": [dict(seat) for seat in connection.execute(seats).mappings()],
        "roles": list(connection.scalars(roles)),
        "record": f"/api/tables/{row['id']}/game.gcg",
    }
