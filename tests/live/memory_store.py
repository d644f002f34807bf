"""A database that outlives the servers of a test: what it has taken is kept, whatever happens to whoever asked."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from live.memory_nodes import Nodes
from live.virtual_time import Process
from mostek.app.lobby import LobbyTable, TableStatus
from mostek.app.ownership import Claim
from mostek.app.ports import ConflictError, SaveError
from mostek.app.shares import setup_of
from mostek.core.result import GameResult
from mostek.referee import Game, evolve, replay
from mostek.referee.events import Event
from mostek.store.game_lines import event_of, game_header


@dataclass
class Store:
    """What lies on the disk."""

    rng: random.Random
    table_store: dict[str, LobbyTable] = field(default_factory=dict)
    rows: dict[str, list[Any]] = field(default_factory=dict)
    beat: int | None = None
    full: bool = False
    """Whether there is no room."""
    slowest: float = 0.02
    """How many seconds writing takes at most."""
    games: dict[str, Game] = field(default_factory=dict)
    """The games as the kept events make them."""

    def log(self, name: str) -> list[Event]:
        """The kept events of a game."""
        return [event_of(row.line) for row in self.rows.get(name, [])]

    def keep(self, game: str, rows: Sequence[dict[str, Any]]) -> None:
        """Take the rows; the game goes on by them."""
        self.rows.setdefault(game, []).extend(SimpleNamespace(**row) for row in rows)
        for row in rows:
            event = event_of(row["line"])
            known = self.games.get(game)
            self.games[game] = evolve(known, event) if known is not None else replay((event,))  # type: ignore[assignment]


class MemoryDatabase:
    """The methods of `store.database.Database` that games need, for one process."""

    def __init__(self, store: Store, process: Process, nodes: Nodes | None = None) -> None:
        """`nodes` are all processes on the database, if there are several."""
        self._store = store
        self._nodes = nodes
        self._process = process
        self._writing = asyncio.Lock()

    async def append(
        self, game: str, expected: int, rows: Sequence[dict[str, Any]], also: Any = None, claim: Claim | None = None
    ) -> None:
        """See `Database`. It goes on when whoever asked has gone, unless the process has."""
        kept = asyncio.get_running_loop().create_task(self._append(game, expected, list(rows), claim))
        kept.add_done_callback(_noticed)
        await asyncio.shield(kept)

    async def lines(self, game: str, after: int = 0, upto: int | None = None) -> list[Any]:
        """See `Database`."""
        await self._wait()
        return self._store.rows.get(game, [])[after:upto]

    async def done(self, game: str, token: str) -> int | None:
        """See `Database`."""
        await self._wait()
        return next((row.version for row in self._store.rows.get(game, []) if row.token == token), None)

    async def beat(self, at: int) -> None:
        """See `Database`."""
        if not self._store.rng.randrange(8):
            await self._wait()
        self._check()
        self._store.beat = at

    def last_beat(self) -> int | None:
        """See `Database`."""
        return self._store.beat

    async def _append(self, game: str, expected: int, rows: list[dict[str, Any]], claim: Claim | None) -> None:
        async with self._writing:
            await self._wait()
            self._check()
            if claim is not None and self._nodes is not None:
                self._nodes.check(game, claim)
            kept = self._store.rows.get(game, [])
            known = {row.token for row in kept if row.token is not None}
            if len(kept) != expected or known & {row["token"] for row in rows}:
                raise ConflictError(expected, len(kept))
            self._store.keep(game, rows)
        await self._wait()  # it lies on the disk, and nobody knows it yet

    async def _wait(self) -> None:
        await asyncio.sleep(self._store.rng.random() * self._store.slowest)

    def _check(self) -> None:
        if not self._process.alive:
            raise asyncio.CancelledError
        if self._store.full:
            raise SaveError("The database cannot be written: {why}.", why="disk full")


def _noticed(kept: asyncio.Task[None]) -> None:
    """A failure that nobody waits for any more, because the server has stopped, is none of which a loop must warn."""
    if not kept.cancelled():
        kept.exception()


class MemoryTables:
    """A `GameTables` port."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, name: str) -> LobbyTable | None:
        """See `GameTables`."""
        await asyncio.sleep(0)
        return self._store.table_store.get(name)

    async def playing(self) -> list[str]:
        """See `GameTables`."""
        await asyncio.sleep(0)
        return [name for name, sitting in self._store.table_store.items() if sitting.status is TableStatus.PLAYING]

    async def idle(self, before: int, most: int, but: Collection[str] = ()) -> list[tuple[str, int]]:
        """See `GameTables`."""
        last = [(name, self._store.rows[name][-1].at) for name in await self.playing() if self._store.rows.get(name)]
        return sorted((each for each in last if each[1] < before and each[0] not in but), key=lambda each: each[1])[
            :most
        ]

    async def begin(self, name: str, begun: int) -> LobbyTable:
        """See `GameTables`."""
        header = game_header(name, setup_of(self._store.table_store[name]))
        return self._change(name, status=TableStatus.PLAYING, header=header, begun=begun)

    async def let_see(self, name: str, people: Collection[str]) -> LobbyTable:
        """See `GameTables`."""
        return self._change(name, unsighted=self._store.table_store[name].unsighted - set(people))

    async def finish(self, name: str, result: GameResult, ended: int) -> LobbyTable:
        """See `GameTables`."""
        await asyncio.sleep(0)
        return self._change(name, status=TableStatus.OVER, result=result, ended=ended)

    def _change(self, name: str, **fields: Any) -> LobbyTable:
        changed = self._store.table_store[name] = replace(self._store.table_store[name], **fields)
        return changed
