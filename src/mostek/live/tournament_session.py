"""A tournament while it is run: its log with one writer at a time, commands by people who have seen a version, and its feeds."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from mostek.app.hosted_tournaments import Announcement, ArbiterCall, HostedTournament, TournamentNews
from mostek.app.overtaken import Subject, rests_on, subjects_of
from mostek.app.ports import ConflictError, SharedTournamentLog
from mostek.app.tournament_cards import CardBook, CardChanges, RoundTableCard, Rows, TableKey, Viewing, rows_of
from mostek.app.tournaments import Desk, UnsavedLog, as_kept
from mostek.live.standbys import Standbys
from mostek.live.tournament_feed import Feed, Frame, StreamListener, TournamentUpdate
from mostek.tournament.commands import Request, Undo
from mostek.tournament.decide import Step, in_force, undone_by
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament

COALESCED = 0.25
"""The seconds in which changes for spectators are put together: they are many, and need no more."""
_REMEMBERED = 2_000
"""The number of last steps whose subjects are remembered; a command that has seen an earlier version was overtaken."""
_TRIES = 5
"""How often a command is judged again because another program wrote first."""


T = TypeVar("T")


class Acted(Struct, frozen=True, kw_only=True):
    """Commands were carried out."""

    n: int
    """The number of steps in the log now."""
    steps: tuple[Step, ...]
    before: Tournament
    after: Tournament
    again: bool = False
    """Whether they were carried out already, when they were sent for the first time."""


class NotActed(Struct, frozen=True, kw_only=True):
    """Commands were refused: none was carried out."""

    n: int
    index: int
    """Which of them was refused first, from 0."""
    refused: DeskRefusal
    state: Tournament


class Overtaken(Struct, frozen=True, kw_only=True):
    """A command was overtaken by steps that its author has not seen; none was carried out."""

    n: int
    index: int
    steps: tuple[Step, ...]
    """The steps on whose subject it rests."""
    state: Tournament


class NotOwn(Struct, frozen=True, kw_only=True):
    """The last step is another person's, and only who rules the whole tournament undoes that."""

    n: int
    by: str


Outcome = Acted | NotActed | Overtaken | NotOwn


class _Numbered(NamedTuple):
    n: int
    subjects: frozenset[Subject]


