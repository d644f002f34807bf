"""Passkeys (W3C Web Authentication, Level 3): registration (7.1) and authentication (7.2).

The library behind it is the extra `passkeys`. It is imported at the first use of a passkey, in a thread, never before.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from mostek.server.config import Site

ANSWER_TIMEOUT = 5 * 60
"""The seconds that a person has to answer, as the specification advises."""
_LONGEST_ID = 1023
"""The longest credential id in bytes (5.8.3)."""
Value = TypeVar("Value")


class WebAuthnError(ValueError):
    """The browser's message does not answer its challenge. The text is for the log."""


@dataclass(frozen=True, slots=True)
class NewCredential:
    """The stored part of a passkey. The secret half never leaves its owner's device."""

    credential: bytes
    public_key: bytes
    count: int
    """The device's signature counter; devices that share their passkeys always report 0."""


def creation_options(site: Site, person: str, login: str, challenge: bytes, have: Iterable[bytes]) -> dict[str, Any]:
    """The browser's options for a new passkey, excluding the person's existing ones: `PublicKeyCredentialCreationOptionsJSON`."""
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
    """The browser's options for a login with any passkey: `PublicKeyCredentialRequestOptionsJSON`."""
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
    """Verify the registration of a passkey (7.1). Raises `WebAuthnError`."""
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
    """Verify a login with a passkey (7.2) and return its signature counter. Raises `WebAuthnError`.

    Whether the number has grown since the last time is checked in `people.store`, inside a transaction.
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
    """Decode base64url without padding. Raises `ValueError`."""
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


def _without_attestation(credential: dict[str, Any]) -> dict[str, Any]:
    """The attestation object without its statement, which is not checked: the maker of a device does not matter here."""
    from webauthn.helpers import bytes_to_base64url, encode_cbor, parse_cbor

    response = credential["response"]
    signed = parse_cbor(bytes_of(response["attestationObject"]))["authData"]
    bare = encode_cbor({"fmt": "none", "attStmt": {}, "authData": signed})
    return {**credential, "response": {**response, "attestationObject": bytes_to_base64url(bare)}}


def _check_key(public_key: bytes) -> None:
    """Raise an error that `_refusing` handles, for a key that cannot verify any signature."""
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
