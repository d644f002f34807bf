"""Games in the database: their logs with what was signed, and the removal of names from logs of earlier versions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from sqlalchemy import Connection, Table, bindparam, select
from sqlalchemy.dialects.sqlite import Insert, insert

from mostek.app.damage import Damage
from mostek.app.lobby import FORGOTTEN, LobbyTable, TableStatus, TakenSeat
from mostek.app.ownership import Claim, Ownership
from mostek.app.ports import LogError, PendingLog, StoredGame
from mostek.app.seals import (
    Countersignature,
    Evidence,
    SignedHead,
    StatedName,
    countersigned_statement,
    head_statement,
    seal_of,
)
from mostek.app.signatures import NoSignaturesError, Signer, is_countersigned
from mostek.core.players import Seat
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.store.database import Database, in_positions
from mostek.store.game_lines import (
    GameContents,
    PublicChain,
    command_bodies,
    event_of,
    evidence_line,
    log_of,
    read_header,
    read_lines,
    without_players,
)
from mostek.store.hash_chain import BEGINNING, body_of, written
from mostek.store.schema import countersignature, event, place, seat_name, signed_head, sitting
from mostek.store.table_rows import read
from mostek.store.tokens import now


class BufferedLog:
    """A `PendingLog`: events wait here as rows, with their place in the chain, until `DatabaseGames.save` has written them."""

    __slots__ = (
        "_chain",
        "_game",
        "_sealing",
        "_stored",
        "at",
        "claim",
        "command_ids",
        "head",
        "is_begun",
        "rows",
        "seed",
        "signed",
        "waiting",
    )

    def __init__(
        self, game: str, log: bytes, contents: GameContents, command_ids: Sequence[str], claim: Claim | None = None
    ) -> None:
        """`log` are the bytes of the chained lines; `claim` is by what right they were read, if not all games are this
        process's."""
        self.claim = claim
        sealing = contents.header.sealing
        self._sealing = None if sealing is UNSET else sealing
        self._chain = None if sealing is UNSET else PublicChain(log)
        self.signed = contents.evidence.signed if contents.evidence is not None else None
        """See `PendingLog`."""
        self.head = contents.head
        """See `EventLog`."""
        self.rows: list[dict[str, Any]] = []
        """The waiting rows of `store.schema.event`."""
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
        """The stored content. It can be read once, so that it does not stay in memory."""
        stored, self._stored = self._stored, None
        assert stored is not None, "a log is read once"
        return stored

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """Add the events of a command to the waiting rows."""
        chain = self._chain
        if chain is not None:
            first, *bodies = command_bodies(expected, without_players(command), tuple(map(without_players, events)))
        else:
            first, *bodies = command_bodies(expected, command, events)
        line: bytes | None = self._chained(first)
        for version, body in enumerate(bodies, expected + 1):
            row = {"game": self._game, "version": version, "at": self.at, "asked": line, "token": None}
            self.rows.append({**row, "line": self._chained(body)})
            line = None  # it stands before the first of its events only
        self.waiting += events
        if chain is not None:
            chain.add((first, *bodies), self.head or "")

    @property
    def key(self) -> str | None:
        """See `PendingLog`."""
        return None if self._sealing is None else self._sealing.key

    def unsigned(self) -> SignedHead | None:
        """The present head of the public log, still without its signature; `None` for a log that is not signed."""
        if self._sealing is None or self._chain is None:
            return None
        lines = self._chain.lines
        return SignedHead(lines, seal_of(self._sealing, self._game, lines, self._chain.head), "")

    def tag(self, version: int, command_id: str) -> None:
        """See `PendingLog`."""
        next(row for row in self.rows if row["version"] == version)["token"] = command_id

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """Never called, because the database stores the events of a command as a whole."""
        raise AssertionError("a command was stored in part")

    def note_moment(self, at: int) -> None:
        """Do nothing: the server notes one moment for all games."""

    def clear(self) -> None:
        """Drop the waiting rows after the database has stored them."""
        self.rows, self.waiting = [], []

    def _chained(self, body: bytes) -> bytes:
        line, self.head = written(self.head, [body])
        return line


