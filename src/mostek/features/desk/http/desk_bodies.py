"""The bodies of the questions that the desk in a browser asks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from mostek.app.tournament_cards import HallTime
from mostek.features.desk.entry_lists import EntryOutcome
from mostek.features.desk.grammar import LONGEST
from mostek.features.desk.words.tournament_settings import SettingKind
from mostek.features.desk.words.tournament_tables import WordTable
from mostek.server.http.bodies import Body
from mostek.server.http.tournaments.bodies import NextAdvice
from mostek.store.game_proof import CheckOutcome
from mostek.tournament.limits import LONGEST_NAME

DivisionName = Annotated[str, Meta(max_length=LONGEST_NAME)]
Seats = Annotated[tuple[int, ...], Meta(min_length=1, max_length=4)]


class LatePlayer(Struct, frozen=True, kw_only=True):
    """A late player (PFS-6.3)."""

    division: str
    table: int
    number: int
    seconds_left: int
    awaited: bool
    lost: bool
    status: str


class DeskOverview(Struct, frozen=True, kw_only=True):
    """The tasks of the desk now, the most urgent first."""

    n: int
    next: tuple[NextAdvice, ...]
    warnings: tuple[str, ...]
    late: tuple[LatePlayer, ...]


class SettingChoice(Struct, frozen=True):
    """A value that can be chosen."""

    value: str
    said: str


class SettingRow(Struct, frozen=True, kw_only=True):
    """A setting, its value, its clause, and who has chosen it."""

    name: str
    title: str
    value: Any
    said: str
    """The value in words."""
    clause: str
    wording: str
    """What the clause says."""
    chosen: str
    """Who has chosen it."""
    by_organiser: bool
    fixed: bool
    """Whether it can be chosen no more, because a round is paired."""
    kind: SettingKind
    choices: tuple[SettingChoice, ...] = ()


class SettingRows(Struct, frozen=True):
    """All settings of a tournament."""

    settings: tuple[SettingRow, ...]


class LogRow(Struct, frozen=True, kw_only=True):
    """A step of the log in words."""

    step: int
    at: HallTime
    by: str
    messages: tuple[str, ...]
    undone: bool
    is_decision: bool


class LogPage(Struct, frozen=True, kw_only=True):
    """Steps of the log, the latest first."""

    n: int
    steps: tuple[LogRow, ...]
    before: int | None
    """Ask for the steps before this one; `None` at the beginning of the log."""


class TitledTable(Struct, frozen=True, kw_only=True):
    """A table under its division."""

    division: str
    title: str = ""
    """What the table is called, where a division has several of its kind."""
    table: WordTable


class WordTables(Struct, frozen=True):
    """Tables in words, one for a division."""

    tables: tuple[TitledTable, ...]


class AskPairing(Body, frozen=True, kw_only=True):
    """A pairing that is to be looked at: by the plan, by another system, or by hand."""

    division: DivisionName = ""
    system: Annotated[str, Meta(max_length=40)] | None = None
    tables: Annotated[tuple[Seats, ...], Meta(max_length=2000)] = ()
    """By hand: who sits where, the starter first; alone is a bye."""
    again: bool = False
    """Whether the round that was paired last is paired anew."""
    ahead: bool = False
    """Whether games of earlier rounds may be open: in a round robin, or by hand."""


class ShownTable(Struct, frozen=True, kw_only=True):
    """A table of a pairing that is looked at."""

    table: int
    players: tuple[int, ...]
    met: int
    """How often they have met."""
    reasons: tuple[str, ...]


class ShownPairing(Struct, frozen=True, kw_only=True):
    """A pairing that is looked at: its tables with their reasons, and what it costs."""

    n: int
    division: str
    round: int
    system: str
    title: str
    """What people call the system."""
    tables: tuple[ShownTable, ...]
    byes: tuple[int, ...]
    repeats: int
    """Tables that repeat an earlier meeting."""
    floats: int
    """Tables where the match points differ."""
    teammates: int
    faults: int
    """What the check has found."""
    summary: tuple[str, ...]
    bye_reasons: tuple[str, ...]
    check: tuple[str, ...]
    warnings: tuple[str, ...]


class TypedLine(Body, frozen=True, kw_only=True):
    """A line of the desk."""

    text: Annotated[str, Meta(max_length=LONGEST)]
    division: DivisionName | None = None
    """The division that the page shows, for lines that do not name one."""


class ReadLine(Struct, frozen=True, kw_only=True):
    """The command of a line of the desk. A page carries it out by the command, as any other."""

    n: int
    kind: Literal["command", "already", "absent", "where", "fault"]
    message: str
    column: int = 0
    """Where in the line the fault stands, from 1; 0 where that is not known."""
    command: dict[str, Any] | None = None
    number: int | None = None
    """Who is meant by a line about one person."""
    refused: bool = False
    """Whether the desk would refuse it as things stand."""


class ListedEntry(Struct, frozen=True, kw_only=True):
    """A row of a list of people who enter."""

    row: int
    name: str
    city: str
    rating: str
    outcome: EntryOutcome
    message: str
    command: dict[str, Any] | None = None


class ListedEntries(Struct, frozen=True, kw_only=True):
    """A list of people who enter, judged row by row; nothing is entered yet."""

    n: int
    rows: tuple[ListedEntry, ...]


class PaperOffered(Struct, frozen=True, kw_only=True):
    """A document that can be had now."""

    document: str
    title: str
    help: str
    division: str
    round: int
    category: str
    needs_player: bool
    has_emblem: bool
    """Whether it can be had with a logo and a colour, from the same address by POST."""
    url: str


class ExportOffered(Struct, frozen=True):
    """A format in which the tournament can be taken."""

    name: str
    title: str
    url: str


class Papers(Struct, frozen=True, kw_only=True):
    """The documents and exports of a tournament."""

    documents: tuple[PaperOffered, ...]
    exports: tuple[ExportOffered, ...]
    most_logo_bytes: int
    """The largest file of a logo."""


class ProofRow(Struct, frozen=True):
    """A check of the file."""

    name: str
    outcome: CheckOutcome
    message: str


class TournamentProof(Struct, frozen=True):
    """The checks of the file of a tournament."""

    checks: tuple[ProofRow, ...]
