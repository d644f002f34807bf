"""Everything of one schedule: the disk, the server that runs now, the network, and the people's pages."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any, cast

from live import checks
from live.accounts import Life
from live.memory_store import MemoryDatabase, MemoryTables, Store
from live.net import Line, ServerSocket, Weather
from live.no_secrets import SecretsCheck
from live.page_model import PageModel
from live.virtual_time import EPOCH, PROCESS, HostClock, Process, VirtualLoop
from mostek.app.lobby import LobbyTable, Proposal, TableStatus, TakenSeat
from mostek.app.users import User
from mostek.core.board import Board, Square
from mostek.core.moves import Placement
from mostek.core.players import Role, Seat, Viewer, role_of
from mostek.core.tiles import Tile, Tiles
from mostek.features.tables.http.socket import LiveSocket, OpenPages
from mostek.features.tables.live.session_manager import SessionManager
from mostek.referee import Game
from mostek.referee import commands as c
from mostek.referee.state import Over
from mostek.referee.views import View
from mostek.server.admission import Admission
from mostek.server.config import Config
from mostek.store.games import DatabaseGames
from mostek.store.users import UserStore
from properties.nonsense import Nonsense
from properties.sense import Sense

TABLE = "table"
_CONFIG = Config(data=cast(Any, "nowhere"))


class World:
    """One table, and everybody who has to do with it."""

    def __init__(
        self,
        proposal: Proposal,
        rng: random.Random,
        loop: VirtualLoop,
        clock: HostClock,
        forgetful: bool = False,
        options: bool = False,
    ) -> None:
        self.proposal, self.rng, self.loop, self.clock = proposal, rng, loop, clock
        self.store = Store(rng)
        self.weather = Weather(rng)
        self.pages: list[PageModel] = []
        self.bots: frozenset[Seat] = frozenset()
        self.lives: list[Life] = []
        self.counts: Counter[str] = Counter(schedules=1)
        self.process: Process | None = None
        self.sessions: SessionManager | None = None
        self.faults: list[BaseException] = []
        self._forgetful, self._options = forgetful, options
        self._secrets = SecretsCheck(lambda: self.game)

    @property
    def game(self) -> Game:
        """The game as the disk has it."""
        return self.store.games[TABLE]

    @property
    def now(self) -> int:
        """Milliseconds by the host's clock before anybody has set it."""
        return EPOCH + int(self.loop.time() * 1000)

    async def begin(self, bots: int = 0, officials: dict[str, Role] | None = None) -> None:
        """Fill the seats and begin the game on the first server."""
        seats = self.proposal.seats
        self.bots = frozenset(Seat(number) for number in range(seats - bots + 1, seats + 1))
        places = tuple(
            TakenSeat(
                Seat(n), None if Seat(n) in self.bots else f"p{n}", f"P{n}", "bot" if Seat(n) in self.bots else None, 1
            )
            for n in range(1, seats + 1)
        )
        everybody = {role.value: role for role in (Role.ARBITER, Role.ASSISTANT, Role.RECORDER)}
        self.store.table_store[TABLE] = LobbyTable(
            id=TABLE, host="p1", proposal=self.proposal, status=TableStatus.OPEN, created=0, begun=None, ended=None,
            places=places, officials=officials or everybody, header=None, result=None, rematch=None,
        )  # fmt: skip
        await self.start()
        assert self.sessions is not None
        await self._within(self.sessions.begin(TABLE))

    async def start(self) -> None:
        """Start a server on what the disk has."""
        self.store.full = False  # on a full disk no server starts
        self.process = process = Process()
        context = copy_context()
        context.run(PROCESS.set, process)
        database = MemoryDatabase(self.store, process)
        table_store = MemoryTables(self.store)
        thinker = Passer(self.rng)
        self.sessions = sessions = SessionManager(
            DatabaseGames(cast(Any, database)), table_store, thinker, self._forgetful, 0.5
        )
        if not self._options:
            sessions.options.ask = lambda session, viewer, everything=False: None  # type: ignore[method-assign]
        self.lives.append(Life(self.now))
        await self.loop.create_task(sessions.start(), context=context)
        self.counts["starts"] += 1

    async def stop(self) -> None:
        """Stop the server as an operator does."""
        sessions, process = self.sessions, self.process
        self.lives[-1].killed = self.store.full  # what is not kept is not known to the next one
        assert sessions is not None
        assert process is not None
        self.sessions = None
        await self._within(sessions.stop())
        self.lives[-1].ended = self.now
        process.kill()
        self.counts["stops"] += 1

    def crash(self) -> None:
        """The server is killed, wherever it is."""
        assert self.process is not None
        self.lives[-1].ended, self.lives[-1].killed = self.now, True
        self.process.kill()
        self.sessions = None
        for page in self.pages:
            page.lose()
        self.counts["crashes"] += 1

    def connect(self, person: str | None) -> Line | None:
        """See `Network`."""
        if self.sessions is None or self.process is None:
            return None
        context = copy_context()
        context.run(PROCESS.set, self.process)
        line = Line(self.weather)
        cookie = f"mostek_session={(person or '').ljust(43, 'x')}"
        work = self._serve(self.sessions, ServerSocket(line, f"/live/{TABLE}", cookie))
        task = self.loop.create_task(work, context=context)
        task.add_done_callback(self._ended)
        return line

    async def _serve(self, sessions: SessionManager, socket: ServerSocket) -> None:
        await asyncio.sleep(self.rng.uniform(0, 0.05))
        people = cast(UserStore, SimpleNamespace(of_session=_of_session))
        serve = LiveSocket(sessions, people, Admission(_CONFIG), _CONFIG, OpenPages())
        await serve(cast(Any, socket.scope), cast(Any, socket.receive), cast(Any, socket.send))

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.faults.append(error)

    def open_page(self, viewer: Viewer) -> PageModel:
        """Somebody opens a page."""
        person = f"p{int(viewer)}" if isinstance(viewer, Seat) else role_of(viewer).value
        page = PageModel(f"{person}.{len(self.pages)}", person, viewer, self, self.rng)
        page.on_message, page.on_number = self._secrets.look, self._arrived
        self.pages.append(page)
        page.open()
        return page

    def _arrived(self, page: PageModel) -> None:
        if isinstance(page.viewer, Seat) and self.lives[-1].ended is None:
            self.lives[-1].arrived.setdefault(page.viewer, []).append((self.now, page.n))

    async def pause(self) -> None:
        """People think."""
        await asyncio.sleep(self.rng.choice((0, 0, 0.02, 0.2, 1, 3, 8)))

    async def something(self) -> None:
        """The next thing happens, mostly a move."""
        chance = self.rng.random()
        page = self.rng.choice(self.pages)
        if self.sessions is None:
            if chance < 0.5:
                await self.start()
        elif chance < 0.03:
            await self.stop()
        elif chance < 0.08:
            self.crash()
        elif chance < 0.12:
            page.lose()
        elif chance < 0.16:
            page.drop_silently(self.rng.choice((0.1, 5, 40)))
        elif chance < 0.18:
            page.reload()
        elif chance < 0.20:
            self._slow(page)
        elif chance < 0.24 and page.sent:
            page.resend(self.rng.choice(list(page.sent)))
            self.counts["resent"] += 1
        elif chance < 0.26:
            self.store.full = not self.store.full
        elif chance < 0.28:
            page.ask_options()
        elif chance < 0.30:
            await asyncio.sleep(self.rng.choice((8, 20, 20, 70) if self.rng.random() < 0.9 else (330,)))
        else:
            self.act()

    def _slow(self, page: PageModel) -> None:
        if page.line is not None:
            page.line.down.slow(self.rng.uniform(1, 60))

    def act(self) -> None:
        """Somebody does something: mostly what makes sense."""
        if self.rng.random() < 0.1:
            page = self.rng.choice(self.pages)
            command = Nonsense(self.game, self.rng).command(0)
        else:
            command = Sense(self.game, self.rng, plays, 0, tired=False).command()
            page = self._whose(command) or self.rng.choice(self.pages)
        if command.by is Role.PLAYER or not isinstance(page.viewer, Seat):
            page.faithful = self.rng.random() < 0.8
            page.do(command)
            self.counts["commands"] += 1

    def _whose(self, command: c.Command) -> PageModel | None:
        seat = getattr(command, "seat", None)
        wanted: object = seat if command.by is Role.PLAYER else command.by
        pages = [page for page in self.pages if page.viewer == wanted]
        return self.rng.choice(pages) if pages else None

    async def heal(self) -> None:
        """The network is well again, a server runs, and everybody has time to catch up."""
        self.weather.heal()
        self.store.full = False
        if self.sessions is None:
            await self.start()
        for page in self.pages:
            page.faithful = page.admits = True
        await asyncio.sleep(25 + self.proposal.delay)
        for _ in range(20):
            if not any(page.waiting for page in self.pages) and all(page.line for page in self.pages):
                break
            await asyncio.sleep(5)
        await self._quiet()

    async def _quiet(self) -> None:
        """Wait for a moment in which nothing has been kept that is still to be told."""
        for _ in range(100):
            before = len(self.store.rows[TABLE])
            await asyncio.sleep(1 + self.proposal.delay)
            if len(self.store.rows[TABLE]) == before:
                return

    def check(self) -> None:
        """Everything that must hold at the end."""
        assert not self.faults, self.faults
        assert not self.loop.faults, self.loop.faults
        events = self.store.log(TABLE)
        self.counts["events"] += len(events)
        self.counts["over"] += isinstance(self.game.phase, Over)
        for page in self.pages:
            checks.has_everything(page, events, self.game)
        self.counts["done"] += checks.done_once(self.pages, self.store.rows[TABLE])
        people = [seat for seat in self.game.seats if seat not in self.bots]
        limit, mode = self.game.turn_millis or 0, self.proposal.book.clock.mode.value
        self.counts["stretches"] += checks.paid_for_what_arrived(people, events, self.lives, self.now, limit, mode)

    async def _within(self, work: Any) -> None:
        context = copy_context()
        context.run(PROCESS.set, self.process)
        await self.loop.create_task(work, context=context)


