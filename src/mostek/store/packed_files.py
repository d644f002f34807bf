"""The files of a data folder that a server needs beside the database, packed into a backup and put back from it.

Only in a backup the database has a table for them; what is put in place has none.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath

from mostek.app.ports import LogError, SaveError
from mostek.store.line_file import replace_whole
from mostek.store.sqlite import database_why

FOLDERS = ("tournaments", "copies", "standby")
"""Tournaments, copies of those that others publish here, and halls that this computer follows."""
FILES = ("publications.json", "untold.json", "servers.json", "signing.key", "push.key")
_COPIES = ("tournaments", "copies")
"""The rotating copies beside the tournaments are copies already."""
_LOGS = (".jsonl", ".heads")
"""Files that only grow: one that goes on from what is in the backup stays."""
_MAKE = "CREATE TABLE kept_file (path TEXT PRIMARY KEY, changed INTEGER NOT NULL, data BLOB NOT NULL)"
_KNOWN = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'kept_file'"


def pack(folder: Path, backup: Path) -> int:
    """Put the files of a data folder into a backup of its database. Returns their number. Raises `SaveError`, `LogError`."""
    number = 0
    try:
        with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
            connection.execute("BEGIN")
            connection.execute("DROP TABLE IF EXISTS kept_file")
            connection.execute(_MAKE)
            for name, path in _files(folder):
                try:
                    row = (name, path.stat().st_mtime_ns, path.read_bytes())
                except FileNotFoundError:
                    continue  # it was taken away meanwhile
                connection.execute("INSERT INTO kept_file VALUES (?, ?, ?)", row)
                number += 1
            connection.execute("COMMIT")
    except OSError as error:
        raise LogError("{path} cannot be read: {why}", path=error.filename or folder, why=error.strerror) from None
    except sqlite3.Error as error:
        raise SaveError("{path} cannot be written: {why}.", path=backup, why=database_why(error)) from None
    return number


def packed(backup: Path) -> list[tuple[str, int, bytes]]:
    """The files in a backup, each with the moment of its last change; none in one of an earlier mostek.

    Raises `LogError` for a name that no backup has.
    """
    try:
        with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
            if not connection.execute(_KNOWN).fetchone()[0]:
                return []
            rows = connection.execute("SELECT path, changed, data FROM kept_file ORDER BY path").fetchall()
            connection.execute("DROP TABLE kept_file")
    except sqlite3.Error as error:
        raise LogError("{path} is damaged: {why}.", path=backup, why=database_why(error)) from None
    for name, changed, data in rows:
        if not _is_ours(name) or not isinstance(changed, int) or not isinstance(data, bytes):
            raise LogError("{path} is no backup of mostek.", path=backup)
    return rows


def unpack(files: list[tuple[str, int, bytes]], folder: Path) -> None:
    """Put files in their places; a log that goes on from the one in the backup stays as it is. Raises `SaveError`."""
    for name, changed, data in files:
        path = folder / name
        if path.suffix in _LOGS and _begins_with(path, data):
            continue
        replace_whole(path, data)
        os.utime(path, ns=(changed, changed))


def _begins_with(path: Path, data: bytes) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(data)) == data
    except OSError:
        return False


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for name in FILES:
        if (folder / name).is_file():
            yield name, folder / name
    for top in FOLDERS:
        for path in sorted((folder / top).rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not path.is_symlink() and _is_ours(name):
                yield name, path


def _is_ours(name: object) -> bool:
    if not isinstance(name, str) or "\\" in name:
        return False
    parts = PurePosixPath(name).parts
    is_plain = all(part not in ("", "..", "/") and not part.startswith(".") for part in parts)
    return name in FILES or (is_plain and len(parts) > 1 and parts[0] in FOLDERS and parts[:2] != _COPIES)
