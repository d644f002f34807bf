"""A game while it is played: commands are decided, stored, and then sent to every viewer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

import structlog
from msgspec.structs import replace

from mostek.app.games import EventNumbers, LoggedGame
from mostek.app.ports import ConflictError, GameStore, LogError, PendingLog, SaveError
from mostek.app.tables import LobbyTable
from mostek.core.players import Role, Seat, Viewer
from mostek.engine.random_draws import random_draws
from mostek.lexicon import Lexicon
from mostek.live.broadcast import Broadcast, Listener
from mostek.live.clock import Alarm, HostTime, SessionClock
from mostek.live.messages import Answer, Do, Refusal
from mostek.messages import explained, text
from mostek.messages.refusals import say
from mostek.referee import Game, Refused
from mostek.referee.automation import awaits_verdict, unknown_words, unopposed_step
from mostek.referee.commands import (
    CheckTime,
    Command,
    CreateGame,
    CreditTime,
    Irregularity,
    LayTiles,
    ReportIrregularity,
    RevealSeed,
)
from mostek.referee.events import ClockStarted, Event, TimeCredited
from mostek.referee.state import Laid
from mostek.referee.timing import is_overdue


@dataclass(slots=True)
class SessionContext:
    """What all sessions of a server share."""

    store: GameStore
    time: HostTime
    stopped: int
    """The last moment at which an earlier server is known to have run, in milliseconds since 1970."""
    lexicon: Callable[[Game], Lexicon | None]
    """The list that judges a game; `None` if it is not installed any more."""
    creation: Callable[[LobbyTable, int | str | None], CreateGame]
    """The command that sets up the game of a table with that secret seed. Raises `LexiconError`."""
    changed: Callable[[GameSession], None]
    """Called after each change, when every viewer has been sent it."""
    forgetful: bool = False
    """For tests: drop the state of a game after every command. No viewer may notice."""


_REMEMBERED = 16
"""How many answers are stored: a page repeats the pending commands when it lost its connection. Older answers are
found in the record."""
PASSING = frozenset({"not_kept", "conflict"})
"""What failed for want of room, or by chance, may be tried again."""


class RecentAnswers:
    """The latest answers by the command's id; `None` where it was done."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, Refusal | None] = {}

    def __contains__(self, id: str) -> bool:
        return id in self._known

    def __getitem__(self, id: str) -> Refusal | None:
        return self._known[id]

    def put(self, id: str, answer: Refusal | None) -> None:
        """Keep an answer."""
        if answer is None or answer.reason not in PASSING:
            self._known[id] = answer
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]

    def read(self, done: Iterable[str | None]) -> None:
        """The ids of commands that stand in the record."""
        for id in [id for id in done if id is not None][-_REMEMBERED:]:
            self._known.setdefault(id, None)


class DecisionPoint:
    """The present turn of a game, as far as everybody at the table depends on it."""

    __slots__ = ("_is", "since", "version")

    def __init__(self) -> None:
        self.version = 0
        """The number of events at which it last changed: who decided before, decided about something else."""
        self.since = 0
        """When it last changed, or was last looked at again; in milliseconds since 1970."""
        self._is: object = None

    def look(self, game: Game, version: int, at: int) -> None:
        """The game has gone on."""
        if _situation(game) != self._is:
            self.begin(game, version, at)

    def begin(self, game: Game, version: int, at: int) -> None:
        """From now on it is this, as after a stop of the server."""
        self._is, self.version, self.since = _situation(game), version, at


def _situation(game: Game) -> tuple[object, ...]:
    return type(game.phase), game.on_turn, len(game.turns), game.interruption is not None


_SERVERS_OWN = (CreateGame, CheckTime, CreditTime, RevealSeed)
"""What only the server does."""


def as_asked_by(viewer: Viewer, command: Command) -> Command | Refusal:
    """The command as that person's. Time, role and seat of a command are never taken from a page."""
    if isinstance(command, _SERVERS_OWN):
        return Refusal("not_permitted", "", text("Only the server does that."))
    if isinstance(viewer, Seat):
        if getattr(command, "seat", viewer) != viewer:
            return Refusal("not_your_seat", "", text("You can act for your own seat only."))
        return replace(command, by=Role.PLAYER)
    return replace(command, by=viewer)


def is_secret(command: Command) -> bool:
    """Whether only the arbiter receives it: then no other event may happen at the same time and reveal it."""
    return isinstance(command, ReportIrregularity) and command.what is Irregularity.SUSPICION


