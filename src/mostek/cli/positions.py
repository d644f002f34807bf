"""Positions and plays as programs write them: CGP, and `H4 SPRÓBUJE` with a stated orientation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from mostek.cli.diagnoses import FAULTS
from mostek.cli.failures import nearest
from mostek.cli.lines import LineError, Problem
from mostek.core.board import Board, Direction, Square, layout
from mostek.core.diagnostics import NotationError
from mostek.core.moves import BINGO, Placement, PlayScore
from mostek.core.tiles import Alphabet, Letter, Tile, Tiles, TileSet, tile_set, tile_sets
from mostek.messages import text
from mostek.notation import cgp
from mostek.notation.coordinates import CoordinateError, Orientation, format_coordinate, format_square, parse_coordinate
from mostek.notation.gcg.game import spell_rack, spell_word
from mostek.rules.loading import RULEBOOKS, rulebook
from mostek.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play as it was written: the tiles it newly lays, and the squares where it plays through what does not lie there."""

    start: Square
    direction: Direction
    placement: Placement
    misfits: tuple[Square, ...]


# Programs ask about many plays of one position, and reading it costs more than scoring a play.
@lru_cache(maxsize=64)
def read_position(line: str | None, named: str | None) -> tuple[cgp.Position, TileSet]:
    """A position, bare rows, or nothing for the empty board; with the tile set named, or else that of the position.

    Raises `LineError`.
    """
    tiles = None if named is None else read_tile_set(named)
    if line is None or not line.strip():
        return cgp.Position(Board(layout())), tiles or tile_set("pl-current")
    tiles = tiles or cgp.tile_set_of(line)
    try:
        return cgp.parse(line, tiles), tiles
    except NotationError as error:
        raise unreadable(Problem.POSITION, error) from None


def read_tile_set(name: str) -> TileSet:
    """The tile set of that name. Raises `LineError` with the nearest name."""
    if name not in tile_sets():
        reason = text("There is no tile set {name!r}.", name=name) + nearest(name, tile_sets())
        raise LineError(Problem.TILE_SET, reason)
    return tile_set(name)


def read_rulebook(name: str) -> Rulebook:
    """The rulebook of that name. Raises `LineError` with the nearest name."""
    if name not in RULEBOOKS:
        reason = text("There is no rulebook {name!r}.", name=name) + nearest(name, RULEBOOKS)
        raise LineError(Problem.RULEBOOK, reason)
    return rulebook(name)


def read_rack(written: str, tiles: TileSet) -> Tiles:
    """A rack in capitals, `?` for a blank. Raises `LineError`."""
    try:
        return spell_rack(written, tiles.alphabet, 1, 1)
    except NotationError as error:
        raise unreadable(Problem.RACK, error) from None


def check_rack(rack: Tiles) -> None:
    """No rack holds more tiles than the rules give (GEN-11a). Raises `LineError`."""
    if len(rack) > BINGO.tiles:
        raise LineError(Problem.RACK, text("A rack holds at most {most} tiles.", most=BINGO.tiles))


def read_play(written: str, orientation: Orientation, board: Board, alphabet: Alphabet) -> WrittenPlay:
    """A square with a direction and a word. Small letters are blanks; `.`, `(AB)` and letters that lie there already are
    tiles of the board. A letter of another alphabet is read too: it is a fault of the play, not of the text.

    Raises `LineError`.
    """
    match = _PLAY.fullmatch(written)
    if not match:
        raise LineError(Problem.PLAY, text("A square and a word are expected, like H8 KOT."), 1)
    try:
        start, direction = parse_coordinate(match[1], orientation)
        cells = spell_word(match[2], _with_foreign(alphabet, match[2]), 1, match.start(2) + 1)
    except CoordinateError:
        reason = text("{text!r} names no square; a letter and a number are expected, like H8.", text=match[1])
        raise LineError(Problem.PLAY, reason, match.start(1) + 1) from None
    except NotationError as error:
        raise unreadable(Problem.PLAY, error) from None
    word = [cell if isinstance(cell, Tile) else None for cell in cells]
    misfits = []
    for count, cell in enumerate(cells):
        square = start.step(direction, count)
        lying = board[square]
        if not isinstance(cell, Tile) and (lying is None or cell.letter not in (None, lying.letter)):
            misfits.append(square)
    return WrittenPlay(start, direction, Placement.along(board, start, direction, word), tuple(misfits))


def _with_foreign(alphabet: Alphabet, written: str) -> Alphabet:
    foreign = dict.fromkeys(Letter(sign) for sign in written.upper() if sign.isalpha() and sign not in alphabet)
    return Alphabet(alphabet.name, (*alphabet.letters, *foreign)) if foreign else alphabet


def misfit_names(play: WrittenPlay, board: Board, orientation: Orientation) -> list[str]:
    """The squares of the board where a play goes through what does not lie there."""
    return [format_square(square, orientation) for square in play.misfits if square in board.layout]


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


def unreadable(problem: Problem, error: NotationError) -> LineError:
    """The error of a notation as that of a line, with its column."""
    return LineError(problem, f"{text(FAULTS[error.fault])}: {error.text!r}", error.column)


_PLAY = re.compile(r"\s*(\S+)\s+(\S+)\s*")
