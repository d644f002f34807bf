"""The words that a puzzle shows, and whether all of them are fit for a school."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.board import Board
from mostek.core.moves import words_formed
from mostek.core.tiles import tile_set
from mostek.engine.equipment import TILE_SET
from mostek.lexicon.school_words import are_fit_for_school, spells_vulgar_word
from mostek.notation.coordinates import Orientation
from mostek.notation.plays import parse_play
from mostek.puzzles.board_words import words_on
from mostek.puzzles.puzzle import Puzzle

NO_PLAY = "-"
"""A second play that begins so is a pass or an exchange."""


def words_of_play(board: Board, written: str) -> Iterator[str]:
    """The words that a play forms, as it is written; a pass and an exchange form none. Raises `NotationError`."""
    if written and not written.startswith(NO_PLAY):
        play = parse_play(written, Orientation.LETTERED_ROWS, tile_set(TILE_SET).alphabet)
        yield from (word.text for word in words_formed(board, play.placement(board)))


def shown_words(puzzle: Puzzle) -> Iterator[str]:
    """Every word that a person sees in a puzzle and its solution: on the board, of the answer and of the second play."""
    board = puzzle.asked.board
    yield from (word.text for word in words_on(board))
    if puzzle.theme.asks_for_a_word:
        yield puzzle.answer
    else:
        yield from words_of_play(board, puzzle.answer)
        yield from words_of_play(board, puzzle.second)


def is_fit_puzzle(puzzle: Puzzle) -> bool:
    """Whether nothing in a puzzle is vulgar: no word, and no rack in the order in which it is shown.

    Other orders of a rack, and plays that are never shown, do not count: nearly every rack has some vulgar word in it.
    """
    racks = ("".join(map(str, rack)) for rack in puzzle.asked.racks)
    return are_fit_for_school(shown_words(puzzle)) and not any(map(spells_vulgar_word, racks))
