"""The hosts to which messages may be sent: the address comes from a browser, so the server must not be led to its own network."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from mostek.store.outward import PORT, is_number, public_addresses

KNOWN_HOSTS = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "*.notify.windows.com",
)
"""The push services of Chrome, Firefox, Safari and Edge."""
ANY = "*"
"""Any host of the public internet."""
_LONGEST = 1_000
"""The letters of an endpoint; those of Windows have some 400."""


class PushHosts:
    """The hosts to which messages may be sent."""

    def __init__(self, hosts: Iterable[str] = KNOWN_HOSTS) -> None:
        """`hosts` are names, `*.` before a name for all below it, or `*` for any host with a public address."""
        self._hosts = tuple(each.lower() for each in hosts)

    def endpoint(self, value: str) -> SplitResult | None:
        """The address that a browser names; `None` unless it is one of a push service."""
        if len(value) > _LONGEST or not value.isascii() or any(letter <= " " or letter == "\x7f" for letter in value):
            return None
        try:
            parts = urlsplit(value)
            is_plain = parts.port in (None, PORT) and "@" not in parts.netloc and not parts.fragment
        except ValueError:
            return None
        host = parts.hostname or ""
        is_plain = is_plain and parts.scheme == "https" and bool(parts.path.strip("/")) and "\\" not in value
        return parts if is_plain and self._knows(host) else None

    def _knows(self, host: str) -> bool:
        if "." not in host or is_number(host):
            return False
        return any(
            each == ANY or host == each or (each.startswith("*.") and host.endswith(each[1:])) for each in self._hosts
        )

    def addresses(self, host: str) -> list[tuple[str, int]]:
        """The checked addresses of a host, with the port. Raises `NotPublicError`, `OSError`."""
        return public_addresses(host)
