"""One game as it is played: a command is decided, its events are kept, and only then they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from mostek.app.ports import EventLog, Kept, LogError
from mostek.lexicon import Lexicon
from mostek.referee import Conducted, conduct, replay, settle
from mostek.referee.challenges import verdict
from mostek.referee.commands import Command, CreateGame
from mostek.referee.course import Draw
from mostek.referee.events import Event, GameCreated, StartTileDrawn, TilesDrawn
from mostek.referee.state import Challenged, Game, Over
from mostek.rules.loading import changed, rulebook
from mostek.rules.rulebook import Rulebook
from mostek.tiles import Tiles

Publish = Callable[[int, Event], None]
"""Somebody who wants to know what happens: the number of an event, counted from 1, and the event."""


class Table:
    """A game, the log that keeps it, and the chance of its bag."""

    def __init__(self, log: EventLog, chance: Callable[[int], Draw], publish: Publish) -> None:
        """`chance` gives the draws for the next command of a game that has so many events."""
        self._log = log
        self._chance = chance
        self._publish = publish
        self._game: Game | None = None
        self._book: Rulebook | None = None
        self.version = 0
        """How many events the game has."""
        self.moment = 0
        """The time, in milliseconds, at which the game was last known to be played; clocks go on from here."""

    @property
    def game(self) -> Game:
        """The game as it stands. It has been created or opened before."""
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
        """Set the game up. Raises `LookupError`, `ValueError` for a rulebook or a change that does not exist."""
        self._book = changed(rulebook(command.rulebook), command.changes)
        return self.carry_out(command)

    def open(self) -> int:
        """Read the game from its log; how many events had to be added because the last writing was cut off.

        First the last command is decided again, the draws being those that are kept; then every step that is due by itself
        is taken. Raises `LogError` for a log that cannot be read or is empty, `SaveError` if an addition cannot be kept.
        """
        kept = self._log.read()
        setup = kept.setup
        self._book = changed(rulebook(setup.rulebook), setup.changes)
        if isinstance(setup, GameCreated) and setup.edition != self._book.edition:
            raise LogError(
                "The game is played by the edition {edition} of {rulebook}; this mostek has the edition {known}.",
                edition=setup.edition,
                rulebook=setup.rulebook,
                known=self._book.edition,
            )
        self._game, self.version = replay(kept.events), len(kept.events)
        before = self.version
        if kept.unfinished is not None:
            self._finish(kept, kept.unfinished)
        settled = settle(self.game, self.book, self._chance(self.version))
        if settled.events:
            self._log.append(self.version, None, settled.events)
            self._take(settled)
        self.moment = max(self.game.now, kept.moment)
        return self.version - before

    def carry_out(self, command: Command) -> Conducted:
        """Decide a command, keep its events, publish them. Raises `ConflictError`, `SaveError`: then nothing has happened."""
        conducted = conduct(self._game, command, self.book, self._chance(self.version))
        if conducted.events:
            self._log.append(self.version, command, conducted.events)
            self._take(conducted)
        return conducted

    def judge(self, lexicon: Lexicon, at: int) -> Conducted:
        """Let the lexicon give its joint verdict on the words that are challenged."""
        phase = self.game.phase
        assert isinstance(phase, Challenged)
        return self.carry_out(replace(verdict(phase, lexicon), at=at))

    def note_moment(self, at: int) -> None:
        """Keep the time of a clock that runs, so that an interruption does not give it back."""
        if self.game.clock is not None and self.game.clock.running is not None:
            self._log.note_moment(at)

    def _finish(self, kept: Kept, command: Command) -> None:
        """Decide the command that was cut off once more, from the game before it."""
        there = kept.events[: len(kept.events) - kept.answered]
        answer = kept.events[len(there) :]
        draw = _repeated(answer, self._chance(len(there)))
        conducted = conduct(replay(there), command, self.book, draw)
        if conducted.events[: len(answer)] != answer:
            raise LogError("The last events of the game do not follow from its last command.")
        missing = conducted.events[len(answer) :]
        self._log.complete(self.version, missing)
        self._take(Conducted(conducted.game, missing))

    def _take(self, conducted: Conducted) -> None:
        self._game = conducted.game
        for event in conducted.events:
            self.version += 1
            self._publish(self.version, event)


def _repeated(answer: Sequence[Event], draw: Draw) -> Draw:
    """The draws that the kept events state, then those of chance, which is asked each time so that it stays in step."""
    stated = _draws(answer)

    def repeated(bag: Tiles, count: int) -> Tiles:
        by_chance = draw(bag, count)
        return next(stated, by_chance)

    return repeated


def _draws(events: Sequence[Event]) -> Iterator[Tiles]:
    for event in events:
        match event:
            case TilesDrawn(tiles=tiles):
                yield tiles
            case StartTileDrawn(tile=tile):
                yield Tiles([tile])
            case _:
                pass
