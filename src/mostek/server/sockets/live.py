"""The socket of a table: `/live/{table}`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, assert_never, cast

import structlog
from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send, WebSocketScope

from mostek import messages
from mostek.app.ports import LogError
from mostek.core.moves import Bingo, Placement, faults, score
from mostek.core.players import Seat, Viewer
from mostek.core.tiles import tile_set
from mostek.live.hall import Hall
from mostek.live.live import LiveGame
from mostek.live.messages import Ack, AskOptions, Do, PageMessage, Pong, Problem, Said, Say, Subscribe, Weigh, Weighed
from mostek.messages import explained, text
from mostek.notation.wire import encode
from mostek.server.auth import Connection, is_own_origin, person_of
from mostek.server.config import Config
from mostek.server.sockets.admission import Admission
from mostek.server.sockets.page import Page, accepted, closed, frame, sent
from mostek.store.people import People

FOREIGN, UNKNOWN, CROWDED, BROKEN = 4403, 4404, 4430, 1011
PROTOCOL = "mostek.1"

log = structlog.get_logger("mostek.live")


@dataclass(frozen=True, slots=True)
class Live:
    """The sockets of all tables, as an ASGI application.

    Past Litestar: its sockets are made for more, and hold 7 kB more for as long as a page is open.
    """

    hall: Hall
    people: People
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
            await send(sent(frame([encode(Problem("too_many_pages", sentence)).decode()])))
            return await send(closed(CROWDED))
        try:
            await self._carry(receive, send, table, identity)
        finally:
            self.admission.leave(address, identity)

    async def _carry(self, receive: Receive, send: Send, table: str, person: str | None) -> None:
        """What goes over the socket from its beginning to its end."""
        game = await self.hall.live(table)
        if game is None:
            return await send(closed(UNKNOWN))
        viewer = await self.hall.viewer(game, person)
        page = Page(receive, send, viewer, person, messages.language(), game.broadcast.told, self.hall.time.now)
        page.start_pinging()
        try:
            while (message := await page.receive()) is not None:
                await _answer(self.hall, game, page, message)
        except LogError as error:
            page.send(Problem("unreadable", explained(error.sentence, error.params)))
            page.close(BROKEN)
        except Exception:  # whatever goes wrong for one page, the game and the other pages go on
            log.exception("page_failed", game=table)
            await game.forget()
            page.close(BROKEN)
        finally:
            page.stop_pinging()
            game.leave(page)
            self.hall.presence_changed(game)
            await page.finish()


async def _answer(hall: Hall, live: LiveGame, page: Page, message: PageMessage) -> None:
    viewer = page.viewer
    match message:
        case Subscribe(after=after):
            await live.subscribe(page, after)
            hall.presence_changed(live)
            hall.desk.ask(live, viewer)
        case Ack(n=n):
            live.acknowledge(viewer, n)
        case Pong(ping=ping):
            if (number := page.pong(ping)) is not None:
                live.acknowledge(viewer, number)
        case Do():
            page.send(await live.act(viewer, message, page.lag, page.person))
        case AskOptions():
            hall.desk.ask(live, viewer, everything=True)
        case Say(phrase=phrase):
            if isinstance(viewer, Seat) and page.may_speak():
                live.broadcast.send_all(Said(viewer, phrase))
        case Weigh(placement=placement):
            page.send(Weighed(placement, await _weighed(live, viewer, placement)))
        case _:
            assert_never(message)


async def _weighed(live: LiveGame, viewer: Viewer, placement: Placement) -> int | None:
    """What tiles would be worth that a player has on the rack, where the table tells values by itself."""
    game = await live.open()
    tiles = tile_set(game.tile_set)
    if not isinstance(viewer, Seat) or not game.steps.announce:
        return None
    if faults(game.board, placement, game.racks[viewer], tiles.alphabet):
        return None
    rule = live.sitting.proposal.book.move
    return score(game.board, placement, tiles, Bingo(rule.bingo_tiles.value, rule.bingo_points.value)).total
