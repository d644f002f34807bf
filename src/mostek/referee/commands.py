"""What a person, a clock or a program asks the referee to do. A command may be nonsense; `decide` judges it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tags import tag
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin

Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Points said, written, taken or signed."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
"""How many tiles; which turn or ruling, from 1."""
Time = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A moment or a span in milliseconds; every JSON reader can hold it exactly."""


class Request(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag=tag
):
    """What all commands share. `at` is the server's time in milliseconds; `None` is the time of the last event."""

    at: Time | None = None
    by: Role = Role.PLAYER
    """As what the person asks. Who carries the command here has checked that the person is that, and sits in `seat`."""


class Venue(StrEnum):
    """Who owns bag and racks."""

    ONLINE = "online"
    """The system: every tile is known to the referee."""
    TABLE = "table"
    """People: they state draws in part, later, or never; an unstated draw is a tile face down."""


class Check(StrEnum):
    """What a player can confirm with a word or a tick."""

    SET = "set"
    """The set of tiles is complete (PFS-1.1.1a)."""
    CLOCK = "clock"
    """The clock stands and shows the right time (PFS-1.2c)."""
    EQUIPMENT = "equipment"
    """Consent to private equipment (PFS-1.1.2e)."""
    LEAVE = "leave"
    """Consent that the other player leaves the board (PFS-6.4a)."""
    CHECK_TOGETHER = "check_together"
    """Both are at the computer on which words are checked (PFS-4.7.10)."""
    SLIP = "slip"
    """A correction on the result slip (PFS-5.2c)."""


class Steps(Struct, frozen=True, forbid_unknown_fields=True):
    """Which steps of a turn happen by themselves. Online most do; at a physical table a person confirms each."""

    draw: bool
    """Drawing for the start, dealing, refilling."""
    announce: bool
    """Saying the value of the own move."""
    record_own: bool
    """Writing down the own move."""
    record_closed: bool
    """Writing down exchanges, passes and lost turns."""
    clock: bool
    """Pressing the clock where a person must press it."""
    stop: bool = True
    """Ending the move when tiles are laid or an exchange or a pass is announced; else the player stops the clock."""
    card: bool = True
    """Writing the letters of blanks down (S25)."""
    check: bool = True
    """Typing the challenged words and pressing the key that checks them (PFS-4.7.12)."""


SWIFT = Steps(draw=True, announce=True, record_own=True, record_closed=True, clock=True)
"""Every routine step happens by itself; only the opponent's record, which ends the right to challenge, does not."""


BY_HAND = Steps(draw=False, announce=False, record_own=False, record_closed=False, clock=False)
"""A person commands every step; laying tiles, or announcing an exchange or a pass, still ends the move."""


AT_TABLE = Steps(
    draw=False,
    announce=False,
    record_own=False,
    record_closed=False,
    clock=False,
    stop=False,
    card=False,
    check=False,
)
"""A person commands every single step of a turn, as at a physical table (PFS-3.2.1)."""


