"""The pictures of links to events: made in the background, at most once a minute for an event and a language."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from importlib.util import find_spec
from time import monotonic
from typing import Any

import structlog
from msgspec import Struct

from mostek.server.http.public_pages.page_cache import StoredPage
from mostek.work.shared_tasks import SharedTasks

log = structlog.get_logger("mostek.http")

ADDRESS = "picture.png"
"""Below the address of the event."""
_FRESH = 60.0
"""The seconds for which a picture of an earlier version is good enough."""
_KEPT = 64


class _Made(Struct, frozen=True):
    at: float
    version: Hashable
    names: Hashable
    page: StoredPage


class LinkPictures:
    """The pictures of all events. While one is made, readers get the one before."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, _Made] = OrderedDict()
        self._making = SharedTasks[StoredPage](lambda error: log.error("picture_failed", why=str(error)))

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
        what = key, names

        def making() -> Coroutine[Any, Any, StoredPage]:
            return self._make(key, version, names, make)

        if there is None or there.names != names:
            return await self._making.result(what, making)
        if there.version != version and monotonic() - there.at > _FRESH:
            self._making.begin(what, making)
        return there.page

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
