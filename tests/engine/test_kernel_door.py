"""The searcher answers in values of the game, and agrees with the slow twin."""

from __future__ import annotations

import pytest

from mostek.board import Board, Direction, Layout, Premium, Square, layout
from mostek.engine.kernel import FoundPlay, Searcher, Totals, open_searcher
from mostek.lexicon import LexiconError
from mostek.lexicon.curated import short_words
from mostek.plays import faults
from mostek.scoring import score
from mostek.tiles import Tile, Tiles, tile_set
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
    assert found == all_placements(BOARD, tiles, POLISH, SortedWords(list(short_words())))


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
    assert searcher.totals_many(positions) == [searcher.totals(*position) for position in positions]
    assert searcher.best_many(positions, 5) == [searcher.best(*position, 5) for position in positions]


def test_a_play_says_where_its_word_begins_and_what_is_laid(searcher: Searcher) -> None:
    board = Board(STANDARD, {Square(7, 7): Tile.read("K"), Square(7, 8): Tile.read("O")})
    kot = FoundPlay(Square(7, 7), Direction.ACROSS, (None, None, Tile.read("T")), 5)
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
