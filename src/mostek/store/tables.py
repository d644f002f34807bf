"""Tables in the database. The one writer decides concurrent requests in the order in which they arrive."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from secrets import token_urlsafe
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Row, Text, cast, delete, func, literal, or_, select, update

from mostek.app.ports import TableSetup
from mostek.app.tables import LobbyTable, Proposal, TableError, TableFault, TableStatus, TakenSeat
from mostek.core.players import Role, Seat
from mostek.core.result import GameResult
from mostek.notation.wire import encode, read_value
from mostek.store.database import Database
from mostek.store.game_lines import game_header
from mostek.store.schema import invitation, official, person, place, sitting
from mostek.store.tokens import digest, new_name, now


def get(connection: Connection, id: str) -> LobbyTable | None:
    """The table of that name."""
    return next(iter(read(connection, connection.execute(select(sitting).where(sitting.c.id == id)).all())), None)


def present(connection: Connection, id: str) -> LobbyTable:
    """The table of that name. Raises `TableError` if there is none."""
    table = get(connection, id)
    if table is None:
        raise TableError(TableFault.UNKNOWN)
    return table


def read(connection: Connection, rows: Sequence[Row[Any]]) -> list[LobbyTable]:
    """Tables with everybody who belongs to them."""
    wanted = [row.id for row in rows]
    places: dict[str, list[TakenSeat]] = {}
    officials: dict[str, list[Row[Any]]] = {}
    for row in connection.execute(select(place).where(place.c.sitting.in_(wanted)).order_by(place.c.seat)):
        places.setdefault(row.sitting, []).append(TakenSeat(Seat(row.seat), row.person, row.name, row.bot))
    for row in connection.execute(_OFFICIALS.where(official.c.sitting.in_(wanted))):
        officials.setdefault(row.sitting, []).append(row)
    return [_sitting(row, places.get(row.id, ()), officials.get(row.id, ())) for row in rows]


_OFFICIALS = select(official, person.c.name).join(person, person.c.id == official.c.person)


def _sitting(row: Row[Any], places: Iterable[TakenSeat], officials: Iterable[Row[Any]]) -> LobbyTable:
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
        header=row.header,
        result=None if row.result is None else msgspec.json.decode(row.result, type=GameResult, dec_hook=read_value),
        rematch=row.rematch,
    )


def own(id: str) -> ColumnElement[bool]:
    """The tables that a person has opened, plays at or is an official of."""
    plays = select(place.c.sitting).where(place.c.person == id)
    rules = select(official.c.sitting).where(official.c.person == id)
    return or_(sitting.c.host == id, sitting.c.id.in_(plays), sitting.c.id.in_(rules))


def insert(
    connection: Connection, id: str, host: str, proposal: Proposal, created: int, seats: Iterable[TakenSeat]
) -> None:
    """A new table with those who sit there from the beginning."""
    row = {"id": id, "host": host, "proposal": msgspec.json.encode(proposal), "created": created}
    connection.execute(sitting.insert().values(status=TableStatus.OPEN, **row))
    for each in seats:
        _insert_place(connection, id, each)


def take(connection: Connection, table: LobbyTable, seat: Seat | None, who: TakenSeat) -> None:
    """Give a free seat away; whichever is free if `seat` is `None`. Raises `TableError`."""
    require(not table.is_complete, TableFault.FULL)
    wanted = table.free[0] if seat is None else seat
    require(wanted <= table.proposal.seats, TableFault.NO_SUCH_SEAT, seat=int(wanted))
    require(wanted in table.free, TableFault.SEAT_TAKEN)
    _insert_place(connection, table.id, replace(who, seat=wanted))


def set_values(connection: Connection, id: str, **values: object) -> None:
    """Change the row of a table."""
    connection.execute(update(sitting).where(sitting.c.id == id).values(**values))


def require(holds: bool, fault: TableFault, **params: object) -> None:
    """Raises `TableError` where something does not hold."""
    if not holds:
        raise TableError(fault, **params)


def _insert_place(connection: Connection, id: str, who: TakenSeat) -> None:
    row = {"sitting": id, "seat": int(who.seat), "person": who.person, "name": who.name, "bot": who.bot}
    connection.execute(place.insert().values(row))


_WAITING = 20
"""At how many tables of one host people are awaited at most."""
_FRESH = 3
"""For how many seconds the list of public tables is cached at most; another process may have changed names in it."""


class TableStore:
    """All tables. What cannot be done raises `TableError`; a database that cannot be written, `SaveError`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes = 0
        self._kept: tuple[tuple[int, int], float, list[LobbyTable]] | None = None

    async def get(self, id: str) -> LobbyTable | None:
        """The table of that name."""
        return await self._database.read(lambda connection: get(connection, id))

    async def playing(self) -> list[str]:
        """The tables at which a game is being played, the oldest first."""
        return await self._names(sitting.c.status == TableStatus.PLAYING)

    async def complete(self) -> list[str]:
        """Open tables at which every seat is taken: the server was stopped before their game could begin."""
        wanted = await self._sittings(sitting.c.status == TableStatus.OPEN, limit=None)
        return [each.id for each in wanted if each.is_complete]

    async def listed(self, person: str | None, limit: int = 100) -> list[LobbyTable]:
        """What a person finds in the lobby, the newest first: public tables that are open or played at, and their own.

        At most so many of each.
        """
        found = {each.id: each for each in await self._public(limit)}
        if person is not None:
            mine = own(person) & (sitting.c.status != TableStatus.CLOSED)
            found |= {each.id: each for each in await self._sittings(mine, limit)}
        return sorted(found.values(), key=lambda each: each.created, reverse=True)

    async def _public(self, limit: int) -> list[LobbyTable]:
        """The list is the same for all viewers, so it is cached until a change."""
        changes, until = self._changes, time.monotonic() + _FRESH
        if self._kept is not None and self._kept[0] == (changes, limit) and time.monotonic() < self._kept[1]:
            return self._kept[2]
        alive = sitting.c.status.in_((TableStatus.OPEN, TableStatus.PLAYING))
        public = func.json_extract(cast(sitting.c.proposal, Text), "$.public") == 1
        found = await self._sittings(alive & public, limit)
        self._kept = ((changes, limit), until, found)
        return found

    async def create(self, host: str, proposal: Proposal, bots: Sequence[tuple[str, str]] = ()) -> LobbyTable:
        """Open a table. `bots` are the names and titles of those that play the last seats.

        Of those that wait for players the oldest is closed when its host opens too many.
        """
        id, created = new_name(), now()
        first = proposal.seats - len(bots)
        seats = [TakenSeat(Seat(first + number), None, title, bot) for number, (bot, title) in enumerate(bots, 1)]

        def work(connection: Connection) -> None:
            insert(connection, id, host, proposal, created, seats)
            waiting = select(sitting.c.id).where(sitting.c.host == host, sitting.c.status == TableStatus.OPEN)
            oldest = waiting.order_by(sitting.c.created.desc(), sitting.c.id).limit(-1).offset(_WAITING)
            row = update(sitting).where(sitting.c.id.in_(oldest))
            connection.execute(row.values(status=TableStatus.CLOSED, ended=created))

        await self._database.write(work)
        self._changes += 1
        return await self._known(id)

    async def sit(self, id: str, seat: Seat | None, person: str, name: str) -> LobbyTable:
        """Give a person a seat, the first free one if they do not mind which. Who sits there already goes on sitting."""

        def work(connection: Connection, table: LobbyTable) -> None:
            if table.seat_of(person) is not None:
                return
            require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
            require(person not in table.officials, TableFault.OFFICIAL)
            take(connection, table, seat, TakenSeat(Seat.FIRST, person, name, None))

        return await self._change(id, work)

    async def leave(self, id: str, person: str) -> LobbyTable:
        """A person gets up before the game begins. Who does not sit there has got up already."""

        def work(connection: Connection, table: LobbyTable) -> None:
            require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
            connection.execute(delete(place).where(place.c.sitting == id, place.c.person == person))

        return await self._change(id, work)

    async def put_bot(self, id: str, seat: Seat | None, bot: str, title: str) -> LobbyTable:
        """Give a free seat to a bot before the game; during it, the seat of a person, who is then a spectator."""

        def work(connection: Connection, table: LobbyTable) -> None:
            if table.status is TableStatus.OPEN:
                take(connection, table, seat, TakenSeat(Seat.FIRST, None, title, bot))
                return
            require(table.status is TableStatus.PLAYING, TableFault.NOT_PLAYING)
            taken = next((each for each in table.places if each.seat == seat and each.bot is None), None)
            require(taken is not None, TableFault.NO_SUCH_SEAT, seat=seat)
            row = update(place).where(place.c.sitting == id, place.c.seat == seat)
            connection.execute(row.values(person=None, bot=bot, name=title))

        return await self._change(id, work)

    async def begin(self, id: str, setup: TableSetup, begun: int) -> LobbyTable:
        """The game begins, and its log with a header that holds the setup. It begins once only."""
        header = game_header(id, setup)

        def work(connection: Connection, table: LobbyTable) -> None:
            require(table.status is TableStatus.OPEN, TableFault.NOT_OPEN)
            require(table.is_complete, TableFault.NOT_PLAYING)
            set_values(connection, id, status=TableStatus.PLAYING, header=header, begun=begun)

        return await self._change(id, work)

    async def finish(self, id: str, result: GameResult, ended: int) -> LobbyTable:
        """The game is over; a later result, after something was put right, takes the place of the first."""

        def work(connection: Connection, table: LobbyTable) -> None:
            require(table.status in (TableStatus.PLAYING, TableStatus.OVER), TableFault.NOT_PLAYING)
            set_values(connection, id, status=TableStatus.OVER, result=encode(result), ended=table.ended or ended)

        return await self._change(id, work)

    async def close(self, id: str) -> LobbyTable:
        """Nothing will be played here; not for a game that is over."""

        def work(connection: Connection, table: LobbyTable) -> None:
            require(table.status in (TableStatus.OPEN, TableStatus.CLOSED), TableFault.NOT_OPEN)
            set_values(connection, id, status=TableStatus.CLOSED, ended=table.ended or now())

        return await self._change(id, work)

    async def close_forgotten(self, before: int) -> list[str]:
        """Close the tables that were opened before a moment and at which no game has begun."""
        old = await self._names((sitting.c.status == TableStatus.OPEN) & (sitting.c.created < before))
        for id in old:
            await self.close(id)
        return old

    async def invite(self, id: str, role: Role) -> str:
        """The token of a new invitation to that role. Only its SHA-256 is stored."""
        token, created = token_urlsafe(18), now()

        def work(connection: Connection, table: LobbyTable) -> None:
            require(table.status in (TableStatus.OPEN, TableStatus.PLAYING), TableFault.NOT_OPEN)
            row = {"token": digest(token), "sitting": id, "role": role, "created": created}
            connection.execute(invitation.insert().values(row))

        await self._change(id, work)
        return token

    async def invited(self, token: str) -> tuple[str, Role] | None:
        """The table and the role of an invitation."""
        wanted = select(invitation.c.sitting, invitation.c.role).where(invitation.c.token == digest(token))
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        return (row.sitting, Role(row.role)) if row else None

    async def accept(self, token: str, person: str, name: str) -> LobbyTable:
        """Take up an invitation: sit down, or become an official. A spectator's changes nothing."""
        found = await self.invited(token)
        if found is None:
            raise TableError(TableFault.NO_INVITATION)
        id, role = found
        if role is Role.PLAYER:
            return await self.sit(id, None, person, name)
        return await self._known(id) if role is Role.SPECTATOR else await self.appoint(id, person, role)

    async def appoint(self, id: str, person: str, role: Role) -> LobbyTable:
        """Make a person an official of the table; who plays at it cannot be one."""

        def work(connection: Connection, table: LobbyTable) -> None:
            require(table.seat_of(person) is None, TableFault.PLAYER)
            # Otherwise a host could let a friend in who sees the opponents' racks.
            aside = table.status is not TableStatus.PLAYING or (
                table.host is not None and table.seat_of(table.host) is None
            )
            require(aside or role is Role.ASSISTANT or table.officials.get(person) is role, TableFault.RACKS)
            connection.execute(delete(official).where(official.c.sitting == id, official.c.person == person))
            connection.execute(official.insert().values(sitting=id, person=person, role=role))

        return await self._change(id, work)

    async def set_rematch(self, id: str, proposal: Proposal, host: str, seats: Sequence[TakenSeat]) -> LobbyTable:
        """The table at which these people play again, opened on the first request."""
        fresh, created = new_name(), now()

        def work(connection: Connection, table: LobbyTable) -> None:
            require(table.status is TableStatus.OVER, TableFault.NOT_OVER)
            if table.rematch is None:
                insert(connection, fresh, host, proposal, created, seats)
                same = select(literal(fresh), official.c.person, official.c.role).where(official.c.sitting == id)
                connection.execute(official.insert().from_select(["sitting", "person", "role"], same))
                set_values(connection, id, rematch=fresh)

        table = await self._change(id, work)
        return await self._known(table.rematch or fresh)

    async def before_rematch(self, id: str) -> LobbyTable | None:
        """The table whose people play again at this one."""
        found = await self._sittings(sitting.c.rematch == id, limit=1)
        return found[0] if found else None

    async def _change(self, id: str, work: Callable[[Connection, LobbyTable], None]) -> LobbyTable:
        """Change a table as it stands at the moment of writing, and give it back as it stands then."""
        after: list[LobbyTable] = []

        def whole(connection: Connection) -> None:
            work(connection, present(connection, id))
            after[:] = [present(connection, id)]

        await self._database.write(whole)
        self._changes += 1
        return after[0]

    async def _known(self, id: str) -> LobbyTable:
        return await self._database.read(lambda connection: present(connection, id))

    async def _names(self, which: ColumnElement[bool]) -> list[str]:
        wanted = select(sitting.c.id).where(which).order_by(sitting.c.created)
        return await self._database.read(lambda connection: list(connection.scalars(wanted)))

    async def _sittings(self, which: ColumnElement[bool], limit: int | None) -> list[LobbyTable]:
        wanted = select(sitting).where(which).order_by(sitting.c.created.desc()).limit(limit)
        return await self._database.read(lambda connection: read(connection, connection.execute(wanted).all()))
