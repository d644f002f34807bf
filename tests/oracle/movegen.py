"""A slow, obvious twin of the kernel's generator: try every square, every tile, and look words up in a sorted list."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from mostek.board import Board, Direction, Square
from mostek.plays import Placement, faults, words_formed
from mostek.scoring import score
from mostek.tiles import BLANK, Letter, Tile, Tiles, TileSet


class SortedWords:
    """A lexicon as a sorted list of strings; a prefix is looked up by bisection."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = sorted(words)

    def __contains__(self, word: object) -> bool:
        place = bisect_left(self.words, str(word))
        return place < len(self.words) and self.words[place] == word

    def has_prefix(self, prefix: str) -> bool:
        place = bisect_left(self.words, prefix)
        return place < len(self.words) and self.words[place].startswith(prefix)


def all_placements(board: Board, rack: Tiles, tiles: TileSet, words: SortedWords) -> dict[Placement, int]:
    """Every legal placement with its points. A placement is the squares and tiles alone, so none is found twice."""
    found: dict[Placement, int] = {}
    for direction in Direction:
        for square in board.layout.squares():
            if not board[square.step(direction, -1)]:
                for laid in _from(board, square, direction, rack, tiles, words, "", {}):
                    placement = Placement(laid)
                    if placement not in found and _is_legal(board, placement, rack, tiles, words):
                        found[placement] = score(board, placement, tiles).total
    return found


def _from(
    board: Board,
    at: Square,
    direction: Direction,
    rack: Tiles,
    tiles: TileSet,
    words: SortedWords,
    prefix: str,
    laid: dict[Square, Tile],
) -> Iterator[dict[Square, Tile]]:
    """Tiles that spell a word from a square on, given what is already laid before it."""
    if prefix and not words.has_prefix(prefix):
        return
    lying = board[at]
    if lying is None and laid and prefix in words:
        yield dict(laid)
    if at not in board.layout:
        return
    if lying is not None:
        yield from _from(board, at.step(direction), direction, rack, tiles, words, prefix + (lying.letter or ""), laid)
        return
    for face in rack.counts:
        letters = tiles.alphabet.letters if face == BLANK else (Letter(face),)
        for letter in letters:
            tile = Tile(letter, blank=face == BLANK)
            further = {**laid, at: tile}
            rest = rack - Tiles([face])
            yield from _from(board, at.step(direction), direction, rest, tiles, words, prefix + letter, further)


def _is_legal(board: Board, placement: Placement, rack: Tiles, tiles: TileSet, words: SortedWords) -> bool:
    if faults(board, placement, rack, tiles.alphabet):
        return False
    return all(word.text in words for word in words_formed(board, placement))
