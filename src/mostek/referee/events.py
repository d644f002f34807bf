"""The events of a game. An event is a fact: it is never edited, and a correction is another event."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.registry import tag
from mostek.core.result import Ending, GameResult
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin
from mostek.referee.commands import Check, CreditReason, Irregularity, Measure, Place, Steps, StopReason, Venue


class Fact(Struct, frozen=True, tag_field="type", tag=tag):
    """Common base of the events."""


class SeatFact(Fact, frozen=True):
    """The base of all events of one player."""

    seat: Seat


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
    """The cause of a lost turn or a forced pass."""

    INVALID_WORD = "invalid_word"
    FAULTY_PLACEMENT = "faulty_placement"
    TIME = "time"
    SURPLUS = "surplus"
    """The move was made with too many tiles (PFS-4.10.3a)."""
    DEAD_BLANK = "dead_blank"
    """A word used a blank whose letter no player had written (PFS-4.8.4e)."""
    ARBITER = "arbiter"


class Lock(StrEnum):
    """The restriction of a player on turn after an irregular stop of the clock."""

    EXCHANGE_OR_PASS = "exchange_or_pass"
    """The player announced the exchange without showing the tiles (PFS-4.3.3)."""
    PLAY_OR_PASS = "play_or_pass"
    """The exchange was not allowed (PFS-4.3.4, 4.3.5)."""
    LAYOUT = "layout"
    """The tiles stay where they are; blanks may still be declared, tiles straightened (PFS-4.5.3, 4.1.3)."""


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
    venue: Venue = Venue.ONLINE
    checks: tuple[Check, ...] = ()
    absent: tuple[Seat, ...] = ()
    officials: tuple[Seat, ...] = ()
    full_record: bool = False
    commitment: str | None = None
    starter: Seat | None = None
    """Who starts by the pairing, where players are still missing; otherwise `StarterChosen` tells it."""
    arbiter: bool = True
    """Whether somebody is there who rules."""
    scorer: Seat | None = None
    readings: int = 1
    """The readings of the documents by which the game is decided; events of before there were others have the first."""


class Confirmed(SeatFact, frozen=True):
    """A player has confirmed something, or agreed to it."""

    what: Check


class SetCounted(SeatFact, frozen=True):
    """The set was counted letter by letter before the game; it is played with what was found (PFS-1.1.1b)."""

    tiles: Tiles
    missing: Tiles
    surplus: Tiles


class SquareLaid(SeatFact, frozen=True):
    """The tiles were laid in a square; `whole` is the number that there should be (PFS-1.1.1d)."""

    count: int
    whole: int


class PlacesDisputed(SeatFact, frozen=True):
    """Both want the same place: the winner of the draw chooses (PFS-2.2)."""

    clause: str


class PlacesDrawn(SeatFact, frozen=True):
    """The draw for places is decided; the tiles went back."""

    clause: str


class PlaceChosen(SeatFact, frozen=True):
    """The winner of the draw has chosen a place."""

    place: Place


class LatenessBegan(Fact, frozen=True):
    """No player was present: the arbiter's clock runs for both (PFS-6.3.3)."""

    at: int
    clause: str


class Arrived(SeatFact, frozen=True):
    """A player came late to the table."""

    at: int
    clause: str


class StartTileDrawn(SeatFact, frozen=True):
    """A player drew a tile to decide who starts."""

    tile: str


class StartDrawTied(Fact, frozen=True):
    """The nearest letter was drawn more than once: all tiles went back, and these players draw again (S2)."""

    seats: tuple[Seat, ...]
    clause: str
    kept: bool = False
    """Whether the tiles stay out of the bag until it is known who starts."""


class StarterChosen(SeatFact, frozen=True):
    """It is known who starts; tiles drawn for it went back and were mixed (GEN-4d)."""

    clause: str


class DealCompleted(Fact, frozen=True):
    """Everyone has a full rack for the first time."""


class GameStarted(Fact, frozen=True):
    """The game has begun; from now on the set may not be corrected (PFS-2.4c, PFS-1.1.1c)."""


Beginning = (
    Confirmed
    | SetCounted
    | SquareLaid
    | PlacesDisputed
    | PlacesDrawn
    | PlaceChosen
    | LatenessBegan
    | Arrived
    | StartTileDrawn
    | StartDrawTied
    | StarterChosen
    | DealCompleted
    | GameStarted
)


class TurnOpened(SeatFact, frozen=True):
    """A player may think."""


class TilesArranged(SeatFact, frozen=True):
    """Tiles lie on the board, but the move has not been ended: they may still be moved."""

    placement: Placement


class ExchangeAnnounced(SeatFact, frozen=True):
    """The turn is to be an exchange; `tiles` lie aside already, `count` is the number that was said.

    Said while the clock stands it ends the move like a stop, so there is a `lock` until the tiles are shown (PFS-4.9.3).
    """

    tiles: Tiles
    count: int | None = None
    lock: Lock | None = None


