"""A game while it is played: commands are decided, stored, and then sent to every viewer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import structlog
from msgspec.structs import replace
from sqlalchemy import Row

from mostek.app.games import LoggedGame
from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tables import LobbyTable
from mostek.core.players import Role, Seat, Viewer
from mostek.engine.random_draws import random_draws
from mostek.lexicon import Lexicon
from mostek.live.broadcast import Broadcast, Listener
from mostek.live.clock import Alarm, HostTime, SessionClock, is_overdue
from mostek.live.messages import Answer, Do, Refusal
from mostek.live.routine import awaits_lexicon, closing_step, unknown_words
from mostek.messages import explained, text
from mostek.messages.refusals import say
from mostek.referee import Game, Refused
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
from mostek.referee.conduct import Conducted
from mostek.referee.events import ClockStarted, Event, TimeCredited
from mostek.referee.state import Laid
from mostek.store.database import Database
from mostek.store.game_lines import event_of, read_lines
from mostek.store.games import BufferedLog

if TYPE_CHECKING:
    pass


@dataclass(slots=True)
class SessionContext:
    """The same for all games."""

    database: Database
    time: HostTime
    stopped: int
    """The last moment at which an earlier server is known to have run, in milliseconds since 1970."""
    lexicon: Callable[[Game], Lexicon | None]
    """The list that judges a game; `None` if it is not here any more."""
    creation: Callable[[LobbyTable], CreateGame]
    """How a game is set up. Raises `LexiconError`."""
    changed: Callable[[GameSession], None]
    """Called after each change, when it has been told."""
    forgetful: bool = False
    """Whether the state of a game is thrown away after every command, which nobody may notice."""


_REMEMBERED = 16
"""How many answers are kept: a page sends again what was under way when it lost its connection. What was done longer ago is
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


class UnsavedGame:
    """A table with its log. It is ahead of the database until `taken` is kept; if that fails it is thrown away."""

    __slots__ = ("_fresh", "_log", "kept", "table")

    def __init__(self, game: str, header: bytes, rows: Sequence[Row[Any]], at: int) -> None:
        """From the lines that are kept: the header and the rows of the game. Raises `LogError`."""
        contents = read_lines(header + b"".join((row.asked or b"") + row.line for row in rows))
        self.kept = contents.kept.events
        """The events that were kept when this was read; whoever reads them first may clear them."""
        self._log = BufferedLog(game, contents.kept, contents.head)
        self._log.at = at
        self._fresh: list[Event] = []
        seed = contents.header.table.seed
        self.table = LoggedGame(
            self._log, partial(random_draws, seed), lambda _, event: self._fresh.append(event), seed
        )

    def date(self, at: int) -> None:
        """What happens next is kept with this moment."""
        self._log.at = at

    def carry_out(self, command: Command, token: str | None = None) -> Conducted:
        """Decide a command; its rows wait, the first one with the command's id if it was done."""
        before = len(self._log.rows)
        conducted = self.table.carry_out(command)
        if token is not None and conducted.refused is None and len(self._log.rows) > before:
            self._log.rows[before]["token"] = token
        return conducted

    def taken(self, everything: bool = False) -> tuple[list[dict[str, Any]], tuple[Event, ...]]:
        """The rows that are to be kept and their events. What is only credited waits for something that happens.

        Otherwise everything that is refused would leave a credit in the record.
        """
        if not everything and all(isinstance(event, TimeCredited) for event in self._fresh):
            return [], ()
        events, self._fresh = tuple(self._fresh), []
        return self._log.taken(), events


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
    """Whether only the arbiter learns of it: then nothing else may happen at the same time by which others would notice."""
    return isinstance(command, ReportIrregularity) and command.what is Irregularity.SUSPICION


def refused_words(game: Game, command: Command, lexicon_of: Callable[[Game], Lexicon | None]) -> Refusal | None:
    """Why a move is not laid at a table where words are looked up before, if so (S66)."""
    if not isinstance(command, LayTiles) or (lexicon := lexicon_of(game)) is None:
        return None
    words = unknown_words(game, command, lexicon)
    sentence = text("Not in the lexicon: {words}. Nothing is lost; lay something else.", words=", ".join(words))
    return Refusal("unknown_words", "", sentence) if words else None


