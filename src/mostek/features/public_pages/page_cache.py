"""Rendered pages: each is made once for a version of its tournament, packed, and then given to a thousand readers."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from hashlib import sha256
from time import monotonic
from typing import Any
from weakref import ref

import structlog
from msgspec import Struct

from mostek.live.tournament_session import TournamentSession
from mostek.live.tournament_sessions import MOST
from mostek.work.shared_tasks import SharedTasks

LARGEST = 4 * 2**20
"""The bytes of all stored pages of a tournament; the least recently used make room."""
LARGEST_OF_ALL = 16 * 2**20
"""The bytes of all stored pages; the least recently used tournament makes room."""
_LISTED = 60.0
"""The seconds for which a list of the same tournaments is good: their names and dates hardly ever change."""
_LEVEL = 6


class StoredPage(Struct, frozen=True):
    """A page as it is sent."""

    data: bytes
    """Packed by gzip where that makes it smaller."""
    is_packed: bool
    media_type: str
    tag: str

    @classmethod
    def of(cls, data: bytes, media_type: str) -> StoredPage:
        """A page that was made just now."""
        tag = f'"{sha256(data).hexdigest()[:32]}"'
        packed = gzip.compress(data, _LEVEL, mtime=0) if media_type.startswith("text/") else data
        if len(packed) < len(data):
            return cls(packed, True, media_type, tag)
        return cls(data, False, media_type, tag)


class _Edition:
    """The pages of one version of a tournament."""

    def __init__(self, session: TournamentSession, version: Hashable) -> None:
        self._session = ref(session)  # one that is put away leaves the memory
        self._version = version
        self.making = SharedTasks[StoredPage]()
        self._stored: OrderedDict[Hashable, StoredPage] = OrderedDict()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """The bytes of its pages."""
        return self._bytes

    def is_of(self, session: TournamentSession, version: Hashable) -> bool:
        """Whether these are the pages of that version."""
        return self._session() is session and self._version == version

    def get(self, key: Hashable) -> StoredPage | None:
        found = self._stored.get(key)
        if found is not None:
            self._stored.move_to_end(key)
        return found

    def put(self, key: Hashable, page: StoredPage) -> None:
        if (before := self._stored.pop(key, None)) is not None:
            self._bytes -= len(before.data)
        self._stored[key] = page
        self._bytes += len(page.data)
        while self._bytes > LARGEST and len(self._stored) > 1:
            _, gone = self._stored.popitem(last=False)
            self._bytes -= len(gone.data)


class PageCache:
    """The rendered pages of all tournaments."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()  # one page is made at a time: they are dear, and the next may be the same
        self._editions: OrderedDict[str, _Edition] = OrderedDict()
        self._lists: dict[Hashable, tuple[float, StoredPage]] = {}

    def listed(self, key: Hashable) -> StoredPage | None:
        """The list of tournaments, if it was made for the same ones a short time ago."""
        at, page = self._lists.get(key, (0.0, None))
        return page if monotonic() - at < _LISTED else None

    def list(self, key: Hashable, page: StoredPage) -> StoredPage:
        """Store the list of tournaments, in place of all that are too old."""
        now = monotonic()
        self._lists = {each: stored for each, stored in self._lists.items() if now - stored[0] < _LISTED}
        self._lists[key] = (now, page)
        return page

    async def page(
        self, session: TournamentSession, version: Hashable, key: Hashable, make: Callable[[], Awaitable[StoredPage]]
    ) -> StoredPage:
        """A page of a tournament, made now if it has not been made for this version.

        Args:
            session: the tournament.
            version: what changes whenever a page of the tournament may change.
            key: the page, in its language.
            make: makes the page; however many readers wait for it, it is made once.

        Returns:
            The page as it is sent.
        """
        edition = self._edition(session, version)
        if (found := edition.get(key)) is not None:
            return found
        return await edition.making.result(key, lambda: self._make(edition, key, make))

    async def _make(self, edition: _Edition, key: Hashable, make: Callable[[], Awaitable[StoredPage]]) -> StoredPage:
        page = await make()
        edition.put(key, page)
        return page

    async def in_turn(self, make: Callable[[], Awaitable[StoredPage]]) -> StoredPage:
        """A page that is made when those before it are: a hall that looks at sixty cards does not fill the queue of jobs."""
        async with self._turn:
            return await make()

    def _edition(self, session: TournamentSession, version: Hashable) -> _Edition:
        id = session.hosted.id
        edition = self._editions.get(id)
        if edition is None or not edition.is_of(session, version):
            edition = self._editions[id] = _Edition(session, version)
        self._editions.move_to_end(id)
        while len(self._editions) > MOST or (
            len(self._editions) > 1 and sum(each.bytes for each in self._editions.values()) > LARGEST_OF_ALL
        ):
            self._editions.popitem(last=False)
        return edition


log = structlog.get_logger("mostek.http")

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
