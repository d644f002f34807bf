"""The solver against values that are known: our own positions, those of other engines, and a game tried to its end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from mostek import _kernel
from mostek.core.board import layout
from mostek.core.tiles import BLANK, tile_set
from mostek.lexicon import library

TILES = tile_set("pl-current")
LETTERS = TILES.alphabet.letters
BOARD = layout("standard15")
CODES = {letter: code for code, letter in enumerate(LETTERS, 1)} | {BLANK: 0}
OWN = Path(__file__).parents[2] / "corpus" / "plays" / "endgames.tsv"
QUICK = 12
"""So many of our own positions are solved here: those that take the solver a few hundredths of a second."""


def squares(row: str) -> Iterator[int]:
    for is_gap, characters in groupby(row, str.isdigit):
        text = "".join(characters)
        if is_gap:
            yield from bytes(int(text))
        else:
            yield from (CODES[sign.upper()] | (0x80 if sign.islower() else 0) for sign in text)


def ends(path: Path) -> list[tuple[bytes, bytes, bytes, int]]:
    """Board, both racks and value of each line."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        cgp, value = line.split("\t")
        rows, racks, *_ = cgp.split(" ")
        board = bytes(code for row in rows.split("/") for code in squares(row))
        rack, other = (bytes(CODES[face] for face in part) for part in racks.split("/"))
        found.append((board, rack, other, int(value)))
    return found


def solver(graph: _kernel.Gaddag) -> _kernel.Solver:
    premiums = [BOARD.premium(square) for square in BOARD.squares()]
    letter, word = (bytes(getattr(premium, kind) for premium in premiums) for kind in ("letter", "word"))
    start = BOARD.start.row * BOARD.columns + BOARD.start.column
    board = _kernel.Layout(BOARD.rows, BOARD.columns, letter, word, start)
    values = bytes(TILES.values[face] for face in (BLANK, *LETTERS))
    return _kernel.Solver(_kernel.Search(graph, board, values, 7, 50), table_bytes=1 << 24)


@pytest.fixture(scope="module")
def own() -> _kernel.Solver:
    return solver(library.open_gaddag("pl-wolny@2022-03"))


def test_our_own_ends_have_their_values(own: _kernel.Solver) -> None:
    for board, rack, other, value in ends(OWN)[:QUICK]:
        solution = own.solve(board, rack, other)
        assert solution[:2] == (value, True)


@pytest.mark.corpus
def test_the_ends_that_other_engines_proved_have_their_values(shared_corpus: Path, wpolish_text: bytes) -> None:
    words = _kernel.Words.read(wpolish_text, LETTERS, capitals=False)
    theirs = solver(_kernel.Gaddag.of(words.gaddag(), LETTERS))
    for board, rack, other, value in ends(shared_corpus / "engine" / "endgames.tsv"):
        assert theirs.solve(board, rack, other)[:2] == (value, True)


def test_whoever_watches_may_stop(own: _kernel.Solver) -> None:
    board, rack, other, _ = ends(OWN)[QUICK]
    told: list[_kernel.Solution] = []

    def watch(solution: _kernel.Solution) -> bool:
        told.append(solution)
        return solution[2] < 2

    _, _, depth, line, _ = own.solve(board, rack, other, watch=watch)
    assert depth == 2
    assert line
    assert told[-1][2] == 2


def test_what_the_watch_raises_comes_out(own: _kernel.Solver) -> None:
    board, rack, other, _ = ends(OWN)[QUICK]

    def watch(solution: _kernel.Solution) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        own.solve(board, rack, other, watch=watch)
    with pytest.raises(KeyboardInterrupt):
        own.pre_endgame(board, rack, other, 1, 0, watch=lambda: watch((0, False, 0, [], 0)))


def test_each_draw_of_the_last_tile_is_settled_for_the_best_play(own: _kernel.Solver) -> None:
    board, rack, _, _ = ends(OWN)[0]
    prospects = own.pre_endgame(board, rack[:3], rack[4:7], 1, 0)
    assert prospects
    _, bag, draws, won, drawn, settled, _, exact, beaten = prospects[0]
    assert (bag, draws, settled, exact, beaten) == (0, 3, 3, True, False)
    assert all(prospect[-1] for prospect in prospects[1:])
    assert won + drawn <= draws
    assert max(2 * prospect[3] + prospect[4] for prospect in prospects) == 2 * won + drawn


@pytest.mark.parametrize(
    ("rack", "other", "message"),
    [(b"\x01" * 8, b"", "a rack holds 7 tiles, not 8"), (b"", b"\x21", "code 33 on the rack is no letter")],
)
def test_malformed_racks_are_refused(own: _kernel.Solver, rack: bytes, other: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        own.solve(bytes(225), rack, other)
