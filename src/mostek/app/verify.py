"""Proving a game afterwards: every event follows from its command, and every draw from the seed it was committed to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, takewhile

from mostek.app.games import public, redecide, repeated
from mostek.app.ports import LogError, StoredCommand, StoredGame
from mostek.app.replay import stored_rulebook
from mostek.core.tiles import Tiles
from mostek.engine.random_draws import commitment, random_draws
from mostek.referee import Conducted, Game
from mostek.referee.commands import CreateGame
from mostek.referee.course import Draw
from mostek.referee.events import Event, GameCreated, GameEnded, SeedRevealed
from mostek.rules.rulebook import Rulebook


class Commitment(StrEnum):
    """How the seed of a game stands to what was published before it."""

    NONE = "none"
    """Nothing was published."""
    SECRET = "secret"
    """The seed is not published yet."""
    KEPT = "kept"
    """The published seed is the one that the game was committed to."""
    BROKEN = "broken"
    """The seed is another one."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What can be said of a game by deciding it again."""

    rulebook: str
    edition: str
    is_known: bool
    """Whether that edition of the rulebook is here; where it is not, nothing could be decided again."""
    commitment: Commitment
    events: int
    stray: int | None
    """The number of the first event that does not follow from its command, or of one that should and is missing."""
    drawn: int
    """How many tiles were drawn by chance."""
    is_over: bool
    is_finished: bool
    """Whether the last command has all its events."""


def verify_game(kept: StoredGame, asked: Sequence[StoredCommand], seed: int | str | None) -> Verification:
    """Decide a game again, command by command. `seed` is the one that the table keeps secret, if it is known.

    Raises `LogError` if no game is stored.
    """
    setup = kept.setup
    stands, seed = _commitment(kept, seed)
    book = _book(setup)
    retrace = _Retrace(kept.events, seed, book) if book is not None else None
    if retrace is not None:
        retrace.follow(asked)
    return Verification(
        rulebook=setup.rulebook,
        edition=setup.edition if isinstance(setup, GameCreated) else "",
        is_known=book is not None,
        commitment=stands,
        events=len(kept.events),
        stray=retrace.stray if retrace else None,
        drawn=retrace.drawn if retrace else 0,
        is_over=any(isinstance(event, GameEnded) for event in kept.events),
        is_finished=kept.unfinished is None,
    )


def _commitment(kept: StoredGame, seed: int | str | None) -> tuple[Commitment, int | str | None]:
    """How the seed stands, and the seed to draw with again: none where it is unknown or the wrong one."""
    committed = kept.setup.commitment
    published = next((event.seed for event in kept.events if isinstance(event, SeedRevealed)), None)
    used = seed if published is None else published
    if committed is None:
        return Commitment.NONE, used
    if used is not None and commitment(used) != committed:
        return Commitment.BROKEN, None
    return Commitment.SECRET if published is None else Commitment.KEPT, used


def _book(setup: GameCreated | CreateGame) -> Rulebook | None:
    """The rulebook of the game in its edition, if it is here."""
    try:
        book = stored_rulebook(setup)
    except LogError:
        return None
    return book if isinstance(setup, CreateGame) or setup.edition == book.edition else None


class _Retrace:
    """A game that is decided again. Without a seed its draws are taken as they are stated."""

    def __init__(self, events: Sequence[Event], seed: int | str | None, book: Rulebook) -> None:
        self.stray: int | None = None
        self.drawn = 0
        self._events = tuple(events)
        self._public = [0, *accumulate(public((event,)) for event in events)]
        self._seed = seed
        self._book = book

    def follow(self, asked: Sequence[StoredCommand]) -> None:
        """Go on until an event is found that does not follow. The last command may lack some of its events."""
        game: Game | None = None
        for step in asked:
            answer = self._events[step.after : step.after + step.events]
            conducted = self._decided(game, step, answer)
            due = conducted.events if len(answer) == step.events else conducted.events[: len(answer)]
            if due != answer:
                self.stray = step.after + _agreeing(due, answer) + 1
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


def _agreeing(due: Sequence[Event], answer: Sequence[Event]) -> int:
    """How many events are the same from the beginning on."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(due, answer, strict=False))))
