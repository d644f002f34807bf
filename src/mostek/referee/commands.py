"""The commands of a person, a clock or a program. A command may be invalid; `decide` judges it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.registry import tag
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin

Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Points announced, recorded, subtracted or signed."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number of tiles, or the number of a turn or ruling, from 1."""
Time = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A time or a duration in milliseconds; every JSON reader can represent it exactly."""


class Request(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag=tag
):
    """Common base of the commands. `at` is the server's time in milliseconds; `None` is the time of the last event."""

    at: Time | None = None
    by: Role = Role.PLAYER
    """The role of the person. The sender of the command has checked the role and the `seat`."""


class SeatRequest(Request, frozen=True):
    """The base of all commands of one player."""

    seat: Seat


class Venue(StrEnum):
    """The owner of bag and racks."""

    ONLINE = "online"
    """The system: every tile is known to the referee."""
    TABLE = "table"
    """People: they state draws in part, later, or never; an unstated draw is a tile face down."""


class Check(StrEnum):
    """The checks that a player can confirm."""

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
    END = "end"
    """The game is to end as it stands, if all agree."""
    ADJOURN = "adjourn"
    """The game is to be put off to another time, if all agree."""
    RESUME = "resume"
    """Ready to go on with a game that was put off."""
    GO_ON = "go_on"
    """The game is to go on although the arbiter has not come, if all agree."""
    SIGHT = "sight"
    """The arbiter, who came during the game, may see the racks, if all agree."""


class Steps(Struct, frozen=True, forbid_unknown_fields=True):
    """The automatic steps of a turn. Online most steps are automatic; at a physical table a person confirms each."""

    draw: bool
    """Drawing for the start, dealing, refilling."""
    announce: bool
    """Announcing the value of the player's own move."""
    record_own: bool
    """Recording the player's own move."""
    record_closed: bool
    """Recording exchanges, passes and lost turns."""
    clock: bool
    """Starting the next clock."""
    stop: bool = True
    """Ending the move with the tiles, or with the announcement of an exchange or a pass; otherwise the player stops the clock."""
    card: bool = True
    """Writing the letters of blanks (S25)."""
    check: bool = True
    """Typing the challenged words and pressing the key that checks them (PFS-4.7.12)."""


SWIFT = Steps(draw=True, announce=True, record_own=True, record_closed=True, clock=True)
"""Every routine step is automatic, except the opponent's record, which ends the right to challenge."""


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


class StartPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A position from which a game starts. `bag=None` stands for all other tiles of the set.

    At a table racks may lie face down, `#######`; then `bag` holds all unseen tiles, those on the racks too.
    """

    board: Placement
    racks: BySeat[Tiles]
    scores: BySeat[Points]
    on_turn: Seat
    bag: Tiles | None = None
    exchanges: BySeat[Number] | None = None


class CreateGame(Request, frozen=True):
    """Create a game. `millis` is the time of a player, or of a turn; `starter` is set if a pairing decides it (PFS-2.1a)."""

    rulebook: str
    players: tuple[str, ...]
    steps: Steps = SWIFT
    tile_set: str | None = None
    layout: str = "standard15"
    lexicon: LexiconPin | None = None
    millis: Time | None = None
    starter: Seat | None = None
    changes: Mapping[str, str | int | bool] = {}
    position: StartPosition | None = None
    venue: Venue = Venue.ONLINE
    checks: tuple[Check, ...] = ()
    """The checks that both players must confirm before the first draw, the set in the first round (PFS-1.1.1a)."""
    absent: tuple[Seat, ...] = ()
    """The players who are absent when the round begins (PFS-6.3)."""
    officials: tuple[Seat, ...] = ()
    """Players who are arbiters of the event as well (PFS-4.4.2d)."""
    full_record: bool = False
    """Whether racks are recorded before each move (PFS-1.3.2a)."""
    commitment: str | None = None
    """The SHA-256 of the seed from which the bag is drawn, in hexadecimal digits."""
    arbiter: bool = True
    """Whether somebody is there who rules on what the players cannot settle (PFS-6.1a)."""
    scorer: Seat | None = None
    """Who keeps the record for all, in a game with one scorer (GEN-3a)."""


class DrawStartTile(SeatRequest, frozen=True):
    """Draw one tile to decide who starts (GEN-4b). `tile` states which, where people own the bag."""

    tile: str | None = None


class DrawTiles(SeatRequest, frozen=True):
    """Draw from the bag: all that is missing, or `count`, or the stated `tiles` where people own the bag."""

    count: Number | None = None
    tiles: Tiles | None = None


class StateRack(SeatRequest, frozen=True):
    """State the tiles of a rack, or, with `turn` (counted from 1), the rack before a move (PFS-1.3.2a)."""

    tiles: Tiles
    turn: Number | None = None


class DemandDraw(SeatRequest, frozen=True):
    """Demand that the other player draws what is missing before the next move (PFS-4.10.5a)."""


class ClaimSurplus(SeatRequest, frozen=True):
    """Say that a player has too many tiles, or drew before stopping the clock (PFS-4.10.1, 4.10.3, 4.4.4)."""

    of: Seat
    seen: bool = False
    """Whether the surplus tiles were seen; it changes nothing (PFS-4.10.2)."""
    accident: bool = False
    """Whether the bag was torn or knocked over: then there is no penalty, and the arbiter is called (PFS-4.10.1b)."""


class InspectTiles(SeatRequest, frozen=True):
    """Draw tiles from those of the player with the surplus; `tiles` are what was drawn, where people own the racks."""

    tiles: Tiles | None = None


class ReturnTiles(SeatRequest, frozen=True):
    """Put surplus tiles of one's own choice into the bag (PFS-4.10.1c)."""

    tiles: Tiles


