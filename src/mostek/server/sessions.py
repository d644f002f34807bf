"""The person, language and origin of a connection."""

from __future__ import annotations

import re
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from mostek.app.users import SESSION_DAYS, User
from mostek.messages import DEFAULT, LANGUAGES, use
from mostek.server.config import Config
from mostek.server.network import is_numeric, names_of_machine
from mostek.store.outward import is_of_machine
from mostek.store.users import UserStore

SESSION_COOKIE = "mostek_session"
CSRF_COOKIE = "mostek_csrf"
CSRF_HEADER = "x-csrf-token"
NO_COOKIES = "no-cookies"
"""What the page of a browser that keeps no cookies says in place of the token."""
_TOKEN = 43
"""The number of characters of 32 bytes in URL-safe base64."""
_FORWARDED = ("x-forwarded-for", "x-forwarded-host", "forwarded", "via", "x-real-ip")
"""The headers in which proxies say for whom they ask."""
_YEAR = 365 * 24 * 60 * 60

Connection = ASGIConnection[Any, Any, Any, Any]


async def person_of(connection: Connection, people: UserStore) -> User | None:
    """The owner of the cookie of a request or a socket; `None` if it is forged, or if its session has ended."""
    token = session_token(connection)
    return None if token is None else await people.of_session(token)


def session_token(connection: Connection) -> str | None:
    """The token of the session cookie, if it has our form."""
    return _token(connection.cookies.get(SESSION_COOKIE))


def csrf_token(connection: Connection) -> str | None:
    """The token of the CSRF cookie, if it has our form."""
    return _token(connection.cookies.get(CSRF_COOKIE))


def is_without_cookies(connection: Connection) -> bool:
    """Whether the page says that its browser keeps no cookies, and none came.

    Such a request has no right of any person that a foreign page could abuse, and a foreign page cannot send the header.
    """
    said = connection.headers.get(CSRF_HEADER) == NO_COOKIES
    return said and not {SESSION_COOKIE, CSRF_COOKIE} & connection.cookies.keys()


def new_csrf_token() -> str:
    """A new random token for the CSRF cookie."""
    return token_urlsafe(32)


def is_own_host(connection: Connection, config: Config) -> bool:
    """Whether a connection calls this server by one of its names.

    A foreign name may point here for a moment, so that the page of that name can read what this server answers. A number
    cannot be lent like this.
    """
    host = connection.headers.get("host")
    if host is None:
        return True  # every browser sends it
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return name in config.host_names or is_numeric(name)


def is_own_user(connection: Connection, config: Config) -> bool:
    """Whether the user of this computer asks, at the computer itself and by one of its own names.

    Behind a proxy all people come from the computer itself, so none is its user there.
    """
    there = connection.client.host if connection.client else ""
    if config.public_url is not None or any(name in connection.headers for name in _FORWARDED):
        return False
    try:
        name = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    is_own_name = name in names_of_machine() or (is_numeric(name) and is_of_machine(name))
    return is_own_name and is_numeric(there) and is_of_machine(there)


def is_own_origin(connection: Connection, config: Config) -> bool:
    """Whether a page of this server has opened the connection. Programs other than browsers send no origin and are allowed.

    A browser names the page's origin on every socket and on every request that changes something; a foreign page cannot
    change it.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
        own = {connection.headers.get("host", ""), urlsplit(config.url).netloc} - {""}
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc in own


_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_of(connection: Connection) -> str | None:
    """The browser and the system of a request in two words; no more of the header is stored."""
    agent = connection.headers.get("user-agent", "")[:500]
    found = [
        next((name for sign, name in names if re.search(rf"\b{sign}", agent)), "") for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or None


def session_cookie(token: str, config: Config) -> Cookie:
    """The cookie of a session; no script can read it."""
    return Cookie(
        key=SESSION_COOKIE,
        value=token,
        max_age=SESSION_DAYS * 24 * 60 * 60,
        httponly=True,
        samesite="lax",
        secure=config.secure,
    )


def no_session_cookie(config: Config) -> Cookie:
    """The cookie that deletes the session cookie."""
    return Cookie(key=SESSION_COOKIE, value="", max_age=0, httponly=True, samesite="lax", secure=config.secure)


def csrf_cookie(token: str, config: Config) -> Cookie:
    """The cookie whose value a page repeats in the header `x-csrf-token`: a foreign page cannot read it."""
    return Cookie(key=CSRF_COOKIE, value=token, max_age=_YEAR, httponly=False, samesite="lax", secure=config.secure)


def _token(value: str | None) -> str | None:
    fine = (
        value is not None
        and len(value) == _TOKEN
        and value.isascii()
        and value.replace("-", "").replace("_", "").isalnum()
    )
    return value if fine else None


_PERSON = "mostek_person"


def remember(connection: Connection, person: User | None) -> None:
    """Store the person of a request for its handlers."""
    connection.scope["state"][_PERSON] = person


def visitor(connection: Connection) -> User | None:
    """The person of a request, stored at its start."""
    person = connection.scope["state"].get(_PERSON)
    return person if isinstance(person, User) else None


def speak(connection: Connection) -> str:
    """Switch to the language of the requesting person."""
    person = visitor(connection)
    language = person.language if person is not None else preferred(connection.headers.get("accept-language", ""))
    use(language)
    return language


def preferred(accepted: str) -> str:
    """The first of our languages in a browser's list; the default without one.

    Browsers list languages by preference, so their weights need not be read.
    """
    named = (entry.partition(";")[0].strip().lower()[:2] for entry in accepted[:500].split(","))
    return next((language for language in named if language in LANGUAGES), DEFAULT)
