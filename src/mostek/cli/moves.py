"""`mostek moves`: every legal placement of positions, counted and summed up, and the best of them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, BinaryIO

import click
from msgspec import Meta, Struct

from mostek.cli.lines import Answer, LineError, Problem, answer_lines, decode, file_argument, jsonl_option
from mostek.cli.positions import check_rack, read_position, read_rack, read_tile_set, words_of
from mostek.core.board import Board, layout
from mostek.core.moves import score as value_of
from mostek.core.tiles import Tiles
from mostek.engine.kernel import FoundPlay, Searcher, open_searcher
from mostek.lexicon import DEFAULT, LexiconError, LexiconPin
from mostek.messages import text
from mostek.notation.coordinates import Orientation, format_coordinate


class MovesRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of input."""

    position: str | None = None
    rack: str | None = None
    lexicon: str = DEFAULT
    top: Annotated[int, Meta(ge=0, le=100_000)] = 10
    orientation: Orientation = Orientation.LETTERED_ROWS
    tile_set: str | None = None


@click.command()
@jsonl_option
@file_argument
def moves(jsonl: bool, file: BinaryIO) -> None:
    """Find placements for positions given as JSON lines.

    A line in: {"position": CGP, "rack": "AEKLOT?", "lexicon": "pl-wolny", "top": 10, "orientation": "lettered-rows",
    "tile_set": "pl-current"}; the rack is by default the first one of the position. Exit status 1 if a line could not
    be answered.
    """
    answer_lines(file, jsonl, lambda line: _answer(decode(line, MovesRequest)))


def _answer(request: MovesRequest) -> Answer:
    position, tiles = read_position(request.position, request.tile_set)
    if request.rack is not None:
        rack = read_rack(request.rack, tiles)
    elif position.racks:
        rack = position.rack(0)
    else:
        raise LineError(Problem.RACK, text("Neither the request nor the position has a rack."))
    check_rack(rack)
    try:
        pin, searcher = _searcher(request.lexicon, tiles.name)
    except LexiconError as error:
        raise LineError(Problem.LEXICON, text(error.sentence, **error.params)) from None
    except OSError as error:
        raise LineError(Problem.LEXICON, str(error)) from None
    return {"tile_set": tiles.name, "lexicon": pin._asdict(), **_found(request, searcher, position.board, rack)}


def _found(request: MovesRequest, searcher: Searcher, board: Board, rack: Tiles) -> Answer:
    totals = searcher.totals(board, rack)
    best = searcher.best(board, rack, request.top) if request.top else []
    return {
        "count": totals.plays,
        "sum": totals.score,
        "plays": [_play(play, searcher, board, request.orientation) for play in best],
    }


def _play(play: FoundPlay, searcher: Searcher, board: Board, orientation: Orientation) -> dict[str, object]:
    """A play: `play` is what `mostek score` reads, with a dot for each tile that lies there already."""
    square = format_coordinate(play.start, play.direction, orientation)
    value = value_of(board, play.placement, searcher.tile_set)
    return {
        "play": f"{square} {''.join(str(tile or '.') for tile in play.word)}",
        "square": square,
        "direction": play.direction.value,
        "word": "".join(str(tile) for tile in _whole(play, board)),
        "score": play.score,
        "bingo": value.bonus,
        "words": words_of(value, orientation),
    }


def _whole(play: FoundPlay, board: Board) -> list[object]:
    return [tile or board[play.start.step(play.direction, place)] for place, tile in enumerate(play.word)]


@cache
def _searcher(lexicon: str, tiles: str) -> tuple[LexiconPin, Searcher]:
    """Opened once for all lines."""
    from mostek.lexicon.library import find

    return find(lexicon).header.pin, open_searcher(lexicon, read_tile_set(tiles), layout())
