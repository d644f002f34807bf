"""The endpoints for passkeys: login with a fingerprint, a face or a security key instead of a password."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated, Any, Literal

import structlog
from litestar import Response
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, to_builtins

from mostek.app.help import Help
from mostek.app.users import User, checked_name
from mostek.features.people.http.accounts import WithPeople, welcomed
from mostek.features.people.logins import People
from mostek.features.people.store import MOST, Passkey, PasskeyError, PasskeyFault, PasskeyStore
from mostek.features.people.webauthn import (
    WebAuthnError,
    bytes_of,
    count_after,
    creation_options,
    new_key,
    request_options,
)
from mostek.server.config import Site, site_of
from mostek.server.http.bodies import Body, Me, Millis, Nothing
from mostek.server.http.limits import by_address, by_person
from mostek.server.http.middleware import WebRequest, needs_cookies
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.sessions import csrf_token, device_of, session_token

log = structlog.get_logger("mostek.http")

Encoded = Annotated[str, Meta(max_length=20_000, pattern=r"^[A-Za-z0-9_-]*\Z")]
"""Bytes in base64url without padding."""


class CreatedAttestation(
    Struct, frozen=True, rename={"client_data": "clientDataJSON", "attestation": "attestationObject"}
):
    """An authenticator's attestation of a new passkey."""

    client_data: Encoded
    attestation: Encoded


class SignedAssertion(
    Struct,
    frozen=True,
    rename={"client_data": "clientDataJSON", "authenticator": "authenticatorData", "user": "userHandle"},
):
    """An authenticator's signed assertion."""

    client_data: Encoded
    authenticator: Encoded
    signature: Encoded
    user: Encoded


class CreatedCredential(Struct, frozen=True, rename="camel"):
    """`RegistrationResponseJSON` of Web Authentication; other fields are ignored."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: CreatedAttestation


class SignedCredential(Struct, frozen=True, rename="camel"):
    """`AuthenticationResponseJSON` of Web Authentication; other fields are ignored."""

    id: Encoded
    raw_id: Encoded
    type: Literal["public-key"]
    response: SignedAssertion


class NewPasskey(Body, frozen=True):
    """A passkey from the browser, with the owner's name for it."""

    name: str
    credential: CreatedCredential


class UsedPasskey(Body, frozen=True):
    """The browser's answer to a login with a passkey."""

    credential: SignedCredential


class PasskeyDetails(Struct, frozen=True):
    """The details of a passkey for its owner."""

    id: str
    name: str
    created: Millis
    used: Millis | None
    """The time of the last login with this passkey."""


class MyPasskeys(Struct, frozen=True):
    """All passkeys of a person, oldest first."""

    passkeys: tuple[PasskeyDetails, ...]


routes = Routes("/api", tag="people")
"""Both steps of a login have the limit of logging in."""


@routes.get("/passkeys", help=Help.NONE, refuses=(401, 403, 404))
async def list_passkeys(services: WithServices, person: Asking) -> MyPasskeys:
    """My passkeys."""
    _here(services)
    return await _mine(services, _owner(person)[0])


@routes.post(
    "/passkeys/challenge",
    help=Help.NONE,
    limit=by_person("passkeys", "logins"),
    refuses=(401, 403, 404, 409, 429),
    operation_id="ask_for_passkey",
)
async def _ask_new(
    request: WebRequest, services: WithServices, person: Asking, people: WithPeople, data: JSONBody[Nothing]
) -> dict[str, Any]:
    """Start a new passkey: the options for `navigator.credentials.create`. The browser has five minutes to answer."""
    site, (id, login) = _here(services), _owner(person)
    have = [each.credential for each in await PasskeyStore(services.database).of_person(id)]
    if len(have) >= MOST:
        raise _refused(PasskeyError(PasskeyFault.TOO_MANY))
    challenge = await people.challenges.give_challenge(_visit(request, id))
    return await asyncio.to_thread(creation_options, site, id, login, challenge, have)


@routes.post(
    "/passkeys",
    help=Help.NONE,
    limit=by_person("passkeys", "logins"),
    refuses=(401, 403, 404, 409, 429),
    operation_id="add_passkey",
)
async def _add(
    request: WebRequest, services: WithServices, person: Asking, people: WithPeople, data: JSONBody[NewPasskey]
) -> PasskeyDetails:
    """Store a new passkey from the browser."""
    site, (id, _), name = _here(services), _owner(person), checked_name(data.name)
    challenge = await _awaited(people, _visit(request, id))
    try:
        made = await asyncio.to_thread(new_key, site, challenge, to_builtins(data.credential))
        stored = await PasskeyStore(services.database).add(id, made.credential, made.public_key, made.count, name)
    except WebAuthnError as error:
        log.info("passkey_not_kept", why=str(error))
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "passkey_invalid", "The passkey could not be verified.") from None
    except PasskeyError as error:
        raise _refused(error) from None
    return _told(stored)


