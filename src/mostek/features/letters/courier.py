"""Takes one message to one browser: encrypted (RFC 8291), signed by the key of the server (RFC 8292), to a checked address."""

from __future__ import annotations

import os
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from enum import StrEnum
from http import HTTPStatus
from http.client import HTTPException
from time import monotonic, time
from urllib.parse import SplitResult, urlsplit

import structlog

from mostek.app.ports import SaveError
from mostek.features.letters.model import PushSubscription
from mostek.server.config import KNOWN_HOSTS, Config
from mostek.store.connect_proxy import ConnectProxy
from mostek.store.outward import PORT, NotPublicError, PinnedConnection, is_number, public_addresses
from mostek.store.signing_key import secret_in

log = structlog.get_logger("mostek.server")

PUSH_KEY = "push.key"
"""The file of the key that signs messages to phones, in the data folder."""
TIME = 10.0
"""The seconds for a connection, and for each answer of the push service."""
WHOLE_TIME = 20.0
"""The seconds for one message in all; a service that answers letter by letter is cut off then."""
_READ = 1024
"""The bytes of an answer that are read; only its status counts."""
_KEPT = 30.0
"""The seconds for which a connection waits for the next message to the same host."""
_TOKEN_LASTS = 12 * 60 * 60
_RENEWED = 6 * 60 * 60
_POINT, _SECRET = 65, 16


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


class NoPushError(ImportError):
    """The libraries of Web Push are not installed."""


class PushOutcome(StrEnum):
    """The answers of a push service."""

    SENT = "sent"
    GONE = "gone"
    """The browser does not want messages any more (404, 410)."""
    REFUSED = "refused"
    BUSY = "busy"
    """It asks to wait (429), or has a fault of its own."""
    UNREACHABLE = "unreachable"


