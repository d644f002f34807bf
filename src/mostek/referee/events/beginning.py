"""What happens before the first turn."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin
from mostek.referee.commands import Check, Place, Steps, Venue
from mostek.referee.events.facts import Fact


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
    """Both want the same place: whoever wins the draw chooses (PFS-2.2)."""

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
    """Nobody was there: the arbiter's clock runs for both (PFS-6.3.3)."""

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
