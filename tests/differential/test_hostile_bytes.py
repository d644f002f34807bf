"""Whatever bytes come as positions, racks, leaves, graphs or maps: they are refused in words, or nothing bad comes of them."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mostek import _kernel
from mostek.core.tiles import tile_set

LETTERS = tile_set("pl-current").alphabet.letters
SIDE, RACK = 31, 15
"""As large as can be: a damaged graph may know words that are longer than words are."""
VALUES = bytes([0, *[1] * len(LETTERS)])
PLAIN = bytes([1]) * SIDE**2
ROUNDS = 400
PATIENCE = 120
"""Seconds after which a search in a damaged graph counts as endless."""


@cache
def structures() -> tuple[bytes, bytes]:
    """The graph and the map of some words, many of which begin alike."""
    draw = random.Random(31)
    text = {"".join(draw.choices("KOTARY", k=draw.randint(2, 15))) for _ in range(400)}
    words = _kernel.Words.read("\n".join(sorted(text)).encode(), LETTERS, capitals=True)
    return words.gaddag(), words.word_map(7)


def searching(graph: _kernel.Gaddag, word_map: _kernel.WordMap | None = None) -> _kernel.Search:
    layout = _kernel.Layout(SIDE, SIDE, PLAIN, PLAIN, SIDE**2 // 2)
    return _kernel.Search(graph, layout, VALUES, RACK, 50, word_map)


def spoilt(data: bytes, draw: random.Random) -> bytes:
    """Some bits flipped, some bytes of another kind, or a piece cut out or off."""
    changed = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 20))):
        place = draw.randrange(len(changed))
        match draw.randrange(5):
            case 0 | 1:
                changed[place] ^= 1 << draw.randrange(8)
            case 2:
                changed[place : place + 4] = draw.randbytes(4)
            case 3:
                other = draw.randrange(len(changed) // 4) * 4
                changed[place // 4 * 4 :][:4] = changed[other : other + 4]
            case _:
                del changed[place : place + draw.choice((1, 4, 64, len(changed)))]
    return bytes(changed) or bytes(4)


def board(draw: random.Random) -> bytes:
    """Some tiles, here and there close together."""
    squares = bytearray(SIDE**2)
    for _ in range(draw.randrange(12)):
        start, step = draw.randrange(SIDE**2), draw.choice((1, SIDE))
        for place in range(start, min(start + draw.randrange(20) * step, SIDE**2), step):
            squares[place] = draw.randint(1, len(LETTERS)) | draw.choice((0, 0, 0, 0x80))
    return bytes(squares)


def played(search: _kernel.Search, draw: random.Random) -> None:
    """Every question once, with a rack that has a blank now and then."""
    rack = bytes(draw.choices([1, *(LETTERS.index(letter) + 1 for letter in "KOTARY")], k=draw.choice((5, 7, 15))))
    rack = bytes([0]) + rack[1:] if draw.random() < 0.3 and len(rack) < RACK else rack
    squares = board(draw)
    search.plays(squares, rack)
    search.best(squares, rack, 3)
    search.totals(squares, rack)


@pytest.mark.parametrize("seed", range(4))
def test_random_positions_are_refused_or_answered(seed: int) -> None:
    draw, search = random.Random(seed), searching(_kernel.Gaddag.of(structures()[0], LETTERS))
    answered = refused = 0
    for _ in range(ROUNDS):
        squares = bytearray(board(draw))
        squares[draw.randrange(SIDE**2)] = draw.randrange(256)
        size = len(squares) if draw.random() < 0.8 else draw.randrange(2 * SIDE**2)
        rack = bytes(draw.choice((draw.randrange(256), draw.randrange(33))) for _ in range(draw.randrange(6)))
        try:
            search.best(bytes(squares[:size]), rack, draw.choice((0, 1, 5, 2**40)))
            answered += 1
        except ValueError:
            refused += 1
    assert answered > ROUNDS // 20
    assert refused > ROUNDS // 20


def test_leaves_of_random_tables_are_refused_or_taken() -> None:
    draw = random.Random(5)
    sizes = (33 * 15, 33 * 33, 16 * 16)
    taken = refused = 0
    for _ in range(ROUNDS):
        equal, pairs, balance = (
            [draw.randint(-1_000_050, 1_000_000) // draw.choice((1, 1000))] * (size + draw.choice((0, 0, 0, 1)))
            for size in sizes
        )
        try:
            _kernel.Leaves(32, equal, pairs, balance, draw.getrandbits(64))
            taken += 1
        except ValueError:
            refused += 1
    assert taken
    assert refused


@pytest.mark.parametrize("part", [0, 1])
def test_spoilt_bytes_are_refused_or_are_another_lexicon(part: int) -> None:
    sound, draw, refused = structures(), random.Random(part), 0
    for _ in range(ROUNDS):
        parts = list(sound)
        parts[part] = spoilt(sound[part], draw)
        try:
            search = searching(_kernel.Gaddag.of(parts[0], LETTERS), _kernel.WordMap.of(parts[1], LETTERS))
        except ValueError:
            refused += 1
        else:
            played(search, draw)
    assert refused > ROUNDS // 2


def test_files_that_were_spoilt_after_they_were_checked_do_no_harm() -> None:
    # In a process of its own: what is to be ruled out is that it breaks down or never ends.
    done = subprocess.run([sys.executable, __file__], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.stdout.endswith(f"{ROUNDS} searched\n"), done.stderr[-2000:]


def search_in_spoilt_files() -> None:
    with TemporaryDirectory() as name:
        for seed in range(ROUNDS):
            draw = random.Random(seed)
            paths = []
            for part in (0, 1):
                data = structures()[part]
                data = spoilt(data, draw) if draw.randrange(2) == part or draw.random() < 0.5 else data
                paths.append(Path(name, f"{seed}-{part}"))
                paths[-1].write_bytes(data[: len(data) // 4 * 4] or bytes(4))
            sizes = [path.stat().st_size for path in paths]
            graph = _kernel.Gaddag.open(paths[0], 0, sizes[0], LETTERS)
            try:
                word_map: _kernel.WordMap | None = _kernel.WordMap.open(paths[1], 0, sizes[1], LETTERS)
            except ValueError:
                word_map = None
            search = searching(graph, word_map)
            for _ in range(3):
                played(search, draw)
    print(f"{ROUNDS} searched")


if __name__ == "__main__":
    search_in_spoilt_files()
