"""A database with many finished games, some of them of one person."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection

from mostek.app.lobby import Proposal, TableStatus
from mostek.app.ports import TableSetup
from mostek.app.users import User
from mostek.core.players import BySeat, Seat
from mostek.core.result import Ending, GameResult
from mostek.engine.random_draws import secret_seed
from mostek.notation.wire import encode
from mostek.store.database import Database
from mostek.store.game_lines import game_header
from mostek.store.schema import person, place, sitting
from mostek.store.users import UserStore

PEOPLE = 2_000
_LOT = 5_000


async def crowd(database: Database, games: int, own: int) -> tuple[User, str]:
    """Fill a database with finished games.

    Args:
        database: An open database.
        games: The number of games.
        own: How many of them belong to one person.

    Returns:
        That person with the token of a session.

    """
    heavy, token = await UserStore(database).welcome("Weteran", "pl")
    rows: list[dict[str, Any]] = [
        {"id": f"crowd{n}", "name": f"C{n}", "language": "pl", "created": n, "seen": n} for n in range(PEOPLE)
    ]
    await database.write(lambda connection: _insert(connection, person, rows))
    numbers = list(_games(games, own, heavy))
    for first in range(0, games, _LOT):
        lot = numbers[first : first + _LOT]
        await database.write(lambda connection, lot=lot: _insert(connection, sitting, [each[0] for each in lot]))  # type: ignore[misc]
        places = [row for each in lot for row in each[1]]
        await database.write(lambda connection, rows=places: _insert(connection, place, rows))  # type: ignore[misc]
    return heavy, token


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    connection.execute(table.insert(), rows)


def _games(games: int, own: int, heavy: User) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    chance = random.Random(games)
    mine = set(chance.sample(range(games), own))
    proposal = msgspec.json.encode(Proposal(rulebook="pfs", window=None))
    result = encode(GameResult(Ending.OUT, BySeat((401, 377)), BySeat((5, -5)), (Seat.FIRST,), BySeat((1, 2)), False))
    for number in range(games):
        name = f"done{number}"
        pair = chance.sample(range(PEOPLE), 2)
        who = [(f"crowd{each}", f"C{each}") for each in pair]
        if number in mine:
            who[chance.randrange(2)] = (heavy.id, heavy.name)
        header = game_header(name, TableSetup(2, "", secret_seed(), "lettered_rows"))
        table = {"id": name, "host": who[0][0], "proposal": proposal, "status": TableStatus.OVER, "created": number}
        table |= {"begun": number, "ended": number, "header": header, "result": result}
        seats = [{"sitting": name, "seat": seat, "person": id, "name": each} for seat, (id, each) in enumerate(who, 1)]
        yield table, seats
