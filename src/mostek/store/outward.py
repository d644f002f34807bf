"""Every connection that mostek makes to other computers by http, for programs: who may reach what, and how much comes back.

The user of the computer and the operator of a server reach what they name. For everybody else mostek goes to public addresses
alone: by https, to an address that was checked and is not looked up again, so that no request leads to the machine itself, to its
network, or to a router or a service of its provider.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from mostek.store.connect_proxy import ConnectProxy

PORT = 443
"""The port of public addresses."""
WHOLE_TIME = 120.0
"""The seconds for a request to a public address in all; who answers letter by letter is cut off then."""
_TRIED = 2
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses of IPv6 that hold one of IPv4 (RFC 6052)."""
_PUBLIC = IPv6Network("2000::/3")
"""The only part of IPv6 from which public addresses are given (RFC 4291); what is behind other prefixes nobody knows."""
_ANYCAST = IPv4Network("192.88.99.0/24")
"""Relays to IPv6, which are no more (RFC 7526)."""
_NOBODY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that no machine has (RFC 5737, RFC 3849)."""
_FAR = {socket.AF_INET: "198.51.100.1", socket.AF_INET6: "2001:db8::1"}
_OWN_PART = {socket.AF_INET: 24, socket.AF_INET6: 64}
"""The bits of the network of a machine that has a public address itself."""


class OutwardReach(StrEnum):
    """The addresses to which mostek goes for a person."""

    ANYWHERE = "anywhere"
    """For the user of the computer, and for the operator: also to their own network."""
    PUBLIC = "public"
    """For everybody else."""


class NotPublicError(OSError):
    """An address is none of the public internet, or none of https."""


class OutwardAnswer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: HTTPMessage
    data: bytes


def is_public_origin(origin: str) -> bool:
    """Whether `https://host` may be a server of the public internet; where its name leads is seen when it is looked up."""
    try:
        parts = urlsplit(origin)
        host, is_plain = parts.hostname or "", parts.port in (None, PORT) and "@" not in parts.netloc
    except ValueError:
        return False
    return is_plain and parts.scheme == "https" and "." in host and not is_number(host)


def is_number(host: str) -> bool:
    """Whether a host is written in numbers, in any way that a resolver reads as an address."""
    last = host.rstrip(".").rpartition(".")[2]
    return ":" in host or last.isdigit() or last.startswith("0x")


def addresses_of(host: str) -> list[str]:
    """The numeric addresses of a host. Raises `OSError`."""
    found = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def public_addresses(host: str) -> list[tuple[str, int]]:
    """The addresses of a host, with the port. Raises `NotPublicError` if one is not of the public internet, `OSError`.

    Who connects takes one of these and does not look the name up again, because it could lead elsewhere then.
    """
    found = addresses_of(host)
    if not found or not all(is_public_address(each) and not is_own_address(each) for each in found):
        raise NotPublicError(f"{host} is not on the public internet")
    return [(each, PORT) for each in found[:_TRIED]]


def is_public_address(value: str) -> bool:
    """Whether a numeric address belongs to the public internet."""
    try:
        address = ip_address(value.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        if address in _TRANSLATED:
            return is_public_address(str(IPv4Address(int(address) & 0xFFFF_FFFF)))
        if address not in _PUBLIC or address.sixtofour or address.teredo:
            return False
    elif address in _ANYCAST:
        return False
    return address.is_global and not address.is_multicast


def is_own_address(value: str) -> bool:
    """Whether a numeric address is one of this machine, or of the network in which it has a public address."""
    if is_of_machine(value):
        return True
    family = _family(value)
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((_FAR[family], PORT))  # selects an interface; no packet is sent
        own = ip_network(f"{asking.getsockname()[0].partition('%')[0]}/{_OWN_PART[family]}", strict=False)
        return ip_address(value) in own
    return False


def is_of_machine(value: str) -> bool:
    """Whether a numeric address is one of this machine itself."""
    family = _family(value)
    return _may_bind(family, value) and not _may_bind(family, _NOBODY[family])


def _family(value: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in value else socket.AF_INET


def _may_bind(family: socket.AddressFamily, value: str) -> bool:
    """Only an address of this machine can be bound."""
    with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as own:  # it is no address of this machine
        own.bind((value, 0))
        return True
    return False


class PinnedConnection(HTTPSConnection):
    """A connection to an address that was checked; the name is not looked up again, and no redirect is followed."""

    def __init__(self, host: str, context: ssl.SSLContext, timeout: float, proxy: ConnectProxy | None = None) -> None:
        super().__init__(host, timeout=timeout, context=context)
        self._proxy = proxy
        self._tls = context
        self._line: ssl.SSLSocket | None = None

    def connect(self) -> None:
        """Connect to the first address that answers."""
        fault: OSError | None = None
        for address in self.addresses():
            try:
                plain = self._reached(address)
            except OSError as error:
                fault = error
                continue
            self.sock = self._secured(plain)
            return
        raise fault or NotPublicError(f"{self.host} has no address")

    def addresses(self) -> list[tuple[str, int]]:
        """The checked addresses of the host. Raises `NotPublicError`, `OSError`."""
        return public_addresses(self.host)

    def _reached(self, address: tuple[str, int]) -> socket.socket:
        if self._proxy is not None:
            return self._proxy.connected(address, self.timeout)
        return socket.create_connection(address, self.timeout)

    def _secured(self, plain: socket.socket) -> ssl.SSLSocket:
        self._line = self._tls.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        try:
            self._line.do_handshake()
        except OSError:
            self._line.close()
            raise
        return self._line

    def cut(self) -> None:
        """End what is going on, from another thread; also a handshake, and an answer after which the other side closes."""
        if self._line is not None:
            with suppress(OSError):  # the other side was faster
                self._line.shutdown(socket.SHUT_RDWR)


def send_request(
    origin: str,
    method: str,
    path: str,
    body: bytes | None,
    headers: Mapping[str, str],
    *,
    reach: OutwardReach,
    timeout: float,
    largest: int,
    proxy: ConnectProxy | None = None,
) -> OutwardAnswer:
    """Send one request and read its answer. A redirect is an answer like any other.

    Args:
        origin: the server, as `https://example.org`.
        method: the method.
        path: the path with its query.
        body: the body.
        headers: the headers.
        reach: the addresses to which it may go.
        timeout: the seconds for each step; for public addresses also `WHOLE_TIME` for all.
        largest: the most bytes of the answer.
        proxy: a proxy of the operator for public addresses; otherwise the environment names proxies.

    Returns:
        The answer.

    Raises:
        NotPublicError: the address is none of the public internet.
        OSError: the server cannot be reached, has broken off, or has sent too much or no http.
    """
    connection, path = _connection(origin, path, reach, timeout, proxy)
    watch = Timer(WHOLE_TIME, connection.cut) if isinstance(connection, PinnedConnection) else None
    if watch is not None:
        watch.daemon = True
        watch.start()
    try:
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        data = answer.read(largest + 1)
        if len(data) > largest:
            raise OSError("the answer is too large")
        return OutwardAnswer(answer.status, answer.headers, data)
    except (HTTPException, ValueError) as error:
        raise OSError(str(error)) from None
    finally:
        if watch is not None:
            watch.cancel()
        connection.close()


def _connection(
    origin: str, path: str, reach: OutwardReach, timeout: float, proxy: ConnectProxy | None
) -> tuple[HTTPConnection, str]:
    """A connection to a server, and the path as it is named there: whole where a proxy carries plain http."""
    if reach is OutwardReach.PUBLIC:
        if not is_public_origin(origin):
            raise NotPublicError(origin)
        host = urlsplit(origin).hostname or ""
        return PinnedConnection(host, ssl.create_default_context(), timeout, proxy), path
    try:
        parts = urlsplit(origin)
        host, port = parts.hostname or "", parts.port
        named = None if proxy_bypass(host) else getproxies().get(parts.scheme)
        through = None if named is None else ConnectProxy.of(named)
    except ValueError as error:
        raise OSError(str(error)) from None
    if parts.scheme == "http":
        if through is None:
            return HTTPConnection(host, port, timeout=timeout), path
        return HTTPConnection(through.host, through.port, timeout=timeout), f"{origin}{path}"
    if parts.scheme != "https":
        raise OSError(f"no http: {origin}")
    if through is None:
        return HTTPSConnection(host, port, timeout=timeout), path
    line = HTTPSConnection(through.host, through.port, timeout=timeout)
    line.set_tunnel(host, port, {"Proxy-Authorization": through.authorization} if through.authorization else {})
    return line, path
