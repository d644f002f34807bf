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
from mostek.core.moves import faults, score
from mostek.core.tiles import Tile, Tiles, tile_set
from mostek.engine import arrays
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


def _values(searcher: Searcher, row: arrays.Rows) -> list[FoundPlay]:
    return [searcher.found(play, equity) for play, equity in arrays.each(row)]


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


def test_many_positions_at_once_are_answered_like_each(searcher: Searcher) -> None:
    positions = [(BOARD, Tiles.of("KOT")), (EMPTY, Tiles.of("?A")), (BOARD, Tiles())]
    assert arrays.totals_many(searcher, positions).tolist() == [searcher.totals(*position) for position in positions]
    found = arrays.best_many(searcher, positions, 5)
    assert [_values(searcher, row) for row in found] == [searcher.best(*position, 5) for position in positions]
    assert found.shape == (3, 5)
    assert found["score"].max(1).tolist() == [searcher.totals(*position).best for position in positions]


def test_no_positions_are_answered_with_nothing(searcher: Searcher) -> None:
    assert arrays.best_many(searcher, [], 4).shape == (0, 4)
    assert arrays.best_many(searcher, [(EMPTY, Tiles.of("KOT"))], 0).shape == (1, 0)
    assert arrays.totals_many(searcher, []).shape == (0,)


def test_many_positions_are_answered_in_their_order_by_any_number_of_threads(searcher: Searcher) -> None:
    positions = [(BOARD, Tiles.of(rack)) for rack in ("KOT", "?A", "", "ŹŻ", "AEIOUYZ")] * 120
    rows = [searcher.search.best_many(*searcher.batch(positions), 2, threads=threads) for threads in (0, 1, 2, 7)]
    assert all(row == rows[0] for row in rows)
    assert rows[0][: 28 * 10] * 120 == rows[0]


def test_arrays_are_as_good_as_bytes(searcher: Searcher) -> None:
    boards, racks = searcher.batch([(BOARD, Tiles.of("KOT")), (EMPTY, Tiles.of("?A"))])
    as_arrays = (np.frombuffer(boards, np.uint8).reshape(2, -1), np.frombuffer(racks, np.uint8).reshape(2, -1))
    assert searcher.search.best_many(*as_arrays) == searcher.search.best_many(boards, racks)


@pytest.mark.parametrize(
    ("boards", "racks", "why"),
    [
        (bytes(225), bytes([255] * 14), "225 bytes are not 2 boards"),
        (bytes(224), bytes([255] * 7), "224 bytes are not 1 boards"),
        (bytes(225), bytes([255] * 6), "225 bytes are not 0 boards"),
        (bytes(450), bytes([1, 255, 1, *[255] * 4, *[1] * 7]), "code 255 on the rack is no letter"),
        (bytes([77] + [0] * 224), bytes([1] * 7), "code 77 on square 0 is no letter"),
    ],
)
def test_rows_that_are_no_positions_are_refused(searcher: Searcher, boards: bytes, racks: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        searcher.search.best_many(boards, racks)
    with pytest.raises(ValueError, match=why):
        searcher.search.totals_many(boards, racks)


def test_what_is_left_is_worth_what_its_values_say(searcher: Searcher) -> None:
    rack, values = Tiles.of("AEKO?RZ"), open_values("pl-wolny", POLISH.alphabet.letters)
    leaves = values.to_kernel()
    left = {play: leaves.value(bytes(searcher.rack_codes(rack - play.faces))) for play in searcher.plays(BOARD, rack)}
    worth = {play: 1000 * play.score + value for play, value in left.items()}
    best = searcher.best(BOARD, rack, 40, leaves)
    assert [play.equity for play in best] == sorted(worth.values(), reverse=True)[:40]
    assert all(play.equity == worth[replace(play, equity=1000 * play.score)] for play in best)
    assert _values(searcher, arrays.best_many(searcher, [(BOARD, rack)], 40, leaves)[0]) == best


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
