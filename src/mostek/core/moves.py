"""Moves: placements with their words, faults and value; exchanges and passes.

Finding the faults of a placement is done here, all of them at once. What follows from a fault is the rulebook's affair:
most refuse it, the federation lets it stand until the opponent complains (PFS-3.2.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from itertools import pairwise

from mostek.core.board import Board, Direction, Square
from mostek.core.tiles import Alphabet, Letter, Tile, Tiles, TileSet


class PlayFault(Flag):
    """The faults of a placement. Several may apply at once."""

    OFF_CENTRE = auto()
    """The first word leaves the start square empty (GEN-5a)."""
    ONE_TILE = auto()
    """The first word has one tile only (GEN-5a)."""
    GAP = auto()
    """The tiles stand in one line with an empty square between them (GEN-5d)."""
    NOT_CONNECTED = auto()
    """No tile touches one that lay on the board before (GEN-13c, GEN-16a)."""
    DIAGONAL = auto()
    """The tiles run slantwise (GEN-5c)."""
    TWO_PLACES = auto()
    """The tiles stand neither in one row nor in one column (GEN-16d)."""
    SQUARE_TAKEN = auto()
    """A square already holds a tile (GEN-7d)."""
    OFF_BOARD = auto()
    """A square lies outside the board (GEN-2.4a)."""
    NOT_ON_RACK = auto()
    """The rack does not hold these tiles (GEN-2.2b)."""
    BLANK_UNDECLARED = auto()
    """A blank without a declared letter (GEN-2.1c)."""
    UNKNOWN_LETTER = auto()
    """A letter is not of the alphabet (GEN-2.1b)."""
    NO_TILES = auto()
    """No tile was laid (GEN-13a)."""


NO_FAULT = PlayFault(0)


def fault_names(found: PlayFault) -> list[str]:
    """The names of faults as the rulebook files and the events write them."""
    return [fault.name.lower() for fault in PlayFault if fault in found and fault.name] if found else []


IMPOSSIBLE = (
    PlayFault.SQUARE_TAKEN | PlayFault.OFF_BOARD | PlayFault.NOT_ON_RACK | PlayFault.UNKNOWN_LETTER | PlayFault.NO_TILES
)
"""Faults that no rulebook can let stand, because the tiles cannot lie so at all."""


class Placement:
    """The tiles that a player newly lays, each on its square; immutable and in the order of the squares."""

    __slots__ = ("tiles",)

    def __init__(self, tiles: Mapping[Square, Tile]) -> None:
        self.tiles: Mapping[Square, Tile] = dict(sorted(tiles.items()))

    @classmethod
    def along(cls, board: Board, start: Square, direction: Direction, word: Sequence[Tile | None]) -> Placement:
        """The tiles needed to write a word from a square on.

        `None`, or the letter that already lies there, plays through a tile of the board; a different letter on a taken
        square stays in the placement, so that `faults` can report it.
        """
        tiles: dict[Square, Tile] = {}
        for count, tile in enumerate(word):
            square = start.step(direction, count)
            lying = board[square]
            if tile is not None and (lying is None or lying.letter != tile.letter):
                tiles[square] = tile
        return cls(tiles)

    @property
    def faces(self) -> Tiles:
        """The tiles as they leave the rack."""
        return Tiles(tile.face for tile in self.tiles.values())

    def __len__(self) -> int:
        return len(self.tiles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placement) and self.tiles == other.tiles

    def __hash__(self) -> int:
        return hash(tuple(self.tiles.items()))

    def __repr__(self) -> str:
        return f"Placement({', '.join(f'{square.name}={tile}' for square, tile in self.tiles.items())})"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Some tiles of the rack given back for as many new ones (GEN-6X-a)."""

    tiles: Tiles

    def __str__(self) -> str:
        return f"-{self.tiles}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn given up (GEN-6P-a)."""

    def __str__(self) -> str:
        return "-"


Move = Placement | Exchange | Pass


