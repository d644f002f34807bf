"""One game in progress: each command is decided, its events are stored, and then they are published."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from msgspec.structs import replace

from mostek.app.ports import EventLog, LogError, SaveError, StoredCommand
from mostek.app.stored_games import replay_stored, stored_rulebook
from mostek.core.players import Viewer
from mostek.core.tiles import Tiles
from mostek.lexicon import Lexicon
from mostek.referee import Conducted, automation, conduct, event_for, replay, settle
from mostek.referee.commands import Command, CreateGame, Irregularity, RevealSeed
from mostek.referee.course import Draw
from mostek.referee.events import (
    Event,
    GameCreated,
    IrregularityReported,
    PlayInterrupted,
    StartTileDrawn,
    TilesDrawn,
    TilesInspected,
    TilesLaid,
)
from mostek.referee.state import Game, Over
from mostek.referee.views import is_for_arbiter
from mostek.rules import loading
from mostek.rules.rulebook import Rulebook

PublishEvent = Callable[[int, Event], None]
"""A subscriber to the events: it receives the number of an event, counted from 1, and the event."""


class EventNumbers:
    """The numbers of a game's events for each viewer: an event for the arbiter alone leaves no gap."""

    __slots__ = ("_hidden", "version")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.version = 0
        """The number of events."""
        self._hidden: list[int] = []
        self.add(events)

    @property
    def public_version(self) -> int:
        """The number of public events. The draws depend on it."""
        return self.version - len(self._hidden)

    def add(self, events: Iterable[Event]) -> None:
        """Number the next events."""
        for event in events:
            self.version += 1
            if is_for_arbiter(event):
                self._hidden.append(self.version)

    def take_back(self, count: int) -> None:
        """Remove the last events, which were not stored."""
        self.version -= count
        self._hidden = self._hidden[: bisect_right(self._hidden, self.version)]

    def number(self, viewer: Viewer, version: int) -> int:
        """A viewer's number of the event with that version."""
        if not self._hidden or event_for(_SUSPICION, viewer) is not None:
            return version
        return version - bisect_right(self._hidden, version)


_SUSPICION = IrregularityReported(Irregularity.SUSPICION)


