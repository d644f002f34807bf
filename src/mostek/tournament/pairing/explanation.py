"""Why everybody sits where they sit, as data: enough for a person to read it to a player who protests."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from mostek.tournament.pairing.matching import Layer
from mostek.tournament.pairing.values import System


class Why(StrEnum):
    """Why these sit at one table."""

    FORCED = "forced"
    MEANT = "meant"
    """The system means them for each other."""
    DEPARTS = "departs"
    """Not as meant: what each passed over says why."""
    FIRST_FREE = "first_free"
    """The first in the order whom the upper one may meet such that the others can still be paired."""
    UNAVOIDABLE = "unavoidable"
    """Repeats, or meetings of teammates, could not be avoided; these cost least and were set before the others chose."""
    CIRCLE = "circle"
    """Berger's table says so."""
    CIRCLE_LEFT = "circle_left"
    """Both lost their opponents of Berger's table to a forced pair."""
    BOARD = "board"
    """The same board of two teams that meet."""
    COMPANY = "company"
    """A table of several, by repeated meetings and then by standings."""
    LAID_OUT = "laid_out"
    """The director says so."""


class Obstacle(StrEnum):
    """Why somebody did not meet the opponent who was to come first, or did not have the bye."""

    MET = "met"
    FORBIDDEN = "forbidden"
    TEAMMATES = "teammates"
    SEATED = "seated"
    """Meets another, whose own reasons say why."""
    NEEDED = "needed"
    """Otherwise the others could not be paired, or only with more that is to be avoided."""
    HAD_BYE = "had_bye"
    FORCED = "forced"


class StartWhy(StrEnum):
    """Why the first of a table starts (PFS-2.1a)."""

    STARTED_LESS = "started_less"
    COIN = "coin"
    CIRCLE = "circle"
    BOARDS = "boards"
    """Who starts alternates from board to board."""
    LAID_OUT = "laid_out"
    LETTERS = "letters"
    """The players draw; the first is only the host."""


class ByeWhy(StrEnum):
    """Why somebody has a bye."""

    LOWEST = "lowest"
    """The lowest of those with the fewest byes who can be spared."""
    LOT = "lot"
    CIRCLE = "circle"
    """Free in Berger's table, or the opponent is not there."""
    TEAM = "team"
    LAID_OUT = "laid_out"


class Passed(Struct, frozen=True):
    """Somebody who came into question earlier, and what stood in the way."""

    number: int
    """Starting number; 0 is a bye."""
    obstacle: Obstacle
    times: int = 0
    """How often they have met, or how many byes they have had."""
    meets: int = 0
    """For somebody who is seated: with whom; 0 is a bye."""


class Seat(Struct, frozen=True):
    """One player of a table, as far as it explains the table."""

    number: int
    place: int
    """In the standings, from 1."""
    half_points: int
    group_place: int
    """Within the group of equal match points, from 1."""
    group_size: int
    starts: int
    games: int
    meant: int | None = None
    """The opponent whom the system means, 0 for a bye; `None` where the system means nobody."""
    passed: tuple[Passed, ...] = ()


class TableReason(Struct, frozen=True):
    """Why these sit at this table, the starter first."""

    table: int
    why: Why
    seats: tuple[Seat, ...]
    met: int
    """How often they have met before, in sum over the pairs of the table."""
    floats: bool
    """Whether their match points differ."""
    teammates: bool
    start: StartWhy


class ByeReason(Struct, frozen=True):
    """Why somebody has a bye, and who came into question earlier."""

    why: ByeWhy
    seat: Seat
    byes: int
    """Byes before this one."""


class Explanation(Struct, frozen=True):
    """The reasons for every table and bye, and what they add up to."""

    system: System
    round: int
    seed: str
    tables: tuple[TableReason, ...]
    byes: tuple[ByeReason, ...]
    left: tuple[int, ...]
    """Who is at no table and has no bye: the director has not said."""
    repeats: int
    """Tables at which some meet again."""
    floats: int
    teammates: int
    costs: tuple[tuple[Layer, int], ...]
    """For systems that look for the least cost: what the pairing costs, the weightiest first."""
