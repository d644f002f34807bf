"""Lists for the desk and the arbiter: entrants, missing items, decisions."""

from __future__ import annotations

from mostek.documents.document import Concealed, Document, PrintRequest, Subject, is_paired
from mostek.documents.listing import Cell, Column, Row, Section, arbiter_signature, listing, name_cell, number, wide
from mostek.documents.people import by_surname, fitting, home_of, names_of
from mostek.documents.template_files import Data
from mostek.documents.tournament.standings import shown_rating
from mostek.messages import count, text
from mostek.messages.tournament_words import UNKNOWN, moment
from mostek.tournament.entrants import Entrant, EntrantStatus
from mostek.tournament.pending import MissingResult, missing_results
from mostek.tournament.state import Decision, Tournament

_LARGE = 12
STATES = {
    EntrantStatus.WITHDRAWN: "withdrawal",
    EntrantStatus.REMOVED: "removal",
    EntrantStatus.EXCLUDED: "exclusion",
}
"""The words for a player who plays no more."""


def _start_list(state: Tournament, request: PrintRequest) -> Data:
    """The entrants by starting number."""
    entrants = _entrants(state, request.division)
    categories = any(each.person.category for each in entrants)
    heads = [number(text("start no.")), wide(text("Player"), 3), wide(text("Team, city"), 2)]
    heads += [Column(text("Category"))] if categories else []
    heads += [number(text("Rating")), Column("")]
    rows = [_starter(state, each, categories, request.concealed) for each in entrants]
    lines = [(text("Entered"), count("{n} person", "{n} people", len(entrants)))]
    section = Section(heads, rows, empty=text("There are no entrants yet."))
    return listing(state, [section], division=request.division, lines=lines)


def _check_in(state: Tournament, request: PrintRequest) -> Data:
    """The expected entrants by name, with a box to tick for each."""
    expected = by_surname(each for each in _entrants(state, request.division) if each.status not in STATES)
    heads = [
        Column("", "center"),
        wide(text("Player"), 3),
        wide(text("Team, city"), 2),
        number(text("start no.")),
        Column(""),
    ]
    rows: list[Row] = [
        [
            Cell(box=True),
            name_cell(each.person),
            home_of(each),
            str(each.number),
            text("checked in") if each.is_present else "",
        ]
        for each in expected
    ]
    lines = [(text("Expected"), count("{n} person", "{n} people", len(expected)))]
    section = Section(heads, rows, empty=text("There are no entrants yet."))
    return listing(state, [section], division=request.division, lines=lines, size=_LARGE)


def _missing_results(state: Tournament, request: PrintRequest) -> Data:
    """Every table whose result has not come in."""
    missing = missing_results(state)
    divisions = len(state.divisions) > 1
    heads = [Column(text("Division"))] if divisions else []
    heads += [Column(text("Round"), "center"), Column(text("Table"), "center"), wide(text("Players"), 3)]
    heads += [wide(text("Reported"), 2), Column("", "center")]
    rows = [_missing(state, each, divisions) for each in missing]
    lines = [(text("Missing"), count("{n} result", "{n} results", len(missing)))]
    section = Section(heads, rows, empty=text("No result is missing."))
    return listing(state, [section], lines=lines, size=_LARGE)


def _log(state: Tournament, request: PrintRequest) -> Data:
    """The arbiter's log: every decision with its number, its time and its clause (PFS-6.1b)."""
    heads = [number(text("No.")), Column(text("When")), Column(text("Round"), "center")]
    heads += [Column(text("Clause")), wide(text("Decision"), 3), wide(text("About"), 2)]
    rows = [_decision(state, each) for each in state.decisions]
    section = Section(heads, rows, empty=text("The arbiter has decided nothing that had to be written down."))
    return listing(state, [section], signatures=(text("Date"), arbiter_signature()))


def _entrants(state: Tournament, division: str) -> list[Entrant]:
    state.divisions[division]  # raises for one that is not there
    return list(state.entrants_of(division))


def _starter(state: Tournament, entrant: Entrant, categories: bool, concealed: Concealed | None) -> Row:
    row: list[str | Cell] = [Cell(strong=str(entrant.number)), fitting(entrant.person.name), home_of(entrant)]
    row += [fitting(entrant.person.category)] if categories else []
    left = None if concealed is not None else STATES.get(entrant.status)
    return [*row, shown_rating(state, entrant.number, concealed), text(left) if left else ""]


def _missing(state: Tournament, each: MissingResult, divisions: bool) -> Row:
    reported = names_of(state, each.reported) or UNKNOWN
    if each.disputed:
        reported = text("the players disagree: {names}", names=reported)
    where = [each.division] if divisions else []
    table = Cell(strong=str(each.table))
    return [*where, str(each.round), table, names_of(state, each.players), reported, Cell(box=True)]


def _decision(state: Tournament, each: Decision) -> Row:
    number = Cell(strong=str(each.number))
    played = UNKNOWN if each.round is None else str(each.round)
    cell = Cell(before=fitting(each.text), small=text("decided by: {name}", name=fitting(each.by)) if each.by else "")
    return [number, moment(each.at), played, each.clause, cell, names_of(state, each.about) or UNKNOWN]


DOCUMENTS = (
    Document(
        name="start-list",
        pl="Lista startowa",
        en="Start list",
        help_pl="wszyscy zgłoszeni",
        help_en="everybody who has entered",
        order=20,
        subject=Subject.DIVISION,
        is_public=True,
        template="listing",
        fill=_start_list,
    ),
    Document(
        name="check-in",
        pl="Lista obecności",
        en="Check-in list",
        help_pl="według nazwisk, z kratkami do odhaczania",
        help_en="by name, with boxes to tick",
        order=30,
        subject=Subject.DIVISION,
        template="listing",
        fill=_check_in,
    ),
    Document(
        name="missing",
        pl="Brakujące wyniki",
        en="Missing results",
        help_pl="stoły bez wyniku",
        help_en="tables without a result",
        order=90,
        subject=Subject.EVENT,
        template="listing",
        fill=_missing_results,
        available=is_paired,
    ),
    Document(
        name="log",
        pl="Dziennik sędziego",
        en="The arbiter’s log",
        help_pl="decyzje sędziego",
        help_en="the arbiter’s decisions",
        order=150,
        subject=Subject.EVENT,
        template="listing",
        fill=_log,
    ),
)
