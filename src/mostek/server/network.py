"""The address of this machine on its network, and the socket of the server."""

from __future__ import annotations

import errno
import socket
import time
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from mostek.messages import text, verbatim

_FAR = ("192.0.2.1", "10.255.255.254", "192.168.255.254", "172.31.255.254", "169.254.255.254")
"""Addresses that select a network interface without sending a packet: the internet route (RFC 5737), then private networks (RFC
1918, RFC 3927)."""

_KNOWN_FOR = 10
"""The seconds for which an address is cached; a laptop may change its network."""


class ListenError(OSError):
    """The server cannot listen there; the text is a sentence for a person."""


def address_on_network() -> str | None:
    """This machine's address on its network; `None` without a network. No packet is sent, and the result is cached briefly."""
    return _address_on_network(int(time.monotonic() / _KNOWN_FOR))


@lru_cache(maxsize=1)
def _address_on_network(_: int) -> str | None:
    for far in _FAR:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((far, 9))
                here = asking.getsockname()[0]
            except OSError:  # there is no route for this family of addresses
                continue
        if not ip_address(here).is_loopback:
            return str(here)
    return None


def household(address: str) -> str:
    """The address for rate limits: with IPv6 the network of 64 bits, of which each household has one (RFC 6177, RFC 4291).

    An address of IPv4 stays what it is, also as a socket of IPv6 shows it.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


def is_numeric(host: str) -> bool:
    """Whether a host is an address and not a name."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1)
def names_of_machine() -> frozenset[str]:
    """The names of this machine: for itself, and on its network by DNS and by Bonjour (RFC 6762)."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"} - {"", ".local"})


def listening(host: str, port: int) -> socket.socket:
    """Open a socket that listens at that address. Raises `ListenError` with advice."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        there = socket.socket(family, kind, protocol)
    except OSError:
        raise ListenError(text("{host!r} is no address of this machine; leave --host out.", host=host)) from None
    try:
        there.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        there.bind(address)
        there.listen(2048)
    except OSError as error:
        there.close()
        raise ListenError(_sentence(error, host, port)) from None
    return there


def _sentence(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return text(
                "Port {port} is taken; another program listens there. Name another: --port {next}", **_next(port)
            )
        case errno.EACCES:
            return text("Port {port} needs rights that you do not have. Name another: --port {next}", **_next(port))
        case errno.EADDRNOTAVAIL:
            return text("{host!r} is no address of this machine; leave --host out.", host=host)
        case _:
            why = verbatim(error.strerror or str(error))
            return text("The server cannot listen at {host}, port {port}: {why}.", host=host, port=port, why=why)


def _next(port: int) -> dict[str, int]:
    return {"port": port, "next": port + 1 if 1024 <= port < 65535 else 8000}
