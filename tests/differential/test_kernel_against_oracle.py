"""The kernel finds just the placements that the slow twin finds, with the same points; and what must not matter does not."""

from __future__ import annotations

import random
from functools import cache

import pytest

from differential.random_positions import words_of
from mostek import _kernel
from mostek.core.board import Board, Square, layout
from mostek.core.moves import Placement
from mostek.core.tiles import BLANK, Tiles, TileSet, tile_set
from mostek.engine.kernel import Searcher
from oracle.movegen import SortedWords, all_placements

SETS = ("pl-current", "pl-1993", "en")
POSITIONS_A_GAME = 10
SMALL_GAMES, LARGE_GAMES = 60, 3
"""Ten positions a game: 600 on small lexica, 30 on the whole default lexicon; `random_positions` does a hundred thousand."""


@cache
def every_word(tiles: str) -> list[str]:
    return words_of(tile_set(tiles))


@cache
def whole() -> tuple[SortedWords, Searcher]:
    return _pair(tuple(every_word("pl-current")), tile_set("pl-current"))


@cache
def up_to(length: int, tiles: str) -> list[str]:
    return [word for word in every_word(tiles) if len(word) <= length]


def small(rng: random.Random, tiles: str = "pl-current") -> tuple[SortedWords, Searcher]:
    """Some hundred to some thousand words, rich in short ones so that words touch."""
    fitting, short = up_to(rng.choice((3, 5, 8, 15)), tiles), up_to(3, tiles)
    chosen = rng.sample(fitting, min(len(fitting), rng.randint(1000, 3000)))
    chosen += rng.sample(short, min(len(short), rng.randint(50, 1500)))
    return _pair(tuple(dict.fromkeys(chosen)), tile_set(tiles))


def _pair(words: tuple[str, ...], tiles: TileSet) -> tuple[SortedWords, Searcher]:
    letters = tiles.alphabet.letters
    read = _kernel.Words.read("\n".join(words).encode(), letters, capitals=True)
    assert read.rejected == []
    graph = _kernel.Gaddag.of(read.gaddag(), letters)
    return SortedWords(words), Searcher(graph, tiles, layout())


def positions(rng: random.Random, searcher: Searcher, blanks: bool) -> list[tuple[Board, Tiles]]:
    """The turns of a game in which anything legal is played; racks are drawn anew each turn."""
    board, found = Board(layout()), []
    faces = [face for face in searcher.tile_set.tiles if face != BLANK]
    for _ in range(POSITIONS_A_GAME):
        rack = rng.sample(faces, rng.choice((1, 2, 3, 4, 5, 6, 7, 7, 7, 7)))
        if blanks and rng.random() < 0.25:
            rack = [*rack[:3], BLANK, BLANK] if rng.random() < 0.25 else [*rack[:5], BLANK]
        found.append((board, Tiles(rack)))
        plays = searcher.plays(board, Tiles(rack)) or searcher.plays(board, Tiles(rng.sample(faces, 7)))
        if plays:
            board = board.lay(rng.choice(plays).placement.tiles)
    return found


def found_by(searcher: Searcher, board: Board, rack: Tiles) -> dict[Placement, int]:
    plays = searcher.plays(board, rack)
    found = {play.placement: play.score for play in plays}
    assert len(found) == len(plays), "a placement was found twice"
    return found


def agree(words: SortedWords, searcher: Searcher, rng: random.Random) -> None:
    for board, rack in positions(rng, searcher, blanks=True):
        expected = all_placements(board, rack, searcher.tile_set, words)
        found = found_by(searcher, board, rack)
        missing, surplus = expected.items() - found.items(), found.items() - expected.items()
        assert not missing, f"{board} {rack} missing {missing}"
        assert not surplus, f"{board} {rack} surplus {surplus}"
        totals = searcher.totals(board, rack)
        assert totals == (len(found), sum(found.values()), max(found.values(), default=0))
        best = [play.score for play in searcher.best(board, rack, 5)]
        assert best == sorted(expected.values(), reverse=True)[:5]


@pytest.mark.slow
@pytest.mark.parametrize("chunk", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 10))])
def test_small_lexica(chunk: int) -> None:
    for game in range(SMALL_GAMES // 10):
        rng = random.Random(f"small-{chunk}-{game}")
        agree(*small(rng, SETS[game % len(SETS)]), rng)


@pytest.mark.slow
@pytest.mark.long
def test_the_whole_lexicon() -> None:
    for game in range(LARGE_GAMES):
        agree(*whole(), random.Random(f"large-{game}"))


@pytest.mark.parametrize("seed", range(4))
def test_a_transposed_board_has_the_transposed_placements(seed: int) -> None:
    rng = random.Random(f"transposed-{seed}")
    _, searcher = small(rng)
    for board, rack in positions(rng, searcher, blanks=True):
        found = found_by(searcher, board, rack)
        exchanged = Board(board.layout, {Square(at.column, at.row): tile for at, tile in board.tiles()})
        turned = found_by(searcher, exchanged, rack)
        assert {transposed(placement): points for placement, points in found.items()} == turned


@pytest.mark.parametrize("seed", range(4))
def test_more_words_never_have_fewer_placements(seed: int) -> None:
    rng = random.Random(f"superset-{seed}")
    words, searcher = small(rng)
    _, smaller = _pair(tuple(rng.sample(words.words, len(words.words) * 2 // 3)), searcher.tile_set)
    for board, rack in positions(rng, smaller, blanks=False):
        assert found_by(smaller, board, rack).items() <= found_by(searcher, board, rack).items()


@pytest.mark.parametrize("seed", range(4))
def test_a_bigger_rack_never_has_fewer_placements(seed: int) -> None:
    rng = random.Random(f"rack-{seed}")
    _, searcher = small(rng)
    for board, rack in positions(rng, searcher, blanks=False):
        faces = sorted(rack)
        fewer = Tiles(faces[:-1])
        assert found_by(searcher, board, fewer).items() <= found_by(searcher, board, rack).items()


def test_the_order_of_the_rack_is_irrelevant() -> None:
    rng = random.Random("order")
    _, searcher = small(rng)
    for board, rack in positions(rng, searcher, blanks=True):
        faces = list(rack)
        rng.shuffle(faces)
        assert searcher.plays(board, rack) == searcher.plays(board, Tiles(faces))


def transposed(placement: Placement) -> Placement:
    return Placement({Square(square.column, square.row): tile for square, tile in placement.tiles.items()})
