"""The names of people who wanted to be forgotten are taken out of the logs of their games.

Nothing else of a game changes: names decide nothing, so it can be proven as before. Only the hashes are worked out anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select

from mostek.app.sittings import NOBODY, Place, Sitting, Status
from mostek.store.chain import BEGINNING, body_of, written
from mostek.store.database import Database
from mostek.store.schema import event, place, sitting
from mostek.store.secrets import now
from mostek.store.sitting_rows import read

PATIENCE = 24 * 60 * 60 * 1000
"""How long after its end a log is left alone, in milliseconds: until then a result may be put right."""


def without_names(data: bytes, places: Iterable[Place]) -> bytes:
    """The lines of a log without the names of people who are not known any more."""
    gone = _gone(places)
    lines = data.splitlines(keepends=True)
    if not gone or len(lines) < 3:
        return data
    first, *rest = [_without(body_of(line), gone) for line in lines]
    return written(BEGINNING, [first, *rest])[0]


async def forget_names(database: Database) -> int:
    """Take the names out of the logs that are kept, where the game has been over for long; how many were changed."""
    found = await database.read(
        lambda connection: [each for each in _with_gone(connection) if _is_due(connection, each)]
    )
    for table in found:
        rows = await database.lines(table.id)
        await database.write(_rewriting(table, rows))
    return len(found)


def _with_gone(connection: Connection) -> list[Sitting]:
    gone = select(place.c.sitting).where(place.c.person.is_(None), place.c.bot.is_(None))
    over = (sitting.c.status == Status.OVER) & (sitting.c.ended < now() - PATIENCE)
    return read(connection, connection.execute(select(sitting).where(over, sitting.c.id.in_(gone))).all())


def _is_due(connection: Connection, table: Sitting) -> bool:
    """Whether the first event of a game still has a name that is to be forgotten."""
    wanted = select(event.c.line).where(event.c.game == table.id, event.c.version == 1)
    line = connection.scalar(wanted)
    return line is not None and _without(body_of(line), _gone(table.places)) != body_of(line)


def _rewriting(table: Sitting, rows: Sequence[Any]) -> Any:
    """What writes the lines anew, all or none."""
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


def _gone(places: Iterable[Place]) -> frozenset[int]:
    """The seats of people who were forgotten, counted from 0."""
    return frozenset(place.seat - 1 for place in places if place.person is None and place.bot is None)


def _without(body: bytes, gone: frozenset[int]) -> bytes:
    """A line without those names, if it is one of the two that set the game up."""
    if not (body.startswith(_CREATE) or body.startswith(_CREATED)):
        return body
    line = json.loads(body)
    setup = line.get("command") or line["event"]
    setup["players"] = [NOBODY if seat in gone else name for seat, name in enumerate(setup["players"])]
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()


_CREATE, _CREATED = b'{"command":{"type":"create_game"', b'{"n":1,"event":{"type":"game_created"'
