"""The folder of a server before an attack: sessions, a crowd of finished games, and some games that can be proved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bench.attack.crowd import crowd
from bench.attack.floods import GUESTS
from bench.attack.honest import GAMES, end_game, open_game
from msgspec import Struct

from mostek.lexicon import DEFAULT
from mostek.lexicon.library import open_gaddag, open_word_map
from mostek.store.database import Database
from mostek.store.lobby import TableStore
from mostek.store.users import UserStore
from server.floods.server_process import ServerProcess

_PLAYERS, _STRANGERS = 8, 3
_TURNS = 12


class Stage(Struct, frozen=True):
    """The sessions of everybody, and the finished games of the attackers."""

    folder: Path
    heavy: str
    guests: list[str]
    players: list[str]
    tables: list[str]
    honest: list[str]
    strangers: list[str]


def prepare_graphs() -> None:
    """Build the search graphs once for this machine, so that no first start is measured instead of a flood."""
    open_gaddag(DEFAULT)
    open_word_map(DEFAULT)


async def stage(folder: Path, finished: int) -> Stage:
    """Fill a folder; every flood gets a copy of it."""
    database = Database.open(folder)
    _, heavy = await crowd(database, finished, 100)
    people = UserStore(database)
    wanted = (GUESTS, _PLAYERS, 2 * GAMES, _STRANGERS)
    tokens = iter([(await people.welcome(f"G{number}", "pl"))[1] for number in range(sum(wanted))])
    guests, players, honest, strangers = ([next(tokens) for _ in range(many)] for many in wanted)
    database.close()
    tables = await _played(folder, players)
    return Stage(folder, heavy, guests, players, tables, honest, strangers)


async def _played(folder: Path, players: Sequence[str]) -> list[str]:
    """Games that are played and ended at a server as others are."""
    server = ServerProcess(folder)
    try:
        pairs = zip(players[::2], players[1::2], strict=True)
        games = [await open_game(server, pair, timed=False) for pair in pairs]
        await asyncio.sleep(1)
        for _ in range(_TURNS):
            for game in games:
                game.move()
            await asyncio.sleep(0.3)
        for game in games:
            end_game(game)
        await asyncio.sleep(2)
        for game in games:
            for page in game.pages:
                page.transport.close()
    finally:
        server.stop()
    database = Database.open(folder)
    over = [
        game.name for game in games if (table := await TableStore(database).get(game.name)) and table.status == "over"
    ]
    database.close()
    assert len(over) == len(games), "the games of the attackers have not ended"
    return over