STEPS: Mapping[str, Steps] = {"swift": SWIFT, "by_hand": BY_HAND, "at_table": AT_TABLE}
"""The usual policies by name."""


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is taken up in the middle. `bag=None` stands for all tiles of the set that lie nowhere else.

    At a table racks may lie face down, `#######`; then `bag` holds all unseen tiles, those on the racks too.
    """

    board: Placement
    racks: BySeat[Tiles]
    scores: BySeat[Points]
    on_turn: Seat
    bag: Tiles | None = None
    exchanges: BySeat[Number] | None = None


class CreateGame(Request, frozen=True):
    """Set a game up. `millis` is the time of a player, or of a turn; `starter` is set when a pairing decides it (PFS-2.1a)."""

    rulebook: str
    players: tuple[str, ...]
    steps: Steps = SWIFT
    tile_set: str | None = None
    layout: str = "standard15"
    lexicon: LexiconPin | None = None
    millis: Time | None = None
    starter: Seat | None = None
    changes: Mapping[str, str | int | bool] = {}
    position: Position | None = None
    venue: Venue = Venue.ONLINE
    checks: tuple[Check, ...] = ()
    """What both players must confirm before anything is drawn, the set in the first round (PFS-1.1.1a)."""
    absent: tuple[Seat, ...] = ()
    """Who is not there when the round begins (PFS-6.3)."""
    officials: tuple[Seat, ...] = ()
    """Players who are arbiters of the event as well (PFS-4.4.2d)."""
    full_record: bool = False
    """Whether racks are recorded before each move (PFS-1.3.2a)."""
    commitment: str | None = None
    """The SHA-256 of the seed from which the bag is drawn, in hexadecimal digits."""


class DrawStartTile(Request, frozen=True):
    """Draw one tile to decide who starts (GEN-4b). `tile` states which, where people own the bag."""

    seat: Seat
    tile: str | None = None


class DrawTiles(Request, frozen=True):
    """Draw from the bag: all that is missing, or `count`, or the stated `tiles` where people own the bag."""

    seat: Seat
    count: Number | None = None
    tiles: Tiles | None = None


class StateRack(Request, frozen=True):
    """Tell what lies on a rack, or, with `turn` (counted from 1), what lay on it before a move (PFS-1.3.2a)."""

    seat: Seat
    tiles: Tiles
    turn: Number | None = None


class DemandDraw(Request, frozen=True):
    """Demand that the other player draws what is missing before the next move (PFS-4.10.5a)."""

    seat: Seat


class ClaimSurplus(Request, frozen=True):
    """Say that a player has too many tiles, or drew before stopping the clock (PFS-4.10.1, 4.10.3, 4.4.4)."""

    seat: Seat
    of: Seat
    seen: bool = False
    """Whether the surplus tiles were seen; it changes nothing (PFS-4.10.2)."""
    accident: bool = False
    """Whether the bag was torn or knocked over: then there is no penalty, and the arbiter is called (PFS-4.10.1b)."""


class InspectTiles(Request, frozen=True):
    """Draw tiles from those of the player with the surplus; `tiles` are what was drawn, where people own the racks."""

    seat: Seat
    tiles: Tiles | None = None


class ReturnTiles(Request, frozen=True):
    """Put surplus tiles of one's own choice into the bag (PFS-4.10.1c)."""

    seat: Seat
    tiles: Tiles


class StartClock(Request, frozen=True):
    """Press the clock so that the other player's time runs (PFS-2.4a, PFS-4.9.1)."""

    seat: Seat


class StopReason(StrEnum):
    """For what a running clock is stopped (PFS-4.4.2)."""

    MOVE = "move"
    """The move is final."""
    SURPLUS = "surplus"
    """To take surplus tiles off a rack."""
    ARBITER = "arbiter"
    """To call the arbiter."""
    DUTY = "duty"
    """The player is an arbiter and must settle a dispute at another table."""
    COUNTING = "counting"
    """To have the tiles in the bag counted: allowed only by the older wording (T5)."""
    OTHER = "other"
    """Anything else; never allowed."""


class StopClock(Request, frozen=True):
    """Stop the clock."""

    seat: Seat
    reason: StopReason = StopReason.MOVE


class CheckTime(Request, frozen=True):
    """Look at the clock: the server's timer sends this when a time runs out."""


class CreditReason(StrEnum):
    """Why time that ran is not a player's to lose."""

    DELIVERY = "delivery"
    """The position had not reached the player yet."""
    TRANSIT = "transit"
    """The player's own move was on its way."""
    OUTAGE = "outage"
    """The server stood still."""


class CreditTime(Request, frozen=True):
    """Give time back that a player could not see or use: what moves need is what counts (PFS-1.2a, OPEN-time-4)."""

    seat: Seat
    millis: Time
    """How much; no more than has run since the clock was started, less what was given back before."""
    why: CreditReason


class LayTiles(Request, frozen=True):
    """Lay tiles; where the table stops clocks by itself, this ends the move. Blanks may be undeclared at a table."""

    seat: Seat
    placement: Placement


class AnnounceExchange(Request, frozen=True):
    """Say that this turn is an exchange (PFS-3.3a); `count` is the number of tiles if it was said."""

    seat: Seat
    count: Number | None = None


class ExchangeTiles(Request, frozen=True):
    """Exchange tiles, or set them aside for it. `count` is the number announced first (OPEN-exch-3)."""

    seat: Seat
    tiles: Tiles
    count: Number | None = None


class PassTurn(Request, frozen=True):
    """Give the turn up."""

    seat: Seat


class DeclareBlanks(Request, frozen=True):
    """Say which letters the blanks of the own move stand for, `{"H9": "o"}` (PFS-4.2.1)."""

    seat: Seat
    blanks: Placement


class WriteBlanks(Request, frozen=True):
    """Write letters of blanks on the own score sheet or card (PFS-4.2.2a); either player may write any blank."""

    seat: Seat
    blanks: Placement


