"""The pictures of links to events: made in the background, at most once a minute for an event and a language."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterator
from importlib.util import find_spec
from time import monotonic

import structlog
from msgspec import Struct

from mostek.documents.picture_row import PictureRow
from mostek.messages import count, text
from mostek.server.http.jobs import Jobs
from mostek.server.http.public_pages.event_view import EventView
from mostek.server.http.public_pages.kinds.overview_page import place_and_days
from mostek.server.http.public_pages.page_cache import StoredPage
from mostek.work import kinds

log = structlog.get_logger("mostek.http")

ADDRESS = "picture.png"
"""Below the address of the event."""
_MEDIA_TYPE = "image/png"
_FRESH = 60.0
"""The seconds for which a picture of an earlier version is good enough."""
_KEPT = 64
_ROWS = 5


class _Made(Struct, frozen=True):
    at: float
    version: Hashable
    names: Hashable
    page: StoredPage


class LinkPictures:
    """The pictures of all events. While one is made, readers get the one before."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, _Made] = OrderedDict()
        self._tasks: dict[Hashable, asyncio.Task[StoredPage]] = {}

    async def picture(
        self, key: Hashable, version: Hashable, names: Hashable, make: Callable[[], Awaitable[StoredPage]]
    ) -> StoredPage:
        """The picture of an event.

        Args:
            key: the event and the language.
            version: what changes whenever the picture may change.
            names: what changes whenever people may be named otherwise: a picture with other names is not shown any more.
            make: makes the picture.

        Returns:
            The picture, perhaps of a minute ago.
        """
        there = self._made.get(key)
        if there is None or there.names != names:
            return await asyncio.shield(self._making((key, names), key, version, names, make))
        if there.version != version and monotonic() - there.at > _FRESH:
            self._making((key, names), key, version, names, make)
        return there.page

    def _making(
        self,
        what: Hashable,
        key: Hashable,
        version: Hashable,
        names: Hashable,
        make: Callable[[], Awaitable[StoredPage]],
    ) -> asyncio.Task[StoredPage]:
        """The task that makes this picture; there is one, however many ask."""
        task = self._tasks.get(what)
        if task is None:
            task = self._tasks[what] = asyncio.create_task(self._make(key, version, names, make))
            task.add_done_callback(lambda done: self._done(what, done))
        return task

    def _done(self, what: Hashable, task: asyncio.Task[StoredPage]) -> None:
        self._tasks.pop(what, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("picture_failed", why=str(error))

    async def _make(
        self, key: Hashable, version: Hashable, names: Hashable, make: Callable[[], Awaitable[StoredPage]]
    ) -> StoredPage:
        page = await make()
        self._made[key] = _Made(monotonic(), version, names, page)
        self._made.move_to_end(key)
        while len(self._made) > _KEPT:
            self._made.popitem(last=False)
        return page


def can_draw() -> bool:
    """Whether pictures can be made here."""
    return find_spec("typst") is not None


async def drawn(view: EventView, jobs: Jobs) -> StoredPage:
    """The picture of an event as the public may know it. Raises `NoTypesetterError`, `JobError`."""
    address = f"{view.url}/e/{view.id}".partition("://")[2]
    rows = tuple(_rows(view))
    data = await jobs.run(kinds.LINK_PICTURE, view.state.name, place_and_days(view), _state(view), rows, address)
    return StoredPage.of(data, _MEDIA_TYPE)


def _state(view: EventView) -> str:
    if view.state.closed_on is not None:
        return text("Final standings")
    rounds = {(each.number, each.rounds) for each in view.rounds_now()}
    if not rounds:
        return count("{n} player", "{n} players", len(view.state.entrants))
    number, of = max(rounds)
    return text("Round {round} of {rounds}", round=number, rounds=of)


def _rows(view: EventView) -> Iterator[PictureRow]:
    """The top of the classification; of several divisions the leader of each."""
    begun = [name for name in view.divisions if view.state.divisions[name].rounds]
    for name in begun:
        for row in view.top(name, 1 if len(begun) > 1 else _ROWS):
            person = f"{row.person.before}{row.person.surname}{row.person.after}"
            label = f"{person} ({name})" if len(begun) > 1 else person
            yield PictureRow(row.place, label, row.match_points)
