"""The work of workers for reviews, for statistics and for arbiters.

A review is made a piece at a time. Nothing of one stays here between two pieces: what is known of it travels with it.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import structs

from mostek.app.export import recorded
from mostek.app.ports import SaveError
from mostek.core.diagnostics import NotationError, Severity, TextFault
from mostek.core.errors import SentenceError
from mostek.core.position import Position
from mostek.core.tiles import tile_set
from mostek.engine.equipment import TILE_SET
from mostek.engine.parallel.chunks import CORES
from mostek.engine.review import Depth, GameReview, TurnReview, deepening, from_json, to_json
from mostek.engine.review.statistics import Statistics, TimedReview, counted_part, statistics
from mostek.features.reviews.fair_play import fair_play_report
from mostek.features.reviews.model import (
    CountedGame,
    FairPlayReport,
    FileForm,
    OwnCount,
    PlayedGame,
    ReadGame,
    ReviewPiece,
    ReviewRequest,
    StatisticsForm,
    nameless,
)
from mostek.features.reviews.paper import annotated_gcg, html_page, review_pages
from mostek.features.reviews.statistics_paper import MOST_PEOPLE, statistics_csv, statistics_page
from mostek.features.reviews.store import ReviewFiles, played_games
from mostek.lexicon.library import GraphMissingError
from mostek.lexicon.school_words import is_vulgar
from mostek.messages import text
from mostek.notation.formats import cgp
from mostek.notation.game_formats import read_file, read_game, replay_read
from mostek.notation.game_record import RecordedGame
from mostek.notation.plays import words_of_play
from mostek.notation.replay import Replay
from mostek.referee.turn_times import TurnTime, turn_times
from mostek.rules.loading import rulebook
from mostek.store.game_lines import read_lines
from mostek.work.kinds import LANES, Lane

PIECE = 1.0
"""The seconds in which a piece begins to judge turns. To take a review up again costs about a hundredth of that."""
_THREADS = max(1, CORES // LANES[Lane.LONG].workers)
_MOST_LINES = 1000
"""The turns, corrections and end of a record; no game has a tenth of them."""
_MOST_TOLD = 5
"""The diagnostics of a file that are shown, the worst first."""
_DEEPEST_FIRST = (Depth.DEEP, Depth.NORMAL, Depth.STATIC)
_ME = "\0"
"""A name that no other player can have."""


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


def game_of_log(log: bytes) -> RecordedGame:
    """The record of a game by its log. Raises `LogError`, and `NotationError` for a game without a record."""
    return recorded(read_lines(log).kept.events)


def first_verdicts(request: ReviewRequest) -> ReviewPiece:
    """The review by static equity. Raises as `review` does."""
    begun = monotonic()
    with closing(_deepening(request)) as going:
        return _piece(next(going), begun)


def review_piece(request: ReviewRequest, known: bytes) -> ReviewPiece:
    """The review when it has gone on for a moment, by one turn at least. The same game gives the same review."""
    begun = monotonic()
    *_, found = _deepening(request, from_json(known))
    return _piece(found, begun)


def review_file(game: RecordedGame | bytes, data: bytes, form: FileForm) -> bytes:
    """A review as a file, in the current language. `game` has the names of the players, and `data` is the review."""
    if form == "json":
        return data
    review = from_json(data)
    if form == "html":
        return html_page(review).encode()
    if form == "pdf":
        return review_pages(review)
    return annotated_gcg(_replayed(read_game(game), game).completed if isinstance(game, bytes) else game, review)


def review_for_school(data: bytes) -> bytes:
    """A review that suggests no play with a vulgar word, as JSON."""
    return to_json(_closed_review(from_json(data)))


def report_on_game(log: bytes) -> FairPlayReport:
    """The report on the play in a game. Raises `LogError`."""
    return fair_play_report(read_lines(log).kept.events)


def _deepening(request: ReviewRequest, known: GameReview | None = None) -> Generator[GameReview]:
    only = None if request.turn is None else (request.turn,)
    return deepening(
        request.game,
        request.depth,
        rulebook=request.rulebook,
        threads=_THREADS,
        known=known,
        only=only,
        seconds=PIECE,
    )


def _piece(found: GameReview, begun: float) -> ReviewPiece:
    return ReviewPiece(to_json(found), found.is_complete, monotonic() - begun)


def _replayed(game: RecordedGame, data: bytes) -> Replay:
    return replay_read(game, lambda tiles: read_game(data, tile_set=tiles), rulebook("pfs"))


def _closed_review(review: GameReview) -> GameReview:
    """A review that suggests no play with a vulgar word; what was played, and its grade, stay."""

    def closed(turn: TurnReview) -> TurnReview:
        tiles = tile_set(TILE_SET)
        board = cgp.parse_position(turn.position, tiles).board
        words = ((each, words_of_play(board, each.move, tiles.alphabet)) for each in turn.best)
        best = tuple(each for each, formed in words if not any(map(is_vulgar, formed)))
        return structs.replace(turn, best=best)

    return structs.replace(review, turns=tuple(closed(turn) if turn.best else turn for turn in review.turns))


def own_statistics(data: Path, database: str | None, person: str, most: int, most_new: int) -> OwnCount:
    """The statistics of a person over their games, each by its deepest finished review.

    Args:
        data: The data folder of the server.
        database: The address of its database; `None` for the file in the folder.
        person: The id of the person.
        most: The latest finished games that count.
        most_new: The games without a review that are reviewed now; the others wait.
    """
    files = ReviewFiles(data)
    reviews: list[TimedReview] = []
    looked, waiting = 0, 0
    for game in played_games(data, database, person, most):
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


def own_statistics_file(
    data: Path, database: str | None, person: str, most: int, most_new: int, form: StatisticsForm
) -> bytes:
    """The statistics of a person as a file, in the current language."""
    return _file(own_statistics(data, database, person, most, most_new).statistics, form)


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
