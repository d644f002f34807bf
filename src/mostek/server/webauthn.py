"""The two ceremonies of passkeys (W3C Web Authentication, Level 3): making one (7.1) and logging in with one (7.2).

The library behind it is the extra `passkeys`. It is imported at the first use of a passkey, in a thread, never before.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from secrets import token_bytes
from typing import Any, TypeVar
from urllib.parse import urlsplit

from mostek.server.config import Config

ANSWER_TIMEOUT = 5 * 60
"""For how many seconds a person may look for their finger, their phone or their key; the specification's own advice."""
MOST_CHALLENGES = 10_000
"""How many challenges are remembered at once; one more makes the oldest useless."""
_CHALLENGE = 32
"""Bytes of chance; the specification (13.4.3) wants 16 at the least."""
_LONGEST_ID = 1023
"""Bytes; the specification (5.8.3) allows no longer credential id."""
_PORTS = {"http": 80, "https": 443}
Value = TypeVar("Value")


class WebAuthnError(ValueError):
    """The browser's message does not answer its challenge. The text is for the log."""


@dataclass(frozen=True, slots=True)
class Site:
    """To what passkeys are bound: they are offered at no other address."""

    id: str
    """The relying party's id: the host of the public address."""
    origin: str
    """What a browser says of the page."""


@dataclass(frozen=True, slots=True)
class NewCredential:
    """The stored part of a passkey. The secret half never leaves its owner's device."""

    credential: bytes
    public_key: bytes
    count: int
    """How often the device says that it was used; devices that share their passkeys say 0 for ever."""


@cache
def site_of(config: Config) -> Site | None:
    """Where passkeys of this server belong; `None` where there can be none.

    Browsers make them for a host with a name that is reached by https, or for this machine under the name localhost.
    """
    url = config.public_url or (None if config.is_everywhere else config.local_url)
    if url is None or find_spec("webauthn") is None:
        return None
    parts = urlsplit(url)
    host = _ascii(parts.hostname or "")
    is_here = host == "localhost" or host.endswith(".localhost")
    if not host or _is_number(host) or not (parts.scheme == "https" or is_here):
        return None
    is_usual = parts.port is None or parts.port == _PORTS[parts.scheme]
    return Site(host, f"{parts.scheme}://{host}" if is_usual else f"{parts.scheme}://{host}:{parts.port}")


class Challenges:
    """The open challenges of visits. Each is good for one answer, for a few minutes, while the server runs."""

    def __init__(self, most: int = MOST_CHALLENGES, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._asked: dict[str, tuple[bytes, float]] = {}  # the oldest first

    def give(self, visit: str) -> bytes:
        """A new one for a visit, in the place of an older one."""
        self._asked.pop(visit, None)
        while self._asked and (len(self._asked) >= self._most or self._is_past(next(iter(self._asked)))):
            del self._asked[next(iter(self._asked))]
        challenge = token_bytes(_CHALLENGE)
        self._asked[visit] = (challenge, self._clock())
        return challenge

    def take(self, visit: str) -> bytes:
        """The challenge of the visit, which is removed. Raises `LookupError` if there is none, or if it is too old."""
        past = visit in self._asked and self._is_past(visit)
        challenge, _ = self._asked.pop(visit)
        if past:
            raise LookupError(visit)
        return challenge

    def _is_past(self, visit: str) -> bool:
        return self._clock() - self._asked[visit][1] > ANSWER_TIMEOUT


def creation_options(site: Site, person: str, login: str, challenge: bytes, have: Iterable[bytes]) -> dict[str, Any]:
    """What a browser needs to make a passkey for a person who has those already: `PublicKeyCredentialCreationOptionsJSON`."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers import structs as kinds

    options = generate_registration_options(
        rp_id=site.id,
        rp_name="mostek",
        user_id=person.encode(),
        user_name=login,
        challenge=challenge,
        timeout=ANSWER_TIMEOUT * 1000,
        authenticator_selection=kinds.AuthenticatorSelectionCriteria(
            resident_key=kinds.ResidentKeyRequirement.REQUIRED,  # so that nobody is asked for a login
            user_verification=kinds.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[kinds.PublicKeyCredentialDescriptor(id=each) for each in have],
    )
    return options_to_json_dict(options)


def request_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """What a browser needs to log a person in with any passkey: `PublicKeyCredentialRequestOptionsJSON`."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.id,
        challenge=challenge,
        timeout=ANSWER_TIMEOUT * 1000,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def new_key(site: Site, challenge: bytes, credential: dict[str, Any]) -> NewCredential:
    """The passkey that a browser has made (7.1). Raises `WebAuthnError`."""
    from webauthn import verify_registration_response

    def verified() -> NewCredential:
        found = verify_registration_response(
            credential=_without_attestation(credential),
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            require_user_verification=True,
        )
        _check_key(found.credential_public_key)
        if len(found.credential_id) > _LONGEST_ID or bytes_of(credential["rawId"]) != found.credential_id:
            raise ValueError("the credential id is too long, or another one than was signed")
        return NewCredential(found.credential_id, found.credential_public_key, found.sign_count)

    return _refusing(verified)


def count_after(site: Site, challenge: bytes, credential: dict[str, Any], person: str, public_key: bytes) -> int:
    """How often a passkey was used, after logging in with it (7.2). Raises `WebAuthnError`.

    Whether the number has grown since the last time is checked in `store.passkeys`, inside a transaction.
    """
    from webauthn import verify_authentication_response

    def verified() -> int:
        if bytes_of(credential["response"]["userHandle"]) != person.encode():
            raise ValueError("the passkey is another person's")
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        )
        return found.new_sign_count

    return _refusing(verified)


def bytes_of(encoded: str) -> bytes:
    """What was encoded by base64url without padding. Raises `ValueError`."""
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


def _without_attestation(credential: dict[str, Any]) -> dict[str, Any]:
    """No attestation is requested: the maker of a device does not matter here, so a statement is not checked."""
    from webauthn.helpers import bytes_to_base64url, encode_cbor, parse_cbor

    response = credential["response"]
    signed = parse_cbor(bytes_of(response["attestationObject"]))["authData"]
    bare = encode_cbor({"fmt": "none", "attStmt": {}, "authData": signed})
    return {**credential, "response": {**response, "attestationObject": bytes_to_base64url(bare)}}


def _check_key(public_key: bytes) -> None:
    """Raises what `_refusing` knows for a key that no signature could ever be verified with."""
    from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography

    decoded_public_key_to_cryptography(decode_credential_public_key(public_key))


def _refusing(verified: Callable[[], Value]) -> Value:
    from cryptography.exceptions import UnsupportedAlgorithm
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return verified()
    except (WebAuthnException, UnsupportedAlgorithm, ValueError, TypeError, LookupError) as error:
        # The library raises its own for what it expects, and Python's for structures that it does not.
        raise WebAuthnError(str(error)) from error


def _ascii(host: str) -> str:
    """The host as browsers write it; nothing for one that cannot be written so."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return ""


def _is_number(host: str) -> bool:
    """Whether it is an address and no name: browsers make no passkeys for those."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
