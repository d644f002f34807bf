"""The socket of a table: `/live/{table}`."""

from __future__ import annotations

from contextlib import suppress
from typing import assert_never

import structlog
from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from mostek import messages
from mostek.app.ports import LogError
from mostek.messages import explained, text
from mostek.notation.wire import encode
from mostek.plays import Placement, faults
from mostek.scoring import Bingo, score
from mostek.seats import Seat, Viewer
from mostek.server.auth import is_own_origin, person_of
from mostek.server.config import Config
from mostek.server.hall.hall import Hall
from mostek.server.hall.live import LiveGame
from mostek.server.sockets.admission import Admission
from mostek.server.sockets.messages import (
    Ack,
    AskOptions,
    Do,
    PageMessage,
    Pong,
    Problem,
    Said,
    Say,
    Subscribe,
    Weigh,
    Weighed,
)
from mostek.server.sockets.page import Page, Socket, frame
from mostek.store.people import People
from mostek.tiles import tile_set

FOREIGN, UNKNOWN, CROWDED, BROKEN = 4403, 4404, 4430, 1011
PROTOCOL = "mostek.1"

log = structlog.get_logger("mostek.live")


@websocket("/live/{table:str}")
async def live(
    socket: Socket,
    table: FromPath[str],
    hall: NamedDependency[Hall],
    people: NamedDependency[People],
    admission: NamedDependency[Admission],
    config: NamedDependency[Config],
) -> None:
    """Carry messages between a page and the game that it shows."""
    offered = socket.scope.get("subprotocols", [])
    await socket.accept(subprotocols=PROTOCOL if PROTOCOL in offered else None)
    if not is_own_origin(socket, config):
        await socket.close(FOREIGN)
        return
    person = await person_of(socket, people)
    identity = person.id if person is not None else None
    messages.use(person.language if person is not None else messages.LANGUAGES[0])
    with admission.entered(socket.client.host if socket.client else "", identity) as admitted:
        if admitted:
            await _carry(socket, table, hall, identity)
        else:
            sentence = text("Too many pages with games are open from here. Close one, and this one goes on by itself.")
            await socket.send_data(frame([encode(Problem("too_many_pages", sentence)).decode()]), mode="text")
            await socket.close(CROWDED)


async def _carry(socket: Socket, table: str, hall: Hall, person: str | None) -> None:
    """What goes over the socket from its beginning to its end."""
    game = await hall.live(table)
    if game is None:
        await socket.close(UNKNOWN)
        return
    viewer = await hall.viewer(game, person)
    page = Page(socket, viewer, person, messages.language(), lambda: game.broadcast.told(page), hall.time.now)
    page.start_pinging()
    try:
        while (message := await page.receive()) is not None:
            await _answer(hall, game, page, message)
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
        hall.presence_changed(game)
        with suppress(WebSocketDisconnect, RuntimeError):
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
