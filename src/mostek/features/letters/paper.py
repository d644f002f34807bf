"""The files of letters: the archive for the federation, and papers for the organiser. Workers make them."""

from __future__ import annotations

from pathlib import Path

from mostek.app.federation_file import federation_file
from mostek.documents.document import PrintRequest, documents
from mostek.documents.printing import print_document
from mostek.store.tournament_proof import tournament_checks
from mostek.tournament.state import Tournament

_PAPERS = ("standings", "crosstable")


def federation_archive(path: Path, data: bytes, state: Tournament, stem: str, code: str) -> bytes:
    """The archive for the federation, with the proof of the file."""
    return federation_file(state, stem, [each.sentence for each in tournament_checks(path, data)], code)


def papers_of_results(state: Tournament, code: str) -> tuple[tuple[str, bytes], ...]:
    """The classification and the cross-table of each division that has played, as PDF, by title. Raises `NoTypesetterError`."""
    return tuple(
        (
            f"{documents()[name].title} {division}".strip().replace("/", "-"),
            print_document(name, state, PrintRequest(division), code),
        )
        for name in _PAPERS
        for division, each in state.divisions.items()
        if each.rounds
    )
