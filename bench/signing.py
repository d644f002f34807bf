"""Measure what signing costs: the processor's time for an exchange of tiles that two pages receive, with and without a key.

Run as `python bench/signing.py [TURNS]`. An exchange is the cheapest turn, so a play costs relatively less. The time includes
storing, and what the pages get: update, sentences, options. Both kinds of games alternate; the medians are compared.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from mostek.app.lobby import Proposal
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.engine.bots.workers import BotWorkers
from mostek.features.tables.live.broadcast import Reading
from mostek.features.tables.live.messages import ToPage
from mostek.features.tables.live.session import GameSession
from mostek.features.tables.live.session_manager import SessionManager
from mostek.notation.coordinates import Orientation
from mostek.notation.wire import encode
from mostek.referee.commands import ExchangeTiles
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.lobby import TableStore
from mostek.store.signing_key import signer_of
from mostek.store.users import UserStore


async def game(folder: Path, is_signed: bool) -> tuple[SessionManager, GameSession]:
    """A game of two people."""
    signer = signer_of(folder) if is_signed else None
    database = Database.open(folder)
    tables = TableStore(database, signer.public if signer is not None else None)
    sessions = SessionManager(DatabaseGames(database, signer), tables, BotWorkers(1))
    people = UserStore(database)
    host, _ = await people.welcome("Ala", "pl")
    guest, _ = await people.welcome("Ola", "pl")
    table = await tables.create(host.id, Proposal(rulebook="gen", window=None))
    await tables.sit(table.id, None, host.id, host.name, ready=1)
    await tables.sit(table.id, None, guest.id, guest.name, ready=1)
    await sessions.begin(table.id)
    session = await sessions.session(table.id)
    assert session is not None
    for seat, person in ((Seat.FIRST, host.id), (Seat.SECOND, guest.id)):
        await session.subscribe(Page(seat, person), 0)
    return sessions, session


class Page:
    """A page that reads everything."""

    language, lag = "pl", None
    reading = Reading("pl", Orientation.LETTERED_ROWS, False)

    def __init__(self, viewer: Seat, person: str) -> None:
        self.viewer, self.person = viewer, person

    def send(self, message: ToPage) -> None:
        self.send_text(encode(message).decode())

    def send_text(self, text: str) -> None:
        pass

    def close(self, code: int, reason: str = "") -> None:
        pass


async def turn(sessions: SessionManager, session: GameSession) -> float:
    """Exchange a tile. Returns the processor's seconds."""
    now = await session.open()
    assert now.on_turn is not None
    command = ExchangeTiles(seat=now.on_turn, tiles=Tiles(list(now.racks[now.on_turn])[:1]))
    begin = process_time()
    refused = await session.perform(command)
    assert refused is None, refused
    while sessions.options._task is not None and not sessions.options._task.done():
        await asyncio.sleep(0)
    return process_time() - begin


async def main(turns: int) -> None:
    """Print both medians."""
    took: dict[bool, list[float]] = {False: [], True: []}
    with tempfile.TemporaryDirectory() as folder:
        games = {signed: await game(Path(folder) / str(signed), signed) for signed in (False, True)}
        for _ in range(turns):
            for signed, (sessions, session) in games.items():
                took[signed].append(await turn(sessions, session))
    plain, with_key = (median(took[kind]) * 1e6 for kind in (False, True))
    print(
        f"{turns} turns: {plain:.0f} µs without a signature, {with_key:.0f} µs with one, {100 * (with_key / plain - 1):+.1f} %"
    )


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