class StartClock(SeatRequest, frozen=True):
    """Press the clock so that the other player's time runs (PFS-2.4a, PFS-4.9.1)."""


class StopReason(StrEnum):
    """The reason for stopping a running clock (PFS-4.4.2)."""

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
    BREAK = "break"
    """To put the game off to another time: only all players together can."""
    OTHER = "other"
    """Anything else; never allowed."""


class StopClock(SeatRequest, frozen=True):
    """Stop the clock."""

    reason: StopReason = StopReason.MOVE


class CheckTime(Request, frozen=True):
    """Look at the clock: the server's timer sends this when a time runs out."""


class CreditReason(StrEnum):
    """The reason for a credit of time."""

    DELIVERY = "delivery"
    """The position had not reached the player yet."""
    TRANSIT = "transit"
    """The player's own move was on its way."""
    OUTAGE = "outage"
    """The server was not running."""


class CreditTime(SeatRequest, frozen=True):
    """Credit time that a player could not see or use (PFS-1.2a, OPEN-time-4)."""

    millis: Time
    """The credit, at most the time since the clock was started, without earlier credits."""
    why: CreditReason


class LayTiles(SeatRequest, frozen=True):
    """Lay tiles; if the table stops clocks automatically, this ends the move. Blanks may be undeclared at a table."""

    placement: Placement


class AnnounceExchange(SeatRequest, frozen=True):
    """Say that this turn is an exchange (PFS-3.3a); `count` is the number of tiles if it was said."""

    count: Number | None = None


class ExchangeTiles(SeatRequest, frozen=True):
    """Exchange tiles, or set them aside for it. `count` is the number announced first (OPEN-exch-3)."""

    tiles: Tiles
    count: Number | None = None


class PassTurn(SeatRequest, frozen=True):
    """Pass the turn."""


class DeclareBlanks(SeatRequest, frozen=True):
    """Declare the letters of the blanks in the player's own move, `{"H9": "o"}` (PFS-4.2.1)."""

    blanks: Placement


class WriteBlanks(SeatRequest, frozen=True):
    """Write letters of blanks on the player's own score sheet or card (PFS-4.2.2a); either player may write any blank."""

    blanks: Placement


class DisputeBlank(SeatRequest, frozen=True):
    """Dispute the letter of a blank on the board: `{"H9": "?"}` (PFS-4.8.4)."""

    blank: Placement


class AnnounceValue(SeatRequest, frozen=True):
    """Announce the value of the player's own move; it may be wrong."""

    points: Points


class RecordMove(SeatRequest, frozen=True):
    """Record a move, exchange, pass or lost turn. `points=None` is the true value."""

    points: Points | None = None


class ChallengeWords(SeatRequest, frozen=True):
    """Challenge words that the last move formed; none named means all (PFS-4.7.6c)."""

    words: tuple[str, ...] = ()


class ClaimPlacement(SeatRequest, frozen=True):
    """Complain that the tiles were laid against the rules (PFS-4.7.1b)."""


class TypeWords(SeatRequest, frozen=True):
    """Type the challenged words into the computer, or write them on the slip for the assistant (PFS-4.7.12, 4.7.10-aux)."""

    words: tuple[str, ...]


class ConfirmSlip(SeatRequest, frozen=True):
    """Say that the words on the slip are copied without errors (PFS-4.7.10-aux)."""


