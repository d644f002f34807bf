"""The nodes and the owners of games in PostgreSQL, by SQL of its own: a server of one process has neither.

Each statement is a transaction of its own and waits for no other node. A node that takes a game over changes its row, and one
that appends to it holds this row until the end of the transaction (`FOR SHARE`): so an append is either there before another
owner reads the game, or is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, TextClause
from sqlalchemy import text as sql_text
from sqlalchemy.exc import DBAPIError

from mostek.app.lobby import TableStatus
from mostek.app.ownership import ANSWERS, Claim, Peer, Tidings
from mostek.app.ports import SaveError
from mostek.store.database import Database

T = TypeVar("T")

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
_DAY = 24 * 60 * 60 * 1000
"""The milliseconds by which the time of a node may be ahead of the database: its row may be changed by hand."""


def _with_clock(statement: str) -> TextClause:
    return sql_text(statement.replace("NOW", _NOW))


_JOIN = _with_clock(
    f"""
    WITH latest AS (SELECT greatest(NOW, least(coalesce(max(beat), 0), NOW + {_DAY})) AS at FROM node)
    INSERT INTO node (id, name, address, version, started, until, beat)
    SELECT :id, :name, :address, :version, NOW, NOW + :lease, at FROM latest RETURNING beat
    """
)
_FORGET = _with_clock(
    f"""
    DELETE FROM node WHERE until < NOW - {_DAY} AND NOT EXISTS (SELECT 1 FROM ownership WHERE ownership.node = node.id)
    """
)
_ADOPT = _with_clock(
    "INSERT INTO ownership (game, epoch, in_play) SELECT id, 0, 1 FROM sitting WHERE status = :playing ON CONFLICT DO NOTHING"
)
# Backups have the time of the last beat, but no nodes; a renewal waits for no other statement that writes the former.
_RENEW = _with_clock(
    """
    WITH renewed AS (
        UPDATE node SET until = NOW + :lease, beat = :at WHERE id = :id AND until <> 0 RETURNING until - :lease AS now
    ), beat AS (
        UPDATE heartbeat SET at = :at WHERE one IN (SELECT one FROM heartbeat WHERE at < :at FOR UPDATE SKIP LOCKED)
    )
    SELECT now FROM renewed
    """
)
# A lease that ends later than one can was changed by hand, or the clock of the database was set back.
_BURY = _with_clock(
    "UPDATE node SET until = 0 WHERE until <> 0 AND id <> :id AND NOT until BETWEEN NOW AND NOW + 2 * :lease"
)
_PEERS = _with_clock("SELECT id, name, address, version, beat FROM node WHERE until <> 0 ORDER BY id")
_FREE = _with_clock(
    """
    SELECT ownership.game FROM ownership LEFT JOIN node ON node.id = ownership.node
    WHERE in_play = 1 AND (ownership.node IS NULL OR node.until = 0)
    """
)
_GIVEN = _with_clock("SELECT game FROM ownership WHERE node = :id AND in_play = 1 AND freed IS NOT NULL")
_OWNED = _with_clock("SELECT game FROM ownership WHERE node = :id AND in_play = 1")
_ENTER = _with_clock(
    "INSERT INTO ownership (game, epoch, in_play) SELECT unnest(CAST(:games AS TEXT[])), 0, 0 ON CONFLICT DO NOTHING"
)
# A node that was declared dead stays dead, so an old row of a node says nothing wrong here. A game whose row is locked is taken
# the next time.
_CLAIM = _with_clock(
    f"""
    WITH free AS (
        SELECT ownership.game, coalesce(freed, CASE WHEN beat < NOW + {_DAY} THEN beat END) AS stopped
        FROM ownership LEFT JOIN node ON node.id = ownership.node
        WHERE ownership.game = ANY(CAST(:games AS TEXT[])) AND (ownership.node IS NULL OR ownership.node = :id OR node.until = 0)
        FOR UPDATE OF ownership SKIP LOCKED
    )
    UPDATE ownership SET node = :id, epoch = epoch + 1, freed = NULL FROM free WHERE free.game = ownership.game
    RETURNING ownership.game, ownership.epoch, free.stopped
    """
)
_OWNER = _with_clock(
    """
    SELECT node.id, node.name, node.address, node.version, node.beat FROM ownership JOIN node ON node.id = ownership.node
    WHERE ownership.game = :game AND node.until <> 0
    """
)
_NOTE_PLAY = _with_clock(
    """
    INSERT INTO ownership (game, epoch, in_play) VALUES (:game, 0, :in_play)
    ON CONFLICT (game) DO UPDATE SET in_play = excluded.in_play
    """
)
_HAND_OVER = _with_clock(
    """
    UPDATE ownership SET node = :heir, epoch = epoch + 1, freed = :at WHERE node = :id AND game = ANY(CAST(:games AS TEXT[]))
    """
)
_LEAVE = _with_clock("UPDATE node SET until = 0 WHERE id = :id")


class DatabaseNodes:
    """A `NodeStore` in PostgreSQL, on a connection and in a thread of its own: a lease waits for nothing else."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._engine = database.backend.engine.execution_options(isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "mostek-lease")

    async def enter_node(self, peer: Peer, lease: int) -> int:
        """See `NodeStore`."""

        def join_in(connection: Connection) -> int:
            connection.execute(_FORGET)
            connection.execute(_ADOPT, {"playing": TableStatus.PLAYING})
            fields = {"id": peer.id, "name": peer.name, "address": peer.address, "version": peer.version}
            now: int = connection.execute(_JOIN, {**fields, "lease": lease}).scalar_one()
            return now

        now = await self._run_in_thread(join_in)
        await asyncio.to_thread(self._database.renew)  # a restored database has none of its former nodes
        return now

    async def renew_lease(self, node: str, at: int, lease: int) -> int | None:
        """See `NodeStore`."""
        return await self._run_in_thread(
            lambda connection: connection.scalar(_RENEW, {"id": node, "at": at, "lease": lease}),
        )

    async def read_tidings(self, node: str, lease: int, known: Collection[str] | None, buries: bool) -> Tidings:
        """See `NodeStore`."""

        def read_in(connection: Connection) -> Tidings:
            if buries:
                connection.execute(_BURY, {"id": node, "lease": lease})
            peers = tuple(map(_peer_of, connection.execute(_PEERS)))
            given = connection.scalars(_GIVEN if known is None else _OWNED, {"id": node}).all()
            return Tidings(
                peers, tuple(connection.scalars(_FREE)), tuple(game for game in given if game not in (known or ()))
            )

        return await self._run_in_thread(read_in)

    async def claim_games(self, node: str, games: Sequence[str]) -> Mapping[str, Claim]:
        """See `NodeStore`."""

        def claim_in(connection: Connection) -> dict[str, Claim]:
            connection.execute(_ENTER, {"games": list(games)})
            rows = connection.execute(_CLAIM, {"games": list(games), "id": node})
            return {row.game: Claim(node, row.epoch, row.stopped) for row in rows}

        return await self._run_in_thread(claim_in)

    async def owner_of(self, game: str) -> Peer | None:
        """See `NodeStore`."""

        def read_in(connection: Connection) -> Peer | None:
            row = connection.execute(_OWNER, {"game": game}).first()
            return None if row is None else _peer_of(row)

        return await self._run_in_thread(read_in)

    async def note_play(self, game: str, in_play: bool) -> None:
        """See `NodeStore`."""
        await self._run_in_thread(
            lambda connection: connection.execute(_NOTE_PLAY, {"game": game, "in_play": int(in_play)})
        )

    async def games_of(self, node: str) -> Sequence[str]:
        """See `NodeStore`."""
        return await self._run_in_thread(lambda connection: connection.scalars(_OWNED, {"id": node}).all())

    async def give_games(self, node: str, heirs: Mapping[str, Sequence[str]], at: int) -> None:
        """See `NodeStore`."""

        def hand_over_in(connection: Connection) -> None:
            for heir, games in heirs.items():
                connection.execute(_HAND_OVER, {"id": node, "heir": heir or None, "games": list(games), "at": at})

        await self._run_in_thread(hand_over_in)

    async def bury_node(self, node: str) -> None:
        """See `NodeStore`."""
        await self._run_in_thread(lambda connection: connection.execute(_LEAVE, {"id": node}))

    def close(self) -> None:
        """Close the connection."""
        self._thread.submit(self._drop_connection)
        self._thread.shutdown(wait=True)

    async def _run_in_thread(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._carry_out, work)

    def _carry_out(self, work: Callable[[Connection], T]) -> T:
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
                self._connection.exec_driver_sql(f"SET statement_timeout = {ANSWERS}")
            return work(self._connection)
        except DBAPIError as error:
            self._drop_connection()
            why = self._database.backend.fault_of(error)
            if why is None:
                raise
            raise SaveError("The database cannot be written: {why}.", why=why) from None

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()


def _peer_of(row: Row[Any]) -> Peer:
    return Peer(row.id, row.name, row.address, row.version, row.beat)
