"""Wrong guesses of passwords and short codes in the database, so that a limit is one of the server and not of each node.

Each guess is forgotten after its share of the time of the limit. So one number says all: when the last one is forgotten (the
generic cell rate algorithm). A right guess writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from mostek.store.database import Database
from mostek.store.put_row import put_row
from mostek.store.schema import wrong_guess
from mostek.store.tokens import digest, now


class GuessLimit(NamedTuple):
    """A limit of wrong guesses."""

    name: str
    """The thing that is limited; only its hash is stored."""
    most: int
    """The wrong guesses at once."""
    seconds: int = 60
    """The time in which so many are forgotten."""

    @property
    def whole_time(self) -> int:
        """That time in milliseconds."""
        return self.seconds * 1000


class WrongGuesses:
    """The wrong guesses at a server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waits_for(self, limits: Iterable[GuessLimit]) -> list[float]:
        """The seconds until the next guess, for each limit; 0 where one may be made. Raises `LogError`."""
        wanted = {digest(limit.name): limit for limit in limits}
        if not wanted:
            return []
        rows = select(wrong_guess).where(wrong_guess.c.name.in_(list(wanted)))
        there = await self._database.read(
            lambda connection: {row.name: row.until for row in connection.execute(rows).all()}
        )
        at = now()
        return [_wait(limit, there.get(name, 0), at) for name, limit in wanted.items()]

    async def note_guess(self, limits: Iterable[GuessLimit]) -> None:
        """Count a wrong guess. Raises `SaveError`."""
        noted = [(digest(limit.name), limit) for limit in limits]
        at = now()

        def note_guess_in(connection: Connection) -> None:
            for name, limit in noted:
                there = connection.scalar(select(wrong_guess.c.until).where(wrong_guess.c.name == name))
                until = at + _spent(limit, there or 0, at) + limit.whole_time // limit.most
                put_row(connection, wrong_guess, {"name": name, "until": until}, "name")

        if noted:
            await self._database.write(note_guess_in)

    async def drop_old(self) -> None:
        """Delete what is forgotten."""
        await self._database.execute(delete(wrong_guess).where(wrong_guess.c.until < now()))


def _spent(limit: GuessLimit, until: int, at: int) -> int:
    """The milliseconds until all guesses are forgotten; never more than the limit has, should the date have been set back."""
    return min(max(0, until - at), limit.whole_time)


def _wait(limit: GuessLimit, until: int, at: int) -> float:
    return max(0, _spent(limit, until, at) - limit.whole_time + limit.whole_time // limit.most) / 1000
