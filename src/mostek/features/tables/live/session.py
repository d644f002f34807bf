"""A game while it is played: commands are decided, stored, and then sent to every viewer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial

import structlog
from msgspec.structs import replace

from mostek.app.games import EventNumbers, LoggedGame
from mostek.app.lobby import LobbyTable
from mostek.app.ownership import OwnedElsewhereError, Ownership
from mostek.app.ports import ConflictError, GameStore, LogError, PendingLog, SaveError
from mostek.app.seals import Countersignature
from mostek.core.players import Role, Seat, Unsighted, Viewer, role_of
from mostek.engine.random_draws import random_draws
from mostek.features.tables.live.broadcast import Broadcast, Listener
from mostek.features.tables.live.clock import Alarm, HostTime, SessionClock, standing_face
from mostek.features.tables.live.messages import Answer, Countersign, Do, HeadMessage, Refusal
from mostek.lexicon import Lexicon
from mostek.messages import explained, text
from mostek.messages.refusals import say
from mostek.referee import Game, Refused
from mostek.referee.agreements import lacks_sight, waits_of
from mostek.referee.automation import awaits_verdict, unknown_words, unopposed_step
from mostek.referee.commands import (
    CheckTime,
    Command,
    CreateGame,
    CreditTime,
    EndIdleGame,
    Irregularity,
    LayTiles,
    NoteArbiter,
    NotePresence,
    ReportIrregularity,
    RevealSeed,
    SeatRequest,
    StateRack,
)
from mostek.referee.events import ClockStarted, Event, TimeCredited
from mostek.referee.state import Laid, Over


@dataclass(slots=True)
class SessionContext:
    """The context that all sessions of a server share."""

    store: GameStore
    ownership: Ownership
    time: HostTime
    stopped: int
    """The last moment at which an earlier server is known to have run, in milliseconds since 1970."""
    lexicon: Callable[[Game], Lexicon | None]
    """The lexicon of a game; `None` if it is no longer installed."""
    creation: Callable[[LobbyTable, int | str | None], CreateGame]
    """The command that sets up the game of a table with that secret seed. Raises `LexiconError`."""
    changed: Callable[[GameSession], None]
    """Called after each change, when every viewer has been sent it."""
    lost: Callable[[GameSession], None]
    """Called when another node owns the game."""
    waited: Callable[[GameSession], None]
    """Called when a wait is over, after which people may do more than before although nothing has happened."""
    consented: Callable[[GameSession, Collection[str]], None] = lambda session, people: None
    """Called when all players have consented to these officials; the record says so already."""
    forgetful: bool = False
    """For tests: drop the state of a game after every command. No viewer may notice."""


_REMEMBERED = 16
"""The number of stored answers, for the commands that a page repeats after a lost connection. Older answers are in the record."""
PASSING = frozenset({"not_kept", "conflict"})
"""Temporary errors of a write, after which it is tried again."""


class RecentAnswers:
    """The latest answers by command id; `None` for a command that was carried out."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, Refusal | None] = {}

    def __contains__(self, id: str) -> bool:
        return id in self._known

    def __getitem__(self, id: str) -> Refusal | None:
        return self._known[id]

    def put(self, id: str, answer: Refusal | None) -> None:
        """Store an answer."""
        if answer is None or answer.reason not in PASSING:
            self._known[id] = answer
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]

    def read(self, done: Iterable[str | None]) -> None:
        """Read the ids of the commands in the record."""
        for id in [id for id in done if id is not None][-_REMEMBERED:]:
            self._known.setdefault(id, None)


class DecisionPoint:
    """The current turn of a game, which dates the commands of everyone at the table."""

    __slots__ = ("_is", "since", "version")

    def __init__(self) -> None:
        self.version = 0
        """The number of events at its last change: an earlier command was meant for another position."""
        self.since = 0
        """The time of its last change or start, in milliseconds since 1970."""
        self._is: object = None

    def look(self, game: Game, version: int, at: int) -> None:
        """Note a change of the game."""
        if _situation(game) != self._is:
            self.begin(game, version, at)

    def begin(self, game: Game, version: int, at: int) -> None:
        """Start with this game, as after a stop of the server."""
        self._is, self.version, self.since = _situation(game), version, at


def _roles(roles: Iterable[Role]) -> tuple[Role, ...]:
    """The roles in the order of `Role`, so that the same officials are the same note."""
    return tuple(sorted(roles, key=tuple(Role).index))