_AGAIN = 1000
"""After how many milliseconds what could not be kept is tried again."""
_NO_LEXICON = "The word list that judges this game is not here any more; the verdict waits until it is put back."
_POINTED_OUT = 30_000
"""After how many milliseconds those who look on may point something out again."""
_WAITS = 10_000
"""Every how many milliseconds the time of a clock that waits for its player is credited, so that no stop can lose more."""

log = structlog.get_logger("mostek.hall")


class GameSession:
    """A game with its pages. The state is a cache: it can be dropped at any moment and is read again from the database."""

    def __init__(self, sitting: LobbyTable, around: SessionContext) -> None:
        self.sitting = sitting
        self.bots = frozenset(place.seat for place in sitting.places if place.bot is not None)
        self.broadcast = Broadcast(sitting.proposal.delay * 1000)
        self.clockwork = SessionClock()
        self.scores: tuple[int, ...] | None = None
        """The scores when the game was last in memory."""
        self.absent = {place.seat: around.time.now() for place in sitting.places if place.bot is None}
        """Since when a player has no page open."""
        self._around = around
        self._lock = asyncio.Lock()
        self._memory: UnsavedGame | None = None
        self._alarm = Alarm(self._on_time)
        self._answers = RecentAnswers()
        self._situation = DecisionPoint()
        self._was_open = False
        self._pointed_out = 0

    @property
    def game(self) -> Game:
        """The game as it stands; it must be open."""
        return self._table.game

    @property
    def _table(self) -> LoggedGame:
        assert self._memory is not None, "the game is open"
        return self._memory.table

    async def open(self) -> Game:
        """The game, read from the database if it is not in memory. Raises `LogError`, `SaveError`."""
        async with self._opened():
            return self.game

    async def act(self, viewer: Viewer, do: Do, lag: int | None = None, person: str | None = None) -> Answer:
        """What a page of that person asks for, once. Raises `LogError` where the game cannot be read."""
        own = replace(do, id=f"{viewer}/{do.id}")  # nobody is answered with what was said to somebody else
        async with self._opened():
            answer = self._answers[own.id] if own.id in self._answers else await self._decide(viewer, own, lag, person)
            self._answers.put(own.id, answer)
            if answer is not None and await self._around.database.done(self.sitting.id, own.id) is not None:
                answer = None  # it was done so long ago that the answer is forgotten
            return Answer(do.id, self.broadcast.number(viewer), answer)

    async def perform(self, command: Command) -> Refused | None:
        """A step of the server's own, or of a bot. Raises as `act`."""
        async with self._opened():
            at = self._around.time.now()
            conducted = self._carry_out(replace(command, at=at), at)
            await self._keep(at)
            return conducted

    async def subscribe(self, page: Listener, after: int) -> None:
        """Give a page the stream after the number that it has. Raises `LogError`, `SaveError`."""
        async with self._opened():
            kept: list[tuple[int, Event]] = []
            if self.broadcast.needs_all(page.viewer) or not self.broadcast.seen_all(page.viewer, after):
                rows = await self._around.database.lines(self.sitting.id)
                kept = [(row.at, event_of(row.line)) for row in rows]
            at = self._around.time.now()
            self.broadcast.subscribe(page, after, kept, self.game, self.clockwork.face, at)
            if isinstance(page.viewer, Seat):
                self.absent.pop(page.viewer, None)

    def leave(self, page: Listener) -> None:
        """A page has gone."""
        if self.broadcast.leave(page) and isinstance(page.viewer, Seat):
            self.absent[page.viewer] = self._around.time.now()

    def hears_spectators(self, person: str | None, command: Command) -> bool:
        """Whether somebody who looks on may do that: point a mistake out (PFS-6.6.9) under a name, in a game that they see as
        it is played, and not again and again, for all of it stays in the record.
        """
        now = self._around.time.now()
        known = person is not None and not self.sitting.proposal.delay
        may = known and isinstance(command, ReportIrregularity) and now - self._pointed_out >= _POINTED_OUT
        self._pointed_out = now if may else self._pointed_out
        return may

    def is_idle(self, before: int) -> bool:
        """Whether nobody has looked since then, and nothing is going to happen by itself."""
        quiet = not self._alarm.is_set and not len(self.broadcast.listeners) and not self._lock.locked()
        return quiet and max(self.absent.values(), default=0) < before and self._situation.since < before

    def acknowledge(self, viewer: Viewer, number: int) -> None:
        """A page has the stream up to this number."""
        now = self._around.time.now()
        if isinstance(viewer, Seat) and self.clockwork.acknowledge(viewer, number, now) and self._memory is not None:
            self._set_alarm()
            if self.clockwork.was_noticed(self.game, now):
                self.broadcast.tell_clock(self.game, self.clockwork.face, now)

    async def close(self) -> None:
        """Forget the game; nothing is lost."""
        async with self._lock:
            await self._credit_at_the_end()
            self._drop()
            self._alarm.stop()
            self.broadcast.close()

    async def _credit_at_the_end(self) -> None:
        """Keep what is credited by now: the next server does not know whether the position has arrived."""
        with suppress(LogError, ConflictError):
            if self._was_open:  # it may have been dropped since, and the clock knows what the record does not
                await self._open()
                at = self._around.time.now()
                assert self._memory is not None
                self._memory.date(at)
                self.clockwork.credit(self._table, at)
                await self._keep(at, everything=True)

    async def forget(self) -> None:
        """Drop the state; pages and clocks stay. The server has run all the time, so nobody is credited for it."""
        async with self._lock:
            self._drop()

    async def _decide(self, viewer: Viewer, do: Do, lag: int | None, person: str | None) -> Refusal | None:
        """Do it and say why not, if not."""
        if viewer is Role.SPECTATOR and not self.hears_spectators(person, do.command):
            return Refusal(
                "not_permitted", "", text("A spectator can only point out a mistake, and only now and then.")
            )
        at = self._around.time.now()
        command = as_asked_by(viewer, do.command)
        if isinstance(command, Refusal):
            return command
        if do.seen < self.broadcast.number(viewer, self._situation.version):
            return Refusal("stale", "", text("The game has gone on meanwhile. Look at it again, then decide."))
        if self.sitting.proposal.checked and (refusal := refused_words(self.game, command, self._around.lexicon)):
            return refusal
        mover = viewer if isinstance(viewer, Seat) else None
        try:
            refused = self._carry_out(replace(command, at=at), at, mover, lag, do.id)
            await self._keep(at)
        except ConflictError:
            return Refusal("conflict", "", text("The table was used elsewhere. Try again."))
        except SaveError as error:
            why = explained(error.sentence, error.params)
            return Refusal("not_kept", "", text("Not done, because it cannot be saved: {why}", why=why))
        return Refusal(refused.reason, refused.clause, say(refused)) if refused is not None else None

    def _carry_out(
        self, command: Command, at: int, mover: Seat | None = None, lag: int | None = None, token: str | None = None
    ) -> Refused | None:
        """Credit what is due, then the command, then what follows without a person. Nothing is kept yet."""
        assert self._memory is not None
        self._memory.date(at)
        if not is_secret(command) or is_overdue(self._table.game, at):
            self.clockwork.look(self._table, at, mover, lag)
        conducted = self._memory.carry_out(command, token)
        self._go_on(at)
        return conducted.refused

    def _go_on(self, at: int) -> None:
        """What happens by itself: the lexicon's verdict, and the record where words were checked before."""
        table = self._table
        while True:
            if awaits_lexicon(table.game):
                lexicon = self._around.lexicon(table.game)
                if lexicon is None:
                    self.broadcast.explain("lexicon_missing", _NO_LEXICON)
                    return
                table.judge(lexicon, at)
            elif self.sitting.proposal.checked and isinstance(table.game.phase, Laid):
                step = closing_step(table.game, table.book)
                if step is None or table.carry_out(replace(step, at=at)).refused is not None:
                    return
            else:
                return

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[None]:
        """Nobody else changes the game meanwhile, and it is in memory."""
        async with self._lock:
            await self._open()
            try:
                yield
            finally:
                if self._around.forgetful:
                    self._drop()

    async def _open(self) -> None:
        """Read the game if it is not in memory."""
        if self._memory is not None:
            return
        if self.sitting.header is None:
            raise LogError("No part of the game was saved.")
        rows = await self._around.database.lines(self.sitting.id)
        at = self._around.time.now()
        self._memory = UnsavedGame(self.sitting.id, self.sitting.header, rows, at)
        if not rows:
            await self._create(at)
            return
        self._answers.read(row.token for row in rows)
        self.broadcast.read(self._memory.kept)
        self._memory.kept = ()
        self._table.open()
        waits = None if self._was_open else self._begin_again(at)
        await self._keep(at, everything=waits is not None)
        self._was_open = True
        if waits is not None:
            clock = self.game.clock
            used = at - clock.since if clock is not None else 0
            self.clockwork.watch(waits, self.broadcast.number(waits), at if waits in self.bots else None, used)
            self._set_alarm()

    async def _create(self, at: int) -> None:
        """Set the game up; a server that was stopped between taking the seats and this does it now."""
        self._was_open = True
        self._table.create(replace(self._around.creation(self.sitting), at=at))
        await self._keep(at)

    def _begin_again(self, at: int) -> Seat | None:
        """After a stop of the server: the clock goes on from where it stood, and waits until its player is back."""
        self._situation.begin(self.game, self.broadcast.version, at)
        return self.clockwork.outage(self._table, self._around.stopped, at)

    async def _keep(self, at: int, everything: bool = False) -> None:
        """Keep what has happened, then tell it. What cannot be kept has not happened."""
        assert self._memory is not None
        rows, events = self._memory.taken(everything)
        if rows:
            try:
                await self._around.database.append(self.sitting.id, rows[0]["version"] - 1, rows)
            except BaseException:
                self._drop()
                raise
            self._tell(events, at)
        self._set_alarm()
        self.scores = tuple(self.game.scores)
        if rows:
            self._around.changed(self)

    def _tell(self, events: Sequence[Event], at: int) -> None:
        game = self.game
        self.broadcast.take(events)
        self._situation.look(game, self.broadcast.version, at)
        for event in events:
            if isinstance(event, ClockStarted):
                number = self.broadcast.number(event.seat)
                arrived = event.at if event.seat in self.bots else None
                self.clockwork.watch(event.seat, number, arrived, is_away=event.seat in self.absent)
        self.broadcast.tell(events, game, self.clockwork.face, at)

    def _set_alarm(self) -> None:
        """Wake up when the next time has run out."""
        if self._memory is not None:
            now = self._around.time.now()
            waits = now + _WAITS if self.clockwork.is_waiting(self.game, now) else None
            ends = (self.clockwork.due_at(self.game), self._window_ends(), waits)
            moment = min((end for end in ends if end is not None), default=None)
            self._alarm.set(None if moment is None else moment - now)

    def _window_ends(self) -> int | None:
        window = self.sitting.proposal.window
        waits = window is not None and closing_step(self.game, self._table.book) is not None
        return self._situation.since + window * 1000 if waits and window is not None else None

    async def _on_time(self) -> None:
        """A time has run out: nobody needs to be there for that."""
        try:
            async with self._opened():
                assert self._memory is not None
                at = self._around.time.now()
                self._memory.date(at)
                self.clockwork.look(self._table, at)
                ends = self._window_ends()
                step = closing_step(self.game, self._table.book)
                is_due = ends is not None and at >= ends and step is not None
                if is_due and step is not None and self._table.carry_out(replace(step, at=at)).refused is not None:
                    self._situation.since = at  # not yet: the mover has not said the value, say (PFS-4.6.2)
                self._go_on(at)
                await self._keep(at, everything=self.clockwork.is_waiting(self.game, at))
        except (LogError, ConflictError) as error:
            log.error("time_not_kept", game=self.sitting.id, why=str(error))
            self._alarm.set(_AGAIN)

    def _drop(self) -> None:
        self._memory = None
