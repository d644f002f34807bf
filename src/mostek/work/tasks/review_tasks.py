"""Reviews of games, a piece at a time. Nothing of one stays here between two pieces: what is known of it travels with it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from time import monotonic

from msgspec import structs

from mostek.app.export import recorded
from mostek.core.diagnostics import NotationError, Severity, TextFault
from mostek.core.position import Position
from mostek.core.tiles import tile_set
from mostek.documents.review.annotated_gcg import annotated_gcg
from mostek.documents.review.html_page import html_page
from mostek.documents.review.paper import review_pages
from mostek.engine.equipment import TILE_SET
from mostek.engine.parallel.chunks import CORES
from mostek.engine.review import GameReview, TurnReview, deepening, from_json, to_json
from mostek.lexicon.school_words import is_vulgar
from mostek.notation.formats import cgp
from mostek.notation.game_formats import read_file, read_game, replay_read
from mostek.notation.game_record import RecordedGame
from mostek.notation.plays import words_of_play
from mostek.notation.replay import Replay
from mostek.rules.loading import rulebook
from mostek.store.game_lines import read_lines
from mostek.work.kinds import LANES, Lane
from mostek.work.review_values import FileForm, ReadGame, ReviewPiece, ReviewRequest

PIECE = 1.0
"""The seconds in which a piece begins to judge turns. To take a review up again costs about a hundredth of that."""
_THREADS = max(1, CORES // LANES[Lane.LONG].workers)
_MOST_LINES = 1000
"""The turns, corrections and end of a record; no game has a tenth of them."""
_MOST_TOLD = 5
"""The diagnostics of a file that are shown, the worst first."""


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
