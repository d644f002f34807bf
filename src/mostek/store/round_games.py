"""The games of tables of hosted tournaments, in the database: each table has one at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Row, delete, func, select, update

from mostek.app.lobby import LobbyTable, Proposal, TableFault, TableStatus, TakenSeat
from mostek.app.online_rounds import OnlineGame, TablePlace
from mostek.core.players import Role, Seat
from mostek.store.database import Database
from mostek.store.schema import official, person, place, round_game, sitting
from mostek.store.table_rows import TableWork, change, insert, present, require, set_values
from mostek.store.tokens import new_name, now


class RoundGameStore:
    """The games of tournaments. Raises `TableError`, and `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_tournament(self, id: str) -> list[OnlineGame]:
        """The games of a tournament, by round and table."""
        return await self._select(round_game.c.tournament == id)

    async def of_game(self, game: str) -> str | None:
        """The tournament whose game that is."""
        wanted = select(round_game.c.tournament).where(round_game.c.game == game)
        found: str | None = await self._database.read(lambda connection: connection.scalar(wanted))
        return found

    async def events_of_player(self, who: str, most: int) -> list[str]:
        """The tournaments in which a person has a seat, those played last first."""
        latest = func.max(sitting.c.created)
        wanted = (
            select(round_game.c.tournament)
            .join(place, place.c.sitting == round_game.c.game)
            .join(sitting, sitting.c.id == round_game.c.game)
            .where(place.c.person == who)
            .group_by(round_game.c.tournament)
            .order_by(latest.desc())
            .limit(most)
        )
        return await self._database.read(lambda connection: list(connection.scalars(wanted)))

    async def unsettled(self) -> list[str]:
        """The tournaments with games whose result is awaited."""
        wanted = select(round_game.c.tournament).where(round_game.c.settled == 0).distinct()
        return await self._database.read(lambda connection: list(connection.scalars(wanted)))

    async def open(
        self, id: str, there: TablePlace, players: Sequence[int], proposal: Proposal, names: Sequence[str]
    ) -> str:
        """Open the game of a table, with a seat for each player; one that is tied already stays."""
        game, created = new_name(), now()
        seats = [TakenSeat(Seat(number), None, name, None) for number, name in enumerate(names, 1)]

        def open_in(connection: Connection) -> str:
            tied = connection.execute(select(round_game).where(_at(id, there))).first()
            if tied is not None:
                return str(tied.game)
            insert(connection, game, None, proposal, created, seats)
            row = {"tournament": id, "division": there.division, "round": there.round, "place": there.table}
            values = {"game": game, "players": msgspec.json.encode(tuple(players)).decode()}
            connection.execute(round_game.insert().values(**row, **values))
            return game

        done: list[str] = []
        await self._database.write(lambda connection: done.append(open_in(connection)))
        return done[0]

    async def let_go(self, online: OnlineGame) -> None:
        """Untie a game whose table is played otherwise now; before its start its table is closed."""

        def let_go_in(connection: Connection) -> None:
            connection.execute(delete(round_game).where(round_game.c.game == online.game))
            open = sitting.c.status == TableStatus.OPEN
            row = update(sitting).where(sitting.c.id == online.game, open)
            connection.execute(row.values(status=TableStatus.CLOSED, ended=now()))

        await self._database.write(let_go_in)

    async def settle(self, online: OnlineGame) -> None:
        """Note that the result of a game was handed to the desk."""
        row = update(round_game).where(round_game.c.game == online.game).values(settled=1)
        await self._database.execute(row)

    async def give_seat(self, game: str, seat: Seat, who: str) -> LobbyTable:
        """Give a seat to the person whose device has the player's code, also during the game; officials give up their office
        at that table. Raises `TableError` for a person who has another seat there.
        """

        def give_seat_in(connection: Connection, table: LobbyTable) -> None:
            require(all(each.seat is seat for each in table.places if each.person == who), TableFault.OWN_DEVICES)
            require(table.status in (TableStatus.OPEN, TableStatus.PLAYING, TableStatus.OVER), TableFault.NOT_OPEN)
            there = next((each for each in table.places if each.seat is seat), None)
            require(there is not None and there.bot is None, TableFault.NO_SUCH_SEAT, seat=int(seat))
            if there is not None and there.person != who:
                row = update(place).where(place.c.sitting == game, place.c.seat == int(seat))
                connection.execute(row.values(person=who, ready=None, commitment=None, share=None))
                connection.execute(delete(official).where(official.c.sitting == game, official.c.person == who))

        return await self._change(game, give_seat_in)

    async def begin_without(self, game: str, late: Sequence[Seat]) -> LobbyTable:
        """Let a game begin without the players who are late (PFS-6.3.2a); no change if it has begun."""

        def begin_without_in(connection: Connection, table: LobbyTable) -> None:
            if table.status is TableStatus.OPEN:
                proposal = replace(table.proposal, absent=tuple(late))
                proposal.check()
                set_values(connection, game, proposal=msgspec.json.encode(proposal))
                gone = update(place).where(place.c.sitting == game, place.c.seat.in_([int(seat) for seat in late]))
                connection.execute(gone.values(commitment=None, share=None))

        return await self._change(game, begin_without_in)

    async def set_officials(self, game: str, officials: Mapping[str, Role]) -> bool:
        """Let the officials of the tournament be those of a table, and no others; who plays there is none there, and may stop
        the own clock for a dispute at another table (PFS-4.4.2d).

        The players have entered a tournament with these arbiters, so they are not asked. Returns whether something has changed.
        """
        changed: list[bool] = []

        def set_officials_in(connection: Connection) -> None:
            table = present(connection, game)
            playing = {each.person: each.seat for each in table.places if each.person is not None}
            there = connection.scalars(select(person.c.id).where(person.c.id.in_(list(officials)))).all()
            wanted = {each: role for each, role in officials.items() if each in there and each not in playing}
            knows = table.proposal.book.order.procedures.value
            seats = tuple(sorted(playing[each] for each in officials if each in playing)) if knows else ()
            if dict(table.officials) == wanted and not table.asking and table.proposal.officials == seats:
                return
            changed.append(True)
            set_values(connection, game, proposal=msgspec.json.encode(replace(table.proposal, officials=seats)))
            connection.execute(delete(official).where(official.c.sitting == game))
            sees = int(table.proposal.officials_see_racks)
            for each, role in wanted.items():
                row = {"sitting": game, "person": each, "role": role, "sees_racks": sees, "asks": 0}
                connection.execute(official.insert().values(row))

        await self._database.write(set_officials_in)
        return bool(changed)

    async def _change(self, game: str, work: TableWork) -> LobbyTable:
        return await change(self._database, game, work)

    async def _select(self, which: ColumnElement[bool]) -> list[OnlineGame]:
        ordered = (
            select(round_game).where(which).order_by(round_game.c.round, round_game.c.division, round_game.c.place)
        )
        rows: Sequence[Row[Any]] = await self._database.read(lambda connection: connection.execute(ordered).all())
        return [online_of(row) for row in rows]


def _at(id: str, there: TablePlace) -> ColumnElement[bool]:
    columns = round_game.c
    return (
        (columns.tournament == id)
        & (columns.division == there.division)
        & (columns.round == there.round)
        & (columns.place == there.table)
    )


def online_of(row: Row[Any]) -> OnlineGame:
    """The game of a row."""
    return OnlineGame(
        place=TablePlace(division=row.division, round=row.round, table=row.place),
        game=row.game,
        players=tuple(msgspec.json.decode(row.players, type=list[int])),
        settled=bool(row.settled),
    )
