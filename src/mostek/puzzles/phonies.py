"""Phonies: boards with exactly one word that the lexicon lacks, made from a legal play or found in a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TypeVar

import msgspec

from mostek.core.board import Board, Square
from mostek.core.moves import Placement, Word, words_formed
from mostek.core.position import Position
from mostek.core.tiles import Letter, Tile
from mostek.engine.equipment import Equipment
from mostek.lexicon import Lexicon
from mostek.notation.formats.cgp import format_position
from mostek.puzzles.board_words import words_on
from mostek.puzzles.difficulty import bounded
from mostek.puzzles.known_words import KnownWords
from mostek.puzzles.puzzle import AnswerProof, Puzzle, Theme
from mostek.puzzles.turns import MinedTurn

Thing = TypeVar("Thing")
_ALIKE = ("AĄ", "CĆ", "EĘ", "LŁ", "NŃ", "OÓU", "SŚ", "ZŹŻ", "AEOIYU", "BP", "DT", "GK", "WF", "SZC", "MN", "RL")
"""Letters that people take for each other, the likelier first: sounds that are alike, and other vowels."""
_LENGTHS = range(4, 10)
_FEWEST_WORDS = 8
_TRIED = 40
"""The best plays by points of which a phoney is made."""


def lacking(board: Board, lexicon: Lexicon) -> list[Word]:
    """The words on a board that the lexicon lacks."""
    return [word for word in words_on(board) if word.text not in lexicon]


def phoney_on(board: Board, lexicon: Lexicon, scores: tuple[int, int], source: str) -> Puzzle | None:
    """The puzzle of a board on which exactly one word is a phoney, or nothing."""
    wrong = lacking(board, lexicon)
    every = [word.text for word in words_on(board)]
    if len(wrong) != 1 or len(every) < _FEWEST_WORDS or len(wrong[0].tiles) not in _LENGTHS:
        return None
    answer = wrong[0].text
    return Puzzle(
        theme=Theme.PHONEY,
        position=format_position(Position(board, ((), ()), scores, 0)),
        answer=answer,
        second="",
        points=0,
        wins=0,
        outlook=0,
        proof=AnswerProof.LEXICON,
        difficulty=bounded(1100 + 20 * len(every) + 40 * (len(answer) - 4)),
        source=source,
    )


def made_phoney(
    turn: MinedTurn, equipment: Equipment, lexicon: Lexicon, known: KnownWords, chance: Random, source: str
) -> Puzzle | None:
    """A puzzle in which the player on turn has just laid a word that is nearly one, or nothing.

    One tile of a good play with a common word is exchanged for a tile with a letter that people take for it. The word then is of
    no list, and all words across it are valid.
    """
    found = equipment.searcher.best(turn.board, turn.rack, _TRIED, None)
    plays = [play for play in found if len(play.word) in _LENGTHS]
    while plays:
        play = plays.pop(int(chance.random() * len(plays)))
        if not known.is_common(words_formed(turn.board, play.placement)[0].text):
            continue
        for square, tile in _shuffled(list(play.placement.tiles.items()), chance):
            if tile.blank:
                continue
            for letter in _alike(str(tile), chance):
                puzzle = _with_letter(turn, play.placement, square, letter, lexicon, source)
                if puzzle is not None:
                    scores = (turn.scores[1], turn.scores[0] + play.score)
                    return replace_scores(puzzle, scores)
    return None


def _with_letter(
    turn: MinedTurn, placement: Placement, square: Square, letter: str, lexicon: Lexicon, source: str
) -> Puzzle | None:
    changed = Placement({**placement.tiles, square: Tile(Letter(letter))})
    words = words_formed(turn.board, changed)
    if words[0].text in lexicon or any(word.text not in lexicon for word in words[1:]):
        return None
    return phoney_on(turn.board.lay(changed.tiles), lexicon, (0, 0), source)


def replace_scores(puzzle: Puzzle, scores: tuple[int, int]) -> Puzzle:
    """The puzzle with other scores."""
    return msgspec.structs.replace(puzzle, position=format_position(replace(puzzle.asked, scores=scores)))


def _alike(letter: str, chance: Random) -> Iterator[str]:
    for group in _ALIKE:
        if letter in group:
            yield from _shuffled([other for other in group if other != letter], chance)


def _shuffled(things: list[Thing], chance: Random) -> list[Thing]:
    # `random()` is the one method whose sequence Python promises to keep from version to version.
    left = list(things)
    return [left.pop(int(chance.random() * len(left))) for _ in things]
