"""Hints without vulgar words: for the pupils of an open lesson and the players of an event that close them.

Pupils and players have no account. A cookie says in which lesson or event a browser takes part; whether words are closed is
looked up with each request, so it ends with the lesson, the event or the setting. A person who plays an event online has it on
every device. It is no secret and no right: who deletes the cookie or takes another browser sees all words, as in any dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from msgspec import structs

from mostek.app.lessons import Lesson
from mostek.app.player_codes import read_code
from mostek.app.ports import LogError
from mostek.core.board import Direction, Square
from mostek.core.moves import Placement, words_formed
from mostek.core.tiles import tile_set
from mostek.engine.equipment import TILE_SET
from mostek.engine.review import GameReview, TurnReview
from mostek.lexicon.school_words import is_vulgar
from mostek.notation.formats.cgp import parse_position
from mostek.puzzles.shown_words import words_of_play
from mostek.server.analysis_worker import AnalysedMove
from mostek.server.config import Config
from mostek.server.http.services import Asking, Services, WithServices
from mostek.store.round_games import RoundGameStore
from mostek.store.tokens import now

MEMBER_COOKIE: Final = "mostek-school"
_LESSON, _EVENT = "lesson", "event"
_DAY: Final = 24 * 60 * 60
_MOST_LOOKED_AT: Final = 3
"""The events of a person that are looked at, the latest first."""
_LONGEST: Final = 80

SchoolHints: TypeAlias = NamedDependency[bool]
"""Whether the hints of this request leave out vulgar words."""


def lesson_cookies(lesson: Lesson, config: Config) -> list[Cookie]:
    """The cookie of a browser whose pupil takes part in a lesson; none where it closes nothing."""
    if not lesson.tasks.school_words:
        return []
    return [_cookie(f"{_LESSON}.{lesson.id}", max(1, (lesson.until - now()) // 1000), config)]


async def event_cookies(services: Services, code: str) -> list[Cookie]:
    """The cookie of a browser that has opened the page of the player with this code; none where the event closes nothing."""
    found = read_code(code)
    if found is None or not await _event_closes(services, found.tournament):
        return []
    return [_cookie(f"{_EVENT}.{found.tournament}", _DAY, services.config)]


def no_member_cookie(config: Config) -> Cookie:
    """The cookie that deletes it."""
    return _cookie("", 0, config)


async def has_school_hints(request: Request[Any, Any, Any], services: WithServices, person: Asking) -> bool:
    """Whether vulgar words are closed for a request: for its browser, or for the person on any device."""
    kind, _, id = request.cookies.get(MEMBER_COOKIE, "")[:_LONGEST].partition(".")
    if kind == _LESSON and services.lessons.closes_words(id, now()):
        return True
    if kind == _EVENT and await _event_closes(services, id):
        return True
    if person is None:
        return False
    events = await RoundGameStore(services.database).events_of_player(person.id, _MOST_LOOKED_AT)
    return any([await _event_closes(services, each) for each in events])


def closed_moves(position: str, moves: Sequence[AnalysedMove]) -> tuple[AnalysedMove, ...]:
    """The moves of an analysed position that form no vulgar word."""
    tiles = tile_set(TILE_SET)
    board = parse_position(position, tiles).board

    def words_of(move: AnalysedMove) -> Iterator[str]:
        start, direction = Square.named(move.square), Direction(move.direction)
        laid = {start.step(direction, at): tiles.alphabet.spell(tile)[0] for at, tile in enumerate(move.tiles) if tile}
        return (word.text for word in words_formed(board, Placement(laid)))

    return tuple(move for move in moves if move.kind != "play" or not any(map(is_vulgar, words_of(move))))


def closed_review(review: GameReview) -> GameReview:
    """A review that suggests no play with a vulgar word; what was played, and its grade, stay."""

    def closed(turn: TurnReview) -> TurnReview:
        board = parse_position(turn.position, tile_set(TILE_SET)).board
        best = tuple(each for each in turn.best if not any(map(is_vulgar, words_of_play(board, each.move))))
        return structs.replace(turn, best=best)

    return structs.replace(review, turns=tuple(closed(turn) if turn.best else turn for turn in review.turns))


async def _event_closes(services: Services, id: str) -> bool:
    try:
        session = await services.halls.session(id)
    except LogError:
        return False
    return session is not None and not session.state.closed_on and bool(session.state.settings.entry.school_words.value)


def _cookie(value: str, seconds: int, config: Config) -> Cookie:
    return Cookie(key=MEMBER_COOKIE, value=value, max_age=seconds, httponly=True, samesite="lax", secure=config.secure)
