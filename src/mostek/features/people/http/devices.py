"""The cookie by which an account recognises a device of its owner.

Attempts on such a device have their own limit, so strangers who guess passwords cannot lock the owner out.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

from litestar.datastructures import Cookie

from mostek.server.config import Config
from mostek.server.sessions import Connection
from mostek.store.tokens import new_name

DEVICE_COOKIE = "mostek_device"
_YEAR = 365 * 24 * 60 * 60
_ACCOUNTS = 4
"""The accounts that a browser stays known to: a family may share it."""
_LONGEST = 400


def known_device(connection: Connection, person: str, password: str) -> str | None:
    """Return the name of a device on which the owner of an account has logged in.

    Args:
        connection: The request with its cookies.
        person: The id of the person who has the account.
        password: The stored hash of the account's password. A new password makes strangers of all devices.

    Returns:
        The name of the device; `None` for a stranger's device and for a forged cookie.
    """
    return next((mark[0] for mark in _marks(connection) if _is_of(mark, person, password)), None)


def device_cookie(connection: Connection, person: str, password: str, config: Config) -> Cookie:
    """The cookie after a login. It also keeps the marks of other accounts on the same device; it names none of them."""
    name = known_device(connection, person, password) or new_name()
    others = [mark for mark in _marks(connection) if mark[0] != name]
    marks = [(name, _signature(name, person, password)), *others][:_ACCOUNTS]
    return _cookie("~".join(".".join(mark) for mark in marks), _YEAR, config)


def no_device_cookie(config: Config) -> Cookie:
    """The cookie that deletes the device cookie."""
    return _cookie("", 0, config)


def _marks(connection: Connection) -> list[tuple[str, str]]:
    """The names in the cookie, each with its signature."""
    value = connection.cookies.get(DEVICE_COOKIE, "")
    if len(value) > _LONGEST or not value.isascii():
        return []
    parts = (mark.partition(".") for mark in value.split("~"))
    return [(name, signature) for name, dot, signature in parts if dot and name.isalnum() and signature.isalnum()]


def _is_of(mark: tuple[str, str], person: str, password: str) -> bool:
    name, signature = mark
    return hmac.compare_digest(signature, _signature(name, person, password))


def _signature(name: str, person: str, password: str) -> str:
    # The hash has a random salt and never leaves the server, so it serves as the key, and no other need be stored.
    return hmac.new(password.encode(), f"{person}/{name}".encode(), sha256).hexdigest()


def _cookie(value: str, seconds: int, config: Config) -> Cookie:
    return Cookie(key=DEVICE_COOKIE, value=value, max_age=seconds, httponly=True, samesite="lax", secure=config.secure)