def refused_words(game: Game, command: Command, lexicon_of: Callable[[Game], Lexicon | None]) -> Refusal | None:
    """Why a move is not laid at a table where words are looked up before, if so (S66)."""
    if not isinstance(command, LayTiles) or (lexicon := lexicon_of(game)) is None:
        return None
    words = unknown_words(game, command, lexicon)
    sentence = text("Not in the lexicon: {words}. Nothing is lost; lay something else.", words=", ".join(words))
    return Refusal("unknown_words", "", sentence) if words else None


_AGAIN = 1000
"""After how many milliseconds a failed write is tried again."""
_NO_LEXICON = "The word list that judges this game is not here any more; the verdict waits until it is put back."
_POINTED_OUT = 30_000
"""After how many milliseconds spectators may point something out again."""
_WAITS = 10_000
"""Every how many milliseconds the time of a clock that waits for its player is credited, so that no stop can lose more."""

log = structlog.get_logger("mostek.live")


class GameSession:
    """A game with the pages that show it. Its state is a cache: it can be dropped at any moment and is read again."""

    def __init__(self, table: LobbyTable, context: SessionContext) -> None:
        self.table = table
        self.bots = frozenset(taken.seat for taken in table.places if taken.bot is not None)
        self.broadcast = Broadcast(table.proposal.delay * 1000)
        self.clock = SessionClock()
        self.scores: tuple[int, ...] | None = None
        """The scores when the game was last in memory."""
        self.absent = {taken.seat: context.time.now() for taken in table.places if taken.bot is None}
        """Since when a player has no page open."""
        self._context = context
        self._lock = asyncio.Lock()
        self._log: PendingLog | None = None
        self._played: LoggedGame | None = None
        self._numbers = EventNumbers()
        self._alarm = Alarm(self._on_time)
        self._answers = RecentAnswers()
        self._decision = DecisionPoint()
        self._was_open = False
        self._pointed_out = 0

    @property
    def game(self) -> Game:
        """The game as it stands; it must be open."""
        return self._opened_game.game

    @property
    def version(self) -> int:
        """How many events of the game are stored; what still waits does not count."""
        return self._numbers.version - self._waiting

    @property
    def public_version(self) -> int:
        """How many of them everybody may know of."""
        return self._numbers.public_version - self._waiting

    def number(self, viewer: Viewer, version: int | None = None) -> int:
        """The number that the event with that version, by default the last one, has for a viewer."""
        return self._numbers.number(viewer, self.version if version is None else version)

    async def open(self) -> Game:
        """The game, read from the store if it is not in memory. Raises `LogError`, `SaveError`."""
        async with self._opened():
            return self.game

    async def act(self, viewer: Viewer, do: Do, lag: int | None = None, person: str | None = None) -> Answer:
        """Carry out what a page of that person asks for, once. Raises `LogError` where the game cannot be read."""
        own = replace(do, id=f"{viewer}/{do.id}")  # no viewer gets the answer to another's command
        async with self._opened():
            answer = self._answers[own.id] if own.id in self._answers else await self._decide(viewer, own, lag, person)
            self._answers.put(own.id, answer)
            if answer is not None and await self._context.store.has_command(self.table.id, own.id):
                answer = None  # it was done so long ago that the answer is forgotten
            return Answer(do.id, self.number(viewer), answer)

    async def perform(self, command: Command) -> Refused | None:
        """A step of the server, or of a bot. Raises as `act`."""
        async with self._opened():
            at = self._context.time.now()
            conducted = self._carry_out(replace(command, at=at), at)
            await self._save(at)
            return conducted

    async def subscribe(self, page: Listener, after: int) -> None:
        """Give a page the stream after the number that it has. Raises `LogError`, `SaveError`."""
        async with self._opened():
            number = self.number(page.viewer)
            stored: Sequence[tuple[int, Event]] = ()
            if self.broadcast.needs_events(page.viewer, after, number):
                stored = await self._context.store.timed_events(self.table.id)
            at = self._context.time.now()
            self.broadcast.subscribe(page, after, stored, number, self.game, self.clock.face, at)
            if isinstance(page.viewer, Seat):
                self.absent.pop(page.viewer, None)

    def leave(self, page: Listener) -> None:
        """Note that a page has gone."""
        if self.broadcast.leave(page) and isinstance(page.viewer, Seat):
            self.absent[page.viewer] = self._context.time.now()

    def hears_spectators(self, person: str | None, command: Command) -> bool:
        """Whether a spectator may do that: point a mistake out (PFS-6.6.9) under a name, in a game without delay.

        All of these reports stay in the record, so their rate is limited.
        """
        now = self._context.time.now()
        known = person is not None and not self.table.proposal.delay
        may = known and isinstance(command, ReportIrregularity) and now - self._pointed_out >= _POINTED_OUT
        self._pointed_out = now if may else self._pointed_out
        return may

    def is_idle(self, before: int) -> bool:
        """Whether no page was open since then, and nothing is going to happen by itself."""
        quiet = not self._alarm.is_set and not len(self.broadcast.listeners) and not self._lock.locked()
        return quiet and max(self.absent.values(), default=0) < before and self._decision.since < before

    def acknowledge(self, viewer: Viewer, number: int) -> None:
        """Note that a page has the stream up to this number."""
        now = self._context.time.now()
        if isinstance(viewer, Seat) and self.clock.acknowledge(viewer, number, now) and self._played is not None:
            self._set_alarm()
            if self.clock.was_noticed(self.game, now):
                self.broadcast.send_clock(self.game, self.clock.face, now)

    async def close(self) -> None:
        """Drop the game and end every connection; nothing is lost."""
        async with self._lock:
            await self._credit_at_the_end()
            self._drop()
            self._alarm.stop()
            self.broadcast.close()

    async def forget(self) -> None:
        """Drop the state; pages and clocks stay. The server has run all the time, so no time is credited for it."""
        async with self._lock:
            self._drop()

    @property
    def _opened_game(self) -> LoggedGame:
        assert self._played is not None, "the game is open"
        return self._played

    @property
    def _waiting(self) -> int:
        return len(self._log.waiting) if self._log is not None else 0

    async def _credit_at_the_end(self) -> None:
        """Store what is credited by now: the next server does not know whether the position has arrived."""
        with suppress(LogError, ConflictError):
            if self._was_open:  # it may have been dropped since, and the clock knows what the record does not
                await self._open()
                at = self._now()
                self.clock.credit(self._opened_game, at)
                await self._save(at, everything=True)

    async def _decide(self, viewer: Viewer, do: Do, lag: int | None, person: str | None) -> Refusal | None:
        """Carry a command out, or say why not."""
        if viewer is Role.SPECTATOR and not self.hears_spectators(person, do.command):
            return Refusal(
                "not_permitted", "", text("A spectator can only point out a mistake, and only now and then.")
            )
        at = self._context.time.now()
        command = as_asked_by(viewer, do.command)
        if isinstance(command, Refusal):
            return command
        if do.seen < self.number(viewer, self._decision.version):
            return Refusal("stale", "", text("The game has gone on meanwhile. Look at it again, then decide."))
        if self.table.proposal.checked and (refusal := refused_words(self.game, command, self._context.lexicon)):
            return refusal
        mover = viewer if isinstance(viewer, Seat) else None
        try:
            refused = self._carry_out(replace(command, at=at), at, mover, lag, do.id)
            await self._save(at)
        except ConflictError:
            return Refusal("conflict", "", text("The table was used elsewhere. Try again."))
        except SaveError as error:
            why = explained(error.sentence, error.params)
            return Refusal("not_kept", "", text("Not done, because it cannot be saved: {why}", why=why))
        return Refusal(refused.reason, refused.clause, say(refused)) if refused is not None else None

    def _carry_out(
        self, command: Command, at: int, mover: Seat | None = None, lag: int | None = None, id: str | None = None
    ) -> Refused | None:
        """Credit what is due, then carry out the command, then what follows by itself. Nothing is stored yet."""
        assert self._log is not None
        self._log.at = at
        played = self._opened_game
        if not is_secret(command) or is_overdue(played.game, at):
            self.clock.look(played, at, mover, lag)
        before = played.version
        conducted = played.carry_out(command)
        if id is not None and conducted.refused is None and played.version > before:
            self._log.tag(before + 1, id)
        self._go_on(at)
        return conducted.refused

    def _go_on(self, at: int) -> None:
        """What happens by itself: the lexicon's verdict, and the record where words were checked before."""
        played = self._opened_game
        while True:
            if awaits_verdict(played.game):
                lexicon = self._context.lexicon(played.game)
                if lexicon is None:
                    self.broadcast.explain("lexicon_missing", _NO_LEXICON)
                    return
                played.judge(lexicon, at)
            elif self.table.proposal.checked and isinstance(played.game.phase, Laid):
                step = unopposed_step(played.game, played.book)
                if step is None or played.carry_out(replace(step, at=at)).refused is not None:
                    return
            else:
                return

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[None]:
        """Hold the lock, with the game in memory."""
        async with self._lock:
            await self._open()
            try:
                yield
            finally:
                if self._context.forgetful:
                    self._drop()

    async def _open(self) -> None:
        """Read the game if it is not in memory."""
        if self._played is not None:
            return
        log = await self._context.store.open_log(self.table)
        played = LoggedGame(log, partial(random_draws, log.seed), lambda number, event: None, log.seed)
        log.at = at = self._context.time.now()
        if log.is_begun:
            played.open()
        sent = self.version
        self._log, self._played, self._numbers = log, played, played.numbers
        if not log.is_begun:
            await self._create(at)
            return
        self._answers.read(log.command_ids)
        if sent not in (0, self.version):  # another server wrote to the log: pages must come back
            self.broadcast.restart()
        waits = None if self._was_open else self._begin_again(at)
        await self._save(at, everything=waits is not None)
        self._was_open = True
        if waits is not None:
            clock = self.game.clock
            used = at - clock.since if clock is not None else 0
            self.clock.watch(waits, self.number(waits), at if waits in self.bots else None, used)
            self._set_alarm()

    async def _create(self, at: int) -> None:
        """Set the game up; a server that was stopped between taking the seats and this does it now."""
        assert self._log is not None
        self._was_open = True
        self._opened_game.create(replace(self._context.creation(self.table, self._log.seed), at=at))
        await self._save(at)

    def _begin_again(self, at: int) -> Seat | None:
        """After a stop of the server: the clock goes on from where it stood, and waits until its player is back."""
        self._decision.begin(self.game, self.version, at)
        return self.clock.outage(self._opened_game, self._context.stopped, at)

    def _now(self) -> int:
        """The present moment, which is also stored with the next events."""
        assert self._log is not None
        self._log.at = at = self._context.time.now()
        return at

    async def _save(self, at: int, everything: bool = False) -> None:
        """Store what has happened, then send it. What cannot be stored has not happened.

        Credited time waits until something else happens: otherwise every refusal would leave a credit in the record.
        """
        assert self._log is not None
        events = tuple(self._log.waiting)
        due = bool(events) and (everything or not all(isinstance(event, TimeCredited) for event in events))
        if due:
            try:
                await self._context.store.save(self._log)
            except BaseException:
                self._drop()
                raise
            self._send(events, at)
        self._set_alarm()
        self.scores = tuple(self.game.scores)
        if due:
            self._context.changed(self)

    def _send(self, events: Sequence[Event], at: int) -> None:
        game = self.game
        self._decision.look(game, self.version, at)
        for event in events:
            if isinstance(event, ClockStarted):
                arrived = event.at if event.seat in self.bots else None
                self.clock.watch(event.seat, self.number(event.seat), arrived, is_away=event.seat in self.absent)
        self.broadcast.send_update(events, game, self.clock.face, at)

    def _set_alarm(self) -> None:
        """Wake up when the next time has run out."""
        if self._played is not None:
            now = self._context.time.now()
            waits = now + _WAITS if self.clock.is_waiting(self.game, now) else None
            ends = (self.clock.due_at(self.game), self._window_ends(), waits)
            moment = min((end for end in ends if end is not None), default=None)
            self._alarm.set(None if moment is None else moment - now)

    def _window_ends(self) -> int | None:
        window = self.table.proposal.window
        waits = window is not None and unopposed_step(self.game, self._opened_game.book) is not None
        return self._decision.since + window * 1000 if waits and window is not None else None

    async def _on_time(self) -> None:
        """A time has run out; no player need be connected for that."""
        try:
            async with self._opened():
                at = self._now()
                played = self._opened_game
                self.clock.look(played, at)
                ends = self._window_ends()
                step = unopposed_step(played.game, played.book)
                is_due = ends is not None and at >= ends and step is not None
                if is_due and step is not None and played.carry_out(replace(step, at=at)).refused is not None:
                    self._decision.since = at  # not yet: the mover has not said the value, say (PFS-4.6.2)
                self._go_on(at)
                await self._save(at, everything=self.clock.is_waiting(self.game, at))
        except (LogError, ConflictError) as error:
            log.error("time_not_kept", game=self.table.id, why=str(error))
            self._alarm.set(_AGAIN)

    def _drop(self) -> None:
        """Forget the state, with the events that were not stored."""
        self._numbers.take_back(self._waiting)
        self._log = self._played = None
