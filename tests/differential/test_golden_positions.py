"""Polish positions on which two other engines agree: the number of plays, the sum of their scores and the highest."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from mostek import _kernel
from mostek.core.board import layout
from mostek.core.tiles import BLANK, tile_set
from mostek.engine.columns import Columns
from mostek.engine.kernel import Searcher

pytestmark = pytest.mark.corpus

TILES = tile_set("pl-current")
LETTERS = TILES.alphabet.letters
BOARD = layout("standard15")
WORDS = 3_276_062
RACK_SIZE = 7
BLANK_BIT = 0x80
CODES = {letter: code for code, letter in enumerate(LETTERS, 1)} | {BLANK: 0}


class Position(NamedTuple):
    board: bytes
    rack: bytes
    totals: tuple[int, int, int]
    """Plays, sum of their scores, highest score."""


def squares(row: str) -> Iterator[int]:
    """The squares of a row as CGP writes it: numbers for gaps, capitals for letters, small letters for blanks."""
    for is_gap, characters in groupby(row, str.isdigit):
        text = "".join(characters)
        if is_gap:
            yield from bytes(int(text))
        else:
            yield from (CODES[sign.upper()] | (BLANK_BIT if sign.islower() else 0) for sign in text)


def position(line: str) -> Position:
    cgp, plays, _exchanges, top, total = line.split("\t")
    rows, racks, *_ = cgp.split(" ")
    board = bytes(code for row in rows.split("/") for code in squares(row))
    rack = bytes(CODES[face] for face in racks.split("/")[0])
    # The engines try a board without tiles one way only; ours finds each of those plays down as well as across.
    ways = 1 if any(board) else 2
    return Position(board, rack, (ways * int(plays), ways * int(total), int(top)))


@pytest.fixture(scope="module")
def positions(shared_corpus: Path) -> list[Position]:
    lines = (shared_corpus / "engine" / "pl_positions.tsv").read_text("utf-8").splitlines()
    return [position(line) for line in lines]


def racks_of(positions: list[Position]) -> bytes:
    return b"".join(position.rack.ljust(RACK_SIZE, b"\xff") for position in positions)


@pytest.fixture(scope="module")
def words(wpolish_text: bytes) -> _kernel.Words:
    return _kernel.Words.read(wpolish_text, LETTERS, capitals=False)


@pytest.fixture(scope="module")
def searcher(words: _kernel.Words) -> Searcher:
    return Searcher(_kernel.Gaddag.of(words.gaddag(), LETTERS), TILES, BOARD)


@pytest.fixture(scope="module")
def search(searcher: Searcher) -> _kernel.Search:
    return searcher.search


def test_the_list_has_the_words_that_the_engines_had(words: _kernel.Words) -> None:
    assert len(words) == sum(words.lengths()) == WORDS


def test_the_word_graph_holds_the_list(words: _kernel.Words) -> None:
    graph = _kernel.Dawg.of(words.dawg(), LETTERS)
    assert len(graph) == WORDS
    assert graph.words() == words.text()


def test_all_positions_agree(searcher: Searcher, positions: list[Position]) -> None:
    assert len(positions) > 470
    boards = b"".join(position.board for position in positions)
    found = Columns(searcher.batch.totals(searcher.batch.columns(boards, racks_of(positions)))[0], ())
    totals = zip(found["plays"].tolist(), found["score"].tolist(), found["best"].tolist(), strict=True)
    assert [*totals] == [position.totals for position in positions]


def test_the_plays_add_up_to_their_totals(search: _kernel.Search, positions: list[Position]) -> None:
    for board, rack, totals in positions:
        plays = search.plays(board, rack)
        scores = [play[-1] for play in plays]
        assert (len(set(plays)), sum(scores), max(scores, default=0)) == totals


def test_the_best_are_the_first_of_all(search: _kernel.Search, positions: list[Position]) -> None:
    for board, rack, _ in positions:
        ranked = sorted(search.plays(board, rack), key=lambda play: (-play[-1], play))[:15]
        assert [play for play, _ in search.best(board, rack, 15)] == ranked
