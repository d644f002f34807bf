"""What has happened in a game: facts in the past tense, never edited. Folding them gives the game.

Every fact that a fold cannot work out is here: draws, times, verdicts, forced passes, endings, and the values that the
rules gave. `clause` is the clause on which a forced event rests.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.lexicon import LexiconPin
from mostek.plays import Placement
from mostek.referee.commands import Judge, Steps, _tag
from mostek.results import GameResult
from mostek.seats import BySeat, Seat
from mostek.tiles import Tiles


class Fact(Struct, frozen=True, tag_field="type", tag=_tag):
    """What all events share: nothing but their name."""


class ScoredWord(Struct, frozen=True):
    """A word that a move formed: blanks in small letters, its first square as the rules write it, its points."""

    word: str
    at: str
    points: int

    @property
    def text(self) -> str:
        """The word in capitals and without brackets, as a lexicon knows it."""
        return self.word.replace("[", "").replace("]", "").upper()


class Cause(StrEnum):
    """Why a turn was lost or a pass forced."""

    INVALID_WORD = "invalid_word"
    FAULTY_PLACEMENT = "faulty_placement"
    TIME = "time"


class GameCreated(Fact, frozen=True):
    """A game was set up. `bag` and the rest are the state in which it begins."""

    rulebook: str
    edition: str
    changes: Mapping[str, str | int | bool]
    players: tuple[str, ...]
    tile_set: str
    layout: str
    lexicon: LexiconPin | None
    steps: Steps
    millis: int | None
    """The time of each player, or of a turn; `None` without a clock."""
    board: Placement
    bag: Tiles
    racks: BySeat[Tiles]
    scores: BySeat[int]
    exchanges: BySeat[int]


class StartTileDrawn(Fact, frozen=True):
    """A player drew a tile to decide who starts."""

    seat: Seat
    tile: str


class StartDrawTied(Fact, frozen=True):
    """The nearest letter was drawn more than once: all tiles went back, and these players draw again (S2)."""

    seats: tuple[Seat, ...]
    clause: str


class StarterChosen(Fact, frozen=True):
    """It is known who starts; tiles drawn for it went back and were mixed (GEN-4d)."""

    seat: Seat
    clause: str


class TilesDrawn(Fact, frozen=True):
    """A player took tiles from the bag."""

    seat: Seat
    tiles: Tiles


class DealCompleted(Fact, frozen=True):
    """Everyone has a full rack for the first time."""


class TilesReturned(Fact, frozen=True):
    """Tiles that were exchanged went into the bag, after the new ones had been drawn (GEN-6X-b)."""

    seat: Seat
    tiles: Tiles


class GameStarted(Fact, frozen=True):
    """The game has begun; from now on the set may not be corrected (PFS-2.4c, PFS-1.1.1c)."""


class TurnOpened(Fact, frozen=True):
    """A player may think."""

    seat: Seat


class ClockStarted(Fact, frozen=True):
    """A player's time began to run, with so much left."""

    seat: Seat
    at: int
    left: int


class ClockStopped(Fact, frozen=True):
    """A player's time stopped, with so much left."""

    seat: Seat
    at: int
    left: int


class FlagFell(Fact, frozen=True):
    """A player has used up the time for the whole game."""

    seat: Seat
    at: int
    clause: str


class TurnTimeExceeded(Fact, frozen=True):
    """A player has used up the time for this turn."""

    seat: Seat
    at: int
    clause: str


class SoloBegan(Fact, frozen=True):
    """The other player's time is up: from now on this one plays alone, and the runs of passes begin anew (S26)."""

    seat: Seat
    clause: str


class TilesLaid(Fact, frozen=True):
    """A player laid tiles and ended the move. `faults` names what is wrong where that stands until claimed (PFS-3.2.3)."""

    seat: Seat
    placement: Placement
    words: tuple[ScoredWord, ...]
    points: int
    faults: tuple[str, ...]


class ValueAnnounced(Fact, frozen=True):
    """The mover said the value of the move."""

    seat: Seat
    points: int


class Recorded(Fact, frozen=True):
    """A player wrote the move down, with these points; 0 for an exchange, a pass, a lost turn."""

    seat: Seat
    points: int


class WordsChallenged(Fact, frozen=True):
    """A player challenged words of the move; they cannot be withdrawn (PFS-4.7.6b)."""

    seat: Seat
    words: tuple[str, ...]


class WordsJudged(Fact, frozen=True):
    """The one joint verdict on all challenged words; which of them is wrong is nowhere written (PFS-4.7.11)."""

    valid: bool
    by: Judge
    reason: str
    clause: str


class VerdictOverridden(Fact, frozen=True):
    """A verdict was set aside."""

    valid: bool
    by: Judge
    reason: str
    clause: str


class PlacementUpheld(Fact, frozen=True):
    """A complaint about the placement found no fault; the move stands."""

    seat: Seat
    clause: str


class MoveWithdrawn(Fact, frozen=True):
    """The tiles of the move went back to the rack."""

    seat: Seat
    cause: Cause
    clause: str


class PenaltyCharged(Fact, frozen=True):
    """Points were taken from a player."""

    seat: Seat
    points: int
    clause: str


class MoveAccepted(Fact, frozen=True):
    """The move stands and scores."""

    seat: Seat
    points: int


class TurnLost(Fact, frozen=True):
    """The turn ended without a move; a lost turn is no pass (PFS-3.4.3b)."""

    seat: Seat
    cause: Cause
    clause: str


class TilesSetAside(Fact, frozen=True):
    """A player took tiles off the rack to exchange them and ended the move."""

    seat: Seat
    tiles: Tiles


class ExchangeAccepted(Fact, frozen=True):
    """The exchange stands; new tiles are due."""

    seat: Seat


class PassDeclared(Fact, frozen=True):
    """A player said pass and ended the move; it counts when it is written down."""

    seat: Seat


class TurnPassed(Fact, frozen=True):
    """A turn was given up, or had to be (`forced`)."""

    seat: Seat
    forced: Cause | None
    clause: str


class GameEnded(Fact, frozen=True):
    """The game is over, with its result."""

    result: GameResult
    clause: str


Event = (
    GameCreated
    | StartTileDrawn
    | StartDrawTied
    | StarterChosen
    | TilesDrawn
    | DealCompleted
    | TilesReturned
    | GameStarted
    | TurnOpened
    | ClockStarted
    | ClockStopped
    | FlagFell
    | TurnTimeExceeded
    | SoloBegan
    | TilesLaid
    | ValueAnnounced
    | Recorded
    | WordsChallenged
    | WordsJudged
    | VerdictOverridden
    | PlacementUpheld
    | MoveWithdrawn
    | PenaltyCharged
    | MoveAccepted
    | TurnLost
    | TilesSetAside
    | ExchangeAccepted
    | PassDeclared
    | TurnPassed
    | GameEnded
)
