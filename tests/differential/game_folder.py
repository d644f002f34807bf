"""A game as plain files in a folder: what the Rust examples `agree` and `measure` read (see `examples/folder/mod.rs`)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mostek import _kernel
from mostek.core.board import Layout, layout
from mostek.core.tiles import BLANK, Tile, TileSet, tile_set
from mostek.engine.leaves import LeaveValues, at, vowel_bits
from mostek.notation.formats import cgp

PLAYS = Path(__file__).parents[2] / "corpus" / "plays"
TILES = tile_set("pl-current")
RACK = 7
NO_TILE = 0xFF
_BLANK_BIT = 0x80
_CODES = {face: code for code, face in enumerate((BLANK, *TILES.alphabet.letters))}
_EQUAL, _SIDE, _WORD = 15, 16, 16


class Turn(NamedTuple):
    """A position by the kernel's codes, the rack of the player on turn first, each filled up to a full one."""

    board: bytes
    rack: bytes
    other: bytes
    lead: int
    """Of the player on turn, in points."""

    @property
    def on_board(self) -> int:
        """How many tiles lie on the board."""
        return len(self.board) - self.board.count(0)

    @property
    def bag(self) -> int:
        """How many tiles are in the bag."""
        held = 2 * RACK - self.rack.count(NO_TILE) - self.other.count(NO_TILE)
        return len(TILES.tiles) - self.on_board - held


def turns(name: str) -> list[Turn]:
    """The positions of a file of `corpus/plays`."""
    return [_turn(line.partition("\t")[0]) for line in (PLAYS / name).read_text("utf-8").splitlines()]


def write_rules(folder: Path, tile_set: TileSet, board: Layout | None = None) -> None:
    """What does not depend on the words."""
    board = board or layout()
    letters = tile_set.alphabet.letters
    codes = {letter: code for code, letter in enumerate((BLANK, *letters))}
    premiums = [board.premium(square) for square in board.squares()]
    start = board.start.row * board.columns + board.start.column
    shape = bytes([board.rows, board.columns, start])
    (folder / "letters").write_text("\n".join(letters), "utf-8")
    (folder / "values").write_bytes(bytes(tile_set.values[face] for face in codes))
    (folder / "tiles").write_bytes(bytes(codes[face] for face in tile_set.tiles))
    kinds = (bytes(getattr(premium, kind) for premium in premiums) for kind in ("letter", "word"))
    (folder / "layout").write_bytes(shape + b"".join(kinds))


def write_structures(folder: Path, words: _kernel.Words) -> None:
    """The GADDAG and the word map."""
    (folder / "graph").write_bytes(words.gaddag())
    (folder / "map").write_bytes(words.word_map())


def write_words(folder: Path, words: _kernel.Words, letters: tuple[str, ...]) -> None:
    """The codes of each word in 16 bytes, for whoever is to try everything; letters are single characters."""
    codes = {ord(letter): code for code, letter in enumerate(letters, 1)}
    texts = (word.translate(codes).encode() for word in words.text().decode().split())
    (folder / "words").write_bytes(b"".join(text.ljust(_WORD, b"\0") for text in texts))


def write_leaves(folder: Path, values: LeaveValues) -> None:
    """What tiles kept are worth, as tables of numbers."""
    codes = range(len(values.letters) + 1)
    numbers = [at(values.equal[code], count) for code in codes for count in range(_EQUAL)]
    numbers += [values.pairs[one][other - one - 1] if other > one else 0 for one in codes for other in codes]
    balance = [at(at(values.balance, vowels), others) for vowels in range(_SIDE) for others in range(_SIDE)]
    numbers += [0, *balance[1:]]
    bits = struct.pack("<Q", vowel_bits(values.letters))
    (folder / "leaves").write_bytes(struct.pack(f"<{len(numbers)}i", *numbers) + bits)


def write_turns(path: Path, positions: Sequence[Turn]) -> None:
    """Positions one after another."""
    path.write_bytes(b"".join(struct.pack("<225s7s7sh", *turn) for turn in positions))


def _turn(line: str) -> Turn:
    position = cgp.parse_position(line, TILES)
    columns = position.board.layout.columns
    board = bytearray(columns * position.board.layout.rows)
    for (row, column), tile in position.board.tiles():
        board[row * columns + column] = _code(tile)
    rack, other = (bytes(_CODES[face] for face in faces).ljust(RACK, bytes([NO_TILE])) for faces in position.racks)
    own, others = position.scores
    return Turn(bytes(board), rack, other, own - others)


def _code(tile: Tile) -> int:
    return _CODES[str(tile.letter)] | (_BLANK_BIT if tile.blank else 0)
