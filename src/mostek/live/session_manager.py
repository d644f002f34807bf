"""The hall: opens games, keeps them while they are played, and takes them up again after a stop of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import structlog

from mostek.app.ports import GameStore, GameTables, LogError, RestoredError, SaveError, TableSetup
from mostek.app.tables import LobbyTable, TableStatus
from mostek.core.players import Seat, Viewer
from mostek.engine.random_draws import commitment, secret_seed
from mostek.lexicon import Lexicon, LexiconError
from mostek.lexicon.library import open_lexicon, open_pinned
from mostek.live.bots import BotPlayers, Thinker
from mostek.live.clock import HostTime
from mostek.live.messages import Presence, Sitter
from mostek.live.options_queue import OptionsQueue
from mostek.live.session import GameSession, SessionContext
from mostek.referee import Game
from mostek.referee.commands import CreateGame
from mostek.referee.state import Over

_BEAT = 0.5
"""How often, in seconds, the server stores the moment at which it is known to run."""
NO_SESSION = 4401
"""Why a page's connection ends when its person has logged out or was erased."""
_GATHERING = 0.5
"""For how many seconds arrivals and departures are collected before they are sent."""
_AGAIN = 2.0
"""After how many seconds the server retries to store a result."""
_LINGERS = 600
"""For how many seconds a game stays in memory without a viewer or a running clock."""

log = structlog.get_logger("mostek.hall")


