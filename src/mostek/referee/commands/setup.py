"""Setting a game up: who sits where, who owns the tiles, which steps happen by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin
from mostek.referee.commands.request import Request
from mostek.referee.figures import Number, Points, Time


class Venue(StrEnum):
    """Who owns bag and racks."""

    ONLINE = "online"
    """The system: every tile is known to the referee."""
    TABLE = "table"
    """People: draws are told, in part, later, or never; what nobody has told is a tile face down."""


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
    """Ending the move as soon as tiles are laid, an exchange or a pass is told; otherwise the clock is stopped for it."""
    card: bool = True
    """Writing the letters of blanks down (S25)."""
    check: bool = True
    """Typing the challenged words and pressing the key that checks them (PFS-4.7.12)."""


SWIFT = Steps(draw=True, announce=True, record_own=True, record_closed=True, clock=True)
"""Every routine step happens by itself; only the opponent's record, which ends the right to challenge, does not."""


BY_HAND = Steps(draw=False, announce=False, record_own=False, record_closed=False, clock=False)
"""Every step is somebody's command; laying tiles, or telling an exchange or a pass, still ends the move."""


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
"""Every single step of a turn is somebody's command, as at a physical table (PFS-3.2.1)."""


STEPS: Mapping[str, Steps] = {"swift": SWIFT, "by_hand": BY_HAND, "at_table": AT_TABLE}
"""The usual policies by name."""


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is taken up in the middle. `bag=None` stands for all tiles of the set that lie nowhere else.

    At a table racks may lie face down, `#######`; then `bag` are all tiles that nobody sees, those on the racks too.
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
