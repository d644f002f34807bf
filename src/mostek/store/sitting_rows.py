"""The rows of a table in the database, and what is written to several of them together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Row, or_, select, update

from mostek.app.proposals import Proposal
from mostek.app.sittings import Fault, Place, Sitting, SittingError, Status
from mostek.core.players import Role, Seat
from mostek.core.result import GameResult
from mostek.notation.wire import read_value
from mostek.store.schema import official, person, place, sitting


def get(connection: Connection, id: str) -> Sitting | None:
    """The table of that name."""
    return next(iter(read(connection, connection.execute(select(sitting).where(sitting.c.id == id)).all())), None)


def present(connection: Connection, id: str) -> Sitting:
    """The table of that name. Raises `SittingError` if there is none."""
    table = get(connection, id)
    if table is None:
        raise SittingError(Fault.UNKNOWN)
    return table


def read(connection: Connection, rows: Sequence[Row[Any]]) -> list[Sitting]:
    """Tables with everybody who belongs to them."""
    wanted = [row.id for row in rows]
    places: dict[str, list[Place]] = {}
    officials: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(select(place).where(place.c.sitting.in_(wanted)).order_by(place.c.seat)):
        places.setdefault(row.sitting, []).append(Place(Seat(row.seat), row.person, row.name, row.bot))
    for row in connection.execute(_OFFICIALS.where(official.c.sitting.in_(wanted))):
        officials.setdefault(row.sitting, []).append(row)
    return [_sitting(row, places.get(row.id, ()), officials.get(row.id, ())) for row in rows]


_OFFICIALS = select(official, person.c.name).join(person, person.c.id == official.c.person)


def _sitting(row: Row[Any], places: Iterable[Place], officials: Iterable[Row[Any]]) -> Sitting:
    return Sitting(
        id=row.id,
        host=row.host,
        proposal=msgspec.json.decode(row.proposal, type=Proposal),
        status=Status(row.status),
        created=row.created,
        begun=row.begun,
        ended=row.ended,
        places=tuple(places),
        officials={each.person: Role(each.role) for each in officials},
        names={each.person: each.name for each in officials},
        header=row.header,
        result=None if row.result is None else msgspec.json.decode(row.result, type=GameResult, dec_hook=read_value),
        rematch=row.rematch,
    )


def own(id: str) -> ColumnElement[bool]:
    """The tables that somebody has opened, plays at or is an official of."""
    plays = select(place.c.sitting).where(place.c.person == id)
    rules = select(official.c.sitting).where(official.c.person == id)
    return or_(sitting.c.host == id, sitting.c.id.in_(plays), sitting.c.id.in_(rules))


def insert(
    connection: Connection, id: str, host: str, proposal: Proposal, created: int, seats: Iterable[Place]
) -> None:
    """A new table with those who sit there from the beginning."""
    row = {"id": id, "host": host, "proposal": msgspec.json.encode(proposal), "created": created}
    connection.execute(sitting.insert().values(status=Status.OPEN, **row))
    for each in seats:
        _insert_place(connection, id, each)


def take(connection: Connection, table: Sitting, seat: Seat | None, who: Place) -> None:
    """Give a free seat away; whichever is free if `seat` is `None`. Raises `SittingError`."""
    require(not table.is_complete, Fault.FULL)
    wanted = table.free[0] if seat is None else seat
    require(wanted <= table.proposal.seats, Fault.NO_SUCH_SEAT, seat=int(wanted))
    require(wanted in table.free, Fault.SEAT_TAKEN)
    _insert_place(connection, table.id, replace(who, seat=wanted))


def set_values(connection: Connection, id: str, **values: object) -> None:
    """Change the row of a table."""
    connection.execute(update(sitting).where(sitting.c.id == id).values(**values))


def require(holds: bool, fault: Fault, **params: object) -> None:
    """Raises `SittingError` where something does not hold."""
    if not holds:
        raise SittingError(fault, **params)


def _insert_place(connection: Connection, id: str, who: Place) -> None:
    row = {"sitting": id, "seat": int(who.seat), "person": who.person, "name": who.name, "bot": who.bot}
    connection.execute(place.insert().values(row))