class Passer:
    """A bot that passes, and never objects."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    async def command(self, view: View, bot: str, lexicon: str) -> c.Command | None:
        """See `Thinker`."""
        await asyncio.sleep(self._rng.uniform(0, 2))
        assert isinstance(view.viewer, Seat)
        if view.phase == "thinking" and view.on_turn is view.viewer:
            return c.PassTurn(seat=view.viewer)
        return c.RecordMove(seat=view.viewer)


def plays(board: Board, rack: Tiles) -> list[Placement]:
    """A placement or two that hang together with what lies there; nobody asks for words."""
    faces = [face if face != "?" else "a" for face in sorted(rack)]
    lying = {square for square, _ in board.tiles()}
    if not lying:
        return [Placement({Square(7, 7 + n): Tile.read(face) for n, face in enumerate(faces[:2])})] if faces[1:] else []
    free = [
        Square(square.row + 1, square.column)
        for square in sorted(lying, key=lambda q: (q.row, q.column))
        if square.row < 14 and Square(square.row + 1, square.column) not in lying
    ]
    return [Placement({square: Tile.read(face)}) for square, face in zip(free[-3:], faces, strict=False)]


async def _of_session(token: str) -> User | None:
    name = token.rstrip("x")
    return User(id=name, name=name, login=None, language="pl", created=0, seen=0) if name else None
