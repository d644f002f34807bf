"""What clocks do, who is away from the board, and play that stands still."""

from __future__ import annotations

from mostek.core.players import Seat
from mostek.referee.commands import CreditReason, Irregularity, StopReason
from mostek.referee.events.facts import Fact


class ClockSet(Fact, frozen=True):
    """A standing clock was set."""

    seat: Seat
    left: int
    clause: str


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


class TimeCredited(Fact, frozen=True):
    """So much of a player's running time does not count.

    `at` is when it was given back, or the moment at which the time runs out all the same, if that is earlier.
    """

    seat: Seat
    at: int
    millis: int
    why: CreditReason


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


class CountBegan(Fact, frozen=True):
    """Somebody began to count the tiles in the bag."""

    seat: Seat


class CountStated(Fact, frozen=True):
    """So many tiles were counted in the bag; `due` is how many there should be."""

    seat: Seat
    count: int
    due: int


class CountBrokenOff(Fact, frozen=True):
    """A move ended during the count, which gives way (PFS-6.5.2)."""

    clause: str


class LeftBoard(Fact, frozen=True):
    """A player left the board, with consent."""

    seat: Seat
    at: int


class CameBack(Fact, frozen=True):
    """The player is back."""

    seat: Seat
    at: int


class AbsenceReported(Fact, frozen=True):
    """A player stayed away too long: the own clock was started, and the arbiter told (PFS-6.4e)."""

    seat: Seat
    clause: str


class RecordOverdue(Fact, frozen=True):
    """A player dawdles over writing the other's move down: the own clock was started for it (PFS-4.6.2)."""

    seat: Seat
    clause: str


class PlayInterrupted(Fact, frozen=True):
    """Play stands still; `running` is whose clock was stopped for it. After that `seat` starts it again (PFS-4.9.2)."""

    seat: Seat
    reason: StopReason
    running: Seat | None
    clause: str
    why: str = ""


class IrregularityReported(Fact, frozen=True):
    """A third person pointed something out (PFS-6.6.9)."""

    what: Irregularity


TimeChanged = (
    ClockStarted
    | ClockStopped
    | ClockSet
    | TimeCredited
    | FlagFell
    | TurnTimeExceeded
    | SoloBegan
    | PlayInterrupted
    | LeftBoard
    | CameBack
    | AbsenceReported
    | RecordOverdue
    | CountBegan
    | CountStated
    | CountBrokenOff
    | IrregularityReported
)
