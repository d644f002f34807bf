"""Access to the page and the figures of the operator: for this machine itself, and with the token of the data folder.

Behind a proxy every visitor comes from this machine. So a request counts as the machine's own only if the server has no public
address, nothing says that the request was passed on, and it calls the server by an address of this machine. A proxy that hides
all that (a tunnel of TCP) must be named by `--public-url`, without which the links of the server are wrong anyway.
"""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

from mostek.app.ports import SaveError
from mostek.server.config import Config
from mostek.server.sessions import Connection
from mostek.store.line_file import replace_whole
from mostek.store.signing_key import secret_in

FILE = "operator.token"
"""The file of the token in the data folder, which only its owner can read."""
ADDRESS = "/operator"
"""The operator's page."""
COOKIE = "mostek_operator"
_BYTES = 32
_DAYS = 30
_PASSED_ON = ("x-forwarded-", "x-real-ip", "x-client-ip", "cf-connecting-ip", "true-client-ip", "fastly-client-ip")
"""The beginnings of headers by which a proxy shows itself, besides those of RFC 7239 and RFC 9110."""
_STANDARD = ("forwarded", "via")


def operator_token(folder: Path) -> str:
    """The token of a data folder; the first call makes it, and replaces a file that is damaged. Raises `SaveError`."""
    path = folder / FILE
    try:
        if len(secret := secret_in(path)) == _BYTES:
            return secret.hex()
    except SaveError:
        raise
    except ValueError:  # not a token: a new one replaces it
        pass
    replace_whole(path, f"{(token := token_hex(_BYTES))}\n".encode())
    return token


def needs_token(config: Config) -> bool:
    """Whether the operator needs the token on this machine, too."""
    return config.public_url is not None or not (config.is_everywhere or _is_loopback(config.host))


def is_operator(connection: Connection, config: Config, token: str) -> bool:
    """Whether a request comes from the operator. A token that is given must be the right one."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return is_token(bearer.strip(), token)
    if (cookie := connection.cookies.get(COOKIE)) is not None and is_token(cookie, token):
        return True
    return _is_own_machine(connection, config)


def is_token(given: str, token: str) -> bool:
    """Whether a text is the token; the comparison takes the same time for every wrong one."""
    return compare_digest(given.encode(), token.encode())


def operator_cookie(token: str, config: Config) -> Cookie:
    """The cookie of a browser in which the token was entered; only the operator's page gets it, and no other site sends it."""
    return Cookie(
        key=COOKIE,
        value=token,
        path=ADDRESS,
        max_age=_DAYS * 24 * 60 * 60,
        httponly=True,
        samesite="strict",
        secure=config.secure,
    )


def _is_own_machine(connection: Connection, config: Config) -> bool:
    client, host = connection.client, connection.headers.get("host", "")
    if config.public_url is not None or client is None or not _is_loopback(client.host):
        return False
    if any(name in _STANDARD or name.startswith(_PASSED_ON) for name in connection.headers):
        return False
    try:
        called = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return called == "localhost" or _is_loopback(called)


def _is_loopback(host: str) -> bool:
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost"
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback
