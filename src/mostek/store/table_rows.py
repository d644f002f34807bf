"""The rows of tables: reading them, and the changes that are made within a transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Update,
    delete,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.exc import DBAPIError

from mostek.app.damage import Damage
from mostek.app.lobby import (
    HOST_GONE,
    LobbyTable,
    Proposal,
    ProposalError,
    TableError,
    TableFault,
    TableStatus,
    TakenSeat,
)
from mostek.app.lookalikes import alike
from mostek.app.ports import LogError
from mostek.core.players import Role, Seat
from mostek.core.result import GameResult
from mostek.engine.random_draws import secret_seed
from mostek.notation.wire import read_value
from mostek.referee.commands import Venue
from mostek.store.database import Database
from mostek.store.schema import event, official, person, place, sitting
from mostek.store.tokens import now

log = structlog.get_logger("mostek.store")


def get(connection: Connection, id: str) -> LobbyTable | None:
    """The table of that name. Raises `LogError` for one that cannot be read."""
    return next(iter(_read(connection, connection.execute(select(sitting).where(sitting.c.id == id)).all())), None)


def present(connection: Connection, id: str) -> LobbyTable:
    """The table of that name. Raises `TableError` if it does not exist."""
    table = get(connection, id)
    if table is None:
        raise TableError(TableFault.UNKNOWN)
    return table


TableWork = Callable[[Connection, LobbyTable], None]
"""A change of a table in a transaction, which gets the table as it is before."""


async def change(database: Database, id: str, work: TableWork) -> LobbyTable:
    """Change a table in the writing transaction and return its new state. Raises `TableError`, `SaveError`."""
    after: list[LobbyTable] = []

    def whole(connection: Connection) -> None:
        work(connection, present(connection, id))
        after[:] = [noting_wait(connection, present(connection, id))]

    await database.write(whole)
    return after[0]


def read(connection: Connection, rows: Sequence[Row[Any]], damage: Damage) -> list[LobbyTable]:
    """Read tables with their players and officials. One that cannot be read is put aside."""
    found: list[LobbyTable] = []
    try:
        return _read(connection, rows)
    except (LogError, DBAPIError):  # seldom, so one at a time only now
        for row in rows:
            try:
                found += _read(connection, [row])
            except (LogError, DBAPIError) as error:
                why = error if isinstance(error, LogError) else LogError(_UNREADABLE, why=error.orig)
                if damage.put_aside(row.id, why):
                    log.error("put_aside", game=row.id, why=str(why))
        return found


_UNREADABLE = "The table cannot be read: {why}."


def _read(connection: Connection, rows: Sequence[Row[Any]]) -> list[LobbyTable]:
    wanted = [row.id for row in rows]
    places: dict[str, list[TakenSeat]] = {}
    officials: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(select(place).where(place.c.sitting.in_(wanted)).order_by(place.c.seat)):
        places.setdefault(row.sitting, []).append(_taken(row))
    for row in connection.execute(_OFFICIALS.where(official.c.sitting.in_(wanted))):
        officials.setdefault(row.sitting, []).append(row)
    played = [row.id for row in rows if row.status == TableStatus.PLAYING]
    last = {row.id: row.last for row in connection.execute(select(sitting.c.id, LAST).where(sitting.c.id.in_(played)))}
    return [_sitting(row, places.get(row.id, ()), officials.get(row.id, ()), last.get(row.id)) for row in rows]


def _taken(row: Row[Any]) -> TakenSeat:
    return TakenSeat(Seat(row.seat), row.person, row.name, row.bot, row.ready, row.commitment, row.share)


LAST = (
    select(event.c.at)
    .where(event.c.game == sitting.c.id)
    .order_by(event.c.version.desc())
    .limit(1)
    .scalar_subquery()
    .label("last")
)
"""The moment of the last event of a game."""


def last_of(game: str, connection: Connection) -> int | None:
    """The moment of the last event of a game; `None` if it has none."""
    found: int | None = connection.scalar(select(LAST).where(sitting.c.id == game))
    return found


_OFFICIALS = select(official, person.c.name).join(person, person.c.id == official.c.person)


def _sitting(row: Row[Any], places: Iterable[TakenSeat], officials: Iterable[Row[Any]], last: int | None) -> LobbyTable:
    """A table from its row. Raises `LogError` if a field is damaged, or if it is set up with what is not there any more."""
    try:
        table = _decoded(row, places, officials, last)
        if table.status in (TableStatus.OPEN, TableStatus.PLAYING):
            _ = table.proposal.book
    except ProposalError as error:
        raise LogError(error.sentence, **error.params) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise LogError(_UNREADABLE, why=str(error).rstrip(".")) from None
    return table


def _decoded(row: Row[Any], places: Iterable[TakenSeat], officials: Iterable[Row[Any]], last: int | None) -> LobbyTable:
    return LobbyTable(
        id=row.id,
        host=row.host,
        proposal=msgspec.json.decode(row.proposal, type=Proposal),
        status=TableStatus(row.status),
        created=row.created,
        begun=row.begun,
        ended=row.ended,
        places=tuple(places),
        officials={each.person: Role(each.role) for each in officials},
        names={each.person: each.name for each in officials},
        unsighted=frozenset(each.person for each in officials if not each.sees_racks),
        asking=frozenset(each.person for each in officials if each.asks),
        header=row.header,
        secret=row.secret,
        awaited=row.awaited,
        result=None if row.result is None else msgspec.json.decode(row.result, type=GameResult, dec_hook=read_value),
        rematch=row.rematch,
        last=last,
    )


def own(id: str) -> ColumnElement[bool]:
    """A query for the tables where a person is host, player or official: three searches of an index, not one of all tables."""
    hosts = select(sitting.c.id).where(sitting.c.host == id)
    plays = select(place.c.sitting).where(place.c.person == id)
    rules = select(official.c.sitting).where(official.c.person == id)
    return sitting.c.id.in_(union(hosts, plays, rules))


def insert(
    connection: Connection,
    id: str,
    host: str | None,
    proposal: Proposal,
    created: int,
    seats: Iterable[TakenSeat],
) -> None:
    """Insert a new table with its first seats. The server's share of the seed is fixed here, before any page gives one."""
    secret = secret_seed() if proposal.venue is Venue.ONLINE else None
    row = {"id": id, "host": host, "proposal": msgspec.json.encode(proposal), "created": created, "secret": secret}
    connection.execute(sitting.insert().values(status=TableStatus.OPEN, **row))
    for each in seats:
        _insert_place(connection, id, each)


