"""The commands of a tournament. A command may be nonsense; `decide` judges it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from mostek.core.registry import tag
from mostek.tournament.credits import CreditKind, HalfPoints
from mostek.tournament.entrants import Channel, Person
from mostek.tournament.limits import (
    CommandId,
    DecisionText,
    Moment,
    Name,
    Number,
    Penalty,
    RoundNumber,
    Score,
    Seed,
    StepCount,
    TableNumber,
    Text,
)
from mostek.tournament.origin import Origin
from mostek.tournament.prize_lists import PrizeList
from mostek.tournament.state import EDITION, CopyHead, Edition, ForfeitCause, OwnCredit, PairRule, Played, TableResult


class Order(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag=tag
):
    """Common base of the commands."""

    at: Moment
    by: Text = ""
    """Who gives it, for the arbiter's log."""
    id: CommandId = ""
    """The name that the sender gave it, so that one that is sent again is carried out once; empty where nobody may send again."""


class CreateTournament(Order, frozen=True, kw_only=True):
    """Begin an event."""

    name: Name
    template: str
    starts_on: date
    seed: Seed
    """What all chance of the event comes from; printed on the regulation sheet."""
    city: Text = ""
    organisers: tuple[Name, ...] = ()
    arbiter: Text = ""
    settings: Mapping[str, Any] = {}
    ends_on: date | None = None
    """The last day, where it is not the first."""
    edition: Edition = EDITION


class ChooseSettings(Order, frozen=True, kw_only=True):
    """Choose settings; most are fixed when the first round is paired."""

    settings: Mapping[str, Any]


class NameArbiter(Order, frozen=True, kw_only=True):
    """Say who is the arbiter of the event from now on; without a name there is none."""

    arbiter: Text


class RegisterTeam(Order, frozen=True, kw_only=True):
    """Enter the team of a school (SCHOOL-team-1)."""

    name: Name
    division: str = ""
    contact: Name
    channel: Channel = Channel.IN_PERSON
    entered_on: date | None = None
    """When the entry came, if not now."""
    override: Text = ""


class ConfirmTeam(Order, frozen=True, kw_only=True):
    """Find the line-up of a team complete (SCHOOL-team-2)."""

    name: Name
    division: str = ""


class SetLineUp(Order, frozen=True, kw_only=True):
    """Say who plays for a team from the next match on, from board 1; without players: its members in their order."""

    name: Name
    division: str = ""
    players: tuple[Number, ...] = ()


class RegisterEntrant(Order, frozen=True, kw_only=True):
    """Enter a player."""

    person: Person
    division: str = ""
    team: Text = ""
    channel: Channel = Channel.IN_PERSON
    entered_on: date | None = None
    override: Text = ""
    """Why an entry after the deadline is taken all the same."""
    number: Number | None = None
    """The starting number that the player has already, as in the file of an event; otherwise the next one. It also tells two
    people of one name and city apart."""


class RecordOrigin(Order, frozen=True, kw_only=True):
    """Record what the file of an imported event says besides, for exports in its format."""

    origin: Origin


class AmendEntrant(Order, frozen=True, kw_only=True):
    "Correct an entrant's details."

    number: Number
    person: Person


class CheckIn(Order, frozen=True, kw_only=True):
    "Check entrants in."

    numbers: tuple[Number, ...]


class CheckOut(Order, frozen=True, kw_only=True):
    """Take back a player's arrival."""

    numbers: tuple[Number, ...]


class Withdraw(Order, frozen=True, kw_only=True):
    """A player leaves the event by their own will and loses an open game by forfeit."""

    number: Number
    reason: Text = ""
    score_now: Score = 0
    """The opponent's points in the open game (PFS-7.2b)."""


class Return(Order, frozen=True, kw_only=True):
    """A player who had left, or was removed, plays on."""

    number: Number
    reason: Text = ""


class Remove(Order, frozen=True, kw_only=True):
    """Remove a player who never came (PFS-6.3.4b)."""

    number: Number
    reason: Text = ""


class Exclude(Order, frozen=True, kw_only=True):
    """Exclude a player from the event (PFS-7.1d); an open game is lost by forfeit (PFS-7.2e)."""

    number: Number
    reason: Text
    score_now: Score = 0
    """The opponent's points in the open game (PFS-7.2b)."""


class SetPairRule(Order, frozen=True, kw_only=True):
    """Say that two people must meet in the next round, or never; `None` takes it back."""

    pair: tuple[Number, Number]
    rule: PairRule | None = None


class PairRound(Order, frozen=True, kw_only=True):
    """Pair the next round."""

    division: str = ""
    system: str | None = None
    """Another system than the plan says."""
    tables: tuple[tuple[Number, ...], ...] = ()
    """For manual pairing: who sits where, the starter first."""
    ahead: bool = False
    """Although games of the rounds before are still open: with tables, as where a file has all rounds paired at once, or in a
    round robin, which rests on no result."""
    seed: Seed | None = None
    """Another chance than the event's own."""
    credits: tuple[OwnCredit, ...] = ()
    """With tables: what those without a table get, where it is not what the event gives for a bye or an absence."""


class UnpairRound(Order, frozen=True, kw_only=True):
    """Take the pairing of the last round back."""

    division: str = ""
    discard_results: bool = False
    """Whether results that came in already may be lost."""
    reason: Text = ""


class AddTable(Order, frozen=True, kw_only=True):
    """Seat two or more players without a table in the current round, such as a late entry and the player with a bye."""

    division: str = ""
    players: tuple[Number, ...]