class DisputeBlank(Request, frozen=True):
    """Dispute what a blank on the board stands for: `{"H9": "?"}` (PFS-4.8.4)."""

    seat: Seat
    blank: Placement


class AnnounceValue(Request, frozen=True):
    """Say the value of the own move aloud; it may be wrong."""

    seat: Seat
    points: Points


class RecordMove(Request, frozen=True):
    """Write a move, exchange, pass or lost turn down. `points=None` is the true value."""

    seat: Seat
    points: Points | None = None


class ChallengeWords(Request, frozen=True):
    """Challenge words that the last move formed; none named means all (PFS-4.7.6c)."""

    seat: Seat
    words: tuple[str, ...] = ()


class ClaimPlacement(Request, frozen=True):
    """Complain that the tiles were laid against the rules (PFS-4.7.1b)."""

    seat: Seat


class TypeWords(Request, frozen=True):
    """Type the challenged words into the computer, or write them on the slip for the assistant (PFS-4.7.12, 4.7.10-aux)."""

    seat: Seat
    words: tuple[str, ...]


class ConfirmSlip(Request, frozen=True):
    """Say that the words on the slip are copied without errors (PFS-4.7.10-aux)."""

    seat: Seat


class RunCheck(Request, frozen=True):
    """Press the key that checks the typed words, or hand the slip in (PFS-4.7.12)."""

    seat: Seat


class JudgeWords(Request, frozen=True):
    """Give the one joint verdict on the challenged words (PFS-4.7.11a). Anyone but the lexicon may add a reason."""

    valid: bool
    by: Role
    reason: str = ""


class OverrideVerdict(Request, frozen=True):
    """Set a verdict of the lexicon aside, with a reason (PFS-4.7.14, OPEN-word-3)."""

    valid: bool
    by: Role
    reason: str


class Confirm(Request, frozen=True):
    """Confirm something, or consent to it. An arbiter confirms in the place of the player in `seat`."""

    seat: Seat
    what: Check


class StateSet(Request, frozen=True):
    """Tell how many tiles of each letter the set really has, before the game (PFS-1.1.1b)."""

    seat: Seat
    tiles: Tiles


class LaySquare(Request, frozen=True):
    """Lay the tiles in a square of ten by ten, before or after a game, and tell their number (PFS-1.1.1d, GEN-2.1g)."""

    seat: Seat
    count: Number


class DisputePlaces(Request, frozen=True):
    """Want the same place at the table as the other: a draw decides who chooses (PFS-2.2)."""

    seat: Seat


class Place(StrEnum):
    """A side of the table."""

    CLOCK_LEFT = "clock_left"
    """The clock stands at the player's left hand."""
    CLOCK_RIGHT = "clock_right"


class ChoosePlace(Request, frozen=True):
    """Choose a place, as the winner of the draw (PFS-2.2)."""

    seat: Seat
    place: Place


class Arrive(Request, frozen=True):
    """Come to the table late: stop the clock that runs meanwhile (PFS-6.3.2b)."""

    seat: Seat


class StartLateness(Request, frozen=True):
    """Start the clock while no player is at the table: the arbiter's (PFS-6.3.3)."""


class LeaveBoard(Request, frozen=True):
    """Leave the board during the game (PFS-6.4)."""

    seat: Seat


class ReturnToBoard(Request, frozen=True):
    """Come back to it."""

    seat: Seat


class CountTiles(Request, frozen=True):
    """Begin to count the tiles in the bag (PFS-6.5.1)."""

    seat: Seat


class StateCount(Request, frozen=True):
    """Tell how many tiles were counted in the bag."""

    seat: Seat
    count: Number


class Irregularity(StrEnum):
    """What a third person may point out (PFS-6.6.9)."""

    CLOCK_NOT_STARTED = "clock_not_started"
    SURPLUS = "surplus"
    OTHER_FAULT = "other_fault"
    SUSPICION = "suspicion"
    """A message to the arbiter alone."""


class ReportIrregularity(Request, frozen=True):
    """Point an irregularity out as a third person."""

    what: Irregularity


class _Measure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    """What all measures share: nothing but their name."""


class Settle(_Measure, frozen=True):
    """Nothing but the words of the ruling: the game goes on as it stands."""


class Warn(_Measure, frozen=True):
    """A warning (PFS-7.1a)."""

    seat: Seat