def take(connection: Connection, table: LobbyTable, seat: Seat | None, who: TakenSeat) -> None:
    """Take a free seat, any one if `seat` is `None`. Raises `TableError`."""
    require(not table.is_complete, TableFault.FULL)
    wanted = table.free[0] if seat is None else seat
    require(wanted <= table.proposal.seats, TableFault.NO_SUCH_SEAT, seat=int(wanted))
    require(wanted in table.free, TableFault.SEAT_TAKEN)
    if who.person is not None:
        check_name(connection, table.id, who.person, who.name)
    promise = who.commitment if table.takes_shares else None
    _insert_place(connection, table.id, replace(who, seat=wanted, commitment=promise))


def seat_people(
    connection: Connection,
    table: LobbyTable,
    person: str,
    asked: Sequence[tuple[Seat | None, str]],
    ready: int | None = None,
    commitment: str | None = None,
) -> None:
    """Give a person the seats that are asked for, each under a name. Raises `TableError`."""
    if not asked:
        return
    require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
    require(person not in table.officials, TableFault.OFFICIAL)
    for wanted, known_as in asked:
        here = present(connection, table.id)
        take(connection, here, wanted, TakenSeat(Seat.FIRST, person, known_as, None, ready, commitment))


def appoint(connection: Connection, table: LobbyTable, who: str, role: Role) -> None:
    """Make a person an official. During a game they wait for the consent of all players; before it, those who said that the
    game can begin are asked again, because they have not known this official. Raises `TableError`.
    """
    require(table.seat_of(who) is None, TableFault.PLAYER)
    if table.officials.get(who) is role:
        return
    asks = table.asks_consent
    require(not asks or role is not Role.RECORDER, TableFault.RACKS)
    check_name(connection, table.id, who)
    connection.execute(delete(official).where(official.c.sitting == table.id, official.c.person == who))
    sees = table.proposal.officials_see_racks and not asks
    row = {"sitting": table.id, "person": who, "role": role, "sees_racks": int(sees), "asks": int(asks)}
    connection.execute(official.insert().values(row))
    if not asks:
        ask_again(connection, table.id)


