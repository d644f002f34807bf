"""The WebSocket of a table, `/live/{table}`: admission, one page at its other end, and the messages of both."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, assert_never, cast

import msgspec
import structlog
from litestar.connection import ASGIConnection
from litestar.types import (
    Receive,
    Scope,
    Send,
    WebSocketAcceptEvent,
    WebSocketCloseEvent,
    WebSocketScope,
    WebSocketSendEvent,
)

from mostek import messages
from mostek.app.ports import LogError
from mostek.core.board import Board, layout
from mostek.core.moves import Bingo, Placement, faults, score
from mostek.core.players import Seat, Viewer
from mostek.core.tiles import tile_set
from mostek.live.messages import (
    Ack,
    AskOptions,
    Do,
    PageMessage,
    PhraseMessage,
    Ping,
    Pong,
    ProblemMessage,
    Say,
    Subscribe,
    ToPage,
    Weigh,
    Weighed,
    WrittenDo,
)
from mostek.live.sentences import Reading
from mostek.live.session import GameSession
from mostek.live.session_manager import SessionManager
from mostek.messages import explained, text
from mostek.notation.commands import is_written, read_command
from mostek.notation.wire import encode, read_value
from mostek.server.config import Config
from mostek.server.network import household
from mostek.server.sessions import Connection, is_own_origin, person_of
from mostek.store.people import PersonStore

log = structlog.get_logger("mostek.live")


class Admission:
    """The sockets that are open. Many people may share an address, one person has a few pages."""

    def __init__(self, config: Config) -> None:
        self._addresses = _Crowd("address", config.sockets_per_address)
        self._people = _Crowd("person", config.sockets_per_person)

    def enter(self, address: str, person: str | None) -> bool:
        """Whether one more socket may be open; if so, it counts until it leaves."""
        here = household(address)
        if not self._addresses.enter(here):
            return False
        if not self._people.enter(person):
            self._addresses.leave(here)
            return False
        return True

    def leave(self, address: str, person: str | None) -> None:
        """A socket that has entered is open no more."""
        self._addresses.leave(household(address))
        self._people.leave(person)


class _Crowd:
    """How many each one holds of something, and may hold at most; 0 is any number."""

    def __init__(self, kind: str, most: int) -> None:
        self._kind = kind
        self._most = most
        self._held: Counter[str] = Counter()
        self._refused: set[str] = set()

    def enter(self, who: str | None) -> bool:
        if who is None or not self._most:
            return True
        if self._held[who] >= self._most:
            self._tell(who)
            return False
        self._held[who] += 1
        return True

    def leave(self, who: str | None) -> None:
        if who is None or not self._most:
            return
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
            self._refused.discard(who)

    def _tell(self, who: str) -> None:
        """The operator sees one warning, however many attempts there are until all these sockets are gone."""
        if who not in self._refused:
            self._refused.add(who)
            log.warning("too_many_sockets", **{self._kind: who}, most=self._most)


GONE, SLOW_READER, TOO_MUCH, BAD_MESSAGE = 4408, 4409, 4429, 4400
"""Why a connection is ended: see docs/protocol."""
_WAITING = 512
"""How many messages may wait for a page before it is cut off; it comes back and asks for what it has missed."""
_BURST, _RATE = 120.0, 40.0
"""How many messages a page may send at once, and a second in the long run."""
_DEAR = 10.0
"""As how many messages one counts that makes the server read the whole game, or work out everything that may be done."""
_BREATH = 1.0
"""How many seconds lie between two things that a page says to all the others."""
_SILENCE = 7.0
"""After how many silent seconds the server pings a page."""
_MOMENT = 0.05
"""In seconds: no timer is set for less."""
_FRESH = 30.0
"""For how many seconds a measured round trip holds."""
_PINGS_KEPT = 8
"""How many pings may still be answered."""
_GIVEN_UP = 20.0
"""After how many silent seconds, in spite of a ping, a page has gone."""


class Page:
    """A listener of a game at the end of a socket."""

    __slots__ = (
        "_closing",
        "_counted",
        "_heard",
        "_now",
        "_pinged",
        "_pings",
        "_receive",
        "_send",
        "_sending",
        "_sent",
        "_spoke",
        "_timer",
        "_tokens",
        "_told",
        "_waiting",
        "lag",
        "language",
        "person",
        "reading",
        "viewer",
    )

    def __init__(
        self,
        receive: Receive,
        send: Send,
        viewer: Viewer,
        person: str | None,
        language: str,
        told: Callable[[Page], int],
        now: Callable[[], int],
    ) -> None:
        """`told` is the number of the viewer's stream sent last, `now` the server's time."""
        self.viewer = viewer
        self.person = person
        self.language = language
        self.reading: Reading | None = None
        """See `Listener`."""
        self.lag: int | None = None
        """The round trip in milliseconds: half of what was known, and half of what was measured last."""
        self._receive = receive
        self._send = send
        self._told = told
        self._now = now
        self._waiting: list[str] = []
        self._sending: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self._pings = 0
        self._sent: dict[int, tuple[float, int]] = {}
        self._pinged = self._heard = monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._tokens, self._counted = _BURST, monotonic()
        self._spoke = -_BREATH

    def send(self, message: ToPage) -> None:
        """See `Listener`."""
        self.send_text(encode(message).decode())

    def send_text(self, text: str) -> None:
        """See `Listener`."""
        if self._closing is not None:
            return
        self._waiting.append(text)
        if len(self._waiting) > _WAITING:
            self._waiting.clear()
            self.close(SLOW_READER)
        elif self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    def close(self, code: int) -> None:
        """See `Listener`."""
        if self._closing is None:
            self._closing = code
            self.stop_pinging()
            if self._sending is None:
                self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def receive(self) -> PageMessage | WrittenDo | None:
        """The next message; `None` when the page has gone. A message that cannot be read is answered and passed over."""
        while True:
            received = await self._receive()
            if received["type"] != "websocket.receive":
                return None
            if not self._may_send():
                self.send(ProblemMessage("too_much", text("Too many messages at once.")))
                self.close(TOO_MUCH)
                return None
            try:
                message = _decoded(received.get("text") or "")
                if isinstance(message, Subscribe | AskOptions):
                    self._tokens -= _DEAR - 1
                return message
            except (msgspec.DecodeError, ValueError, RecursionError) as error:
                self.send(ProblemMessage("bad_message", text("The message cannot be read: {why}", why=_short(error))))

    def may_speak(self) -> bool:
        """Whether it has been silent for long enough to be heard by everybody at the table."""
        now = monotonic()
        may = now - self._spoke >= _BREATH
        self._spoke = now if may else self._spoke
        return may

    def start_pinging(self) -> None:
        """Measure the round trip now and then, and close the socket of a page that has gone."""
        self._ping()
        self._look_again()

    def stop_pinging(self) -> None:
        """Measure no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def pong(self, ping: int) -> int | None:
        """A ping has come back: up to which number the stream has arrived, for nothing overtakes on the way."""
        sent = self._sent.get(ping)
        if sent is None:
            return None
        began, number = sent
        self._sent = {later: one for later, one in self._sent.items() if later > ping}
        measured = int((monotonic() - began) * 1000)
        if self.lag is None:
            self.lag = measured
            self._ping()  # the person learns at once how far away the server is
        else:
            self.lag = (self.lag + measured) // 2
        return number

    async def finish(self) -> None:
        """Wait until what is to be sent has been sent, now that nothing more will come."""
        if self._sending is not None:
            await self._sending

    def _look_again(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._patience() or _SILENCE, self._look)

    def _patience(self) -> float:
        """For how many seconds the page may still be silent; 0 when a ping is due."""
        left = self._heard + _SILENCE - monotonic()
        return left if left > _MOMENT else 0

    def _look(self) -> None:
        now = monotonic()
        if now - self._heard >= _GIVEN_UP:
            self.close(GONE)
            return
        if not self._patience() or now - self._pinged >= _FRESH:
            self._ping()
        self._look_again()

    def _ping(self) -> None:
        self._pings += 1
        self._pinged = monotonic()
        self._sent[self._pings] = (self._pinged, self._told(self))
        while len(self._sent) > _PINGS_KEPT:
            del self._sent[next(iter(self._sent))]
        self.send(Ping(self._pings, self.lag, self._now()))

    async def _send_all(self) -> None:
        """Everything that waits goes in one frame: what belongs together arrives together, and a frame costs most."""
        with suppress(OSError):  # nobody is there any more
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._send(sent(frame(waiting)))
            if self._closing is not None:
                await self._send(closed(self._closing))
        self._sending = None

    def _may_send(self) -> bool:
        self._heard = now = monotonic()
        self._tokens = min(_BURST, self._tokens + (now - self._counted) * _RATE)
        self._counted = now
        self._tokens -= 1
        return self._tokens >= 0


