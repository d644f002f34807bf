"""Logins: hashes of passwords, the limits of attempts, and how long a login with a passkey confirms a new one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from mostek.feature import FeatureService
from mostek.features.people.store import ChallengeStore
from mostek.server.budget import Budgets
from mostek.server.http.problems import RequestRefused
from mostek.store.tokens import now
from mostek.store.wrong_guesses import GuessLimit, WrongGuesses

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


class AttemptLimit(NamedTuple):
    """A limit of attempts, with the sentence for who has reached it."""

    guesses: GuessLimit
    sentence: str = _SOON


def limits_of_login(login: str, address: str, device: str | None, per_address: int) -> list[AttemptLimit]:
    """The limits of a login.

    Args:
        login: The login as it is stored; empty if there can be no such account.
        address: The address of the request.
        device: The name of a device that the account knows. It has its own limit, and no other one.
        per_address: The logins in a minute from one address.
    """
    if device is not None:
        return [AttemptLimit(GuessLimit(f"login of device/{device}", _ATTEMPTS))]
    of_address = AttemptLimit(GuessLimit(f"login of address/{address}", per_address))
    of_account = AttemptLimit(GuessLimit(f"login of account/{login}", _ATTEMPTS), _ELSEWHERE)
    return [of_address, of_account] if login else [of_address]


def limits_of_password(session: str) -> list[AttemptLimit]:
    """The limits of a present password that is entered in a session."""
    return [AttemptLimit(GuessLimit(f"password of session/{session}", _ATTEMPTS))]


class Attempts:
    """Counts attempts: those of this node in memory, the wrong ones of all nodes in the database.

    A refused one is not counted, so nobody can make a wait longer than its limit.

    Args:
        per_address: The logins in a minute from one address.
    """

    def __init__(self, per_address: int) -> None:
        self.per_address = per_address
        self._here: dict[int, Budgets] = {}

    async def count_attempt(self, limits: Sequence[AttemptLimit], guesses: WrongGuesses) -> None:
        """Count an attempt, or raise `RequestRefused`."""
        for limit in limits:
            most = limit.guesses.most
            budgets = self._here.setdefault(most, Budgets(most, most / 60))
            _refuse_early(budgets.of(limit.guesses.name).take(1), limit)
        for wait, limit in zip(await guesses.waits_for(each.guesses for each in limits), limits, strict=True):
            _refuse_early(wait, limit)


def _refuse_early(wait: float, limit: AttemptLimit) -> None:
    if wait:
        raise RequestRefused(HTTPStatus.TOO_MANY_REQUESTS, "too_many", limit.sentence, seconds=ceil(wait)).after(wait)


def confirmed_for(opened: int | None) -> float:
    """The seconds for which a session is still confirmed.

    Args:
        opened: The moment at which it was opened with a passkey; `None` if it was not.

    Returns:
        The seconds; 0 if it is not confirmed, or if the date was set back since.
    """
    left = 0.0 if opened is None else FRESH - (now() - opened) / 1000
    return min(left, FRESH) if 0 < left < 2 * FRESH else 0.0


class People(FeatureService):
    """The people of a running server, as far as only their own endpoints need them."""

    def __init__(self, services: Services) -> None:
        self.passwords = Passwords()
        self.guesses = WrongGuesses(services.database)
        self.challenges = ChallengeStore(services.database)
        self._store = services.people

    async def tidy(self) -> None:
        """Delete expired sessions, guests who cannot return, and what was guessed and asked long ago."""
        await self._store.drop_expired()
        await self.guesses.drop_old()
        await self.challenges.drop_old()
