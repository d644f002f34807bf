"""The limits of attempts to enter a password: for an address, an account, a known device and a session."""

from __future__ import annotations

from http import HTTPStatus
from math import ceil

from mostek.server.budget import Budget, Budgets
from mostek.server.http.problems import RequestRefused

_ATTEMPTS = 10
"""The attempts in a minute at one account from all unknown devices together, and from each known one."""
_SOON = "Too many attempts. Try again in {seconds} s."
_ELSEWHERE = (
    "Too many attempts to log in to this account. Try again in {seconds} s, use a passkey, or log in on a device that "
    "has used this account before."
)


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