def accepted(subprotocol: str | None) -> WebSocketAcceptEvent:
    """Tells ASGI that a page may come."""
    return {"type": "websocket.accept", "subprotocol": subprotocol, "headers": []}


def sent(text: str) -> WebSocketSendEvent:
    """Tells ASGI to send a frame."""
    return {"type": "websocket.send", "text": text, "bytes": None}


def closed(code: int) -> WebSocketCloseEvent:
    """Tells ASGI to end the connection."""
    return {"type": "websocket.close", "code": code, "reason": None}


def frame(messages: Iterable[str]) -> str:
    """Encoded messages as they go over a socket: an array, also where it is one alone."""
    return f"[{','.join(messages)}]"


def _decoded(text: str) -> PageMessage | WrittenDo:
    """A message of a page; a command in the other spelling is left to the game. Raises what msgspec raises."""
    try:
        return _messages.decode(text)
    except msgspec.ValidationError:
        if '"play"' in text:
            with suppress(msgspec.ValidationError):
                if is_written((written := _written.decode(text)).command):
                    return written
        raise


def _short(error: Exception) -> str:
    return str(error)[:200]


_written = msgspec.json.Decoder(WrittenDo)
_messages: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage, dec_hook=read_value)


FOREIGN, UNKNOWN, CROWDED, BROKEN = 4403, 4404, 4430, 1011
PROTOCOL = "mostek.1"


