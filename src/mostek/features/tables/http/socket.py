"""The WebSocket of a table, `/live/{table}`, and its messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import ceil, inf
from time import monotonic
from typing import Any, NamedTuple, assert_never, cast

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
from mostek.app.help import granting
from mostek.app.lobby import TableStatus
from mostek.app.ownership import OwnedElsewhereError
from mostek.app.ports import LogError, SaveError
from mostek.core.board import Board, layout
from mostek.core.moves import Bingo, Placement, faults, score
from mostek.core.players import Role, Seat, Viewer
from mostek.core.tiles import tile_set
from mostek.features.tables.live.broadcast import Reading
from mostek.features.tables.live.messages import (
    Ack,
    Answer,
    AskOptions,
    Countersign,
    Do,
    OptionsMessage,
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
from mostek.features.tables.live.session import GameSession
from mostek.features.tables.live.session_manager import ELSEWHERE, IDLE_WARNING, SessionManager
from mostek.messages import explained, speaking, text, text_in
from mostek.messages.options import OptionsInWords
from mostek.notation.commands import is_written, read_command
from mostek.notation.wire import encode, read_value
from mostek.referee.options import Options, allowed_options, options
from mostek.server import metrics
from mostek.server.admission import Admission
from mostek.server.budget import Budget, Charged
from mostek.server.config import Config
from mostek.server.network import household
from mostek.server.sessions import Connection, is_own_host, is_own_origin, person_of, session_token
from mostek.store.users import UserStore
from mostek.work.fair_queue import CrowdedError

log = structlog.get_logger("mostek.live")


GONE, SLOW_READER, TOO_MUCH, BAD_MESSAGE = 4408, 4409, 4429, 4400
"""The close codes, see docs/protocol."""
_WAITING = 512
"""The number of messages that may wait for a page before it is disconnected; it then reconnects and requests the missing ones."""
_WAITING_BYTES = 256 * 1024
"""The same in bytes."""
_DEAR = 9.0
"""The additional cost of a message that makes the server read the whole game or compute all options."""
_PAUSE = 5.0
"""The longest time in seconds for which a page of a crowded address waits before it is read again."""
_BREATH = 1.0
"""The shortest time in seconds between two phrases of a page."""
_SILENCE = 7.0
"""After how many silent seconds the server pings a page."""
_MOMENT = 0.05
"""The shortest timer in seconds."""
_FRESH = 30.0
"""The seconds for which a measured round trip is valid."""
_PINGS_KEPT = 8
"""The number of pings that may still be answered."""
_GIVEN_UP = 20.0
"""The seconds without an answer to a ping after which a page is disconnected."""


class PageSocket:
    """A listener of a game at the end of a socket."""

    __slots__ = (
        "_budget",
        "_closing",
        "_heard",
        "_now",
        "_pinged",
        "_pings",
        "_reason",
        "_receive",
        "_send",
        "_sending",
        "_sent",
        "_spoke",
        "_timer",
        "_told",
        "_waiting",
        "_waiting_bytes",
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
        position_of: Callable[[PageSocket], int],
        now: Callable[[], int],
        budget: Budget | None = None,
    ) -> None:
        """`position_of` gives the last number sent to the viewer, `now` the server's time; `budget` is of the connection."""
        self.viewer = viewer
        self.person = person
        self.language = language
        self.reading: Reading | None = None
        """See `Listener`."""
        self.lag: int | None = None
        """The round trip in milliseconds: the mean of the last value and the last measurement."""
        self._receive = receive
        self._send = send
        self._told = position_of
        self._now = now
        self._waiting: list[str] = []
        self._waiting_bytes = 0
        self._sending: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self._reason = ""
        self._pings = 0
        self._sent: dict[int, tuple[float, int]] = {}
        self._pinged = self._heard = monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._budget = budget or Budget()
        self._spoke = -_BREATH

    def send(self, message: ToPage) -> None:
        """See `Listener`."""
        self.send_text(encode(message).decode())

    def send_text(self, text: str) -> None:
        """See `Listener`."""
        if self._closing is not None:
            return
        self._waiting.append(text)
        self._waiting_bytes += len(text)
        if len(self._waiting) > _WAITING or (self._waiting_bytes > _WAITING_BYTES and len(self._waiting) > 1):
            self._waiting.clear()
            self.close(SLOW_READER)
        elif self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    def close(self, code: int, reason: str = "") -> None:
        """See `Listener`."""
        if self._closing is None:
            self._closing, self._reason = code, reason
            self.stop_pinging()
            if self._sending is None:
                self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def receive(self) -> PageMessage | WrittenDo | None:
        """Receive the next message; `None` after the page has disconnected. An invalid message is answered and skipped."""
        while True:
            if (wait := self._budget.wait) and not self._budget.is_spent:  # whoever is cut off is told why at once
                await asyncio.sleep(min(wait, _PAUSE))
            received = await self._receive()
            if received["type"] != "websocket.receive" or self._closing is not None:
                return None  # what a page has sent before it learnt that it is closed is not carried out
            self._heard = monotonic()
            if self._budget.is_spent:
                self.send(ProblemMessage("too_much", text("Too many messages at once.")))
                self.close(TOO_MUCH)
                return None
            try:
                message = _decoded(received.get("text") or "")
                if isinstance(message, Subscribe | AskOptions):
                    self._budget.spend(_DEAR)
                return message
            except (msgspec.DecodeError, ValueError, RecursionError) as error:
                self.send(
                    ProblemMessage(
                        "bad_message", explained("The message cannot be read: {why}", {"why": _short(error)})
                    )
                )

    def may_speak(self) -> bool:
        """Whether the page may send a phrase again."""
        now = monotonic()
        may = now - self._spoke >= _BREATH
        self._spoke = now if may else self._spoke
        return may

    def start_pinging(self) -> None:
        """Measure the round trip periodically, and close the socket of a page that does not answer."""
        self._ping()
        self._look_again()

    def stop_pinging(self) -> None:
        """Stop measuring the round trip."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def pong(self, ping: int) -> int | None:
        """Note the answer to a ping. Returns the number up to which the stream has arrived, because messages keep their order."""
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
        """Wait until all queued messages are sent."""
        if self._sending is not None:
            await self._sending

    def _look_again(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._until_ping() or _SILENCE, self._look)

    def _until_ping(self) -> float:
        """The seconds until a ping is due; 0 if it is due now."""
        left = self._heard + _SILENCE - monotonic()
        return left if left > _MOMENT else 0

    def _look(self) -> None:
        now = monotonic()
        unanswered = next((began for began, _ in self._sent.values()), now)
        if now - min(self._heard, unanswered) >= _GIVEN_UP:
            self.close(GONE)
            return
        if not self._until_ping() or now - self._pinged >= _FRESH:
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
        """Send all waiting messages in one frame, because a frame costs more than its content."""
        with suppress(OSError):  # nobody is there any more
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                self._waiting_bytes = 0
                await self._send(sent(frame(waiting)))
            if self._closing is not None:
                await self._send(closed(self._closing, self._reason))
        self._sending = None


def accepted(subprotocol: str | None) -> WebSocketAcceptEvent:
    """The ASGI message that accepts a socket."""
    return {"type": "websocket.accept", "subprotocol": subprotocol, "headers": []}


def sent(text: str) -> WebSocketSendEvent:
    """The ASGI message that sends a frame."""
    return {"type": "websocket.send", "text": text, "bytes": None}


def closed(code: int, reason: str = "") -> WebSocketCloseEvent:
    """The ASGI message that closes a connection."""
    return {"type": "websocket.close", "code": code, "reason": reason or None}


def frame(messages: Iterable[str]) -> str:
    """The frame of encoded messages: always an array."""
    return f"[{','.join(messages)}]"


def _decoded(text: str) -> PageMessage | WrittenDo:
    """Decode a message of a page; its game decodes a command in the other spelling. Raises like msgspec."""
    try:
        return _messages.decode(text)
    except msgspec.ValidationError:
        if '"play"' in text:
            with suppress(msgspec.ValidationError):  # it is not that either; the first error says more
                if is_written((written := _written.decode(text)).command):
                    return written
        raise


def _short(error: Exception) -> str:
    return str(error)[:200]


_written = msgspec.json.Decoder(WrittenDo)
_messages: msgspec.json.Decoder[PageMessage] = msgspec.json.Decoder(PageMessage, dec_hook=read_value)


FOREIGN, UNKNOWN, CROWDED, BROKEN, RESTARTING = 4403, 4404, 4430, 1011, 1012
NO_SESSION = 4401
"""The close code for pages of a person who has logged out or was erased."""
_REMEMBERED = 60.0
"""The seconds for which a person is remembered who was signed off; no arrival takes so long."""
PROTOCOL = "mostek.1"
_LATER = 1.0
"""The seconds after which a page tries again, because too many of its address arrive."""


class _Arrived(NamedTuple):
    """A page that was admitted."""

    game: GameSession
    viewer: Viewer
    person: str | None
    takes_part: bool


class OpenPages:
    """The pages of a server that are open, whether or not they have subscribed to their game."""

    def __init__(self) -> None:
        self._pages: set[PageSocket] = set()
        self._signed_off: dict[str, float] = {}

    def add_page(self, page: PageSocket, since: float) -> None:
        """Note a page whose session was read after the moment `since`; a person who was signed off meanwhile is cut off."""
        self._pages.add(page)
        if page.person is not None and self._signed_off.get(page.person, -inf) >= since:
            page.close(NO_SESSION)

    def remove_page(self, page: PageSocket) -> None:
        """Forget a page that has gone."""
        self._pages.discard(page)

    def sign_off(self, person: str) -> None:
        """Disconnect a person who has logged out or was erased; their pages may return as a spectator's."""
        now = monotonic()
        self._signed_off = {each: at for each, at in self._signed_off.items() if now - at < _REMEMBERED} | {person: now}
        for page in [each for each in self._pages if each.person == person]:
            page.close(NO_SESSION)

    def call_back(self) -> None:
        """Let every page with a session come back, so that its session is read again."""
        for page in [each for each in self._pages if each.person is not None]:
            page.close(RESTARTING)


