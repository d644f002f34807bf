"""A device that makes passkeys, in software: what a browser and its authenticator would send, and what a forger might."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

SITE, ORIGIN = "stol.localhost", "http://stol.localhost:8000"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


@dataclass(frozen=True)
class Device:
    """One passkey. What it says can be changed, as a forger would."""

    site: str = SITE
    origin: str = ORIGIN
    flags: int = PRESENT | VERIFIED
    count: int = 1
    user: str = ""
    """The id of whoever it belongs to."""
    credential: bytes = field(default_factory=lambda: token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def but(self, **changes: Any) -> Device:
        return replace(self, **changes)

    def of(self, user: str, **changes: Any) -> Device:
        return replace(self, user=user, **changes)

    def make(self, options: Mapping[str, Any], **forged: Any) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`."""
        public = self.public_key()
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + cbor2.dumps(public)
        made = {"fmt": "none", "attStmt": {}, "authData": self.told(ATTESTED) + attested} | forged
        return self._credential(
            {
                "clientDataJSON": encoded(self.client_data("webauthn.create", options["challenge"])),
                "attestationObject": encoded(cbor2.dumps(made)),
                "transports": ["internal"],
            }
        )

    def sign(self, options: Mapping[str, Any], kind: str = "webauthn.get") -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        client_data, told = self.client_data(kind, options["challenge"]), self.told()
        signature = self.key.sign(told + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": encoded(client_data),
                "authenticatorData": encoded(told),
                "signature": encoded(signature),
                "userHandle": encoded(self.user.encode()),
            }
        )

    def public_key(self) -> dict[int, Any]:
        """COSE: an elliptic curve key for ES256."""
        numbers = self.key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}

    def told(self, more: int = 0) -> bytes:
        """The authenticator data without what it attests."""
        return sha256(self.site.encode()).digest() + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def client_data(self, kind: str, challenge: str) -> bytes:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        id = encoded(self.credential)
        return {
            "id": id,
            "rawId": id,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        }