class RunCheck(SeatRequest, frozen=True):
    """Press the key that checks the typed words, or hand the slip in (PFS-4.7.12)."""


class JudgeWords(Request, frozen=True):
    """Give the one joint verdict on the challenged words (PFS-4.7.11a). Anyone but the lexicon may add a reason."""

    valid: bool
    by: Role
    reason: str = ""


class Resign(SeatRequest, frozen=True):
    """Give the game up; with three or four players the others play on."""


class Abort(SeatRequest, frozen=True):
    """Break a game off that has hardly begun: no player has made a second move. Nobody wins."""


class WithdrawCall(SeatRequest, frozen=True):
    """Say that the arbiter need not come, or, after a wait, that the game goes on without."""


class ClaimAbsence(SeatRequest, frozen=True):
    """Claim the game because the player in `of` has been gone too long."""

    of: Seat


class NotePresence(SeatRequest, frozen=True):
    """The server's note that a player has gone, or is back."""

    here: bool


class NoteArbiter(Request, frozen=True):
    """The server's note of the officials at the table: somebody has joined, or has left."""

    here: bool
    sees_racks: bool = True
    """Whether anybody who rules there sees the racks; else that person sees what a spectator sees."""
    roles: tuple[Role, ...] = ()
    """The roles of those who act as officials."""
    asking: tuple[Role, ...] = ()
    """The roles of those who came during the game and wait for the consent of all players."""
    playing: tuple[Seat, ...] | None = None
    """The players who are officials of the event as well (PFS-4.4.2d), if they are others than before."""


class EndIdleGame(Request, frozen=True):
    """The server's end of a game without a clock in which nothing has happened for too long."""


class OverrideVerdict(Request, frozen=True):
    """Override a verdict of the lexicon, with a reason (PFS-4.7.14, OPEN-word-3)."""

    valid: bool
    by: Role
    reason: str
    undo: bool = False
    """Whether later turns may be undone: the game goes back to where the verdict was given."""


class Confirm(SeatRequest, frozen=True):
    """Confirm something, or consent to it. An arbiter confirms in the place of the player in `seat`."""

    what: Check


class StateSet(SeatRequest, frozen=True):
    """State the real number of tiles of each letter in the set, before the game (PFS-1.1.1b)."""

    tiles: Tiles


class LaySquare(SeatRequest, frozen=True):
    """Lay the tiles in a square of ten by ten, before or after a game, and tell their number (PFS-1.1.1d, GEN-2.1g)."""

    count: Number


class DisputePlaces(SeatRequest, frozen=True):
    """Request the same place at the table as the other player: a draw decides who chooses (PFS-2.2)."""


class Place(StrEnum):
    """A side of the table."""

    CLOCK_LEFT = "clock_left"
    """The clock stands at the player's left hand."""
    CLOCK_RIGHT = "clock_right"


class ChoosePlace(SeatRequest, frozen=True):
    """Choose a place, as the winner of the draw (PFS-2.2)."""

    place: Place


class Arrive(SeatRequest, frozen=True):
    """Come to the table late: stop the clock that runs meanwhile (PFS-6.3.2b)."""


class StartLateness(Request, frozen=True):
    """Start the clock while no player is at the table: the arbiter's (PFS-6.3.3)."""


class LeaveBoard(SeatRequest, frozen=True):
    """Leave the board during the game (PFS-6.4)."""


class ReturnToBoard(SeatRequest, frozen=True):
    """Return to the board."""


class CountTiles(SeatRequest, frozen=True):
    """Begin to count the tiles in the bag (PFS-6.5.1)."""


class StateCount(SeatRequest, frozen=True):
    """State the number of tiles counted in the bag."""

    count: Number


class Irregularity(StrEnum):
    """The irregularities that a third person may point out (PFS-6.6.9)."""

    CLOCK_NOT_STARTED = "clock_not_started"
    SURPLUS = "surplus"
    OTHER_FAULT = "other_fault"
    SUSPICION = "suspicion"
    """A message to the arbiter alone."""


class ReportIrregularity(Request, frozen=True):
    """Point an irregularity out as a third person."""

    what: Irregularity


class _Measure(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=tag):
    """Common base of the measures."""


class _SeatMeasure(_Measure, frozen=True):
    """The base of all measures about one player."""

    seat: Seat


class Settle(_Measure, frozen=True):
    """No order: the game continues unchanged."""


class Warn(_SeatMeasure, frozen=True):
    """A warning (PFS-7.1a)."""


