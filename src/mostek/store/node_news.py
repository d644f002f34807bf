"""The news between the nodes of a server, in the database: stored with the change that it is about, read a few times a second.

A node that is woken by PostgreSQL need only call `look_once`: what it hears stands in the table in any case.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from time import monotonic

import structlog
from sqlalchemy import Connection, delete, func, select

from mostek.app.node_news import Hear, NewsTopic
from mostek.app.ports import LogError
from mostek.store.database import Database
from mostek.store.schema import node_news
from mostek.store.tokens import now

LOOK = 0.25
"""The seconds between two looks."""
_STORED = 15 * 60
"""The seconds for which news is stored."""
_SURE = 5 * 60
"""The seconds without a look after which some of it may be gone: a third of that time, because the clocks of nodes differ."""

log = structlog.get_logger("mostek.server")


def note_news(connection: Connection, node: str, topic: NewsTopic, about: str) -> None:
    """Store a piece of news with the change that it is about, in the transaction of a writing job."""
    # A writing job runs alone, so numbers are stored in their order and nobody can look past one that is still to come.
    number = (connection.scalar(select(func.max(node_news.c.number))) or 0) + 1
    row = {"number": number, "node": node, "at": now(), "topic": topic, "about": about}
    connection.execute(node_news.insert().values(row))


class StoredNews:
    """The news of a database, for one node. Use it in one event loop."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hearers: dict[NewsTopic, list[Hear]] = defaultdict(list)
        self._missed: list[Callable[[], Awaitable[None]]] = []
        self._seen = 0
        self._looked = monotonic()
        self._task: asyncio.Task[None] | None = None

    def add_hearer(self, topic: NewsTopic, act: Hear) -> None:
        """See `NodeNews`."""
        self._hearers[topic].append(act)

    def when_missed(self, act: Callable[[], Awaitable[None]]) -> None:
        """See `NodeNews`."""
        self._missed.append(act)

    async def tell_others(self, topic: NewsTopic, about: str) -> None:
        """See `NodeNews`."""
        await self._database.write(lambda connection: note_news(connection, self._database.node, topic, about))

    async def start_looking(self) -> None:
        """Begin to look for later news: before that nothing is in memory."""
        self._seen, self._looked = await self._database.read(_last_number), monotonic()
        self._task = asyncio.get_running_loop().create_task(self._keep_looking())

    async def stop_looking(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def drop_old(self) -> None:
        """Delete what every node has seen, but the last: its number says how many there were."""
        last = select(func.max(node_news.c.number)).scalar_subquery()
        old = delete(node_news).where(node_news.c.at < now() - _STORED * 1000, node_news.c.number < last)
        await self._database.execute(old)

    async def look_once(self) -> None:
        """Hear what is new."""
        wanted = select(node_news).where(node_news.c.number > self._seen).order_by(node_news.c.number)
        last, rows = await self._database.read(lambda there: (_last_number(there), there.execute(wanted).all()))
        # A backup that was put in place counts anew.
        is_sure = monotonic() - self._looked < _SURE and last >= self._seen
        self._looked = monotonic()
        self._seen = rows[-1].number if rows else last
        if not is_sure:
            log.warning("news_missed")
            for act in self._missed:
                await _act_on(act())
        for row in rows:
            if row.node != self._database.node:
                for hear in self._hearers.get(row.topic, ()):
                    await _act_on(hear(row.about))

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look_once()
            except LogError as error:  # the health of the server says it, too
                log.info("news_not_read", why=str(error))


async def _act_on(work: Awaitable[None]) -> None:
    """Act on a piece of news; what goes wrong with one does not stop the others."""
    try:
        await work
    except Exception:
        log.exception("news_not_heard")


def _last_number(connection: Connection) -> int:
    return connection.scalar(select(func.max(node_news.c.number))) or 0
