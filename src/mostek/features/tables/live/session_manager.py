"""The session manager opens live games, holds them in memory, and continues them after a stop of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from time import monotonic

import structlog

from mostek.app.damage import Damage
from mostek.app.help import SeatInPlay
from mostek.app.lobby import LobbyTable, ProposalError, TableStatus
from mostek.app.node_news import NewsTopic, NodeNews
from mostek.app.ownership import Node, OwnedElsewhereError, Ownership, Renewal, SoleOwner
from mostek.app.ports import ConflictError, GameStore, GameTables, LogError, RestoredError, SaveError
from mostek.app.stored_games import replay_stored
from mostek.core.players import Role, Seat, Viewer
from mostek.engine.bots.workers import Thinker
from mostek.engine.random_draws import commitment
from mostek.features.tables.live.bots import BotPlayers
from mostek.features.tables.live.clock import HostTime
from mostek.features.tables.live.messages import Presence, Sitter
from mostek.features.tables.live.session import GameSession, SessionContext
from mostek.lexicon import Lexicon, LexiconError
from mostek.lexicon.library import open_lexicon, open_pinned
from mostek.messages.options import phrase
from mostek.referee import Game
from mostek.referee.commands import Check, CreateGame, EndIdleGame, StopReason
from mostek.referee.options import Option, Options, allowed_options, known_options, options
from mostek.referee.state import Over

_BEAT = 0.5
"""The interval in seconds at which the server stores that it is running."""
ELSEWHERE = 4410
"""The close reason for pages of a game that another node owns; its address, if it is known, is the reason in words."""
_ENTRIES = 10
"""How often a node tries to enter its database when it starts."""
_LEAP = 1000
"""The milliseconds by which a node may be behind another one before it stops its clocks to catch up."""
_SILENT = 5
"""The seconds without a successful write after which the store counts as broken."""
_GATHERING = 0.5
"""The seconds for which arrivals and departures are collected before they are sent."""
_AGAIN = 2.0
"""The seconds before the server tries again to store a result."""
_LINGERS = 600
"""The seconds for which a game stays in memory without a viewer or a running clock."""

_IDLE = 24 * 60 * 60 * 1000
"""The milliseconds before the end of an idle game from which its players are warned; no table waits less."""
_ENDS = ("resign", "abort", "claim_absence")
"""The commands by which a player ends a game, and an agreement besides."""
_SWEPT = 50
"""The number of idle games that are looked at together."""
IDLE_WARNING = "Nothing has happened in this game for long. Unless somebody plays on, it ends by itself within a day."

log = structlog.get_logger("mostek.live")


class OptionsQueue:
    """Computes options for one viewer at a time, so that the event loop can do other work in between."""

    def __init__(self, time: HostTime) -> None:
        self._time = time
        self._asked: dict[tuple[GameSession, Viewer], bool] = {}
        self._task: asyncio.Task[None] | None = None

    def ask(self, session: GameSession, viewer: Viewer, everything: bool = False) -> None:
        """Send a viewer the options soon, with `everything` also the refused ones. Spectators have none that change."""
        if viewer is Role.SPECTATOR:
            return
        self._asked[session, viewer] = everything or self._asked.get((session, viewer), False)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    def tell(self, session: GameSession, viewer: Viewer) -> None:
        """Send a viewer the options after an update: at once if they are cached, otherwise soon."""
        known = None if viewer is Role.SPECTATOR else known_options(session.game, viewer, self._time.now())
        if known is None:
            self.ask(session, viewer)
        else:
            session.broadcast.send_options(viewer, known)

    def stop(self) -> None:
        """Stop computing options."""
        if self._task is not None:
            self._task.cancel()

    async def _work(self) -> None:
        while self._asked:
            session, viewer = next(iter(self._asked))
            everything = self._asked.pop((session, viewer))
            try:
                await self._tell(session, viewer, everything)
            except LogError as error:  # whoever acts is told why
                log.error("options_not_told", game=session.table.id, why=str(error))
            await asyncio.sleep(0)

    async def _tell(self, session: GameSession, viewer: Viewer, everything: bool) -> None:
        game = await session.open()
        options_ = (options if everything else allowed_options)(game, viewer, self._time.now())
        session.broadcast.send_options(viewer, options_)


class SessionManager:
    """All games that are in memory."""

    def __init__(
        self,
        store: GameStore,
        tables: GameTables,
        thinker: Thinker,
        forgetful: bool = False,
        pause: float = 0.5,
        damage: Damage | None = None,
        node: Node | None = None,
    ) -> None:
        """`forgetful` drops a game's state after every command; `pause` is the shortest thinking time of bots in seconds.

        `damage` receives the games that cannot be read. `node` is this process among others on the same database.
        """
        stopped = store.last_beat()
        self.time = HostTime(stopped)
        self._ownership: Ownership = node or SoleOwner(store)
        self.options = OptionsQueue(self.time)
        self._store = store
        self._tables = tables
        self._thinker = thinker
        self._pause = pause
        self._context = SessionContext(
            store,
            self._ownership,
            self.time,
            stopped or self.time.now(),
            self._lexicon,
            _creation,
            self._changed,
            self._drop_lost,
            self._waited,
            self._consented,
            forgetful,
        )
        self._games: dict[str, GameSession] = {}
        self._bots: dict[str, BotPlayers] = {}
        self._opening = asyncio.Lock()  # two people who come at once must find one game, not open it twice
        self._lexica: dict[tuple[str, str], Lexicon | None] = {}
        self._damage = damage or Damage()
        self._warned: dict[str, None] = {}
        self._presence: dict[GameSession, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._written = monotonic()
        self._fault: SaveError | None = None
        self._is_silent = False
        """Whether the clocks stand because this process may not act."""
        self._pulse: asyncio.Task[None] | None = None
        self._ends_idle_from = self._first_ending()
        self._tell_others: Callable[[NewsTopic, str], Awaitable[None]] = _tell_none
        self.finished: Callable[[str], None] = lambda _name: None
        """Is called with the name of a table whose result was stored."""
        self.opening = 0
        """The number of games in progress that are still to be opened after the start."""

    async def start(self) -> None:
        """Open the games in progress in the background, so that clocks run out and bots move; people come at once.

        Raises `SaveError` if this node cannot enter its database.
        """
        for tried in range(_ENTRIES):  # a busy machine may be slow to connect
            try:
                present = await self._ownership.enter_lease()
                break
            except SaveError:
                if tried == _ENTRIES - 1:
                    raise
        if present is not None:
            self.time.begin_at(present)
            self._ends_idle_from = self._first_ending()
        self.opening = 1
        self._written = monotonic()
        self._pulse = asyncio.get_running_loop().create_task(self._beat())

    async def _take_up(self) -> None:
        """Open every game in progress, where one process owns them all.

        Until that is done no beat is stored. A clock is credited from the last beat to the moment at which its game is opened,
        so a player loses nothing while the game waits for its turn, even if the server is killed meanwhile.
        """
        names = await self._tables.playing() if self._ownership.is_alone else ()
        for left, name in zip(range(len(names), 0, -1), names, strict=True):
            self.opening = left
            await self._open(name)
            await asyncio.sleep(0)
        self.opening = 0

    async def _open(self, name: str) -> None:
        """Open a game in progress; one that cannot be read is put aside, so that all others go on."""
        try:
            session = await self.session(name)
            if session is None:
                return
            game = await session.open()
            self._look(session)
            if isinstance(game.phase, Over):  # the server was killed before it could write down the result
                self._run(self._finish(session, game))
        except SaveError as error:
            log.error("not_kept", game=name, why=str(error))
        except (LogError, ConflictError, LexiconError, ProposalError) as error:
            self._put_aside(name, error)
        except Exception as error:  # whatever is wrong with one game, the others start
            log.exception("not_opened", game=name)
            self._put_aside(name, error)

    def _put_aside(self, name: str, error: Exception) -> None:
        why = error if isinstance(error, LogError) else LogError("The game cannot be continued: {why}.", why=error)
        if self._damage.put_aside(name, why):
            log.error("put_aside", game=name, why=str(why))
        session = self._games.get(name)
        if session is not None and not len(session.broadcast.listeners):
            del self._games[name]

    def _first_ending(self) -> int:
        """The moment from which idle games end: after a long stop, or a jump of the date, people get their day to come back."""
        now = self.time.now()
        return now + _IDLE if now - self._context.stopped > _IDLE else 0

    async def stop(self) -> None:
        """Close every connection; all clocks are stopped until a server runs again."""
        ended = self.time.now()  # what is credited to somebody who waits is credited up to here
        if self._pulse is not None:
            self._pulse.cancel()
        self.options.stop()
        for timer in self._presence.values():
            timer.cancel()
        for bots in self._bots.values():
            bots.stop()
        if not self._ownership.is_alone:
            await self.hand_over()
        for session in list(self._games.values()):
            await session.close()
        for task in self._tasks:
            task.cancel()
        if not self.opening:  # the clocks of games that were not opened continue from the last beat
            with suppress(SaveError):
                await self._ownership.end_lease(ended)

    async def hand_over(self) -> None:
        """Give all games to other nodes, where their pages find them."""
        games, self._games = self._games, {}
        for name in games:
            self._stop_bots(name)
        await asyncio.gather(*(session.hand_over() for session in games.values()))
        heirs: Mapping[str, str] = {}
        try:
            heirs = await self._ownership.hand_over(self.time.now())
        except SaveError as error:  # then they are taken over when the lease has run out
            log.error("not_kept", what="hand-over", why=str(error))
        for name, session in games.items():
            session.give_up(ELSEWHERE, heirs.get(name, ""))

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
            return self._seat(table, await self._own_game(table))

    async def _own_game(self, table: LobbyTable) -> int | None:
        """Own a game, as `Ownership.claim`. The time here is not before that of the former owner."""
        stopped = await self._ownership.claim_game(table.id, table.status is TableStatus.PLAYING)
        ahead = 0 if stopped is None else stopped - self.time.now()
        if stopped is not None and ahead > _LEAP:
            await self._stand_still(self.time.now(), stopped)
        elif ahead > 0:
            await asyncio.sleep(ahead / 1000)
        return stopped

    async def _stand_still(self, stopped: int, moment: int = 0) -> None:
        """Let the clocks of all games stand from `stopped` to now, and go on at `moment`, if that is later."""
        self._ownership.pause_play()
        try:
            for session in list(self._games.values()):
                await session.stand_still(stopped)
            self.time.advance_to(moment)
        finally:
            self._ownership.go_on()
        self._run(self._open_all(list(self._games)))

    async def _session_here(self, name: str) -> GameSession | None:
        """The game of a table, unless another node owns it."""
        try:
            return await self.session(name)
        except OwnedElsewhereError:
            return None

    async def begin(self, name: str) -> None:
        """Begin the game of a table where everybody is ready. Raises `LexiconError`, `SaveError`, `ProposalError`."""
        async with self._opening:
            table = await self._tables.get(name)
            if table is None or not table.can_begin:
                return
            await asyncio.to_thread(open_lexicon, table.proposal.lexicon)
            table = await self._tables.begin(name, self.time.now())
            try:
                if not await self._ownership.begin_game(name):
                    return  # another node opens it
                session = self._seat(table, await self._own_game(table))
            except OwnedElsewhereError:
                return
        await session.open()
        self._look(session)

    async def seat_changed(self, name: str, seat: Seat) -> None:
        """Another person or a bot has a seat; the table has this change already. Raises `SaveError`."""
        try:
            await self._change_seat(name, seat)
        except OwnedElsewhereError:
            await self._tell_others(NewsTopic.SEAT_CHANGED, f"{name} {int(seat)}")

    async def _change_seat(self, name: str, seat: Seat) -> None:
        """Let a bot play the seat, if it has one now; its pages come back, each as what its person is now."""
        table = await self._tables.get(name)
        session = await self.session(name)
        if table is not None and session is not None:
            session.table, session.bots = table, frozenset(each.seat for each in table.places if each.bot is not None)
            for page in session.broadcast.listeners.of(seat):
                page.close(1012)
            self._look(session)

    async def goes_on_elsewhere(self, name: str, why: LogError) -> None:
        """Tell the pages of a game why its moves are not stored here any more, and drop it from memory."""
        session = self._games.pop(name, None)
        self._bots.pop(name, None)
        if session is not None:
            session.broadcast.explain("elsewhere", why.sentence, why.params)
            await session.close()

    async def seat_in_play(self, name: str, seat: Seat) -> SeatInPlay | None:
        """A seat in a game in progress.

        Args:
            name: The name of its table.
            seat: The seat.

        Returns:
            How its player can end the game now. `None` for a player who has resigned, and in a game that is over or cannot be
            read.
        """
        try:
            game = await self._present_game(name)
        except SaveError:
            return SeatInPlay((), False)
        except (LogError, ConflictError, LexiconError, ProposalError):
            return None
        if game is None or isinstance(game.phase, Over) or seat not in game.active:
            return None
        found = allowed_options(game, seat, self.time.now()).allowed
        ways = tuple(phrase(each, game.players) for each in found if _ends(each))
        waiting = game.interruption
        on_duty = waiting is not None and waiting.reason is StopReason.DUTY and waiting.seat is seat
        return SeatInPlay(ways, on_duty)

    async def _present_game(self, name: str) -> Game | None:
        """A game as it is now: from memory, or where another node owns it as it is stored, and then nothing stays here."""
        try:
            session = await self.session(name)
            return None if session is None else await session.open()
        except OwnedElsewhereError:
            table = await self._tables.get(name)
            if table is None:
                return None
            events = await self._store.timed_events(table)
            if not events:
                raise  # it is begun there in this moment
            return replay_stored([event for _, event in events])

    async def officials_changed(self, name: str) -> None:
        """Tell the people of a game in progress who rules at its table now. Raises `SaveError`."""
        try:
            await self._change_officials(name)
        except OwnedElsewhereError:
            await self._tell_others(NewsTopic.OFFICIALS_CHANGED, name)

    async def _change_officials(self, name: str) -> None:
        table = await self._tables.get(name)
        if table is not None and table.status is TableStatus.PLAYING:
            session = await self.session(name)
            if session is not None:
                await session.officials_changed(table)

    def listen_to(self, news: NodeNews) -> None:
        """Act on the news of other nodes about games that this one owns, and tell them about theirs."""

        async def change_officials(table: str) -> None:
            with suppress(OwnedElsewhereError):  # its owner hears it, too
                await self._change_officials(table)

        async def change_seat(about: str) -> None:
            table, _, seat = about.partition(" ")
            with suppress(OwnedElsewhereError):  # its owner hears it, too
                await self._change_seat(table, Seat(int(seat)))

        news.add_hearer(NewsTopic.OFFICIALS_CHANGED, change_officials)
        news.add_hearer(NewsTopic.SEAT_CHANGED, change_seat)
        self._tell_others = news.tell_others

    def _consented(self, session: GameSession, people: Collection[str]) -> None:
        """Let those see the racks to whom all players have consented."""
        self._run(self._let_see(session.table.id, frozenset(people)))

    async def _let_see(self, name: str, people: Collection[str]) -> None:
        while True:
            try:
                await self._tables.let_see(name, people)
                break
            except SaveError as error:
                log.error("not_kept", game=name, why=str(error))
                await asyncio.sleep(_AGAIN)
        await self.officials_changed(name)

    async def viewer(self, session: GameSession, person: str | None, seat: Seat | None = None) -> Viewer:
        """The current viewer for a person, who may have become an official or lost the seat meanwhile.

        `seat` is the one that a page asks for, where people share a device.
        """
        session.table = await self._tables.get(session.table.id) or session.table
        return session.table.viewer_of(person, seat)

    def write_fault(self) -> SaveError | None:
        """The error of the last write to the store; `None` after a success. A write is tried twice a second anyway."""
        silent = int(monotonic() - self._written)
        if self._fault is None and silent > _SILENT and not self.opening:
            return SaveError("The database has not been written for {seconds} seconds.", seconds=silent)
        return self._fault

    @property
    def games_in_progress(self) -> int:
        """The number of games in memory that are not over."""
        return sum(session.table.status is TableStatus.PLAYING for session in self._games.values())

    def present(self, name: str) -> frozenset[Viewer]:
        """The people with a page of a table open."""
        session = self._games.get(name)
        return frozenset(session.broadcast.listeners.viewers) if session is not None else frozenset()

    def absent_for(self, name: str, seat: Seat) -> int:
        """The milliseconds since a player was connected; 0 if connected."""
        session = self._games.get(name)
        if session is None:
            # Nobody has looked for so long; only the owner of a game knows who is there.
            return _LINGERS * 1000 if self._ownership.is_alone else 0
        since = session.absent.get(seat)
        return self.time.now() - since if since is not None else 0

    def scores(self, name: str) -> tuple[int, ...] | None:
        """The scores of a game in memory."""
        session = self._games.get(name)
        return session.scores if session is not None else None

    def on_turn(self, name: str) -> Seat | None:
        """The player on turn in a game in memory."""
        session = self._games.get(name)
        return session.on_turn if session is not None else None

    def presence_changed(self, session: GameSession) -> None:
        """Announce an arrival or departure soon, together with others in the meantime."""
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
        """Drop all games from memory after the operator has replaced the database."""
        games, self._games = list(self._games.values()), {}
        bots, self._bots = list(self._bots.values()), {}
        for each in bots:
            each.stop()
        for session in games:
            await session.close()

    def _seat(self, table: LobbyTable, stopped: int | None) -> GameSession:
        self._games[table.id] = GameSession(table, self._context, stopped)
        return self._games[table.id]

    def _stop_bots(self, name: str) -> None:
        if (bots := self._bots.pop(name, None)) is not None:
            bots.stop()

    def _drop_lost(self, session: GameSession) -> None:
        """Drop a game that another node owns."""
        name = session.table.id
        log.warning("owned_elsewhere", game=name)
        if self._games.get(name) is session:
            self._ownership.let_go(name)
            del self._games[name]
            self._stop_bots(name)
        session.give_up(ELSEWHERE)

    def _changed(self, session: GameSession) -> None:
        for viewer in session.broadcast.listeners.viewers:
            if viewer in session.broadcast.reached:
                self.options.tell(session, viewer)
        self._look(session)
        if session.table.status is TableStatus.PLAYING and isinstance(session.game.phase, Over):
            session.broadcast.send_options(Role.SPECTATOR, Options((), (), ()))
            self._run(self._finish(session, session.game))

    def _waited(self, session: GameSession) -> None:
        """Tell everybody at a table the options: a wait is over."""
        for viewer in session.broadcast.listeners.viewers:
            self.options.ask(session, viewer)

    async def end_idle_games(self) -> None:
        """End the games in which nothing has happened for the time of the house rule, and warn a day before.

        A bounded number of games at a time, the longest idle first; one that cannot be read is not tried again.
        """
        now = self.time.now()
        for name, last in await self._tables.idle(now - _IDLE, _SWEPT, self._damage.tables):
            try:
                await self._end_if_idle(name, now - last)
            except OwnedElsewhereError:  # it is ended there
                continue
            except (LogError, ConflictError, LexiconError) as error:
                log.error("idle_game_not_ended", game=name, why=str(error))
                if isinstance(error, LogError) and not isinstance(error, SaveError):
                    self._put_aside(name, error)

    async def _end_if_idle(self, name: str, idle: int) -> None:
        table = await self._tables.get(name)
        if table is None:
            return
        left = table.proposal.book.order.idle_wait.value - idle
        if left <= 0 and self.time.now() >= self._ends_idle_from:
            session = await self._session_here(name)
            if session is not None:
                await session.perform(EndIdleGame(by=Role.HOST))
        elif left <= _IDLE and name in self._games and name not in self._warned:
            self._warned[name] = None
            while len(self._warned) > _SWEPT:
                del self._warned[next(iter(self._warned))]
            self._games[name].broadcast.explain("idle", IDLE_WARNING)

    def _look(self, session: GameSession) -> None:
        """Let the bots of a game act, if it has any and was not over before."""
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
                await self._ownership.end_game(session.table.id)
                self.finished(session.table.id)
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
        """Store the present time periodically, and drop unused games. After a start the games in progress are opened first."""
        while True:
            try:
                if self.opening:
                    await self._take_up()
                news = await self._ownership.renew_lease(self.time.now())
                if self._fault is not None:
                    log.warning("kept_again", what="heartbeat")
                self._written, self._fault = monotonic(), None
                await self._follow_news(news)
            except RestoredError:
                await self._begin_anew()
                continue
            except SaveError as error:
                if str(self._fault) != str(error):  # not twice a second: the log may be on the same disk
                    log.error("not_kept", what="heartbeat", why=str(error))
                self._fault = error
                self._pause_if_silent()
            except LogError as error:
                log.error("not_opened", why=str(error))
            await self._let_go()
            await asyncio.sleep(_BEAT)

    async def _follow_news(self, news: Renewal) -> None:
        """Do what the news of a node ask for."""
        if news.is_lost:
            log.error("declared_dead")
            games, self._games = self._games, {}
            for name, session in games.items():
                self._stop_bots(name)
                session.give_up(ELSEWHERE)
            self._drop_old_facts()
        elif news.stopped is not None:
            log.warning("stood_still", milliseconds=self.time.now() - news.stopped)
            await self._stand_still(news.stopped)
            self._ownership.go_on()
        if news.latest > self.time.now() + _LEAP:
            log.warning("late", milliseconds=news.latest - self.time.now())
            await self._stand_still(self.time.now(), news.latest)
        if news.games:
            log.info("taken", games=len(news.games))
            self._run(self._open_all(news.games))
        self._is_silent = False

    async def _open_all(self, names: Iterable[str]) -> None:
        for name in names:
            await self._open(name)
            await asyncio.sleep(0)

    def _pause_if_silent(self) -> None:
        """Let the clocks of all games stand when this process may not act any more."""
        if not self._is_silent:
            try:
                self._ownership.check_lease()
            except SaveError:
                self._is_silent = True
                for session in self._games.values():
                    session.pause_clock()

    async def _begin_anew(self) -> None:
        """Continue with a restored backup, as after a stop at its last moment."""
        log.warning("restored")
        await self.forget_all()
        self._store.renew()
        self._drop_old_facts()
        self.opening = 1

    def _drop_old_facts(self) -> None:
        """Forget what the database before a restoration said."""
        self._context.stopped = self._store.last_beat() or self.time.now()
        self._ends_idle_from = self._first_ending()
        self._damage.clear()

    async def _let_go(self) -> None:
        now = self.time.now()
        idle = [session for session in self._games.values() if session.is_idle(now - _LINGERS * 1000)]
        for session in idle:
            del self._games[session.table.id]
            self._bots.pop(session.table.id, None)
            await session.close()


async def _tell_none(topic: NewsTopic, about: str) -> None:
    """Tell no other node, since there is none."""


def _ends(option: Option) -> bool:
    """Whether a game may be over by an option."""
    return option.command in _ENDS or (option.command, option.choice) == ("confirm", Check.END)


def _creation(table: LobbyTable, seed: int | str | None) -> CreateGame:
    names = tuple(taken.name for taken in table.places)
    pin = open_lexicon(table.proposal.lexicon).pin
    return table.proposal.creation(names, pin, commitment(seed or ""), table.is_ruled)
