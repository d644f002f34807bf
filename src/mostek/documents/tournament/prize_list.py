"""The prize list: who gets what, with a line to sign for it, and how equals have shared."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject, is_paired
from mostek.documents.listing import Cell, Row, Section, arbiter_signature, listing, number, wide
from mostek.documents.people import fitting, name_of
from mostek.documents.template_files import Data
from mostek.documents.tournament.standings import reached
from mostek.messages import text
from mostek.messages.prize_words import award_text, remarks, subject_text
from mostek.messages.tournament_events import called
from mostek.messages.tournament_words import money
from mostek.tournament.awards import ListAwards, awards_of
from mostek.tournament.state import Tournament


def _prizes(state: Tournament, request: PrintRequest) -> Data:
    found = awards_of(state, request.division)
    if not found:
        raise NothingToPrintError("There is nothing to print: no prizes are named.")
    lines = [(text("As of"), reached(state, request.division)), (text("Money in all"), _total(state, found))]
    signatures = (text("Organiser"), arbiter_signature())
    sections = [_section(state, each) for each in found]
    return listing(state, sections, division=request.division, lines=lines, signatures=signatures)


def _total(state: Tournament, found: tuple[ListAwards, ...]) -> str:
    return money(state, sum(award.amount for each in found for award in each.awards))


def _section(state: Tournament, found: ListAwards) -> Section:
    heads = [
        number(text("Place")),
        wide(text("Player"), 3),
        wide(text("Prize"), 3),
        wide(text("Received (signature)"), 2),
    ]
    note = " ".join(remarks(state, found, called(state)))
    title = subject_text(found.prizes)
    return Section(
        heads, list(_rows(state, found)), title=title, note=fitting(note), empty=text("No player has a prize.")
    )


def _rows(state: Tournament, found: ListAwards) -> Iterator[Row]:
    for award in found.awards:
        who = name_of(state, award.number) if award.number else fitting(award.team)
        gets = Cell(strong=fitting(award_text(state, award)))
        yield [str(award.place), who, gets, ""]


DOCUMENTS = (
    Document(
        name="prizes",
        pl="Lista nagród",
        en="Prize list",
        help_pl="kto co dostaje, z miejscem na podpis",
        help_en="who gets what, with a line to sign for it",
        order=175,
        subject=Subject.DIVISION,
        template="listing",
        fill=_prizes,
        available=lambda state: is_paired(state) and bool(state.prizes),
    ),
)
