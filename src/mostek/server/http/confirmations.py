"""Sessions whose owner has just used a passkey, and may set a password without the present one."""

from __future__ import annotations

from time import monotonic

from mostek.store.tokens import digest

FRESH = 5 * 60.0
"""The seconds after a login with a passkey within which it confirms a new password."""


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
