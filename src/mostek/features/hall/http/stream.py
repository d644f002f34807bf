"""The stream of a tournament, `/live/tournaments/{id}`: numbered updates as server-sent events.

A page sends nothing on it, so nothing that it sends costs anything; commands are requests. It names the last update that it has
seen (`?seen=`, or the header `Last-Event-ID`) and gets those after it, or the word to read the whole. `?code=` is the code of a
player, whose own table then comes too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import ClassVar
from urllib.parse import parse_qs

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send
from msgspec import Struct

from mostek.app.help import Help, grant
from mostek.app.hosted_tournaments import HostingError
from mostek.app.ports import LogError
from mostek.app.tournament_cards import Viewing
from mostek.app.tournament_roles import RULES
from mostek.app.tournaments import hall_time
from mostek.live.tournament_feed import Feed, StreamFrame, TournamentUpdate
from mostek.server import metrics
from mostek.server.admission import Admission
from mostek.server.config import Config
from mostek.server.event_frames import ALIVE, GZIP_HEADER, event_frame
from mostek.server.http.services import Services
from mostek.server.http.tournaments.access import Access, access, player
from mostek.server.network import household
from mostek.server.sessions import Connection, is_own_host, is_own_origin, person_of, session_token
from mostek.server.timeouts import STREAMS
from mostek.server.wrong_codes import note_wrong_code
from mostek.store.users import UserStore
from mostek.work.fair_queue import CrowdedError

PREFIX = f"{STREAMS}tournaments/"
_WAITING = 64
"""The updates that may wait for a page before it is disconnected; it then reads the whole."""
_WAITING_BYTES = 512 * 1024
"""The same in bytes."""
_SILENCE = 20.0
"""The seconds after which an empty line tells a page, and all that stands between, that the stream lives."""
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"vary", b"accept-encoding"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class StreamedPage:
    """A page at the end of a stream."""

    def __init__(self, send: Send, is_packed: bool) -> None:
        self._send = send
        self._is_packed = is_packed
        self._waiting = [GZIP_HEADER] if is_packed else []
        self._bytes = 0
        self._wake = asyncio.Event()  # set when there is something to send, or nothing more to wait for
        self.is_closed = False

    def send(self, frame: StreamFrame) -> None:
        """See `StreamListener`."""
        if self.is_closed:
            return
        data = frame.packed if self._is_packed else frame.plain
        self._waiting.append(data)
        self._bytes += len(data)
        if len(self._waiting) > _WAITING or (self._bytes > _WAITING_BYTES and len(self._waiting) > 1):
            self.close()
        self._wake.set()

    def close(self) -> None:
        """See `StreamListener`."""
        self.is_closed = True
        self._waiting.clear()
        self._wake.set()

    async def carry(self) -> None:
        """Send what waits, until the page is closed."""
        while not self.is_closed:
            with suppress(TimeoutError):  # silence: the page gets a sign of life
                await asyncio.wait_for(self._wake.wait(), _SILENCE)
            self._wake.clear()
            if self.is_closed:
                break
            if not self._waiting:
                self.send(ALIVE)
            frames, self._waiting, self._bytes = self._waiting, [], 0
            await self._send({"type": "http.response.body", "body": b"".join(frames), "more_body": True})


class Asked(Struct, frozen=True):
    """The request of a page, as its address says it."""

    id: str
    seen: str | None
    code: str | None
    takes_gzip: bool


class TournamentStream:
    """The streams of all tournaments, as an ASGI application past Litestar, whose requests hold more memory while they last."""

    help: ClassVar[Help] = Help.NONE

    def __init__(self, services: Services, people: UserStore, admission: Admission, config: Config) -> None:
        self._services = services
        self._people = people
        self._admission = admission
        self._config = config
        self._people_of: dict[StreamedPage, str] = {}
        """The people of the pages that are open, without those who came with a code."""

    def sign_off(self, person: str) -> None:
        """End the streams of a person who has logged out or was erased; a page that comes back is what it is then."""
        for page in [each for each, owner in self._people_of.items() if owner == person]:
            page.close()

    def call_pages_back(self) -> None:
        """End the streams of all people, so that their sessions are read again."""
        for page in list(self._people_of):
            page.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream from start to end."""
        grant(self.help)
        connection: Connection = ASGIConnection(scope)
        address = household(connection.client.host if connection.client else "")
        try:
            async with self._admission.arrivals.place(session_token(connection) or address):
                person, found = await self._arrive(connection, address)
        except CrowdedError:
            return await _refuse(send, 503)
        except _NotServed as refused:
            return await _refuse(send, refused.status)
        # A player's code is a seat of its own: a hall may share an address.
        takes_part = found.number is not None or found.office is not None
        if not self._admission.enter(address, person, takes_part):
            return await _refuse(send, 429)
        metrics.TOURNAMENT_SOCKETS.inc()
        try:
            await self._serve(_asked(connection), found, person, session_token(connection), receive, send)
        finally:
            metrics.TOURNAMENT_SOCKETS.dec()
            self._admission.leave(address, person, takes_part)

    async def _arrive(self, connection: Connection, address: str) -> tuple[str | None, Access]:
        if dict(connection.scope)["method"] != "GET":
            raise _NotServed(405)
        if not is_own_host(connection, self._config) or not is_own_origin(connection, self._config):
            raise _NotServed(403)
        if self._admission.retry_after(address):
            raise _NotServed(429)
        request = _asked(connection)
        try:
            if request.code is not None:
                found = await self._player(request.code, connection)
                if found.hosted.id != request.id:
                    raise _NotServed(404)
                return None, found
            who = await person_of(connection, self._people)
            return (who.id if who is not None else None), await access(self._services, request.id, who)
        except HostingError:
            raise _NotServed(404) from None
        except LogError:
            raise _NotServed(503) from None

    async def _player(self, code: str, connection: Connection) -> Access:
        try:
            return await player(self._services, code)
        except HostingError:
            note_wrong_code(connection.client.host if connection.client else "", connection.scope["path"])
            raise

    async def _serve(
        self,
        request: Asked,
        found: Access,
        person: str | None,
        token: str | None,
        receive: Receive,
        send: Send,
    ) -> None:
        session = found.session
        feed: Feed = session.official if found.viewing is Viewing.OFFICIAL else session.public
        headers = [*_HEADERS, (b"content-encoding", b"gzip")] if request.takes_gzip else _HEADERS
        page = StreamedPage(send, request.takes_gzip)
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        page.send(event_frame("", msgspec.json.encode(TournamentUpdate(n=session.n, at=hall_time().isoformat()))))
        if not feed.enter(page, request.seen):
            page.send(event_frame(feed.mark, msgspec.json.encode(TournamentUpdate(n=session.n, reload=True))))
        if found.number is not None:
            session.enter_player(found.number, page)
        if found.role in RULES:
            session.enter_ruler(page)
        if person is not None:
            self._people_of[page] = person
        carrying = asyncio.ensure_future(page.carry())
        leaving = asyncio.ensure_future(_gone(receive))
        try:
            if token is not None and person is not None and await self._people.of_session(token) is None:
                page.close()  # its person was signed off while it arrived
            await asyncio.wait((carrying, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not leaving.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (OSError, LogError):  # the page has gone without a word, or comes back when the database answers
            pass
        finally:
            self._people_of.pop(page, None)
            feed.leave(page)
            if found.number is not None:
                session.leave_player(found.number, page)
            session.leave_ruler(page)
            page.close()
            for task in (carrying, leaving):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError):  # it is what was wanted, or the page has gone
                    await task


class _NotServed(Exception):  # noqa: N818
    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def _asked(connection: Connection) -> Asked:
    query: Mapping[str, list[str]] = parse_qs(connection.scope["query_string"].decode("ascii", "replace")[:500])
    seen = connection.headers.get("last-event-id") or next(iter(query.get("seen", ())), None)
    takes_gzip = "gzip" in connection.headers.get("accept-encoding", "")
    return Asked(connection.scope["path"][len(PREFIX) :], seen, next(iter(query.get("code", ())), None), takes_gzip)


async def _gone(receive: Receive) -> None:
    """Wait until the page has gone; what else it sends is thrown away."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    if status in (429, 503):
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
