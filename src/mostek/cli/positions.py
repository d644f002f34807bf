"""`mostek score` and `mostek moves`: positions, racks and plays as programs write them in JSON lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Annotated, BinaryIO

import click
from msgspec import Meta, Struct

from mostek.cli.lines import Answer, ErrorCode, LineError, answer_lines, decode, file_argument, jsonl_option
from mostek.cli.output import nearest
from mostek.core.board import Board, Square, layout
from mostek.core.diagnostics import NotationError
from mostek.core.moves import BINGO, NO_FAULT, Bingo, PlayFault, PlayScore, fault_names, faults
from mostek.core.moves import score as value_of
from mostek.core.position import Position
from mostek.core.tiles import Alphabet, Letter, Tiles, TileSet, tile_set, tile_sets
from mostek.engine.kernel import FoundPlay, Searcher, open_searcher
from mostek.lexicon import DEFAULT, LexiconError, LexiconPin
from mostek.messages import text
from mostek.messages.diagnoses import FAULTS
from mostek.notation.coordinates import CoordinateError, Orientation, format_coordinate, format_square
from mostek.notation.formats import cgp
from mostek.notation.plays import WrittenPlay, parse_play, spell_rack
from mostek.rules.loading import rulebook, rulebooks
from mostek.rules.rulebook import Rulebook


# Programs ask about many plays of one position, and reading it costs more than scoring a play.
@lru_cache(maxsize=64)
def read_position(line: str | None, named: str | None) -> tuple[Position, TileSet]:
    """A position, bare rows, or nothing for the empty board; with the tile set named, or else that of the position.

    Raises `LineError`.
    """
    tiles = None if named is None else read_tile_set(named)
    if line is None or not line.strip():
        return Position(Board(layout())), tiles or tile_set("pl-current")
    try:
        tiles = tiles or cgp.tile_set_of(line)
        return cgp.parse_position(line, tiles), tiles
    except NotationError as error:
        raise unreadable(ErrorCode.POSITION, error) from None


def read_tile_set(name: str) -> TileSet:
    """The tile set of that name. Raises `LineError` with the nearest name."""
    if name not in tile_sets():
        reason = text("There is no tile set {name!r}.", name=name) + nearest(name, tile_sets())
        raise LineError(ErrorCode.TILE_SET, reason)
    return tile_set(name)


def read_rulebook(name: str) -> Rulebook:
    """The rulebook of that name. Raises `LineError` with the nearest name."""
    if name not in rulebooks():
        reason = text("There is no rulebook {name!r}.", name=name) + nearest(name, rulebooks())
        raise LineError(ErrorCode.RULEBOOK, reason)
    return rulebook(name)


def read_rack(written: str, tiles: TileSet) -> Tiles:
    """A rack in capitals, `?` for a blank. Raises `LineError`."""
    try:
        return spell_rack(written, tiles.alphabet, 1, 1)
    except NotationError as error:
        raise unreadable(ErrorCode.RACK, error) from None


def check_rack(rack: Tiles) -> None:
    """No rack holds more tiles than the rules give (GEN-11a). Raises `LineError`."""
    if len(rack) > BINGO.tiles:
        raise LineError(ErrorCode.RACK, text("A rack holds at most {most} tiles.", most=BINGO.tiles))


def read_play(written: str, orientation: Orientation, alphabet: Alphabet) -> WrittenPlay:
    """A square with a direction and a word, see `parse_play`. A letter of another alphabet is read too: it is a fault of
    the play, not of the text.

    Raises `LineError`.
    """
    parts = written.split()
    if len(parts) != 2:
        raise LineError(ErrorCode.PLAY, text("A square and a word are expected, like H8 KOT."), 1)
    try:
        return parse_play(written, orientation, _with_foreign(alphabet, parts[1]))
    except CoordinateError:
        reason = text("{text!r} names no square; a letter and a number are expected, like H8.", text=parts[0])
        raise LineError(ErrorCode.PLAY, reason, written.index(parts[0]) + 1) from None
    except NotationError as error:
        raise unreadable(ErrorCode.PLAY, error) from None


def _with_foreign(alphabet: Alphabet, written: str) -> Alphabet:
    foreign = dict.fromkeys(Letter(sign) for sign in written.upper() if sign.isalpha() and sign not in alphabet)
    return Alphabet(alphabet.name, (*alphabet.letters, *foreign)) if foreign else alphabet


def misfit_names(misfits: Iterable[Square], board: Board, orientation: Orientation) -> list[str]:
    """The squares of the board where a play goes through what does not lie there."""
    return [format_square(square, orientation) for square in misfits if square in board.layout]


def words_of(value: PlayScore, orientation: Orientation) -> list[dict[str, object]]:
    """The words of a play, main word first: how each came to its points."""
    return [
        {
            "word": str(item.word),
            "square": format_coordinate(item.word.start, item.word.direction, orientation),
            "points": item.points,
            "letters": item.letters,
            "multiplier": item.multiplier,
        }
        for item in value.words
    ]


def unreadable(problem: ErrorCode, error: NotationError) -> LineError:
    """The error of a notation as that of a line, with its column."""
    return LineError(problem, f"{text(FAULTS[error.fault])}: {error.text!r}", error.column)


class ScoreRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of input."""

    play: str
    position: str | None = None
    orientation: Orientation = Orientation.LETTERED_ROWS
    tile_set: str | None = None
    rulebook: str | None = None


