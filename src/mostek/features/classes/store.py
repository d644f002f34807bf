"""The sets that teachers have made, in the database; the open lessons, one file each, so that a restart ends none.

A file holds what a lesson holds: nicknames, answers, and the hashes of the pupils' secrets. Only the user of the server can read
it. It is deleted in the moment in which the lesson ends, and is in no database, journal or copy. Changes are written once a
second: what a pupil answered in the last second before a power cut is asked again.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import Connection, delete, func, select, update

from mostek.app.byte_budgets import Leaver, LeftKind
from mostek.app.ports import LogError, SaveError
from mostek.features.classes.model import MOST_SETS, ClassError, ClassFault, ClassSet, Lesson, Lessons
from mostek.store.database import Database
from mostek.store.left_files import forget_left, note_left
from mostek.store.line_file import replace_whole
from mostek.store.schema import class_set, open_lesson
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

        def add_in(connection: Connection) -> None:
            own = select(func.count()).select_from(class_set).where(class_set.c.teacher == teacher)
            if (connection.scalar(own) or 0) >= MOST_SETS:
                raise ClassError(ClassFault.TOO_MANY_SETS, "You have {most} sets; delete one first.", most=MOST_SETS)
            body = msgspec.json.encode(tasks)
            note_left(connection, LeftKind.CLASS_SET, stored.id, leaver, len(body))
            row = {"id": stored.id, "teacher": teacher, "body": body, "changed": stored.changed}
            connection.execute(class_set.insert().values(row))

        await self._database.write(add_in)
        return stored

    async def replace(self, leaver: Leaver, id: str, tasks: ClassSet) -> StoredSet:
        """Store another version of a set. Raises `BudgetError`."""
        stored = StoredSet(id, tasks, now())

        def replace_in(connection: Connection) -> None:
            body = msgspec.json.encode(tasks)
            own = update(class_set).where(class_set.c.teacher == leaver.person, class_set.c.id == id)
            if not connection.execute(own.values(body=body, changed=stored.changed)).rowcount:
                raise _no_set()
            note_left(connection, LeftKind.CLASS_SET, id, leaver, len(body))

        await self._database.write(replace_in)
        return stored

    async def remove(self, teacher: str, id: str) -> None:
        """Delete a set."""

        def remove_in(connection: Connection) -> None:
            own = delete(class_set).where(class_set.c.teacher == teacher, class_set.c.id == id)
            if not connection.execute(own).rowcount:
                raise _no_set()
            forget_left(connection, LeftKind.CLASS_SET, id)

        await self._database.write(remove_in)


def own_data(connection: Connection, person: str) -> dict[str, Any]:
    """The sets of a teacher as they were written, without what was worked out of them."""
    sets = select(class_set.c.id, class_set.c.changed, class_set.c.body).where(class_set.c.teacher == person)
    return {"class_sets": [_as_written(dict(row)) for row in connection.execute(sets).mappings()]}


def _as_written(row: dict[str, Any]) -> dict[str, Any]:
    body = json.loads(row.pop("body"))
    return row | {"title": body["title"], "tasks": [task["draft"] for task in body["tasks"]]}


def _no_set() -> ClassError:
    return ClassError(ClassFault.NO_SET, "There is no such set.")


FOLDER = "lessons"
_SUFFIX = ".lesson"
_LARGEST = 2 * 1024 * 1024
"""The largest file in bytes: a full lesson takes about 400 000."""


class LessonFiles:
    """The folder of open lessons."""

    def __init__(self, data: Path) -> None:
        """`data` is the data folder of the server."""
        self._folder = data / FOLDER

    def all(self) -> Iterator[Lesson]:
        """The lessons of the folder. A damaged file is deleted: nobody could end its lesson any more."""
        for path in sorted(self._folder.glob(f"*{_SUFFIX}")):
            found = _read(path)
            if found is None or self._path(found.id) != path:
                _delete(path)
            else:
                yield found
        for draft in self._folder.glob(f".*{_SUFFIX}.*"):  # of a server that was killed while it wrote
            _delete(draft)

    def put(self, id: str, data: bytes) -> None:
        """Write a lesson, as `lesson_bytes` gives it. Raises `SaveError`."""
        replace_whole(self._path(id), data)

    def delete(self, id: str) -> None:
        """Delete a lesson, if it is there."""
        _delete(self._path(id))

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}{_SUFFIX}"


def lesson_bytes(lesson: Lesson) -> bytes:
    """A lesson as its file has it."""
    return msgspec.json.encode(lesson)


def _read(path: Path) -> Lesson | None:
    try:
        if path.stat().st_size > _LARGEST:
            return None
        return msgspec.json.decode(path.read_bytes(), type=Lesson)
    except (OSError, ValueError, RecursionError):
        return None


def _delete(path: Path) -> None:
    with suppress(OSError):  # a file that stays is deleted by the next clean-up
        os.unlink(path)


log = structlog.get_logger("mostek.lessons")

_EVERY = 1.0
_TRIES = 20
"""How often something is done again because another node was faster."""
T = TypeVar("T")


class LessonKeeper:
    """Writes the lessons of a server and deletes those that ended. Use it in one event loop."""

    def __init__(self, lessons: Lessons, files: LessonFiles) -> None:
        self._lessons = lessons
        self._files = files
        self._written: dict[str, int] = {}
        """The version of each lesson on the disk."""
        self._failed = False
        lessons.when_ended(self._ended)

    def restore(self, now: int) -> None:
        """Open the lessons that the last run of the server left, and delete those whose time is over."""
        for lesson in self._files.all():
            self._lessons.restore(lesson)
            self._written[lesson.id] = -1
        self._lessons.sweep(now)

    async def run(self, now: Callable[[], int]) -> None:
        """Keep the files up to date for ever; lessons end at their time."""
        while True:
            await asyncio.sleep(_EVERY)
            self._lessons.sweep(now())
            await self.write()

    async def write(self) -> None:
        """Write the lessons that have changed. A disk that takes no more is logged once, and lessons go on in memory."""
        for lesson in self._lessons.all():
            version = lesson.version
            if self._written.get(lesson.id) == version:
                continue
            try:
                await asyncio.to_thread(self._files.put, lesson.id, lesson_bytes(lesson))
            except SaveError as error:
                if not self._failed:
                    log.error("lessons_not_saved", why=str(error))
                self._failed = True
                return
            self._failed = False
            if self._lessons.has(lesson.id):
                self._written[lesson.id] = version
            else:  # it ended while it was written
                self._files.delete(lesson.id)

    def _ended(self, id: str) -> None:
        self._written.pop(id, None)
        self._files.delete(id)


class SharedLessons:
    """The lessons of all nodes of a server, in the database. Each node holds them in memory as it has read them last.

    On SQLite nothing is read or stored: the lessons in memory are all, and their files.
    """

    def __init__(self, database: Database, lessons: Lessons) -> None:
        self._database = database
        self._lessons = lessons
        self._versions: dict[str, int] = {}
        """The version of each lesson that was read or stored last."""
        self.erased: set[str] = set()
        """The people who are erased and whose lessons may not be read yet."""
        self._turn = asyncio.Lock()  # what is done to lessons is done to all that were read, and stored before the next

    async def do_together(self, work: Callable[[], T]) -> T:
        """Do something with the lessons as all nodes have left them, and store what has changed.

        Args:
            work: What to do. It is done again if another node was faster, so it must look for its lesson itself.

        Returns:
            What `work` returns.

        Raises:
            SaveError: the database cannot be written; nothing has changed then.
            Exception: what `work` raises.
        """
        if not self._database.is_shared:
            return work()
        async with self._turn:
            for _ in range(_TRIES):
                await self._read_changed()
                done = work()
                if await self._write_changed():
                    return done
        raise SaveError("Too many requests at once. Please wait a minute.")

    async def follow_nodes(self, moment: Callable[[], int]) -> None:
        """Learn once a second of what other nodes have changed, and end the lessons whose time or whose teacher is gone."""
        while self._database.is_shared:
            await asyncio.sleep(_EVERY)
            erased = frozenset(self.erased)
            try:
                await self.do_together(partial(self._end_lessons, moment(), erased))
                self.erased -= erased
            except LogError as error:
                log.error("lessons_not_read", why=str(error))

    def _end_lessons(self, moment: int, erased: Collection[str]) -> None:
        self._lessons.sweep(moment)
        for person in erased:
            self._lessons.forget_teacher(person)

    async def _read_changed(self) -> None:
        versions = select(open_lesson.c.id, open_lesson.c.version)
        there = await self._database.read(
            lambda connection: {row.id: row.version for row in connection.execute(versions).all()}
        )
        for id in [each for each in self._versions if each not in there]:
            self._versions.pop(id)
            self._lessons.end_lesson(id)
        changed = [id for id, version in there.items() if self._versions.get(id) != version]
        if not changed:
            return
        bodies = select(open_lesson).where(open_lesson.c.id.in_(changed))
        for row in await self._database.read(lambda connection: connection.execute(bodies).all()):
            self._lessons.take_over(msgspec.json.decode(row.body, type=Lesson))
            self._versions[row.id] = row.version

    async def _write_changed(self) -> bool:
        """Store what has changed in memory. Returns whether no other node was faster; if one was, it is read again."""
        changed = {
            lesson.id: (self._versions.get(lesson.id), lesson.version, lesson_bytes(lesson))
            for lesson in self._lessons.all()
            if self._versions.get(lesson.id) != lesson.version
        }
        ended = [id for id in self._versions if not self._lessons.has(id)]
        if not changed and not ended:
            return True
        stored: list[bool] = []

        def write_in(connection: Connection) -> None:
            versions = select(open_lesson.c.id, open_lesson.c.version).where(open_lesson.c.id.in_(list(changed)))
            there = {row.id: row.version for row in connection.execute(versions).all()}
            stored.append(all(there.get(id) == before for id, (before, _, _) in changed.items()))
            if stored[-1]:
                connection.execute(delete(open_lesson).where(open_lesson.c.id.in_([*changed, *ended])))
                for id, (_, version, body) in changed.items():
                    connection.execute(open_lesson.insert().values(id=id, version=version, body=body))

        for id in changed:  # until it is stored nobody knows what is there
            self._versions.pop(id, None)
        await self._database.write(write_in)
        if stored[-1]:
            self._versions |= {id: version for id, (_, version, _) in changed.items()}
            for id in ended:
                self._versions.pop(id, None)
        return stored[-1]