class LoggedGame:
    """A game with its log and the random draws of its bag."""

    __slots__ = ("_book", "_chance", "_game", "_log", "_publish", "_seed", "moment", "numbers")

    def __init__(
        self, log: EventLog, chance: Callable[[int], Draw], publish: PublishEvent, seed: int | str | None = None
    ) -> None:
        """`chance` returns the draws for the next command of a game with this many public events.

        `seed` is what they come from, if the game is committed to it; it is published as soon as the game is over.
        """
        self._log = log
        self._chance = chance
        self._publish = publish
        self._seed = seed
        self._game: Game | None = None
        self._book: Rulebook | None = None
        self.numbers = EventNumbers()
        """The numbers of the events, stored or waiting."""
        self.moment = 0
        """The time, in milliseconds, at which the game was last known to be played; clocks continue from here."""

    @property
    def version(self) -> int:
        """The number of events of the game."""
        return self.numbers.version

    @property
    def game(self) -> Game:
        """The current game. It has been created or opened before."""
        assert self._game is not None
        return self._game

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game with the changes of its event."""
        assert self._book is not None
        return self._book

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.game.phase, Over)

    def create(self, command: CreateGame) -> Conducted:
        """Create the game. Raises `LookupError`, `ValueError` for an unknown rulebook or change."""
        self._book = loading.book_of(command.rulebook, command.changes)
        return self.carry_out(command)

    def open(self) -> int:
        """Read the game from its log. Returns the number of events added after an incomplete write.

        First the last command is decided again with the stored draws; then every automatic step that is due
        is taken. Raises `LogError` for a log that is empty or unreadable, `SaveError` if an addition cannot be stored.
        """
        stored = self._log.read()
        setup = stored.setup
        self._book = stored_rulebook(setup)
        if isinstance(setup, GameCreated) and setup.edition != self._book.edition:
            raise LogError(
                "The game is played by the edition {edition} of {rulebook}; this mostek has the edition {known}.",
                edition=setup.edition,
                rulebook=setup.rulebook,
                known=self._book.edition,
            )
        self._game, self.numbers = replay_stored(stored.events), EventNumbers(stored.events)
        before = self.version
        if stored.unfinished is not None:
            self._finish(stored.events, stored.unfinished)
        settled = self._settled()
        if settled.events:
            self._log.append(self.version, None, settled.events)
            self._take(settled)
        self._reveal_seed()
        self.moment = max(self.game.now, stored.moment)
        return self.version - before

    def carry_out(self, command: Command) -> Conducted:
        """Decide a command, store its events and publish them. Raises `ConflictError`, `SaveError` without any change."""
        conducted = conduct(self._game, command, self.book, self._chance(self.numbers.public_version))
        if conducted.events:
            self._log.append(self.version, command, conducted.events)
            self._take(conducted)
            self._reveal_seed()
        return conducted

    def judge(self, lexicon: Lexicon, at: int) -> Conducted:
        """Let the lexicon give its joint verdict on the challenged words."""
        return self.carry_out(replace(automation.verdict(self.game, lexicon), at=at))

    def note_moment(self, at: int) -> None:
        """Store the time of a running clock, so that an interruption does not give it back."""
        if self.game.clock is not None and self.game.clock.running is not None:
            self._log.note_moment(at)

    def _settled(self) -> Conducted:
        try:
            return settle(self.game, self.book, self._chance(self.numbers.public_version))
        except AssertionError:  # a step that is due is never refused where every event followed from its command
            raise LogError("From the last event no step leads on; the game was changed.") from None

    def _finish(self, events: Sequence[Event], command: StoredCommand) -> None:
        """Decide an incomplete command again, from the game before it."""
        there, answer = events[: command.after], events[command.after :]
        draw = self._chance(public(there))
        draw = draw if self._seed is not None else repeated(answer, draw)
        conducted = redecide(replay(there), command.command, self.book, draw)
        if agreeing(conducted.events, answer) < len(answer) or len(conducted.events) != command.events:
            raise LogError("The last events of the game do not follow from its last command.")
        missing = conducted.events[len(answer) :]
        self._log.complete(self.version, missing)
        self._take(Conducted(conducted.game, missing))

    def _reveal_seed(self) -> None:
        """Publish the seed when the game is over; the referee refuses this without a commitment, and a second time.

        If the save fails now, the step is due again when the game is next opened.
        """
        if self._seed is not None and self.is_over:
            with suppress(SaveError):  # the step is due again when the game is next opened
                self.carry_out(RevealSeed(seed=str(self._seed)))

    def _take(self, conducted: Conducted) -> None:
        self._game = conducted.game
        for event in conducted.events:
            self.numbers.add((event,))
            self._publish(self.version, event)


def public(events: Iterable[Event]) -> int:
    """The number of public events. The draws depend on it, so the public log alone proves them."""
    return sum(not is_for_arbiter(event) for event in events)


_TIMED_SINCE = (TilesLaid, PlayInterrupted)
"""Events that earlier versions stored without their moment."""


def agreeing(decided: Sequence[Event], stored: Sequence[Event]) -> int:
    """The number of events, from the start, that were decided again as they are stored."""
    return sum(1 for _ in takewhile(bool, map(_is_same, decided, stored)))


def _is_same(decided: Event, stored: Event) -> bool:
    """Compare two events. A stored one of an earlier version may lack its moment."""
    if isinstance(stored, _TIMED_SINCE) and stored.at is None and isinstance(decided, _TIMED_SINCE):
        decided = replace(decided, at=None)
    return decided == stored


def redecide(game: Game | None, command: Command | None, book: Rulebook, draw: Draw) -> Conducted:
    """Carry out a stored command again; `None` is the automatic steps."""
    if command is not None:
        return conduct(game, command, book, draw)
    return settle(game, book, draw) if game is not None else Conducted(None, ())


def repeated(answer: Sequence[Event], draw: Draw) -> Draw:
    """The draws of the stored events, then random ones. Every draw advances the generator, so that both agree.

    A stated draw that the bag could not have given is no draw.
    """
    stated = _draws(answer)

    def again(bag: Tiles, count: int) -> Tiles:
        by_chance = draw(bag, count)
        tiles = next(stated, by_chance)
        return tiles if len(tiles) == count and not tiles.missing_from(bag) else by_chance

    return again


def _draws(events: Sequence[Event]) -> Iterator[Tiles]:
    for event in events:
        match event:
            case TilesDrawn(tiles=tiles) | TilesInspected(tiles=tiles):
                yield tiles
            case StartTileDrawn(tile=tile):
                yield Tiles([tile])
            case _:
                pass
