"""Measure what floods do to others: a real server, players and visitors beside eight attackers of each kind, from one address.

Run as `python -m bench.attack`, with names of floods for some of them only. One table comes out: the milliseconds from sending a
move to its arrival at the opponent and of loading a page without and with the flood, the server's memory, what was
refused to honest people, and how often attackers were cut off. Attackers come back at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from bench.attack.crowd import crowd
from bench.attack.floods import FLOODS, LENGTHS
from bench.live import Measured, Page, PlayedGame, Server, begun, connect, prepare

from mostek.store.database import Database

GAMES = 7
EVERY = 0.3
"""How often, in seconds, a game has a move."""
_VISITS = 0.5
_CALM = 10.0


@dataclass
class Row:
    """What happened during one flood."""

    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    memory: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    attackers: str = ""


class Visit(Page):
    """A player who opens the page of the game once more."""

    def __init__(self, game: PlayedGame, seat: int | None, cookie: str) -> None:
        super().__init__(game, seat, cookie)
        self.seen: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def heard(self, payload: bytes) -> None:
        """See `WebSocket`: the first message counts."""
        if not self.seen.done():
            self.seen.set_result(b'"problem"' not in payload)

    def closed(self, code: int) -> None:
        """See `WebSocket`."""
        if not self.seen.done():
            self.seen.set_result(False)


async def _get(port: int, path: str, token: str) -> int:
    """The status of an answer, which is read to its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: mostek_session={token}\r\n\r\n".encode()
    )
    status = int((await reader.readuntil(b"\r\n")).split()[1])
    await reader.read(-1)
    writer.close()
    return status


async def _visit(server: Server, game: PlayedGame, tokens: list[str], row: Row) -> None:
    """Load pages and come back to a game, as somebody with a bad line does."""
    while True:
        for path in ("/", "/api/tables", "/api/health"):
            began = perf_counter()
            try:
                status = await _get(server.port, path, tokens[0])
            except (ConnectionError, asyncio.IncompleteReadError):
                status = 0
            row.pages.append((perf_counter() - began) * 1000)
            if status != 200:
                row.refused[f"{path} {status}"] += 1
        page = Visit(game, 1, tokens[0])
        await connect(server, page)
        if not await page.seen:
            row.refused["game"] += 1
        page.transport.close()
        await asyncio.sleep(_VISITS)


async def _watch(server: Server, row: Row) -> None:
    while True:
        row.memory = max(row.memory, server.memory())
        await asyncio.sleep(0.2)


async def _play(game: PlayedGame, phase: float) -> None:
    await asyncio.sleep(phase * EVERY)
    while True:
        game.move()
        await asyncio.sleep(EVERY)


async def _row(server: Server, games: list[PlayedGame], tokens: list[str], kinds: list[str], heavy: str) -> Row:
    """Play and visit during one flood; without kinds there is none."""
    row, measured = Row(), Measured()
    for game in games:
        game.measured = measured
    *moving, visited = games  # who comes back twice a second has no budget left for moves
    work = [asyncio.create_task(_play(game, number / len(moving))) for number, game in enumerate(moving)]
    work += [asyncio.create_task(_visit(server, visited, tokens, row)), asyncio.create_task(_watch(server, row))]
    row.attackers = await _flood(server, games[0].name, kinds, heavy)
    for each in work:
        if each.done():
            each.result()
        each.cancel()
    row.moves = measured.laid + measured.recorded
    row.refused.update({kind: n for kind, n in measured.counts.items() if kind.startswith(("closed", "refused"))})
    return row


async def _games(server: Server, tables: list[tuple[str, list[str]]]) -> list[PlayedGame]:
    """The games of those tables, with both pages open."""
    games = []
    for table, tokens in tables:
        game = PlayedGame(table, Measured())
        game.pages = [Page(game, seat, token) for seat, token in enumerate(tokens, 1)]
        await asyncio.gather(*(connect(server, page) for page in game.pages))
        games.append(game)
    return games


async def _flood(server: Server, table: str, kinds: list[str], heavy: str) -> str:
    if not kinds:
        await asyncio.sleep(_CALM)
        return ""
    seconds = max(LENGTHS.get(kind, _CALM) for kind in kinds)
    asked = [
        "--kind",
        *kinds,
        "--port",
        str(server.port),
        "--table",
        table,
        "--token",
        heavy,
        "--seconds",
        str(seconds),
    ]
    attackers = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.attack.floods", *asked, stdout=asyncio.subprocess.PIPE
    )
    counts = json.loads((await attackers.communicate())[0])
    total: Counter[str] = Counter()
    for each in counts.values():
        total.update(each)
    return ", ".join(f"{total[name]} {name}" for name in ("opened", "cut", "refused", "answered") if total[name])


def _percentile(values: list[float], part: float) -> str:
    ordered = sorted(values)
    return f"{ordered[min(len(ordered) - 1, int(len(ordered) * part))]:.1f}" if ordered else "–"


def _print(name: str, calm: Row, row: Row) -> None:
    cells = [name, str(len(row.moves))]
    cells += [f"{_percentile(each.moves, 0.5)} / {_percentile(each.moves, 0.99)}" for each in (calm, row)]
    cells += [f"{_percentile(each.pages, 0.5)} / {_percentile(each.pages, 0.99)}" for each in (calm, row)]
    refused = ", ".join(f"{number} × {what}" for what, number in row.refused.items()) or "0"
    print("| " + " | ".join([*cells, f"{row.memory / 1024:.0f}", refused, row.attackers]) + " |", flush=True)


async def measure(kinds: list[str], finished: int) -> None:
    """Run floods one after another, and at the end all of them at once, against one server."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [[], *([kind] for kind in kinds), *([kinds] if len(kinds) > 1 else [])]
        prepared = await prepare(folder, GAMES * len(rows), 0)  # others for each row: a game ends after a minute
        database = Database.open(folder)
        _, heavy = await crowd(database, finished, 100)
        database.close()
        server = Server(folder, None, limited=True)
        try:
            await begun(server, folder, GAMES * len(rows))
            await asyncio.sleep(3)
            print(
                "| flood | moves | moves without: p50 / p99 ms | with | pages without | with | MB | refused | attackers |"
            )
            print("|---|---|---|---|---|---|---|---|---|")
            calm = None
            for number, each in enumerate(rows):
                tables = prepared["tables"][number * GAMES : (number + 1) * GAMES]
                row = await _row(server, await _games(server, tables), tables[-1][1], each, heavy)
                calm = calm or row
                _print("all at once" if len(each) > 1 else "".join(each) or "none", calm, row)
        finally:
            server.stop()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="FLOOD", help=", ".join(FLOODS))
    parser.add_argument("--finished", type=int, default=100_000, help="the finished games in the database")
    asked = parser.parse_args()
    if unknown := set(asked.kinds) - set(FLOODS):
        parser.error(f"no such flood: {', '.join(sorted(unknown))}")
    asyncio.run(measure(asked.kinds or list(FLOODS), asked.finished))


if __name__ == "__main__":
    main()
