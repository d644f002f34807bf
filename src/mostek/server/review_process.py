"""The work on reviews in a process of its own, a piece at a time."""

from __future__ import annotations

import logging
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeAlias

from mostek.core.diagnostics import Diagnostic, NotationError, Severity, TextFault
from mostek.core.errors import SentenceError
from mostek.core.position import Position
from mostek.messages import speaking
from mostek.notation.formats import cgp
from mostek.notation.game_formats import read_file, read_game, replay_read
from mostek.notation.game_record import RecordedGame
from mostek.notation.replay import Replay
from mostek.rules.loading import rulebook

if TYPE_CHECKING:
    from mostek.engine.review import GameReview

NICENESS = 15
"""The processes of bots and of single positions come first."""
PIECE = 0.4
"""The seconds after which a piece ends, at the next turn that is judged."""
FileForm: TypeAlias = Literal["gcg", "html", "json", "pdf"]
"""The forms of a finished review as a file."""
_MOST_LINES = 1000
"""The turns, corrections and end of a record; no game has a tenth of them."""
_MOST_TOLD = 5
"""The diagnostics of a file that are told, the worst first."""


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A game to review, and how."""

    game: RecordedGame | bytes
    """The game, or a file that a person gave: such a file is read in the process alone, because it may be anything."""
    depth: str
    rulebook: str
    turn: int | None = None
    """The turn that is looked at so deeply, from 0; `None` for all."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """The contents of a file that a person gave for a review."""

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

    sentence: str = ""
    params: Mapping[str, object] = field(default_factory=dict)
    diagnostic: Diagnostic | None = None
    """The fault of the file, instead of a sentence."""


def read_given(data: bytes) -> ReadGame:
    """Read a file of a game in any known format."""
    try:
        found = read_file(data)
        if isinstance(found, Position):
            return ReadGame(position=cgp.format_position(found))
        if len(found.turns) > _MOST_LINES:
            raise NotationError(TextFault.TOO_LONG, 0, 0, str(len(data)))
        replayed = _replayed(found, data)
    except NotationError as error:
        return ReadGame(diagnostics=(error.diagnostic,))
    except RecursionError:
        return ReadGame(diagnostics=(NotationError(TextFault.BAD_MESSAGE, 1, 1, "[[[…").diagnostic,))
    names = tuple(player.name for player in replayed.game.players)
    worst = sorted(replayed.diagnostics, key=lambda each: -each.severity)[:_MOST_TOLD]
    return ReadGame(names, len(replayed.turns), tuple(each for each in worst if each.severity >= Severity.DIFFERENCE))


def _replayed(game: RecordedGame, data: bytes) -> Replay:
    return replay_read(game, lambda tiles: read_game(data, tile_set=tiles), rulebook("pfs"))


_held: dict[str, Generator[GameReview]] = {}
_dropped: set[str] = set()
"""The reviews that end at their next question whether to go on."""


def advance(key: str, task: ReviewRequest, known: bytes | None) -> ReviewPiece | ReviewFailure:
    """Work on a review for a moment.

    A process that does not have it begins it, with the turns that are `known`: the same game gives the same review.
    """
    from mostek.engine.review import to_json

    try:
        going = _held.pop(key, None) or _begun(key, task, known)
        ends = monotonic() + PIECE
        latest: GameReview | None = None
        while latest is None or monotonic() < ends:
            following = next(going, None)
            if following is None:
                break
            latest = following
        if latest is None:
            return ReviewFailure("This game has no turns to review.")
        if not latest.is_complete:
            _held[key] = going
        return ReviewPiece(to_json(latest), latest.is_complete)
    except (SentenceError, ValueError, LookupError) as error:
        return _failure(error)


def first_verdicts(task: ReviewRequest) -> ReviewPiece | ReviewFailure:
    """The review by static equity, for a person whose review waits for others."""
    from mostek.engine.review import to_json

    try:
        with closing(_begun("", task, None)) as going:
            return ReviewPiece(to_json(next(going)), False)
    except (SentenceError, ValueError, LookupError) as error:
        return _failure(error)


def _failure(error: Exception) -> ReviewFailure:
    if isinstance(error, NotationError):
        return ReviewFailure(diagnostic=error.diagnostic)
    if isinstance(error, SentenceError):
        return ReviewFailure(error.sentence, {name: _plain(value) for name, value in error.params.items()})
    logging.getLogger(__name__).error("a game could not be reviewed", exc_info=error)
    return ReviewFailure("The engine cannot review this game. The server log has the details.")


def exported(game: RecordedGame | bytes, data: bytes, form: FileForm, code: str) -> bytes | ReviewFailure:
    """A review as a file, in the language of that code. `game` has the names of the players, and `data` is the review."""
    from mostek.engine.review import from_json

    review = from_json(data)
    try:
        with speaking(code):
            if form == "json":
                return data
            if form == "html":
                from mostek.documents.review.html_page import html_page

                return html_page(review).encode()
            if form == "pdf":
                from mostek.documents.review.paper import review_pages

                return review_pages(review)
            from mostek.documents.review.annotated_gcg import annotated_gcg

            return annotated_gcg(
                _replayed(read_game(game), game).completed if isinstance(game, bytes) else game, review
            )
    except (SentenceError, ValueError) as error:
        return _failure(error)


def forget(key: str) -> None:
    """Drop a review in progress."""
    going = _held.pop(key, None)
    if going is not None:
        _dropped.add(key)
        going.close()
        _dropped.discard(key)


def _begun(key: str, task: ReviewRequest, known: bytes | None) -> Generator[GameReview]:
    from mostek.engine.review import deepening, from_json

    return deepening(
        task.game,
        task.depth,
        rulebook=task.rulebook,
        known=None if known is None else from_json(known),
        only=None if task.turn is None else (task.turn,),
        go_on=lambda: key not in _dropped,
    )


def _plain(value: object) -> object:
    return value if isinstance(value, int | str) else str(value)