class CreditRound(Order, frozen=True, kw_only=True):
    """Say what a player's round without an opponent was, and what it brings, where that is not what the event gives."""

    number: Number
    round: RoundNumber
    kind: CreditKind
    """A bye; a forfeit without an opponent; or an absence."""
    half_points: HalfPoints | None = None
    """Match points in halves; without them a bye brings what the event gives."""
    own: Score = 0
    other: Score = 0
    reason: Text = ""
    """Why; needed where a later round is paired already."""


class StartRound(Order, frozen=True, kw_only=True):
    """Announce that the games begin; late arrivals count from here (PFS-6.3.1)."""

    division: str = ""
    absent: tuple[Number, ...] = ()
    """Who is not at the table; a clock runs for them (PFS-6.3.2a, 6.3.3)."""


class NoteArrival(Order, frozen=True, kw_only=True):
    """Record that a late player has come to the table (PFS-6.3.2b, 6.3.3)."""

    number: Number


class EnterResult(Order, frozen=True, kw_only=True):
    """Enter the result of a table."""

    division: str = ""
    round: RoundNumber
    table: TableNumber
    result: Played
    signed: tuple[Number, ...] = ()
    """Who has signed the slip (PFS-5.2a)."""
    confirmed: bool = False
    """Whether an unusual score has been checked."""


class ReportResult(Order, frozen=True, kw_only=True):
    """A player reports the result of the own table; reports of all its players that agree are the result.

    At a table of three or four the scores may be the own points alone: the others tell theirs, and all confirm the whole.
    """

    division: str = ""
    round: RoundNumber
    number: Number
    scores: tuple[Score, ...]
    last_words: tuple[Score, ...] = ()


class AwardForfeit(Order, frozen=True, kw_only=True):
    """Award a game by forfeit (PFS-6.3.4a, 7.1c, 7.2)."""

    division: str = ""
    round: RoundNumber
    table: TableNumber
    winner: Number | None
    """`None`: both have lost (S31)."""
    cause: ForfeitCause
    score_now: Score = 0
    """The winner's points in the game at that moment."""
    points: Score | None = None
    """N, where a file states it."""
    reason: Text = ""


class AdjournGame(Order, frozen=True, kw_only=True):
    """Adjourn a game that has no result; without a moment it goes on (PFS-7.4)."""

    division: str = ""
    round: RoundNumber
    table: TableNumber
    until: Moment | None = None
    reason: Text = ""


class CorrectionKind(StrEnum):
    """The reason for a correction of a result."""

    ENTRY = "entry"
    """The slip says otherwise: the desk mistyped it."""
    SWAPPED = "swapped"
    """It was entered the wrong way round (PFS-4.6.4)."""
    RULING = "ruling"
    """The arbiter, or the jury, decides so."""


class CorrectResult(Order, frozen=True, kw_only=True):
    """Correct a result that was entered."""

    division: str = ""
    round: RoundNumber
    table: TableNumber
    result: TableResult
    kind: CorrectionKind
    consent: bool = False
    """Whether the arbiter consents to a correction after the next round was paired (PFS-4.6.4)."""
    clause: str = ""
    """For a ruling: the clause it rests on (PFS-6.1b)."""
    reason: Text = ""
    confirmed: bool = False


class DeductPoints(Order, frozen=True, kw_only=True, tag="deduct"):
    """Take points away from a game (PFS-7.1b)."""

    division: str = ""
    round: RoundNumber
    number: Number
    points: Penalty
    reason: Text


class RecordDecision(Order, frozen=True, kw_only=True, tag="rule"):
    """Write a decision down: a warning, an order, anything (PFS-6.1b, 7.1a)."""

    clause: str
    text: DecisionText
    about: tuple[Number, ...] = ()
    round: RoundNumber | None = None


class DecideTie(Order, frozen=True, kw_only=True):
    """Order people who are equal, the better one first (S46)."""

    order: tuple[Number, ...]
    reason: Text


class SetPrizes(Order, frozen=True, kw_only=True):
    """Set the prizes of a classification in the place of the earlier ones; an empty list removes them."""

    prizes: PrizeList


class CloseTournament(Order, frozen=True, kw_only=True):
    """End the event officially; diplomas are final from now on."""

    reason: Text = ""
    """Why it ends before all rounds were played."""


class MergeCopies(Order, frozen=True, kw_only=True):
    """Record that the steps which follow come from another copy of the event, which had gone on separately."""

    common: StepCount
    continued: CopyHead
    taken: CopyHead
    added: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    left_out: tuple[StepCount, ...] = ()
    numbers: tuple[tuple[Number, Number], ...] = ()


class Undo(Order, frozen=True, kw_only=True):
    """Take the last command back."""

    reason: Text = ""


Command = (
    CreateTournament
    | ChooseSettings
    | NameArbiter
    | RegisterTeam
    | ConfirmTeam
    | SetLineUp
    | RegisterEntrant
    | RecordOrigin
    | AmendEntrant
    | CheckIn
    | CheckOut
    | Withdraw
    | Return
    | Remove
    | Exclude
    | SetPairRule
    | PairRound
    | UnpairRound
    | AddTable
    | CreditRound
    | StartRound
    | NoteArrival
    | EnterResult
    | ReportResult
    | AwardForfeit
    | AdjournGame
    | CorrectResult
    | DeductPoints
    | RecordDecision
    | DecideTie
    | SetPrizes
    | CloseTournament
    | MergeCopies
)
"""What `decide` judges."""
Request = Command | Undo
"""Any command of a tournament; undo works on the log instead (`history`)."""