@click.command()
@jsonl_option
@file_argument
def score(jsonl: bool, file: BinaryIO) -> None:
    """Score placements given as JSON lines, or name all their faults.

    Input line: {"position": CGP, "play": "H4 SPRÓBUJE", "orientation": "lettered-rows", "tile_set": "pl-current",
    "rulebook": "pfs"}; only the play is required. Exit status 1 if a line has an error.
    """
    answer_lines(file, jsonl, lambda line: _answer(decode(line, ScoreRequest)))


def _answer(request: ScoreRequest) -> Answer:
    book = None if request.rulebook is None else read_rulebook(request.rulebook)
    position, tiles = read_position(request.position, request.tile_set)
    board, orientation = position.board, request.orientation
    play = read_play(request.play, orientation, tiles.alphabet)
    placement, misfits = play.placement(board), play.misfits(board)
    rack = position.rack(0) if position.racks and position.racks[0] else None
    if rack is not None:
        check_rack(rack)
    found = faults(board, placement, rack, tiles.alphabet)
    if any(square not in board.layout for square in misfits):
        found |= PlayFault.OFF_BOARD
    names = misfit_names(misfits, board, orientation)
    if found != NO_FAULT or names:
        return {"tile_set": tiles.name, "faults": _named(found, names, book)}
    value = value_of(board, placement, tiles, _bingo(book))
    return {
        "tile_set": tiles.name,
        "total": value.total,
        "bingo": value.bonus,
        "words": words_of(value, orientation),
    }


def _named(found: PlayFault, misfits: list[str], book: Rulebook | None) -> list[dict[str, object]]:
    """Every fault with its clause, if a rulebook was named; what the text says wrongly about the board has none."""
    named: list[dict[str, object]] = [
        {"fault": name, "clause": book and book.faults[name]} for name in fault_names(found)
    ]
    if misfits:
        named.append({"fault": "nothing_to_play_through", "clause": None, "squares": misfits})
    return named


def _bingo(book: Rulebook | None) -> Bingo:
    return BINGO if book is None else Bingo(book.move.bingo_tiles.value, book.move.bingo_points.value)


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

    Input line: {"position": CGP, "rack": "AEKLOT?", "lexicon": "pl-wolny", "top": 10, "orientation": "lettered-rows",
    "tile_set": "pl-current"}; the default rack is the first one of the position. Exit status 1 if a line has an error.
    """
    answer_lines(file, jsonl, lambda line: _answer_moves(decode(line, MovesRequest)))


def _answer_moves(request: MovesRequest) -> Answer:
    position, tiles = read_position(request.position, request.tile_set)
    if request.rack is not None:
        rack = read_rack(request.rack, tiles)
    elif position.racks:
        rack = position.rack(0)
    else:
        raise LineError(ErrorCode.RACK, text("Neither the request nor the position has a rack."))
    check_rack(rack)
    try:
        pin, searcher = _searcher(request.lexicon, tiles.name)
    except LexiconError as error:
        raise LineError(ErrorCode.LEXICON, text(error.sentence, **error.params)) from None
    except OSError as error:
        raise LineError(ErrorCode.LEXICON, str(error)) from None
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
