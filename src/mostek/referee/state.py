"""A game as it stands: what the events so far amount to."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from mostek.core.board import Board, Square
from mostek.core.clock import Clock, Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.lexicon import LexiconPin
from mostek.referee.commands import Check, Place, Steps, StopReason, Venue
from mostek.referee.events import CorrectionAsked, RulingMade
from mostek.referee.history import NO_TURNS, History
from mostek.referee.phases import (
    Challenged,
    ChoosingStarter,
    Closing,
    Dealing,
    HandingOver,
    Inspecting,
    Laid,
    Over,
    Phase,
    Thinking,
)


class Interruption(Struct, frozen=True):
    """Play stands still (PFS-4.4.2b to d): who caused it and starts the clock again, and whose clock ran."""

    seat: Seat
    reason: StopReason
    running: Seat | None
    awaiting: bool
    """Whether the arbiter has not ruled yet."""


class Made(Struct, frozen=True):
    """A ruling, and whether it was taken back."""

    ruling: RulingMade
    reversed: bool = False
    change: int = 0
    """By how much it changed a score or a clock, in points or milliseconds."""
    was: Placement | None = None
    """The tiles that it replaced."""
    turns: int = 0
    """How many turns had been made."""


class Game(Struct, frozen=True):
    """One game. It holds secrets (racks, bag): only `views.view_for` may leave the server."""

    rulebook: str
    edition: str
    changes: Mapping[str, str | int | bool]
    players: BySeat[str]
    tile_set: str
    lexicon: LexiconPin | None
    steps: Steps
    venue: Venue
    tiles: Tiles
    """The set with which the game is played, as it was found (PFS-1.1.1c)."""
    checks: tuple[Check, ...]
    officials: tuple[Seat, ...]
    full_record: bool
    commitment: str | None
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
    turns: History = NO_TURNS
    confirmed: frozenset[tuple[Seat, Check]] = frozenset()
    places: Mapping[Seat, Place] = {}
    disputed: bool = False
    """Whether both want the same place, so that the draw for the start decides that too (PFS-2.2)."""
    cards: Mapping[Seat, Placement] = {}
    """The letters of blanks that each player has written (PFS-4.2.2a)."""
    dead: frozenset[Square] = frozenset()
    """Blanks that no new word may use (PFS-4.8.4d)."""
    bag_dead: bool = False
    """Whether the tiles in the bag are out of the game (PFS-4.10.5b)."""
    must_draw: Mapping[Seat, str] = {}
    """Who must draw before anything else, and by which clause."""
    surplus_since: Mapping[Seat, int] = {}
    """Who has had too many tiles, and since how many turns had been made."""
    away: Mapping[Seat, Millis] = {}
    """Who has left the board, and when."""
    counting: Seat | None = None
    """Who counts the tiles in the bag."""
    interruption: Interruption | None = None
    rulings: tuple[Made, ...] = ()
    asked: tuple[CorrectionAsked, ...] = ()
    """The players who have asked for one and the same correction of a turn, the latest that was asked for (T7)."""
    turn_left: Mapping[Seat, Millis] = {}
    """What was left on each player's clock when their last turn began (PFS-4.8.2)."""
    credited: Mapping[Seat, Millis] = {}
    """How much time each player was given back while the position was on its way; the server caps it."""
    seed: str | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play."""
        return self.players.seats

    def confirmed_but(self, *kinds: Check) -> frozenset[tuple[Seat, Check]]:
        """What players have confirmed, without agreements that hold once only."""
        return frozenset(done for done in self.confirmed if done[1] not in kinds)

    @property
    def on_turn(self) -> Seat | None:
        """The player whose turn it is, from thinking to handing over."""
        match self.phase:
            case Thinking(seat=seat) | Laid(seat=seat) | Closing(seat=seat) | HandingOver(seat=seat):
                return seat
            case Inspecting(then=then):
                return None if isinstance(then, Dealing) else then.seat
            case Challenged(laid=laid):
                return laid.seat
            case _:
                return None

    def opponents_of(self, seat: Seat) -> tuple[Seat, ...]:
        """All others, in the order of play."""
        return self.players.clockwise_from(seat)[1:]

    def unseen(self) -> Tiles:
        """The tiles of the set of which nobody has told where they lie: in the bag or on a rack, face down."""
        known = self.board.faces() + self.bag.seen
        for part in (*self.racks, *self.set_aside):
            known = known + part.seen
        return self.tiles - (known + self._drawn_for_start())

    def all_tiles(self) -> Tiles:
        """Every tile wherever it lies: always the set with which the game began (GEN-2a); those face down as backs."""
        tiles = self.bag + self.board.faces()
        for part in (*self.racks, *self.set_aside):
            tiles = tiles + part
        return tiles + self._drawn_for_start()

    def _drawn_for_start(self) -> Tiles:
        """The tiles that decide who starts; a game that is forfeited meanwhile still has them."""
        phase = self.phase.before if isinstance(self.phase, Over) else self.phase
        return phase.kept + Tiles(phase.drawn.values()) if isinstance(phase, ChoosingStarter) else NO_TILES
