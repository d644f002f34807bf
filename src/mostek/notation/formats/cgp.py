"""CGP, one line for a position: `ROWS RACKS SCORES ZERO-TURNS operations`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mostek.core.board import Board, Layout, Square, layout
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.encoding import decode
from mostek.core.position import Position
from mostek.core.tiles import Tile, TileError, Tiles, TileSet
from mostek.notation.game_formats import GameFormat
from mostek.notation.game_record import choose_layout, choose_tile_set
from mostek.notation.record_checks.racks import FULL_RACK


def _is_cgp(text: str) -> bool:
    """Whether a text looks like a position."""
    first = text.lstrip("\ufeff").strip().partition(" ")[0]
    return "/" in first and re.search(r"[0-9]", first) is not None and not first.startswith(("#", ">"))


def parse_position(
    text: str, tile_set: TileSet | None = None, board_layout: Layout | None = None, *, strict: bool = False
) -> Position:
    """Read a position from a line of CGP.

    Args:
        text: The line: rows, racks, scores, turns without points, operations. A partial line has the first parts only.
        tile_set: The tiles; by default those that the operations `ld` or `lex` name, or the first set whose letters fit.
        board_layout: The board; by default the standard one of 15 × 15 squares.
        strict: Whether a partial line, more tiles than the set has and a rack of more than seven are errors.

    Returns:
        The position; racks and scores in the order of play, the player on turn first.

    Raises:
        NotationError: The line cannot be read; with the column, from 1.

    Source: the format of macondo, https://github.com/domino14/macondo/tree/master/cgp

    Example:
        >>> from mostek.notation import parse_position
        >>> position = parse_position("15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC?/ 10/0 0 lex OSPS50;")
        >>> str(position.rack(0)), position.scores, position.operations["lex"]
        ('?ABC', (10, 0), 'OSPS50')
    """
    line = text.lstrip("\ufeff").strip()
    parts = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", line)][:_PARTS]
    if not parts or (strict and len(parts) < _PARTS):
        raise NotationError(TextFault.MISSING_PART, 1, len(line) + 1, line[-20:])
    tile_set = tile_set or tile_set_of(line)
    board = _board(parts[0][0], tile_set, board_layout or layout(choose_layout(_operation(line, "bdn"))[0]))
    racks = tuple(_racks(*parts[1], tile_set)) if len(parts) > 1 else ()
    if strict:
        _check_tiles(board, racks, tile_set, parts[1][1])
    scores = _scores(*parts[2], len(racks)) if len(parts) > 2 else ()
    if len(parts) < _PARTS:
        return Position(board, racks, scores)
    zero_turns, at = parts[3]
    return Position(board, racks, scores, _number(zero_turns, at), line[at - 1 + len(zero_turns) :].strip())


def format_position(position: Position) -> str:
    """Write a position as a line of CGP.

    Args:
        position: A position, partial or full.

    Returns:
        The line that `parse_position` reads; a well-formed line comes back as it was read.

    Example:
        >>> from mostek.notation import format_position, parse_position
        >>> line = "15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC/ 10/0 0"
        >>> format_position(parse_position(line)) == line
        True
    """
    parts = [position.board.cgp()]
    if position.racks:
        parts.append("/".join("".join(map(_face, rack)) for rack in position.racks))
    if position.scores:
        parts.append("/".join(map(str, position.scores)))
    if position.zero_turns is not None:
        parts.append(str(position.zero_turns))
    return " ".join([*parts, position.tail]).rstrip()


def _face(face: str) -> str:
    return face if len(face) == 1 else f"[{face}]"


def tile_set_of(line: str) -> TileSet:
    """The tile set of a position: by its operations, or the first one whose letters fit.

    Raises `NotationError` if the operations name the tiles of another game.
    """
    letters = re.sub(r"[\d\W_]", "", " ".join(line.split(" ")[:2]))
    return choose_tile_set(letters, _operation(line, "ld"), _operation(line, "lex"))[0]


def _operation(line: str, name: str) -> str | None:
    match = re.search(rf"(?:^|[ ;])-?{name} ([^;]+)", line)
    return match[1].strip() if match else None


def _check_tiles(board: Board, racks: tuple[tuple[str, ...], ...], tile_set: TileSet, column: int) -> None:
    """Count the tiles of a position. Raises `NotationError` if there are too many, on a rack or altogether."""
    total = board.faces()
    for rack in racks:
        if len(rack) > FULL_RACK:
            raise NotationError(TextFault.RACK_SIZE, 1, column, "".join(map(_face, rack)))
        total += Tiles(rack)
        column += len("".join(map(_face, rack))) + 1
    if excess := total.missing_from(tile_set.tiles):
        raise NotationError(TextFault.TOO_MANY_TILES, 1, 1, tile_set.alphabet.sort(excess))


def _board(text: str, tile_set: TileSet, board_layout: Layout) -> Board:
    rows = text.split("/")
    column = 1
    tiles: dict[Square, Tile] = {}
    for row, written in enumerate(rows):
        if row >= board_layout.rows:
            raise NotationError(TextFault.ROW_COUNT, 1, column, f"{len(rows)}/{board_layout.rows}")
        cells = list(_cells(written, column, tile_set))
        if len(cells) != board_layout.columns:
            raise NotationError(TextFault.ROW_LENGTH, 1, column, written)
        tiles.update({Square(row, at): tile for at, tile in enumerate(cells) if tile is not None})
        column += len(written) + 1
    if len(rows) != board_layout.rows:
        raise NotationError(TextFault.ROW_COUNT, 1, column - 1, f"{len(rows)}/{board_layout.rows}")
    return Board(board_layout, tiles)


def _cells(text: str, column: int, tile_set: TileSet) -> Iterator[Tile | None]:
    for match in re.finditer(r"([0-9]+)|[^0-9]+", text):
        if match[1]:
            # More empty squares than any board has are as wrong as one too many.
            yield from [None] * min(int(match[1][:3]), 1000)
            continue
        try:
            yield from tile_set.alphabet.spell(match[0])
        except TileError as error:
            raise NotationError(TextFault.BAD_LETTER, 1, column + match.start() + error.place, match[0]) from None


def _racks(text: str, column: int, tile_set: TileSet) -> Iterator[tuple[str, ...]]:
    for rack in text.split("/"):
        try:
            tile_set.alphabet.rack(rack)
            yield tuple(tile.face for tile in tile_set.alphabet.spell(rack))
        except TileError as error:
            raise NotationError(TextFault.BAD_LETTER, 1, column + error.place, rack) from None
        column += len(rack) + 1


def _scores(text: str, column: int, racks: int) -> tuple[int, ...]:
    scores = tuple(_number(score, column) for score in text.split("/"))
    if len(scores) != racks or racks < _FEWEST_PLAYERS:
        raise NotationError(TextFault.BAD_SCORES, 1, column, text)
    return scores


def _number(text: str, column: int) -> int:
    if not re.fullmatch(r"-?[0-9]{1,6}", text):
        raise NotationError(TextFault.BAD_NUMBER, 1, column, text)
    return int(text)


_PARTS = 4
_FEWEST_PLAYERS = 2
FORMAT = GameFormat(
    name="cgp",
    pl="pozycja w jednym wierszu",
    en="a position in one line",
    detect=_is_cgp,
    read=lambda data, how: parse_position(decode(data).text, how.tile_set, strict=how.strict),
)