@dataclass(frozen=True, slots=True)
class LiveSocket:
    """The sockets of all tables, as an ASGI application.

    Past Litestar: its sockets are made for more, and hold 7 kB more for as long as a page is open.
    """

    sessions: SessionManager
    people: UserStore
    admission: Admission
    config: Config
    pages: OpenPages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Carry messages between a page and the game that it shows."""
        await receive()
        connection: Connection = ASGIConnection(scope)
        address = connection.client.host if connection.client else ""
        try:
            async with self.admission.arrivals.place(session_token(connection) or household(address)):
                since = monotonic()
                arrived = await self._arrive(connection, address, send)
        except CrowdedError:
            return await _turn_away(send, _LATER)
        if arrived is None:
            return
        budget: Budget = scope["state"].get("budget") or Budget()
        cast(dict[str, Any], scope).clear()  # else all that the page has asked with is kept as long as it is open
        del connection
        budget.pool = self.admission.pool(address, arrived.person, arrived.takes_part)
        metrics.TABLE_SOCKETS.inc()
        try:
            await self._carry(receive, send, arrived, budget, since)
        finally:
            metrics.TABLE_SOCKETS.dec()
            self.admission.leave(address, arrived.person, arrived.takes_part)

    async def _arrive(self, connection: Connection, address: str, send: Send) -> _Arrived | None:
        """Admit a page, or say why it is refused."""
        person = await person_of(connection, self.people)
        wait = self.admission.retry_after(address)
        if wait and person is None:
            await _turn_away(send, wait)
            return None
        await send(accepted(PROTOCOL if PROTOCOL in cast(WebSocketScope, connection.scope)["subprotocols"] else None))
        if not is_own_host(connection, self.config) or not is_own_origin(connection, self.config):
            await send(closed(FOREIGN))
            return None
        kind, _, table = connection.scope["path"].lstrip("/").partition("/")
        messages.use(person.language if person is not None else messages.DEFAULT)
        identity = person.id if person is not None else None
        if kind != "live":
            await send(closed(UNKNOWN))
            return None
        if identity is None and self.admission.is_full(address):  # before anything is read for it
            await _refuse(send)
            return None
        try:
            game = await self.sessions.session(table)
        except OwnedElsewhereError as error:
            await send(closed(ELSEWHERE, error.address))
            return None
        except SaveError:
            await send(closed(RESTARTING))
            return None
        if game is None:
            await send(closed(UNKNOWN))
            return None
        viewer = await self.sessions.viewer(game, identity, _seat_asked(connection.query_params.get("seat")))
        takes_part = viewer is not Role.SPECTATOR and game.table.status is TableStatus.PLAYING
        if not self.admission.enter(address, identity, takes_part):
            await _refuse(send)
            return None
        return _Arrived(game, viewer, identity, takes_part)

    async def _carry(self, receive: Receive, send: Send, arrived: _Arrived, budget: Budget, since: float) -> None:
        """Serve one socket from start to end."""
        game, language = arrived.game, messages.language()
        page = PageSocket(
            receive, send, arrived.viewer, arrived.person, language, game.broadcast.told, self.sessions.time.now, budget
        )
        page.start_pinging()
        self.pages.add_page(page, since)
        try:
            while (message := await page.receive()) is not None:
                with granting(message.help):
                    await Charged(_answer(self.sessions, game, page, message), budget)
        except OwnedElsewhereError as error:
            page.close(ELSEWHERE, error.address)
        except LogError as error:
            page.send(ProblemMessage("unreadable", explained(error.sentence, error.params)))
            page.close(BROKEN)
        except Exception:  # whatever goes wrong for one page, the game and the other pages go on
            log.exception("page_failed", game=game.table.id)
            await game.forget()
            page.close(BROKEN)
        finally:
            self.pages.remove_page(page)
            page.stop_pinging()
            game.leave(page)
            self.sessions.presence_changed(game)
            await page.finish()


async def _refuse(send: Send) -> None:
    """Tell a page that too many others are open, and close it."""
    metrics.note_refusal("too_many_pages")
    sentence = text("Too many pages with games are open from here. Close one, and this one goes on by itself.")
    await send(sent(frame([encode(ProblemMessage("too_many_pages", sentence)).decode()])))
    await send(closed(CROWDED))


async def _turn_away(send: Send, wait: float) -> None:
    """Answer a handshake with HTTP status 429."""
    metrics.note_refusal("too_many")
    headers = [(b"retry-after", str(ceil(wait)).encode())]
    await send(cast(Any, {"type": "websocket.http.response.start", "status": 429, "headers": headers}))
    await send(cast(Any, {"type": "websocket.http.response.body", "body": b""}))


def _seat_asked(value: str | None) -> Seat | None:
    """The seat that a page asks for in `?seat=`; `None` for anything that is no seat."""
    return next((seat for seat in Seat if value == str(int(seat))), None)


async def _tell_spectator(
    sessions: SessionManager, session: GameSession, page: PageSocket, choose: Callable[..., Options]
) -> None:
    """Send this page the options of a spectator who has a voice. They hold to the end, so that no update brings them again."""
    if page.viewer is Role.SPECTATOR and session.has_voice(page.person):
        game = await session.open()
        shown = choose(game, Role.SPECTATOR, sessions.time.now())
        if not shown.allowed and not shown.refused:
            return
        with speaking(page.language):
            page.send(OptionsMessage(session.number(page.viewer), OptionsInWords.of(shown, game.players)))


async def _answer(
    sessions: SessionManager, session: GameSession, page: PageSocket, message: PageMessage | WrittenDo
) -> None:
    viewer = page.viewer
    match message:
        case Subscribe(after=after, language=language):
            language = language if language in messages.LANGUAGES else None
            if language is not None:
                page.language = language
                messages.use(language)
            page.reading = Reading(language, message.orientation, message.whole) if language is not None else None
            await session.subscribe(page, after)
            ends = session.table.closes_at()
            if ends is not None and session.table.warns(sessions.time.now()) is not None:
                page.send(ProblemMessage("idle", text_in(page.language, IDLE_WARNING)))
            sessions.presence_changed(session)
            sessions.options.ask(session, viewer)
            await _tell_spectator(sessions, session, page, allowed_options)
        case Ack(n=n):
            session.acknowledge(viewer, n)
        case Pong(ping=ping):
            if (number := page.pong(ping)) is not None:
                session.acknowledge(viewer, number)
        case Do():
            page.send(await _done(session, viewer, message, page))
        case WrittenDo():
            game = await session.open()
            board = game.board if isinstance(viewer, Seat) else Board(layout())  # others may see the board later
            try:
                command = read_command(message.command, board, tile_set(game.tile_set).alphabet)
            except (ValueError, RecursionError) as error:
                page.send(
                    ProblemMessage(
                        "bad_message", explained("The message cannot be read: {why}", {"why": _short(error)})
                    )
                )
            else:
                page.send(await _done(session, viewer, Do(message.id, message.seen, command), page))
        case AskOptions(seen=seen):
            if await session.has_seen(viewer, seen):
                sessions.options.ask(session, viewer, everything=True)
                await _tell_spectator(sessions, session, page, options)
        case Say(phrase=phrase):
            if isinstance(viewer, Seat) and page.may_speak():
                session.broadcast.send_all(PhraseMessage(viewer, phrase))
        case Countersign():
            await session.countersign(viewer, message)
        case Weigh(placement=placement, seen=seen):
            if await session.has_seen(viewer, seen):
                page.send(Weighed(placement, await _weighed(session, viewer, placement)))
        case _:
            assert_never(message)


async def _done(session: GameSession, viewer: Viewer, do: Do, page: PageSocket) -> Answer:
    answer = await session.act(viewer, do, page.lag, page.person)
    metrics.note_command("table", answer.refused is not None)
    if answer.refused is not None:
        metrics.note_refusal(answer.refused.reason)
    return answer


async def _weighed(session: GameSession, viewer: Viewer, placement: Placement) -> int | None:
    """The score of tentative tiles from a player's rack, if the table announces scores automatically."""
    game = await session.open()
    tiles = tile_set(game.tile_set)
    if not isinstance(viewer, Seat) or not game.steps.announce:
        return None
    if faults(game.board, placement, game.racks[viewer], tiles.alphabet):
        return None
    rule = session.table.proposal.book.move
    return score(game.board, placement, tiles, Bingo(rule.bingo_tiles.value, rule.bingo_points.value)).total