class SessionManager:
    """All games that are in memory."""

    def __init__(
        self, store: GameStore, tables: GameTables, thinker: Thinker, forgetful: bool = False, pause: float = 0.5
    ) -> None:
        """`forgetful` drops a game's state after every command; `pause` is how long bots seem to think, in seconds."""
        stopped = store.last_beat()
        self.time = HostTime(stopped)
        self.options = OptionsQueue(self.time)
        self._store = store
        self._tables = tables
        self._thinker = thinker
        self._pause = pause
        self._context = SessionContext(
            store, self.time, stopped or self.time.now(), self._lexicon, _creation, self._changed, forgetful
        )
        self._games: dict[str, GameSession] = {}
        self._bots: dict[str, BotPlayers] = {}
        self._opening = asyncio.Lock()
        self._lexica: dict[tuple[str, str], Lexicon | None] = {}
        self._presence: dict[GameSession, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._pulse: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up every game whose clock runs, or whose bots are to move."""
        await self._store.beat(self.time.now())
        self._pulse = asyncio.get_running_loop().create_task(self._beat())
        await self._take_up()

    async def _take_up(self) -> None:
        for name in await self._tables.playing():
            try:
                session = await self.session(name)
                if session is not None:
                    game = await session.open()
                    self._look(session)
                    if isinstance(game.phase, Over):  # the server was killed before it could write down the result
                        self._run(self._finish(session, game))
            except LogError as error:
                log.error("unreadable", game=name, why=str(error))

    async def stop(self) -> None:
        """End every connection; all clocks stand from now until a server runs again."""
        ended = self.time.now()  # what is credited to somebody who waits is credited up to here
        if self._pulse is not None:
            self._pulse.cancel()
        self.options.stop()
        for timer in self._presence.values():
            timer.cancel()
        for bots in self._bots.values():
            bots.stop()
        for session in list(self._games.values()):
            await session.close()
        for task in self._tasks:
            task.cancel()
        with suppress(SaveError):
            await self._store.beat(ended)

    async def session(self, name: str) -> GameSession | None:
        """The game of a table, if it has begun."""
        if (known := self._games.get(name)) is not None:
            return known
        async with self._opening:
            if (known := self._games.get(name)) is not None:
                return known
            table = await self._tables.get(name)
            if table is None or table.header is None:
                return None
            return self._seat(table)

    async def begin(self, name: str) -> None:
        """Begin the game of a table whose seats are all taken. Raises `LexiconError`, `SaveError`, `ProposalError`."""
        async with self._opening:
            table = await self._tables.get(name)
            if table is None or table.header is not None:
                return
            await asyncio.to_thread(open_lexicon, table.proposal.lexicon)
            session = self._seat(await self._tables.begin(name, _setup(table), self.time.now()))
        await session.open()
        self._look(session)

    async def replace_by_bot(self, name: str, seat: Seat, bot: str) -> None:
        """A bot has taken the seat of an absent player; the sitting says so already."""
        table = await self._tables.get(name)
        session = await self.session(name)
        if table is not None and session is not None:
            session.table, session.bots = table, session.bots | {seat}
            for page in session.broadcast.listeners.of(seat):
                page.close(1012)  # it comes back, as a spectator
            self._look(session)

    async def viewer(self, session: GameSession, person: str | None) -> Viewer:
        """As whom a person sees a game now: they may have been made an official meanwhile, or have lost their seat."""
        session.table = await self._tables.get(session.table.id) or session.table
        return session.table.viewer_of(person)

    def present(self, name: str) -> frozenset[Viewer]:
        """Who looks at a table just now."""
        session = self._games.get(name)
        return frozenset(session.broadcast.listeners.viewers) if session is not None else frozenset()

    def absent_for(self, name: str, seat: Seat) -> int:
        """For how many milliseconds a player has not been connected."""
        session = self._games.get(name)
        if session is None:
            return _LINGERS * 1000  # nobody has looked for so long
        since = session.absent.get(seat)
        return self.time.now() - since if since is not None else 0

    def scores(self, name: str) -> tuple[int, ...] | None:
        """The scores of a game in memory."""
        session = self._games.get(name)
        return session.scores if session is not None else None

    def sign_off(self, person: str) -> None:
        """A person has logged out or was erased: their pages go on as a spectator's, if at all."""
        for session in self._games.values():
            for page in session.broadcast.listeners:
                if page.person == person:
                    page.close(NO_SESSION)

    def presence_changed(self, session: GameSession) -> None:
        """A person has come or gone: send it soon, once for all who come and go meanwhile."""
        if session not in self._presence:
            self._presence[session] = asyncio.get_running_loop().call_later(_GATHERING, self._tell_presence, session)

    def _tell_presence(self, session: GameSession) -> None:
        del self._presence[session]
        pages = session.broadcast.listeners
        sitters = tuple(
            Sitter(
                seat=place.seat,
                name=place.name,
                bot=place.bot,
                connected=place.bot is not None or bool(pages.of(place.seat)),
                lag=pages.lag(place.seat),
            )
            for place in session.table.places
        )
        session.broadcast.send_all(Presence(sitters, pages.watching))

    async def forget_all(self) -> None:
        """Drop all games from memory: the operator has put another database in place."""
        games, self._games = list(self._games.values()), {}
        bots, self._bots = list(self._bots.values()), {}
        for each in bots:
            each.stop()
        for session in games:
            await session.close()

    def _seat(self, table: LobbyTable) -> GameSession:
        self._games[table.id] = GameSession(table, self._context)
        return self._games[table.id]

    def _changed(self, session: GameSession) -> None:
        for viewer in session.broadcast.listeners.viewers:
            if viewer in session.broadcast.reached:
                self.options.tell(session, viewer)
        self._look(session)
        if session.table.status is TableStatus.PLAYING and isinstance(session.game.phase, Over):
            self._run(self._finish(session, session.game))

    def _look(self, session: GameSession) -> None:
        """The bots of a game look at it, if it has any; to one that was over before they do not come back."""
        name = session.table.id
        if session.bots and session.table.status is TableStatus.PLAYING and name not in self._bots:
            self._bots[name] = BotPlayers(session, self._thinker, self._pause)
        if (bots := self._bots.get(name)) is not None:
            bots.look()

    async def _finish(self, session: GameSession, game: Game) -> None:
        assert isinstance(game.phase, Over)
        while self._games.get(session.table.id) is session:
            try:
                session.table = await self._tables.finish(session.table.id, game.phase.result, self.time.now())
                return
            except SaveError as error:
                log.error("not_kept", game=session.table.id, why=str(error))
                await asyncio.sleep(_AGAIN)

    def _run(self, work: object) -> None:
        assert asyncio.iscoroutine(work)
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _lexicon(self, game: Game) -> Lexicon | None:
        pin = game.lexicon
        if pin is None:
            return None
        key = (pin.name, pin.hash)
        if self._lexica.get(key) is None:
            try:
                self._lexica[key] = open_pinned(pin)
            except (LexiconError, OSError) as error:
                log.error("lexicon_missing", lexicon=pin.name, edition=pin.edition, why=str(error))
                return None
        return self._lexica[key]

    async def _beat(self) -> None:
        """Store the present moment again and again, and drop unused games."""
        while True:
            await asyncio.sleep(_BEAT)
            try:
                await self._store.beat(self.time.now())
            except RestoredError:
                await self._begin_anew()
            except SaveError as error:
                log.error("not_kept", what="heartbeat", why=str(error))
            await self._let_go()

    async def _begin_anew(self) -> None:
        """A backup was put in place: go on with what it holds, as after a stop at its last moment."""
        log.warning("restored")
        await self.forget_all()
        self._store.renew()
        self._context.stopped = self._store.last_beat() or self.time.now()
        await self._take_up()

    async def _let_go(self) -> None:
        now = self.time.now()
        idle = [session for session in self._games.values() if session.is_idle(now - _LINGERS * 1000)]
        for session in idle:
            del self._games[session.table.id]
            self._bots.pop(session.table.id, None)
            await session.close()


def _creation(table: LobbyTable, seed: int | str | None) -> CreateGame:
    names = tuple(taken.name for taken in table.places)
    pin = open_lexicon(table.proposal.lexicon).pin
    return table.proposal.creation(names, pin, commitment(seed or ""), None)


def _setup(table: LobbyTable) -> TableSetup:
    people = sum(place.bot is None for place in table.places)
    bots: Sequence[str] = [place.bot for place in table.places if place.bot]
    return TableSetup(people, ", ".join(bots), secret_seed(), "lettered_rows")
