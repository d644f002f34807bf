"""What may be laid on a board that a page shows, found with the kernel; the page itself gives no such hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from mostek.core.board import Board, Square, layout
from mostek.core.tiles import Letter, Tile, Tiles, tile_set
from mostek.engine.kernel import Searcher, open_searcher
from mostek.lexicon.library import OpenLexicon, open_lexicon

LEXICON = "pl-wolny"


@dataclass(frozen=True)
class Words:
    """The lexicon of the games of these tests, and the search in it."""

    searcher: Searcher
    lexicon: OpenLexicon

    @classmethod
    def open(cls) -> Words:
        """Open both; the GADDAG is built first where it is missing."""
        return cls(open_searcher(LEXICON, tile_set("pl-current"), layout()), open_lexicon(LEXICON))

    def best(self, board: Mapping[str, str], rack: Sequence[str]) -> tuple[dict[str, str], int] | None:
        """The best play by points, with its value; `None` where nothing can be laid."""
        lying = Board(layout(), {Square.named(name): _tile(text) for name, text in board.items()})
        found = self.searcher.best(lying, Tiles(rack), 1)
        if not found:
            return None
        laid = {square.name: _text(tile) for square, tile in found[0].placement.tiles.items()}
        return laid, found[0].score

    def wrong(self, rack: Sequence[str], length: int = 3) -> str:
        """Letters of the rack, without blanks, that make no word."""
        letters = [face for face in rack if face != "?"]
        made = ("".join(some) for some in permutations(letters, length))
        return next(word for word in made if word not in self.lexicon)


def across(word: str, at: str) -> dict[str, str]:
    """The letters of a word on an empty part of a row."""
    return {f"{at[0]}{int(at[1:]) + place}": letter for place, letter in enumerate(word)}


def _tile(text: str) -> Tile:
    return Tile(Letter(text.upper()), blank=text.islower())


def _text(tile: Tile) -> str:
    letter = str(tile.letter)
    return letter.lower() if tile.blank else letter
