"""A program that plays on a real database and says what was acknowledged: something to be killed.

`python -m live.one_session FOLDER [BYTES]`: with BYTES, no file may grow beyond so many until a line comes on its input.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path
from typing import Any

from live.world import plays
from mostek.app.lobby import Proposal, TableStatus
from mostek.core.players import Seat
from mostek.features.tables.live.messages import Do
from mostek.features.tables.live.session import GameSession
from mostek.features.tables.live.session_manager import SessionManager
from mostek.referee import commands as c
from mostek.referee.state import Over, Thinking
from mostek.store.database import Database
from mostek.store.games import DatabaseGames
from mostek.store.lobby import TableStore
from mostek.store.users import UserStore


class NoBots:
    """Nobody thinks here."""

    async def command(self, view: Any, bot: str, lexicon: str) -> c.Command | None:
        """See `Thinker`."""
        return None


async def table(database: Database, table_store: TableStore) -> str:
    """The table that is played at, or a new one."""
    if playing := await table_store.playing():
        return playing[0]
    people = UserStore(database)
    first, _ = await people.welcome("A", "pl")
    second, _ = await people.welcome("B", "pl")
    opened = await table_store.create(first.id, Proposal(rulebook="pfs", window=None))
    for each in (first, second):
        await table_store.sit(opened.id, None, each.id, each.name, ready=1)
    return opened.id


async def move(live: GameSession) -> bool:
    """The next thing, and a line about it when it was acknowledged; whether there is any more."""
    game = await live.open()
    if isinstance(game.phase, Over):
        return False
    seat = game.on_turn or Seat.FIRST
    command: c.RecordMove | c.LayTiles | c.PassTurn = c.RecordMove(seat=game.players.next(seat))
    if isinstance(game.phase, Thinking):
        found = plays(game.board, game.racks[seat])
        command = c.LayTiles(seat=seat, placement=found[0]) if found else c.PassTurn(seat=seat)
    id = f"m{live.version}"
    answer = await live.act(command.seat, Do(id, answer_number(live), command))
    print(id, answer.n, answer.refused.reason if answer.refused else "done", flush=True)
    return True


def answer_number(live: GameSession) -> int:
    """What somebody has seen who has seen everything."""
    return live.version


async def main(folder: Path, limit: int | None) -> None:
    """Play until the game is over or somebody kills the process."""
    database = Database.open(folder)
    table_store = TableStore(database)
    sessions = SessionManager(DatabaseGames(database), table_store, NoBots())
    await sessions.start()
    name = await table(database, table_store)
    sitting = await table_store.get(name)
    if sitting is not None and sitting.status is TableStatus.OPEN:
        await sessions.begin(name)
    live = await sessions.session(name)
    assert live is not None
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        asyncio.get_running_loop().run_in_executor(None, make_room)
    print("begun", flush=True)
    while await move(live):
        await asyncio.sleep(0.02 if limit is not None else 0)
    print("over", flush=True)
    await sessions.stop()
    database.close()


def make_room() -> None:
    """Wait for a line, then let files grow again."""
    sys.stdin.readline()
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None))
