"""Leave values as `.klv2`, the file of wolges, Woogles and MAGPIE, both ways.

A `.klv2` lists leaves one by one. It has the number of nodes of a `.kwg` (32 bits, little-endian as all numbers), its nodes, the
number of leaves, and a value in points (a float of 32 bits) for each leave in the order of the graph. The graph has each leave
as the sorted codes of its tiles: 0 for a blank, then the letters by their place in the alphabet. A `.klv`, the older file, has
numbers of 16 bits in 1/256 of a point.

Our values are sums of terms, see `leaves`. So a file that is written says what the terms add up to, and a file that is read
becomes the terms that come nearest; what they miss is measured.

Source: wolges `src/klv.rs`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from mostek.core.tiles import BLANK, TileSet
from mostek.engine.kernel import POINT
from mostek.engine.leaves import LeaveValues, is_vowel
from mostek.lexicon import LexiconError
from mostek.lexicon.word_graphs import KWG_NODES, EndlessError, NodeError, kwg_texts

Floats: TypeAlias = npt.NDArray[np.float64]
Codes: TypeAlias = npt.NDArray[np.int64]
LARGEST: Final = 6
"""The most tiles that a leave has: a play lays at least one of seven."""
_ACCEPTS_LAST: Final = (1 << 23, 1 << 22)
_LETTER: Final = 24
_WORTH: Final = 1000.0
"""No leave is worth more points; the kernel takes no larger value."""
_NONE: Final = 255
"""The code of a place of a leave that has fewer tiles."""
_SAMPLE: Final = 8000
"""The leaves of each size from which the terms are computed."""
_DOUBT: Final = 1e-4
"""The penalty of a term, so that those which no leave tells apart stay small."""


class FittedLeaves(NamedTuple):
    """The terms that come nearest to the leaves of a file."""

    values: LeaveValues
    leaves: int
    """The number of leaves in the file."""
    typical: float
    """The difference in points (root mean square), each size of a leave counting alike."""
    largest: float
    """The largest difference in points among the leaves compared."""


def format_klv(values: LeaveValues, tiles: TileSet) -> bytes:
    """All leaves of a tile set of up to six tiles, with their values.

    Raises `LexiconError` if the graph needs more nodes than 22 bits can name.
    """
    counts = [tiles.tiles.count(face) for face in (BLANK, *values.letters)]
    nodes = _leave_nodes(counts)
    if len(nodes) > KWG_NODES:
        raise LexiconError(
            "The graph of the leaves has {found} nodes, and a .klv2 holds {most}.", found=len(nodes), most=KWG_NODES
        )
    value = values.to_kernel().value
    worth = np.fromiter((value(leave) for leave in _leaves(counts)), np.int64)
    return b"".join(
        (
            struct.pack(f"<{len(nodes) + 1}I", len(nodes), *nodes),
            struct.pack("<I", len(worth)),
            (worth / POINT).astype("<f4").tobytes(),
        )
    )


def count_leaves(tiles: TileSet) -> int:
    """The number of leaves of one to six tiles of a set: what a whole file has."""
    by_size = [1] + [0] * LARGEST
    for many in tiles.tiles.counts.values():
        by_size = [sum(by_size[max(0, size - many) : size + 1]) for size in range(LARGEST + 1)]
    return sum(by_size[1:])


def parse_klv(data: bytes, name: str, tiles: TileSet, *, whole: bool = False) -> FittedLeaves:
    """The terms that come nearest to the leaves of a file.

    Raises `LexiconError` for a file that is damaged or of another alphabet, and if it is to be `whole`, for one that does not
    have each leave of the tile set.
    """
    letters = tiles.alphabet.letters
    if whole:
        _check_whole(data, name, tiles)
    leaves, worth = _read(data, name, len(letters) + 1)
    codes = np.frombuffer("".join(leave.ljust(LARGEST, chr(_NONE)) for leave in leaves).encode("latin-1"), np.uint8)
    codes = codes.reshape(-1, LARGEST).astype(np.int64)
    sizes = (codes != _NONE).sum(axis=1)
    chosen = np.concatenate([_sample(np.flatnonzero(sizes == size)) for size in range(1, LARGEST + 1)])
    weights = 1 / np.bincount(sizes[chosen], minlength=LARGEST + 1)[sizes[chosen]]
    terms = _Terms([min(tiles.tiles.count(face), LARGEST) for face in (BLANK, *letters)], letters)
    fitted = np.rint(terms.solved(codes[chosen], worth[chosen], weights) * POINT)
    missed = terms.added(codes[chosen], fitted / POINT) - worth[chosen]
    typical = float(np.sqrt((missed**2 * weights).sum() / weights.sum()))
    return FittedLeaves(terms.values(fitted), len(leaves), typical, float(np.abs(missed).max()))


def _check_whole(data: bytes, name: str, tiles: TileSet) -> None:
    end = 4 + 4 * int.from_bytes(data[:4], "little")
    found, wanted = int.from_bytes(data[end : end + 4], "little"), count_leaves(tiles)
    if len(data) >= end + 4 and found != wanted:
        raise LexiconError(
            "{path} has {found} leaves; the tile set {tile_set} has {expected} of one to six tiles. It is a file of other tiles, "
            "or not whole.",
            path=name,
            found=found,
            tile_set=tiles.name,
            expected=wanted,
        )


def _sample(places: Codes) -> Codes:
    return places[:: -(-len(places) // _SAMPLE)] if len(places) else places


def _read(data: bytes, name: str, codes: int) -> tuple[list[str], Floats]:
    """The leaves as texts of codes, and their values in points."""
    nodes = int.from_bytes(data[:4], "little")
    end = 4 + 4 * nodes
    count = int.from_bytes(data[end : end + 4], "little")
    width = {4 * count: 4, 2 * count: 2}.get(len(data) - end - 4)
    if not nodes or not count or width is None:
        raise LexiconError("{path} is cut short: it has {found} bytes.", path=name, found=len(data))
    try:
        leaves = kwg_texts(data[4:end], [chr(code) for code in range(codes)], 0)
    except NodeError as error:
        raise error.of(name, nodes) from None
    except (IndexError, EndlessError):
        raise LexiconError("{path} is damaged: its nodes lead nowhere.", path=name) from None
    if len(leaves) != count or any(len(leave) > LARGEST for leave in leaves):
        raise LexiconError(
            "{path} is damaged: it has {found} leaves, and says {expected}.",
            path=name,
            found=len(leaves),
            expected=count,
        )
    numbers = np.frombuffer(data[end + 4 :], "<f4" if width == 4 else "<i2")
    with np.errstate(invalid="ignore"):  # what is no number is refused in a sentence below, and needs no warning
        worth = numbers.astype(np.float64) / (1 if width == 4 else 256)
    if not bool(np.all(np.abs(worth) <= _WORTH)):
        raise LexiconError("{path} is damaged: a leave is worth more than {most} points.", path=name, most=int(_WORTH))
    return leaves, worth


def _leaves(counts: Sequence[int]) -> Iterator[bytes]:
    """Every leave as sorted codes, in the order of the graph: first itself, then what begins with it."""

    def after(leave: bytes, lowest: int, used: int) -> Iterator[bytes]:
        for code in range(lowest, len(counts)):
            taken = used if code == lowest else 0
            if taken < counts[code]:
                longer = leave + bytes([code])
                yield longer
                if len(longer) < LARGEST:
                    yield from after(longer, code, taken + 1)

    return after(b"", 0, 0)


def _leave_nodes(counts: Sequence[int]) -> list[int]:
    """The graph of all leaves: a row for each lowest code, the number of tiles of this code, and the size of the leave."""
    places: dict[tuple[int, int, int], int] = {}
    rows: list[tuple[int, int, int]] = []
    length = 1

    def place_of(lowest: int, used: int, size: int) -> int:
        nonlocal length
        while lowest < len(counts) and used >= counts[lowest]:
            lowest, used = lowest + 1, 0
        if lowest == len(counts) or size == LARGEST:
            return 0
        row = lowest, used, size
        if row not in places:
            places[row] = length
            rows.append(row)
            length += sum(count > 0 for count in counts[lowest:])
        return places[row]

    accepts, last = _ACCEPTS_LAST
    nodes = [last | place_of(0, 0, 0)]
    # Rows are appended while others are written, in the order of their places.
    for lowest, used, size in rows:
        codes = [code for code in range(lowest, len(counts)) if counts[code]]
        for code in codes:
            child = place_of(code, (used if code == lowest else 0) + 1, size + 1)
            nodes.append(code << _LETTER | accepts | (last if code == codes[-1] else 0) | child)
    return nodes


class _Terms:
    """The terms of which a value is the sum, as columns: numbers of each tile, pairs of tiles, vowels and consonants."""

    def __init__(self, many: Sequence[int], letters: tuple[str, ...]) -> None:
        self._letters = letters
        self._many = many
        self._codes = len(many)
        self._first = np.concatenate(([0], np.cumsum(many)))
        self._pairs = int(self._first[-1])
        self._balance = self._pairs + self._codes * (self._codes - 1) // 2
        self._width = self._balance + (LARGEST + 1) ** 2
        self._vowels = np.array([False, *map(is_vowel, letters)])
        self._consonants = np.array([False, *(not is_vowel(letter) for letter in letters)])
        rest = np.arange(self._codes)
        self._pair_row = self._pairs + rest * (self._codes - 1) - rest * (rest - 1) // 2

    def solved(self, leaves: Codes, worth: Floats, weights: Floats) -> Floats:
        """The terms that come nearest, by least squares."""
        squares = np.eye(self._width) * _DOUBT
        products = np.zeros(self._width)
        for first in range(0, len(leaves), _SAMPLE):
            part = slice(first, first + _SAMPLE)
            columns = self._columns(leaves[part])
            weighted = columns * weights[part, None] * _SAMPLE
            squares += weighted.T @ columns
            products += weighted.T @ worth[part]
        return np.linalg.solve(squares, products).astype(np.float64)

    def added(self, leaves: Codes, terms: Floats) -> Floats:
        """The sums of the terms of these leaves."""
        parts = [self._columns(leaves[first : first + _SAMPLE]) for first in range(0, len(leaves), _SAMPLE)]
        return np.concatenate([columns @ terms for columns in parts])

    def values(self, terms: Floats) -> LeaveValues:
        """The terms as leave values, in thousandths of a point."""
        numbers = [int(number) for number in terms]
        pairs = [int(place) for place in self._pair_row] + [self._balance]
        return LeaveValues(
            self._letters,
            tuple(
                tuple(numbers[int(self._first[code]) : int(self._first[code + 1])]) or (0,)
                for code in range(self._codes)
            ),
            tuple(tuple(numbers[pairs[code] : pairs[code] + self._codes - 1 - code]) for code in range(self._codes)),
            tuple(tuple(numbers[self._balance + (LARGEST + 1) * row :][: LARGEST + 1]) for row in range(LARGEST + 1)),
        )

    def _columns(self, leaves: Codes) -> Floats:
        """A row for each leave, with 1 in the columns of its terms."""
        counts = np.zeros((len(leaves), _NONE + 1), np.int64)
        for place in range(LARGEST):
            np.add.at(counts, (np.arange(len(leaves)), leaves[:, place]), 1)
        counts = counts[:, : self._codes]
        columns = np.zeros((len(leaves), self._width))
        rows, codes = np.nonzero(counts)
        columns[rows, self._first[codes] + np.minimum(counts[rows, codes], np.array(self._many)[codes]) - 1] = 1
        held = counts > 0
        for one in range(self._codes - 1):
            both = held[:, one : one + 1] & held[:, one + 1 :]
            start = int(self._pair_row[one])
            columns[:, start : start + self._codes - 1 - one] = both
        vowels, consonants = counts @ self._vowels, counts @ self._consonants
        columns[np.arange(len(leaves)), self._balance + vowels * (LARGEST + 1) + consonants] = 1
        # Neither vowels nor consonants have no value of their own, see `LeaveValues.to_kernel`.
        columns[:, self._balance] = 0
        return columns
