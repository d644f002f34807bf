"""Measure how soon a server with many games in progress answers, as `python bench/start.py [GAMES]`.

One game of 30 commands with a running clock is played and copied, so that every other game has a log of the same length.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter, sleep
from urllib.request import urlopen

from mostek.app.lobby import Proposal
from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.features.tables.live.session_manager import SessionManager
from mostek.referee import commands as c
from mostek.referee.state import Over, Thinking
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.lobby import TableStore
from mostek.store.sqlite import FILE
from mostek.store.users import UserStore

COMMANDS = 30


class NoBots:
    """No bot plays."""

    async def command(self, view: object, bot: str, lexicon: str) -> c.Command | None:
        """See `Thinker`."""
        return None


async def one_game(folder: Path) -> str:
    """Play the game that is copied. Returns its table."""
    database = Database.open(folder)
    people, tables = UserStore(database), TableStore(database)
    sessions = SessionManager(DatabaseGames(database), tables, NoBots())
    await sessions.start()
    seated = [(await people.welcome(name, "pl"))[0] for name in ("Ala", "Ola")]
    table = await tables.create(seated[0].id, Proposal(rulebook="pfs", window=None))
    for each in seated:
        await tables.sit(table.id, None, each.id, each.name, ready=1)
    await sessions.begin(table.id)
    live = await sessions.session(table.id)
    assert live is not None
    for _ in range(COMMANDS):
        game = await live.open()
        assert not isinstance(game.phase, Over)
        seat = game.on_turn or Seat.FIRST
        returned = Tiles(random.sample(list(game.racks[seat]), 1))
        exchange = c.ExchangeTiles(seat=seat, tiles=returned)
        is_thinking = isinstance(game.phase, Thinking)
        await live.perform(exchange if is_thinking else c.RecordMove(seat=game.players.next(seat)))
    await sessions.stop()
    database.close()
    return table.id


def copy_game(folder: Path, table: str, games: int) -> None:
    """Copy that game under other ids."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        for number in range(games - 1):
            for name, column in (("sitting", "id"), ("place", "sitting"), ("event", "game")):
                columns = [each[1] for each in connection.execute(f"PRAGMA table_info({name})")]
                taken = ", ".join("?" if each == column else each for each in columns)
                connection.execute(
                    f"INSERT INTO {name} SELECT {taken} FROM {name} WHERE {column} = ?", (f"t{number}", table)
                )
        connection.commit()


def measure(folder: Path) -> None:
    """Start a server, and print when it answers and when it has opened every game."""
    begun = perf_counter()
    program = "from mostek.cli import main; main()"
    asked = ["serve", "--data", str(folder), "--port", "0", "--host", "127.0.0.1"]
    server = subprocess.Popen([sys.executable, "-c", program, *asked], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().rpartition(" ")[2].strip()
        health = json.load(urlopen(f"{address}/api/health"))
        print(f"the first answer after {perf_counter() - begun:.2f} s", flush=True)
        while health.get("opening"):
            sleep(0.05)
            health = json.load(urlopen(f"{address}/api/health"))
        print(f"every game is open after {perf_counter() - begun:.2f} s", flush=True)
    finally:
        server.terminate()
        server.wait(60)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for number in (1, games):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            copy_game(folder, asyncio.run(one_game(folder)), number)
            print(f"{number} games: ", end="", flush=True)
            measure(folder)


if __name__ == "__main__":
    main()
