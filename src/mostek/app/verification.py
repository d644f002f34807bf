"""Verify a finished game: every event follows from its command, and every draw from the committed seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from mostek.app.games import agreeing, public, redecide, repeated
from mostek.app.ports import LogError, StoredCommand, StoredGame
from mostek.app.stored_games import stored_rulebook
from mostek.core.tiles import Tiles
from mostek.engine.random_draws import commitment, random_draws
from mostek.referee import Conducted, Game
from mostek.referee.commands import CreateGame
from mostek.referee.course import Draw
from mostek.referee.events import Event, GameCreated, GameEnded, SeedRevealed
from mostek.rules.rulebook import Rulebook


class Commitment(StrEnum):
    """The relation between the seed of a game and its commitment."""

    NONE = "none"
    """No commitment was published."""
    SECRET = "secret"
    """The seed is not published yet."""
    KEPT = "kept"
    """The published seed has the committed hash."""
    BROKEN = "broken"
    """The seed has another hash."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a game."""

    rulebook: str
    edition: str
    is_known: bool
    """Whether the edition of the rulebook is installed; otherwise the game cannot be decided again."""
    commitment: Commitment
    events: int
    stray: int | None
    """The number of the first event that does not follow from its command, or that is missing."""
    drawn: int
    """The number of randomly drawn tiles."""
    is_over: bool
    is_finished: bool
    """Whether the last command has all its events."""


def verify_game(stored: StoredGame, commands: Sequence[StoredCommand], seed: int | str | None) -> Verification:
    """Decide a game again, command by command. `seed` is the secret seed of the table, if known.

    Raises `LogError` if no game is stored.
    """
    setup = stored.setup
    stands, seed = _commitment(stored, seed)
    book = _book(setup)
    retrace = _Retrace(stored.events, seed, book) if book is not None else None
    if retrace is not None:
        retrace.follow(commands)
    return Verification(
        rulebook=setup.rulebook,
        edition=setup.edition if isinstance(setup, GameCreated) else "",
        is_known=book is not None,
        commitment=stands,
        events=len(stored.events),
        stray=retrace.stray if retrace else None,
        drawn=retrace.drawn if retrace else 0,
        is_over=any(isinstance(event, GameEnded) for event in stored.events),
        is_finished=stored.unfinished is None,
    )


def _commitment(stored: StoredGame, seed: int | str | None) -> tuple[Commitment, int | str | None]:
    """The state of the commitment, and the seed for the draws; `None` if it is unknown or wrong."""
    committed = stored.setup.commitment
    published = next((event.seed for event in stored.events if isinstance(event, SeedRevealed)), None)
    used = seed if published is None else published
    if committed is None:
        return Commitment.NONE, used
    if used is not None and commitment(used) != committed:
        return Commitment.BROKEN, None
    return Commitment.SECRET if published is None else Commitment.KEPT, used


def _book(setup: GameCreated | CreateGame) -> Rulebook | None:
    """The rulebook of the game in its edition, if installed."""
    try:
        book = stored_rulebook(setup)
    except LogError:
        return None
    return book if isinstance(setup, CreateGame) or setup.edition == book.edition else None


class _Retrace:
    """A game that is decided again. Without a seed the stored draws are used."""

    def __init__(self, events: Sequence[Event], seed: int | str | None, book: Rulebook) -> None:
        self.stray: int | None = None
        self.drawn = 0
        self._events = tuple(events)
        self._public = [0, *accumulate(public((event,)) for event in events)]
        self._seed = seed
        self._book = book

    def follow(self, commands: Sequence[StoredCommand]) -> None:
        """Continue until an event does not follow. The last command may lack some of its events."""
        game: Game | None = None
        for step in commands:
            answer = self._events[step.after : step.after + step.events]
            conducted = self._decided(game, step, answer)
            due = conducted.events if len(answer) == step.events else conducted.events[: len(answer)]
            same = agreeing(due, answer)
            if same < max(len(due), len(answer)):
                self.stray = step.after + same + 1
                return
            game = conducted.game

    def _decided(self, game: Game | None, step: StoredCommand, answer: Sequence[Event]) -> Conducted:
        by_chance = random_draws(self._seed, self._public[step.after])
        draw = self._counting(by_chance if self._seed is not None else repeated(answer, by_chance))
        return redecide(game, step.command, self._book, draw)

    def _counting(self, draw: Draw) -> Draw:
        def counted(bag: Tiles, count: int) -> Tiles:
            self.drawn += count
            return draw(bag, count)

        return counted
