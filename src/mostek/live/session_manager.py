"""The hall: opens games, keeps them while they are played, and takes them up again after a stop of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import structlog

from mostek.app.ports import LogError, SaveError
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
from mostek.store.database import Database, RestoredError
from mostek.store.game_lines import GameHeader, TableSetup, header_body, read_header
from mostek.store.hash_chain import BEGINNING, written
from mostek.store.tables import TableStore

_BEAT = 0.5
"""How often, in seconds, the moment is kept at which the server is known to run."""
NO_SESSION = 4401
"""Why a page's connection ends when its person is nobody any more."""
_GATHERING = 0.5
"""For how many seconds people who come and go are gathered before it is told."""
_AGAIN = 2.0
"""After how many seconds a result that could not be kept is kept again."""
_LINGERS = 600
"""For how many seconds a game stays in memory when nobody looks and no clock runs."""

log = structlog.get_logger("mostek.hall")


class SessionManager:
    """All games that are in memory."""

    def __init__(
        self, database: Database, sittings: TableStore, thinker: Thinker, forgetful: bool = False, pause: float = 0.5
    ) -> None:
        """`forgetful` drops a game's state after every command; `pause` is how long bots seem to think, in seconds."""
        stopped = database.last_beat()
        self.time = HostTime(stopped)
        self.desk = OptionsQueue(self.time)
        self._database = database
        self._sittings = sittings
        self._thinker = thinker
        self._pause = pause
        self._around = SessionContext(
            database, self.time, stopped or self.time.now(), self._lexicon, _creation, self._changed, forgetful
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
        await self._database.beat(self.time.now())
        self._pulse = asyncio.get_running_loop().create_task(self._beat())
        await self._take_up()

    async def _take_up(self) -> None:
        for name in await self._sittings.playing():
            try:
                live = await self.live(name)
                if live is not None:
                    game = await live.open()
                    self._look(live)
                    if isinstance(game.phase, Over):  # the server was killed before it could write down the result
                        self._run(self._finish(live, game))
            except LogError as error:
                log.error("unreadable", game=name, why=str(error))

    async def stop(self) -> None:
        """End every connection; all clocks stand from now until a server runs again."""
        ended = self.time.now()  # what is credited to somebody who waits is credited up to here
        if self._pulse is not None:
            self._pulse.cancel()
        self.desk.stop()
        for timer in self._presence.values():
            timer.cancel()
        for bots in self._bots.values():
            bots.stop()
        for live in list(self._games.values()):
            await live.close()
        for task in self._tasks:
            task.cancel()
        with suppress(SaveError):
            await self._database.beat(ended)

    async def live(self, name: str) -> GameSession | None:
        """The game of a table, if it has begun."""
        if (known := self._games.get(name)) is not None:
            return known
        async with self._opening:
            if (known := self._games.get(name)) is not None:
                return known
            sitting = await self._sittings.get(name)
            if sitting is None or sitting.header is None:
                return None
            return self._seat(sitting)

    async def begin(self, name: str) -> None:
        """Begin the game of a table whose seats are all taken. Raises `LexiconError`, `SaveError`, `ProposalError`."""
        async with self._opening:
            sitting = await self._sittings.get(name)
            if sitting is None or sitting.header is not None:
                return
            await asyncio.to_thread(open_lexicon, sitting.proposal.lexicon)
            header, _ = written(BEGINNING, [header_body(GameHeader(game=name, table=_setup(sitting)))])
            live = self._seat(await self._sittings.begin(name, header, self.time.now()))
        await live.open()
        self._look(live)

    async def replace_by_bot(self, name: str, seat: Seat, bot: str) -> None:
        """A bot has taken the seat of somebody who has gone; the sitting says so already."""
        sitting = await self._sittings.get(name)
        live = await self.live(name)
        if sitting is not None and live is not None:
            live.sitting, live.bots = sitting, live.bots | {seat}
            for page in live.broadcast.listeners.of(seat):
                page.close(1012)  # it comes back, as a spectator
            self._look(live)

    async def viewer(self, live: GameSession, person: str | None) -> Viewer:
        """As whom a person sees a game now: they may have been made an official meanwhile, or have lost their seat."""
        live.sitting = await self._sittings.get(live.sitting.id) or live.sitting
        return live.sitting.viewer_of(person)

    def present(self, name: str) -> frozenset[Viewer]:
        """Who looks at a table just now."""
        live = self._games.get(name)
        return frozenset(live.broadcast.listeners.viewers) if live is not None else frozenset()

    def absent_for(self, name: str, seat: Seat) -> int:
        """For how many milliseconds a player has not been connected."""
        live = self._games.get(name)
        if live is None:
            return _LINGERS * 1000  # nobody has looked for so long
        since = live.absent.get(seat)
        return self.time.now() - since if since is not None else 0

    def scores(self, name: str) -> tuple[int, ...] | None:
        """The scores of a game in memory."""
        live = self._games.get(name)
        return live.scores if live is not None else None

    def sign_off(self, person: str) -> None:
        """Somebody has logged out or was forgotten: their pages go on as anybody's, if at all."""
        for live in self._games.values():
            for page in live.broadcast.listeners:
                if page.person == person:
                    page.close(NO_SESSION)

    def presence_changed(self, live: GameSession) -> None:
        """Somebody has come or gone: tell it soon, once for all who come and go meanwhile."""
        if live not in self._presence:
            self._presence[live] = asyncio.get_running_loop().call_later(_GATHERING, self._tell_presence, live)

    def _tell_presence(self, live: GameSession) -> None:
        del self._presence[live]
        pages = live.broadcast.listeners
        sitters = tuple(
            Sitter(
                seat=place.seat,
                name=place.name,
                bot=place.bot,
                connected=place.bot is not None or bool(pages.of(place.seat)),
                lag=pages.lag(place.seat),
            )
            for place in live.sitting.places
        )
        live.broadcast.send_all(Presence(sitters, pages.watching))

    async def forget_all(self) -> None:
        """Drop everything that is in memory: somebody has put another database in place."""
        games, self._games = list(self._games.values()), {}
        bots, self._bots = list(self._bots.values()), {}
        for each in bots:
            each.stop()
        for live in games:
            await live.close()

    def _seat(self, sitting: LobbyTable) -> GameSession:
        self._games[sitting.id] = GameSession(sitting, self._around)
        return self._games[sitting.id]

    def _changed(self, live: GameSession) -> None:
        for viewer in live.broadcast.listeners.viewers:
            if viewer in live.broadcast.reached:
                self.desk.tell(live, viewer)
        self._look(live)
        if live.sitting.status is TableStatus.PLAYING and isinstance(live.game.phase, Over):
            self._run(self._finish(live, live.game))

    def _look(self, live: GameSession) -> None:
        """The bots of a game look at it, if it has any; to one that was over before they do not come back."""
        name = live.sitting.id
        if live.bots and live.sitting.status is TableStatus.PLAYING and name not in self._bots:
            self._bots[name] = BotPlayers(live, self._thinker, self._pause)
        if (bots := self._bots.get(name)) is not None:
            bots.look()

    async def _finish(self, live: GameSession, game: Game) -> None:
        assert isinstance(game.phase, Over)
        while self._games.get(live.sitting.id) is live:
            try:
                live.sitting = await self._sittings.finish(live.sitting.id, game.phase.result, self.time.now())
                return
            except SaveError as error:
                log.error("not_kept", game=live.sitting.id, why=str(error))
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
        """Keep the present moment again and again, and let go of what nobody needs."""
        while True:
            await asyncio.sleep(_BEAT)
            try:
                await self._database.beat(self.time.now())
            except RestoredError:
                await self._begin_anew()
            except SaveError as error:
                log.error("not_kept", what="heartbeat", why=str(error))
            await self._let_go()

    async def _begin_anew(self) -> None:
        """A backup was put in place: go on with what it holds, as after a stop at its last moment."""
        log.warning("restored")
        await self.forget_all()
        self._database.renew()
        self._around.stopped = self._database.last_beat() or self.time.now()
        await self._take_up()

    async def _let_go(self) -> None:
        now = self.time.now()
        idle = [live for live in self._games.values() if live.is_idle(now - _LINGERS * 1000)]
        for live in idle:
            del self._games[live.sitting.id]
            self._bots.pop(live.sitting.id, None)
            await live.close()


def _creation(sitting: LobbyTable) -> CreateGame:
    assert sitting.header is not None, "the seats are taken"
    names = tuple(place.name for place in sitting.places)
    committed = commitment(read_header(sitting.header).table.seed or "")
    return sitting.proposal.creation(names, open_lexicon(sitting.proposal.lexicon).pin, committed, None)


def _setup(sitting: LobbyTable) -> TableSetup:
    people = sum(place.bot is None for place in sitting.places)
    bots: Sequence[str] = [place.bot for place in sitting.places if place.bot]
    return TableSetup(people, ", ".join(bots), secret_seed(), "lettered_rows")