@dataclass(frozen=True, slots=True)
class Word:
    """A word on the board: where it starts, how it runs, and its tiles."""

    start: Square
    direction: Direction
    tiles: tuple[Tile, ...]

    @property
    def letters(self) -> tuple[Letter | None, ...]:
        """The letters in order; `None` for an undeclared blank."""
        return tuple(tile.letter for tile in self.tiles)

    @property
    def text(self) -> str:
        """The word in capitals, as a lexicon knows it."""
        return "".join(tile.letter or "?" for tile in self.tiles)

    def squares(self) -> Iterator[Square]:
        """The squares that the word covers."""
        return (self.start.step(self.direction, count) for count in range(len(self.tiles)))

    def __str__(self) -> str:
        """The word with blanks in small letters."""
        return "".join(map(str, self.tiles))


def faults(board: Board, placement: Placement, rack: Tiles | None, alphabet: Alphabet) -> PlayFault:
    """Every fault of a placement on a board; each kind of fault names its clause.

    Args:
        board: the board before the placement.
        placement: the tiles that are newly laid.
        rack: the tiles of the player; `None` if they are unknown, and then they are not checked.
        alphabet: the letters that a tile may be read as.

    Returns:
        All faults at once; `NO_FAULT` if there is none.

    Example:
        >>> from mostek import Board, Direction, Placement, Square, faults, layout, tile_set
        >>> board, alphabet = Board(layout()), tile_set("pl-current").alphabet
        >>> placement = Placement.along(board, Square.named("A1"), Direction.ACROSS, alphabet.spell("KOT"))
        >>> faults(board, placement, None, alphabet).name
        'OFF_CENTRE'
    """
    found = _tile_faults(placement, rack, alphabet)
    if not placement.tiles:
        return found
    squares = list(placement.tiles)
    if any(square not in board.layout for square in squares):
        found |= PlayFault.OFF_BOARD
    if any(board[square] for square in squares):
        found |= PlayFault.SQUARE_TAKEN
    return found | _line_faults(board, squares) | _anchor_faults(board, squares)


def words_formed(board: Board, placement: Placement) -> tuple[Word, ...]:
    """Every word of two letters and more that the new tiles form or lengthen (GEN-13d).

    Args:
        board: the board before the placement.
        placement: the tiles that are newly laid; those off the board are left out.

    Returns:
        The words, the main word first: it runs along the tiles; of a single tile it is the longer one.

    Example:
        >>> from mostek import Board, Direction, Placement, Square, layout, tile_set, words_formed
        >>> board, alphabet = Board(layout()), tile_set("pl-current").alphabet
        >>> placement = Placement.along(board, Square.named("H8"), Direction.ACROSS, alphabet.spell("KoT"))
        >>> [str(word) for word in words_formed(board, placement)]
        ['KoT']
    """
    after = board.lay({square: tile for square, tile in placement.tiles.items() if square in board.layout})
    words: dict[tuple[Square, Direction], Word] = {}
    for direction in Direction:
        for square in placement.tiles:
            if square in board.layout:
                word = _run(after, square, direction)
                if len(word.tiles) > 1:
                    words.setdefault((word.start, direction), word)
    main = _main_direction(placement, tuple(words.values()))
    return tuple(sorted(words.values(), key=lambda word: word.direction is not main))


def words_on(board: Board) -> Iterator[Word]:
    """Every word of two tiles and more on a board."""
    for direction in Direction:
        for square, _ in board.tiles():
            if board[square.step(direction, -1)] is None and len((word := _run(board, square, direction)).tiles) > 1:
                yield word


def _tile_faults(placement: Placement, rack: Tiles | None, alphabet: Alphabet) -> PlayFault:
    found = NO_FAULT if placement.tiles else PlayFault.NO_TILES
    if rack is not None and placement.faces.missing_from(rack):
        found |= PlayFault.NOT_ON_RACK
    letters = [tile.letter for tile in placement.tiles.values()]
    if None in letters:
        found |= PlayFault.BLANK_UNDECLARED
    if any(letter is not None and letter not in alphabet for letter in letters):
        found |= PlayFault.UNKNOWN_LETTER
    return found


def _line_faults(board: Board, squares: list[Square]) -> PlayFault:
    first, last = squares[0], squares[-1]
    if all(square.row == first.row for square in squares):
        direction, length = Direction.ACROSS, last.column - first.column
    elif all(square.column == first.column for square in squares):
        direction, length = Direction.DOWN, last.row - first.row
    else:
        return PlayFault.DIAGONAL if _is_slanting(squares) else PlayFault.TWO_PLACES
    new = set(squares)
    between = (first.step(direction, count) for count in range(length))
    return PlayFault.GAP if any(square not in new and not board[square] for square in between) else NO_FAULT