@routes.delete("/passkeys/{id:str}", help=Help.NONE, refuses=(401, 403, 404))
async def remove_passkey(services: WithServices, person: Asking, id: FromPath[str]) -> MyPasskeys:
    """Remove a passkey of mine. Returns the remaining ones."""
    _here(services)
    owner, _ = _owner(person)
    try:
        await PasskeyStore(services.database).remove(owner, id)
    except PasskeyError as error:
        raise _refused(error) from None
    return await _mine(services, owner)


@routes.post(
    "/sessions/passkey/challenge",
    help=Help.NONE,
    limit=by_address("passkey_challenges", "logins"),
    refuses=(403, 404, 429),
    operation_id="ask_passkey",
    guards=[needs_cookies],
)
async def _ask(
    request: WebRequest, services: WithServices, people: WithPeople, data: JSONBody[Nothing]
) -> dict[str, Any]:
    """Start a login: the options for `navigator.credentials.get`. The browser has five minutes to answer."""
    site = _here(services)
    return await asyncio.to_thread(request_options, site, await people.challenges.give_challenge(_visit(request)))


@routes.post(
    "/sessions/passkey",
    help=Help.NONE,
    limit=by_address("passkey_logins", "logins"),
    refuses=(401, 403, 404, 429),
    operation_id="log_in_by_passkey",
    guards=[needs_cookies],
)
async def _log_in(
    request: WebRequest, services: WithServices, people: WithPeople, data: JSONBody[UsedPasskey]
) -> Response[Me]:
    """Log in. An unknown passkey and a wrong signature get the same answer."""
    site, challenge = _here(services), await _awaited(people, _visit(request))
    try:
        owner = await _owner_of(services, site, challenge, data.credential)
    except WebAuthnError as error:
        log.info("passkey_refused", why=str(error))
        raise RequestRefused(
            HTTPStatus.UNAUTHORIZED, "passkey_wrong", "This passkey does not belong to any account here."
        ) from None
    except PasskeyError as error:
        raise _refused(error) from None
    token = await services.people.open_session(owner, session_token(request), device_of(request), is_confirmed=True)
    return await welcomed(request, services, token)


async def _owner_of(services: Services, site: Site, challenge: bytes, credential: SignedCredential) -> str:
    """The owner of the passkey that signed. Raises `WebAuthnError`, and `PasskeyError` for a possible copy of a passkey."""
    passkeys, sent = PasskeyStore(services.database), to_builtins(credential)
    try:
        found = await passkeys.find(bytes_of(credential.raw_id))
    except ValueError as error:
        raise WebAuthnError(str(error)) from error
    if found is None:
        raise WebAuthnError("nobody has this passkey")
    count = await asyncio.to_thread(count_after, site, challenge, sent, found.person, found.public_key)
    try:
        await passkeys.note_use(found.id, count)
    except PasskeyError as error:
        log.warning("passkey_refused", passkey=found.id, why=error.fault.value)
        raise
    return found.person


_FAULTS: dict[PasskeyFault, tuple[int, str]] = {
    PasskeyFault.KNOWN: (HTTPStatus.CONFLICT, "This passkey is known here already."),
    PasskeyFault.TOO_MANY: (HTTPStatus.CONFLICT, "You have {most} passkeys already. Delete one that you do not use."),
    PasskeyFault.GONE: (HTTPStatus.NOT_FOUND, "There is no such passkey."),
    PasskeyFault.COPIED: (
        HTTPStatus.UNAUTHORIZED,
        "This passkey may have been copied, so the server refuses it. Log in with the password, then delete the "
        "passkey.",
    ),
}
"""Fault → status and message to the person."""


def _here(services: Services) -> Site:
    """The site of the server's passkeys. Raises `RequestRefused` if it supports none."""
    site = site_of(services.config)
    if site is None:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_passkeys", "This server has no passkeys.")
    return site


def _owner(person: User | None) -> tuple[str, str]:
    """The id and login of an account. Raises `RequestRefused` for guests and for visitors without a name."""
    who = known(person)
    if who.login is None:
        raise RequestRefused(
            HTTPStatus.FORBIDDEN, "no_account", "A passkey belongs to an account. Please make one first."
        )
    return who.id, who.login


def _visit(request: WebRequest, person: str = "") -> str:
    """A visit of a browser, identified by its CSRF token; a visit may create a passkey and log in at once."""
    return f"{person}/{csrf_token(request)}"


async def _awaited(people: People, visit: str) -> bytes:
    try:
        return await people.challenges.take_challenge(visit)
    except LookupError:
        raise RequestRefused(
            HTTPStatus.BAD_REQUEST, "passkey_late", "That took too long. Please try once more."
        ) from None


def _refused(error: PasskeyError) -> RequestRefused:
    status, sentence = _FAULTS[error.fault]
    return RequestRefused(status, error.fault.value, sentence, most=MOST)


async def _mine(services: Services, person: str) -> MyPasskeys:
    return MyPasskeys(tuple(_told(each) for each in await PasskeyStore(services.database).of_person(person)))


def _told(passkey: Passkey) -> PasskeyDetails:
    return PasskeyDetails(passkey.id, passkey.name, passkey.created, passkey.used)