def _situation(game: Game) -> tuple[object, ...]:
    return type(game.phase), game.on_turn, len(game.turns), game.interruption is not None


_SERVERS_OWN = (CreateGame, CheckTime, CreditTime, RevealSeed, NotePresence, NoteArbiter, EndIdleGame)
"""The commands of the server alone."""


def as_asked_by(viewer: Viewer, command: Command) -> Command | Refusal:
    """The command with the person's role and seat and the server's time, which are never taken from a page."""
    if isinstance(command, _SERVERS_OWN):
        return Refusal("not_permitted", "", text("Only the server does that."))
    if isinstance(viewer, Seat):
        if isinstance(command, SeatRequest) and command.seat != viewer:
            return Refusal("not_your_seat", "", text("You can act for your own seat only."))
        return replace(command, by=Role.PLAYER)
    if isinstance(viewer, Unsighted) and isinstance(command, StateRack):
        return Refusal("not_permitted", "", text("You do not see the racks at this table."))
    return replace(command, by=role_of(viewer))


def is_secret(command: Command) -> bool:
    """Whether only the arbiter receives the event. Then no other event may happen at the same time and reveal it."""
    return isinstance(command, ReportIrregularity) and command.what is Irregularity.SUSPICION


def refused_words(game: Game, command: Command, lexicon_of: Callable[[Game], Lexicon | None]) -> Refusal | None:
    """The refusal of a move with invalid words, at a table where words are checked before (S66)."""
    if not isinstance(command, LayTiles) or (lexicon := lexicon_of(game)) is None:
        return None
    words = unknown_words(game, command, lexicon)
    sentence = text("Not in the lexicon: {words}. Nothing is lost; lay something else.", words=", ".join(words))
    return Refusal("unknown_words", "", sentence) if words else None


_AGAIN = 1000
"""The milliseconds before a failed write is tried again."""
_NO_LEXICON = "The word list that judges this game is not here any more; the verdict waits until it is put back."
_PUT_ASIDE = (
    "This game is put aside, because its record cannot be read: {why} Who runs the server can restore it from a copy."
)
_POINTED_OUT = 30_000
"""The milliseconds before spectators may point something out again."""
GONE = 60_000
"""The milliseconds without a page after which a player is noted as gone: so a bad line writes at most two notes a minute."""
_HEADS = 8
"""The number of signed heads that players may still countersign."""
_WAITS = 10_000
"""The interval in milliseconds at which a waiting clock is credited, so that a stop loses no more."""

log = structlog.get_logger("mostek.live")


