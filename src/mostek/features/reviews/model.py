"""The values that travel: the game that is wanted, the review so far, statistics, and the report on the play in a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from mostek.app.ports import LogError
from mostek.core.diagnostics import Diagnostic, Severity
from mostek.core.players import BySeat, Seat
from mostek.engine.review.statistics import Statistics
from mostek.features.reviews.intervals import Estimate
from mostek.lexicon.library import installed
from mostek.notation.game_record import PlayerNames, RecordedGame

FileForm: TypeAlias = Literal["gcg", "html", "json", "pdf"]
"""The forms of a finished review as a file."""


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A game to review, and how."""

    game: RecordedGame | bytes
    """The game, or a file that a person gave: such a file is read by workers alone, because it may be anything."""
    depth: str
    rulebook: str
    turn: int | None = None
    """The turn that is looked at so deeply, from 0; `None` for all."""

    def key(self, id: str) -> str:
        """The name of this review: other word lists here, and another mostek, make another review."""
        lists = "".join(part.header.hash for part in installed())
        game = self.game if isinstance(self.game, bytes) else repr(self.game).encode()
        depth = self.depth if self.turn is None else f"{self.depth} {self.turn}"
        return "/".join((id, depth, version("mostek"), sha256(lists.encode() + game).hexdigest()))


def nameless(game: RecordedGame) -> RecordedGame:
    """A game without names, so that a review holds nothing about people whose data is erased later."""
    plain = BySeat(PlayerNames(str(seat), str(seat)) for seat in range(1, len(game.players) + 1))
    return replace(game, players=plain, title="")


@dataclass(frozen=True, slots=True)
class ReadGame:
    """The contents of a file that a person gave for a review."""

    players: tuple[str, ...] = ()
    turns: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    """What differs from the rules, or cannot be read."""
    position: str = ""
    """The line of CGP, if the file is a position and no game."""

    @property
    def fault(self) -> Diagnostic | None:
        """The first line that cannot be read; a game that lacks one is not reviewed."""
        return next((each for each in self.diagnostics if each.severity is Severity.UNREADABLE), None)


@dataclass(frozen=True, slots=True)
class ReviewPiece:
    """The review so far, as JSON."""

    data: bytes
    is_last: bool
    seconds: float
    """How long this piece was worked on."""


StatisticsForm: TypeAlias = Literal["csv", "html"]
"""The forms of statistics as a file."""


class PlayedGame(NamedTuple):
    """A finished game of a table."""

    id: str
    """The name of the table."""
    log: bytes
    rulebook: str
    seat: Seat | None = None
    """The seat of the person whose statistics they are; `None` for those of all."""
    names: tuple[str, ...] = ()
    """The names of the players, by seat, where they are needed."""


class CountedGame(NamedTuple):
    """The counts of a game for statistics, and the names of its players, by seat."""

    part: bytes
    names: tuple[str, ...]


class OwnCount(NamedTuple):
    """The statistics of a person."""

    statistics: Statistics
    waiting: int
    """The games that are not looked at yet."""


FEWEST = 8
"""The smallest number of turns of which a share or a mean is stated."""


class Omitted(StrEnum):
    """The reason for which a turn is left out of the comparison."""

    FORCED = "forced"
    """The rules or the time made the turn a pass, or nothing but a pass was possible."""
    FEW = "few"
    """At most `FEW_PLAYS` plays were possible."""
    UNKNOWN = "unknown"
    """The rack or the board has tiles that nobody has stated, or the rack has too many."""
    NOT_IN_LIST = "not_in_list"
    """The move has a word that the list does not have, or was taken off the board."""
    LATE = "late"
    """With three or four players and an empty bag the engine's static equity has no meaning."""


class UncomparableError(LogError):
    """The engine cannot judge the turns of this game."""


class Credits(Struct, frozen=True):
    """The time that a player's clock was given back. Times are milliseconds."""

    deliveries: int
    """How often the page acknowledged a position late or not at all."""
    millis: int
    """The time credited for that."""
    longest: int
    share: float | None
    """Its part of the most that the game allows, from 0 to 1; `None` without a clock."""
    transit: int
    """The time credited for the way of the player's moves."""
    outage: int
    """The time in which no server ran: it says nothing about a player."""


class Absences(Struct, frozen=True):
    """When the server had lost sight of a player for a minute, and when the player left the board. Times are milliseconds."""

    gone: int
    millis: int
    longest: int
    left_board: int


class TurnTimes(Struct, frozen=True):
    """The times of a player's turns, as the clock measured them."""

    turns: int
    median: int | None
    """In milliseconds; `None` for too few turns."""
    variation: Estimate | None
    """The standard deviation as a part of the mean: near 0 every turn takes as long as every other."""


class Agreement(Struct, frozen=True):
    """The turns of a player beside the best choice by static equity."""

    turns: int
    """The turns that are compared."""
    best: int
    """Those that lost nothing."""
    share: Estimate | None
    """Their part; `None` for too few turns."""
    loss: Estimate | None
    """The mean loss of equity of a turn, in points; `None` for too few turns."""
    omitted: dict[Omitted, int]
    """The turns that are left out, by reason."""


class PlayerReport(Struct, frozen=True):
    """The report on one player."""

    seat: Seat
    name: str
    credits: Credits
    absences: Absences
    times: TurnTimes | None
    """`None` for a game without a clock."""
    agreement: Agreement | None
    """`None` if the engine cannot judge the game."""


class LevelReference(Struct, frozen=True):
    """The figures of a level of the bots, measured by `bench/fair_play.py`."""

    level: str
    games: int
    turns: int
    share: Estimate
    loss: Estimate
    game_low: float
    """The share of agreement below which one game of a player in twenty lies."""
    game_high: float
    """The share above which one in twenty lies."""


class FairPlayReport(Struct, frozen=True):
    """The report of a game."""

    players: tuple[PlayerReport, ...]
    uncompared: LogError | None
    """Why the engine cannot judge the turns."""
    levels: tuple[LevelReference, ...]
    """What the levels of the bots reach, the weakest first."""
    fewest: int = FEWEST
    """The number of turns below which no share and no mean is stated."""

    def told(self, why: str | None) -> dict[str, Any]:
        """The report for JSON; `why` is the sentence of `uncompared` in the reader's language."""
        return {
            "players": self.players,
            "uncompared": None if self.uncompared is None else why,
            "levels": self.levels,
            "fewest": self.fewest,
        }
