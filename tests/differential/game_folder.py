"""A game as plain files in a folder: what the Rust examples `agree` and `measure` read (see `examples/folder/mod.rs`)."""

from __future__ import annotations

import struct
from pathlib import Path

from mostek import _kernel
from mostek.board import Layout, layout
from mostek.engine.leaves import LeaveValues, at, vowel_bits
from mostek.tiles import BLANK, TileSet

_EQUAL, _SIDE, _WORD = 15, 16, 16


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
    """The search graph and the word map."""
    (folder / "graph").write_bytes(words.search_graph())
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