class GameSession:
    """A live game with its pages. Its state is a cache: it can be dropped at any moment and is read again."""

    def __init__(self, table: LobbyTable, context: SessionContext, stopped: int | None = None) -> None:
        """`stopped` is the last moment at which the former owner of the game is known to have run, by default that of the
        context."""
        self.table = table
        self.bots = frozenset(taken.seat for taken in table.places if taken.bot is not None)
        self.broadcast = Broadcast(table.proposal.delay * 1000)
        self.clock = SessionClock(table.proposal.book.clock.mode.value)
        self.scores: tuple[int, ...] | None = None
        """The scores when the game was last in memory."""
        self.on_turn: Seat | None = None
        """The player on turn when the game was last in memory."""
        self.absent = {taken.seat: context.time.now() for taken in table.places if taken.bot is None}
        """The time since a player has had no page open."""
        self._context = context
        self._lock = asyncio.Lock()  # each command is judged on the state that the one before it left
        self._spectating = asyncio.Lock()
        """Held by the spectator who subscribes: only one of them waits among the players' commands."""
        self._log: PendingLog | None = None
        self._played: LoggedGame | None = None
        self._numbers = EventNumbers()
        self._alarm = Alarm(self._on_time)
        self._answers = RecentAnswers()
        self._decision = DecisionPoint()
        self._was_open = False
        self._stopped = stopped
        self._is_given_up = False
        self._stands = False
        """Whether the clock stands until the game is read again."""
        self._to_consent: frozenset[str] = frozenset()
        """The officials to whom the players may consent, as they have been told."""
        self._pointed_out = 0
        self._heads: dict[int, HeadMessage] = {}
        """The last signed heads by line."""
        self._countersigned: dict[Seat, int] = {}
        """The line up to which the page of each player has countersigned."""
        self._signed_turns = 0
        """The number of turns at the last signed head."""
        self._waited: int = context.time.now()
        """The moment up to which people know that their waits are over."""

    @property
    def game(self) -> Game:
        """The current game; it must be open."""
        return self._opened_game.game

    @property
    def version(self) -> int:
        """The number of stored events, without those that wait."""
        return self._numbers.version - self._waiting

    @property
    def public_version(self) -> int:
        """The number of public events among them."""
        return self._numbers.public_version - self._waiting

    def number(self, viewer: Viewer, version: int | None = None) -> int:
        """A viewer's number of the event with that version, by default the last event."""
        return self._numbers.number(viewer, self.version if version is None else version)

    async def open(self) -> Game:
        """Return the game, read from the store if necessary. Raises `LogError`, `SaveError`."""
        async with self._opened():
            return self.game

    async def act(self, viewer: Viewer, do: Do, lag: int | None = None, person: str | None = None) -> Answer:
        """Carry out a command from a page of that person, once. Raises `LogError` if the game cannot be read."""
        own = replace(do, id=f"{viewer}/{do.id}")  # no viewer gets the answer to another's command
        async with self._opened():
            answer = self._answers[own.id] if own.id in self._answers else await self._decide(viewer, own, lag, person)
            self._answers.put(own.id, answer)
            if answer is not None and await self._context.store.has_command(self.table.id, own.id):
                answer = None  # it was done so long ago that the answer is forgotten
            return Answer(do.id, self.number(viewer), answer)

    async def perform(self, command: Command) -> Refused | None:
        """Carry out a command of the server or of a bot. Raises like `act`."""
        async with self._opened():
            at = self._context.time.now()
            conducted = self._carry_out(replace(command, at=at), at)
            await self._save(at)
            return conducted

    async def subscribe(self, page: Listener, after: int) -> None:
        """Subscribe a page to the stream after its last number. Raises `LogError`, `SaveError`."""
        async with self._spectating if page.viewer is Role.SPECTATOR else nullcontext(), self._opened():
            number = self.number(page.viewer)
            stored: Sequence[tuple[int, Event]] = ()
            if self.broadcast.needs_events(page.viewer, after, number):
                stored = await self._context.store.timed_events(self.table)
            at = self._context.time.now()
            self.broadcast.subscribe(page, after, stored, number, self.game, self.clock.face, at)
            if isinstance(page.viewer, Seat):
                self.absent.pop(page.viewer, None)
                if self._heads:
                    page.send(next(reversed(self._heads.values())))
            self._set_alarm()

    async def countersign(self, viewer: Viewer, given: Countersign) -> None:
        """Store the signature of a player's page; one that is late, repeated or not valid is ignored."""
        head = self._heads.get(given.lines)
        if head is None or not isinstance(viewer, Seat) or given.lines <= self._countersigned.get(viewer, 0):
            return
        self._countersigned[viewer] = given.lines
        with suppress(SaveError):  # the page still has its receipt
            signed = Countersignature(viewer, given.lines, head.seal, given.key, given.signature)
            await self._context.store.countersign(self.table.id, signed)

    def leave(self, page: Listener) -> None:
        """Remove a page."""
        if self.broadcast.leave(page) and isinstance(page.viewer, Seat):
            self.absent[page.viewer] = self._context.time.now()
            if self._played is not None:
                self._set_alarm()
            elif not self._alarm.is_set:
                self._alarm.set(GONE)

    def has_voice(self, person: str | None) -> bool:
        """Whether a spectator may point out a mistake (PFS-6.6.9): with a name, in a game without delay."""
        return person is not None and not self.table.proposal.delay

    def hears_spectators(self, person: str | None, command: Command) -> bool:
        """Whether a spectator may send this command now. All of these reports stay in the record: their rate is limited."""
        now = self._context.time.now()
        may = (
            self.has_voice(person)
            and isinstance(command, ReportIrregularity)
            and now - self._pointed_out >= _POINTED_OUT
        )
        self._pointed_out = now if may else self._pointed_out
        return may

    def is_idle(self, before: int) -> bool:
        """Whether no page has been open since then, and no automatic step is due."""
        quiet = (
            not self._alarm.is_set
            and not self._stands
            and not len(self.broadcast.listeners)
            and not self._lock.locked()
        )
        return quiet and max(self.absent.values(), default=0) < before and self._decision.since < before

    def acknowledge(self, viewer: Viewer, number: int) -> None:
        """Note that a page has received the stream up to this number."""
        now = self._context.time.now()
        if isinstance(viewer, Seat) and self.clock.acknowledge(viewer, number, now) and self._played is not None:
            self._set_alarm()
            if self.clock.was_noticed(self.game, now):
                self.broadcast.send_clock(self.game, self.clock.face, now)

    async def has_seen(self, viewer: Viewer, seen: int) -> bool:
        """Note what a page shows that asks about the position. Returns whether it shows the present one. Raises `LogError`."""
        async with self._opened():
            self.acknowledge(viewer, seen)
            return seen >= self.number(viewer, self._decision.version)

    async def close(self) -> None:
        """Drop the game from memory and close every connection."""
        async with self._lock:
            await self._credit_at_the_end()
            self._drop()
            self._alarm.stop()
            self.broadcast.close()

    async def stand_still(self, stopped: int) -> None:
        """Drop the game from memory, but not its pages; when it is read again, the time since that moment is credited."""
        async with self._lock:
            self._drop()
            self._alarm.stop()
            self._stopped, self._was_open, self._stands = stopped, False, True

    def pause_clock(self) -> None:
        """Show that the clock stands, and let no time run out until `stand_still`."""
        self._alarm.stop()
        self._stands = True
        if self._played is not None:
            self.broadcast.send_clock(self.game, standing_face, self._context.time.now())

    async def hand_over(self) -> None:
        """Store what is due, and do nothing more: another node goes on. The pages stay until `give_up`."""
        async with self._lock:
            await self._credit_at_the_end()
            self._is_given_up = True
            self._drop()
            self._alarm.stop()

    def give_up(self, code: int, address: str = "") -> None:
        """Drop a game that another node owns, and close every connection; `address` is where it goes on."""
        self._is_given_up = True
        self._drop()
        self._alarm.stop()
        self.broadcast.close(code, address)

    async def forget(self) -> None:
        """Drop the state of the game but not pages and clocks. The server is running, so no time is credited."""
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
        """Store the credits due by now: the next server cannot know whether the position has arrived."""
        with suppress(LogError, ConflictError):
            if self._was_open:  # it may have been dropped since, and the clock knows what the record does not
                await self._open()
                at = self._now()
                self.clock.credit(self._opened_game, at)
                await self._save(at, everything=True)

    async def _decide(self, viewer: Viewer, do: Do, lag: int | None, person: str | None) -> Refusal | None:
        """Carry out a command, or return its refusal."""
        if viewer is Role.SPECTATOR and not self.hears_spectators(person, do.command):
            return Refusal(
                "not_permitted", "", text("A spectator can only point out a mistake, and only now and then.")
            )
        at = self._context.time.now()
        command = as_asked_by(viewer, do.command)
        if isinstance(command, Refusal):
            return command
        self.acknowledge(viewer, do.seen)
        if do.seen < self.number(viewer, self._decision.version):
            return Refusal("stale", "", text("The game has gone on meanwhile. Look at it again, then decide."))
        if self.table.proposal.checked and (refusal := refused_words(self.game, command, self._context.lexicon)):
            return refusal
        mover = viewer if isinstance(viewer, Seat) else None
        lacked_sight = lacks_sight(self.game)
        try:
            refused = self._carry_out(replace(command, at=at), at, mover, lag, do.id)
            await self._save(at)
            if lacked_sight and not lacks_sight(self.game):
                self._context.consented(self, self._to_consent)
        except ConflictError:
            return Refusal("conflict", "", text("The table was used elsewhere. Try again."))
        except SaveError as error:
            why = explained(error.sentence, error.params)
            return Refusal("not_kept", "", text("Not done, because it cannot be saved: {why}", why=why))
        return Refusal(refused.reason, refused.clause, say(refused)) if refused is not None else None

    def _carry_out(
        self, command: Command, at: int, mover: Seat | None = None, lag: int | None = None, id: str | None = None
    ) -> Refused | None:
        """Credit the time due, then carry out the command and its automatic steps. Nothing is stored yet."""
        assert self._log is not None
        self._log.at = at
        played = self._opened_game
        if not is_secret(command) or played.game.is_overdue(at):
            self.clock.look(played, at, mover, lag)
        before = played.version
        conducted = played.carry_out(command)
        if id is not None and conducted.refused is None and played.version > before:
            self._log.tag(before + 1, id)
        self._go_on(at)
        return conducted.refused

    def _go_on(self, at: int) -> None:
        """Carry out automatic steps: the lexicon's verdict, and the record where words were checked before."""
        played = self._opened_game
        while True:
            if awaits_verdict(played.game, played.book):
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
        """Hold the lock with the game in memory."""
        async with self._lock:
            await self._open()
            try:
                yield
            finally:
                if self._context.forgetful:
                    self._drop()

    async def _open(self) -> None:
        """Read the game if it is not in memory. Raises `LogError` with a sentence for its players."""
        if self._played is not None:
            return
        if self._is_given_up:
            raise OwnedElsewhereError
        try:
            await self._read()
        except SaveError:
            raise
        except LogError as error:
            raise LogError(_PUT_ASIDE, why=error) from error

    async def _read(self) -> None:
        """Read the game from the store, and continue it after a stop of the server."""
        log = await self._context.store.open_log(self.table)
        played = LoggedGame(log, partial(random_draws, log.seed), lambda number, event: None, log.seed)
        log.at = at = self._context.time.now()
        if log.is_begun:
            played.open()
        sent = self.version
        self._log, self._played, self._numbers = log, played, played.numbers
        self._note_head()
        if not log.is_begun:
            await self._create(at)
            return
        self._answers.read(log.command_ids)
        if sent not in (0, self.version):  # another server wrote to the log: pages must come back
            self.broadcast.restart()
        waits = None
        if not self._was_open:
            self._stands = False
            waits = self._begin_again(at)
            self._note_officials(at)
        await self._save(at, everything=waits is not None)
        self._was_open = True
        if waits is not None:
            clock = self.game.clock
            used = at - clock.since if clock is not None else 0
            self.clock.watch(self.game, waits, self.number(waits), at if waits in self.bots else None, used)
            self._set_alarm()

    async def _create(self, at: int) -> None:
        """Create the game, also after a stop of the server between the last seat and the creation."""
        assert self._log is not None
        self._was_open = True
        self._opened_game.create(replace(self._context.creation(self.table, self._log.seed), at=at))
        self._note_officials(at)
        await self._save(at)

    async def officials_changed(self, table: LobbyTable) -> None:
        """Note who rules at the table now, and let the pages of those concerned come back as what they are."""
        self.table = table
        async with self._opened():
            at = self._now()
            self._note_officials(at)
            await self._save(at)
        for page in self.broadcast.listeners:
            seat = page.viewer if isinstance(page.viewer, Seat) else None
            if page.viewer != table.viewer_of(page.person, seat):
                page.close(1012)

    def _note_officials(self, at: int) -> None:
        """Note in the record who officiates by role, whether that is somebody who sees the racks, and who asks for consent.

        A change of those who may be consented to is noted, too, for a consent does not hold for others.
        """
        table, game = self.table, self.game
        here, sees = table.is_ruled, table.is_ruled_with_sight or not table.is_ruled
        roles, asking = _roles(table.acting.values()), _roles(table.officials[each] for each in table.asking)
        playing = tuple(sorted(set(table.proposal.officials)))
        are_others = self._to_consent != table.to_consent
        are_others = are_others or (roles, asking, playing) != (game.beside, game.asking, game.officials)
        if here is not game.arbiter or (here and sees is not game.arbiter_sees) or are_others:
            self._to_consent = table.to_consent
            self.clock.look(self._opened_game, at)
            note = NoteArbiter(
                here=here, sees_racks=sees, roles=roles, asking=asking, playing=playing, by=Role.HOST, at=at
            )
            self._opened_game.carry_out(note)
            self._go_on(at)  # whoever was to judge may have gone

    def _begin_again(self, at: int) -> Seat | None:
        """Continue after a stop of the server: the clock goes on from its last state, and waits until its player is back."""
        self._decision.begin(self.game, self.version, at)
        stopped = self._context.stopped if self._stopped is None else self._stopped
        return self.clock.outage(self._opened_game, stopped, at)

    def _now(self) -> int:
        """The present time, which is also stored with the next events."""
        assert self._log is not None
        self._log.at = at = self._context.time.now()
        return at

    async def _save(self, at: int, everything: bool = False) -> None:
        """Store the new events, then send them. Events that cannot be stored are dropped.

        Credited time waits until something else happens: otherwise every refusal would leave a credit in the record.
        """
        assert self._log is not None
        events = tuple(self._log.waiting)
        due = bool(events) and (everything or not all(isinstance(event, TimeCredited) for event in events))
        if due:
            sign = len(self.game.turns) != self._signed_turns or isinstance(self.game.phase, Over)
            try:
                await self._context.store.save(self._log, sign)
            except OwnedElsewhereError:
                self._drop()
                self._context.lost(self)
                raise
            except BaseException:
                self._drop()
                raise
            self._send(events, at)
            if sign:
                self._send_head()
        self._set_alarm()
        self.scores = tuple(self.game.scores)
        self.on_turn = self.game.on_turn
        if due:
            self._context.changed(self)

    def _send(self, events: Sequence[Event], at: int) -> None:
        game = self.game
        self._decision.look(game, self.version, at)
        for event in events:
            if isinstance(event, ClockStarted):
                arrived = event.at if event.seat in self.bots else None
                self.clock.watch(game, event.seat, self.number(event.seat), arrived, is_away=event.seat in self.absent)
        self.broadcast.send_update(events, game, self.clock.face, at)

    def _send_head(self) -> None:
        """Send the players the head that was just signed."""
        self._signed_turns = len(self.game.turns)
        self._note_head()
        for seat in self.game.seats:
            for page in self.broadcast.listeners.of(seat):
                for head in list(self._heads.values())[-1:]:
                    page.send(head)

    def _note_head(self) -> None:
        """Remember the last head that was signed, so that players can get and countersign it."""
        assert self._log is not None
        signed, key = self._log.signed, self._log.key
        if signed is not None and key is not None:
            self._heads[signed.lines] = HeadMessage(key, signed.lines, signed.seal, signed.signature)
        while len(self._heads) > _HEADS:
            del self._heads[next(iter(self._heads))]

    def _set_alarm(self) -> None:
        """Set the alarm to the next time-out."""
        if self._played is not None:
            now = self._context.time.now()
            waits = now + _WAITS if self.clock.is_waiting(self.game, now) else None
            ends = (
                self.clock.due_at(self.game),
                self._window_ends(),
                waits,
                min((due for _, _, due in self._presence_news()), default=None),
                self._next_wait(),
            )
            moment = min((end for end in ends if end is not None), default=None)
            self._alarm.set(None if moment is None else moment - now)

    def _presence_news(self) -> Iterator[tuple[Seat, bool, int]]:
        """Each player who has gone or is back, and when that is to be noted."""
        game = self.game
        if isinstance(game.phase, Over):
            return
        for seat in game.seats:
            since = None if seat in self.bots else self.absent.get(seat)
            if since is None and seat in game.gone:
                yield seat, True, 0
            elif since is not None and seat not in game.gone:
                yield seat, False, since + GONE

    def _note_presence(self, at: int) -> None:
        """Note who has been gone for long enough, and who is back."""
        for seat, here, moment in list(self._presence_news()):
            if moment <= at:
                self._opened_game.carry_out(NotePresence(seat=seat, here=here, by=Role.HOST, at=at))

    def _next_wait(self) -> int | None:
        """When the next wait is over of which a page must know."""
        if not len(self.broadcast.listeners) or isinstance(self.game.phase, Over):
            return None
        ends = waits_of(self.game, self._opened_game.book)
        return min((moment for moment in ends if moment > self._waited), default=None)

    def _window_ends(self) -> int | None:
        window = self.table.proposal.window
        waits = window is not None and unopposed_step(self.game, self._opened_game.book) is not None
        return self._decision.since + window * 1000 if waits and window is not None else None

    async def _on_time(self) -> None:
        """Apply a time-out; no player needs to be connected."""
        try:
            self._context.ownership.check_lease()  # while nothing can be stored, clocks stand
            async with self._opened():
                at = self._now()
                played = self._opened_game
                self.clock.look(played, at)
                self._note_presence(at)
                ends = self._window_ends()
                if ends is not None and at >= ends:
                    self._close_window(at)
                self._go_on(at)
                is_over = (wait := self._next_wait()) is not None and wait <= at
                self._waited = max(self._waited, at)
                await self._save(at, everything=self.clock.is_waiting(self.game, at))
                if is_over:
                    self._context.waited(self)
        except (LogError, ConflictError) as error:
            log.error("time_not_kept", game=self.table.id, why=str(error))
            self._alarm.set(_AGAIN)

    def _close_window(self, at: int) -> None:
        """Take the step of everybody who is silent: one window holds for all at the table."""
        played = self._opened_game
        for _ in played.game.seats:
            step = unopposed_step(played.game, played.book)
            if step is None:
                return
            if played.carry_out(replace(step, at=at)).refused is not None:
                self._decision.since = at  # not yet: the mover has not said the value, say (PFS-4.6.2)
                return

    def _drop(self) -> None:
        """Drop the state and the events that were not stored."""
        self._numbers.take_back(self._waiting)
        self._log = self._played = None