def _put(table: Table, *key: str) -> Insert:
    """A statement that puts a row in place of the one with the same key."""
    statement = insert(table).values(dict.fromkeys(table.columns.keys()))
    changed = {column.name: column for column in statement.excluded if column.name not in key}
    return statement.on_conflict_do_update(index_elements=key, set_=changed)


_PUT_HEAD = _put(signed_head, "game")
_PUT_COUNTERSIGNATURE = _put(countersignature, "game", "seat")
"""Carried out as text, because this happens in every turn of every game, and making it would cost more than carrying it out."""


class DatabaseGames:
    """A `GameStore` in the database."""

    def __init__(self, database: Database, signer: Signer | None = None) -> None:
        """`signer` signs the heads of the games that name its key."""
        self._database = database
        self._signer = signer
        self.writing: Callable[[str], AbstractAsyncContextManager[Any]] = lambda _game: nullcontext(None)
        """Is entered with the id of a game during a write; it may refuse with `SaveError`."""
        self.ownership: Ownership | None = None
        """The games that this node owns; `None` if it owns all."""

    async def open_log(self, table: LobbyTable) -> BufferedLog:
        """See `GameStore`."""
        if table.header is None:
            raise LogError("No part of the game was saved.")
        claim = None if self.ownership is None else self.ownership.claim_of(table.id)
        rows = await self._database.lines(table.id)
        log = log_of(table.header, ((row.asked, row.line) for row in rows))
        beside = evidence_line(await evidence_of(self._database, table.id)) if is_sealed(table.header) else b""
        return BufferedLog(
            table.id, log, read_lines(log + beside), [row.token for row in rows if row.token is not None], claim
        )

    async def save(self, log: PendingLog, sign: bool = False) -> None:
        """See `GameStore`."""
        assert isinstance(log, BufferedLog)
        made: list[SignedHead] = []
        signer = self._signer if self._signer is not None and self._signer.public == log.key else None
        head = log.unsigned() if sign and signer is not None else None

        def also(connection: Connection) -> None:
            assert signer is not None
            assert head is not None
            signed = replace(head, signature=signer.sign(head_statement(log.game, head.lines, head.seal)))
            _execute(connection, _PUT_HEAD, (log.game, signed.lines, signed.seal, signed.signature))
            made[:] = [signed]

        if self.ownership is not None:
            self.ownership.check_lease()
        rows, expected = log.rows, log.rows[0]["version"] - 1
        async with self.writing(log.game) as written:
            await self._database.append(log.game, expected, rows, also if head is not None else None, log.claim)
            if written is not None:
                written.version = rows[-1]["version"]
        log.signed = made[0] if made else log.signed
        log.clear()

    async def timed_events(self, table: LobbyTable) -> list[tuple[int, Event]]:
        """See `GameStore`."""
        rows = await self._database.lines(table.id)
        players = None
        if table.header is not None and rows and (sealing := read_header(table.header).sealing) is not UNSET:
            players = (await evidence_of(self._database, table.id)).players(sealing, FORGOTTEN)
        return [(row.at, event_of(row.line, players if row.version == 1 else None)) for row in rows]

    async def countersign(self, game: str, given: Countersignature) -> bool:
        """See `GameStore`."""
        statement = countersigned_statement(game, given.lines, given.seal, given.seat)
        if not await asyncio.to_thread(_is_countersigned, given.key, statement, given.signature):
            return False
        row = (game, int(given.seat), given.lines, given.seal, given.key, given.signature)
        await self._database.write(lambda connection: _execute(connection, _PUT_COUNTERSIGNATURE, row))
        return True

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


def _is_countersigned(key: str, statement: bytes, signature: str) -> bool:
    try:
        return is_countersigned(key, statement, signature)
    except NoSignaturesError:
        return False


def _execute(connection: Connection, statement: Insert, row: tuple[object, ...]) -> None:
    connection.exec_driver_sql(in_positions(statement, connection.dialect), row)


def is_sealed(header: bytes) -> bool:
    """Whether the log with that first line has commitments to names."""
    return read_header(header).sealing is not UNSET


