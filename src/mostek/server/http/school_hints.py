"""Hints without vulgar words: for the pupils of an open lesson and the players of an event that close them.

Pupils and players have no account. A cookie says in which lesson or event a browser takes part; whether words are closed is
looked up with each request, so it ends with the lesson, the event or the setting. A person who plays an event online has it on
every device. It is no secret and no right: who deletes the cookie or takes another browser sees all words, as in any dictionary.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from mostek.app.player_codes import read_code
from mostek.app.ports import LogError
from mostek.server.config import Config
from mostek.server.http.services import Asking, Services, WithServices
from mostek.store.round_games import RoundGameStore

MEMBER_COOKIE: Final = "mostek-school"
_EVENT = "event"
_DAY: Final = 24 * 60 * 60
_MOST_LOOKED_AT: Final = 3
"""The events of a person that are looked at, the latest first."""
_LONGEST: Final = 80

SchoolHints: TypeAlias = NamedDependency[bool]
"""Whether the hints of this request leave out vulgar words."""


def member_cookie(kind: str, id: str, seconds: int, config: Config) -> Cookie:
    """The cookie of a browser that takes part in something which closes words."""
    return _cookie(f"{kind}.{id}", seconds, config)


async def event_cookies(services: Services, code: str) -> list[Cookie]:
    """The cookie of a browser that has opened the page of the player with this code; none where the event closes nothing."""
    found = read_code(code)
    if found is None or not await _event_closes(services, found.tournament):
        return []
    return [member_cookie(_EVENT, found.tournament, _DAY, services.config)]


def no_member_cookie(config: Config) -> Cookie:
    """The cookie that deletes it."""
    return _cookie("", 0, config)


async def has_school_hints(request: Request[Any, Any, Any], services: WithServices, person: Asking) -> bool:
    """Whether vulgar words are closed for a request: for its browser, or for the person on any device."""
    kind, _, id = request.cookies.get(MEMBER_COOKIE, "")[:_LONGEST].partition(".")
    if any(each.closes_words(kind, id) for each in services.served.values()):
        return True
    if kind == _EVENT and await _event_closes(services, id):
        return True
    if person is None:
        return False
    events = await RoundGameStore(services.database).events_of_player(person.id, _MOST_LOOKED_AT)
    return any([await _event_closes(services, each) for each in events])


async def _event_closes(services: Services, id: str) -> bool:
    try:
        session = await services.halls.session(id)
    except LogError:
        return False
    return session is not None and not session.state.closed_on and bool(session.state.settings.entry.school_words.value)


def _cookie(value: str, seconds: int, config: Config) -> Cookie:
    return Cookie(key=MEMBER_COOKIE, value=value, max_age=seconds, httponly=True, samesite="lax", secure=config.secure)