class PassAnnounced(SeatFact, frozen=True):
    """The turn is to be a pass."""


class ExchangeFailed(SeatFact, frozen=True):
    """The clock was stopped for an exchange that may not be made so; the opponent restarts it (PFS-4.3.3 to 4.3.5)."""

    lock: Lock
    clause: str


class MoveReopened(SeatFact, frozen=True):
    """The mover's clock runs again for a move that had ended; the tiles stay where they are (PFS-4.5.3, 4.1.3)."""

    lock: Lock
    clause: str


class BlanksDeclared(SeatFact, frozen=True):
    """The mover said what blanks stand for."""

    blanks: Placement


class BlanksWritten(SeatFact, frozen=True):
    """A player wrote letters of blanks on the own sheet or card."""

    blanks: Placement


class BlankSettled(Fact, frozen=True):
    """A dispute over a blank ended: it stands for this letter, which a player had written (PFS-4.8.4a, 4.8.4b).

    `words` are those of the move that awaits its record, as they are read now.
    """

    blank: Placement
    clause: str
    words: tuple[ScoredWord, ...] = ()


class BlankDied(Fact, frozen=True):
    """No player had written the letter of a blank: no new word may use it any more (PFS-4.8.4d)."""

    blank: Placement
    clause: str


class MoveTakenBack(SeatFact, frozen=True):
    """The tiles of the move went back to the rack and its player thinks again, with so much time; no loss."""

    clause: str


class TilesLaid(SeatFact, frozen=True):
    """A player laid tiles and ended the move. `faults` names what is wrong where that stands until claimed (PFS-3.2.3)."""

    placement: Placement
    words: tuple[ScoredWord, ...]
    points: int
    faults: tuple[str, ...]
    at: int | None = None
    """When it ended, where a wait is measured from that."""


class ValueAnnounced(SeatFact, frozen=True):
    """The mover said the value of the move."""

    points: int


class Recorded(SeatFact, frozen=True):
    """A player wrote the move down, with these points; 0 for an exchange, a pass, a lost turn."""

    points: int


class WordsChallenged(SeatFact, frozen=True):
    """A player challenged words of the move; they cannot be withdrawn (PFS-4.7.6b)."""

    words: tuple[str, ...]


class WordsTyped(SeatFact, frozen=True):
    """The challenged words were typed, or written on a slip."""

    words: tuple[str, ...]


class SlipConfirmed(SeatFact, frozen=True):
    """The words on the slip are copied rightly."""


class CheckRun(SeatFact, frozen=True):
    """The key was pressed, or the slip handed in: the verdict follows."""


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
    turns: int | None = None
    """To how many turns the score sheet goes back; `None` where none was written down since the verdict."""


class PlacementUpheld(SeatFact, frozen=True):
    """A complaint about the placement found no fault; the move stands."""

    clause: str


class MoveWithdrawn(SeatFact, frozen=True):
    """The tiles of the move went back to the rack."""

    cause: Cause
    clause: str


class MoveAccepted(SeatFact, frozen=True):
    """The move stands and scores."""

    points: int


class TurnLost(SeatFact, frozen=True):
    """The turn ended without a move; a lost turn is no pass (PFS-3.4.3b)."""

    cause: Cause
    clause: str


class ExchangeAccepted(SeatFact, frozen=True):
    """The exchange stands; new tiles are due."""


class PassDeclared(SeatFact, frozen=True):
    """A player said pass and ended the move; it counts when it is written down."""


class TurnPassed(SeatFact, frozen=True):
    """A turn was given up, or had to be (`forced`)."""

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


class TilesDrawn(SeatFact, frozen=True):
    """A player took tiles from the bag.

    `surplus` is how many too many the rack holds then, `owing` how many too few; `early` is how many of them were drawn for
    a move whose clock still runs (PFS-4.4.4).
    """

    tiles: Tiles
    surplus: int = 0
    owing: int = 0
    early: int = 0


class TilesReturned(SeatFact, frozen=True):
    """Tiles that were exchanged went into the bag, after the new ones had been drawn (GEN-6X-b)."""

    tiles: Tiles


class TilesSetAside(SeatFact, frozen=True):
    """A player took tiles off the rack to exchange them and ended the move."""

    tiles: Tiles


class RackStated(SeatFact, frozen=True):
    """The tiles on a rack were stated, now or before a turn (counted from 1)."""

    tiles: Tiles
    turn: int | None = None


class DrawDemanded(SeatFact, frozen=True):
    """The player in `seat` must draw before the next move (PFS-4.10.5a, 6.4d)."""

    clause: str


class BagDied(Fact, frozen=True):
    """No player drew in time: the tiles in the bag are out of the game (PFS-4.10.5b)."""

    clause: str


class SurplusFound(SeatFact, frozen=True):
    """A player has so many tiles too many; `chooser` looks at some and picks those that go back (PFS-4.10.1)."""

    count: int
    chooser: Seat
    clause: str


