"""Names that cannot be guessed, and the stored hashes of secrets."""

from __future__ import annotations

import time
from hashlib import sha256
from secrets import choice

_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Nothing that is mistaken for something else when it is read aloud."""
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
