"""One archive for the federation after a tournament: results, the report of the arbiter, the classification, and the proof.

The archive has what a federation needs for its ranking and its records, and no more: no contacts, no consents, no codes. The
log stays with the organiser; its hash in the proof shows later that it was not changed.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping

from mostek.app.federation_gaps import federation_warnings
from mostek.app.tournament_records import TablesError, exported
from mostek.core.spreadsheet import escaped_cell
from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject, documents
from mostek.documents.listing import Cell, Row, Section
from mostek.documents.printing import print_document
from mostek.documents.template_files import NoTypesetterError
from mostek.documents.tournament.arbiter_report import report_lines, report_sections
from mostek.documents.tournament.standings import shown_rating
from mostek.messages import text
from mostek.messages.tournament_files import say_file_fault
from mostek.messages.tournament_words import halves, name_of_setting, place_text
from mostek.messages.tournament_words import value_in_words as value
from mostek.tournament.files import TournamentFileError
from mostek.tournament.settings import listed
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Tournament

_FORMATS = ("json", "text", "csv")
"""The formats of the results: the federation's two, and tables that everybody can open."""
_PAPERS = ("report", "standings", "crosstable", "regulation")
_DATE = (2000, 1, 1, 0, 0, 0)
"""The date of all files in the archive, so that the same tournament gives the same bytes."""


def federation_file(state: Tournament, stem: str, proof: Iterable[str], code: str = "") -> bytes:
    """The archive, in the current language.

    Args:
        state: the tournament.
        stem: the name of its file, without an end.
        proof: what the checks of the file say, a sentence each.
        code: what stands at the edge of printed pages.

    Returns:
        The bytes of a zip.
    """
    notes: list[str] = []
    files = {
        **dict(_results(state, stem, notes)),
        f"{text('report')}.txt": _report_text(state),
        **dict(_papers(state, code, notes)),
        f"{text('proof')}.txt": _lines(text("The file of this tournament, as it was verified:"), *proof),
    }
    files = {f"{text('read-me')}.txt": _read_me(state, files, notes), **files}
    return _zipped({f"{stem}/{name}": data for name, data in files.items()})


def _results(state: Tournament, stem: str, notes: list[str]) -> Iterator[tuple[str, bytes]]:
    for form in _FORMATS:
        try:
            for file in exported(state, form):
                division = f"-{_plain(file.division)}" if file.division else ""
                yield f"{text('results')}/{stem}{division}{file.end}", file.data
        except TablesError:
            notes.append(text("Files of other programs know games of two; the results stand in the report."))
            return
        except TournamentFileError as error:
            notes.append(text("This cannot be exported: {why}", why=say_file_fault(error)))


def _papers(state: Tournament, code: str, notes: list[str]) -> Iterator[tuple[str, bytes]]:
    known: Mapping[str, Document] = documents()
    for name in _PAPERS:
        document = known[name]
        if not document.available(state):
            continue
        divisions = (
            [""] if document.subject is Subject.EVENT else [key for key, each in state.divisions.items() if each.rounds]
        )
        for division in divisions:
            try:
                printed = print_document(document.name, state, PrintRequest(division), code)
            except NothingToPrintError:  # a division without games has no such list
                continue
            except NoTypesetterError:
                notes.append(text("PDF needs an addition to mostek: pip install 'mostek[pdf]'."))
                return
            yield (f"{document.title}{f' – {_plain(division)}' if division else ''}.pdf", printed)


def _report_text(state: Tournament) -> bytes:
    """The report as a text that every program reads."""
    lines = [text("Report of the arbiter"), ""]
    lines += [f"{name}: {said}" for name, said in report_lines(state)]
    for section in report_sections(state):
        lines += ["", section.title, *_rows(section)]
    for division, each in state.divisions.items():
        if each.rounds:
            lines += ["", f"{text('Classification')}{f' – {division}' if len(state.divisions) > 1 else ''}"]
            for row in standings_of(state, division):
                person, rating = state.entrants[row.number].person, shown_rating(state, row.number, None)
                figures = (halves(row.half_points), str(row.game_points))
                lines.append(_line(place_text(row.place), person.name, person.city, rating, *figures))
    lines += ["", text("Settings")]
    lines += [f"{name_of_setting(name)}: {value(state, name, setting)}" for name, setting in listed(state.settings)]
    return _lines(*lines)


def _rows(section: Section) -> Iterator[str]:
    if not section.rows:
        yield section.empty
        return
    yield _line(*(column.name for column in section.columns))
    for row in section.rows:
        yield _line(*_cells(row))


def _line(*cells: str) -> str:
    """A row with tabs between its cells, as a spreadsheet takes it over from a text."""
    return "\t".join(map(escaped_cell, cells))


def _cells(row: Row) -> Iterator[str]:
    for cell in row:
        yield f"{cell.before}{cell.strong}{cell.after}" if isinstance(cell, Cell) else cell


def _read_me(state: Tournament, files: Mapping[str, bytes], notes: list[str]) -> bytes:
    warnings = list(federation_warnings(state))
    return _lines(
        state.name,
        "",
        text("This archive was made by mostek for the federation. It has:"),
        *(f"- {name}" for name in files),
        *([""] if warnings or notes else []),
        *warnings,
        *notes,
        "",
        text("The log stays with the organiser; the hash in the proof shows that it was not changed."),
    )


def _lines(*lines: str) -> bytes:
    return ("\r\n".join("\r\n".join(line.splitlines()) or "" for line in lines) + "\r\n").encode("utf-8-sig")


def _plain(name: str) -> str:
    """A name as part of the name of a file."""
    return "".join(letter if letter.isalnum() or letter in "-_ " else "-" for letter in name)[:60]


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            member = zipfile.ZipInfo(name, _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, data)
    return out.getvalue()
