"""The driver of PostgreSQL, which comes with an extra of mostek, and its reasons in words for a person."""

from __future__ import annotations

import errno
import os

from mostek.app.ports import LogError

try:
    import psycopg
    import psycopg.abc
    import psycopg.adapt
    import psycopg.types.string
except ImportError:
    raise LogError("For PostgreSQL a part of mostek is missing: pip install 'mostek[postgres]'") from None

__all__ = ["psycopg", "reason_in"]
_MEANINGS = {"53100": errno.ENOSPC, "25006": errno.EROFS, "42501": errno.EACCES, "58030": errno.EIO}
"""Codes of errors (PostgreSQL, appendix A), and the number of the system that means the same."""


def reason_in(error: psycopg.Error) -> str:
    """The reason of an error, without a full stop."""
    if error.sqlstate in _MEANINGS:
        return os.strerror(_MEANINGS[error.sqlstate])
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
