"""What has happened in a game. An event is a fact: it is never edited, and a correction is another event."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.core.tags import tag
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin
from mostek.referee.commands import Check, CreditReason, Irregularity, Measure, Place, Steps, StopReason, Venue


class Fact(Struct, frozen=True, tag_field="type", tag=tag):
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
    SURPLUS = "surplus"
    """The move was made with too many tiles (PFS-4.10.3a)."""
    DEAD_BLANK = "dead_blank"
    """A word used a blank whose letter no player had written (PFS-4.8.4e)."""
    ARBITER = "arbiter"


class Lock(StrEnum):
    """What a player on turn is confined to after an irregular stop of the clock."""

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


class Confirmed(Fact, frozen=True):
    """A player has confirmed something, or agreed to it."""

    seat: Seat
    what: Check


class SetCounted(Fact, frozen=True):
    """The set was counted letter by letter before the game; it is played with what was found (PFS-1.1.1b)."""

    seat: Seat
    tiles: Tiles
    missing: Tiles
    surplus: Tiles


class SquareLaid(Fact, frozen=True):
    """The tiles were laid in a square; `whole` is the number that there should be (PFS-1.1.1d)."""

    seat: Seat
    count: int
    whole: int


class PlacesDisputed(Fact, frozen=True):
    """Both want the same place: the winner of the draw chooses (PFS-2.2)."""

    seat: Seat
    clause: str


class PlacesDrawn(Fact, frozen=True):
    """The draw for places is decided; the tiles went back."""

    seat: Seat
    clause: str


class PlaceChosen(Fact, frozen=True):
    """The winner of the draw has chosen a place."""

    seat: Seat
    place: Place


class LatenessBegan(Fact, frozen=True):
    """No player was present: the arbiter's clock runs for both (PFS-6.3.3)."""

    at: int
    clause: str


class Arrived(Fact, frozen=True):
    """A player came late to the table."""

    seat: Seat
    at: int
    clause: str


class StartTileDrawn(Fact, frozen=True):
    """A player drew a tile to decide who starts."""

    seat: Seat
    tile: str


class StartDrawTied(Fact, frozen=True):
    """The nearest letter was drawn more than once: all tiles went back, and these players draw again (S2)."""

    seats: tuple[Seat, ...]
    clause: str
    kept: bool = False
    """Whether the tiles stay out of the bag until it is known who starts."""


class StarterChosen(Fact, frozen=True):
    """It is known who starts; tiles drawn for it went back and were mixed (GEN-4d)."""

    seat: Seat
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


class TilesDrawn(Fact, frozen=True):
    """A player took tiles from the bag.

    `surplus` is how many too many the rack holds then, `owing` how many too few; `early` is how many of them were drawn for
    a move whose clock still runs (PFS-4.4.4).
    """

    seat: Seat
    tiles: Tiles
    surplus: int = 0
    owing: int = 0
    early: int = 0


class TilesReturned(Fact, frozen=True):
    """Tiles that were exchanged went into the bag, after the new ones had been drawn (GEN-6X-b)."""

    seat: Seat
    tiles: Tiles


class TilesSetAside(Fact, frozen=True):
    """A player took tiles off the rack to exchange them and ended the move."""

    seat: Seat
    tiles: Tiles


class RackStated(Fact, frozen=True):
    """The tiles on a rack were stated, now or before a turn (counted from 1)."""

    seat: Seat
    tiles: Tiles
    turn: int | None = None


class DrawDemanded(Fact, frozen=True):
    """The player in `seat` must draw before the next move (PFS-4.10.5a, 6.4d)."""

    seat: Seat
    clause: str


class BagDied(Fact, frozen=True):
    """No player drew in time: the tiles in the bag are out of the game (PFS-4.10.5b)."""

    clause: str


class SurplusFound(Fact, frozen=True):
    """A player has so many tiles too many; `chooser` looks at some and picks those that go back (PFS-4.10.1)."""

    seat: Seat
    count: int
    chooser: Seat
    clause: str


class TilesInspected(Fact, frozen=True):
    """Tiles of the player in `of` were drawn to be looked at by the one in `seat`."""

    seat: Seat
    of: Seat
    tiles: Tiles


class SurplusReturned(Fact, frozen=True):
    """Surplus tiles of a player went into the bag, picked by the one in `chooser`."""

    seat: Seat
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
    """The other player's time is up: from now on this one plays alone, and the runs of passes restart (S26)."""

    seat: Seat
    clause: str


class CountBegan(Fact, frozen=True):
    """A person began to count the tiles in the bag."""

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
    """A player stayed away too long: the own clock was started, and the arbiter informed (PFS-6.4e)."""

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


Event = GameCreated | Planned | MoveChanged | Talked | TurnOver | TilesMoved | TimeChanged | Ruled | Beginning
"""Anything that can have happened. One function folds each kind."""
