"""A game as it stands: what the events so far amount to."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.board import Board
from mostek.clock import Clock, Millis
from mostek.lexicon import LexiconPin
from mostek.plays import Placement
from mostek.referee.commands import Steps
from mostek.referee.events import Cause, ScoredWord
from mostek.results import GameResult
from mostek.seats import BySeat, Seat
from mostek.tiles import Tiles


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

    @property
    def best_word(self) -> int:
        """The points of the best single word, without the bonus; 0 if no word was laid (S13)."""
        return max((word.points for word in self.words), default=0) if self.kind is TurnKind.PLACEMENT else 0


class ChoosingStarter(Struct, frozen=True):
    """Players draw for the start: who still takes part, and what has been drawn."""

    contenders: tuple[Seat, ...]
    drawn: Mapping[Seat, str]


class Dealing(Struct, frozen=True):
    """Racks are being filled for the first time, before any clock runs."""

    starter: Seat


class Thinking(Struct, frozen=True):
    """A player is on turn."""

    seat: Seat


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


class Challenged(Struct, frozen=True):
    """A verdict is awaited."""

    laid: Laid
    challenger: Seat
    words: tuple[str, ...]


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


class Over(Struct, frozen=True):
    """The game has ended."""

    result: GameResult


Phase = ChoosingStarter | Dealing | Thinking | Laid | Challenged | Closing | HandingOver | Over


class Game(Struct, frozen=True):
    """One game. It holds secrets (racks, bag): only `views.view_for` may leave the server."""

    rulebook: str
    edition: str
    changes: Mapping[str, str | int | bool]
    players: BySeat[str]
    tile_set: str
    lexicon: LexiconPin | None
    steps: Steps
    board: Board
    bag: Tiles
    racks: BySeat[Tiles]
    set_aside: BySeat[Tiles]
    """Tiles taken off the rack for an exchange that do not lie in the bag yet."""
    scores: BySeat[int]
    exchanges: BySeat[int]
    clock: Clock | None
    turn_millis: Millis | None
    """The time that each turn gets, or each player at the start."""
    flagged: BySeat[bool]
    phase: Phase
    starter: Seat | None = None
    dealing: bool = True
    started: bool = False
    solo: bool = False
    passes: int = 0
    """Passes in a row."""
    idle: int = 0
    """Passes and lost turns in a row."""
    now: Millis = Millis(0)
    """The latest time that an event has stated."""
    turns: tuple[Turn, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play."""
        return self.players.seats

    @property
    def on_turn(self) -> Seat | None:
        """The player whose turn it is, from thinking to handing over."""
        match self.phase:
            case Thinking(seat=seat) | Laid(seat=seat) | Closing(seat=seat) | HandingOver(seat=seat):
                return seat
            case Challenged(laid=laid):
                return laid.seat
            case _:
                return None

    def opponents_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All others, in the order of play."""
        return self.players.clockwise_from(seat)[1:]

    def all_tiles(self) -> Tiles:
        """Every tile wherever it lies: always the set with which the game began (GEN-2a)."""
        tiles = self.bag + self.board.faces()
        for part in (*self.racks, *self.set_aside):
            tiles = tiles + part
        if isinstance(self.phase, ChoosingStarter):
            tiles = tiles + Tiles(self.phase.drawn.values())
        return tiles
