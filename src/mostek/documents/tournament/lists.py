"""What the desk and the arbiter need on paper: who is entered, what is missing, what was decided."""

from __future__ import annotations

from mostek.documents.people import by_surname, fitting, home_of, names_of
from mostek.documents.tournament.listing import Cell, Column, Row, Section, arbiter_signature, listing, number, wide
from mostek.documents.tournament.rounds import name_cell
from mostek.messages import count, text
from mostek.messages.tournament_words import UNKNOWN, hundredths, moment
from mostek.tournament.entrants import Entrant, Status
from mostek.tournament.pending import MissingResult, missing_results
from mostek.tournament.state import Decision, Tournament

_LARGE = 12
_STATES = {
    Status.WITHDRAWN: "withdrawal",
    Status.REMOVED: "removal",
    Status.EXCLUDED: "exclusion",
}
"""The words for a player who plays no more."""


def start_list_pages(state: Tournament, division: str) -> bytes:
    """Who takes part, by starting number. Raises `LookupError`, `NoTypesetterError`."""
    _known(state, division)
    entrants = list(state.entrants_of(division))
    categories = any(each.person.category for each in entrants)
    heads = [number(text("No.")), wide(text("Player"), 3), wide(text("Team, city"), 2)]
    heads += [Column(text("Category"))] if categories else []
    heads += [number(text("Rating")), Column("")]
    rows = [_starter(each, categories) for each in entrants]
    lines = [(text("Entered"), count("{n} person", "{n} people", len(entrants)))]
    section = Section(heads, rows, empty=text("There are no entrants yet."))
    return listing(state, text("Start list"), [section], division=division, lines=lines)


def check_in_pages(state: Tournament, division: str) -> bytes:
    """Who is expected, by name, with a box to tick for each. Raises `LookupError`, `NoTypesetterError`."""
    _known(state, division)
    expected = by_surname(each for each in state.entrants_of(division) if each.status not in _STATES)
    heads = [
        Column("", "center"),
        wide(text("Player"), 3),
        wide(text("Team, city"), 2),
        number(text("No.")),
        Column(""),
    ]
    rows: list[Row] = [
        [
            Cell(box=True),
            name_cell(each.person.name),
            home_of(each),
            str(each.number),
            text("checked in") if each.is_present else "",
        ]
        for each in expected
    ]
    lines = [(text("Expected"), count("{n} person", "{n} people", len(expected)))]
    section = Section(heads, rows, empty=text("There are no entrants yet."))
    return listing(state, text("Check-in list"), [section], division=division, lines=lines, size=_LARGE)


def missing_pages(state: Tournament) -> bytes:
    """Every table whose result has not come in. Raises `NoTypesetterError`."""
    missing = missing_results(state)
    divisions = len(state.divisions) > 1
    heads = [Column(text("Division"))] if divisions else []
    heads += [Column(text("Round"), "center"), Column(text("Table"), "center"), wide(text("Players"), 3)]
    heads += [wide(text("Reported"), 2), Column("", "center")]
    rows = [_missing(state, each, divisions) for each in missing]
    lines = [(text("Missing"), count("{n} result", "{n} results", len(missing)))]
    section = Section(heads, rows, empty=text("No result is missing."))
    return listing(state, text("Missing results"), [section], lines=lines, size=_LARGE)


def log_pages(state: Tournament) -> bytes:
    """The arbiter's log: every decision with its number, its time and its clause (PFS-6.1b). Raises `NoTypesetterError`."""
    return listing(
        state,
        text("The arbiter’s log"),
        [decisions_section(state, state.decisions)],
        signatures=(text("Date"), arbiter_signature()),
    )


def decisions_section(state: Tournament, decisions: tuple[Decision, ...]) -> Section:
    """Decisions as a table."""
    heads = [number(text("No.")), Column(text("When")), Column(text("Round"), "center")]
    heads += [Column(text("Clause")), wide(text("Decision"), 3), wide(text("About"), 2)]
    rows = [_decision(state, each) for each in decisions]
    return Section(heads, rows, empty=text("The arbiter has decided nothing that had to be written down."))


def status_words() -> tuple[str, ...]:
    """The words for those who play no more, for the test of the catalogue."""
    return tuple(_STATES.values())


def _known(state: Tournament, division: str) -> None:
    state.divisions[division]


def _starter(entrant: Entrant, categories: bool) -> Row:
    row: list[str | Cell] = [Cell(strong=str(entrant.number)), fitting(entrant.person.name), home_of(entrant)]
    row += [fitting(entrant.person.category)] if categories else []
    state = _STATES.get(entrant.status)
    return [*row, hundredths(entrant.person.rating), text(state) if state else ""]


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
    said = Cell(before=fitting(each.text), small=text("decided by: {name}", name=fitting(each.by)) if each.by else "")
    return [number, moment(each.at), played, each.clause, said, names_of(state, each.about) or UNKNOWN]
