"""Logins: hashes of passwords, the limits of attempts, and logins with passkeys, which confirm a new password for a while."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from mostek.feature import FeatureService
from mostek.server.budget import Budget, Budgets
from mostek.server.http.problems import RequestRefused
from mostek.store.tokens import digest

if TYPE_CHECKING:
    from mostek.server.http.services import Services

_AT_ONCE = 2
"""The hashes that are computed at once."""
_ATTEMPTS = 10
"""The attempts in a minute at one account from all unknown devices together, and from each known one."""
_SOON = "Too many attempts. Try again in {seconds} s."
_ELSEWHERE = (
    "Too many attempts to log in to this account. Try again in {seconds} s, use a passkey, or log in on a device that "
    "has used this account before."
)
FRESH = 5 * 60.0
"""The seconds after a login with a passkey within which it confirms a new password."""


class Passwords:
    """Creates and verifies hashes by argon2id. The time of an answer does not reveal whether a login exists."""

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


class Attempts:
    """Counts attempts. A refused one is not counted, so nobody can make a wait longer than its limit.

    Args:
        per_address: The logins in a minute from one address.
    """

    def __init__(self, per_address: int) -> None:
        self._addresses = Budgets(per_address, per_address / 60)
        self._accounts, self._devices, self._sessions = (Budgets(_ATTEMPTS, _ATTEMPTS / 60) for _ in range(3))

    def log_in(self, login: str, address: str, device: str | None) -> None:
        """Count a login, or raise `RequestRefused`.

        Args:
            login: The login as it is stored; empty if there can be no such account.
            address: The address of the request.
            device: The name of a device that the account knows. It has its own limit, and no other one.
        """
        if device is not None:
            _take(self._devices.of(device), _SOON)
            return
        _take(self._addresses.of(address), _SOON)
        if login:
            _take(self._accounts.of(login), _ELSEWHERE)

    def change_password(self, session: str) -> None:
        """Count a present password that was entered in a session, or raise `RequestRefused`."""
        _take(self._sessions.of(session), _SOON)


def _take(budget: Budget, sentence: str) -> None:
    wait = budget.take(1)
    if wait:
        raise RequestRefused(HTTPStatus.TOO_MANY_REQUESTS, "too_many", sentence, seconds=ceil(wait)).after(wait)


class Confirmations:
    """The fresh logins with passkeys, in memory only: after a restart of the server the passkey is used once more."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}

    def note(self, token: str) -> None:
        """Note that the session of this token was opened with a passkey."""
        self._drop_old()
        self._since[digest(token)] = monotonic()

    def left(self, token: str) -> float:
        """The seconds for which the session of this token is still confirmed; 0 if it is not."""
        since = self._since.get(digest(token))
        return 0.0 if since is None else max(0.0, since + FRESH - monotonic())

    def _drop_old(self) -> None:
        over = monotonic() - FRESH
        self._since = {token: since for token, since in self._since.items() if since > over}


class People(FeatureService):
    """The people of a running server, as far as only their own endpoints need them."""

    def __init__(self, services: Services) -> None:
        self.passwords = Passwords()
        self.confirmations = Confirmations()
        self._store = services.people

    async def tidy(self) -> None:
        """Delete expired sessions, and guests who cannot return."""
        await self._store.drop_expired()
