"""Who a connection belongs to, which language it speaks, and whether a page of this server opened it."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from mostek.app.people import SESSION_DAYS, Person
from mostek.messages import LANGUAGES, use
from mostek.server.config import Config
from mostek.store.people import PersonStore

SESSION_COOKIE = "mostek_session"
CSRF_COOKIE = "mostek_csrf"
CSRF_HEADER = "x-csrf-token"
_TOKEN = 43
"""How many characters 32 bytes have in URL-safe base64."""
_YEAR = 365 * 24 * 60 * 60

Connection = ASGIConnection[Any, Any, Any, Any]


async def person_of(connection: Connection, people: PersonStore) -> Person | None:
    """The owner of the cookie of a request or a socket; `None` if it is forged, or if its session has ended."""
    token = session_token(connection)
    return None if token is None else await people.of_session(token)


def session_token(connection: Connection) -> str | None:
    """The token of the session cookie, if there is one that could be ours."""
    return _token(connection.cookies.get(SESSION_COOKIE))


def csrf_token(connection: Connection) -> str | None:
    """The token of the cookie against forged requests, if there is one that could be ours."""
    return _token(connection.cookies.get(CSRF_COOKIE))


def new_csrf_token() -> str:
    """What the cookie against forged requests holds."""
    return token_urlsafe(32)


def is_own_origin(connection: Connection, config: Config) -> bool:
    """Whether a page of this server has opened the connection. Programs that are no browsers name no origin, and may come.

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
    """The cookie that takes a session away."""
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


def remember(connection: Connection, person: Person | None) -> None:
    """Note for the rest of a request whose it is."""
    connection.scope["state"][_PERSON] = person


def visitor(connection: Connection) -> Person | None:
    """Whose request it is, as noted at its beginning."""
    person = connection.scope["state"].get(_PERSON)
    return person if isinstance(person, Person) else None


def speak(connection: Connection) -> str:
    """Speak the language of the person who sends the request from now on."""
    person = visitor(connection)
    language = person.language if person is not None else preferred(connection.headers.get("accept-language", ""))
    use(language)
    return language


def preferred(accepted: str) -> str:
    """The first of our languages that a browser names; Polish where it names none.

    Browsers list languages by preference, so their weights need not be read.
    """
    named = (entry.partition(";")[0].strip().lower()[:2] for entry in accepted[:500].split(","))
    return next((language for language in named if language in LANGUAGES), LANGUAGES[0])
