"""The tournaments of a server that are in memory: opened at the first request, put away when no page is left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from time import monotonic
from typing import Protocol

import structlog

from mostek.app.hosted_tournaments import Announcement, ArbiterCall, HostedTournament, TournamentNews
from mostek.app.ports import LogError, SharedTournamentLog
from mostek.live.tournament_feed import Frame
from mostek.live.tournament_session import TournamentSession

FOLLOWED = 1.0
"""The seconds after which a watched file is looked at, for what a terminal has written to it."""
_IDLE = 50.0
"""The seconds without a request or a page after which a tournament is put away."""
MOST = 64
"""How many tournaments are in memory at once; the least recently used makes room."""
MOST_BYTES = 32 * 2**20
"""The bytes of their logs, likewise: 50 MB in memory. An ordinary one has less than half a million; to open one of 3.4 MB again
takes 20 ms.
"""

log = structlog.get_logger("mostek.live")


class HostedTournaments(Protocol):
    """Port: the stored facts about tournaments that a session needs."""

    async def get(self, id: str) -> HostedTournament | None:
        """The tournament of that id."""
        ...

    async def open_calls(self, id: str) -> list[ArbiterCall]:
        """The open calls of the arbiter."""
        ...

    async def announcements(self, id: str) -> list[Announcement]:
        """The announcements, the latest first."""
        ...

    async def copied_at(self, id: str) -> int | None:
        """When a copy last had everything; `None` for a tournament that is run here."""
        ...


class TournamentSessions:
    """The sessions of hosted tournaments."""

    def __init__(
        self,
        hosted: HostedTournaments,
        open_log: Callable[[str], SharedTournamentLog],
        frame: Frame,
        start: str,
        moved_to: Callable[[str], str | None] = lambda file: None,
        is_shared: bool = False,
    ) -> None:
        """`open_log` opens the log of a file by its name; it reads, and raises `LogError`. `moved_to` says by the name where a
        tournament goes on that another computer has taken over. With `is_shared` other processes run the same tournaments.
        """
        self._is_shared = is_shared
        self._moved_to = moved_to
        self._hosted = hosted
        self._open_log = open_log
        self._frame = frame
        self._start = start
        self._sessions: dict[str, TournamentSession] = {}
        self._used: dict[str, float] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._following: asyncio.Task[None] | None = None
        self.changed: Callable[[str], None] = lambda _id: None
        """Is called with the id of a tournament that has changed."""
        self._phones: frozenset[str] = frozenset()
        self._tell_news: Callable[[TournamentNews], None] | None = None

    def tell_news(self, tell: Callable[[TournamentNews], None]) -> None:
        """Call `tell` with what happens in tournaments of which phones want news; it must not wait."""
        self._tell_news = tell

    def set_phones(self, ids: Collection[str]) -> None:
        """The tournaments of which phones want news: they stay in memory, and their files are followed."""
        self._phones = frozenset(ids)
        for id, session in self._sessions.items():
            session.has_phones = id in self._phones

    def start(self) -> None:
        """Begin to follow the files that are watched."""
        self._following = asyncio.get_running_loop().create_task(self._follow())

    async def stop(self) -> None:
        """Close every session."""
        if self._following is not None:
            self._following.cancel()
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()

    async def session(self, id: str) -> TournamentSession | None:
        """The session of a tournament; `None` if the server has none of that id. Raises `LogError`."""
        self._used[id] = monotonic()
        if (there := self._sessions.get(id)) is not None:
            if self._is_shared:  # who has entered a result at another process sees it here, too
                await there.follow()
            return there
        lock = self._opening.setdefault(id, asyncio.Lock())
        try:
            async with lock:
                if (there := self._sessions.get(id)) is not None:
                    return there
                hosted = await self._hosted.get(id)
                if hosted is None:
                    self._used.pop(id, None)
                    return None
                return await self._opened(hosted)
        finally:
            if not lock.locked():
                self._opening.pop(id, None)

    def forget(self, id: str) -> None:
        """Put a tournament away, for example because its file was replaced; pages come back by themselves."""
        session = self._sessions.pop(id, None)
        self._used.pop(id, None)
        if session is not None:
            session.close()

    def loaded(self, id: str) -> TournamentSession | None:
        """The session, if it is in memory."""
        return self._sessions.get(id)

    async def _opened(self, hosted: HostedTournament) -> TournamentSession:
        read = await asyncio.to_thread(self._open_log, hosted.file)
        session = TournamentSession(hosted, read, self._frame, self._start, self._tell_changed)
        session.moved = self._moved_to(hosted.file)
        session.copied_at = await self._hosted.copied_at(hosted.id)
        if calls := await self._hosted.open_calls(hosted.id):
            session.set_calls(calls)
        if announcements := await self._hosted.announcements(hosted.id):
            session.set_announcements(announcements)
        session.has_phones, session.is_shared = hosted.id in self._phones, self._is_shared
        if self._tell_news is not None:
            session.tell_news(self._tell_news)
        self._sessions[hosted.id] = session
        self._tell_changed(hosted.id)  # a terminal may have taken it over from another computer
        self._make_room()
        return session

    async def _was_replaced(self, id: str, session: TournamentSession) -> bool:
        """Whether a command in a terminal has put another file in the place of this one, or has taken the tournament away."""
        session.set_moved(await asyncio.to_thread(self._moved_to, session.hosted.file))
        hosted = await self._hosted.get(id)
        if hosted is not None and hosted.file == session.hosted.file:
            if self._is_shared:
                await self._learn_from_others(session, hosted)
            return False
        self.forget(id)
        return True

    async def _learn_from_others(self, session: TournamentSession, hosted: HostedTournament) -> None:
        """Take over what other processes of the server have changed beside the log."""
        if hosted != session.hosted:
            session.set_hosted(hosted)
        calls = await self._hosted.open_calls(hosted.id)
        if set(calls) != set(session.calls):
            session.set_calls(calls)
        announcements = tuple(await self._hosted.announcements(hosted.id))
        if announcements != session.announcements:
            session.set_announcements(announcements)

    def _tell_changed(self, id: str) -> None:
        self.changed(id)

    def _make_room(self) -> None:
        """Put away the least recently used, except those that a page watches, that are written to, and the last one."""
        sizes = {id: session.size for id, session in self._sessions.items()}
        *others, _ = sorted(sizes, key=lambda id: self._used.get(id, 0.0))
        for id in others:
            if len(sizes) <= MOST and sum(sizes.values()) <= MOST_BYTES:
                return
            if not (self._sessions[id].is_watched or self._sessions[id].is_busy):
                del sizes[id]
                self.forget(id)

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(FOLLOWED)
            for id in tuple(self._sessions):
                await self._look_at(id)

    async def _look_at(self, id: str) -> None:
        """Follow the file of a tournament that is watched, and put another one away after a while."""
        session = self._sessions.get(id)
        if session is None:
            return
        try:
            if await self._was_replaced(id, session):
                return
            if session.is_watched:
                await session.follow()
            elif monotonic() - self._used.get(id, 0.0) > _IDLE:
                self.forget(id)
        except LogError as error:
            log.error("tournament_unreadable", tournament=id, why=str(error))
            self.forget(id)
