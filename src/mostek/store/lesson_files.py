"""The open lessons of a server, one file each, so that a restart in the middle of a lesson loses nothing.

A file holds what a lesson holds: nicknames, answers, and the hashes of the pupils' secrets. Only the user of the server can read
it. It is deleted in the moment in which the lesson ends, and is in no database, journal or copy.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from mostek.app.lessons import Lesson
from mostek.store.line_file import replace_whole

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
    with suppress(OSError):
        os.unlink(path)
