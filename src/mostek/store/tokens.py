"""Names that are hard to guess, and the stored hashes of secrets."""

from __future__ import annotations

import time
from hashlib import sha256
from secrets import choice

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not confused when read aloud."""
_LENGTH = 12


def new_name() -> str:
    """An unused name for a table or a person: 59 random bits."""
    return "".join(choice(_SIGNS) for _ in range(_LENGTH))


def digest(token: str) -> str:
    """The stored form of a token: a reader of the database cannot use it."""
    return sha256(token.encode()).hexdigest()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
