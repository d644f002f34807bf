"""Password hashes by argon2id, computed in a few threads: each takes 64 MiB and a tenth of a second."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_AT_ONCE = 2


class Passwords:
    """Creates and verifies hashes. The time of an answer does not reveal whether a login exists."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._turn = asyncio.Semaphore(_AT_ONCE)  # each hash takes 64 MB and a tenth of a second
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        """The hash to store, with its salt and settings."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether the password matches the hash; `None` takes the same time and never matches."""
        if self._nobody is None:
            self._nobody = await self.hash("nobody has this password")
        async with self._turn:
            fits = await asyncio.to_thread(self._fits, stored or self._nobody, password)
        return fits and stored is not None

    def is_dated(self, stored: str) -> bool:
        """Whether a hash has weaker settings than new ones."""
        return self._hasher.check_needs_rehash(stored)

    def _fits(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
