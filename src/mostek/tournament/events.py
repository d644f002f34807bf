"""The events of the desk. An event is a fact: it is never edited, only followed by others."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from msgspec import Struct

from mostek.core.registry import tag
from mostek.tournament.commands import CorrectionKind
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import Entrant, EntrantStatus, Person, Team
from mostek.tournament.origin import Origin
from mostek.tournament.prize_lists import PrizeList
from mostek.tournament.state import EDITION, Decision, Edition, Merge, OwnCredit, PairRule, TableResult


class _Fact(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=tag):
    """Common base of the events."""


class TournamentCreated(_Fact, frozen=True, kw_only=True):
    """The event has begun."""

    name: str
    city: str
    organisers: tuple[str, ...]
    arbiter: str
    starts_on: date
    template: str
    changes: Mapping[str, Any]
    divisions: tuple[str, ...]
    seed: str
    ends_on: date | None = None
    edition: Edition = EDITION


class SettingsChosen(_Fact, frozen=True, kw_only=True):
    """The organiser has chosen; these values take the place of those before."""

    changes: Mapping[str, Any]
    divisions: tuple[str, ...]


class ArbiterNamed(_Fact, frozen=True, kw_only=True):
    """The event has another arbiter from now on, or none."""

    arbiter: str
    at: datetime


class TeamEntered(_Fact, frozen=True, kw_only=True):
    """A school has entered its team."""

    team: Team


class TeamConfirmed(_Fact, frozen=True, kw_only=True):
    """The line-up of a team is complete."""

    division: str
    name: str


class LineUpSet(_Fact, frozen=True, kw_only=True):
    """A captain has said who plays the next matches."""

    division: str
    name: str
    players: tuple[int, ...]


class EntrantEntered(_Fact, frozen=True, kw_only=True):
    """A player has entered and has a starting number."""

    entrant: Entrant


class OriginRecorded(_Fact, frozen=True, kw_only=True):
    """The event comes from a file of another program, which says this besides."""

    origin: Origin


class EntrantAmended(_Fact, frozen=True, kw_only=True):
    """A player's data were corrected."""

    number: int
    person: Person


class StatusChanged(_Fact, frozen=True, kw_only=True):
    """A player has come, left, returned, was removed or excluded."""

    number: int
    status: EntrantStatus
    reason: str = ""


class PairRuleSet(_Fact, frozen=True, kw_only=True):
    """The director has said of two people that they meet, or never; `None`: neither."""

    pair: tuple[int, int]
    rule: PairRule | None


class RoundPaired(_Fact, frozen=True, kw_only=True):
    """It is settled who meets whom. Why is worked out from the events before."""

    division: str
    round: int
    system: str
    seed: str
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    missed: tuple[int, ...]
    field: tuple[int, ...]
    """The order of seeding; fixed by the first round."""
    at: datetime
    bracket: tuple[int, ...] = ()
    """The line of the knock-out as it was published; 0 is an empty place."""
    credits: tuple[OwnCredit, ...] = ()
    """What rounds without an opponent bring, where it is not what the event gives."""


class RoundUnpaired(_Fact, frozen=True, kw_only=True):
    """The pairing of the last round was taken back, with what belonged to it."""

    division: str
    round: int
    reason: str = ""


class TableAdded(_Fact, frozen=True, kw_only=True):
    """A table was added to the round that is played."""

    division: str
    round: int
    table: int
    players: tuple[int, ...]


class RoundCredited(_Fact, frozen=True, kw_only=True):
    """A player's round without an opponent is of that kind, and brings its own points or, without them, what the event gives."""

    division: str
    round: int
    number: int
    kind: CreditKind
    credit: OwnCredit | None = None


class RoundStarted(_Fact, frozen=True, kw_only=True):
    """The games have begun."""

    division: str
    round: int
    at: datetime
    absent: tuple[int, ...] = ()


class ArrivalNoted(_Fact, frozen=True, kw_only=True):
    """A late player has come."""

    division: str
    round: int
    number: int
    at: datetime


class GameAdjourned(_Fact, frozen=True, kw_only=True):
    """A game is played on at another time; without one it goes on now."""

    division: str
    round: int
    table: int
    until: datetime | None = None


class ResultReported(_Fact, frozen=True, kw_only=True):
    """A player has reported the result of the own table."""

    division: str
    round: int
    table: int
    number: int
    scores: tuple[int, ...]
    last_words: tuple[int, ...] = ()


class ResultEntered(_Fact, frozen=True, kw_only=True):
    """A table has its result."""

    division: str
    round: int
    table: int
    result: TableResult


class ResultCorrected(_Fact, frozen=True, kw_only=True):
    """The result of a table is another; the one before stays in the log."""

    division: str
    round: int
    table: int
    result: TableResult
    kind: CorrectionKind
    reason: str = ""


class PointsDeducted(_Fact, frozen=True, kw_only=True):
    """The arbiter has taken points away in a game (PFS-7.1b)."""

    division: str
    round: int
    number: int
    points: int


class DecisionMade(_Fact, frozen=True, kw_only=True):
    """The arbiter has decided something, by a clause."""

    decision: Decision


class TieDecided(_Fact, frozen=True, kw_only=True):
    """The organiser has ordered people who were equal."""

    order: tuple[int, ...]
    reason: str


class PrizesSet(_Fact, frozen=True, kw_only=True):
    """The organiser has said what can be won in a classification."""

    prizes: PrizeList


class TournamentClosed(_Fact, frozen=True, kw_only=True):
    """The event has officially ended."""

    on: date


class CopiesMerged(_Fact, frozen=True, kw_only=True):
    """Two copies of the event were merged; the steps that follow come from the copy that was taken in."""

    merge: Merge


class Undone(_Fact, frozen=True, kw_only=True):
    """The last command that was in force is so no more."""

    reason: str = ""


Event = (
    TournamentCreated
    | SettingsChosen
    | ArbiterNamed
    | TeamEntered
    | TeamConfirmed
    | LineUpSet
    | EntrantEntered
    | OriginRecorded
    | EntrantAmended
    | StatusChanged
    | PairRuleSet
    | RoundPaired
    | RoundUnpaired
    | TableAdded
    | RoundCredited
    | RoundStarted
    | ArrivalNoted
    | GameAdjourned
    | ResultReported
    | ResultEntered
    | ResultCorrected
    | PointsDeducted
    | DecisionMade
    | TieDecided
    | PrizesSet
    | TournamentClosed
    | CopiesMerged
    | Undone
)
