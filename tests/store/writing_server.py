"""A process that keeps games as a server does, and says on its output what was acknowledged: `GAME VERSION` a line.

It goes on until it is killed. After a restoration it says `restored` and writes on in games of other names.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from mostek.app.ports import RestoredError
from mostek.store.database import Database

GAMES = 8


async def main(folder: Path) -> None:
    database = Database.open(folder)
    print("ready", flush=True)
    await asyncio.gather(*(_play(database, number) for number in range(GAMES)))


async def _play(database: Database, number: int) -> None:
    life, version = 0, 0
    while True:
        game = f"{life}-{number}"
        try:
            await database.append(game, version, [row(game, version + 1)])
        except RestoredError:
            print("restored", flush=True)
            await asyncio.sleep(0.2)  # all the others hear of it before anybody writes on
            database.renew()
            life, version = int(time.time()), 0
        else:
            version += 1
            print(game, version, flush=True)
            await asyncio.sleep(0.002)


def row(game: str, version: int) -> dict[str, object]:
    return {"game": game, "version": version, "at": 0, "asked": None, "token": None, "line": b"x" * 300}


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
