"""What a person, a clock or a program asks the referee to do. A command may be nonsense; `decide` judges it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.lexicon import LexiconPin
from mostek.plays import Placement
from mostek.seats import BySeat, Seat
from mostek.tiles import Tiles


def _tag(name: str) -> str:
    """`PassTurn` → `pass_turn`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=_tag):
    """What all commands share. `at` is the server's time in milliseconds; `None` is the time of the last event."""

    at: int | None = None


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


SWIFT = Steps(draw=True, announce=True, record_own=True, record_closed=True, clock=True)
"""Every routine step happens by itself; only the opponent's record, which ends the right to challenge, does not."""
BY_HAND = Steps(draw=False, announce=False, record_own=False, record_closed=False, clock=False)
"""Every step is somebody's command, as at a physical table."""


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is taken up in the middle. `bag=None` stands for all tiles of the set that lie nowhere else."""

    board: Placement
    racks: BySeat[Tiles]
    scores: BySeat[int]
    on_turn: Seat
    bag: Tiles | None = None
    exchanges: BySeat[int] | None = None


class CreateGame(Request, frozen=True):
    """Set a game up. `millis` is the time of a player, or of a turn; `starter` is set when a pairing decides it (PFS-2.1a)."""

    rulebook: str
    players: tuple[str, ...]
    steps: Steps = SWIFT
    tile_set: str | None = None
    layout: str = "standard15"
    lexicon: LexiconPin | None = None
    millis: int | None = None
    starter: Seat | None = None
    changes: Mapping[str, str | int | bool] = {}
    position: Position | None = None


class DrawStartTile(Request, frozen=True):
    """Draw one tile to decide who starts (GEN-4b). `tile` states which, where people own the bag."""

    seat: Seat
    tile: str | None = None


class DrawTiles(Request, frozen=True):
    """Draw from the bag: all that is missing, or `count`, or the stated `tiles` where people own the bag."""

    seat: Seat
    count: int | None = None
    tiles: Tiles | None = None


class StartClock(Request, frozen=True):
    """Press the clock so that the other player's time runs (PFS-2.4a, PFS-4.9.1)."""

    seat: Seat


class LayTiles(Request, frozen=True):
    """Lay tiles and end the move."""

    seat: Seat
    placement: Placement


class ExchangeTiles(Request, frozen=True):
    """Exchange tiles. `count` is the number announced beforehand (OPEN-exch-3)."""

    seat: Seat
    tiles: Tiles
    count: int | None = None


class PassTurn(Request, frozen=True):
    """Give the turn up."""

    seat: Seat


class AnnounceValue(Request, frozen=True):
    """Say the value of the own move aloud; it may be wrong."""

    seat: Seat
    points: int


class RecordMove(Request, frozen=True):
    """Write a move, exchange, pass or lost turn down. `points=None` is the true value."""

    seat: Seat
    points: int | None = None


class ChallengeWords(Request, frozen=True):
    """Challenge words that the last move formed; none named means all (PFS-4.7.6c)."""

    seat: Seat
    words: tuple[str, ...] = ()


class ClaimPlacement(Request, frozen=True):
    """Complain that the tiles were laid against the rules (PFS-4.7.1b)."""

    seat: Seat


class Judge(StrEnum):
    """Whose word a verdict is."""

    LEXICON = "lexicon"
    TEACHER = "teacher"
    """The auxiliary arbiter of a challenge evening (CHAL-9c)."""
    JURY = "jury"
    """The jury of an open or school tournament (OPEN-word-3)."""
    ARBITER = "arbiter"


class JudgeWords(Request, frozen=True):
    """Give the one joint verdict on the challenged words (PFS-4.7.11a). Anyone but the lexicon may add a reason."""

    valid: bool
    by: Judge
    reason: str = ""


class OverrideVerdict(Request, frozen=True):
    """Set a verdict of the lexicon aside, with a reason (PFS-4.7.14, OPEN-word-3)."""

    valid: bool
    by: Judge
    reason: str


class CheckTime(Request, frozen=True):
    """Look at the clock: the server's timer sends this when a time runs out."""


Command = (
    CreateGame
    | DrawStartTile
    | DrawTiles
    | StartClock
    | LayTiles
    | ExchangeTiles
    | PassTurn
    | AnnounceValue
    | RecordMove
    | ChallengeWords
    | ClaimPlacement
    | JudgeWords
    | OverrideVerdict
    | CheckTime
)
