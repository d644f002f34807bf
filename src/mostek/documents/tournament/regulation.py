"""The regulation sheet: everything that the organiser has fixed, each with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.documents.document import Document, PrintRequest, Subject
from mostek.documents.listing import Cell, Column, Row, Section, arbiter_signature, listing, wide
from mostek.documents.people import fitting
from mostek.documents.template_files import Data
from mostek.messages import language, text
from mostek.messages.prize_words import list_text, subject_text
from mostek.messages.tournament_words import (
    UNKNOWN,
    basis,
    days,
    name_of_setting,
    open_questions,
    ties_in_words,
    value_in_words,
    word_list_in_words,
)
from mostek.tournament.settings import Setting, listed
from mostek.tournament.state import Tournament

GROUPS = {
    "": "The event",
    "pairing": "Pairing",
    "bye": "Byes",
    "forfeit": "Forfeits",
    "results": "Results",
    "entry": "Entries",
    "team": "Teams",
    "table": "Tables",
    "prizes": "Prizes",
    "gibson": "Prize-aware pairing",
    "knockout": "The knock-out",
    "match": "Team matches",
    "league": "The league",
}
"""What the settings of a group are called together."""


def _regulation(state: Tournament, request: PrintRequest) -> Data:
    section = Section(
        [
            wide(text("Setting"), 5),
            wide(text("Value"), 5),
            wide(text("What it rests on"), 8),
            Column(text("Chosen by")),
        ],
        list(_rows(state)),
        note=open_questions(state.settings),
    )
    signatures = (text("Organiser"), arbiter_signature())
    return listing(state, [section, *_prizes(state)], lines=_lines(state), signatures=signatures)


def _prizes(state: Tournament) -> Iterator[Section]:
    """The prizes, a row for each classification that has prizes."""
    rows: list[Row] = [
        [fitting(subject_text(each)), Cell(strong=fitting(list_text(state, each)))] for each in state.prizes
    ]
    if rows:
        yield Section([wide(text("Classification"), 2), wide(text("Prizes"), 5)], rows, title=text("Prizes"))


def _lines(state: Tournament) -> Iterator[tuple[str, str]]:
    yield text("Event"), fitting(state.name)
    yield text("Place"), fitting(state.city) or UNKNOWN
    yield text("Date"), days(state.starts_on, state.last_day)
    yield text("Organisers"), fitting(", ".join(state.organisers)) or UNKNOWN
    yield text("Arbiter"), fitting(state.arbiter) or UNKNOWN
    yield text("Template"), state.settings.title.text(language())
    yield text("Seed of all chance"), fitting(state.seed)


def _rows(state: Tournament) -> Iterator[Row]:
    group = None
    for name, setting in listed(state.settings):
        own = name.rpartition(".")[0]
        if own != group:
            group = own
            yield [Cell(strong=text(GROUPS[own]), span=4)]
        yield _row(state, name, setting)
        if name == "rulebook":
            tie = state.settings.tie_clause
            yield [
                text("Equal scores in a game"),
                Cell(strong=ties_in_words(state)),
                Cell(small=basis(state.settings, tie)),
                "",
            ]
            words = basis(state.settings, state.settings.words_clause)
            yield [text("Challenged words"), Cell(strong=word_list_in_words(state)), Cell(small=words), ""]


def _row(state: Tournament, name: str, setting: Setting[object]) -> Row:
    chosen = text("organiser") if name in state.changes else text("template")
    value = Cell(strong=fitting(value_in_words(state, name, setting)))
    return [name_of_setting(name), value, Cell(small=basis(state.settings, setting.clause)), chosen]


DOCUMENTS = (
    Document(
        name="regulation",
        pl="Regulamin turnieju",
        en="Regulation sheet",
        help_pl="ustawienia turnieju, każde ze swoim punktem regulaminu",
        help_en="the settings of the event, each with its clause",
        order=10,
        subject=Subject.EVENT,
        is_public=True,
        template="listing",
        fill=_regulation,
    ),
)
