"""The searcher answers in values of the game, and agrees with the slow twin."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.short_lexicon import toy_words
from mostek import _kernel
from mostek.core.board import Board, Direction, Layout, Premium, Square, layout
from mostek.core.moves import Bingo, faults, score
from mostek.core.tiles import Tile, Tiles, tile_set
from mostek.engine.kernel import FoundPlay, Searcher, Totals, open_searcher
from mostek.engine.leaves import open_values
from mostek.lexicon import LexiconError
from mostek.lexicon.library import open_gaddag
from oracle.movegen import SortedWords, all_placements

POLISH = tile_set("pl-current")
STANDARD = layout()
EMPTY = Board(STANDARD)
PICTURE = """
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . Ł o Ś . . . . . .
    . . . . . . . D . . . . . . .
    . . . . . . . A . . . . . . .
"""
BOARD = Board.drawn(PICTURE, POLISH.alphabet, STANDARD)


@pytest.fixture
def searcher(short_lexicon: str) -> Searcher:
    return open_searcher(short_lexicon, POLISH, STANDARD)


@pytest.mark.parametrize("rack", ["KOT", "Ź?AE", "OOO", "Q"])
def test_it_finds_what_the_slow_twin_finds(searcher: Searcher, rack: str) -> None:
    tiles = Tiles.of(rack.replace("Q", "Ć"))
    found = {play.placement: play.score for play in searcher.plays(BOARD, tiles)}
    assert found == all_placements(BOARD, tiles, POLISH, SortedWords(list(toy_words())))


def test_every_play_is_legal_and_scored_exactly(searcher: Searcher) -> None:
    rack = Tiles.of("AEKO?RZ")
    plays = searcher.plays(BOARD, rack)
    assert len(plays) > 100
    for play in plays:
        assert not faults(BOARD, play.placement, rack, POLISH.alphabet)
        assert score(BOARD, play.placement, POLISH).total == play.score
        assert play.faces == play.placement.faces


def test_the_best_are_the_first_of_all_by_score(searcher: Searcher) -> None:
    rack = Tiles.of("AEKO?RZ")
    scores = sorted((play.score for play in searcher.plays(BOARD, rack)), reverse=True)
    assert [play.score for play in searcher.best(BOARD, rack, 30)] == scores[:30]


def test_totals_sum_up_all_plays(searcher: Searcher) -> None:
    rack = Tiles.of("AEKO?RZ")
    scores = [play.score for play in searcher.plays(BOARD, rack)]
    assert searcher.totals(BOARD, rack) == Totals(len(scores), sum(scores), max(scores))
    assert searcher.totals(BOARD, Tiles()) == Totals(0, 0, 0)


def _columns(searcher: Searcher, positions: list[tuple[Board, Tiles]]) -> tuple[bytes, bytes]:
    boards = b"".join(searcher.board_codes(board) for board, _ in positions)
    return boards, b"".join(searcher.rack_codes(rack).ljust(7, b"\xff") for _, rack in positions)


def test_many_positions_at_once_are_counted_like_each(searcher: Searcher) -> None:
    positions = [(BOARD, Tiles.of("KOT")), (EMPTY, Tiles.of("?A")), (BOARD, Tiles())]
    table, errors = searcher.batch.totals(searcher.batch.columns(*_columns(searcher, positions)))
    found = [np.frombuffer(table.column(name)[1], table.column(name)[0]).tolist() for name in table.names[1:]]
    assert [*zip(*found, strict=True)] == [searcher.totals(*position) for position in positions]
    assert errors == []


def test_arrays_are_as_good_as_bytes(searcher: Searcher) -> None:
    boards, racks = _columns(searcher, [(BOARD, Tiles.of("KOT")), (EMPTY, Tiles.of("?A"))])
    as_arrays = np.frombuffer(boards, np.uint8).reshape(2, -1), np.frombuffer(racks, np.uint8).reshape(2, -1)
    table, _ = searcher.batch.totals(searcher.batch.columns(*as_arrays))
    assert table.column("plays") == searcher.batch.totals(searcher.batch.columns(boards, racks))[0].column("plays")


@pytest.mark.parametrize(
    ("boards", "racks"),
    [(bytes(225), bytes([255] * 14)), (bytes(224), bytes([255] * 7)), (bytes(225), bytes([255] * 6)), (b"", bytes(7))],
)
def test_columns_of_other_lengths_are_refused(searcher: Searcher, boards: bytes, racks: bytes) -> None:
    with pytest.raises(ValueError, match=f"{len(boards)} bytes of boards and {len(racks)} of racks"):
        searcher.batch.columns(boards, racks)


def test_a_code_that_is_no_letter_is_an_error_of_its_row(searcher: Searcher) -> None:
    boards = bytes(225) + bytes([0, 77]) + bytes(223) + bytes([0x80 | 33]) + bytes(224) + bytes(225)
    racks = bytes([1, 255, 1, *[255] * 4]) + bytes([1] * 7) * 2 + bytes([33, *[255] * 6])
    read = searcher.batch.columns(boards, racks)
    assert [(row, fault, place, text) for row, fault, _, place, text in read.errors] == [
        (0, "bad_tile", 2, "255"),
        (1, "bad_square", 2, "77"),
        (2, "bad_square", 1, "161"),
        (3, "bad_tile", 1, "33"),
    ]


def test_positions_for_another_search_are_refused(searcher: Searcher, short_lexicon: str) -> None:
    small = Searcher(open_gaddag(short_lexicon), POLISH, STANDARD, Bingo(5, 50))
    with pytest.raises(ValueError, match="another board, rack or alphabet"):
        small.batch.totals(searcher.batch.columns(b"", b""))


def test_what_is_left_is_worth_what_its_values_say(searcher: Searcher) -> None:
    rack, values = Tiles.of("AEKO?RZ"), open_values("pl-wolny", POLISH.alphabet.letters)
    leaves = values.to_kernel()
    left = {play: leaves.value(bytes(searcher.rack_codes(rack - play.faces))) for play in searcher.plays(BOARD, rack)}
    worth = {play: 1000 * play.score + value for play, value in left.items()}
    best = searcher.best(BOARD, rack, 40, leaves)
    assert [play.equity for play in best] == sorted(worth.values(), reverse=True)[:40]
    assert all(play.equity == worth[replace(play, equity=1000 * play.score)] for play in best)


def test_with_an_empty_bag_tiles_left_cost_and_going_out_pays(searcher: Searcher) -> None:
    rack = Tiles.of("KOT")
    for play in searcher.best(BOARD, rack, 1000, 9):
        left = POLISH.value(rack - play.faces)
        assert play.equity == 1000 * (play.score + (2 * 9 if play.faces == rack else -2 * left))


def test_a_word_map_of_other_letters_is_refused(short_lexicon: str) -> None:
    english = _kernel.WordMap.of(_kernel.Words.read(b"CAT", tuple("ACT"), capitals=True).word_map(), tuple("ACT"))
    with pytest.raises(ValueError, match="another alphabet"):
        Searcher(open_gaddag(short_lexicon), POLISH, STANDARD, word_map=english)


def test_a_word_map_changes_nothing(searcher: Searcher, short_lexicon: str) -> None:
    without = Searcher(open_gaddag(short_lexicon), POLISH, STANDARD)
    for rack in ("AEKO?RZ", "??A", "ŹDŁBŁOA"):
        assert without.best(BOARD, Tiles.of(rack), 30) == searcher.best(BOARD, Tiles.of(rack), 30)


def test_a_play_says_where_its_word_begins_and_what_is_laid(searcher: Searcher) -> None:
    board = Board(STANDARD, {Square(7, 7): Tile.read("K"), Square(7, 8): Tile.read("O")})
    kot = FoundPlay(Square(7, 7), Direction.ACROSS, (None, None, Tile.read("T")), 5, 5000)
    assert kot in searcher.plays(board, Tiles.of("T"))
    assert kot.placement.tiles == {Square(7, 9): Tile.read("T")}


def test_a_dead_blank_on_the_board_is_searched_round(searcher: Searcher) -> None:
    board = Board(STANDARD, {Square(7, 7): Tile(None, blank=True), Square(7, 8): Tile.read("A")})
    for play in searcher.plays(board, Tiles.of("KOT")):
        assert all(tile.letter for tile in play.placement.tiles.values())
        assert Square(7, 7) not in play.placement.tiles


@pytest.mark.parametrize(
    ("board", "rack", "why"),
    [
        (EMPTY, "AAAAAAAA", "rack"),
        (EMPTY, "Q", "'Q' is not of the set 'pl-current'"),
        (Board(STANDARD, {Square(7, 7): Tile.read("Q")}), "A", "'Q' is not of the set"),
        (Board(Layout("small", ((Premium.NONE,) * 3,) * 3, Square(1, 1))), "A", "layout 'standard15', not 'small'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(searcher: Searcher, board: Board, rack: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        searcher.plays(board, Tiles.of(rack))


def test_lexicon_and_tiles_must_have_the_same_letters(short_lexicon: str) -> None:
    with pytest.raises(LexiconError, match="other letters than the tile set 'en'"):
        open_searcher(short_lexicon, tile_set("en"), STANDARD)


def test_an_unknown_lexicon_is_answered_with_the_nearest(short_lexicon: str) -> None:
    with pytest.raises(LexiconError, match=short_lexicon):
        open_searcher("krotkje", POLISH, STANDARD)


def test_only_two_modules_touch_the_compiled_module() -> None:
    """The import linter does not see a compiled module."""
    sources = Path(__file__).parents[2] / "src" / "mostek"
    touching = {
        str(path.relative_to(sources))
        for path in sources.rglob("*.py")
        if re.search(
            r"^\s*(from mostek import .*_kernel|(from|import) mostek\._kernel)\b", path.read_text("utf-8"), re.M
        )
    }
    assert touching == {"engine/kernel.py", "lexicon/kernel.py"}
