"""Where a game can stand: its phases, what a player has begun to do with a turn, and the row that a turn becomes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from mostek.core.clock import Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.result import Ending, GameResult
from mostek.core.tiles import NO_TILES, Tiles
from mostek.referee.events import Cause, Lock, ScoredWord


class TurnKind(StrEnum):
    """What became of a turn."""

    PLACEMENT = "placement"
    EXCHANGE = "exchange"
    PASS = "pass"
    LOSS = "loss"


class Turn(Struct, frozen=True):
    """A row of the score sheet."""

    seat: Seat
    kind: TurnKind
    points: int
    total: int
    words: tuple[ScoredWord, ...] = ()
    forced: bool = False
    placement: Placement | None = None
    """The tiles that were laid; those of a lost turn went back."""
    rack: Tiles = field(default_factory=lambda: NO_TILES)
    """The rack before the move, as far as it is known (PFS-1.3.2a)."""
    aside: int = 0
    """How many tiles were exchanged."""
    records: Mapping[Seat, int] = {}
    """What each player wrote down."""
    number: int = 0
    """Its place among all turns, from 1."""
    true: int = 0
    """What the tiles were worth, whatever was written down."""

    @property
    def best_word(self) -> int:
        """The points of the best single word, without the bonus; 0 if no word was laid (S13)."""
        return max((word.points for word in self.words), default=0) if self.kind is TurnKind.PLACEMENT else 0


class ChoosingStarter(Struct, frozen=True):
    """Players draw for the start: who still takes part, and what has been drawn."""

    contenders: tuple[Seat, ...]
    drawn: Mapping[Seat, str]
    starter: Seat | None = None
    """Who starts by the pairing, when the draw is only about places (PFS-2.2)."""
    kept: Tiles = NO_TILES
    """Tiles of earlier, tied draws that stay out of the bag (S2)."""


class Waiting(Struct, frozen=True):
    """Players are missing at the beginning of the round (PFS-6.3); since when the arbiter's clock runs for all of them."""

    absent: tuple[Seat, ...]
    since: Millis | None = None
    starter: Seat | None = None
    """Who starts by the pairing, to be told when all are there."""


class ChoosingPlace(Struct, frozen=True):
    """The winner of the draw chooses a place (PFS-2.2); then this seat starts."""

    seat: Seat
    starter: Seat


class Dealing(Struct, frozen=True):
    """Racks are being filled for the first time, before any clock runs."""

    starter: Seat
    drawn: bool = False
    """Whether the starter won a draw, and with it the choice of places (PFS-2.2)."""


class Arranged(Struct, frozen=True):
    """Tiles that lie on the board while the clock runs, and may still be moved."""

    placement: Placement


class Exchanging(Struct, frozen=True):
    """An exchange that has been told; the tiles that lie aside, and the number that was said."""

    tiles: Tiles
    count: int | None


class Passing(Struct, frozen=True):
    """A pass that has been told."""


Plan = Arranged | Exchanging | Passing
"""What a player has begun to do with a turn; only ending the move makes it one (PFS-4.4.1a)."""


class Thinking(Struct, frozen=True):
    """A player is on turn."""

    seat: Seat
    plan: Plan | None = None
    lock: Lock | None = None
    announced: int | None = None
    """The value that was said although the clock still runs (PFS-4.4.3)."""
    records: Mapping[Seat, int] = {}
    """What was written although the clock still runs."""
    early: int = 0
    """How many tiles were drawn although the clock still runs (PFS-4.4.4)."""


class Laid(Struct, frozen=True):
    """A move has ended and may be announced, challenged, recorded."""

    seat: Seat
    placement: Placement
    words: tuple[ScoredWord, ...]
    points: int
    faults: tuple[str, ...]
    announced: int | None = None
    records: Mapping[Seat, int] = {}
    challenged: bool = False
    """Whether the one challenge of this move has been used (PFS-4.7.5)."""
    hurried: bool = False
    """Whether the opponent's clock runs already because the opponent dawdles (PFS-4.6.2) or stays away (PFS-6.4e)."""

    @property
    def undeclared(self) -> bool:
        """Whether nobody has said what a blank of the move stands for (PFS-4.5.3)."""
        return any(tile.letter is None for tile in self.placement.tiles.values())


class Challenged(Struct, frozen=True):
    """A verdict is awaited."""

    laid: Laid
    challenger: Seat
    words: tuple[str, ...]
    typed: tuple[str, ...] = ()
    """The words as typed, or written on the slip."""
    confirmed: bool = False
    """Whether the mover has found the slip without errors (PFS-4.7.10-aux)."""
    run: bool = False
    """Whether the verdict may be given."""


class Closing(Struct, frozen=True):
    """An exchange, a pass or a lost turn is to be written down."""

    seat: Seat
    kind: TurnKind
    recorded: frozenset[Seat] = frozenset()
    cause: Cause | None = None
    clause: str = ""
    withdrawn: Laid | None = None
    """The move that was lost, as long as its verdict can be set aside."""


class HandingOver(Struct, frozen=True):
    """The turn is over; this player is to press the clock."""

    seat: Seat


class Inspecting(Struct, frozen=True):
    """Surplus tiles are being taken off a rack (PFS-4.10.1)."""

    seat: Seat
    """Whose they are."""
    count: int
    """How many too many."""
    chooser: Seat
    """Who looks at some of them and picks those that go back."""
    pool: Tiles
    """The tiles among which the surplus ones are."""
    then: Dealing | Thinking | Laid | Closing | HandingOver
    """Where the game goes on."""
    drawn: Tiles | None = None
    """The tiles that the chooser looks at."""


class Settling(Struct, frozen=True):
    """All moves are made; what lies on the racks is still to be told."""

    ending: Ending
    clause: str
    out: Seat | None


class Slip(Struct, frozen=True):
    """The result slip (PFS-5.2a): what each player has entered and signed."""

    signed: Mapping[Seat, BySeat[int]] = {}
    amended: bool = False
    """Whether somebody signed other figures later: both must confirm that (PFS-5.2c)."""
    handed_in: BySeat[int] | None = None
    """The result that the arbiter has."""


class Over(Struct, frozen=True):
    """The game has ended."""

    result: GameResult
    before: Phase | None = None
    """Where a forfeit broke the game off."""
    slip: Slip = Slip()
    square: int | None = None
    """How many tiles lay in the square after the game (PFS-1.1.1d)."""


Phase = (
    Waiting
    | ChoosingStarter
    | ChoosingPlace
    | Dealing
    | Thinking
    | Laid
    | Challenged
    | Closing
    | HandingOver
    | Inspecting
    | Settling
    | Over
)
