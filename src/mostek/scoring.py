"""What a placement is worth, and how the sum came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mostek.board import Board, Square
from mostek.plays import Placement, Word, words_formed
from mostek.tiles import Tile, TileSet


@dataclass(frozen=True, slots=True)
class WordScore:
    """One word of a placement: the sum of its letters with letter premiums, and what the word premiums make of it."""

    word: Word
    letters: int
    multiplier: int

    @property
    def points(self) -> int:
        """Letter premiums first, then word premiums (GEN-2.4d)."""
        return self.letters * self.multiplier


@dataclass(frozen=True, slots=True)
class PlayScore:
    """The value of a placement: its words, main word first, and the bonus for laying all seven tiles."""

    words: tuple[WordScore, ...]
    bonus: int

    @property
    def total(self) -> int:
        """Every word formed or changed counts (GEN-13d); the bonus comes after all premiums (GEN-12b)."""
        return sum(word.points for word in self.words) + self.bonus


@dataclass(frozen=True, slots=True)
class Bingo:
    """The bonus for laying many tiles at once: 50 points for seven (GEN-12a)."""

    tiles: int = 7
    points: int = 50

    def of(self, placement: Placement) -> int:
        """The bonus points of a placement."""
        return self.points if len(placement) >= self.tiles else 0


BINGO = Bingo()


def score(board: Board, placement: Placement, tile_set: TileSet, bingo: Bingo = BINGO) -> PlayScore:
    """The value of a placement on a board, `board` being the one before it."""
    words = tuple(_word_score(board, placement.tiles, word, tile_set) for word in words_formed(board, placement))
    return PlayScore(words, bingo.of(placement))


def _word_score(board: Board, new: Mapping[Square, Tile], word: Word, tile_set: TileSet) -> WordScore:
    """A premium counts only in the move that covers it (GEN-2.4e)."""
    letters, multiplier = 0, 1
    for square, tile in zip(word.squares(), word.tiles, strict=True):
        value = tile_set.of_tile(tile)
        if square in new:
            premium = board.layout.premium(square)
            value *= premium.letter
            multiplier *= premium.word
        letters += value
    return WordScore(word, letters, multiplier)