@dataclass(frozen=True, slots=True)
class LiveSocket:
    """The sockets of all tables, as an ASGI application.

    Past Litestar: its sockets are made for more, and hold 7 kB more for as long as a page is open.
    """

    sessions: SessionManager
    people: PersonStore
    admission: Admission
    config: Config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry messages between a page and the game that it shows."""
        await receive()
        kind, _, table = scope["path"].lstrip("/").partition("/")
        await send(accepted(PROTOCOL if PROTOCOL in cast(WebSocketScope, scope)["subprotocols"] else None))
        asked: Connection = ASGIConnection(scope)
        if not is_own_origin(asked, self.config):
            return await send(closed(FOREIGN))
        person = await person_of(asked, self.people)
        messages.use(person.language if person is not None else messages.LANGUAGES[0])
        identity = person.id if person is not None else None
        address = asked.client.host if asked.client else ""
        cast(dict[str, Any], scope).clear()  # else all that the page has asked with is kept as long as it is open
        del asked, person
        if kind != "live":
            return await send(closed(UNKNOWN))
        if not self.admission.enter(address, identity):
            sentence = text("Too many pages with games are open from here. Close one, and this one goes on by itself.")
            await send(sent(frame([encode(ProblemMessage("too_many_pages", sentence)).decode()])))
            return await send(closed(CROWDED))
        try:
            await self._carry(receive, send, table, identity)
        finally:
            self.admission.leave(address, identity)

    async def _carry(self, receive: Receive, send: Send, table: str, person: str | None) -> None:
        """What goes over the socket from its beginning to its end."""
        game = await self.sessions.session(table)
        if game is None:
            return await send(closed(UNKNOWN))
        viewer = await self.sessions.viewer(game, person)
        page = Page(receive, send, viewer, person, messages.language(), game.broadcast.told, self.sessions.time.now)
        page.start_pinging()
        try:
            while (message := await page.receive()) is not None:
                await _answer(self.sessions, game, page, message)
        except LogError as error:
            page.send(ProblemMessage("unreadable", explained(error.sentence, error.params)))
            page.close(BROKEN)
        except Exception:  # whatever goes wrong for one page, the game and the other pages go on
            log.exception("page_failed", game=table)
            await game.forget()
            page.close(BROKEN)
        finally:
            page.stop_pinging()
            game.leave(page)
            self.sessions.presence_changed(game)
            await page.finish()


async def _answer(sessions: SessionManager, session: GameSession, page: Page, message: PageMessage | WrittenDo) -> None:
    viewer = page.viewer
    match message:
        case Subscribe(after=after, language=language):
            if language is not None:
                page.language = language
                messages.use(language)
            page.reading = Reading(language, message.orientation, message.whole) if language is not None else None
            await session.subscribe(page, after)
            sessions.presence_changed(session)
            sessions.options.ask(session, viewer)
        case Ack(n=n):
            session.acknowledge(viewer, n)
        case Pong(ping=ping):
            if (number := page.pong(ping)) is not None:
                session.acknowledge(viewer, number)
        case Do():
            page.send(await session.act(viewer, message, page.lag, page.person))
        case WrittenDo():
            game = await session.open()
            board = game.board if isinstance(viewer, Seat) else Board(layout())  # others may see the board later
            try:
                command = read_command(message.command, board, tile_set(game.tile_set).alphabet)
            except (ValueError, RecursionError) as error:
                page.send(ProblemMessage("bad_message", text("The message cannot be read: {why}", why=_short(error))))
            else:
                page.send(await session.act(viewer, Do(message.id, message.seen, command), page.lag, page.person))
        case AskOptions():
            sessions.options.ask(session, viewer, everything=True)
        case Say(phrase=phrase):
            if isinstance(viewer, Seat) and page.may_speak():
                session.broadcast.send_all(PhraseMessage(viewer, phrase))
        case Weigh(placement=placement):
            page.send(Weighed(placement, await _weighed(session, viewer, placement)))
        case _:
            assert_never(message)


async def _weighed(session: GameSession, viewer: Viewer, placement: Placement) -> int | None:
    """What tiles would be worth that a player has on the rack, where the table tells values by itself."""
    game = await session.open()
    tiles = tile_set(game.tile_set)
    if not isinstance(viewer, Seat) or not game.steps.announce:
        return None
    if faults(game.board, placement, game.racks[viewer], tiles.alphabet):
        return None
    rule = session.table.proposal.book.move
    return score(game.board, placement, tiles, Bingo(rule.bingo_tiles.value, rule.bingo_points.value)).total
