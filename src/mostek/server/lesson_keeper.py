"""The open lessons on the disk, so that a restart of the server does not end them.

Changes are written once a second. What a pupil answered in the last second before a power cut is asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from mostek.app.lessons import Lessons
from mostek.app.ports import SaveError
from mostek.store.lesson_files import LessonFiles, lesson_bytes

log = structlog.get_logger("mostek.lessons")

_EVERY = 1.0


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
