"""The work on reviews in a process of its own, a piece at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from mostek.core.diagnostics import Diagnostic, NotationError, Severity, TextFault
from mostek.core.errors import SentenceError
from mostek.core.position import Position
from mostek.notation.formats import cgp
from mostek.notation.game_formats import read_file, replay_file
from mostek.notation.game_record import RecordedGame
from mostek.notation.replay import Replay
from mostek.rules.loading import rulebook
from mostek.server import logs

if TYPE_CHECKING:
    from mostek.engine.review import GameReview

NICENESS = 15
"""The processes of bots and of single positions come first."""
PIECE = 0.4
"""The seconds after which a piece ends, at the next turn that is judged."""
_MOST_TOLD = 5
"""The diagnostics of a file that are told, the worst first."""
_MOST_HELD = 32
"""The reviews in progress; the oldest one is begun again if it is asked for once more."""


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """A game to review, and how."""

    game: RecordedGame | bytes
    """The game, or a file that somebody gave: such a file is read in the process alone, because it may be anything."""
    depth: str
    lexicon: str
    """The list that the game was played by; empty if only its record says it."""
    rulebook: str


@dataclass(frozen=True, slots=True)
class ReadGame:
    """What a file holds that somebody gave for a review."""

    players: tuple[str, ...] = ()
    turns: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    """What differs from the rules, or cannot be read."""
    position: str = ""
    """The line of CGP, if the file is a position and no game."""

    @property
    def fault(self) -> Diagnostic | None:
        """The first line that cannot be read; a game that lacks one is not reviewed."""
        return next((each for each in self.diagnostics if each.severity is Severity.UNREADABLE), None)


@dataclass(frozen=True, slots=True)
class ReviewPiece:
    """The review so far, as JSON."""

    data: bytes
    is_last: bool


@dataclass(frozen=True, slots=True)
class ReviewFailure:
    """The reason why there is no review: a sentence of the catalogue. Exceptions themselves cannot always be pickled."""

    sentence: str
    params: Mapping[str, object] = field(default_factory=dict)


def read_given(data: bytes) -> ReadGame:
    """Read a file of a game in any known format."""
    try:
        found = read_file(data)
        if isinstance(found, Position):
            return ReadGame(position=cgp.format_position(found))
        replayed = _replayed(data)
    except NotationError as error:
        return ReadGame(diagnostics=(error.diagnostic,))
    except RecursionError:
        return ReadGame(diagnostics=(NotationError(TextFault.BAD_MESSAGE, 1, 1, "[[[…").diagnostic,))
    names = tuple(player.name for player in replayed.game.players)
    worst = sorted(replayed.diagnostics, key=lambda each: -each.severity)[:_MOST_TOLD]
    return ReadGame(names, len(replayed.turns), tuple(each for each in worst if each.severity >= Severity.DIFFERENCE))


def _replayed(data: bytes) -> Replay:
    return replay_file(data, None, rulebook("pfs"))


_held: dict[str, Iterator[GameReview]] = {}


def set_up() -> None:
    """Step back behind everything else; the process does this first."""
    logs.set_up()
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)


def advance(key: str, task: ReviewTask) -> ReviewPiece | ReviewFailure:
    """Work on a review for a moment. A process that does not know it yet begins it: the same game gives the same review."""
    from mostek.engine.review import to_json

    try:
        going = _held.pop(key, None) or begun(task)
        latest, ends = None, monotonic() + PIECE
        for latest in going:
            if monotonic() >= ends:
                break
        if latest is None:
            return ReviewFailure("This game has no turns to review.")
        if not latest.is_complete:
            _held[key] = going
            while len(_held) > _MOST_HELD:
                _held.pop(next(iter(_held)))
        return ReviewPiece(to_json(latest), latest.is_complete)
    except SentenceError as error:
        return ReviewFailure(error.sentence, {name: _plain(value) for name, value in error.params.items()})


def forget(key: str) -> None:
    """Drop a review in progress."""
    _held.pop(key, None)


def begun(task: ReviewTask) -> Iterator[GameReview]:
    """A review that deepens step by step."""
    raise NotImplementedError


def _plain(value: object) -> object:
    return value if isinstance(value, int | str) else str(value)
