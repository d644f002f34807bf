"""Plays and racks as people write them: `8D RACCE.T`, `H4 SPR(Ó)BUJE`, `AEK?`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mostek.core.board import Board, Direction, Square
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.moves import Placement, words_formed
from mostek.core.tiles import Alphabet, Letter, Tile, TileError, Tiles
from mostek.notation.coordinates import Orientation, parse_coordinate


@dataclass(frozen=True, slots=True)
class PlayedThrough:
    """A square of a word that already holds a tile; the letter is known if the text repeats it."""

    letter: Letter | None = None


NO_PLAY = "-"
"""A written turn that begins so is a pass or an exchange."""
Cell: TypeAlias = Tile | PlayedThrough
"""One square of a written word. A `Tile` may also repeat the letter that lies there."""


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """A play as text states it: the first square of the main word, its direction and its letters."""

    start: Square
    direction: Direction
    cells: tuple[Cell, ...]
    words: tuple[str, ...] = ()
    """The words formed, in capitals, if the format lists them."""

    @property
    def word(self) -> str:
        """The word with `.` for tiles of the board and small letters for blanks."""
        return "".join(str(cell) if isinstance(cell, Tile) else "." for cell in self.cells)

    def __str__(self) -> str:
        return f"{self.start.written(self.direction)} {self.word}"

    @property
    def squares(self) -> list[Square]:
        """The squares of the word; some may lie off the board."""
        return [self.start.step(self.direction, count) for count in range(len(self.cells))]

    def placement(self, board: Board) -> Placement:
        """The tiles that the play newly lays on this board."""
        word = [cell if isinstance(cell, Tile) else None for cell in self.cells]
        return Placement.along(board, self.start, self.direction, word)

    def misfits(self, board: Board) -> tuple[Square, ...]:
        """The squares that the word plays through although they are empty or hold another letter."""
        return tuple(
            square
            for square, cell in zip(self.squares, self.cells, strict=True)
            if isinstance(cell, PlayedThrough)
            and ((lying := board[square]) is None or cell.letter not in (None, lying.letter))
        )


def parse_play(text: str, orientation: Orientation, alphabet: Alphabet) -> WrittenPlay:
    """Read a square with a direction and a word.

    Args:
        text: A coordinate and a word with a blank between them. Small letters are blanks; `.`, `(AB)` and `(.A.)` are
            tiles of the board.
        orientation: Which lines of the board have letters.
        alphabet: The letters of the tiles.

    Returns:
        The play; its squares may lie off the board.

    Raises:
        CoordinateError: The first part names no square (a `ValueError`).
        NotationError: The text has another number of parts, or the word has a letter outside the alphabet.

    Example:
        >>> from mostek import Orientation, tile_set
        >>> from mostek.notation.plays import parse_play
        >>> play = parse_play("H4 SPR(Ó)BUJe", Orientation.LETTERED_ROWS, tile_set("pl-current").alphabet)
        >>> play.start.name, play.direction.value, play.word
        ('H4', 'across', 'SPR.BUJe')
    """
    match = _PLAY.fullmatch(text)
    if not match:
        raise NotationError(TextFault.NO_MOVE, 1, 1, text)
    start, direction = parse_coordinate(match[1], orientation)
    return WrittenPlay(start, direction, spell_word(match[2], alphabet, 1, match.start(2) + 1))


def spell_rack(text: str, alphabet: Alphabet, line: int = 1, column: int = 1) -> Tiles:
    """Read a rack.

    Args:
        text: Capitals; `?` and `_` are blanks.
        alphabet: The letters of the tiles.
        line: The line of the text in its file, from 1, for the error.
        column: The column of the text in its line, from 1, for the error.

    Returns:
        The tiles.

    Raises:
        NotationError: A letter is not of the alphabet.

    Example:
        >>> from mostek import tile_set
        >>> from mostek.notation.plays import spell_rack
        >>> str(spell_rack("KOT_", tile_set("pl-current").alphabet))
        '?KOT'
    """
    try:
        return alphabet.rack(text.replace("_", "?"))
    except TileError as error:
        raise NotationError(TextFault.BAD_LETTER, line, column + error.place, text) from None


def spell_word(text: str, alphabet: Alphabet, line: int, column: int) -> tuple[Cell, ...]:
    """Read the squares of a written word.

    Args:
        text: The word. `.`, `(AB)` and `(.A.)` are tiles of the board, small letters are blanks.
        alphabet: The letters of the tiles.
        line: The line of the text in its file, from 1, for the error.
        column: The column of the text in its line, from 1, for the error.

    Returns:
        A cell for each square: the tile laid, or `PlayedThrough`.

    Raises:
        NotationError: A letter is not of the alphabet, or a bracket has no partner.

    Example:
        >>> from mostek import tile_set
        >>> from mostek.notation.plays import spell_word
        >>> spell_word("K(O)t", tile_set("pl-current").alphabet, 1, 1)[1]
        PlayedThrough(letter='O')
    """
    cells: list[Cell] = []
    opened = 0
    for match in _PIECE.finditer(text):
        piece, place = match[0], column + match.start()
        if piece in "()":
            if bool(opened) is (piece == "("):
                raise NotationError(TextFault.BAD_BRACKET, line, place, text)
            opened = place if piece == "(" else 0
        elif piece == ".":
            cells.append(PlayedThrough())
        else:
            try:
                tiles = alphabet.spell(piece)
            except TileError as error:
                raise NotationError(TextFault.BAD_LETTER, line, place + error.place, text) from None
            cells += [PlayedThrough(tile.letter) for tile in tiles] if opened else tiles
    if opened:
        raise NotationError(TextFault.BAD_BRACKET, line, opened, text)
    return tuple(cells)


_PLAY = re.compile(r"\s*(\S+)\s+(\S+)\s*")
_PIECE = re.compile(r"[().]|\[[^\[\]]*\]|[^().\[\]]+|[\[\]]")


def words_of_play(board: Board, written: str, alphabet: Alphabet) -> Iterator[str]:
    """The words that a play forms, the main word first; a pass and an exchange form none.

    Args:
        board: The board before the play.
        written: The play as `8D RACCE(T)`; a pass or an exchange begins with `-`.
        alphabet: The letters of the tiles.

    Returns:
        The words in capitals.

    Raises:
        NotationError: The text is no play.

    Example:
        >>> from mostek import Board, layout, tile_set
        >>> from mostek.notation.plays import words_of_play
        >>> list(words_of_play(Board(layout()), "H8 KoT", tile_set("pl-current").alphabet))
        ['KOT']
    """
    if written and not written.startswith(NO_PLAY):
        play = parse_play(written, Orientation.LETTERED_ROWS, alphabet)
        yield from (word.text for word in words_formed(board, play.placement(board)))
