"""The report of the arbiter: how the event went, and everything that the arbiter has decided, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, time

from mostek.documents.document import Document, PrintRequest, Subject, is_paired
from mostek.documents.listing import Cell, Column, Row, Section, arbiter_signature, listing, number, wide
from mostek.documents.people import fitting
from mostek.documents.template_files import Data
from mostek.messages import language, text
from mostek.messages.outcome_words import outcome_text
from mostek.messages.tournament_events import called
from mostek.messages.tournament_words import (
    UNKNOWN,
    days,
    moment,
    status_name,
    system_name,
    word_list_in_words,
)
from mostek.rules.loading import clause, rulebook
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.scoring import outcome_at
from mostek.tournament.state import (
    BothForfeited,
    Division,
    ForfeitCause,
    Forfeited,
    Played,
    Round,
    Table,
    Tournament,
)

CLAUSES = {ForfeitCause.LATE: "PFS-6.3.4a", ForfeitCause.EXCLUDED: "PFS-7.2e", ForfeitCause.LEFT: "PFS-7.4"}
"""What a forfeit rests on."""
_DEDUCTION = "PFS-7.1b"
_GONE = (EntrantStatus.WITHDRAWN, EntrantStatus.REMOVED, EntrantStatus.EXCLUDED)


def report_lines(state: Tournament, arbiters: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """The event in short, with what a ranking needs; `arbiters` hold the office now; who was replaced is named too."""
    tables = [table for _, _, table in _tables(state)]
    rated = [each for each in tables if isinstance(each.result, Played) and each.result.rated]
    forfeits = [each for each in tables if isinstance(each.result, Forfeited | BothForfeited)]
    open_ones = [each for each in tables if each.result is None]
    played = [str(len(each.rounds)) for each in state.divisions.values()]
    yield text("Event"), fitting(state.name)
    yield text("Place"), fitting(state.city) or UNKNOWN
    yield text("Date"), days(state.starts_on, state.closed_on or state.last_day)
    yield text("Organisers"), fitting(", ".join(state.organisers)) or UNKNOWN
    earlier = (
        text("{name} (until {until})", name=each.name, until=f"{each.until:%d.%m.%Y, %H:%M}")
        for each in state.earlier_arbiters
    )
    named = dict.fromkeys(filter(None, (*earlier, state.arbiter, *arbiters)))
    yield text("Arbiter"), fitting(", ".join(named)) or UNKNOWN
    yield text("Rules of the game"), rulebook(state.settings.rulebook.chosen).title.text(language())
    yield text("Challenged words"), word_list_in_words(state)
    yield text("Players"), str(len(state.entrants))
    yield text("Rounds"), f"{', '.join(played)} / {state.rounds_planned or UNKNOWN}"
    yield text("Games for the ranking"), str(len(rated))
    yield text("Forfeits"), str(len(forfeits))
    if open_ones:
        yield text("Games without a result"), str(len(open_ones))
    yield text("Closed"), UNKNOWN if state.closed_on is None else days(state.closed_on, state.closed_on)


def report_sections(state: Tournament) -> Iterator[Section]:
    """The tables of the report; one without rows says so, because its absence would be read as forgotten."""
    none = text("None.")
    yield Section(
        [
            number(text("Round")),
            wide(text("System")),
            Column(text("Paired")),
            Column(text("Begun")),
            number(text("Tables")),
            wide(text("Without an opponent")),
        ],
        list(_rounds(state)),
        title=text("Rounds"),
        empty=none,
    )
    yield Section(
        [number(text("Round")), number(text("Table")), wide(text("Players"), 2), Column(text("Result")), Column("§")],
        list(_forfeits(state)),
        title=text("Absences and forfeits"),
        empty=none,
    )
    yield Section(
        [wide(text("Player"), 2), wide(text("Status"))],
        list(_gone(state)),
        title=text("Who has left"),
        empty=none,
    )
    yield Section(
        [number(text("Round")), number(text("Table")), wide(text("Player"), 2), number(text("Points")), Column("§")],
        list(_deductions(state)),
        title=text("Points taken away"),
        empty=none,
    )
    yield Section(
        [Column(text("Date")), wide(text("Player"), 2), wide(text("Reason"), 3), Column("§")],
        list(_late_entries(state)),
        title=text("Late entries"),
        empty=none,
    )
    yield Section(
        [
            number(text("No.")),
            Column(text("When")),
            Column("§"),
            wide(text("Decision"), 3),
            wide(text("About")),
            Column(text("Arbiter")),
        ],
        list(_decisions(state)),
        title=text("Decisions of the arbiter"),
        empty=none,
    )
    yield Section(
        [wide(text("Order of equals"), 1)],
        [[", ".join(map(called(state), order))] for order in state.tie_orders],
        title=text("Ties decided"),
        empty=none,
    )


def _tables(state: Tournament) -> Iterator[tuple[Division, Round, Table]]:
    for division in state.divisions.values():
        for played in division.rounds:
            for table in played.tables:
                yield division, played, table


def _rounds(state: Tournament) -> Iterator[Row]:
    name = called(state)
    for division in state.divisions.values():
        for each in division.rounds:
            yield [
                _round(state, division, each),
                system_name(each.system),
                _moment(each.paired_at),
                UNKNOWN if each.started_at is None else _moment(each.started_at),
                str(len(each.tables)),
                fitting(", ".join(map(name, each.byes))) or UNKNOWN,
            ]


def _moment(when: datetime) -> str:
    """Only the day where the file of an imported event knows no more: its rounds begin at midnight."""
    return moment(when) if when.time() != time() else f"{when:%Y-%m-%d}"


def _forfeits(state: Tournament) -> Iterator[Row]:
    name = called(state)
    for division, played, table in _tables(state):
        result = table.result
        if isinstance(result, Forfeited | BothForfeited):
            sentence = outcome_text(outcome_at(state, division.name, played.number, table))
            clause = CLAUSES[result.cause]
        elif table.arrived or played.absent_at(table):
            # Who came late and played, and who has not come yet.
            late = ", ".join(f"{name(each)} {at:%H:%M}" for each, at in table.arrived.items())
            sentence, clause = late or text("not there at the start"), "PFS-6.3.2b"
        else:
            continue
        people = " – ".join(map(name, table.players))
        yield [_round(state, division, played), str(table.number), fitting(people), fitting(sentence), clause]


def _gone(state: Tournament) -> Iterator[Row]:
    for each in state.entrants.values():
        if each.status in _GONE:
            yield [fitting(called(state)(each.number)), status_name(each.status)]


def _deductions(state: Tournament) -> Iterator[Row]:
    for division, played, table in _tables(state):
        for who, points in table.deducted.items():
            row = [_round(state, division, played), str(table.number), fitting(called(state)(who))]
            yield [*row, str(points), _DEDUCTION]


def _late_entries(state: Tournament) -> Iterator[Row]:
    """The entries after the deadline, with the reason for which the organiser took them (OPEN-reg-1)."""
    cited = state.settings.entry.deadline.clause
    for each in state.entrants.values():
        if each.override:
            name = fitting(called(state)(each.number))
            yield [days(each.entered_on, each.entered_on), name, fitting(each.override), cited]


def _decisions(state: Tournament) -> Iterator[Row]:
    for each in state.decisions:
        cell = Cell(strong=fitting(each.text or clause(each.clause).wording(language())))
        about = fitting(", ".join(map(called(state), each.about))) or UNKNOWN
        yield [str(each.number), moment(each.at), each.clause, cell, about, fitting(each.by) or UNKNOWN]


def _round(state: Tournament, division: Division, played: Round) -> str:
    return f"{fitting(division.name)} {played.number}" if len(state.divisions) > 1 else str(played.number)


def _report(state: Tournament, request: PrintRequest) -> Data:
    return listing(
        state,
        report_sections(state),
        lines=report_lines(state, request.arbiters),
        landscape=True,
        signatures=(arbiter_signature(), text("Organiser")),
    )


DOCUMENTS = (
    Document(
        name="report",
        pl="Sprawozdanie sędziego",
        en="Report of the arbiter",
        help_pl="przebieg turnieju, nieobecności, kary i decyzje sędziego z punktami regulaminu",
        help_en="the course of the event, absences, penalties and decisions of the arbiter with their clauses",
        order=95,
        subject=Subject.EVENT,
        template="listing",
        fill=_report,
        available=is_paired,
    ),
)
