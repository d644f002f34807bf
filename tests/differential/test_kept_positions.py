"""The positions of `corpus/plays`: what was found when they were made, by looking at all plays one by one, is found again."""

from __future__ import annotations

import pytest

from differential.game_folder import NO_TILE, PLAYS, TILES, Turn, turns
from mostek import _kernel
from mostek.core.board import layout
from mostek.engine.columns import Columns
from mostek.engine.kernel import Searcher
from mostek.engine.leaves import parse_values
from mostek.lexicon.library import open_gaddag, open_lexicon, open_word_map

VALUES, MADE = parse_values((PLAYS / "leaves.toml").read_text("utf-8"))
LEXICON = str(MADE["lexicon"])
"""The edition with which the positions were made; the shipped one may be later."""


@pytest.fixture(scope="module", params=[False, True], ids=["without a map", "with a map"])
def searcher(request: pytest.FixtureRequest) -> Searcher:
    word_map = open_word_map(LEXICON) if request.param else None
    return Searcher(open_gaddag(LEXICON), TILES, layout(), word_map=word_map)


def written(name: str) -> list[list[int]]:
    """Plays, the sum of their scores, the top one, and the best equity (none without a play) of each position."""
    lines = (PLAYS / name).read_text("utf-8").splitlines()
    return [[int(number) for number in line.split("\t")[1:] if number] for line in lines]


def points(rack: bytes) -> int:
    faces = ("?", *TILES.alphabet.letters)
    return sum(TILES.values[faces[code]] for code in rack if code != NO_TILE)


def best_equity(search: _kernel.Search, turn: Turn, leaves: _kernel.Leaves) -> list[int]:
    worth = leaves if turn.bag else points(turn.other)
    best = search.best(turn.board, turn.rack.rstrip(bytes([NO_TILE])), 1, worth)
    return [equity for _, equity in best]


def test_they_were_made_with_the_words_that_are_here() -> None:
    assert open_lexicon(LEXICON).header.hash == MADE["hash"]


@pytest.mark.parametrize("name", ["turns.tsv", "one_in_the_bag.tsv"])
def test_the_plays_and_the_best_are_those_that_were_written(searcher: Searcher, name: str) -> None:
    positions, leaves = turns(name), VALUES.to_kernel()
    boards, racks = b"".join(turn.board for turn in positions), b"".join(turn.rack for turn in positions)
    counted = Columns(searcher.batch.totals(searcher.batch.columns(boards, racks))[0], ())
    totals = zip(counted["plays"].tolist(), counted["score"].tolist(), counted["best"].tolist(), strict=True)
    best = [best_equity(searcher.search, turn, leaves) for turn in positions]
    found = [[*each, *equity] for each, equity in zip(totals, best, strict=True)]
    assert found == written(name)


def test_there_are_positions_of_every_kind() -> None:
    positions = turns("turns.tsv")
    blanks = {turn.rack.count(0) for turn in positions}
    assert blanks == {0, 1, 2}
    assert len(positions) > 800
    assert sum(turn.bag == 0 for turn in positions) > 100
    assert {turn.bag for turn in turns("one_in_the_bag.tsv")} == {1}