class TournamentSession:
    """A hosted tournament in memory."""

    def __init__(
        self,
        hosted: HostedTournament,
        log: SharedTournamentLog,
        frame: Frame,
        start: str,
        changed: Callable[[str], None] = lambda _id: None,
    ) -> None:
        """`start` tells the feeds of this start of the server from those of another; `changed` is called with the id after
        every change. Raises `LogError`.
        """
        self.hosted = hosted
        self._log = log
        self._changed = changed
        self._desk = Desk(log)
        self._lock = asyncio.Lock()  # each command is judged on the state that the one before it left
        self._subjects: deque[_Numbered] = deque(maxlen=_REMEMBERED)
        self._first = self.n
        self._ids = _ids(self._desk.steps)
        self._calls: Mapping[str, ArbiterCall] = {}
        self._announcements: tuple[Announcement, ...] = ()
        self.standbys = Standbys()
        """The second computers that follow."""
        self.moved: str | None = None
        """The address at which the tournament goes on; `None` if it is run here."""
        self.copied_at: int | None = None
        """When a copy last had everything, in milliseconds since 1970; `None` for a tournament that is run here."""
        self.official = Feed(f"{start}o", frame)
        self.public = Feed(f"{start}p", frame)
        self._players: dict[int, dict[StreamListener, None]] = {}
        self._rulers: dict[StreamListener, None] = {}
        self._frame = frame
        self._books = {viewing: CardBook(viewing, hosted.audience, hosted.online) for viewing in Viewing}
        self._waiting: asyncio.TimerHandle | None = None
        self._announced = False
        self._tell_news: Callable[[TournamentNews], None] | None = None
        self.is_shared = False
        """Whether other nodes of the server run the tournament, too: then the one that writes tells the news to phones."""
        self.has_phones = False
        """Whether phones wait for news, so that the file is followed although no page listens."""
        self._classified: tuple[Tournament, Rows] | None = None
        rows = self._rows()
        for book in self._books.values():
            book.take(self.state, rows)

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        return self._desk.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        return self._desk.steps

    @property
    def desk(self) -> Desk:
        """The desk, for questions; commands go through `act`."""
        return self._desk

    @property
    def n(self) -> int:
        """The number of steps."""
        return len(self._desk.steps)

    @property
    def head(self) -> str:
        """The hash of the log."""
        return self._log.head

    @property
    def size(self) -> int:
        """The bytes of the log; in memory it takes about one and a half times as many."""
        return self._log.size

    @property
    def calls(self) -> tuple[ArbiterCall, ...]:
        """The open calls of the arbiter, the oldest first."""
        return tuple(sorted(self._calls.values(), key=lambda call: (call.at, call.id)))

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """The announcements to the hall, the latest first."""
        return self._announcements

    @property
    def is_watched(self) -> bool:
        """Whether a page listens, a phone waits for news, or another computer stands by."""
        pages = self.has_phones or self.official.listeners or self.public.listeners
        return bool(pages or any(each.is_there for each in self.standbys.there))

    @property
    def is_busy(self) -> bool:
        """Whether a command is carried out now."""
        return self._lock.locked()

    def whole(self, viewing: Viewing) -> CardChanges:
        """Every card of a kind of viewer."""
        return self._books[viewing].whole

    def book(self, viewing: Viewing) -> CardBook:
        """The cards of a kind of viewer."""
        return self._books[viewing]

    async def data(self) -> bytes:
        """The file of the tournament, whole."""
        async with self._lock:
            return await asyncio.to_thread(self._log.data)

    async def act(self, requests: Sequence[Request], seen: int, own_undo: str | None = None) -> Outcome:
        """Carry out commands, all or none.

        Args:
            requests: the commands, in their order; each names who gives it.
            seen: the number of steps that their author has seen.
            own_undo: for who may undo only their own last step, the name by which the log knows them.

        Returns:
            What has happened, or why nothing has.

        Raises:
            SaveError: they could not be stored; nothing was carried out.
            LogError: another program has made the file unreadable.
        """
        outcome = await self._act(requests, seen, own_undo)
        if isinstance(outcome, Acted):
            await self.standbys.have(outcome.n)
        return outcome

    async def _act(self, requests: Sequence[Request], seen: int, own_undo: str | None) -> Outcome:
        async with self._lock:
            for _ in range(_TRIES):
                outcome = self._precheck(requests, seen, own_undo)
                if outcome is not None:
                    return outcome
                judged = await asyncio.to_thread(self._judge, requests)
                if isinstance(judged, NotActed):
                    return judged
                before = self.state
                try:
                    await asyncio.to_thread(self._log.append_all, self.n, judged.steps)
                except ConflictError:
                    self._follow()
                    continue
                self._advance(judged)
                return Acted(n=self.n, steps=judged.steps, before=before, after=self.state)
            raise ConflictError(seen, self.n)

    async def take(self, work: Callable[[SharedTournamentLog, Desk], Desk]) -> None:
        """Take steps over that another computer has decided: `work` checks and stores them, and gives the desk after them."""
        async with self._lock:
            before = self._desk
            after = await asyncio.to_thread(work, self._log, before)
            if after.steps[: self.n] == before.steps:
                self._advance(_Judged(after, after.steps[self.n :]))
            else:
                self._follow()

    async def alone(self, work: Callable[[SharedTournamentLog], T]) -> T:
        """Do something with the file while it is locked against writers."""
        async with self._lock:
            if await asyncio.to_thread(self._log.has_changed):
                await asyncio.to_thread(self._log.reload)
                self._follow()
            return await asyncio.to_thread(work, self._log)

    async def preview(self, requests: Sequence[Request]) -> Acted | NotActed:
        """The consequences of commands, without storing them."""
        before = self.state
        judged = await asyncio.to_thread(self._judge, requests)
        if isinstance(judged, NotActed):
            return judged
        return Acted(n=self.n, steps=judged.steps, before=before, after=judged.desk.state)

    async def follow(self) -> None:
        """Read what another program has written to the file. Raises `LogError`."""
        async with self._lock:
            if await asyncio.to_thread(self._log.has_changed):
                await asyncio.to_thread(self._log.reload)
                self._follow()

    def set_calls(self, calls: Sequence[ArbiterCall]) -> None:
        """The open calls have changed."""
        before, self._calls = self._calls, {call.id: call for call in calls}
        self.standbys.wake()
        self._news(calls=tuple(call for call in calls if call.id not in before))
        self._publish(calls_changed=True)
        for number in {call.number for call in (*before.values(), *calls)} & self._players.keys():
            own = tuple(call for call in self.calls if call.number == number)
            if own != tuple(call for call in before.values() if call.number == number):
                self._tell_player(number, TournamentUpdate(n=self.n, calls=own))

    def set_announcements(self, announcements: Sequence[Announcement]) -> None:
        """The announcements have changed."""
        known = max((each.id for each in self._announcements), default=0)
        self._announcements = tuple(announcements)
        self.standbys.wake()
        self._announced = True
        self._news(announcements=tuple(each for each in announcements if each.id > known))
        self.official.publish(TournamentUpdate(n=self.n, announcements=self._announcements))
        self._publish_public_later()

    def tell_news(self, tell: Callable[[TournamentNews], None]) -> None:
        """Call `tell` with what happens from now on; it must not wait."""
        self._tell_news = tell

    def _news(
        self,
        before: Tournament | None = None,
        announcements: tuple[Announcement, ...] = (),
        calls: tuple[ArbiterCall, ...] = (),
    ) -> None:
        if self._tell_news is not None and self.has_phones:
            self._tell_news(
                TournamentNews(
                    hosted=self.hosted,
                    before=before or self.state,
                    after=self.state,
                    announcements=announcements,
                    calls=calls,
                )
            )

    def set_hosted(self, hosted: HostedTournament) -> None:
        """The host has chosen another audience: all pages read the whole again."""
        self.hosted = hosted
        self._books = {viewing: CardBook(viewing, hosted.audience, hosted.online) for viewing in Viewing}
        rows = self._rows()
        for book in self._books.values():
            book.take(self.state, rows, self._called())
        for feed in (self.official, self.public):
            feed.publish(TournamentUpdate(n=self.n, reload=True))
        self._changed(hosted.id)

    def set_moved(self, url: str | None) -> None:
        """The tournament goes on elsewhere, or here again: every page learns it."""
        if url != self.moved:
            self.moved = url
            for feed in (self.official, self.public):
                feed.publish(TournamentUpdate(n=self.n, reload=True))

    def set_copied(self, at: int) -> None:
        """A copy had everything at this moment."""
        self.copied_at = at
        self.public.publish(TournamentUpdate(n=self.n, copied_at=at))

    def enter_player(self, number: int, listener: StreamListener) -> None:
        """Let the page of a player listen to what concerns its own table; it learns how that stands at once.

        What is told to one player has no number in the feed, so a phone that was away cannot ask for it again.
        """
        self._players.setdefault(number, {})[listener] = None
        own = tuple(call for call in self.calls if call.number == number)
        self._tell({listener: None}, TournamentUpdate(n=self.n, mine=self.own_card(number), calls=own))

    def own_card(self, number: int) -> RoundTableCard | None:
        """The table of a player in the round that is played, as its players may see it."""
        entrant = self.state.entrants.get(number)
        played = self.state.divisions[entrant.division].current if entrant is not None else None
        table = played.table_of(number) if played is not None else None
        if entrant is None or played is None or table is None:
            return None
        card = self.book(Viewing.OFFICIAL).table((entrant.division, played.number, table.number))
        return None if card is None else card.for_player(number)

    def enter_ruler(self, listener: StreamListener) -> None:
        """Let the page of an arbiter listen to calls; it learns the open ones at once."""
        self._rulers[listener] = None
        self._tell({listener: None}, TournamentUpdate(n=self.n, calls=self.calls))

    def leave_ruler(self, listener: StreamListener) -> None:
        """Let the page of an arbiter go."""
        self._rulers.pop(listener, None)

    def leave_player(self, number: int, listener: StreamListener) -> None:
        """Let the page of a player go."""
        there = self._players.get(number, {})
        there.pop(listener, None)
        if not there:
            self._players.pop(number, None)

    def close(self) -> None:
        """Close every connection."""
        if self._waiting is not None:
            self._waiting.cancel()
        for feed in (self.official, self.public):
            feed.close()
        for there in self._players.values():
            for listener in tuple(there):
                listener.close()

    def _precheck(self, requests: Sequence[Request], seen: int, own_undo: str | None) -> Outcome | None:
        """The outcome that needs no judging: sent before, overtaken, or an undo of another person's step."""
        known = [self._ids[each.id] for each in requests if each.id and each.id in self._ids]
        if known and len(known) == len([each for each in requests if each.id]):
            undone = undone_by(self.steps)
            if taken_back := tuple(undone[n] for n in known if n in undone):
                return Overtaken(n=self.n, index=0, steps=taken_back, state=self.state)
            steps = tuple(self.steps[n - 1] for n in known)
            return Acted(n=self.n, steps=steps, before=self.state, after=self.state, again=True)
        for index, request in enumerate(requests):
            if overtaking := self._since(seen, rests_on(request, self.state)):
                return Overtaken(n=self.n, index=index, steps=overtaking, state=self.state)
            if isinstance(request, Undo) and own_undo is not None:
                last = in_force(self.steps)[-1].command
                if last.by != own_undo:
                    return NotOwn(n=self.n, by=last.by)
        return None

    def _since(self, seen: int, rests: frozenset[Subject]) -> tuple[Step, ...]:
        """The steps after `seen` that have changed one of these subjects."""
        if not rests or seen >= self.n:
            return ()
        if seen < self._first or (self._subjects and self._subjects[0].n > seen + 1):
            return self.steps[max(seen, 0) :]
        return tuple(self.steps[each.n - 1] for each in self._subjects if each.n > seen and each.subjects & rests)

    def _judge(self, requests: Sequence[Request]) -> _Judged | NotActed:
        trial = Desk.at(UnsavedLog(self.steps), self.state)
        for index, request in enumerate(requests):
            given = as_kept(request)
            decided = given if isinstance(given, DeskRefusal) else trial.do(given)
            if isinstance(decided, DeskRefusal):
                return NotActed(n=self.n, index=index, refused=decided, state=trial.state)
        return _Judged(trial, trial.steps[self.n :])

    def _advance(self, judged: _Judged) -> None:
        """Take steps over that were judged and stored."""
        first, before = self.n, self.state
        self._desk = Desk.at(self._log, judged.desk.state, judged.desk.steps)
        self._ids.update(_ids(judged.steps, first))
        self._note(first)
        self._news(before)

    def _follow(self) -> None:
        """Take over what another program has written."""
        first, before = self.n, self.state
        self._desk = Desk(self._log)
        self._ids = _ids(self.steps)
        if self.n < first:  # the file was replaced by an earlier one
            self._first = self.n
            self._subjects.clear()
        self._note(min(first, self.n))
        if not self.is_shared:
            self._news(before)

    def _note(self, first: int) -> None:
        self.standbys.wake()
        changes = self._publish()
        subjects = subjects_of(changes, self.state)
        for n in range(first + 1, self.n + 1):
            self._subjects.append(_Numbered(n, subjects))
        self._changed(self.hosted.id)

    def _publish(self, calls_changed: bool = False) -> CardChanges:
        """Tell officials and the players concerned at once, spectators soon."""
        book = self._books[Viewing.OFFICIAL]
        changes = book.take(self.state, self._rows(), self._called())
        if calls_changed:
            self._tell(self._rulers, TournamentUpdate(n=self.n, calls=self.calls))
        if not changes.is_empty or not calls_changed:
            self.official.publish(TournamentUpdate(n=self.n, changes=None if changes.is_empty else changes))
        concerned = {number for card in changes.tables for number in card.players}
        for number in sorted(concerned & self._players.keys()):
            self._tell_player(number, TournamentUpdate(n=self.n, mine=self.own_card(number)))
        self._publish_public_later()
        return changes

    def _tell_player(self, number: int, update: TournamentUpdate) -> None:
        """Tell the pages of one player, and no others."""
        self._tell(self._players.get(number, {}), update)

    def _tell(self, there: Mapping[StreamListener, None], update: TournamentUpdate) -> None:
        """Tell some pages alone: their update has no number in the feed, so it does not come again."""
        if there:
            frame = self._frame("", msgspec.json.encode(update))
            for listener in tuple(there):
                listener.send(frame)

    def _publish_public_later(self) -> None:
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(COALESCED, self.publish_public)

    def publish_public(self) -> None:
        """Tell spectators what has changed since the last time."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        changes = self._books[Viewing.PUBLIC].take(self.state, self._rows(), ())
        announcements = self._announcements if self._announced else None
        self._announced = False
        if not changes.is_empty or announcements is not None:
            self.public.publish(
                TournamentUpdate(n=self.n, changes=None if changes.is_empty else changes, announcements=announcements)
            )

    def _rows(self) -> Rows:
        """The classification as it stands; officials and spectators share one computation."""
        if self._classified is None or self._classified[0] is not self.state:
            self._classified = self.state, rows_of(self.state)
        return self._classified[1]

    def _called(self) -> Collection[TableKey]:
        return {(call.division, call.round, call.table) for call in self._calls.values() if call.closed_at is None}


class _Judged(NamedTuple):
    desk: Desk
    steps: tuple[Step, ...]


def _ids(steps: Sequence[Step], before: int = 0) -> dict[str, int]:
    """The number of each step whose command was named by its sender."""
    return {step.command.id: n for n, step in enumerate(steps, before + 1) if step.command.id}