class Deduct(_SeatMeasure, frozen=True):
    """Points taken from the score of this game, a multiple of five (PFS-7.1b, S34)."""

    points: Points


class ExcludeFromGame(_SeatMeasure, frozen=True):
    """The game is lost by forfeit (PFS-7.1c)."""


class ExcludeFromEvent(_SeatMeasure, frozen=True):
    """The game is lost by forfeit and the player plays no more in this event (PFS-7.1d, 6.6.7, 6.6.8)."""


class ForcePass(_SeatMeasure, frozen=True):
    """The turn of the player on turn is passed (PFS-3.4.4)."""


class RepeatMove(_SeatMeasure, frozen=True):
    """The move is made again from the board, rack and clock with which the turn began (PFS-4.8.2)."""


class TidyTiles(_SeatMeasure, frozen=True):
    """Untidy tiles are straightened on the mover's time; the layout stays (PFS-4.1.3)."""


class CorrectTiles(_Measure, frozen=True):
    """From now on tiles on the board are read as what they are; earlier words and points stand (PFS-4.8.5)."""

    tiles: Placement


class AdjustClock(_SeatMeasure, frozen=True):
    """A player's time becomes longer (or, below zero, shorter) by so many milliseconds (PFS-6.4f, 7.4)."""

    millis: Time


class SettleScore(_SeatMeasure, frozen=True):
    """A player's score is fixed by the arbiter (PFS-4.6.3)."""

    points: Points


class AcceptMove(_SeatMeasure, frozen=True):
    """The move of the player on turn is written down for an opponent who does not do it (PFS-6.6.3)."""


class LiftLock(_SeatMeasure, frozen=True):
    """The player on turn may do anything again with it (S63)."""


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
    | AcceptMove
    | LiftLock
)


class CallArbiter(SeatRequest, frozen=True):
    """Call the arbiter, stopping the clock if it runs (PFS-6.1a, PFS-4.4.2c)."""

    why: str = ""


class Rule(Request, frozen=True):
    """Rule as the arbiter: a clause always (PFS-6.1b), a reason where the clause is 7.4 (PFS-6.1c)."""

    clause: str
    measure: Measure
    reason: str = ""


class ReverseRuling(Request, frozen=True):
    """Reverse a ruling by its number, from 1; it stays in the record."""

    ruling: Number
    clause: str
    reason: str = ""


class CorrectScore(SeatRequest, frozen=True):
    """Request a correction of the points of a turn (counted from 1) (PFS-4.6.3)."""

    turn: Number
    points: Points


class SignSlip(SeatRequest, frozen=True):
    """Enter the result in the slip and sign it (PFS-5.2a)."""

    final: BySeat[Points]


class HandInSlip(SeatRequest, frozen=True):
    """Hand the signed slip to the arbiter (PFS-5.2a)."""


class CorrectSlip(SeatRequest, frozen=True):
    """Correct a handed-in slip (PFS-4.6.4). The tournament states the last two fields."""

    final: BySeat[Points]
    next_round_paired: bool = False
    day_over: bool = False


class RevealSeed(Request, frozen=True):
    """Publish the seed of the bag when the game is over."""

    seed: str


Command = (
    CreateGame
    | LayTiles
    | AnnounceExchange
    | ExchangeTiles
    | PassTurn
    | DeclareBlanks
    | StopClock
    | StartClock
    | AnnounceValue
    | RecordMove
    | ChallengeWords
    | ClaimPlacement
    | TypeWords
    | ConfirmSlip
    | RunCheck
    | WriteBlanks
    | DisputeBlank
    | DrawStartTile
    | DrawTiles
    | DemandDraw
    | ClaimSurplus
    | InspectTiles
    | ReturnTiles
    | StateRack
    | Confirm
    | StateSet
    | LaySquare
    | DisputePlaces
    | ChoosePlace
    | Arrive
    | LeaveBoard
    | ReturnToBoard
    | CountTiles
    | StateCount
    | CallArbiter
    | WithdrawCall
    | Resign
    | Abort
    | ClaimAbsence
    | CorrectScore
    | SignSlip
    | HandInSlip
    | CorrectSlip
    | JudgeWords
    | OverrideVerdict
    | Rule
    | ReverseRuling
    | StartLateness
    | ReportIrregularity
    | CheckTime
    | CreditTime
    | NotePresence
    | NoteArbiter
    | EndIdleGame
    | RevealSeed
)
"""Everything that can be asked of the referee, in the order in which options are listed."""
