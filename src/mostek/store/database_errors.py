"""What SQLite says went wrong, in the words of the system, which have translations."""

from __future__ import annotations

import errno
import os
import sqlite3

_MEANINGS = (
    ("SQLITE_FULL", errno.ENOSPC),
    ("SQLITE_IOERR", errno.EIO),
    ("SQLITE_READONLY", errno.EACCES),
    ("SQLITE_PERM", errno.EACCES),
)


def database_why(error: sqlite3.Error) -> str:
    """The reason, without a full stop; SQLite's own words where the system has none."""
    name = getattr(error, "sqlite_errorname", None) or ""
    return next((os.strerror(number) for start, number in _MEANINGS if name.startswith(start)), str(error))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether what is read is at fault, not the place that is written to."""
    return (getattr(error, "sqlite_errorname", None) or "").startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def why(error: OSError) -> str:
    """The reason that the system gives."""
    return error.strerror or str(error)
