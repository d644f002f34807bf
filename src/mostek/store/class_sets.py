"""The sets that teachers have made, in the database. Nothing about pupils is stored, see `app.lessons`."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, select, update

from mostek.app.byte_budgets import Leaver, LeftKind
from mostek.app.class_sets import MOST_SETS, ClassError, ClassFault, ClassSet
from mostek.store.database import Database
from mostek.store.left_files import forget_left, note_left
from mostek.store.schema import class_set
from mostek.store.tokens import new_name, now

_DECODER = msgspec.json.Decoder(ClassSet)


class StoredSet(Struct, frozen=True):
    """A set of a teacher. `changed` is milliseconds since 1970."""

    id: str
    tasks: ClassSet
    changed: int


class ClassSetStore:
    """The sets of all teachers. Raises `ClassError`, and `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self, teacher: str) -> list[StoredSet]:
        """The sets of a teacher, the latest first."""
        wanted = select(class_set).where(class_set.c.teacher == teacher).order_by(class_set.c.changed.desc())
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [StoredSet(row.id, _DECODER.decode(row.body), row.changed) for row in rows]

    async def get(self, teacher: str, id: str) -> StoredSet:
        """A set of this teacher; those of others are not there."""
        wanted = select(class_set).where(class_set.c.teacher == teacher, class_set.c.id == id)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        if row is None:
            raise _no_set()
        return StoredSet(row.id, _DECODER.decode(row.body), row.changed)

    async def add(self, leaver: Leaver, tasks: ClassSet) -> StoredSet:
        """Store a new set. Raises `BudgetError`."""
        teacher = leaver.person
        stored = StoredSet(new_name(), tasks, now())

        def work(connection: Connection) -> None:
            own = select(func.count()).select_from(class_set).where(class_set.c.teacher == teacher)
            if (connection.scalar(own) or 0) >= MOST_SETS:
                raise ClassError(ClassFault.TOO_MANY_SETS, "You have {most} sets; delete one first.", most=MOST_SETS)
            body = msgspec.json.encode(tasks)
            note_left(connection, LeftKind.CLASS_SET, stored.id, leaver, len(body))
            row = {"id": stored.id, "teacher": teacher, "body": body, "changed": stored.changed}
            connection.execute(class_set.insert().values(row))

        await self._database.write(work)
        return stored

    async def replace(self, leaver: Leaver, id: str, tasks: ClassSet) -> StoredSet:
        """Store another version of a set. Raises `BudgetError`."""
        stored = StoredSet(id, tasks, now())

        def work(connection: Connection) -> None:
            body = msgspec.json.encode(tasks)
            own = update(class_set).where(class_set.c.teacher == leaver.person, class_set.c.id == id)
            if not connection.execute(own.values(body=body, changed=stored.changed)).rowcount:
                raise _no_set()
            note_left(connection, LeftKind.CLASS_SET, id, leaver, len(body))

        await self._database.write(work)
        return stored

    async def remove(self, teacher: str, id: str) -> None:
        """Delete a set."""

        def work(connection: Connection) -> None:
            own = delete(class_set).where(class_set.c.teacher == teacher, class_set.c.id == id)
            if not connection.execute(own).rowcount:
                raise _no_set()
            forget_left(connection, LeftKind.CLASS_SET, id)

        await self._database.write(work)


def _no_set() -> ClassError:
    return ClassError(ClassFault.NO_SET, "There is no such set.")
