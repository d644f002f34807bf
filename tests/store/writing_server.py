"""A process that keeps games as a server does, and says on its output what was acknowledged: `GAME VERSION` a line.

It goes on until it is killed. After a restoration it says `restored` and writes on in games of other names. With another folder
it keeps a continuous copy there, and with a number its games have other names.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from mostek.app.ports import RestoredError
from mostek.store.database import Database

GAMES = 8


async def main(folder: Path, copy: Path | None = None, life: int = 0) -> None:
    database = Database.open(folder)
    if copy is not None:
        database.copy_to(copy)
    print("ready", flush=True)
    await asyncio.gather(*(_play(database, number, life) for number in range(GAMES)))


async def _play(database: Database, number: int, life: int) -> None:
    version = 0
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
            sys.stdout.write(f"{game} {version}\n")  # in one call, which a kill does not cut
            sys.stdout.flush()
            await asyncio.sleep(0.002)


def row(game: str, version: int) -> dict[str, object]:
    return {"game": game, "version": version, "at": 0, "asked": None, "token": None, "line": b"x" * 300}


if __name__ == "__main__":
    _, folder, *more = sys.argv
    asyncio.run(main(Path(folder), Path(more[0]) if more else None, int(more[1]) if more else 0))
