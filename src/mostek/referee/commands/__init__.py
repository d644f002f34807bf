"""What a person, a clock or a program asks the referee to do. A command may be nonsense; `decide` judges it."""

from __future__ import annotations

from mostek.referee.commands.arbiter import (
    CallArbiter,
    CorrectScore,
    CorrectSlip,
    HandInSlip,
    RevealSeed,
    ReverseRuling,
    Rule,
    SignSlip,
)
from mostek.referee.commands.challenges import (
    ChallengeWords,
    ClaimPlacement,
    ConfirmSlip,
    JudgeWords,
    OverrideVerdict,
    RunCheck,
    TypeWords,
)
from mostek.referee.commands.request import Request
from mostek.referee.commands.setup import AT_TABLE, BY_HAND, STEPS, SWIFT, Check, CreateGame, Position, Steps, Venue
from mostek.referee.commands.table import (
    Arrive,
    ChoosePlace,
    Confirm,
    CountTiles,
    DisputePlaces,
    Irregularity,
    LaySquare,
    LeaveBoard,
    Place,
    ReportIrregularity,
    ReturnToBoard,
    StartLateness,
    StateCount,
    StateSet,
)
from mostek.referee.commands.tiles import (
    ClaimSurplus,
    DemandDraw,
    DrawStartTile,
    DrawTiles,
    InspectTiles,
    ReturnTiles,
    StateRack,
)
from mostek.referee.commands.turns import (
    AnnounceExchange,
    AnnounceValue,
    CheckTime,
    CreditReason,
    CreditTime,
    DeclareBlanks,
    DisputeBlank,
    ExchangeTiles,
    LayTiles,
    PassTurn,
    RecordMove,
    StartClock,
    StopClock,
    StopReason,
    WriteBlanks,
)

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

__all__ = [
    "AT_TABLE",
    "BY_HAND",
    "STEPS",
    "SWIFT",
    "AnnounceExchange",
    "AnnounceValue",
    "Arrive",
    "CallArbiter",
    "ChallengeWords",
    "Check",
    "CheckTime",
    "ChoosePlace",
    "ClaimPlacement",
    "ClaimSurplus",
    "Command",
    "Confirm",
    "ConfirmSlip",
    "CorrectScore",
    "CorrectSlip",
    "CountTiles",
    "CreateGame",
    "CreditReason",
    "CreditTime",
    "DeclareBlanks",
    "DemandDraw",
    "DisputeBlank",
    "DisputePlaces",
    "DrawStartTile",
    "DrawTiles",
    "ExchangeTiles",
    "HandInSlip",
    "InspectTiles",
    "Irregularity",
    "JudgeWords",
    "LaySquare",
    "LayTiles",
    "LeaveBoard",
    "OverrideVerdict",
    "PassTurn",
    "Place",
    "Position",
    "RecordMove",
    "ReportIrregularity",
    "Request",
    "ReturnTiles",
    "ReturnToBoard",
    "RevealSeed",
    "ReverseRuling",
    "Rule",
    "RunCheck",
    "SignSlip",
    "StartClock",
    "StartLateness",
    "StateCount",
    "StateRack",
    "StateSet",
    "Steps",
    "StopClock",
    "StopReason",
    "TypeWords",
    "Venue",
    "WriteBlanks",
]
