"""A puzzle: a position with one clearly best answer, and what is known about it."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from hashlib import sha256

import msgspec

from mostek.core.position import Position
from mostek.core.tiles import tile_set
from mostek.engine.equipment import TILE_SET
from mostek.notation.coordinates import Orientation
from mostek.notation.formats.cgp import parse_position
from mostek.notation.plays import WrittenPlay, parse_play


class Theme(StrEnum):
    """The question of a puzzle."""

    PLAY = "play"
    """The best play."""
    SHORT = "short"
    """The best play, which lays two to four tiles of a longer rack."""
    BINGO = "bingo"
    """The best play, which lays all seven tiles."""
    RARE = "rare"
    """The best play, which forms a word outside the core list."""
    OUT = "out"
    """The best play, which lays the last tiles of the rack and ends the game."""
    ENDING = "ending"
    """The only play that wins the game, with an empty bag."""
    PHONEY = "phoney"
    """The one word on the board that the lexicon lacks."""

    @property
    def asks_for_a_word(self) -> bool:
        """Whether the answer is a word of the board; else it is a play."""
        return self is Theme.PHONEY


class AnswerProof(StrEnum):
    """The method that found the answer best."""

    SOLVER = "solver"
    """Every other turn was solved to the end of the game."""
    LEXICON = "lexicon"
    """Every word of the board was looked up."""
    SIMULATION = "simulation"
    """Random continuations of the best plays were compared."""


class Puzzle(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """A position with a question that has one answer."""

    theme: Theme
    position: str
    """A line of CGP: the board, the rack of the person who answers (empty for a phoney), and the scores; with an empty bag
    also the other rack."""
    answer: str
    """The play as `8A LEŻAKOw(A)`, or the word."""
    second: str
    """The best of the other plays; empty for a phoney."""
    points: int
    """The points by which the answer is better than the second."""
    wins: int
    """The gain of the chance to win over the second, in thousandths."""
    outlook: int
    """The chance to win after the answer, in thousandths."""
    proof: AnswerProof
    difficulty: int
    """An estimate of the rating at which half of the people find the answer."""
    source: str
    """`SEED/GAME/TURN` of self-play, or `game` for a game of people."""

    @cached_property
    def id(self) -> str:
        """Its name: twelve hexadecimal digits made of the question."""
        return sha256(f"{self.theme.value} {self.position}".encode()).hexdigest()[:12]

    @cached_property
    def asked(self) -> Position:
        """The position as a value. Raises `NotationError`."""
        return parse_position(self.position, tile_set(TILE_SET))

    @cached_property
    def play(self) -> WrittenPlay:
        """The answer as a play. Raises `NotationError`, also for a word."""
        return parse_play(self.answer, Orientation.LETTERED_ROWS, tile_set(TILE_SET).alphabet)
