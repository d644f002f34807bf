"""A rulebook: the values in which the five documents differ, each with the clause that fixes it.

The files in `rulebooks/` hold the values; a rulebook that is silent takes the value of its `base` (PFS-0a, S76, S77).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Generic, TypeVar

from msgspec import Meta, Struct

T = TypeVar("T")


class Ruled(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value and the clause (or clauses) that fix it."""

    value: T
    clause: str


class ClockMode(StrEnum):
    """How time is measured."""

    NONE = "none"
    PER_TURN = "per_turn"
    PER_GAME = "per_game"


class FirstClock(StrEnum):
    """What starts the clock of the first turn (S4)."""

    FIRST_TILE = "first_tile"
    """The first tile lands on the starter's rack."""
    SECOND_TILE = "second_tile"
    """The starter takes the second tile out of the bag."""
    BY_OPPONENT = "by_opponent"
    """The opponent presses it, once the starter has drawn a tile."""
    TURN_OPEN = "turn_open"
    """The turn is open when everyone has a full rack."""


class NextClock(StrEnum):
    """What starts the clock of a later turn."""

    AT_RECORD = "at_record"
    """The score of the previous turn is written down."""
    AFTER_REFILL = "after_refill"
    """The previous turn is closed and its player has drawn."""
    BY_HAND = "by_hand"
    """The player who made the last move presses the clock."""


class Timeout(StrEnum):
    """What becomes of a player whose time is up."""

    FORCED_PASS = "forced_pass"
    """Each of the player's turns is a pass: that turn with a clock per turn, all turns with a clock per game (S14, S15)."""
    SOLO = "solo"
    """The player makes no more moves and the opponent plays on alone."""


class Faulty(StrEnum):
    """What becomes of tiles laid against the rules (S19)."""

    REFUSED = "refused"
    STANDS_UNTIL_CLAIMED = "stands_until_claimed"


class Recording(StrEnum):
    """Who writes the score down."""

    SCORER = "scorer"
    """One scorer other than the mover; the record closes the move."""
    BOTH = "both"
    """Both players; the opponent's record closes the move (PFS-4.7.3)."""


class TieBreak(StrEnum):
    """What decides between equal final scores (S13)."""

    NONE = "none"
    LAST_TURN = "last_turn"
    """The better word of the last turn; a turn without a word counts 0."""
    LAST_WORD = "last_word"
    """The better word of the last turn in which a word was laid."""


class CountAnnounced(StrEnum):
    """Whether a player says how many tiles are exchanged before setting them aside."""

    NO = "no"
    OPTIONAL = "optional"
    REQUIRED = "required"


class Ruling(StrEnum):
    """What the referee rules without being asked to refuse anything: each event of this kind cites a clause."""

    STARTER = "starter"
    VERDICT = "verdict"
    OVERRIDE = "override"
    UPHELD = "upheld"
    """A complaint about a placement found no fault."""
    INVALID_WORD = "invalid_word"
    """A turn lost because a challenged word does not exist."""
    FAULTY_PLACEMENT = "faulty_placement"
    """A turn lost because the tiles lay against the rules."""
    PASS = "pass"
    TIME = "time"
    """A pass forced because the time is up."""
    FLAG = "flag"
    OUT = "out"
    """The game ends because a player has used the last tile."""
    ALL_TIMES_UP = "all_times_up"
    """The game ends because nobody has time left."""


Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1, le=100)]
Players = Annotated[int, Meta(ge=2, le=4)]


class SeatsRule(Struct, frozen=True, forbid_unknown_fields=True):
    """How many may play."""

    minimum: Ruled[Players]
    maximum: Ruled[Players]


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """How time runs. `millis` is the time of a player or of a turn; 0 means that the event must state it."""

    mode: Ruled[ClockMode]
    millis: Ruled[Natural]
    first: Ruled[FirstClock]
    next: Ruled[NextClock]
    timeout: Ruled[Timeout]


class ExchangeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of an exchange. `maximum` 0 is no limit; `bag_minimum` 0 is as many as are exchanged (S5)."""

    maximum: Ruled[Natural]
    bag_minimum: Ruled[Natural]
    count_announced: Ruled[CountAnnounced]


class EndRule(Struct, frozen=True, forbid_unknown_fields=True):
    """When passes end a game, and what is added and taken away then. `mixed_run` 0 is no such ending."""

    passes_each: Ruled[Positive]
    mixed_run: Ruled[Natural]
    solo_passes: Ruled[Natural]
    solo_mixed: Ruled[Natural]
    leftovers_own: Ruled[bool]
    leftovers_to_out: Ruled[bool]
    tie_break: Ruled[TieBreak]


class ChallengeRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether some of the words may be challenged and not the rest, and what a challenge of valid words costs."""

    subset: Ruled[bool]
    penalty: Ruled[Natural]


class MoveRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The course of a turn."""

    rack_size: Ruled[Positive]
    bingo_tiles: Ruled[Positive]
    bingo_points: Ruled[Natural]
    faulty: Ruled[Faulty]
    recording: Ruled[Recording]
    wrong_value_stands: Ruled[bool]


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """One document's rules. `refusals`, `faults` and `rulings` give the clause on which each of them rests."""

    name: str
    edition: str
    title: str
    base: str
    tile_set: Ruled[str]
    seats: SeatsRule
    clock: ClockRule
    exchange: ExchangeRule
    end: EndRule
    challenge: ChallengeRule
    move: MoveRule
    refusals: Mapping[str, str]
    faults: Mapping[str, str]
    rulings: Mapping[Ruling, str]
