"""The state of an event, folded from its log: rounds, tables, results and the arbiter's decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from mostek.tournament.credits import CreditKind, HalfPoints
from mostek.tournament.entrants import Entrant, Team
from mostek.tournament.limits import Digest, Number, Score, StepCount
from mostek.tournament.origin import Origin
from mostek.tournament.pairing.values import Pair
from mostek.tournament.prize_lists import PrizeList
from mostek.tournament.settings import Settings, plan_of, settings_of


class Source(StrEnum):
    """The source of a result."""

    SLIP = "slip"
    """The protocol that the players have handed in (PFS-5.2a)."""
    REPORTS = "reports"
    """The players' own reports, which agreed."""
    GAME = "game"
    """A game that mostek has refereed."""
    FILE = "file"
    """The file of an event that was held elsewhere."""


class ForfeitCause(StrEnum):
    """The cause of a forfeit."""

    LATE = "late"
    """Later than the own time (PFS-6.3.4a)."""
    EXCLUDED = "excluded"
    """Excluded from the game or from the event (PFS-7.1c, 7.2e)."""
    LEFT = "left"
    """Gone home, or unable to go on; the arbiter's decision (PFS-7.4)."""


class Played(Struct, frozen=True, tag="played", tag_field="kind", omit_defaults=True):
    """A game that was played to its end."""

    scores: tuple[int, ...]
    """Game points in the order of the table."""
    last_words: tuple[int, ...] = ()
    """The worth of each player's last word, which separates equal scores (S13); only their order matters."""
    rated: bool = True
    """`False` for a game that counts for points and not for the ranking, as a 400:0."""
    source: Source = Source.SLIP
    reference: str = ""
    """The game, or the file, that it comes from."""
    only_order: bool = False
    """Whether the last words say who was better and not by how much, as where a file names the winner alone."""

    @property
    def knows_words(self) -> bool:
        """Whether the last words have a worth that can be said; a game that mostek has refereed states their order."""
        return bool(self.last_words) and not self.only_order and self.source is not Source.GAME


class Forfeited(Struct, frozen=True, tag="forfeited", tag_field="kind", omit_defaults=True):
    """Won by forfeit, N:1. N is worked out from the results before it, so that it is right after they are corrected."""

    winner: int
    """The starting number of whom it benefits."""
    score_now: int
    """Their points in the game at that moment (PFS-7.2b)."""
    cause: ForfeitCause
    points: int | None = None
    """N, where a file states it."""


class BothForfeited(Struct, frozen=True, tag="both_forfeited", tag_field="kind", omit_defaults=True):
    """No player came in time, or both were excluded: there is no winner and there are no points (S31)."""

    cause: ForfeitCause


TableResult = Played | Forfeited | BothForfeited


class Report(Struct, frozen=True, omit_defaults=True):
    """The result of a table as one of its players reports it, in the order of the table; of several also the own points alone."""

    scores: tuple[int, ...]
    last_words: tuple[int, ...] = ()
    """Where they decide between equal scores."""


class Table(Struct, frozen=True, kw_only=True):
    """The players at a table in a round, and their result."""

    number: int
    players: tuple[int, ...]
    """Starting numbers; the first one is the host and starts, unless the players draw."""
    result: TableResult | None = None
    deducted: Mapping[int, int] = {}
    """Points that the arbiter has taken away, by starting number (PFS-7.1b, S34)."""
    reports: Mapping[int, Report] = {}
    """What each player has reported."""
    arrived: Mapping[int, datetime] = {}
    """When a late player came (PFS-6.3.2b, 6.3.3)."""
    adjourned_until: datetime | None = None
    """When the game is played on, if it was adjourned (PFS-7.4)."""

    @property
    def is_disputed(self) -> bool:
        """Whether the players report differently and the difference is not settled."""
        if self.result is not None or len(self.reports) < 2:
            return False
        whole = set(self.whole_reports.values())
        return len(whole) > 1 or any(
            self.own_points.get(number, points) != points
            for each in whole
            for number, points in zip(self.players, each.scores, strict=True)
        )

    @property
    def whole_reports(self) -> Mapping[int, Report]:
        """The reports with the points of everybody, by who reports."""
        return {number: each for number, each in self.reports.items() if len(each.scores) == len(self.players)}

    @property
    def own_points(self) -> Mapping[int, int]:
        """The points of the players at a table of several who report only their own."""
        return {number: each.scores[0] for number, each in self.reports.items() if len(each.scores) == 1}


class OwnCredit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The points of a player's round without an opponent, where they are others than those of the event's bye."""

    number: Number
    kind: CreditKind
    """A bye, or a forfeit, won or lost, for which nobody stood on the other side."""
    half_points: HalfPoints
    own: Score
    other: Score = 0


class Round(Struct, frozen=True, kw_only=True):
    """A round that was paired."""

    number: int
    system: str
    seed: str
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    """Who had no table though they belong to the event: not yet there, or gone."""
    paired_at: datetime
    started_at: datetime | None = None
    absent: tuple[int, ...] = ()
    """Who was not at the table when the games began."""
    bracket: tuple[int, ...] = ()
    """The line of the knock-out that this round plays: players side by side meet; 0 is an empty place."""
    credits: Mapping[int, OwnCredit] = {}
    """By starting number, what a round without an opponent brings to whom it brings something of their own."""

    @property
    def is_complete(self) -> bool:
        """Whether every table has its result."""
        return all(table.result is not None for table in self.tables)

    def table_of(self, number: int) -> Table | None:
        """The table of a player."""
        return next((table for table in self.tables if number in table.players), None)

    def absent_at(self, table: Table) -> frozenset[int]:
        """The players of a table who were absent when the games began."""
        return frozenset(self.absent) & frozenset(table.players)


class Division(Struct, frozen=True, kw_only=True):
    """People who are paired and classified together (SCHOOL-org-3)."""

    name: str
    rounds: tuple[Round, ...] = ()
    field: tuple[int, ...] = ()
    """The order of seeding, fixed when the first round is paired; who enters later stands behind."""

    @property
    def current(self) -> Round | None:
        """The round that is played: the last one, or the first with open games, where rounds are paired ahead of the results."""
        last = self.rounds[-1] if self.rounds else None
        return next((played for played in self.rounds if not played.is_complete), last)


class PairRule(StrEnum):
    """The director's rule for a pair of people."""

    FORCED = "forced"
    """They meet in the next round."""
    FORBIDDEN = "forbidden"
    """They never meet."""


