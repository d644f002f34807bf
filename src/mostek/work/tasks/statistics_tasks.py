"""Statistics of reviewed games: one's own, and those of a tournament. Games without a review are reviewed by static equity."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import structs

from mostek.app.export import recorded
from mostek.app.ports import SaveError
from mostek.core.diagnostics import NotationError
from mostek.core.errors import SentenceError
from mostek.documents.review.statistics_page import MOST_PEOPLE, statistics_page
from mostek.documents.review.statistics_table import statistics_csv
from mostek.engine.review import Depth, GameReview, from_json
from mostek.engine.review.statistics import Statistics, TimedReview, counted_part, statistics
from mostek.lexicon.library import GraphMissingError
from mostek.messages import text
from mostek.notation.game_record import RecordedGame
from mostek.referee.turn_times import TurnTime, turn_times
from mostek.store.game_lines import read_lines
from mostek.store.played_games import PlayedGame, played_games
from mostek.store.review_files import ReviewFiles
from mostek.work.review_values import ReviewRequest, nameless
from mostek.work.statistics_values import CountedGame, OwnCount, StatisticsForm
from mostek.work.tasks.review_tasks import first_verdicts

_DEEPEST_FIRST = (Depth.DEEP, Depth.NORMAL, Depth.STATIC)
_ME = "\0"
"""A name that no other player can have."""


def own_statistics(data: Path, person: str, most: int, most_new: int) -> OwnCount:
    """The statistics of a person over their games, each by its deepest finished review.

    Args:
        data: The data folder of the server.
        person: The id of the person.
        most: The latest finished games that count.
        most_new: The games without a review that are reviewed now; the others wait.
    """
    files = ReviewFiles(data)
    reviews: list[TimedReview] = []
    looked, waiting = 0, 0
    for game in played_games(data, person, most):
        found = _game_of(game.log)
        if found is None or len(found[0].players) != len(game.names):
            continue
        record, times = found
        stored = _kept(files, game, record, _DEEPEST_FIRST)
        if stored is None and looked == most_new:
            waiting += 1
            continue
        if stored is None:
            looked += 1
            stored = _reviewed(files, game, record)
        if stored is not None:
            names = tuple(
                _ME if seat is game.seat else name for seat, name in zip(record.players.seats, game.names, strict=True)
            )
            reviews.append(TimedReview(_named(from_json(stored), names), times))
    counted = statistics(reviews, str)
    mine = tuple(structs.replace(each, name=text("my games")) for each in counted.people if each.name == _ME)
    return OwnCount(structs.replace(counted, people=mine, all=None), waiting)


def own_statistics_file(data: Path, person: str, most: int, most_new: int, form: StatisticsForm) -> bytes:
    """The statistics of a person as a file, in the current language."""
    return _file(own_statistics(data, person, most, most_new).statistics, form)


def counted_games(data: Path, games: Sequence[PlayedGame]) -> Sequence[bytes | None]:
    """The counts of each game for statistics, by static equity; `None` for one that cannot be judged."""
    files = ReviewFiles(data)
    return [_counted(files, game) for game in games]


def event_statistics(games: Sequence[CountedGame]) -> Statistics | None:
    """The part of the statistics over games that a page shows: not the words and games of each person; `None` without games."""
    found = _summed(games)
    if not found.games:
        return None
    people = tuple(structs.replace(each, words=(), points_of_games=()) for each in found.people[:MOST_PEOPLE])
    everybody = None if found.all is None else structs.replace(found.all, points_of_games=())
    return structs.replace(found, people=people, all=everybody)


def event_statistics_file(games: Sequence[CountedGame], form: StatisticsForm) -> bytes:
    """The statistics over games as a file, in the current language."""
    return _file(_summed(games), form)


def _game_of(log: bytes) -> tuple[RecordedGame, tuple[TurnTime, ...]] | None:
    """The record of a game and the times of its turns; `None` for one without a turn, or from a position."""
    events = read_lines(log).kept.events
    with suppress(NotationError):  # a game from a position has no record that others could read
        return recorded(events), turn_times(events)
    return None


def _kept(files: ReviewFiles, game: PlayedGame, record: RecordedGame, depths: Sequence[Depth]) -> bytes | None:
    keys = (_request(game, record, depth).key(game.id) for depth in depths)
    return next((data for key in keys if (data := files.review(key)) is not None), None)


def _reviewed(files: ReviewFiles, game: PlayedGame, record: RecordedGame) -> bytes | None:
    """The review by static equity, made now and kept; `None` for a game without one."""
    request = _request(game, record, Depth.STATIC)
    try:
        data = first_verdicts(request).data
    except GraphMissingError:
        raise
    except (SentenceError, ValueError, LookupError):
        return None
    with suppress(SaveError):  # the review is made again the next time
        files.keep_review(request.key(game.id), data)
    return data


def _request(game: PlayedGame, record: RecordedGame, depth: Depth) -> ReviewRequest:
    return ReviewRequest(nameless(record), depth, game.rulebook)


def _counted(files: ReviewFiles, game: PlayedGame) -> bytes | None:
    found = _game_of(game.log)
    if found is None:
        return None
    record, times = found
    data = _kept(files, game, record, (Depth.STATIC,)) or _reviewed(files, game, record)
    return None if data is None else msgspec.msgpack.encode(TimedReview(counted_part(from_json(data)), times))


def _summed(games: Sequence[CountedGame]) -> Statistics:
    reviews: list[TimedReview] = []
    for part, names in games:
        review, times = msgspec.msgpack.decode(part, type=TimedReview)
        reviews.append(TimedReview(_named(review, names), times))
    return statistics(reviews, str)


def _named(review: GameReview, names: Sequence[str]) -> GameReview:
    players = tuple(structs.replace(each, name=names[each.seat - 1]) for each in review.players)
    return structs.replace(review, players=players)


def _file(found: Statistics, form: StatisticsForm) -> bytes:
    made = statistics_csv(found.people) if form == "csv" else statistics_page(found)
    return made.encode()