def _is_slanting(squares: list[Square]) -> bool:
    steps = {(after.row - before.row, after.column - before.column) for before, after in pairwise(squares)}
    return steps in ({(1, 1)}, {(1, -1)})


def _anchor_faults(board: Board, squares: list[Square]) -> PlayFault:
    if not len(board):
        found = NO_FAULT if board.layout.start in squares else PlayFault.OFF_CENTRE
        return found | PlayFault.ONE_TILE if len(squares) == 1 else found
    neighbours = (square.step(direction, way) for square in squares for direction in Direction for way in (-1, 1))
    return NO_FAULT if any(board[square] for square in neighbours) else PlayFault.NOT_CONNECTED


def _run(board: Board, square: Square, direction: Direction) -> Word:
    start = square
    while board[before := start.step(direction, -1)]:
        start = before
    tiles: list[Tile] = []
    at = start
    while (tile := board[at]) is not None:
        tiles.append(tile)
        at = at.step(direction)
    return Word(start, direction, tuple(tiles))


def _main_direction(placement: Placement, words: tuple[Word, ...]) -> Direction:
    rows = {square.row for square in placement.tiles}
    columns = {square.column for square in placement.tiles}
    if len(rows) == len(columns) == 1:
        longest = max(words, key=lambda word: len(word.tiles), default=None)
        return longest.direction if longest else Direction.ACROSS
    return Direction.ACROSS if len(rows) == 1 else Direction.DOWN


@dataclass(frozen=True, slots=True)
class WordScore:
    """One word of a placement: the sum of its letters with letter premiums, and the value after word premiums."""

    word: Word
    letters: int
    multiplier: int

    @property
    def points(self) -> int:
        """Letter premiums first, then word premiums (GEN-2.4d)."""
        return self.letters * self.multiplier


@dataclass(frozen=True, slots=True)
class PlayScore:
    """The value of a placement: its words, main word first, and the bonus for laying all seven tiles."""

    words: tuple[WordScore, ...]
    bonus: int

    @property
    def total(self) -> int:
        """Every word formed or changed counts (GEN-13d); the bonus comes after all premiums (GEN-12b)."""
        return sum(word.points for word in self.words) + self.bonus


@dataclass(frozen=True, slots=True)
class Bingo:
    """The bonus for laying many tiles at once: 50 points for seven (GEN-12a)."""

    tiles: int = 7
    points: int = 50

    def of(self, placement: Placement) -> int:
        """The bonus points of a placement."""
        return self.points if len(placement) >= self.tiles else 0


BINGO = Bingo()


def score(board: Board, placement: Placement, tile_set: TileSet, bingo: Bingo = BINGO) -> PlayScore:
    """The value of a placement: its words with premiums, and the bonus for many tiles (GEN-2.4d, GEN-12b, GEN-13d).

    Args:
        board: the board before the placement.
        placement: the tiles that are newly laid.
        tile_set: the tiles with their values in points.
        bingo: how many tiles earn a bonus, and of how many points.

    Returns:
        The points of each word and the bonus; `total` is their sum.

    Example:
        >>> from mostek import Board, Direction, Placement, Square, layout, score, tile_set
        >>> board, polish = Board(layout()), tile_set("pl-current")
        >>> placement = Placement.along(board, Square.named("H8"), Direction.ACROSS, polish.alphabet.spell("KOT"))
        >>> score(board, placement, polish).total
        10
    """
    words = tuple(_word_score(board, placement.tiles, word, tile_set) for word in words_formed(board, placement))
    return PlayScore(words, bingo.of(placement))


def _word_score(board: Board, new: Mapping[Square, Tile], word: Word, tile_set: TileSet) -> WordScore:
    """A premium counts only in the move that covers it (GEN-2.4e)."""
    letters, multiplier = 0, 1
    for square, tile in zip(word.squares(), word.tiles, strict=True):
        value = tile_set.of_tile(tile)
        if square in new:
            premium = board.layout.premium(square)
            value *= premium.letter
            multiplier *= premium.word
        letters += value
    return WordScore(word, letters, multiplier)
