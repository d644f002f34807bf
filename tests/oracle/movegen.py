"""A slow, obvious twin of the kernel's generator: try every square and every tile, and look words up in a sorted list."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache

from mostek.core.board import Board, Direction, Square
from mostek.core.moves import Placement, faults, score, words_formed
from mostek.core.tiles import BLANK, Letter, Tile, Tiles, TileSet


class SortedWords:
    """A lexicon as a sorted list of strings, looked up by bisection."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = sorted(words)

    def __contains__(self, word: object) -> bool:
        place = bisect_left(self.words, str(word))
        return place < len(self.words) and self.words[place] == word

    @cache  # noqa: B019
    def continuing(self, prefix: str) -> str:
        """The letters that may follow a prefix, so that a blank need not try them all."""
        letters = []
        place = bisect_left(self.words, prefix)
        while place < len(self.words) and self.words[place].startswith(prefix):
            if len(self.words[place]) == len(prefix):
                place += 1
                continue
            letter = self.words[place][len(prefix)]
            letters.append(letter)
            place = bisect_left(self.words, prefix + chr(ord(letter) + 1), place)
        return "".join(letters)


class Oracle:
    """Finds every legal placement of one rack on one board."""

    def __init__(self, board: Board, rack: Tiles, tiles: TileSet, words: SortedWords) -> None:
        self.board = board
        self.rack = rack
        self.set = tiles
        self.words = words

    def placements(self) -> dict[Placement, int]:
        """Every legal placement with its points. A placement is squares and tiles alone, so none is found twice."""
        found: dict[Placement, int] = {}
        for direction in Direction:
            for square in self.board.layout.squares():
                if not self.board[square.step(direction, -1)] and self.can_touch(square, direction):
                    for laid in self.words_from(square, direction, sorted(self.rack), "", ()):
                        placement = Placement(dict(laid))
                        if placement not in found and self.is_legal(placement):
                            found[placement] = score(self.board, placement, self.set).total
        return found

    def can_touch(self, square: Square, direction: Direction) -> bool:
        """Whether a word from here on reaches a tile, or the start square, before the rack is used up."""
        used = 0
        while square in self.board.layout and used < len(self.rack):
            near = [square.step(way, step) for way in Direction for step in (-1, 1)]
            if square == self.board.layout.start or any(self.board[other] for other in near):
                return True
            used += 1
            square = square.step(direction)
        return False

    def words_from(
        self, at: Square, direction: Direction, rack: list[str], prefix: str, laid: tuple[tuple[Square, Tile], ...]
    ) -> Iterator[tuple[tuple[Square, Tile], ...]]:
        """Tiles that spell a word that ends before `at`, and every longer one."""
        lying = self.board[at]
        if lying is None and laid and prefix in self.words:
            yield laid
        if at not in self.board.layout:
            return
        after = at.step(direction)
        possible = self.words.continuing(prefix)
        if lying is not None:
            if str(lying.letter) in possible:
                yield from self.words_from(after, direction, rack, prefix + str(lying.letter), laid)
            return
        for face in dict.fromkeys(rack):
            rest = list(rack)
            rest.remove(face)
            for letter in possible if face == BLANK else face if face in possible else "":
                tile = Tile(Letter(letter), blank=face == BLANK)
                yield from self.words_from(after, direction, rest, prefix + letter, (*laid, (at, tile)))

    def is_legal(self, placement: Placement) -> bool:
        if faults(self.board, placement, self.rack, self.set.alphabet):
            return False
        return all(word.text in self.words for word in words_formed(self.board, placement))


def all_placements(board: Board, rack: Tiles, tiles: TileSet, words: SortedWords) -> dict[Placement, int]:
    """Every legal placement of a rack with its points."""
    return Oracle(board, rack, tiles, words).placements()
