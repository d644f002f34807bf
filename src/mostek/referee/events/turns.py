"""A turn, from thinking to the row of the score sheet."""

from __future__ import annotations

from mostek.core.moves import Placement
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tiles
from mostek.referee.events.facts import Cause, Fact, Lock, ScoredWord


class TurnOpened(Fact, frozen=True):
    """A player may think."""

    seat: Seat


class TilesArranged(Fact, frozen=True):
    """Tiles lie on the board, but the move has not been ended: they may still be moved."""

    seat: Seat
    placement: Placement


class ExchangeAnnounced(Fact, frozen=True):
    """The turn is to be an exchange; `tiles` lie aside already, `count` is the number that was said.

    Said while the clock stands it ends the move like a stop, so there is a `lock` until the tiles are shown (PFS-4.9.3).
    """

    seat: Seat
    tiles: Tiles
    count: int | None = None
    lock: Lock | None = None


class PassAnnounced(Fact, frozen=True):
    """The turn is to be a pass."""

    seat: Seat


class ExchangeFailed(Fact, frozen=True):
    """The clock was stopped for an exchange that may not be made so; the opponent restarts it (PFS-4.3.3 to 4.3.5)."""

    seat: Seat
    lock: Lock
    clause: str


class MoveReopened(Fact, frozen=True):
    """The mover's clock runs again for a move that had ended; the tiles stay where they are (PFS-4.5.3, 4.1.3)."""

    seat: Seat
    lock: Lock
    clause: str


class BlanksDeclared(Fact, frozen=True):
    """The mover said what blanks stand for."""

    seat: Seat
    blanks: Placement


class BlanksWritten(Fact, frozen=True):
    """A player wrote letters of blanks on the own sheet or card."""

    seat: Seat
    blanks: Placement


class BlankSettled(Fact, frozen=True):
    """A dispute over a blank ended: it stands for this letter, which somebody had written (PFS-4.8.4a, 4.8.4b).

    `words` are those of the move that awaits its record, as they are read now.
    """

    blank: Placement
    clause: str
    words: tuple[ScoredWord, ...] = ()


class BlankDied(Fact, frozen=True):
    """Nobody had written what a blank stands for: no new word may use it any more (PFS-4.8.4d)."""

    blank: Placement
    clause: str


class MoveTakenBack(Fact, frozen=True):
    """The tiles of the move went back to the rack and its player thinks again, with so much time; no loss."""

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


class WordsTyped(Fact, frozen=True):
    """The challenged words were typed, or written on a slip."""

    seat: Seat
    words: tuple[str, ...]


class SlipConfirmed(Fact, frozen=True):
    """The words on the slip are copied rightly."""

    seat: Seat


class CheckRun(Fact, frozen=True):
    """The key was pressed, or the slip handed in: the verdict follows."""

    seat: Seat


class CheckVoided(Fact, frozen=True):
    """Words were checked in another form than on the board; they are to be typed again (PFS-4.7.13)."""

    clause: str


class WordsJudged(Fact, frozen=True):
    """The one joint verdict on all challenged words; which of them is wrong is nowhere written (PFS-4.7.11)."""

    valid: bool
    by: Role
    reason: str
    clause: str


class VerdictOverridden(Fact, frozen=True):
    """A verdict was set aside."""

    valid: bool
    by: Role
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


class MoveAccepted(Fact, frozen=True):
    """The move stands and scores."""

    seat: Seat
    points: int


class TurnLost(Fact, frozen=True):
    """The turn ended without a move; a lost turn is no pass (PFS-3.4.3b)."""

    seat: Seat
    cause: Cause
    clause: str


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


Planned = TurnOpened | TilesArranged | ExchangeAnnounced | PassAnnounced | ExchangeFailed | PassDeclared


MoveChanged = (
    TilesLaid
    | MoveReopened
    | MoveTakenBack
    | MoveWithdrawn
    | PlacementUpheld
    | BlanksDeclared
    | BlanksWritten
    | BlankSettled
    | BlankDied
)


Talked = (
    ValueAnnounced
    | Recorded
    | WordsChallenged
    | WordsTyped
    | SlipConfirmed
    | CheckRun
    | CheckVoided
    | WordsJudged
    | VerdictOverridden
)


TurnOver = MoveAccepted | TurnLost | ExchangeAccepted | TurnPassed
