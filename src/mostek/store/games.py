"""The games of the database: their logs, and the names that are removed from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select

from mostek.app.ports import LogError, PendingLog, StoredGame
from mostek.app.tables import FORGOTTEN, LobbyTable, TableStatus, TakenSeat
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.store.database import Database
from mostek.store.game_lines import GameContents, command_bodies, event_of, read_lines
from mostek.store.hash_chain import BEGINNING, body_of, written
from mostek.store.schema import event, place, sitting
from mostek.store.tables import read
from mostek.store.tokens import now


class BufferedLog:
    """A `PendingLog`: events wait here as rows, with their place in the chain, until `DatabaseGames.save` has written them."""

    __slots__ = ("_game", "_stored", "at", "command_ids", "head", "is_begun", "rows", "seed", "waiting")

    def __init__(self, game: str, contents: GameContents, command_ids: Sequence[str]) -> None:
        self.head = contents.head
        """See `EventLog`."""
        self.rows: list[dict[str, Any]] = []
        """Rows of `store.schema.event` that wait."""
        self.at = 0
        """See `PendingLog`."""
        self.seed = contents.header.table.seed
        """See `PendingLog`."""
        self.command_ids = command_ids
        """See `PendingLog`."""
        self.waiting: list[Event] = []
        """See `PendingLog`."""
        self.is_begun = bool(contents.kept.events)
        """See `PendingLog`."""
        self._game = game
        self._stored: StoredGame | None = contents.kept

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._game

    def read(self) -> StoredGame:
        """What was stored before. It can be read once, so that it need not stay in memory."""
        stored, self._stored = self._stored, None
        assert stored is not None, "a log is read once"
        return stored

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """Let the events of a command wait."""
        asked, *bodies = command_bodies(expected, command, events)
        line: bytes | None = self._chained(asked)
        for version, body in enumerate(bodies, expected + 1):
            row = {"game": self._game, "version": version, "at": self.at, "asked": line, "token": None}
            self.rows.append({**row, "line": self._chained(body)})
            line = None  # it stands before the first of its events only
        self.waiting += events

    def tag(self, version: int, command_id: str) -> None:
        """See `PendingLog`."""
        next(row for row in self.rows if row["version"] == version)["token"] = command_id

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """Never called: the database stores the events of a command all or none."""
        raise AssertionError("a command was stored in part")

    def note_moment(self, at: int) -> None:
        """Do nothing: the server notes one moment for all games."""

    def clear(self) -> None:
        """Forget what waited; the database has it."""
        self.rows, self.waiting = [], []

    def _chained(self, body: bytes) -> bytes:
        line, self.head = written(self.head, [body])
        return line


class DatabaseGames:
    """A `GameStore` in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_log(self, table: LobbyTable) -> BufferedLog:
        """See `GameStore`."""
        if table.header is None:
            raise LogError("No part of the game was saved.")
        rows = await self._database.lines(table.id)
        contents = read_lines(table.header + b"".join((row.asked or b"") + row.line for row in rows))
        return BufferedLog(table.id, contents, [row.token for row in rows if row.token is not None])

    async def save(self, log: PendingLog) -> None:
        """See `GameStore`."""
        assert isinstance(log, BufferedLog)
        await self._database.append(log.game, log.rows[0]["version"] - 1, log.rows)
        log.clear()

    async def timed_events(self, game: str) -> list[tuple[int, Event]]:
        """See `GameStore`."""
        return [(row.at, event_of(row.line)) for row in await self._database.lines(game)]

    async def has_command(self, game: str, command_id: str) -> bool:
        """See `GameStore`."""
        return await self._database.done(game, command_id) is not None

    async def beat(self, at: int) -> None:
        """See `GameStore`."""
        await self._database.beat(at)

    def last_beat(self) -> int | None:
        """See `GameStore`."""
        return self._database.last_beat()

    def renew(self) -> None:
        """See `GameStore`."""
        self._database.renew()


FORGET_AFTER = 24 * 60 * 60 * 1000
"""How long after its end a log is left alone, in milliseconds: until then a result may be put right."""


def without_names(data: bytes, places: Iterable[TakenSeat]) -> bytes:
    """The lines of a log without the names of people who are not known any more."""
    gone = _gone(places)
    lines = data.splitlines(keepends=True)
    if not gone or len(lines) < 3:
        return data
    first, *rest = [_without(body_of(line), gone) for line in lines]
    return written(BEGINNING, [first, *rest])[0]


async def forget_names(database: Database) -> int:
    """Remove the names from the stored logs of games that have been over for long; returns how many were changed."""
    found = await database.read(
        lambda connection: [each for each in _with_gone(connection) if _is_due(connection, each)]
    )
    for table in found:
        rows = await database.lines(table.id)
        await database.write(_rewriting(table, rows))
    return len(found)


def _with_gone(connection: Connection) -> list[LobbyTable]:
    gone = select(place.c.sitting).where(place.c.person.is_(None), place.c.bot.is_(None))
    over = (sitting.c.status == TableStatus.OVER) & (sitting.c.ended < now() - FORGET_AFTER)
    return read(connection, connection.execute(select(sitting).where(over, sitting.c.id.in_(gone))).all())


def _is_due(connection: Connection, table: LobbyTable) -> bool:
    """Whether the first event of a game still has a name that is to be forgotten."""
    wanted = select(event.c.line).where(event.c.game == table.id, event.c.version == 1)
    line = connection.scalar(wanted)
    return line is not None and _without(body_of(line), _gone(table.places)) != body_of(line)


def _rewriting(table: LobbyTable, rows: Sequence[Any]) -> Any:
    """The function that rewrites the lines, all or none."""
    gone = _gone(table.places)
    bodies = list(_bodies(table.header or b"", rows))
    lines = iter(written(BEGINNING, [_without(body, gone) for body in bodies])[0].splitlines(keepends=True))
    next(lines)  # the header, which has no names
    values = [
        {"at_version": row.version, "new_asked": next(lines) if row.asked else None, "new_line": next(lines)}
        for row in rows
    ]
    changed = (
        event.update()
        .where(event.c.game == table.id, event.c.version == bindparam("at_version"))
        .values(asked=bindparam("new_asked"), line=bindparam("new_line"))
    )

    def work(connection: Connection) -> None:
        connection.execute(changed, values)

    return work


def _bodies(header: bytes, rows: Sequence[Any]) -> Iterator[bytes]:
    yield body_of(header)
    for row in rows:
        if row.asked:
            yield body_of(row.asked)
        yield body_of(row.line)


def _gone(places: Iterable[TakenSeat]) -> frozenset[int]:
    """The seats of people who were forgotten, counted from 0."""
    return frozenset(place.seat - 1 for place in places if place.person is None and place.bot is None)


def _without(body: bytes, gone: frozenset[int]) -> bytes:
    """A line without those names, if it is one of the two that set the game up."""
    if not (body.startswith(_CREATE) or body.startswith(_CREATED)):
        return body
    line = json.loads(body)
    setup = line.get("command") or line["event"]
    setup["players"] = [FORGOTTEN if seat in gone else name for seat, name in enumerate(setup["players"])]
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()


_CREATE, _CREATED = b'{"command":{"type":"create_game"', b'{"n":1,"event":{"type":"game_created"'
