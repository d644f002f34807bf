"""Honest people beside a flood: players and visitors from the attackers' own network, and a stranger from another one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from typing import Any

from bench.live import Measured, Page, PlayedGame, connect

from server.floods import hostile_files
from server.floods.guests import HONEST, STRANGER, Answer, Guest
from server.floods.server_process import ServerProcess

GAMES = 7
"""Six are played; at the seventh a visitor comes back twice a second, who has no budget left for moves."""
EVERY = 0.3
"""How often, in seconds, a game has a move."""
_TIME = 20 * 60 * 1000
_VISITS = 0.5
_ASKS = 1.0
"""The pause of the stranger between two questions."""
_PEOPLE = 30
SMALL = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOST/ 12/20 0"
_PAGES = ("/", "/tables", "/health")


@dataclass
class Felt:
    """What honest people felt for a while; times in milliseconds."""

    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    stranger: dict[str, list[float]] = field(default_factory=dict)
    """Until a question was answered, however often it was refused before; and how long those without an answer wait."""
    refused: Counter[str] = field(default_factory=Counter)


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


async def open_game(server: ServerProcess, tokens: tuple[str, str], timed: bool = True) -> PlayedGame:
    """A game of two people, opened by requests as a page does, with both pages."""
    async with Guest(server.port, HONEST, tokens[0]) as host, Guest(server.port, HONEST, tokens[1]) as other:
        proposal = {"rulebook": "pfs", "millis": _TIME} if timed else {"rulebook": "gen"}
        opened = await host.post("/tables", {"window": None, **proposal})
        assert opened.is_done, opened
        table = opened.json["id"]
        for each in (host, other):
            sat = await each.post(f"/tables/{table}/seats")
            assert sat.is_done, sat
        for each in (host, other):
            await each.post(f"/tables/{table}/ready")
    game = PlayedGame(table, Measured())
    game.pages = [Page(game, seat, token) for seat, token in enumerate(tokens, 1)]
    await asyncio.gather(*(connect(server, page) for page in game.pages))
    return game


def end_game(game: PlayedGame) -> None:
    """A player gives up."""
    if (page := next((page for page in game.pages if page.seat == page.on_turn), None)) is not None:
        page.do({"type": "resign"})


class Honest:
    """Honest people at a server."""

    def __init__(self, server: ServerProcess, tokens: list[str], strangers: list[str]) -> None:
        self._server = server
        self._pairs = [(tokens[place], tokens[place + 1]) for place in range(0, 2 * GAMES, 2)]
        self._strangers = strangers
        self._asking: list[tuple[str, Guest, list[tuple[str, str, Any]]]] = []
        self.games: list[PlayedGame] = []

    @asynccontextmanager
    async def coming(self) -> AsyncIterator[Honest]:
        """The stranger looks at the page and brings a small event, before anything is measured."""
        port = self._server.port
        async with (
            Guest(port, STRANGER, self._strangers[0]) as one,
            Guest(port, STRANGER, self._strangers[1]) as two,
            Guest(port, STRANGER, self._strangers[2]) as three,
        ):
            brought = await three.post("/tournaments/files", hostile_files.event_file(_PEOPLE, 12))
            assert brought.is_done, brought
            cards = f"/tournaments/{brought.json['id']}/documents/card.pdf?player="
            self._asking = [
                ("analysis", one, [("POST", "/analysis", {"position": SMALL, "count": 5})]),
                ("words", two, [("GET", f"/words/search?tiles={letters}", None) for letters in ("KOTARZE", "MLEKOAS")]),
                ("paper", three, [("GET", f"{cards}{number}", None) for number in range(1, _PEOPLE + 1)]),
            ]
            yield self

    async def begin(self) -> None:
        """New games: one ends after half a minute."""
        self.games = [await open_game(self._server, pair) for pair in self._pairs]
        await asyncio.sleep(1)

    def end(self) -> None:
        """End the games."""
        for game in self.games:
            end_game(game)
            for page in game.pages:
                asyncio.get_running_loop().call_later(1, page.transport.close)

    async def feel(self, flood: asyncio.Future[None]) -> Felt:
        """Play, visit and ask until the flood ends."""
        felt, measured = Felt(), Measured()
        *moving, visited = self.games
        for game in self.games:
            game.measured = measured
        work = [asyncio.create_task(_play(game, number / len(moving))) for number, game in enumerate(moving)]
        work += [asyncio.create_task(self._visit(visited, felt))]
        work += [asyncio.create_task(_ask(*each, felt)) for each in self._asking]
        await flood
        for task in work:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        felt.moves = measured.laid + measured.recorded + [late for game in moving if (late := _late(game))]
        felt.refused.update({what: n for what, n in measured.counts.items() if what.startswith(("closed", "refused"))})
        return felt

    async def _visit(self, game: PlayedGame, felt: Felt) -> None:
        """Load pages and come back to a game, as somebody with a bad line does."""
        async with Guest(self._server.port, HONEST, self._pairs[-1][0], patience=30) as visitor:
            while True:
                for path in _PAGES:
                    began = perf_counter()
                    try:
                        answer = await visitor.get(path)
                    finally:
                        felt.pages.append((perf_counter() - began) * 1000)
                    if answer.status != 200:
                        felt.refused[f"{path} {answer.status}"] += 1
                page = Visit(game, 1, self._pairs[-1][0])
                await connect(self._server, page)
                if not await page.seen:
                    felt.refused["game"] += 1
                page.transport.close()
                await asyncio.sleep(_VISITS)


async def _play(game: PlayedGame, phase: float) -> None:
    await asyncio.sleep(phase * EVERY)
    while True:
        game.move()
        await asyncio.sleep(EVERY)


def _late(game: PlayedGame) -> float:
    """How long a move waits that has not come: a stall would otherwise look like fewer moves."""
    return (perf_counter() - game.sent) * 1000 if game.is_waiting else 0.0


async def _ask(what: str, guest: Guest, questions: list[tuple[str, str, Any]], felt: Felt) -> None:
    """Ask for one thing after another, each until it is answered."""
    times = felt.stranger.setdefault(what, [])
    for number in count():
        method, path, body = questions[number % len(questions)]
        began = perf_counter()
        try:
            answer: Answer = await guest.ask(method, path, body)
            while not answer.is_done:
                felt.refused[f"{what} {answer.status}"] += 1
                await asyncio.sleep(min(1.0, float(answer.retry_after or 1)))
                answer = await guest.ask(method, path, body)
        finally:
            times.append((perf_counter() - began) * 1000)
        await asyncio.sleep(_ASKS)
