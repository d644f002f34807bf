"""A push service that stands in for those of the browsers: it takes messages, and opens them with the keys of each browser.

It decrypts by the words of RFC 8291 and RFC 8188, and shares nothing with what encrypts.
"""

from __future__ import annotations

import json
import socket
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_bytes, token_hex
from time import monotonic, sleep
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from mostek.features.letters.courier import PushCourier, PushHosts

HOST = "push.example.org"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(said: str) -> bytes:
    return urlsafe_b64decode(said + "=" * (-len(said) % 4))


class PhoneBrowser:
    """A browser that has subscribed: its keys, and what came."""

    def __init__(self, service: PushService) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = token_bytes(16)
        self.name = token_hex(12)
        self.service = service
        service.browsers[f"/send/{self.name}"] = self

    @property
    def endpoint(self) -> str:
        return f"https://{HOST}/send/{self.name}"

    def asks(self, **more: Any) -> dict[str, Any]:
        """The body with which the page asks for messages."""
        return {"endpoint": self.endpoint, "p256dh": encoded(self._point), "auth": encoded(self._auth), **more}

    @property
    def _point(self) -> bytes:
        form = serialization.PublicFormat.UncompressedPoint
        return self._key.public_key().public_bytes(serialization.Encoding.X962, form)

    def opened(self, body: bytes) -> dict[str, Any]:
        """The message in a body (RFC 8188 2.1, RFC 8291 3.4)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, cipher = body[21 : 21 + length], body[21 + length :]
        assert len(cipher) <= size <= 4096
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + self._point + sender
        keying = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(keying)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(keying)
        plain = AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\0")
        assert plain[-1:] == b"\x02", "the last record"
        found: dict[str, Any] = json.loads(plain[:-1])
        return found

    @property
    def got(self) -> list[dict[str, Any]]:
        """The messages so far, in words."""
        return [self.opened(body) for path, body, _ in self.service.taken if path == f"/send/{self.name}"]

    def hears(self, number: int = 1) -> list[str]:
        """The texts of the messages, when there are so many."""
        wait_until(lambda: len(self.got) >= number)
        return [each["body"] for each in self.got]


class PushService:
    """The service; `answers` gives the status for a path, 201 where it says nothing."""

    def __init__(self, folder: Path) -> None:
        self.taken: list[tuple[str, bytes, dict[str, str]]] = []
        self.browsers: dict[str, PhoneBrowser] = {}
        self.answers: dict[str, int] = {}
        self.asked = 0
        self.refused: list[str] = []
        self.delay = 0.0
        self.more: dict[str, str] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.asked += 1
                sleep(service.delay)
                status = service.answers.get(self.path, 201)
                if status != 201:
                    service.refused.append(self.path)
                else:
                    service.taken.append(
                        (self.path, body, {name.lower(): value for name, value in self.headers.items()})
                    )
                self.send_response(status)
                for name, value in service.more.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        certificate = _certificate(folder)
        self.context.load_verify_locations(certificate)
        there = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        there.load_cert_chain(certificate)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.socket = there.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def browser(self) -> PhoneBrowser:
        return PhoneBrowser(self)

    def courier(self, secret: bytes = bytes(31) + b"\x07", **more: Any) -> PushCourier:
        """Takes messages to this service, whatever the name of the host."""
        hosts = Leading([HOST, "*.example.org"], self.port)
        return PushCourier(secret, "https://mostek.test", hosts, self.context, **more)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Leading(PushHosts):
    """All hosts are at a port of this machine, where the real ones refuse to go."""

    def __init__(self, hosts: list[str], port: int) -> None:
        super().__init__(hosts)
        self.port = port

    def addresses(self, host: str) -> list[tuple[str, int]]:
        if host.startswith("away."):
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return [("127.0.0.1", self.port)]


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    service = PushService(folder)
    try:
        yield service
    finally:
        service.stop()


def wait_until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    until = monotonic() + seconds
    while not is_so():
        assert monotonic() < until, "it did not come to that"
        sleep(0.02)


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """What the server says to the push service, and by which key, after its signature was verified (RFC 8292)."""
    kind, _, said = authorization.partition(" ")
    assert kind == "vapid"
    parts = dict(each.strip().split("=", 1) for each in said.split(","))
    head, body, signature = parts["t"].split(".")
    pair = decoded(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    halves = int.from_bytes(pair[:32]), int.from_bytes(pair[32:])
    public.verify(encode_dss_signature(*halves), f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decoded(body)), parts["k"]


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    names = x509.SubjectAlternativeName([x509.DNSName(HOST), x509.DNSName("*.example.org")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=36_500))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "push-service.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + secret)
    return path