class Deduct(_Measure, frozen=True):
    """Points taken from the score of this game, a multiple of five (PFS-7.1b, S34)."""

    seat: Seat
    points: Points


class ExcludeFromGame(_Measure, frozen=True):
    """The game is lost by forfeit (PFS-7.1c)."""

    seat: Seat


class ExcludeFromEvent(_Measure, frozen=True):
    """The game is lost by forfeit and the player plays no more in this event (PFS-7.1d, 6.6.7, 6.6.8)."""

    seat: Seat


class ForcePass(_Measure, frozen=True):
    """The turn of the player on turn is passed (PFS-3.4.4)."""

    seat: Seat


class RepeatMove(_Measure, frozen=True):
    """The move is made again from the board, rack and clock with which the turn began (PFS-4.8.2)."""

    seat: Seat


class TidyTiles(_Measure, frozen=True):
    """Tiles that lie askew are put right on the mover's time; the layout stays (PFS-4.1.3)."""

    seat: Seat


class CorrectTiles(_Measure, frozen=True):
    """From now on tiles on the board are read as what they are; earlier words and points stand (PFS-4.8.5)."""

    tiles: Placement


class AdjustClock(_Measure, frozen=True):
    """A player's time becomes longer (or, below zero, shorter) by so many milliseconds (PFS-6.4f, 7.4)."""

    seat: Seat
    millis: Time


class SettleScore(_Measure, frozen=True):
    """A player's score is fixed by the arbiter (PFS-4.6.3)."""

    seat: Seat
    points: Points


class LiftLock(_Measure, frozen=True):
    """The player on turn may do anything again with it (S63)."""

    seat: Seat


Measure = (
    Settle
    | Warn
    | Deduct
    | ExcludeFromGame
    | ExcludeFromEvent
    | ForcePass
    | RepeatMove
    | TidyTiles
    | CorrectTiles
    | AdjustClock
    | SettleScore
    | LiftLock
)


class CallArbiter(Request, frozen=True):
    """Call the arbiter, stopping the clock if it runs (PFS-6.1a, PFS-4.4.2c)."""

    seat: Seat
    why: str = ""


class Rule(Request, frozen=True):
    """Rule as the arbiter: a clause always (PFS-6.1b), a reason where the clause is 7.4 (PFS-6.1c)."""

    clause: str
    measure: Measure
    reason: str = ""


class ReverseRuling(Request, frozen=True):
    """Take a ruling back by its number, from 1; it stays in the record."""

    ruling: Number
    clause: str
    reason: str = ""


class CorrectScore(Request, frozen=True):
    """Ask for the points of a turn (counted from 1) to be put right (PFS-4.6.3)."""

    seat: Seat
    turn: Number
    points: Points


class SignSlip(Request, frozen=True):
    """Enter the result in the slip and sign it (PFS-5.2a)."""

    seat: Seat
    final: BySeat[Points]


class HandInSlip(Request, frozen=True):
    """Hand the signed slip to the arbiter (PFS-5.2a)."""

    seat: Seat


class CorrectSlip(Request, frozen=True):
    """Put a handed-in slip right (PFS-4.6.4). The last two are what the tournament knows."""

    seat: Seat
    final: BySeat[Points]
    next_round_paired: bool = False
    day_over: bool = False


class RevealSeed(Request, frozen=True):
    """Publish the seed of the bag when the game is over."""

    seed: str


Command = (
    CreateGame
    | DrawStartTile
    | DrawTiles
    | StartClock
    | LayTiles
    | AnnounceExchange
    | ExchangeTiles
    | PassTurn
    | StopClock
    | DeclareBlanks
    | WriteBlanks
    | DisputeBlank
    | AnnounceValue
    | RecordMove
    | ChallengeWords
    | ClaimPlacement
    | TypeWords
    | ConfirmSlip
    | RunCheck
    | JudgeWords
    | OverrideVerdict
    | CheckTime
    | CreditTime
    | Confirm
    | StateSet
    | LaySquare
    | DisputePlaces
    | ChoosePlace
    | Arrive
    | StartLateness
    | LeaveBoard
    | ReturnToBoard
    | StateRack
    | DemandDraw
    | ClaimSurplus
    | InspectTiles
    | ReturnTiles
    | CountTiles
    | StateCount
    | CallArbiter
    | Rule
    | ReverseRuling
    | ReportIrregularity
    | CorrectScore
    | SignSlip
    | HandInSlip
    | CorrectSlip
    | RevealSeed
)
