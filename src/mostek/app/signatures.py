"""Signatures: Ed25519 of a server or a tournament desk, ECDSA with P-256 and SHA-256 of players' pages.

They need the library `cryptography`, which the extra `signatures` installs; without it nothing is signed, and a signature
can be neither confirmed nor refuted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class NoSignaturesError(ImportError):
    """The library of signatures is not installed."""


class Signer:
    """A private key with its public key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw().hex()
        """The public key in 64 hexadecimal digits."""

    @classmethod
    def of(cls, secret: bytes) -> Signer:
        """The signer with a secret of 32 bytes. Raises `NoSignaturesError`, `ValueError` for another length."""
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        except ImportError:
            raise NoSignaturesError from None
        return cls(Ed25519PrivateKey.from_private_bytes(secret))

    def sign(self, statement: bytes) -> str:
        """The signature in 128 hexadecimal digits."""
        return self._key.sign(statement).hex()


def is_signed(key: str, statement: bytes, signature: str) -> bool:
    """Whether a statement has the Ed25519 signature of the key. Raises `NoSignaturesError`."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise NoSignaturesError from None
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), statement)
    except (InvalidSignature, ValueError):
        return False
    return True


def is_countersigned(key: str, statement: bytes, signature: str) -> bool:
    """Whether a statement has the signature of a page's P-256 key. Raises `NoSignaturesError`."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256
    except ImportError:
        raise NoSignaturesError from None
    pair = bytes.fromhex(signature)
    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(key))
        halves = (int.from_bytes(pair[:32]), int.from_bytes(pair[32:]))
        public.verify(encode_dss_signature(*halves), statement, ec.ECDSA(SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True
