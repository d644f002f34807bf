"""Rulings, corrections of the score, and what follows a game."""

from __future__ import annotations

from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.referee.events.facts import Fact, ScoredWord
from mostek.referee.measures import Measure


class PenaltyCharged(Fact, frozen=True):
    """Points were taken from a player."""

    seat: Seat
    points: int
    clause: str


class RulingMade(Fact, frozen=True):
    """The arbiter has ruled; rulings are numbered from 1 and never erased."""

    number: int
    by: Role
    clause: str
    measure: Measure
    reason: str


class RulingReversed(Fact, frozen=True):
    """The arbiter took a ruling back."""

    number: int
    by: Role
    clause: str
    reason: str


class TurnReopened(Fact, frozen=True):
    """The pass that a ruling had forced is undone; these were the runs of passes before it."""

    seat: Seat
    passes: int
    idle: int


class GameReopened(Fact, frozen=True):
    """The forfeit that ended the game is undone: it goes on where it was."""


class MoveReread(Fact, frozen=True):
    """A tile of the board was read otherwise while a move awaited its record: its words and its value now (PFS-4.8.5)."""

    seat: Seat
    words: tuple[ScoredWord, ...]
    points: int


class CorrectionAsked(Fact, frozen=True):
    """A player asks for the points of a turn (counted from 1) to be put right; the others must agree (T7)."""

    seat: Seat
    turn: int
    points: int


class ScoreCorrected(Fact, frozen=True):
    """The points of a turn (counted from 1) were put right (PFS-4.6.3)."""

    turn: int
    points: int
    clause: str


class LeftoversDue(Fact, frozen=True):
    """The game is over as soon as it is known what lies on the racks."""

    ending: Ending
    clause: str
    out: Seat | None


class SlipSigned(Fact, frozen=True):
    """A player entered the result and signed it."""

    seat: Seat
    final: BySeat[int]


class SlipHandedIn(Fact, frozen=True):
    """The arbiter has the slip: this result is final but for PFS-4.6.4."""

    seat: Seat
    final: BySeat[int]


class SlipCorrected(Fact, frozen=True):
    """A handed-in slip was put right."""

    final: BySeat[int]
    by: Role
    clause: str


class SeedRevealed(Fact, frozen=True):
    """The seed of the bag was published after the game."""

    seed: str


class GameEnded(Fact, frozen=True):
    """The game is over, with its result."""

    result: GameResult
    clause: str


Ruled = (
    PenaltyCharged
    | RulingMade
    | RulingReversed
    | TurnReopened
    | GameReopened
    | MoveReread
    | CorrectionAsked
    | ScoreCorrected
    | LeftoversDue
    | GameEnded
    | SlipSigned
    | SlipHandedIn
    | SlipCorrected
    | SeedRevealed
)