def is_signed(header: bytes) -> bool:
    """Whether the log with that first line names the key of a server."""
    sealing = read_header(header).sealing
    return sealing is not UNSET and sealing.key is not None


async def evidence_of(database: Database, game: str) -> Evidence:
    """The evidence beside the chain of a game."""

    def read_all(connection: Connection) -> Evidence:
        names = select(seat_name).where(seat_name.c.game == game).order_by(seat_name.c.seat)
        by_page = select(countersignature).where(countersignature.c.game == game).order_by(countersignature.c.seat)
        head = connection.execute(select(signed_head).where(signed_head.c.game == game)).first()
        return Evidence(
            tuple(StatedName(Seat(row.seat), row.name, row.salt) for row in connection.execute(names)),
            None if head is None else SignedHead(head.lines, head.seal, head.signature),
            tuple(
                Countersignature(Seat(row.seat), row.lines, row.seal, row.key, row.signature)
                for row in connection.execute(by_page)
            ),
        )

    return await database.read(read_all)


FORGET_AFTER = 24 * 60 * 60 * 1000
"""The milliseconds after the end of a game during which its log does not change, because the result may be corrected.

This holds for games of earlier versions, whose logs have the names themselves and are rewritten without them.
"""


def without_names(data: bytes, places: Iterable[TakenSeat]) -> bytes:
    """The lines of a log without the names of people whose data was erased."""
    gone = _gone(places)
    lines = data.splitlines(keepends=True)
    if not gone or len(lines) < 3 or is_sealed(lines[0]):
        return data
    first, *rest = [_without(body_of(line), gone) for line in lines]
    return written(BEGINNING, [first, *rest])[0]


async def forget_names(database: Database) -> int:
    """Remove erased names from the stored logs of games that ended long ago. Returns the number of changed logs."""
    damage = database.damage
    found = await database.read(
        lambda connection: [each for each in _with_gone(connection, damage) if _is_due(connection, each)]
    )
    for table in found:
        rows = await database.lines(table.id)
        await database.write(_rewriting(table, rows))
    return len(found)


def _with_gone(connection: Connection, damage: Damage) -> list[LobbyTable]:
    gone = select(place.c.sitting).where(place.c.person.is_(None), place.c.bot.is_(None))
    over = (sitting.c.status == TableStatus.OVER) & (sitting.c.ended < now() - FORGET_AFTER)
    return read(connection, connection.execute(select(sitting).where(over, sitting.c.id.in_(gone))).all(), damage)


def _is_due(connection: Connection, table: LobbyTable) -> bool:
    """Whether the first event of a game still has an erased name; where names are sealed it never had one."""
    if table.header is None or is_sealed(table.header):
        return False
    wanted = select(event.c.line).where(event.c.game == table.id, event.c.version == 1)
    line = connection.scalar(wanted)
    return line is not None and _without(body_of(line), _gone(table.places)) != body_of(line)


def _rewriting(table: LobbyTable, rows: Sequence[Any]) -> Any:
    """A job that rewrites all lines."""
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

    def rewrite_in(connection: Connection) -> None:
        connection.execute(changed, values)

    return rewrite_in


def _bodies(header: bytes, rows: Sequence[Any]) -> Iterator[bytes]:
    yield body_of(header)
    for row in rows:
        if row.asked:
            yield body_of(row.asked)
        yield body_of(row.line)


def _gone(places: Iterable[TakenSeat]) -> frozenset[int]:
    """The seats of erased people, counted from 0."""
    return frozenset(place.seat - 1 for place in places if place.person is None and place.bot is None)


def _without(body: bytes, gone: frozenset[int]) -> bytes:
    """A line without those names, if it is one of the two that create the game."""
    if not (body.startswith(_CREATE) or body.startswith(_CREATED)):
        return body
    line = json.loads(body)
    setup = line.get("command") or line["event"]
    setup["players"] = [FORGOTTEN if seat in gone else name for seat, name in enumerate(setup["players"])]
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()


_CREATE, _CREATED = b'{"command":{"type":"create_game"', b'{"n":1,"event":{"type":"game_created"'