class Decision(Struct, frozen=True, kw_only=True):
    """A decision of the arbiter, with its clause (PFS-6.1b)."""

    number: int
    at: datetime
    by: str
    clause: str
    text: str
    about: tuple[int, ...] = ()
    round: int | None = None


class CopyHead(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The end of a copy of the event's file, by which the copy is known."""

    head: Digest
    """The hash of its last line, which covers all its lines."""
    steps: StepCount
    key: Digest | None = None
    """The public key in its first line; `None` for a file that is not signed."""


class Merge(Struct, frozen=True, kw_only=True):
    """The merge of two copies of the event that had gone on separately."""

    common: int
    """How many steps, from the first, both copies have."""
    continued: CopyHead
    """The copy that goes on: its lines stand unchanged before the merge."""
    taken: CopyHead
    """The copy whose steps were judged again and follow the merge."""
    added: int
    """How many steps after this one belong to the merge."""
    left_out: tuple[int, ...] = ()
    """The steps of the taken copy, by their numbers there, that do not follow: known already, given up, or no more possible."""
    numbers: tuple[tuple[int, int], ...] = ()
    """Who has another starting number now: the number in the taken copy, and the number here."""


class EarlierArbiter(Struct, frozen=True):
    """An arbiter of the event who was replaced while it went on."""

    name: str
    until: datetime


EDITION = 3
"""The edition of what the desk itself has settled where the documents are silent.

An event keeps the edition with which it began: its log is decided again when it is verified, and players know what to expect.
1: until November 2026. 2: nobody should have the same role more than twice in a row; after the next round is paired, the arbiter
consents to the correction of a mistyped result by which another player has won. 3: a correction with the arbiter's consent is
among the decisions; a player who was seen at a table is excluded, and not removed for not coming; reports of a table of several
are complete without those who are not there.
"""
FIRST_EDITION = 1
"""The edition of events whose file is older than editions."""
LONG_RUNS_AVOIDED = REVERSALS_NEED_CONSENT = 2
CONSENTS_KEPT = ABSENTEES_REMOVED = ABSENTEES_NOT_ASKED = 3

Edition = Annotated[int, Meta(ge=FIRST_EDITION, le=EDITION)]


class Tournament(Struct, frozen=True, kw_only=True):
    """Everything that the log tells, and nothing that can be worked out from it."""

    name: str
    city: str
    organisers: tuple[str, ...]
    arbiter: str
    starts_on: date
    template: str
    changes: Mapping[str, Any]
    """What the organiser has chosen, by the dotted name of the setting."""
    seed: str
    divisions: Mapping[str, Division]
    ends_on: date | None = None
    """The last day, where it is not the first."""
    edition: Edition = EDITION
    entrants: Mapping[int, Entrant] = {}
    teams: Mapping[str, Team] = {}
    """By `team_key`: a school may have a team in each division."""
    pair_rules: Mapping[Pair, PairRule] = {}
    decisions: tuple[Decision, ...] = ()
    tie_orders: tuple[tuple[int, ...], ...] = ()
    """How the organiser has ordered people who were equal (S46)."""
    prizes: tuple[PrizeList, ...] = ()
    """What can be won, a list for each classification that has prizes."""
    closed_on: date | None = None
    """When the event was officially ended (PFS-4.6.4)."""
    origin: Origin | None = None
    """What the file says besides from which the event was imported."""
    merges: tuple[Merge, ...] = ()
    """The merges of copies that had gone on separately."""
    earlier_arbiters: tuple[EarlierArbiter, ...] = ()
    """The arbiters who were replaced after the first round was paired."""

    @property
    def last_day(self) -> date:
        """The last day as it was announced."""
        return self.ends_on or self.starts_on

    @property
    def settings(self) -> Settings:
        """The settings with the organiser's choices."""
        return settings_of(self.template, self.changes)

    @property
    def next_number(self) -> int:
        """The starting number of the next player; numbers that an imported event leaves free stay free."""
        return max(self.entrants, default=0) + 1

    @property
    def rounds_planned(self) -> int:
        """R, the rounds of the event (PFS-7.2d); 0 while it is not chosen."""
        return self.settings.rounds.value or 0

    @property
    def has_begun(self) -> bool:
        """Whether a round was paired; settings are fixed from then on."""
        return any(division.rounds for division in self.divisions.values())

    def system_of(self, round_number: int) -> str:
        """The pairing system of a round by the plan; rounds that a knock-out adds go on with its last system."""
        plan = plan_of(self.settings.plan.chosen, self.rounds_planned)
        return plan[min(round_number, len(plan)) - 1]

    def entrants_of(self, division: str) -> Iterator[Entrant]:
        """Everybody of a division, by starting number."""
        return (entrant for entrant in self.entrants.values() if entrant.division == division)

    def teams_of(self, division: str) -> Iterator[Team]:
        """The teams of a division."""
        return (team for team in self.teams.values() if team.division == division)


def team_key(division: str, name: str) -> str:
    """The key of a team: two divisions may have a team of the same school."""
    return f"{division}/{name.casefold()}"
