"""Some hundred damaged files of every kind of word graph and of leave values: read or refused, never more than that."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

import pytest

from lexicon.quackle_writer import quackle_bytes
from lexicon.test_word_graphs import quackle_0
from lexicon.toy import toy_words
from mostek.core.tiles import Tiles, TileSet, tile_set
from mostek.engine.klv import format_klv, parse_klv
from mostek.engine.leaves import open_values
from mostek.lexicon import LexiconError
from mostek.lexicon.importing import read_list
from mostek.lexicon.kwg import kwg_of

POLISH = tile_set("pl-current")
LETTERS = POLISH.alphabet.letters
FEW = TileSet("few", POLISH.title, POLISH.alphabet, Tiles.of("AAĄBK?"), POLISH.values)
DAMAGED = 300
"""Files of each kind."""


def whole_kwg() -> bytes:
    return kwg_of(toy_words(), len(LETTERS)).data


def whole_dawg_0() -> bytes:
    return quackle_0("A l 1", "K - 3", "Ż l 5", "O l 4", "T el 0", "Ą el 0")


def whole_dawg_1() -> bytes:
    letters = list("AĄBKOTŻ")
    return quackle_bytes(
        [[letters.index(letter) for letter in word] for word in ("KOT", "KOTA", "ŻABA", "OTO")], letters
    )


def whole_klv() -> bytes:
    return format_klv(open_values("pl-wolny", POLISH.alphabet.letters), FEW)


def damaged(whole: bytes, rng: random.Random) -> bytes:
    """Bits turned, bytes that point far away, a part cut out, doubled or filled, a count that lies, another order."""
    data = bytearray(whole)
    for _ in range(rng.choice((1, 1, 2, 8))):
        place = rng.randrange(len(data) or 1)
        match rng.randrange(8):
            case 0:
                data[place : place + 1] = bytes([rng.randrange(256)])
            case 1:
                data[place : place + 4] = struct.pack("<I", rng.choice((0, 1, 2, 2**22 - 1, 2**32 - 1, len(data) // 4)))
            case 2:
                del data[place:]
            case 3:
                del data[place : place + rng.randint(1, 9)]
            case 4:
                data += data[place:]
            case 5:
                data[:4] = struct.pack("<I", rng.choice((0, 2**28, 2**30, 2**32 - 1)))
            case 6:
                data[place : place + 40] = rng.randbytes(40)
            case _:
                data[place:] = data[: place or 1]
        data = data or bytearray(1)
    return bytes(data)


@pytest.mark.parametrize(
    ("whole", "name"),
    [(whole_kwg, "x.kwg"), (whole_dawg_0, "x.dawg"), (whole_dawg_1, "x.dawg"), (whole_klv, "x.klv2")],
    ids=["kwg", "dawg 0", "dawg 1", "klv2"],
)
def test_damaged_files_are_read_or_refused(whole: Callable[[], bytes], name: str) -> None:
    rng, data, refused = random.Random(name), whole(), 0
    for _ in range(DAMAGED):
        spoilt = damaged(data, rng)
        try:
            if name.endswith("klv2"):
                assert parse_klv(spoilt, name, POLISH).leaves > 0
            else:
                assert read_list(spoilt, name, LETTERS).words is not None
        except LexiconError:
            refused += 1
    assert refused > DAMAGED / 3


@pytest.mark.parametrize("name", ["x.kwg", "x.dawg", "x.klv2"])
def test_a_heading_of_a_gigabyte_costs_no_memory(name: str) -> None:
    for count in (2**28, 2**30, 2**32 - 1):
        for data in (
            struct.pack("<I", count),
            struct.pack("<I", count) + bytes(4000),
            bytes([1]) * 17 + b"\xff" * 4000,
        ):
            with pytest.raises(LexiconError):
                parse_klv(data, name, POLISH) if name.endswith("klv2") else read_list(data, name, LETTERS)


def test_leaves_that_branch_without_end_are_refused_at_once() -> None:
    """Thirty rows of all letters, each of which leads to the next row: more leaves than any computer counts."""
    width = len(LETTERS)
    nodes = [1 << 22 | 1]
    for row in range(30):
        following = 0 if row == 29 else 1 + (row + 1) * width
        nodes += [code << 24 | 1 << 23 | (code == width) << 22 | following for code in range(1, width + 1)]
    with pytest.raises(LexiconError):
        parse_klv(struct.pack(f"<I{len(nodes)}II", len(nodes), *nodes, 10), "x.klv2", POLISH)
