"""The hosts to which messages may be sent: the address comes from a browser, so the server must not be led to its own network."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

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
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses of IPv6 that hold one of IPv4 (RFC 6052)."""
PORT = 443
_TRIED = 2


class PushHostError(OSError):
    """A host has no address to which messages may be sent."""


class PushHosts:
    """The hosts to which messages may be sent."""

    def __init__(self, hosts: Iterable[str] = KNOWN_HOSTS) -> None:
        """`hosts` are names, `*.` before a name for all below it, or `*` for any host with a public address."""
        self._hosts = tuple(each.lower() for each in hosts)

    def endpoint(self, said: str) -> SplitResult | None:
        """The address that a browser names; `None` unless it is one of a push service."""
        if len(said) > _LONGEST or not said.isascii() or any(letter <= " " or letter == "\x7f" for letter in said):
            return None
        try:
            parts = urlsplit(said)
            is_plain = parts.port in (None, PORT) and "@" not in parts.netloc and not parts.fragment
        except ValueError:
            return None
        host = parts.hostname or ""
        is_plain = is_plain and parts.scheme == "https" and bool(parts.path.strip("/")) and "\\" not in said
        return parts if is_plain and self._knows(host) else None

    def _knows(self, host: str) -> bool:
        if "." not in host or _is_number(host):
            return False
        return any(
            each == ANY or host == each or (each.startswith("*.") and host.endswith(each[1:])) for each in self._hosts
        )

    def addresses(self, host: str) -> list[tuple[str, int]]:
        """The numeric addresses of a host, with the port. Raises `PushHostError` if one is not of the public internet, `OSError`.

        Who connects takes one of these and does not look the name up again, because it could lead elsewhere then.
        """
        found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        if not addresses or not all(map(is_public_address, addresses)):
            raise PushHostError(f"{host} is not on the public internet")
        return [(each, PORT) for each in addresses[:_TRIED]]


def is_public_address(said: str) -> bool:
    """Whether a numeric address belongs to the public internet, and to no machine of this network."""
    try:
        address = ip_address(said.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped or address.sixtofour or address.teredo:
            return False
        if address in _TRANSLATED:
            return is_public_address(str(IPv4Address(int(address) & 0xFFFF_FFFF)))
    return address.is_global and not address.is_multicast


def _is_number(host: str) -> bool:
    """Whether a host is written in numbers, in any way that a resolver reads as an address."""
    last = host.rstrip(".").rpartition(".")[2]
    return ":" in host or last.isdigit() or last.startswith("0x")