class PushCourier:
    """Sends messages with the key of this server. Its methods may be called from any thread."""

    def __init__(
        self,
        secret: bytes,
        contact: str,
        hosts: PushHosts,
        context: ssl.SSLContext | None = None,
        time: float = TIME,
        proxy: ConnectProxy | None = None,
    ) -> None:
        """`secret` is the private key, 32 bytes; `contact` an address for the operators of push services.

        Raises `NoPushError`, `ValueError` for a secret that is no key.
        """
        try:
            import http_ece  # noqa: F401 - used when a message is sent
            from cryptography.hazmat.primitives import serialization
            from py_vapid import Vapid02
        except ImportError:
            raise NoPushError from None
        self.hosts = hosts
        self._key = Vapid02.from_raw(_encoded(secret).encode())
        point = self._key.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public = _encoded(point)
        """The public key, as a browser takes it when it subscribes."""
        self._contact = contact
        self._context = context or ssl.create_default_context()
        self._time = time
        self._proxy = proxy
        self._tokens: dict[str, tuple[float, str]] = {}
        self._connections = threading.local()
        self._active: dict[PinnedConnection, float] = {}

    def is_subscription(self, subscription: PushSubscription) -> bool:
        """Whether a browser names a push service that this server uses, and keys that are keys."""
        from cryptography.hazmat.primitives.asymmetric import ec

        if self.hosts.endpoint(subscription.endpoint) is None:
            return False
        try:
            point, auth = _decoded(subscription.p256dh), _decoded(subscription.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        except ValueError:
            return False
        return len(point) == _POINT and len(auth) == _SECRET

    def send(self, subscription: PushSubscription, message: bytes, lasts: int, is_urgent: bool) -> PushOutcome:
        """Send a message; it waits for the answer.

        Args:
            subscription: the browser.
            message: what it is to get.
            lasts: the seconds for which the push service keeps it while the phone is off.
            is_urgent: whether a phone that saves its battery gets it at once.

        Returns:
            The outcome. Nothing is raised.
        """
        parts = self.hosts.endpoint(subscription.endpoint)
        if parts is None or parts.hostname is None:
            return PushOutcome.REFUSED
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        try:
            body = self._encrypted(subscription, message)
            headers = {
                "Authorization": self._token(parts.hostname),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(lasts),
                "Urgency": "high" if is_urgent else "normal",
            }
        except ValueError:
            return PushOutcome.REFUSED
        for is_new in (False, True):
            connection = self._connection(parts.hostname, is_new)
            if connection is None:
                continue
            try:
                return self._answer(connection, path, body, headers)
            except NotPublicError:
                return PushOutcome.REFUSED
            except (OSError, HTTPException):
                self._drop(parts.hostname, connection)
        return PushOutcome.UNREACHABLE

    def cut_slow(self) -> None:
        """Cut the connections that have taken too long."""
        now = monotonic()
        for connection, until in list(self._active.items()):
            if now > until:
                connection.cut()

    def _answer(self, connection: PinnedConnection, path: str, body: bytes, headers: dict[str, str]) -> PushOutcome:
        self._active[connection] = monotonic() + WHOLE_TIME
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            if len(answer.read(_READ)) == _READ or answer.will_close:
                self._drop(connection.host, connection)
            return _outcome(answer.status)
        finally:
            self._active.pop(connection, None)

    def _connection(self, host: str, is_new: bool) -> PinnedConnection | None:
        """A connection of this thread, stored or new; `None` if none is stored."""
        connections: dict[str, tuple[float, PinnedConnection]] = self._connections.__dict__
        if not is_new:
            at, connection = connections.get(host, (0.0, None))
            if connection is None or monotonic() - at > _KEPT:
                return None
        else:
            connection = _PushConnection(host, self.hosts, self._context, self._time, self._proxy)
        connections[host] = (monotonic(), connection)
        return connection

    def _drop(self, host: str, connection: PinnedConnection) -> None:
        self._connections.__dict__.pop(host, None)
        connection.close()

    def _token(self, host: str) -> str:
        """The signature for a push service; it names the service, so no other one can use it."""
        at, token = self._tokens.get(host, (0.0, ""))
        if time() - at > _RENEWED:
            claims = {"aud": f"https://{host}", "exp": int(time()) + _TOKEN_LASTS, "sub": self._contact}
            token = str(self._key.sign(claims)["Authorization"])
            self._tokens = {each: known for each, known in self._tokens.items() if time() - known[0] < _RENEWED}
            self._tokens[host] = (time(), token)
        return token

    @staticmethod
    def _encrypted(subscription: PushSubscription, message: bytes) -> bytes:
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        encrypted: bytes = http_ece.encrypt(
            message,
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_decoded(subscription.p256dh),
            auth_secret=_decoded(subscription.auth),
            version="aes128gcm",
        )
        return encrypted


class _PushConnection(PinnedConnection):
    """A connection to a push service."""

    def __init__(
        self, host: str, hosts: PushHosts, context: ssl.SSLContext, time: float, proxy: ConnectProxy | None
    ) -> None:
        super().__init__(host, context, time, proxy)
        self._hosts = hosts

    def addresses(self) -> list[tuple[str, int]]:
        """The checked addresses of the service."""
        return self._hosts.addresses(self.host)


def _outcome(status: int) -> PushOutcome:
    if 200 <= status < 300:
        return PushOutcome.SENT
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return PushOutcome.GONE
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= 500:
        return PushOutcome.BUSY
    return PushOutcome.REFUSED


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(value: str) -> bytes:
    return urlsafe_b64decode(value.encode("ascii", "replace") + b"=" * (-len(value) % 4))


def courier_of(config: Config) -> PushCourier | None:
    """The courier of a server; `None` if the operator wants none, or without the libraries."""
    if not config.push_hosts:
        return None
    try:
        secret, hosts = secret_in(config.data / PUSH_KEY), PushHosts(config.push_hosts)
        return PushCourier(secret, config.push_contact, hosts, proxy=config.push_proxy)
    except NoPushError:
        return None
    except (ValueError, SaveError):
        log.error("push_off", why="The file of the key is damaged; move it away, and a new key is made.", file=PUSH_KEY)
        return None
