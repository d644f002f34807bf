"""The verdict on an answer, and the answers among which that of a word is."""

from __future__ import annotations

from dataclasses import dataclass

from mostek.core.moves import NO_FAULT, PlayFault
from mostek.core.tiles import tile_set
from mostek.engine.equipment import TILE_SET
from mostek.puzzles.board_words import words_on
from mostek.puzzles.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer."""

    is_right: bool
    fault: PlayFault = NO_FAULT
    """The faults of a play that cannot lie so; then nothing was answered."""
    invalid: tuple[str, ...] = ()
    """The words of the play that the lexicon lacks."""
    points: int = 0
    """The points of the play on the board."""
    lost_points: float | None = None
    """The points that it loses until the end, on average; `None` where they are unknown."""
    lost_wins: float | None = None
    """The share of games that it loses, from 0 to 1."""

    @property
    def is_answer(self) -> bool:
        """Whether the tiles lie as a play at all."""
        return self.fault == NO_FAULT


def judge_word(puzzle: Puzzle, word: str) -> Verdict:
    """The verdict on a word that a person calls a phoney."""
    return Verdict(word == puzzle.answer)


def choices(puzzle: Puzzle) -> tuple[str, ...]:
    """The words of the board among which the phoney is, in the order of the alphabet."""
    order = tile_set(TILE_SET).alphabet.order
    words = {word.text: [order(str(tile).upper()) for tile in word.tiles] for word in words_on(puzzle.asked.board)}
    return tuple(sorted(words, key=lambda word: words[word]))