class TilesInspected(SeatFact, frozen=True):
    """Tiles of the player in `of` were drawn to be looked at by the one in `seat`."""

    of: Seat
    tiles: Tiles


class SurplusReturned(SeatFact, frozen=True):
    """Surplus tiles of a player went into the bag, picked by the one in `chooser`."""

    tiles: Tiles
    chooser: Seat


TilesMoved = (
    TilesDrawn
    | TilesReturned
    | TilesSetAside
    | RackStated
    | DrawDemanded
    | BagDied
    | SurplusFound
    | TilesInspected
    | SurplusReturned
)


class ClockSet(SeatFact, frozen=True):
    """A standing clock was set."""

    left: int
    clause: str


class ClockStarted(SeatFact, frozen=True):
    """A player's time began to run, with so much left."""

    at: int
    left: int


class ClockStopped(SeatFact, frozen=True):
    """A player's time stopped, with so much left."""

    at: int
    left: int


class TimeCredited(SeatFact, frozen=True):
    """Part of a player's running time does not count.

    `at` is when it was given back, or the moment at which the time runs out all the same, if that is earlier.
    """

    at: int
    millis: int
    why: CreditReason


class FlagFell(SeatFact, frozen=True):
    """A player has used up the time for the whole game."""

    at: int
    clause: str


class TurnTimeExceeded(SeatFact, frozen=True):
    """A player has used up the time for this turn."""

    at: int
    clause: str


class SoloBegan(SeatFact, frozen=True):
    """The other player's time is up: from now on this one plays alone, and the runs of passes restart (S26)."""

    clause: str


class CountBegan(SeatFact, frozen=True):
    """A person began to count the tiles in the bag."""


class CountStated(SeatFact, frozen=True):
    """A player counted the tiles in the bag; `due` is the right number."""

    count: int
    due: int


class CountBrokenOff(Fact, frozen=True):
    """A move ended during the count, which gives way (PFS-6.5.2)."""

    clause: str


class LeftBoard(SeatFact, frozen=True):
    """A player left the board, with consent."""

    at: int


class CameBack(SeatFact, frozen=True):
    """The player is back."""

    at: int


class AbsenceReported(SeatFact, frozen=True):
    """A player was absent for too long: their own clock was started, and the arbiter informed (PFS-6.4e)."""

    clause: str


class RecordOverdue(SeatFact, frozen=True):
    """A player was slow to record the other's move, so their own clock was started (PFS-4.6.2)."""

    clause: str


class PlayInterrupted(SeatFact, frozen=True):
    """Play is interrupted; `running` is the player whose clock was stopped. Later `seat` restarts it (PFS-4.9.2)."""

    reason: StopReason
    running: Seat | None
    clause: str
    why: str = ""
    at: int | None = None
    """When, where a wait is measured from that."""


class PlayResumed(Fact, frozen=True):
    """Play goes on without a ruling: a call was withdrawn, or a break is over."""

    clause: str


class PresenceChanged(SeatFact, frozen=True):
    """The server lost sight of a player, or has found them again."""

    here: bool
    at: int


class ArbiterChanged(Fact, frozen=True):
    """An official has joined the table, or has left it; `here`: somebody who rules is there."""

    here: bool
    sees_racks: bool = True
    """Whether anybody who rules there sees the racks."""
    roles: tuple[Role, ...] = ()
    """The roles of those who act as officials; none in the logs of earlier versions."""
    asking: tuple[Role, ...] = ()
    """The roles of those who came during the game and wait for the consent of all players."""
    playing: tuple[Seat, ...] | None = None
    """The players who are officials of the event as well from now on (PFS-4.4.2d); `None`: the same as before."""


class PlayerResigned(SeatFact, frozen=True):
    """A player plays no more in a game that the others finish."""

    clause: str


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
    | PlayResumed
    | PresenceChanged
    | ArbiterChanged
    | PlayerResigned
)


class PenaltyCharged(SeatFact, frozen=True):
    """Points were taken from a player."""

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


class TurnReopened(SeatFact, frozen=True):
    """The pass that a ruling had forced is undone; these were the runs of passes before it."""

    passes: int
    idle: int


class GameReopened(Fact, frozen=True):
    """The forfeit that ended the game is undone: it goes on where it was."""


class MoveReread(SeatFact, frozen=True):
    """A tile of the board was read otherwise while a move awaited its record: its words and its value now (PFS-4.8.5)."""

    words: tuple[ScoredWord, ...]
    points: int


class CorrectionAsked(SeatFact, frozen=True):
    """A player asks for the points of a turn (counted from 1) to be put right; the others must agree (T7)."""

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


class SlipSigned(SeatFact, frozen=True):
    """A player entered the result and signed it."""

    final: BySeat[int]


class SlipHandedIn(SeatFact, frozen=True):
    """The arbiter has the slip: this result is final but for PFS-4.6.4."""

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


Event = GameCreated | Planned | MoveChanged | Talked | TurnOver | TilesMoved | TimeChanged | Ruled | Beginning
"""Anything that can have happened. One function folds each kind."""