def free(connection: Connection, id: str, seats: Collection[Seat]) -> None:
    """Free seats. The others are asked again whether they are ready, for they will play with somebody else."""
    connection.execute(delete(place).where(place.c.sitting == id, place.c.seat.in_(list(map(int, seats)))))
    ask_again(connection, id)


def ask_again(connection: Connection, id: str) -> None:
    """Ask all players again whether they are ready, with other shares of the seed on all sides.

    What was once shown is never used again: otherwise a server could start over until it likes the draws. Without a clock
    the shares stay; there each page gives its own without waiting for others, and repeating that changes nothing.
    """
    try:
        table = present(connection, id)
    except LogError:  # a damaged table never becomes a game
        table = None
    if table is not None and not table.proposal.asks:
        return
    rows = update(place).where(place.c.sitting == id)
    connection.execute(rows.values(ready=None, commitment=None, share=None))
    if table is not None and table.secret is not None:
        set_values(connection, id, secret=secret_seed())


def check_name(connection: Connection, id: str, who: str, name: str | None = None) -> None:
    """Raise `TableError` if a name, by default the present one of that person, looks like that of another one at a table."""
    if name is None:
        name = connection.scalar(select(person.c.name).where(person.c.id == who)) or ""
    seated = select(place.c.name).where(place.c.sitting == id, place.c.person.is_distinct_from(who))
    ruling = select(person.c.name).join(official, official.c.person == person.c.id)
    names = connection.scalars(union_all(seated, ruling.where(official.c.sitting == id, person.c.id != who))).all()
    other = alike(name, names)
    require(other is None, TableFault.LOOKALIKE, name=other)


def set_values(connection: Connection, id: str, **values: object) -> None:
    """Change the row of a table."""
    connection.execute(update(sitting).where(sitting.c.id == id).values(**values))


def noting_wait(connection: Connection, table: LobbyTable) -> LobbyTable:
    """The table with the moment since which it waits for nothing but shares of the seed."""
    awaited = (table.awaited or now()) if table.awaits_shares else None
    if awaited != table.awaited:
        set_values(connection, table.id, awaited=awaited)
    return replace(table, awaited=awaited)


def own_place(table: LobbyTable, person: str) -> TakenSeat:
    """The seat of a person. Raises `TableError` for somebody who does not sit there."""
    own = next((each for each in table.places if each.person == person), None)
    if own is None:
        raise TableError(TableFault.NOT_SITTING)
    return own


def place_of(id: str, seat: Seat) -> Update:
    """A change of the row of a seat."""
    return update(place).where(place.c.sitting == id, place.c.seat == seat)


def require(holds: bool, fault: TableFault, **params: object) -> None:
    """Raise `TableError` unless a condition holds."""
    if not holds:
        raise TableError(fault, **params)


def _insert_place(connection: Connection, id: str, who: TakenSeat) -> None:
    taken = connection.scalars(select(place.c.name).where(place.c.sitting == id)).all()
    row = {"sitting": id, "seat": int(who.seat), "person": who.person, "name": who.name_beside(taken), "bot": who.bot}
    connection.execute(place.insert().values(ready=who.ready, commitment=who.commitment, **row))


def is_host_gone(connection: Connection, table: LobbyTable, at: int) -> bool:
    """Whether the person who opened a table has not been seen for long, or is erased, and does not sit there."""
    if table.host is None:
        return True
    seen = connection.scalar(select(person.c.seen).where(person.c.id == table.host))
    return table.seat_of(table.host) is None and (seen is None or at - seen >= HOST_GONE)
