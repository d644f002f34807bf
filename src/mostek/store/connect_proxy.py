"""A proxy of the operator through which messages to phones and copies for guests leave a network that has no other way out.

The proxy gets an address that was looked up and checked here, never a name, which could lead into the proxy's own
network.
"""

from __future__ import annotations

import socket
from base64 import b64encode
from http.client import HTTPConnection
from typing import NamedTuple
from urllib.parse import unquote, urlsplit


class ConnectProxy(NamedTuple):
    """A proxy that takes `CONNECT`."""

    host: str
    port: int
    authorization: str = ""

    @classmethod
    def of(cls, value: str) -> ConnectProxy:
        """The proxy of an address `http://[name:password@]host:port`. Raises `ValueError` for another one."""
        parts = urlsplit(value if "://" in value else f"http://{value}")
        if parts.scheme != "http" or not parts.hostname or parts.path not in ("", "/"):
            raise ValueError(value)
        given = ""
        if parts.username is not None:
            login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            given = f"Basic {b64encode(login.encode()).decode()}"
        return cls(parts.hostname, parts.port or 80, given)

    def connected(self, address: tuple[str, int], timeout: float | None) -> socket.socket:
        """A connection to that address through the proxy. Raises `OSError`, also if the proxy refuses."""
        line = HTTPConnection(self.host, self.port, timeout=timeout)
        line.set_tunnel(*address, headers={"Proxy-Authorization": self.authorization} if self.authorization else {})
        try:
            line.connect()
        except BaseException:
            line.close()
            raise
        assert isinstance(line.sock, socket.socket), "it is connected"
        return line.sock
