"""The worked examples of the rule documents, in both orientations of the board."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mostek.core.board import Board, Square, layout
from mostek.core.moves import NO_FAULT, Placement, faults, score
from mostek.core.tiles import Tile, tile_set

SET = tile_set("pl-current")


def as_drawn(square: Square) -> Square:
    return square


def turned(square: Square) -> Square:
    return Square(square.column, square.row)


@pytest.mark.corpus
@pytest.mark.parametrize("way", [as_drawn, turned])
def test_every_vector(shared_corpus: Path, way: Callable[[Square], Square]) -> None:
    vectors = json.loads((shared_corpus.parent / "rules" / "vectors.json").read_text("utf-8"))
    assert len(vectors) == 17
    for vector in vectors:
        board = Board(layout(), {way(Square.named(name)): tile(text) for name, text in vector["board"].items()})
        placement = Placement({way(Square.named(name)): tile(text) for name, text in vector["placed"]})
        value = score(board, placement, SET)
        assert value.total == vector["expected"], vector["id"]
        assert value.bonus == (50 if vector["bingo"] else 0)
        assert faults(board, placement, placement.faces, SET.alphabet) == NO_FAULT
        words = sorted((str(word.word), word.letters, word.multiplier, word.points) for word in value.words)
        assert words == sorted((word["word"], word["raw"], word["mult"], word["score"]) for word in vector["words"])


def tile(text: str) -> Tile:
    (found,) = SET.alphabet.spell(text)
    return found
