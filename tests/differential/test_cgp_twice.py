"""CGP is read twice, by Python one by one and by the kernel in batches: both give the same position or the same error."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from differential.damage import damaged
from differential.game_folder import PLAYS
from mostek import _kernel
from mostek.core.board import layout
from mostek.core.diagnostics import NotationError
from mostek.core.tiles import tile_set
from mostek.engine.kernel import Searcher
from mostek.notation.formats import cgp

DAMAGED = 1000
"""Texts of each set; `make long` reads ten times as many."""
SETS = ("pl-current", "en", "de", "pl-1993")


@cache
def searcher(tiles: str) -> Searcher:
    """A searcher with a list of one word: the texts are read, not searched."""
    chosen = tile_set(tiles)
    letters = chosen.alphabet.letters
    words = _kernel.Words.read("".join(letters[:2]).encode(), letters, capitals=True)
    return Searcher(_kernel.Gaddag.of(words.gaddag(), letters), chosen, layout())


def by_python(text: str, tiles: str) -> object:
    """What a search sees of the position, or fault, column and text."""
    own = searcher(tiles)
    try:
        position = cgp.parse_position(text, own.tile_set)
    except NotationError as error:
        return error.fault.value, error.column, error.text
    if not position.racks:
        return "no_rack", 0, ""
    rack = position.rack(0)
    if len(rack) > own.rack_size:
        return "rack_size", 0, str(own.rack_size)
    if surplus := (position.board.faces() + rack).missing_from(own.tile_set.tiles):
        return "too_many_tiles", 0, str(surplus)
    return None


def by_kernel(texts: list[str | None], tiles: str) -> list[object]:
    read = searcher(tiles).batch.read(texts)
    errors = {row: (fault, column, text) for row, fault, _, column, text in read.errors}
    return [errors.get(row) for row in range(len(texts))]


def agree(texts: list[str], tiles: str) -> int:
    """Compare; return the number of texts that are positions."""
    expected = [by_python(text, tiles) for text in texts]
    for text, own, other in zip(texts, expected, by_kernel([*texts], tiles), strict=True):
        assert own == other, repr(text)
    return expected.count(None)


def lines() -> list[str]:
    names = ("turns.tsv", "endgames.tsv", "one_in_the_bag.tsv")
    return [line.split("\t")[0] for name in names for line in (PLAYS / name).read_text("utf-8").splitlines()]


def test_sound_lines_are_read_alike() -> None:
    assert agree(lines(), "pl-current") == len(lines())


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("tiles", SETS)
def test_damaged_lines_are_read_or_refused_alike(tiles: str, times: int) -> None:
    rng, sound = random.Random(f"damaged-{tiles}-{times}"), lines()
    texts = [damaged(rng.choice(sound), rng) for _ in range(times * DAMAGED)]
    read = agree(texts, tiles)
    assert read < len(texts)
    if tiles == "pl-current":
        assert read > len(texts) // 20


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\ufeff",
        "15",
        "/",
        "0015/15 A",
        "?14/" + "/".join(["15"] * 14) + " A",
        "/".join(["15"] * 15),
        "/".join(["15"] * 15) + " ",
        "/".join(["15"] * 15) + " A/B 1/2 0 bdn SuperBoard;",
        "/".join(["15"] * 15) + " A/B 1/2 0 lex OSPS50; -bdn standard21",
        "/".join(["15"] * 15) + " A/B 1/2 0 xbdn SuperBoard;",
        "/".join(["15"] * 15) + " A/B 1/2/3",
        "/".join(["15"] * 15) + " A/B 1/1000000",
        "/".join(["15"] * 15) + " A/B 1/2 -1",
        "/".join(["15"] * 15) + " A//B 1/2/3",
        "/".join(["15"] * 15) + " aB",
        "/".join(["15"] * 15) + " [A]B",
        "9" * 100_000 + "/15 A",
        "/".join(["15"] * 20_000) + " A",
        "1A" * 20_000,
    ],
)
def test_edges_are_read_alike(text: str) -> None:
    for tiles in SETS:
        agree([text], tiles)


def test_what_is_read_is_the_same_position() -> None:
    """The kernel shows only what it finds: the sums over all plays are of the same board and rack."""
    own = searcher("pl-current")
    table, _ = own.batch.totals(own.batch.read([*lines()]))
    codes = [cgp.parse_position(line, own.tile_set) for line in lines()]
    boards = b"".join(own.board_codes(position.board) for position in codes)
    racks = b"".join(own.rack_codes(position.rack(0)).ljust(7, b"\xff") for position in codes)
    other, errors = own.batch.totals(own.batch.columns(boards, racks))
    assert errors == []
    assert [table.column(name) for name in table.names] == [other.column(name) for name in other.names]


@pytest.mark.corpus
def test_the_lines_of_the_world_are_read_alike(shared_corpus: Path) -> None:
    texts = [
        line.split("\t")[-1]
        for path in sorted((shared_corpus / "cgp").glob("*.tsv"))
        for line in path.read_text("utf-8").splitlines()
    ]
    rng = random.Random("world")
    texts += [damaged(rng.choice(texts), rng) for _ in range(DAMAGED)]
    for tiles in SETS:
        agree(texts, tiles)
